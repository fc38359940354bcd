#include "regions.h"

#include "accesses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace detsan {

bool Region::touchesTheSameAs(const Region &other) const {
    return start == other.start && row == other.row && stride == other.stride && rows == other.rows && guards == other.guards;
}

// Whether an instruction may order the task with another one, leave the function, or give memory back.
static bool mayDisturb(const Instruction &instruction) {
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
        return !load->isSimple();
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return !store->isSimple();
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
        if (const auto *intrinsic = dyn_cast<IntrinsicInst>(call); intrinsic && (intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic)))
            return false;
        return !call->hasFnAttr(Attribute::NoSync) && !call->doesNotAccessMemory() ? true
               : !call->doesNotThrow() || !call->hasFnAttr(Attribute::WillReturn) ||
                     (!call->hasFnAttr(Attribute::NoFree) && !call->doesNotAccessMemory());
    }
    return isa<FenceInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) || instruction.mayThrow();
}

std::optional<CountedLoop> CountedLoop::of(Loop &loop, ScalarEvolution &evolution) {
    BasicBlock *latch = loop.getLoopLatch();
    // One way out, at the end of an iteration: then all blocks on the way to it run equally often.
    if (!loop.getLoopPreheader() || !latch || loop.getExitingBlock() != latch)
        return std::nullopt;
    for (const BasicBlock *block : loop.blocks())
        for (const Instruction &instruction : *block)
            if (mayDisturb(instruction))
                return std::nullopt;
    const SCEV *repetitions = evolution.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(repetitions))
        return std::nullopt;
    Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
    return CountedLoop{&loop, latch, evolution.getTripCountFromExitCount(repetitions, word, &loop)};
}

std::optional<Region> regionOf(Instruction &access, ScalarEvolution &evolution) {
    const std::optional<Access> described = Access::of(access);
    if (!described)
        return std::nullopt;
    const SCEV *start = evolution.getSCEV(described->pointer);
    const SCEV *row = evolution.getConstant(Type::getInt64Ty(access.getContext()), described->width);
    return Region{described->mode, described->width, start, row, nullptr, nullptr, {}, &access, {&access}};
}

// Adds `count` copies of the region, each `stride` bytes after the one before. Whether that can be said in rows.
static bool repeat(Region &region, const SCEV *stride, const SCEV *count, ScalarEvolution &evolution) {
    // A stretch of at least `least` bytes and its copies are one longer stretch if there is no gap between them.
    const auto extend = [&](const SCEV *stretch, uint64_t least) -> const SCEV * {
        const auto *distance = dyn_cast<SCEVConstant>(stride);
        const bool touches = distance && distance->getAPInt().isStrictlyPositive() && distance->getAPInt().ule(least);
        if (stride != stretch && !touches)
            return nullptr;
        const SCEV *further = evolution.getMulExpr(stride, evolution.getMinusSCEV(count, evolution.getOne(count->getType())));
        return evolution.getAddExpr(further, stretch);
    };
    if (evolution.isKnownNegative(stride)) {
        // From the other end.
        const SCEV *further = evolution.getMulExpr(stride, evolution.getMinusSCEV(count, evolution.getOne(count->getType())));
        region.start = evolution.getAddExpr(region.start, further);
        stride = evolution.getNegativeSCEV(stride);
    }
    const auto *constant = dyn_cast<SCEVConstant>(region.row);
    const uint64_t least = constant ? constant->getAPInt().getZExtValue() : region.width;
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
    // Rows that have grown together.
    if (region.rows && region.stride == region.row) {
        region.row = evolution.getMulExpr(region.row, region.rows);
        region.stride = region.rows = nullptr;
    }
    return true;
}

// The condition under which `block` runs in an iteration of the loop, if that is the same for all of them.
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

std::optional<Region> inAllIterations(const Region &region, BasicBlock *block, const CountedLoop &counted, ScalarEvolution &evolution,
                                      const DominatorTree &dominators) {
    Region lifted = region;
    const Loop *loop = counted.loop;
    if (!dominators.dominates(block, counted.latch)) {
        const std::optional<Guard> guard = guardOf(block, counted, dominators);
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
