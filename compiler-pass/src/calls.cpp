#include "calls.h"

#include "layout.h"
#include "slots.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace detsan {

namespace {

// Whether the call can have no access that other tasks see.
bool touchesNothing(const CallBase &call) {
    return call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory();
}

// Entry points of the runtime and of the hooks, which are called often. That they are harmless is
// known at the end, too.
bool isOfRuntime(StringRef name) {
    return name.starts_with("__kmpc_") || name.starts_with("omp_") || name.starts_with("__tsan_") ||
           name.starts_with("__detsan_");
}

// Whether a function that LLVM knows may have accesses that the hooks do not tell of: the tool
// knows by its name (ompt-tool/src/trusted.rs).
bool mayFollowPointers(LibFunc known) {
    switch (known) {
    case LibFunc_dunder_isoc99_scanf:
    case LibFunc_dunder_isoc99_sscanf:
    case LibFunc_dunder_strtok_r:
    case LibFunc_fscanf:
    case LibFunc_memccpy:
    case LibFunc_memrchr:
    case LibFunc_mktime:
    case LibFunc_scanf:
    case LibFunc_sscanf:
    case LibFunc_strcoll:
    case LibFunc_strtok:
    case LibFunc_strtok_r:
    case LibFunc_strxfrm:
    case LibFunc_vfscanf:
    case LibFunc_vscanf:
    case LibFunc_vsscanf:
        return true;
    default:
        return false;
    }
}

// Whether the linker may take another object file's definition.
bool mayBeElsewhere(const Function &callee, const TargetLibraryInfo &library) {
    LibFunc known;
    return !callee.isIntrinsic() && !callee.isStrongDefinitionForLinker() && !callee.hasLocalLinkage() &&
           !isOfRuntime(callee.getName()) && (!library.getLibFunc(callee, known) || mayFollowPointers(known));
}

} // namespace

Calls::Calls(Module &module) : module(module) {
    Type *byte = Type::getInt8Ty(module.getContext());
    auto *symbol = new GlobalVariable(module, byte, /*isConstant=*/true, GlobalValue::InternalLinkage,
                                      ConstantInt::get(byte, 1), layout::OBJECT_SYMBOL);
    appendToUsed(module, {symbol});
}

void Calls::mark(Function &function) const {
    if (!function.hasPrologueData())
        function.setPrologueData(ConstantInt::get(Type::getInt64Ty(module.getContext()), layout::CODE_MARK));
}

GlobalVariable *Calls::recordOf(Function &callee) {
    GlobalVariable *&record = records[&callee];
    if (!record) {
        LLVMContext &context = module.getContext();
        Type *number = Type::getInt64Ty(context);
        auto *type = StructType::get(context, {callee.getType(), number});
        Constant *content = ConstantStruct::get(type, {&callee, ConstantInt::get(number, 0)});
        // It is written to, so the dynamic linker may put the address of the function itself there,
        // and not that of an entry of a linkage table.
        record =
            new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::PrivateLinkage, content, "detsan.call");
        record->setSection(layout::CALLS_SECTION);
        record->setAlignment(Align(16));
    }
    return record;
}

void Calls::count(Function &function, const TargetLibraryInfo &library, bool is_for_speed, const State &state,
                  Hooks &hooks) {
    SmallVector<CallBase *, 16> direct, indirect;
    for (BasicBlock &block : function)
        for (Instruction &instruction : block) {
            auto *call = dyn_cast<CallBase>(&instruction);
            if (!call || isa<CallBrInst>(call) || call->isInlineAsm() || touchesNothing(*call))
                continue;
            const Value *target = call->getCalledOperand()->stripPointerCasts();
            if (const auto *callee = dyn_cast<Function>(target)) {
                if (mayBeElsewhere(*callee, library))
                    direct.push_back(call);
            } else if (!isa<Constant>(target)) {
                indirect.push_back(call);
            }
        }
    for (CallBase *call : direct) {
        IRBuilder<> builder(call);
        builder.SetNoSanitizeMetadata();
        GlobalVariable *record = recordOf(*cast<Function>(call->getCalledOperand()->stripPointerCasts()));
        Type *number = builder.getInt64Ty();
        Value *calls = builder.CreateStructGEP(record->getValueType(), record, 1);
        Value *weight = state.load(builder, number, layout::CALL_WEIGHT);
        builder.CreateStore(builder.CreateAdd(builder.CreateLoad(number, calls), weight), calls);
    }
    for (CallBase *call : indirect) {
        Value *callee = call->getCalledOperand();
        if (!is_for_speed) {
            hooks.emitCold(*call, "__detsan_unmarked_callee", {callee});
            continue;
        }
        Inlined code(*call, call->getDebugLoc());
        IRBuilder<> &builder = code.builder;
        Type *number = builder.getInt64Ty();
        Value *beginning = builder.CreateAlignedLoad(number, callee, Align(1));
        code.callIf(builder.CreateICmpNE(beginning, ConstantInt::get(number, layout::CODE_MARK)));
        code.end(hooks, "__detsan_unmarked_callee", {callee});
    }
}

void Calls::tellOfSlots(Function &function, Hooks &hooks) {
    struct Passing {
        CallInst *call;
        Value *slot;
    };
    SmallVector<Passing, 4> passings;
    for (BasicBlock &block : function)
        for (Instruction &instruction : block) {
            auto *call = dyn_cast<CallInst>(&instruction);
            const Function *callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || isOfRuntime(callee->getName()) ||
                call->isMustTailCall())
                continue;
            const auto *slot = find_if(call->args(), [](const Use &argument) {
                return argument->getType()->isPointerTy() && isInSlot(argument);
            });
            if (slot != call->arg_end())
                passings.push_back({call, slot->get()});
        }
    for (const auto &[call, slot] : passings) {
        hooks.emitCall(*call, call->getDebugLoc(), "__detsan_slot_argument", {slot});
        Value *none = ConstantPointerNull::get(cast<PointerType>(slot->getType()));
        hooks.emitCall(*call->getNextNode(), call->getDebugLoc(), "__detsan_slot_argument", {none});
    }
}

} // namespace detsan
