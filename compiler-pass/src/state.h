// The state of the running thread as code of the program sees it (`layout.h` is made of hook-abi),
// and code in line that works with it.
#pragma once

#include "hooks.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace detsan {

class State {
  public:
    explicit State(llvm::Module &module);

    // A field of the state. It is accessed as if it were volatile, since any call may change it,
    // even one that is said to touch no memory of the program.
    llvm::Value *load(llvm::IRBuilderBase &builder, llvm::Type *type, uint64_t offset) const;
    void store(llvm::IRBuilderBase &builder, llvm::Value *value, uint64_t offset) const;

  private:
    llvm::GlobalVariable *variable;

    llvm::Value *field(llvm::IRBuilderBase &builder, uint64_t offset) const;
};

// Code before an instruction, which calls a hook if it comes upon what it cannot deal with.
// ThreadSanitizer's pass leaves the code alone.
class Inlined {
  public:
    Inlined(llvm::Instruction &before, llvm::DebugLoc line);

    // Where the next instruction goes.
    llvm::IRBuilder<> builder;

    // The hook is called if the condition holds, which it hardly ever does, and what is emitted
    // from now on is passed over.
    void callIf(llvm::Value *condition);
    // Ends the code, and says which hook it is.
    void end(Hooks &hooks, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments);

  private:
    llvm::BasicBlock *cold;
    llvm::BasicBlock *tail;
};

} // namespace detsan
