#include "passes.h"

#include "accesses.h"
#include "calls.h"
#include "checks.h"
#include "copies.h"
#include "frames.h"
#include "hooks.h"
#include "slots.h"
#include "state.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Instrumentation.h"

using namespace llvm;

namespace detsan {

namespace {

// A function with more accesses than this, which somebody has generated, calls a hook for each:
// checks would take the compiler too long.
constexpr size_t MOST_IN_LINE = 4000;

// Whether ThreadSanitizer's pass calls no hook at this access. (Of LLVM 19. Of accesses to the
// function's own variables it asks whether just this pointer is passed on, which that to an element
// of an array is not, even if the array is.)
bool isPassedOver(const Access &access) {
    return !access.hasHook() || access.is_in_slot ||
           (isa<AllocaInst>(getUnderlyingObject(access.pointer)) &&
            !PointerMayBeCaptured(access.pointer, /*ReturnCaptures=*/true, /*StoreCaptures=*/true));
}

bool isSimple(const Instruction &instruction) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return load ? load->isSimple() : cast<StoreInst>(instruction).isSimple();
}

// Whether the access is to an object's pointer to its virtual functions, which has hooks of its
// own.
bool isOfVirtualFunctions(const Instruction &instruction) {
    const MDNode *tag = instruction.getMetadata(LLVMContext::MD_tbaa);
    return tag && tag->isTBAAVtableAccess();
}

// Whether a table of virtual functions is read, which nobody writes to.
bool isInVirtualTable(const Access &access) {
    const auto *element = dyn_cast<GetElementPtrInst>(access.pointer);
    const auto *table = dyn_cast<LoadInst>(element ? element->getPointerOperand() : access.pointer);
    return access.mode == Mode::Read && table && isOfVirtualFunctions(*table);
}

class Settling {
  public:
    Settling(Function &function, const DominatorTree &dominators, const Mark &mark, Means means)
        : function(function), dominators(dominators), mark(mark), means(means) {}

    void run(const State &state, Hooks &hooks) {
        for (BasicBlock &block : function)
            choose(block);
        if (in_line.size() > MOST_IN_LINE) {
            means = Means::Calls;
            for (const auto &[instruction, access] : in_line)
                if (isPassedOver(access))
                    by_call.push_back({instruction, access});
                else
                    instruction->setMetadata(LLVMContext::MD_nosanitize, nullptr);
            in_line.clear();
        }
        // Variables that are not in the first block would be taken for such as are made at run
        // time.
        BasicBlock &entry = function.getEntryBlock();
        PrepareToSplitEntryBlock(entry, entry.getFirstInsertionPt());
        for (const auto &[instruction, access] : by_call)
            hooks.emitAccess(*instruction, access, instruction);
        for (const auto &[instruction, access] : in_line)
            checkInLine(*instruction, access, state, hooks);
        for (MemIntrinsic *copy : in_slots)
            hooks.replaceInSlot(*copy);
        if (is_heard_of)
            follow(function, means, state, hooks);
    }

  private:
    Function &function;
    const DominatorTree &dominators;
    const Mark &mark;
    Means means;
    SmallVector<std::pair<Instruction *, Access>> by_call, in_line;
    // Copies and fills, of which one side at least is found by the number of the thread.
    SmallVector<MemIntrinsic *> in_slots;
    // Whether it does anything that the tool may hear of, itself or in what it calls.
    bool is_heard_of = false;

    void choose(BasicBlock &block) {
        // What is written later on, before anything is called, and how many bytes of it.
        DenseMap<const Value *, uint64_t> written;
        for (Instruction &instruction : reverse(block)) {
            if (isa<LoadInst, StoreInst>(instruction) && function.hasFnAttribute(Attribute::SanitizeThread)) {
                choose(instruction, written);
            } else if (isa<CallBase>(instruction) &&
                       (!isa<IntrinsicInst>(instruction) || isa<MemIntrinsic>(instruction))) {
                is_heard_of = true;
                written.clear();
                if (function.hasFnAttribute(Attribute::SanitizeThread)) {
                    chooseArguments(cast<CallBase>(instruction));
                    if (auto *copy = dyn_cast<MemIntrinsic>(&instruction); copy && isInSlot(*copy))
                        in_slots.push_back(copy);
                }
            } else if (instruction.isAtomic()) {
                is_heard_of = true;
            }
        }
    }

    static bool isInSlot(const MemIntrinsic &call) {
        const auto *copy = dyn_cast<MemTransferInst>(&call);
        return detsan::isInSlot(call.getRawDest()) || (copy && detsan::isInSlot(copy->getRawSource()));
    }

    // Structures that are passed by value: the call reads them, and no load says so.
    void chooseArguments(CallBase &call) {
        for (unsigned argument = 0; argument < call.arg_size(); argument++)
            if (const std::optional<Access> access = Access::ofArgument(call, argument, dominators))
                by_call.push_back({&call, *access});
    }

    void choose(Instruction &instruction, DenseMap<const Value *, uint64_t> &written) {
        if (mark.isOn(instruction))
            return settle(instruction);
        giveLine(instruction);
        const std::optional<Access> access = Access::of(instruction, dominators);
        if (!access) {
            is_heard_of |= !isSimple(instruction);
            return isSimple(instruction) ? settle(instruction) : void();
        }
        // Whoever races with a read races with the write of the same memory as well.
        // ThreadSanitizer's pass does not look at the size.
        if (access->mode == Mode::Read && written.lookup(access->pointer) >= access->width)
            return settle(instruction);
        if (isInVirtualTable(*access))
            return settle(instruction);
        if (access->mode == Mode::Write)
            written[access->pointer] = access->width;
        is_heard_of = true;
        const bool is_in_line =
            means == Means::Inline && access->hasHook() && !access->is_in_slot && !isOfVirtualFunctions(instruction);
        if (!is_in_line && !isPassedOver(*access))
            return;
        (is_in_line ? in_line : by_call).push_back({&instruction, *access});
        settle(instruction);
    }

    void settle(Instruction &instruction) const {
        instruction.setMetadata(LLVMContext::MD_nosanitize, MDNode::get(function.getContext(), {}));
    }
};

// Whether ThreadSanitizer's pass has nothing to do with the function.
bool isLeftOut(const Function &function) {
    return function.isDeclaration() || function.hasFnAttribute(Attribute::Naked) ||
           function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
}

} // namespace

PreservedAnalyses SettlePass::run(Module &module, ModuleAnalysisManager &analyses) {
    // Else the user has switched the checks off for this file.
    if (none_of(module, [](const Function &function) { return function.hasFnAttribute(Attribute::SanitizeThread); }))
        return PreservedAnalyses::all();
    const Mark mark(module);
    const State state(module);
    Hooks hooks(module);
    Calls calls(module);
    FunctionAnalysisManager &of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (Function &function : module) {
        if (isLeftOut(function))
            continue;
        const bool is_for_speed = is_optimised && !function.hasOptNone() && !function.hasOptSize();
        if (function.hasFnAttribute(Attribute::SanitizeThread))
            expandCopies(function);
        const DominatorTree &dominators = of_functions.getResult<DominatorTreeAnalysis>(function);
        Settling(function, dominators, mark, is_for_speed ? Means::Inline : Means::Calls).run(state, hooks);
        if (function.hasFnAttribute(Attribute::SanitizeThread)) {
            calls.count(function, of_functions.getResult<TargetLibraryAnalysis>(function), is_for_speed, state, hooks);
            Calls::tellOfSlots(function, hooks);
            calls.mark(function);
        }
    }
    return PreservedAnalyses::none();
}

} // namespace detsan
