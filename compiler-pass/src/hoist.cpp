#include "passes.h"

#include "accesses.h"
#include "copies.h"
#include "hooks.h"
#include "regions.h"
#include "trails.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace detsan {

namespace {

// What an expression may cost that is computed once for a loop.
constexpr unsigned EXPANSION_BUDGET = 64;

class Hoisting {
  public:
    Hoisting(Function &function, FunctionAnalysisManager &analyses)
        : function(function), loops(analyses.getResult<LoopAnalysis>(function)),
          dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
          evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
          target(analyses.getResult<TargetIRAnalysis>(function)), quotients(function, evolution),
          expander(evolution, function.getParent()->getDataLayout(), "detsan"), hooks(*function.getParent()),
          mark(*function.getParent()) {}

    bool run() {
        changed = expandCopies(function);
        for (Instruction &instruction : instructions(function))
            if (isa<LoadInst, StoreInst>(instruction))
                giveLine(instruction);
        for (Loop *loop : loops)
            visit(*loop);
        return changed;
    }

  private:
    Function &function;
    LoopInfo &loops;
    DominatorTree &dominators;
    ScalarEvolution &evolution;
    const TargetTransformInfo &target;
    Quotients quotients;
    SCEVExpander expander;
    Hooks hooks;
    Mark mark;
    bool changed = false;

    // The regions that can be checked before the loop. Those of the loops in it that cannot are
    // checked before these.
    SmallVector<Region> visit(Loop &loop) {
        SmallVector<Region> inside;
        for (Loop *inner : loop)
            inside.append(visit(*inner));
        const bool is_quiet = isQuiet(loop);
        const std::optional<CountedLoop> counted = is_quiet ? CountedLoop::of(loop, evolution) : std::nullopt;
        if (!counted) {
            emit(inside);
            if (is_quiet)
                follow(loop);
            return {};
        }
        for (BasicBlock *block : loop.blocks())
            if (loops.getLoopFor(block) == &loop)
                for (Instruction &instruction : *block)
                    if (std::optional<Region> region = regionOf(instruction, quotients, evolution, dominators))
                        inside.push_back(std::move(*region));

        SmallVector<Region> before, staying;
        bool leaves_inner_loop = false;
        for (Region &region : inside) {
            std::optional<Region> lifted = inAllIterations(region, *counted, evolution, dominators);
            const bool is_inner = loops.getLoopFor(region.origin->getParent()) != &loop;
            if (lifted && canStandBefore(*lifted, loop)) {
                leaves_inner_loop |= is_inner;
                before.push_back(std::move(*lifted));
            } else if (is_inner) {
                staying.push_back(std::move(region));
            }
        }
        emit(staying);
        if (leaves_inner_loop) {
            // Else nothing would be heard of the thread for as long as the loops run.
            hooks.emitProgress(*counted->latch->getTerminator());
            changed = true;
        }
        leaveOneOfEach(before);
        mergeNeighbours(before);
        if (!loop.getParentLoop())
            return emit(before), SmallVector<Region>{};
        return before;
    }

    // Checks behind the loop what is known only then.
    void follow(Loop &loop) {
        if (!loop.getLoopPreheader() || !loop.getLoopLatch() || !loop.hasDedicatedExits())
            return;
        SmallVector<Trail> trails;
        for (BasicBlock *block : loop.blocks())
            if (loops.getLoopFor(block) == &loop)
                for (Instruction &instruction : *block)
                    if (std::optional<Trail> trail = Trail::of(instruction, loop, evolution, dominators);
                        trail && trail->canBeFollowed(loop, expander))
                        trails.push_back(std::move(*trail));
        leaveOneOfEach(trails);
        for (const Trail &trail : trails) {
            trail.follow(loop, expander, hooks);
            cover(trail.covered);
        }
    }

    void cover(ArrayRef<Instruction *> accesses) {
        for (Instruction *access : accesses)
            mark.put(*access);
        changed = true;
    }

    bool canStandBefore(const Region &region, Loop &loop) {
        Instruction *end = loop.getLoopPreheader()->getTerminator();
        for (const SCEV *number : {region.start, region.row, region.stride, region.rows})
            if (number && (!expander.isSafeToExpandAt(number, end) ||
                           expander.isHighCostExpansion(number, &loop, EXPANSION_BUDGET, &target, end)))
                return false;
        return all_of(region.guards, [&](const Guard &guard) { return dominators.dominates(guard.condition, end); });
    }

    // Leaves one of those that touch the same memory: the first, or, since whoever races with a
    // read races with the write as well, the first write.
    template <typename Checks> static void leaveOneOfEach(Checks &checks) {
        Checks distinct;
        for (auto &check : checks) {
            const auto same = find_if(distinct, [&](const auto &other) { return other.touchesTheSameAs(check); });
            if (same == distinct.end()) {
                distinct.push_back(std::move(check));
                continue;
            }
            auto covered = same->covered;
            covered.append(check.covered);
            if (same->access.mode == Mode::Read && check.access.mode == Mode::Write)
                *same = std::move(check);
            same->covered = std::move(covered);
        }
        checks = std::move(distinct);
    }

    void mergeNeighbours(SmallVectorImpl<Region> &regions) {
        for (bool merged = true; merged;) {
            merged = false;
            for (auto first = regions.begin(); first != regions.end(); first++)
                for (auto second = std::next(first); second != regions.end();)
                    if (merge(*first, *second, evolution)) {
                        second = regions.erase(second);
                        merged = true;
                    } else {
                        second++;
                    }
        }
    }

    void emit(ArrayRef<Region> regions) {
        for (const Region &region : regions) {
            Instruction *end = region.block->getTerminator();
            Type *word = Type::getInt64Ty(function.getContext());
            const auto expand = [&](const SCEV *number) {
                return expander.expandCodeFor(number, number->getType(), end);
            };
            Value *start = expand(region.start);
            const auto *length = dyn_cast<SCEVConstant>(region.row);
            if (!region.rows && region.guards.empty() && length && length->getAPInt() == region.access.width) {
                hooks.emitAccess(*end, {region.access.mode, start, region.access.width, region.access.is_in_slot},
                                 region.origin);
            } else {
                Value *row = expand(region.row),
                      *stride = region.stride ? expand(region.stride) : ConstantInt::get(word, 0);
                Value *rows = region.rows ? expand(region.rows) : ConstantInt::get(word, 1);
                IRBuilder<> builder(end);
                for (const Guard &guard : region.guards) {
                    Value *none = ConstantInt::get(word, 0);
                    rows = guard.outcome ? builder.CreateSelect(guard.condition, rows, none)
                                         : builder.CreateSelect(guard.condition, none, rows);
                }
                hooks.emitRows(*end, region.access, region.origin, start, row, stride, rows);
            }
            cover(region.covered);
        }
    }
};

} // namespace

PreservedAnalyses HoistPass::run(Function &function, FunctionAnalysisManager &analyses) {
    if (!function.hasFnAttribute(Attribute::SanitizeThread) || !Hoisting(function, analyses).run())
        return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

} // namespace detsan
