#include "accesses.h"

#include "slots.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace detsan {

namespace {

// Entry points of libomp that give a task its descriptor: the pointer that they return goes to the
// function that they are given last, as its second argument.
bool allocatesTask(const Value *value) {
    const auto *call = dyn_cast<CallBase>(value);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee &&
           (callee->getName() == "__kmpc_omp_task_alloc" || callee->getName() == "__kmpc_omp_target_task_alloc");
}

bool isDescriptorOfThisTask(const Argument &argument) {
    return argument.getArgNo() == 1 && any_of(argument.getParent()->users(), allocatesTask);
}

bool mayBeCaptured(const Value *pointer) {
    return PointerMayBeCaptured(pointer, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

// Whether `object` is a task's descriptor, or the pointers to shared variables that hang on it, and
// only its creator until the creation, or only the task itself, can have to do with it when
// `instruction` runs.
bool isDescriptorOutOfReach(const Value *object, const Instruction &instruction, const DominatorTree &dominators) {
    if (const auto *argument = dyn_cast<Argument>(object))
        return isDescriptorOfThisTask(*argument) && !mayBeCaptured(argument);
    if (allocatesTask(object))
        return !PointerMayBeCapturedBefore(object, true, true, &instruction, &dominators);
    // The first word of a descriptor points to them.
    const auto *load = dyn_cast<LoadInst>(object);
    if (!load)
        return false;
    const Value *descriptor = load->getPointerOperand()->stripPointerCasts();
    if (const auto *argument = dyn_cast<Argument>(descriptor))
        return isDescriptorOfThisTask(*argument) && !mayBeCaptured(load);
    return allocatesTask(descriptor) &&
           !PointerMayBeCapturedBefore(descriptor, true, true, &instruction, &dominators) &&
           !PointerMayBeCapturedBefore(load, true, true, &instruction, &dominators);
}

// The counters of a profile or of coverage are the compiler's, and may race.
bool isCounter(const GlobalVariable &global) {
    return global.getName().starts_with("__llvm") || global.getSection().contains("__llvm_prf");
}

// Whether nobody but this call of the function can have to do with the memory, or nobody can write
// to it.
bool isOutOfReach(const Value *pointer, const Instruction &instruction, const DominatorTree &dominators) {
    const Value *object = getUnderlyingObject(pointer);
    if (const auto *global = dyn_cast<GlobalVariable>(object))
        return global->isConstant() || isCounter(*global);
    if (isa<AllocaInst>(object))
        return !mayBeCaptured(object);
    return isDescriptorOutOfReach(object, instruction, dominators);
}

} // namespace

std::optional<Access> Access::of(Instruction &instruction, const DominatorTree &dominators) {
    // The compiler's own, as those of other sanitizers are.
    if (instruction.hasMetadata(LLVMContext::MD_nosanitize))
        return std::nullopt;
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
    if (size.isScalable() || size.isZero() || pointer->getType()->getPointerAddressSpace() != 0 ||
        pointer->isSwiftError() || isOutOfReach(pointer, instruction, dominators))
        return std::nullopt;
    return Access{mode, pointer, size.getFixedValue(), isInSlot(pointer)};
}

std::optional<Access> Access::ofArgument(const CallBase &call, unsigned argument, const DominatorTree &dominators) {
    Value *pointer = call.getArgOperand(argument);
    if (!call.isByValArgument(argument) || pointer->getType()->getPointerAddressSpace() != 0 ||
        isOutOfReach(pointer, call, dominators))
        return std::nullopt;
    const TypeSize size = call.getDataLayout().getTypeAllocSize(call.getParamByValType(argument));
    return size.isZero() ? std::nullopt
                         : std::optional(Access{Mode::Read, pointer, size.getFixedValue(), isInSlot(pointer)});
}

void giveLine(Instruction &access) {
    const auto hasLine = [](const Instruction &instruction) {
        return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
    };
    if (hasLine(access))
        return;
    const auto take = [&](const Value *other) {
        const auto *instruction = dyn_cast<Instruction>(other);
        if (!hasLine(access) && instruction && hasLine(*instruction))
            access.setDebugLoc(instruction->getDebugLoc());
    };
    for_each(access.users(), take);
    for_each(access.operand_values(), take);
}

Mark::Mark(Module &module, StringRef name) {
    NamedMDNode *marks = module.getOrInsertNamedMetadata(name);
    if (marks->getNumOperands() == 0)
        marks->addOperand(MDNode::getDistinct(module.getContext(), {}));
    group = marks->getOperand(0);
}

void Mark::put(Instruction &access) const {
    access.setMetadata(LLVMContext::MD_access_group,
                       uniteAccessGroups(access.getMetadata(LLVMContext::MD_access_group), group));
}

bool Mark::isOn(const Instruction &access) const {
    const MDNode *groups = access.getMetadata(LLVMContext::MD_access_group);
    return groups && (groups == group || is_contained(groups->operands(), group));
}

} // namespace detsan
