#include "state.h"

#include "layout.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace detsan {

State::State(Module &module) {
    variable = module.getNamedGlobal(layout::THREAD_SYMBOL);
    if (variable)
        return;
    Type *type = ArrayType::get(Type::getInt8Ty(module.getContext()), layout::THREAD_SIZE);
    variable = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
                                  layout::THREAD_SYMBOL);
    // The executable defines it. Code of a shared library has to ask the loader where; it may,
    // because an executable's variables are there from the start.
    const bool is_for_executable =
        module.getPICLevel() == PICLevel::NotPIC || module.getPIELevel() != PIELevel::Default;
    variable->setThreadLocalMode(is_for_executable ? GlobalValue::LocalExecTLSModel : GlobalValue::InitialExecTLSModel);
    variable->setDSOLocal(is_for_executable);
    variable->setAlignment(Align(8));
}

Value *State::field(IRBuilderBase &builder, uint64_t offset) const {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), builder.CreateThreadLocalAddress(variable), offset);
}

Value *State::load(IRBuilderBase &builder, Type *type, uint64_t offset) const {
    return builder.CreateLoad(type, field(builder, offset), /*isVolatile=*/true);
}

void State::store(IRBuilderBase &builder, Value *value, uint64_t offset) const {
    builder.CreateStore(value, field(builder, offset), /*isVolatile=*/true);
}

Inlined::Inlined(Instruction &before, DebugLoc line) : builder(&before) {
    BasicBlock *head = before.getParent();
    tail = head->splitBasicBlock(before.getIterator());
    cold = BasicBlock::Create(before.getContext(), "", before.getFunction());
    head->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(head);
    builder.SetCurrentDebugLocation(std::move(line));
    builder.SetNoSanitizeMetadata();
}

void Inlined::callIf(Value *condition) {
    BasicBlock *next = BasicBlock::Create(builder.getContext(), "", tail->getParent(), tail);
    builder.CreateCondBr(condition, cold, next, MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(next);
}

void Inlined::end(Hooks &hooks, StringRef name, ArrayRef<Value *> arguments) {
    builder.CreateBr(tail);
    builder.SetInsertPoint(cold);
    hooks.emitCold(*builder.CreateBr(tail), name, arguments);
}

} // namespace detsan
