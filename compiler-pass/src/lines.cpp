// An access that an optimisation moves loses its line, because a debugger would jump about. Reports
// need it. So the lines are looked at before each of the passes that move accesses, and given back
// afterwards.
//
// | optimisation | what it does to lines | remedy |
// |---|---|---|
// | LICM, GVN, InstCombine and others: an access is moved | the line goes | it gets it back |
// | LICM: a variable becomes a register for the time of a loop | the new accesses have none, or that of the loop's end | that of an access in the loop |
// | SimplifyCFG, MergedLoadStoreMotion: accesses of both branches become one | nobody knows which line it is on | not done |
// | InstCombine: the same of stores at the ends of both branches | the same | the stores are volatile for the time of that pass |
#include "lines.h"

#include "units.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Support/CommandLine.h"
#include <memory>

using namespace llvm;

namespace detsan {

namespace {

// Passes that move loads and stores, or make new ones in their place.
constexpr StringLiteral MOVERS[] = {"LICMPass",        "GVNPass",           "InstCombinePass", "EarlyCSEPass",
                                    "SimplifyCFGPass", "JumpThreadingPass", "SROAPass"};

// Options of LLVM by which accesses on several lines become one.
constexpr StringLiteral MERGERS[] = {"simplifycfg-hoist-common", "simplifycfg-sink-common",
                                     "simplifycfg-hoist-cond-stores", "simplifycfg-merge-cond-stores"};

bool hasLine(const Instruction &instruction) {
    return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
}

// The function that a pass works on, if it is checked.
Function *checkedFunction(Any code) {
    Function *function = functionOf(code);
    if (const Loop *loop = loopOf(code))
        function = loop->getHeader()->getParent();
    return function && function->hasFnAttribute(Attribute::SanitizeThread) ? function : nullptr;
}

class Lines {
  public:
    void note(Function &function) {
        lines.clear();
        first.clear();
        for (Instruction &instruction : instructions(function))
            if (const Value *pointer = getLoadStorePointerOperand(&instruction); pointer && hasLine(instruction)) {
                lines[&instruction] = {pointer, instruction.getDebugLoc()};
                first.try_emplace({pointer, isa<StoreInst>(instruction)}, instruction.getDebugLoc());
            }
    }

    void giveBack(Function &function) const {
        for (Instruction &instruction : instructions(function)) {
            const Value *pointer = getLoadStorePointerOperand(&instruction);
            if (!pointer || hasLine(instruction))
                continue;
            const auto own = lines.find(&instruction);
            if (own != lines.end() && own->second.first == pointer)
                instruction.setDebugLoc(own->second.second);
            else
                giveLike(instruction, pointer);
        }
    }

  private:
    // With their pointers, because an instruction may take the place of another one.
    DenseMap<const Instruction *, std::pair<const Value *, DebugLoc>> lines;
    // Lines of the first load and the first store of each pointer.
    DenseMap<std::pair<const Value *, unsigned>, DebugLoc> first;

    // A new access gets the line of one to the same address.
    void giveLike(Instruction &instruction, const Value *pointer) const {
        const unsigned is_store = isa<StoreInst>(instruction);
        for (const unsigned mode : {is_store, 1 - is_store})
            if (const auto like = first.find({pointer, mode}); like != first.end())
                return instruction.setDebugLoc(like->second);
    }
};

// Keeps InstCombine from making one store of those at the ends of two branches.
class Apart {
  public:
    void hold(Function &function) {
        for (BasicBlock &block : function)
            if (StoreInst *store = lastStore(block); store && store->isSimple() && mayBecomeOneWithOther(*store)) {
                store->setVolatile(true);
                held.emplace_back(store);
            }
    }

    void release() {
        for (const WeakVH &store : held)
            if (store)
                cast<StoreInst>(store)->setVolatile(false);
        held.clear();
    }

  private:
    SmallVector<WeakVH> held;

    // If it is all that the block does before it goes on to the only block behind it.
    static StoreInst *lastStore(BasicBlock &block) {
        if (!block.getSingleSuccessor())
            return nullptr;
        return dyn_cast_or_null<StoreInst>(block.getTerminator()->getPrevNonDebugInstruction(/*SkipPseudoOp=*/true));
    }

    static bool mayBecomeOneWithOther(const StoreInst &store) {
        const BasicBlock *next = store.getParent()->getSingleSuccessor();
        return any_of(predecessors(next), [&](const BasicBlock *other) {
            return other != store.getParent() && any_of(*other, [&](const Instruction &instruction) {
                       const auto *like = dyn_cast<StoreInst>(&instruction);
                       return like && like->getPointerOperand() == store.getPointerOperand() &&
                              like->getDebugLoc() != store.getDebugLoc();
                   });
        });
    }
};

// What is noted before a pass is for the end of that pass: those that move accesses do not run
// inside of each other.
class Keeper {
  public:
    Keeper() {
        for (const StringLiteral name : MERGERS)
            if (cl::Option *option = cl::getRegisteredOptions().lookup(name)) {
                auto *merges = static_cast<cl::opt<bool> *>(option);
                options.push_back({merges, *merges});
            }
    }

    void before(StringRef pass, Any code) {
        if (!is_contained(MOVERS, pass))
            return;
        Function *function = checkedFunction(code);
        for (const auto &[option, by_user] : options)
            option->setValue(by_user && !function);
        if (function)
            lines.note(*function);
        if (function && pass == "InstCombinePass")
            apart.hold(*function);
    }

    void after(StringRef pass, Any code) {
        apart.release();
        if (is_contained(MOVERS, pass))
            if (Function *function = checkedFunction(code))
                lines.giveBack(*function);
    }

  private:
    Lines lines;
    Apart apart;
    SmallVector<std::pair<cl::opt<bool> *, bool>, 4> options;
};

} // namespace

void keepLines(PassInstrumentationCallbacks &callbacks) {
    const auto keeper = std::make_shared<Keeper>();
    callbacks.registerBeforeNonSkippedPassCallback([keeper](StringRef pass, Any code) { keeper->before(pass, code); });
    callbacks.registerAfterPassCallback(
        [keeper](StringRef pass, Any code, const PreservedAnalyses &) { keeper->after(pass, code); });
    callbacks.registerShouldRunOptionalPassCallback(
        [](StringRef pass, Any code) { return pass != "MergedLoadStoreMotionPass" || !checkedFunction(code); });
}

} // namespace detsan
