#include "hooks.h"

#include "layout.h"
#include "slots.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace detsan {

// Larger ones are spoken of as ranges.
static constexpr uint64_t LARGEST_ELEMENT = 128;

void Hooks::emitAccess(Instruction &before, const Access &access, const Instruction *origin) {
    const StringRef mode = access.mode == Mode::Write ? "write" : "read";
    IntegerType *word = Type::getInt64Ty(module.getContext());
    if (access.hasHook() && access.is_in_slot) {
        emit(before, origin->getDebugLoc(), ("__detsan_" + mode + "_slot").str(),
             {access.pointer, ConstantInt::get(word, access.width)});
    } else if (access.hasHook()) {
        emit(before, origin->getDebugLoc(), ("__tsan_" + mode + Twine(access.width)).str(), {access.pointer});
    } else {
        emitRows(before, access, origin, access.pointer, ConstantInt::get(word, access.width),
                 ConstantInt::get(word, 0), ConstantInt::get(word, 1));
    }
}

void Hooks::emitRows(Instruction &before, const Access &like, const Instruction *origin, Value *start, Value *row,
                     Value *stride, Value *rows) {
    Value *width =
        ConstantInt::get(Type::getInt64Ty(module.getContext()), like.width <= LARGEST_ELEMENT ? like.width : 0);
    const StringRef mode = like.mode == Mode::Write ? "write" : "read";
    emit(before, origin->getDebugLoc(), ("__detsan_" + mode + (like.is_in_slot ? "_slot" : "") + "_rows").str(),
         {start, row, stride, rows, width});
}

void Hooks::replaceInSlot(MemIntrinsic &call) {
    IRBuilder<> builder(&call);
    Type *word = builder.getInt64Ty();
    const auto flag = [&](bool is_in_slot, uint64_t bit) { return is_in_slot ? bit : 0; };
    Value *length = builder.CreateZExtOrTrunc(call.getLength(), word);
    uint64_t slots = flag(isInSlot(call.getRawDest()), layout::TO_SLOT);
    SmallVector<Value *, 4> arguments = {call.getRawDest()};
    StringRef name = "__detsan_slot_memset";
    if (auto *copy = dyn_cast<MemTransferInst>(&call)) {
        slots |= flag(isInSlot(copy->getRawSource()), layout::FROM_SLOT);
        arguments.push_back(copy->getRawSource());
        // Blocks that do not overlap may be moved as well.
        name = "__detsan_slot_memmove";
    } else {
        arguments.push_back(builder.CreateZExt(cast<MemSetInst>(call).getValue(), word));
    }
    arguments.append({length, ConstantInt::get(word, slots)});
    SmallVector<Type *, 4> types;
    for (const Value *argument : arguments)
        types.push_back(argument->getType());
    CallInst *hook = builder.CreateCall(
        module.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, false)), arguments);
    hook->setDoesNotThrow();
    hook->addFnAttr(Attribute::NoMerge);
    hook->setDebugLoc(call.getDebugLoc());
    call.eraseFromParent();
}

void Hooks::emitProgress(Instruction &before) { emit(before, before.getDebugLoc(), "__detsan_progress", {}); }

void Hooks::emitCall(Instruction &before, const DebugLoc &line, StringRef name, ArrayRef<Value *> arguments) {
    emit(before, line, name, arguments);
}

void Hooks::emitCold(Instruction &before, StringRef name, ArrayRef<Value *> arguments) {
    CallInst *call = emit(before, before.getDebugLoc(), name, arguments);
    Function *hook = call->getCalledFunction();
    hook->setCallingConv(CallingConv::PreserveMost);
    // The first call through a procedure linkage table is resolved by code that keeps the registers
    // of C's calling convention only. So the loader has to resolve this one before.
    hook->addFnAttr(Attribute::NonLazyBind);
    call->setCallingConv(CallingConv::PreserveMost);
    // It returns to the place that it is asked about.
    call->setTailCallKind(CallInst::TCK_NoTail);
}

CallInst *Hooks::emit(Instruction &before, const DebugLoc &line, StringRef name, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 5> types;
    for (const Value *argument : arguments)
        types.push_back(argument->getType());
    FunctionCallee hook =
        module.getOrInsertFunction(name, FunctionType::get(Type::getVoidTy(module.getContext()), types, false));
    CallInst *call = CallInst::Create(hook, arguments, "", before.getIterator());
    // A hook touches the shadow and its own state, and comes back.
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::WillReturn);
    call->addFnAttr(Attribute::NoSync);
    call->addFnAttr(Attribute::NoFree);
    call->addFnAttr(Attribute::NoCallback);
    // Each has a line of its own.
    call->addFnAttr(Attribute::NoMerge);
    call->setOnlyAccessesInaccessibleMemory();
    call->setDebugLoc(line);
    return call;
}

} // namespace detsan
