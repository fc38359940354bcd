#include "frames.h"
#include "lines.h"
#include "passes.h"
#include "speculation.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"

using namespace llvm;

extern "C" void detsan_register_passes(PassBuilder &builder) {
    builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
        if (level != OptimizationLevel::O0)
            passes.addPass(createModuleToFunctionPassAdaptor(detsan::MarkSourcePass()));
    });
    if (PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks()) {
        detsan::preventSpeculation(*callbacks);
        detsan::keepLines(*callbacks);
    }
    builder.registerVectorizerStartEPCallback([](FunctionPassManager &passes, OptimizationLevel level) {
        passes.addPass(detsan::UnspeculatePass());
        // As LLVM does next, and for the same reason: loops are to have a block before them, and
        // their condition at the end.
        passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(level != OptimizationLevel::Oz)));
        passes.addPass(detsan::HoistPass());
    });
    builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
        if (level != OptimizationLevel::O0)
            passes.addPass(createModuleToFunctionPassAdaptor(detsan::UnspeculatePass()));
        passes.addPass(detsan::SettlePass(level));
    });
    detsan::takeOverFrames();
}
