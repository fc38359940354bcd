#include "passes.h"

#include "accesses.h"
#include "copies.h"
#include "hooks.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace detsan {

// Whether ThreadSanitizer's pass calls no hook at this access. (Of LLVM 19. Of accesses to the function's own variables it asks whether just this pointer is passed on, which
// that to an element of an array is not, even if the array is.)
static bool isPassedOver(const Access &access) {
    return !access.hasHook() || (isa<AllocaInst>(getUnderlyingObject(access.pointer)) &&
                                 !PointerMayBeCaptured(access.pointer, /*ReturnCaptures=*/true, /*StoreCaptures=*/true));
}

static bool isSimple(const Instruction &instruction) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return load ? load->isSimple() : cast<StoreInst>(instruction).isSimple();
}

PreservedAnalyses SettlePass::run(Function &function, FunctionAnalysisManager &analyses) {
    if (!function.hasFnAttribute(Attribute::SanitizeThread))
        return PreservedAnalyses::all();
    expandCopies(function);
    const Mark mark(*function.getParent());
    Hooks hooks(*function.getParent());
    const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    MDNode *nothing = MDNode::get(function.getContext(), {});
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
        if (!isa<LoadInst, StoreInst>(instruction))
            continue;
        bool is_settled = mark.isOn(instruction);
        if (!is_settled) {
            giveLine(instruction);
            const std::optional<Access> access = Access::of(instruction, dominators);
            is_settled = access ? isPassedOver(*access) : isSimple(instruction);
            if (access && is_settled)
                hooks.emitAccess(instruction, *access, &instruction);
        }
        if (is_settled)
            instruction.setMetadata(LLVMContext::MD_nosanitize, nothing);
    }
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

} // namespace detsan
