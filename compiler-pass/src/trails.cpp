#include "trails.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace detsan {

namespace {

// The addresses that an access has one after the other.
struct Walk {
    const SCEV *first;
    int64_t step;
    // It takes a step in every iteration.
    bool is_steady;
};

std::optional<int64_t> asConstant(const SCEV *number) {
    const auto *constant = dyn_cast<SCEVConstant>(number);
    if (!constant || constant->getAPInt().getSignificantBits() > 32)
        return std::nullopt;
    return constant->getAPInt().getSExtValue();
}

// The one variable of the loop that `address` depends on and that is no recurrence.
const SCEVUnknown *variableIn(const SCEV *address, const Loop &loop, ScalarEvolution &evolution) {
    const SCEVUnknown *found = nullptr;
    const bool is_more = SCEVExprContains(address, [&](const SCEV *part) {
        if (isa<SCEVAddRecExpr>(part))
            return !evolution.isLoopInvariant(part, &loop);
        const auto *unknown = dyn_cast<SCEVUnknown>(part);
        if (!unknown || evolution.isLoopInvariant(unknown, &loop) || unknown == found)
            return false;
        const bool is_second = found;
        found = unknown;
        return is_second;
    });
    return is_more ? nullptr : found;
}

std::optional<Walk> walkOf(const SCEV *address, const Loop &loop, ScalarEvolution &evolution) {
    if (const auto *recurrence = dyn_cast<SCEVAddRecExpr>(address)) {
        if (recurrence->getLoop() != &loop || !recurrence->isAffine())
            return std::nullopt;
        const std::optional<int64_t> step = asConstant(recurrence->getStepRecurrence(evolution));
        return step && *step != 0 ? std::optional(Walk{recurrence->getStart(), *step, true}) : std::nullopt;
    }
    const SCEVUnknown *variable = variableIn(address, loop, evolution);
    auto *phi = variable ? dyn_cast<PHINode>(variable->getValue()) : nullptr;
    if (!phi || phi->getParent() != loop.getHeader() || !evolution.isSCEVable(phi->getType()))
        return std::nullopt;
    const SCEV *start = evolution.getSCEV(phi->getIncomingValueForBlock(loop.getLoopPreheader()));
    const SCEV *next = evolution.getSCEV(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    const SCEV *advance = evolution.getMinusSCEV(next, variable);
    // It stays where it is, or goes on by one.
    if (isa<SCEVCouldNotCompute>(advance) || evolution.getUnsignedRangeMax(advance).ugt(1))
        return std::nullopt;
    const auto at = [&](const SCEV *value) {
        ValueToSCEVMapTy values{{phi, value}};
        return SCEVParameterRewriter::rewrite(address, evolution, values);
    };
    const SCEV *one = evolution.getOne(advance->getType());
    const std::optional<int64_t> step =
        asConstant(evolution.getMinusSCEV(at(evolution.getAddExpr(variable, one)), address));
    const SCEV *first = at(start);
    if (!step || *step == 0 || !evolution.isLoopInvariant(first, &loop))
        return std::nullopt;
    return Walk{first, *step, false};
}

} // namespace

std::optional<Trail> Trail::of(Instruction &instruction, const Loop &loop, ScalarEvolution &evolution,
                               const DominatorTree &dominators) {
    const std::optional<Access> access = Access::of(instruction, dominators);
    const BasicBlock *block = instruction.getParent();
    if (!access || !dominators.dominates(block, loop.getLoopLatch()))
        return std::nullopt;
    const SCEV *address = evolution.getSCEV(access->pointer);
    const std::optional<Walk> walk = walkOf(address, loop, evolution);
    // With gaps it would have to be followed step by step, which is better done in the loop.
    if (!walk || static_cast<uint64_t>(std::abs(walk->step)) > access->width)
        return std::nullopt;
    Trail trail{*access, &instruction, {&instruction}, address, walk->first, walk->step, {}};
    SmallVector<BasicBlock *, 4> exits;
    loop.getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits) {
        const auto has_happened = [&](const BasicBlock *from) { return dominators.dominates(block, from); };
        const auto is_to_come = [&](const BasicBlock *from) {
            return from != block && dominators.dominates(from, block);
        };
        const bool always = all_of(predecessors(exit), has_happened);
        // Where it would have been next is known of a steady walk alone.
        const bool never = walk->is_steady && static_cast<uint64_t>(std::abs(walk->step)) == access->width &&
                           all_of(predecessors(exit), is_to_come);
        if (!always && !never)
            return std::nullopt;
        trail.exits.push_back({exit, always});
    }
    return trail;
}

bool Trail::canBeFollowed(Loop &loop, SCEVExpander &expander) const {
    return expander.isSafeToExpandAt(first, loop.getLoopPreheader()->getTerminator());
}

void Trail::follow(Loop &loop, SCEVExpander &expander, Hooks &hooks) const {
    Type *pointer = access.pointer->getType(), *word = Type::getInt64Ty(origin->getContext());
    Value *start = expander.expandCodeFor(first, pointer, loop.getLoopPreheader()->getTerminator());
    // Where it has not happened yet, its address may not have been computed either; but then it is
    // a recurrence.
    const bool is_known = all_of(exits, [](const auto &exit) { return exit.second; });
    Value *now =
        is_known ? access.pointer : expander.expandCodeFor(address, pointer, loop.getHeader()->getFirstInsertionPt());
    const uint64_t distance = std::abs(step);
    for (const auto &[exit, has_happened] : exits) {
        PHINode *last = PHINode::Create(pointer, 0, "", exit->begin());
        for (BasicBlock *from : predecessors(exit))
            last->addIncoming(now, from);
        IRBuilder<> builder(exit, exit->getFirstInsertionPt());
        builder.SetCurrentDebugLocation(origin->getDebugLoc());
        Value *from = builder.CreatePtrToInt(start, word), *to = builder.CreatePtrToInt(last, word);
        Value *way = step > 0 ? builder.CreateSub(to, from) : builder.CreateSub(from, to);
        Instruction *before = &*builder.GetInsertPoint();
        const auto number = [&](uint64_t value) { return ConstantInt::get(word, value); };
        Value *lower = step > 0 ? start : static_cast<Value *>(last);
        if (!has_happened && step < 0)
            lower = builder.CreatePtrAdd(last, number(distance));
        Value *length = has_happened ? builder.CreateAdd(way, number(access.width)) : way;
        hooks.emitRows(*before, access, origin, lower, length, number(0), number(1));
    }
}

} // namespace detsan
