#include "checks.h"

#include "layout.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace detsan {

// Whether the access may touch parts of several cells; null if it cannot.
static Value *isOutOfCells(IRBuilderBase &builder, Value *address, const Instruction &instruction,
                           const Access &access) {
    if (access.width == 1)
        return nullptr;
    // What the instruction says of its own alignment is not asked: a pointer into a packed
    // structure breaks that promise.
    if (computeKnownBits(access.pointer, instruction.getDataLayout(), 0, nullptr, &instruction)
            .countMinTrailingZeros() >= Log2_64(layout::CELL_SPAN))
        return nullptr;
    const bool is_part = access.width < layout::CELL_SPAN;
    Value *from = is_part ? builder.CreateAdd(address, builder.getInt64(access.width - 1)) : address;
    Value *offset = builder.CreateAnd(from, builder.getInt64(layout::CELL_SPAN - 1));
    // The last of two bytes is the first of a cell.
    return is_part ? builder.CreateIsNull(offset) : builder.CreateIsNotNull(offset);
}

// Where hooks note what becomes of cells at one access, for the next time (hook-abi has its
// layout).
static GlobalVariable *shortcut(Module &module) {
    Type *type = ArrayType::get(Type::getInt8Ty(module.getContext()), layout::SHORTCUT_SIZE);
    auto *variable = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                                        Constant::getNullValue(type), "detsan.shortcut");
    variable->setAlignment(Align(layout::SHORTCUT_SIZE));
    return variable;
}

void checkInLine(Instruction &instruction, const Access &access, const State &state, Hooks &hooks) {
    Inlined code(instruction, instruction.getDebugLoc());
    IRBuilder<> &builder = code.builder;
    Type *identifier = builder.getInt32Ty();
    Value *base = state.load(builder, identifier, layout::BASE);
    code.callIf(builder.CreateIsNull(base));
    Value *address = builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
    if (Value *is_out = isOutOfCells(builder, address, instruction, access))
        code.callIf(is_out);
    Value *word = builder.CreateAnd(address, builder.getInt64(layout::SHADOW_WORDS));
    const uint64_t cell_size = layout::CELL_SPAN * layout::SHADOW_SCALE;
    const uint64_t half = access.mode == Mode::Write ? 0 : cell_size / 2;
    for (uint64_t covered = 0; covered < access.width; covered += layout::CELL_SPAN) {
        // Computed in the block in which it is used, so that it becomes part of the instruction
        // that compares.
        Value *first = builder.CreateIntToPtr(builder.getInt64(layout::SHADOW_BASE), builder.getPtrTy());
        Value *cell = builder.CreatePtrAdd(first, builder.CreateShl(word, Log2_64(layout::SHADOW_SCALE)));
        Value *recorded =
            builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), cell, covered * layout::SHADOW_SCALE + half);
        // Volatile for the same reason as the thread's state.
        code.callIf(builder.CreateICmpUGT(base, builder.CreateLoad(identifier, recorded, /*isVolatile=*/true)));
    }
    const StringRef mode = access.mode == Mode::Write ? "write" : "read";
    SmallVector<Value *, 2> arguments = {access.pointer};
    if (access.width >= layout::CELL_SPAN)
        arguments.push_back(shortcut(*instruction.getModule()));
    code.end(hooks, ("__detsan_" + mode + Twine(access.width)).str(), arguments);
}

} // namespace detsan
