#include "regions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace detsan {

bool Region::touchesTheSameAs(const Region &other) const {
    return access.is_in_slot == other.access.is_in_slot && start == other.start && row == other.row &&
           stride == other.stride && rows == other.rows && guards == other.guards;
}

static constexpr StringLiteral RUNTIME[] = {"__kmpc_", "omp_", "ompx_", "GOMP_"};

// Whether an instruction may order the task with another one, leave the function, or give memory
// back.
static bool mayDisturb(const Instruction &instruction) {
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
        return !load->isSimple();
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return !store->isSimple();
    if (const auto *intrinsic = dyn_cast<MemIntrinsic>(&instruction))
        return intrinsic->isVolatile();
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && intrinsic->isLifetimeStartOrEnd())
        return false;
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
        // libomp's functions are said to order nothing where that is so for data. Threads take
        // turns in them.
        const Function *callee = call->getCalledFunction();
        if (callee && any_of(RUNTIME, [&](StringRef prefix) { return callee->getName().starts_with(prefix); }))
            return true;
        const bool comes_back = call->doesNotThrow() && call->hasFnAttr(Attribute::WillReturn);
        const bool is_quiet =
            call->doesNotAccessMemory() || (call->hasFnAttr(Attribute::NoSync) && call->hasFnAttr(Attribute::NoFree));
        return !comes_back || !is_quiet;
    }
    return isa<FenceInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) || instruction.mayThrow();
}

bool isQuiet(const Loop &loop) {
    return all_of(loop.blocks(), [](const BasicBlock *block) { return none_of(*block, mayDisturb); });
}

std::optional<CountedLoop> CountedLoop::of(Loop &loop, ScalarEvolution &evolution) {
    BasicBlock *latch = loop.getLoopLatch();
    // One way out, at the end of an iteration: then all blocks on the way to it run equally often.
    if (!loop.getLoopPreheader() || !latch || loop.getExitingBlock() != latch)
        return std::nullopt;
    const SCEV *repetitions = evolution.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(repetitions))
        return std::nullopt;
    Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
    return CountedLoop{&loop, latch, evolution.getTripCountFromExitCount(repetitions, word, &loop)};
}

Quotients::Quotients(Function &function, ScalarEvolution &evolution) : evolution(evolution) {
    for (Instruction &instruction : instructions(function))
        // The quotient may have been made wider since.
        if (isa<BinaryOperator, ZExtInst>(instruction) && evolution.isSCEVable(instruction.getType()))
            if (const SCEV *number = evolution.getSCEV(&instruction); isa<SCEVUDivExpr>(number))
                results.try_emplace(number, evolution.getUnknown(&instruction));
}

const SCEV *Quotients::name(const SCEV *number) const {
    struct Naming : SCEVRewriteVisitor<Naming> {
        const DenseMap<const SCEV *, const SCEV *> &results;
        Naming(ScalarEvolution &evolution, const DenseMap<const SCEV *, const SCEV *> &results)
            : SCEVRewriteVisitor(evolution), results(results) {}
        const SCEV *visitUDivExpr(const SCEVUDivExpr *quotient) {
            const auto result = results.find(quotient);
            return result == results.end() ? quotient : result->second;
        }
    };
    return results.empty() ? number : Naming(evolution, results).visit(number);
}

std::optional<Region> regionOf(Instruction &access, const Quotients &quotients, ScalarEvolution &evolution,
                               const DominatorTree &dominators) {
    const std::optional<Access> described = Access::of(access, dominators);
    if (!described)
        return std::nullopt;
    const SCEV *start = quotients.name(evolution.getSCEV(described->pointer));
    const SCEV *row = evolution.getConstant(Type::getInt64Ty(access.getContext()), described->width);
    return Region{*described, access.getParent(), start, row, nullptr, nullptr, {}, &access, {&access}};
}

// How far it is from the first of `count` copies to the last.
static const SCEV *toTheLast(const SCEV *stride, const SCEV *count, ScalarEvolution &evolution) {
    return evolution.getMulExpr(stride, evolution.getMinusSCEV(count, evolution.getOne(count->getType())));
}

// Rows that have grown together are one.
static void collapse(Region &region, ScalarEvolution &evolution) {
    if (!region.rows)
        return;
    const auto *row = dyn_cast<SCEVConstant>(region.row), *stride = dyn_cast<SCEVConstant>(region.stride);
    const bool overlaps =
        row && stride && stride->getAPInt().isStrictlyPositive() && stride->getAPInt().ule(row->getAPInt());
    if (region.row != region.stride && !overlaps)
        return;
    region.row = evolution.getAddExpr(toTheLast(region.stride, region.rows, evolution), region.row);
    region.stride = region.rows = nullptr;
}

// Whether reports name the same line for both.
static bool areOnOneLine(const Instruction &a, const Instruction &b) {
    const DebugLoc &first = a.getDebugLoc(), &second = b.getDebugLoc();
    if (!first || !second)
        return !first && !second;
    return first.getLine() == second.getLine() && first->getFile() == second->getFile() &&
           first.getInlinedAt() == second.getInlinedAt();
}

