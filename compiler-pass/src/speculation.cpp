// LLVM 19 asks `mustSuppressSpeculation` before most speculation, which says no for functions that
// ThreadSanitizer's pass instruments. These places do not ask:
//
// | optimisation | example | remedy |
// |---|---|---|
// | InstCombine, SROA: a load of a selected address becomes a selection of loads | `c ? a : b` | checked where it is selected |
// | LICM: a variable becomes a register for the time of a loop | `for (…) if (c) x++;` | not done for such a variable |
// | ArgumentPromotion: the caller loads what the callee may need | `if (c) return *p;` | not done |
//
// The selected loads are new instructions, and do not have the mark of the source's.
#include "speculation.h"

#include "accesses.h"
#include "hooks.h"
#include "units.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace detsan {

namespace {

constexpr char SOURCE[] = "detsan.source";

// How many operations may lie between a load and the selection of what they compute.
constexpr unsigned MOST_OPERATIONS = 6;

bool selects(const Use &use) { return isa<SelectInst>(use.getUser()) && use.getOperandNo() != 0; }

// Whether the user computes something of the value and does nothing else.
bool isOperation(const User &user) {
    return isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, GetElementPtrInst, FreezeInst>(user) &&
           isSafeToSpeculativelyExecute(cast<Instruction>(&user));
}

// Whether some use of the value is a selection, after a few operations.
bool isSelected(const Value &value, unsigned operations = 0) {
    return any_of(value.uses(), [&](const Use &use) {
        return selects(use) || (operations < MOST_OPERATIONS && isOperation(*use.getUser()) &&
                                isSelected(*use.getUser(), operations + 1));
    });
}

// Gathers where the value is needed: selections, and all other uses.
void gatherNeeds(Value &value, SmallVectorImpl<Use *> &needs, unsigned operations = 0) {
    for (Use &use : value.uses())
        if (!selects(use) && operations < MOST_OPERATIONS && isOperation(*use.getUser()) &&
            isSelected(*use.getUser(), operations + 1))
            gatherNeeds(*use.getUser(), needs, operations + 1);
        else
            needs.push_back(&use);
}

// Before which instruction a check for this use has to stand.
Instruction *placeFor(Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *phi = dyn_cast<PHINode>(user))
        return phi->getIncomingBlock(use)->getTerminator();
    if (!selects(use))
        return user;
    auto *choice = cast<SelectInst>(user);
    Value *condition = choice->getCondition();
    if (!condition->getType()->isIntegerTy(1))
        return choice;
    if (use.getOperandNo() == 1)
        return SplitBlockAndInsertIfThen(condition, choice->getIterator(), /*Unreachable=*/false);
    return SplitBlockAndInsertIfElse(condition, choice->getIterator(), /*Unreachable=*/false);
}

// How many operations an address is followed through. LICM knows no such limit.
constexpr unsigned MOST_STEPS = 8;

// Whether LICM may find that the value is the same in all rounds of the loop. It moves out of the
// loop what the value is computed from before it promotes variables.
bool mayBeInvariant(const Value &value, const Loop &loop, unsigned steps = 0) {
    if (loop.isLoopInvariant(&value) || steps == MOST_STEPS)
        return true;
    const auto &instruction = cast<Instruction>(value);
    if (isa<PHINode, AllocaInst>(instruction) || instruction.mayWriteToMemory())
        return false;
    return all_of(instruction.operands(),
                  [&](const Use &operand) { return mayBeInvariant(*operand, loop, steps + 1); });
}

// Whether promotion to a register would load a variable in front of the loop that the loop may
// leave alone. (LLVM 19 does so if a store in the loop shows that the address can be loaded.)
bool wouldSpeculate(const Loop &loop) {
    SmallVector<const Instruction *> stores;
    DenseSet<const Value *> always;
    bool loads = false;
    for (const BasicBlock *block : loop.blocks())
        for (const Instruction &instruction : *block)
            if (const Value *pointer = getLoadStorePointerOperand(&instruction);
                pointer && mayBeInvariant(*pointer, loop)) {
                loads |= isa<LoadInst>(instruction);
                if (isa<StoreInst>(instruction))
                    stores.push_back(&instruction);
            }
    if (stores.empty() || !loads)
        return false;
    const DominatorTree dominators(*const_cast<Function *>(loop.getHeader()->getParent()));
    SmallVector<BasicBlock *> ends;
    loop.getExitingBlocks(ends);
    loop.getLoopLatches(ends);
    const auto isCertain = [&](const BasicBlock *block) {
        return all_of(ends, [&](const BasicBlock *end) { return dominators.dominates(block, end); });
    };
    for (const BasicBlock *block : loop.blocks())
        if (isCertain(block))
            for (const Instruction &instruction : *block)
                if (const Value *pointer = getLoadStorePointerOperand(&instruction))
                    always.insert(pointer);
    return any_of(stores,
                  [&](const Instruction *store) { return !always.contains(getLoadStorePointerOperand(store)); });
}

} // namespace

PreservedAnalyses MarkSourcePass::run(Function &function, FunctionAnalysisManager &) {
    if (!function.hasFnAttribute(Attribute::SanitizeThread))
        return PreservedAnalyses::all();
    const Mark source(*function.getParent(), SOURCE);
    for (Instruction &instruction : instructions(function))
        // Optimisations make loads of copies.
        if (isa<LoadInst, MemTransferInst>(instruction))
            source.put(instruction);
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

PreservedAnalyses UnspeculatePass::run(Function &function, FunctionAnalysisManager &analyses) {
    if (!function.hasFnAttribute(Attribute::SanitizeThread))
        return PreservedAnalyses::all();
    Module &module = *function.getParent();
    const Mark source(module, SOURCE), checked(module);
    const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    SmallVector<std::pair<Instruction *, Access>> found;
    for (Instruction &instruction : instructions(function))
        if (isa<LoadInst>(instruction) && !source.isOn(instruction) && !checked.isOn(instruction) &&
            isSelected(instruction))
            if (const std::optional<Access> access = Access::of(instruction, dominators))
                found.push_back({&instruction, *access});
    Hooks hooks(module);
    for (const auto &[load, access] : found) {
        giveLine(*load);
        SmallVector<Use *> needs;
        gatherNeeds(*load, needs);
        for (Use *need : needs)
            hooks.emitAccess(*placeFor(*need), access, load);
        checked.put(*load);
    }
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

void preventSpeculation(PassInstrumentationCallbacks &callbacks) {
    auto *is_off = static_cast<cl::opt<bool> *>(cl::getRegisteredOptions().lookup("disable-licm-promotion"));
    const bool by_user = *is_off;
    callbacks.registerBeforeNonSkippedPassCallback([is_off, by_user](StringRef pass, Any code) {
        const Loop *loop = pass == "LICMPass" ? loopOf(code) : nullptr;
        if (loop)
            is_off->setValue(by_user || (loop->getHeader()->getParent()->hasFnAttribute(Attribute::SanitizeThread) &&
                                         wouldSpeculate(*loop)));
    });
    callbacks.registerShouldRunOptionalPassCallback(
        [](StringRef pass, Any) { return pass != "ArgumentPromotionPass"; });
}

} // namespace detsan
