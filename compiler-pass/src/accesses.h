// Loads and stores, as far as they are checked.
#pragma once

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace detsan {

enum class Mode { Read, Write };

// An access that other tasks may have to do with.
struct Access {
    Mode mode;
    llvm::Value *pointer;
    // In bytes.
    uint64_t width;
    // The program finds it by the number of the running thread.
    bool is_in_slot;

    // Nothing for other instructions; for accesses that are volatile or atomic, which
    // ThreadSanitizer's pass looks after; for memory that is never written, or that nobody else can
    // reach.
    static std::optional<Access> of(llvm::Instruction &instruction, const llvm::DominatorTree &dominators);
    // The same of memory that the instruction accesses besides: of an argument that it copies.
    static std::optional<Access> ofArgument(const llvm::CallBase &call, unsigned argument,
                                            const llvm::DominatorTree &dominators);

    // Whether there is a hook for accesses of this size.
    bool hasHook() const { return llvm::isPowerOf2_64(width) && width <= 16; }
};

// Accesses that optimisations have moved may have lost their line. What works with the value is
// mostly on the same one.
void giveLine(llvm::Instruction &access);

// A mark on accesses, by default on those that are covered by a check elsewhere. It stays on what
// optimisations make of them: it is an access group, which they have to keep, and drop where a
// marked and another access become one.
class Mark {
  public:
    explicit Mark(llvm::Module &module, llvm::StringRef name = "detsan.checked");
    void put(llvm::Instruction &access) const;
    bool isOn(const llvm::Instruction &access) const;

  private:
    llvm::MDNode *group;
};

} // namespace detsan