bool merge(Region &region, const Region &other, ScalarEvolution &evolution) {
    if (region.access.mode != other.access.mode || region.access.is_in_slot != other.access.is_in_slot ||
        region.stride != other.stride || region.guards != other.guards || !areOnOneLine(*region.origin, *other.origin))
        return false;
    const SCEV *distance = evolution.getMinusSCEV(other.start, region.start);
    if (isa<SCEVCouldNotCompute>(distance))
        return false;
    Region merged = region;
    merged.access.width = std::min(region.access.width, other.access.width);
    merged.covered.append(other.covered);
    const SCEV *back = evolution.getNegativeSCEV(distance);
    if (region.rows == other.rows) {
        // Rows that begin a few bytes apart and leave no gap, which may be a part of an access but
        // for whole ones.
        const bool comes_later =
            isa<SCEVConstant>(distance) && cast<SCEVConstant>(distance)->getAPInt().isNonNegative();
        const Region &first = comes_later ? region : other, &second = comes_later ? other : region;
        const auto *ahead = dyn_cast<SCEVConstant>(comes_later ? distance : back);
        const auto *length = dyn_cast<SCEVConstant>(first.row), *next = dyn_cast<SCEVConstant>(second.row);
        if (ahead && ahead->getAPInt().urem(merged.access.width) == 0) {
            const uint64_t bytes = ahead->getAPInt().getZExtValue();
            if (length && next && bytes <= length->getAPInt().getZExtValue()) {
                const uint64_t end =
                    std::max(length->getAPInt().getZExtValue(), bytes + next->getAPInt().getZExtValue());
                merged.row = evolution.getConstant(length->getType(), end);
            } else if (first.row == second.row && bytes <= first.access.width) {
                merged.row = evolution.getAddExpr(first.row, ahead);
            } else {
                return false;
            }
            merged.start = first.start;
            collapse(merged, evolution);
            region = std::move(merged);
            return true;
        }
    }
    if (!region.rows || region.row != other.row || region.rows != other.rows)
        return false;
    // The same rows, some further on. As many as there are for certain.
    const auto *rows = dyn_cast<SCEVConstant>(region.rows);
    const uint64_t most = rows ? std::min<uint64_t>(rows->getAPInt().getLimitedValue(), 4) : 1;
    for (uint64_t count = 1; count <= most; count++) {
        const SCEV *further =
            evolution.getMulExpr(region.stride, evolution.getConstant(region.stride->getType(), count));
        if (further != distance && further != back)
            continue;
        merged.start = further == distance ? region.start : other.start;
        merged.rows = evolution.getAddExpr(region.rows, evolution.getConstant(region.rows->getType(), count));
        region = std::move(merged);
        return true;
    }
    return false;
}

// Adds `count` copies of the region, each `stride` bytes after the one before. Whether that can be
// said in rows.
static bool repeat(Region &region, const SCEV *stride, const SCEV *count, ScalarEvolution &evolution) {
    // A stretch of at least `least` bytes and its copies are one longer stretch if there is no gap
    // between them.
    const auto extend = [&](const SCEV *stretch, uint64_t least) -> const SCEV * {
        const auto *distance = dyn_cast<SCEVConstant>(stride);
        const bool touches = distance && distance->getAPInt().isStrictlyPositive() && distance->getAPInt().ule(least);
        if (stride != stretch && !touches)
            return nullptr;
        return evolution.getAddExpr(toTheLast(stride, count, evolution), stretch);
    };
    if (evolution.isKnownNegative(stride)) {
        // From the other end.
        region.start = evolution.getAddExpr(region.start, toTheLast(stride, count, evolution));
        stride = evolution.getNegativeSCEV(stride);
    }
    const auto *constant = dyn_cast<SCEVConstant>(region.row);
    const uint64_t least = constant ? constant->getAPInt().getZExtValue() : region.access.width;
    if (const SCEV *longer = extend(region.row, least)) {
        region.row = longer;
    } else if (!region.rows) {
        region.stride = stride;
        region.rows = count;
    } else if (evolution.getMulExpr(region.stride, region.rows) == stride) {
        region.rows = evolution.getMulExpr(region.rows, count);
    } else {
        return false;
    }
    collapse(region, evolution);
    return true;
}

// The condition under which `block` runs in an iteration of the loop, if that is the same for all
// of them.
static std::optional<Guard> guardOf(BasicBlock *block, const CountedLoop &counted, const DominatorTree &dominators) {
    BasicBlock *before = block->getSinglePredecessor();
    if (!before || !counted.loop->contains(before) || !dominators.dominates(before, counted.latch))
        return std::nullopt;
    const auto *branch = dyn_cast<BranchInst>(before->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        !counted.loop->isLoopInvariant(branch->getCondition()))
        return std::nullopt;
    return Guard{branch->getCondition(), branch->getSuccessor(0) == block};
}

std::optional<Region> inAllIterations(const Region &region, const CountedLoop &counted, ScalarEvolution &evolution,
                                      const DominatorTree &dominators) {
    Region lifted = region;
    const Loop *loop = counted.loop;
    lifted.block = loop->getLoopPreheader();
    if (!dominators.dominates(region.block, counted.latch)) {
        const std::optional<Guard> guard = guardOf(region.block, counted, dominators);
        if (!guard)
            return std::nullopt;
        lifted.guards.push_back(*guard);
    }
    for (const SCEV *number : {region.row, region.stride, region.rows})
        if (number && !evolution.isLoopInvariant(number, loop))
            return std::nullopt;
    for (const Guard &guard : region.guards)
        if (!loop->isLoopInvariant(guard.condition))
            return std::nullopt;
    if (evolution.isLoopInvariant(region.start, loop))
        return lifted;
    const auto *recurrence = dyn_cast<SCEVAddRecExpr>(region.start);
    if (!recurrence || recurrence->getLoop() != loop || !recurrence->isAffine())
        return std::nullopt;
    const SCEV *stride = recurrence->getStepRecurrence(evolution);
    if (!evolution.isLoopInvariant(stride, loop) || stride->getType() != counted.iterations->getType())
        return std::nullopt;
    lifted.start = recurrence->getStart();
    if (!repeat(lifted, stride, counted.iterations, evolution))
        return std::nullopt;
    return lifted;
}

} // namespace detsan
