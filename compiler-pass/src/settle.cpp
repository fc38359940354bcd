#include "passes.h"

#include "accesses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace detsan {

PreservedAnalyses SettlePass::run(Function &function, FunctionAnalysisManager &) {
    if (!function.hasFnAttribute(Attribute::SanitizeThread))
        return PreservedAnalyses::all();
    const Mark mark(*function.getParent());
    MDNode *nothing = MDNode::get(function.getContext(), {});
    for (Instruction &instruction : instructions(function))
        if (isa<LoadInst, StoreInst>(instruction) && mark.isOn(instruction))
            instruction.setMetadata(LLVMContext::MD_nosanitize, nothing);
    return PreservedAnalyses::all();
}

} // namespace detsan
