#include "accesses.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace detsan {

// Whether nobody but this call of the function can have to do with the memory, or nobody can write to it.
static bool isOutOfReach(const Value *pointer) {
    const Value *object = getUnderlyingObject(pointer);
    if (const auto *global = dyn_cast<GlobalVariable>(object))
        return global->isConstant() || global->getName().starts_with("__llvm");
    return isa<AllocaInst>(object) && !PointerMayBeCaptured(object, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

std::optional<Access> Access::of(Instruction &instruction) {
    Mode mode;
    Type *type;
    if (const auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
        mode = Mode::Read;
        type = load->getType();
    } else if (const auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
        mode = Mode::Write;
        type = store->getValueOperand()->getType();
    } else {
        return std::nullopt;
    }
    Value *pointer = getLoadStorePointerOperand(&instruction);
    const TypeSize size = instruction.getModule()->getDataLayout().getTypeStoreSize(type);
    if (size.isScalable() || size.isZero() || pointer->getType()->getPointerAddressSpace() != 0 || pointer->isSwiftError() || isOutOfReach(pointer))
        return std::nullopt;
    return Access{mode, pointer, size.getFixedValue()};
}

static const char MARKS[] = "detsan.checked";

Mark::Mark(Module &module) {
    NamedMDNode *marks = module.getOrInsertNamedMetadata(MARKS);
    if (marks->getNumOperands() == 0)
        marks->addOperand(MDNode::getDistinct(module.getContext(), {}));
    group = marks->getOperand(0);
}

void Mark::put(Instruction &access) const {
    access.setMetadata(LLVMContext::MD_access_group, uniteAccessGroups(access.getMetadata(LLVMContext::MD_access_group), group));
}

bool Mark::isOn(const Instruction &access) const {
    const MDNode *groups = access.getMetadata(LLVMContext::MD_access_group);
    return groups && (groups == group || is_contained(groups->operands(), group));
}

} // namespace detsan
