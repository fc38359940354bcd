// Trails: what an access touches in a loop of which nobody knows beforehand how often it runs.
#pragma once

#include "accesses.h"
#include "hooks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace detsan {

// An access that goes through memory step by step, each as far as the one before, or not at all in
// some iterations. When the loop is left, where it was first and where it was last tell all that it
// has touched.
struct Trail {
    Access access;
    llvm::Instruction *origin;
    llvm::SmallVector<llvm::Instruction *, 2> covered;
    const llvm::SCEV *address;
    const llvm::SCEV *first;
    // In bytes; not 0.
    int64_t step;
    // Whether the access has happened in the last iteration, for each way out of the loop.
    llvm::SmallVector<std::pair<llvm::BasicBlock *, bool>, 4> exits;

    static std::optional<Trail> of(llvm::Instruction &instruction, const llvm::Loop &loop,
                                   llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators);

    // Whether the two are at the same address whenever the loop is left.
    bool touchesTheSameAs(const Trail &other) const {
        return address == other.address && access.width == other.access.width &&
               access.is_in_slot == other.access.is_in_slot && exits == other.exits;
    }

    bool canBeFollowed(llvm::Loop &loop, llvm::SCEVExpander &expander) const;
    // Puts checks behind the loop.
    void follow(llvm::Loop &loop, llvm::SCEVExpander &expander, Hooks &hooks) const;
};

} // namespace detsan
