// Calls of the access hooks.
#pragma once

#include "accesses.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace detsan {

class Hooks {
  public:
    explicit Hooks(llvm::Module &module) : module(module) {}

    // One access.
    void emitAccess(llvm::Instruction &before, const Access &access, const llvm::Instruction *origin);
    // Accesses like this one, to `rows` rows of `row` bytes, each `stride` bytes after the one
    // before.
    void emitRows(llvm::Instruction &before, const Access &like, const llvm::Instruction *origin, llvm::Value *start,
                  llvm::Value *row, llvm::Value *stride, llvm::Value *rows);
    // Has a hook make the copy, or fill the memory, one side of which at least is found by the
    // number of the thread.
    void replaceInSlot(llvm::MemIntrinsic &call);
    // The thread is not stuck.
    void emitProgress(llvm::Instruction &before);
    // Any other hook.
    void emitCall(llvm::Instruction &before, const llvm::DebugLoc &line, llvm::StringRef name,
                  llvm::ArrayRef<llvm::Value *> arguments);
    // A hook that keeps nearly all registers as they are, so that code which hardly ever calls it
    // need not do anything about them.
    void emitCold(llvm::Instruction &before, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments);

  private:
    llvm::Module &module;

    llvm::CallInst *emit(llvm::Instruction &before, const llvm::DebugLoc &line, llvm::StringRef name,
                         llvm::ArrayRef<llvm::Value *> arguments);
};

} // namespace detsan
