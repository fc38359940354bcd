#include "passes.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

extern "C" void detsan_register_passes(PassBuilder &builder) {
    builder.registerVectorizerStartEPCallback([](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(detsan::HoistPass()); });
    builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
        passes.addPass(createModuleToFunctionPassAdaptor(detsan::SettlePass()));
    });
}
