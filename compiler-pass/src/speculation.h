// Accesses that only an optimisation makes: the source makes them under a condition that does not
// hold.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace detsan {

// Marks the accesses of the source, before any optimisation.
struct MarkSourcePass : llvm::PassInfoMixin<MarkSourcePass> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

// Checks loads that optimisations have made where their values are used, if that is under a
// condition.
struct UnspeculatePass : llvm::PassInfoMixin<UnspeculatePass> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

// Keeps optimisations from speculation that nobody could recognise afterwards.
void preventSpeculation(llvm::PassInstrumentationCallbacks &callbacks);

} // namespace detsan
