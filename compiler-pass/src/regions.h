// Regions: the memory that an access touches in all iterations of the loops around it.
#pragma once

#include "accesses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace detsan {

// A branch that decides whether a region is touched at all.
struct Guard {
    llvm::Value *condition;
    bool outcome;
    bool operator==(const Guard &other) const { return condition == other.condition && outcome == other.outcome; }
};

// Rows of equal length at equal distances. Lengths are in bytes.
struct Region {
    // What is done to the region, piece by piece: of accesses of several sizes, the smallest one.
    Access access;
    // The numbers are what they are at the end of this block, where the check can stand.
    llvm::BasicBlock *block;
    const llvm::SCEV *start;
    const llvm::SCEV *row;
    // Null if there is one row.
    const llvm::SCEV *stride = nullptr;
    const llvm::SCEV *rows = nullptr;
    llvm::SmallVector<Guard, 2> guards;
    // The access that stands for all those which the region covers: the first one.
    llvm::Instruction *origin;
    // All of them.
    llvm::SmallVector<llvm::Instruction *, 2> covered;

    // Whether the two are the same memory under the same conditions.
    bool touchesTheSameAs(const Region &other) const;
};

// Whether nothing happens in the loop that may order the task with another one, leave the function,
// or give memory back.
bool isQuiet(const llvm::Loop &loop);

// A quiet loop whose number of iterations is known before it begins.
struct CountedLoop {
    llvm::Loop *loop;
    llvm::BasicBlock *latch;
    const llvm::SCEV *iterations;

    static std::optional<CountedLoop> of(llvm::Loop &loop, llvm::ScalarEvolution &evolution);
};

// Makes `region` cover what `other` covers as well, if what both touch is one region and a report
// would name the same line for both.
bool merge(Region &region, const Region &other, llvm::ScalarEvolution &evolution);

// Takes the results of divisions for granted: nobody may divide in another place, where the divisor
// could be zero.
class Quotients {
  public:
    Quotients(llvm::Function &function, llvm::ScalarEvolution &evolution);
    // The same number, without a division in it if its result is there.
    const llvm::SCEV *name(const llvm::SCEV *number) const;

  private:
    llvm::ScalarEvolution &evolution;
    llvm::DenseMap<const llvm::SCEV *, const llvm::SCEV *> results;
};

// What the access touches, seen from its own block.
std::optional<Region> regionOf(llvm::Instruction &access, const Quotients &quotients, llvm::ScalarEvolution &evolution,
                               const llvm::DominatorTree &dominators);

// The same seen from before the loop, if the block of `region` runs in each of its iterations or is
// skipped in each of them.
std::optional<Region> inAllIterations(const Region &region, const CountedLoop &counted,
                                      llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators);

} // namespace detsan
