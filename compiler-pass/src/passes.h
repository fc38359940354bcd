// The passes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace detsan {

// Checks what loops access before they begin.
struct HoistPass : llvm::PassInfoMixin<HoistPass> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

// Keeps ThreadSanitizer's pass, which comes next, from accesses that are checked elsewhere, and checks those that it would pass over.
struct SettlePass : llvm::PassInfoMixin<SettlePass> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
    static bool isRequired() { return true; }
};

} // namespace detsan
