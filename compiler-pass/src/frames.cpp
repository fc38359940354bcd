#include "frames.h"

#include "layout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

using namespace llvm;

namespace detsan {

void takeOverFrames() {
    const auto &options = cl::getRegisteredOptions();
    const auto option = options.find("tsan-instrument-func-entry-exit");
    if (option == options.end())
        report_fatal_error("DetSan's pass does not know this ThreadSanitizer: it is for LLVM 19");
    static_cast<cl::opt<bool> *>(option->second)->setValue(false);
}

namespace {

// Debuggers and reports want a place in the function for every call, though it is on no line.
DebugLoc noLine(const Function &function) {
    DISubprogram *subprogram = function.getSubprogram();
    return subprogram ? DebugLoc(DILocation::get(function.getContext(), 0, 0, subprogram)) : DebugLoc();
}

// Returns where the frame lies; null if it is known to the hooks alone.
Value *enter(Instruction &before, Means means, const State &state, Hooks &hooks) {
    const DebugLoc line = noLine(*before.getFunction());
    const auto return_address = [](IRBuilderBase &builder) {
        return builder.CreateIntrinsic(Intrinsic::returnaddress, {}, {builder.getInt32(0)});
    };
    if (means == Means::Calls) {
        IRBuilder<> builder(&before);
        builder.SetCurrentDebugLocation(line);
        hooks.emitCall(before, line, "__tsan_func_entry", {return_address(builder)});
        return nullptr;
    }
    Inlined code(before, line);
    IRBuilder<> &builder = code.builder;
    Type *pointer = builder.getPtrTy();
    Value *top = state.load(builder, pointer, layout::STACK_TOP);
    code.callIf(builder.CreateICmpUGE(top, state.load(builder, pointer, layout::STACK_END)));
    const auto at = [&](uint64_t offset) {
        return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), top, offset);
    };
    builder.CreateStore(return_address(builder), at(layout::FRAME_CALL_PC));
    Value *own = builder.CreateIntrinsic(Intrinsic::frameaddress, {pointer}, {builder.getInt32(0)});
    builder.CreateStore(own, at(layout::FRAME_ADDRESS));
    // The other half of the word is the number of the call path, which is 0 until somebody needs
    // it.
    Value *clock = builder.CreateZExt(state.load(builder, builder.getInt32Ty(), layout::CLOCK), builder.getInt64Ty());
    builder.CreateStore(clock, at(layout::FRAME_CLOCK));
    state.store(builder, at(layout::FRAME_SIZE), layout::STACK_TOP);
    code.end(hooks, "__detsan_enter", {});
    return top;
}

void leave(Instruction &before, Value *frame, const State &state, Hooks &hooks) {
    const DebugLoc line = before.getDebugLoc() ? before.getDebugLoc() : noLine(*before.getFunction());
    if (!frame) {
        hooks.emitCall(before, line, "__tsan_func_exit", {});
        return;
    }
    // The frame is still known, so the top is only looked at and not worked with: else every push
    // would have to wait for the pop before, and that for its push.
    Inlined code(before, line);
    IRBuilder<> &builder = code.builder;
    Type *pointer = builder.getPtrTy();
    Value *top = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, layout::FRAME_SIZE);
    code.callIf(builder.CreateICmpNE(top, state.load(builder, pointer, layout::STACK_TOP)));
    code.callIf(builder.CreateICmpULE(top, state.load(builder, pointer, layout::EXIT_LIMIT)));
    state.store(builder, frame, layout::STACK_TOP);
    code.end(hooks, "__detsan_leave", {});
}

} // namespace

void follow(Function &function, Means means, const State &state, Hooks &hooks) {
    // Static variables have been moved to the beginning.
    BasicBlock::iterator first = function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    Value *frame = enter(*first, means, state, hooks);
    SmallVector<Instruction *, 4> exits;
    EscapeEnumerator escapes(function, "detsan_cleanup");
    while (IRBuilder<> *exit = escapes.Next())
        exits.push_back(&*exit->GetInsertPoint());
    for (Instruction *exit : exits)
        leave(*exit, frame, state, hooks);
}

} // namespace detsan
