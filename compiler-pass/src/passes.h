// The passes.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace detsan {

// Checks what loops access before they begin.
struct HoistPass : llvm::PassInfoMixin<HoistPass> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

// Keeps ThreadSanitizer's pass, which comes next, from accesses that are checked elsewhere, and
// checks those that it would pass over. In code that is optimised for speed, checks most of the
// others in line, too. Follows calls.
class SettlePass : public llvm::PassInfoMixin<SettlePass> {
  public:
    explicit SettlePass(llvm::OptimizationLevel level) : is_optimised(level != llvm::OptimizationLevel::O0) {}
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return true; }

  private:
    bool is_optimised;
};

} // namespace detsan
