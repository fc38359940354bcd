#include "passes.h"

#include "accesses.h"
#include "hooks.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace detsan {

namespace {

// What an expression may cost that is computed once for a loop.
constexpr unsigned EXPANSION_BUDGET = 12;

// A region and the block at whose end its check stands.
struct Placed {
    Region region;
    BasicBlock *block;
};

class Hoisting {
  public:
    Hoisting(Function &function, FunctionAnalysisManager &analyses)
        : function(function), loops(analyses.getResult<LoopAnalysis>(function)), dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
          evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)), target(analyses.getResult<TargetIRAnalysis>(function)),
          expander(evolution, function.getParent()->getDataLayout(), "detsan"), hooks(*function.getParent()), mark(*function.getParent()) {}

    bool run() {
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
    SCEVExpander expander;
    Hooks hooks;
    Mark mark;
    bool changed = false;

    // The regions that can be checked before the loop. Those of the loops in it that cannot are checked before these.
    SmallVector<Placed> visit(Loop &loop) {
        SmallVector<Placed> inside;
        for (Loop *inner : loop)
            inside.append(visit(*inner));
        const std::optional<CountedLoop> counted = CountedLoop::of(loop, evolution);
        if (!counted) {
            emit(inside);
            return {};
        }
        for (BasicBlock *block : loop.blocks())
            if (loops.getLoopFor(block) == &loop)
                for (Instruction &instruction : *block)
                    if (std::optional<Region> region = regionOf(instruction, evolution))
                        inside.push_back({std::move(*region), block});

        SmallVector<Placed> before, staying;
        BasicBlock *preheader = loop.getLoopPreheader();
        bool leaves_inner_loop = false;
        for (Placed &placed : inside) {
            std::optional<Region> lifted = inAllIterations(placed.region, placed.block, *counted, evolution, dominators);
            const bool is_inner = loops.getLoopFor(placed.region.origin->getParent()) != &loop;
            if (lifted && canStandBefore(*lifted, loop)) {
                leaves_inner_loop |= is_inner;
                before.push_back({std::move(*lifted), preheader});
            } else if (is_inner) {
                staying.push_back(std::move(placed));
            }
        }
        emit(staying);
        if (leaves_inner_loop) {
            // Else nothing would be heard of the thread for as long as the loops run.
            hooks.emitProgress(*counted->latch->getTerminator());
            changed = true;
        }
        simplify(before);
        if (!loop.getParentLoop())
            return emit(before), SmallVector<Placed>{};
        return before;
    }

    bool canStandBefore(const Region &region, Loop &loop) {
        Instruction *end = loop.getLoopPreheader()->getTerminator();
        for (const SCEV *number : {region.start, region.row, region.stride, region.rows})
            if (number && (!expander.isSafeToExpandAt(number, end) || expander.isHighCostExpansion(number, &loop, EXPANSION_BUDGET, &target, end)))
                return false;
        return all_of(region.guards, [&](const Guard &guard) { return dominators.dominates(guard.condition, end); });
    }

    // Leaves one of those that touch the same memory: the first, or, since whoever races with a read races with the write as well, the first write. Then puts
    // neighbours together.
    void simplify(SmallVectorImpl<Placed> &regions) {
        SmallVector<Placed> distinct;
        for (Placed &placed : regions) {
            const auto same = find_if(distinct, [&](const Placed &other) { return other.region.touchesTheSameAs(placed.region); });
            if (same == distinct.end()) {
                distinct.push_back(std::move(placed));
                continue;
            }
            SmallVector<Instruction *, 2> covered = same->region.covered;
            covered.append(placed.region.covered);
            if (same->region.mode == Mode::Read && placed.region.mode == Mode::Write)
                *same = std::move(placed);
            same->region.covered = std::move(covered);
        }
        for (bool merged = true; merged;) {
            merged = false;
            for (auto first = distinct.begin(); first != distinct.end(); first++)
                for (auto second = std::next(first); second != distinct.end();)
                    if (merge(first->region, second->region, evolution)) {
                        second = distinct.erase(second);
                        merged = true;
                    } else {
                        second++;
                    }
        }
        regions = std::move(distinct);
    }

    void emit(ArrayRef<Placed> regions) {
        for (const auto &[region, block] : regions) {
            Instruction *end = block->getTerminator();
            Type *word = Type::getInt64Ty(function.getContext());
            const auto expand = [&](const SCEV *number) { return expander.expandCodeFor(number, number->getType(), end); };
            Value *start = expand(region.start);
            const auto *length = dyn_cast<SCEVConstant>(region.row);
            const bool is_one_access = !region.rows && region.guards.empty() && length && length->getAPInt() == region.width;
            if (is_one_access) {
                hooks.emitAccess(*end, region, start);
            } else {
                Value *rows = region.rows ? expand(region.rows) : ConstantInt::get(word, 1);
                Value *stride = region.stride ? expand(region.stride) : ConstantInt::get(word, 0);
                hooks.emitRows(*end, region, start, expand(region.row), stride, rows);
            }
            for (Instruction *access : region.covered)
                mark.put(*access);
            changed = true;
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
