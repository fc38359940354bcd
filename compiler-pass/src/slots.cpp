#include "slots.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace detsan {

namespace {

// How many values are looked at on the way from an address to the number.
constexpr unsigned MOST_VALUES = 200;

class Search {
  public:
    // Of a number, or of a pointer.
    bool depends(const Value *value) {
        // What has been seen depends if the rest does: a variable that a loop changes.
        if (!seen.insert(value).second)
            return true;
        if (++steps > MOST_VALUES)
            return false;
        const auto also = [&](const Value *operand) { return depends(operand); };
        if (const auto *argument = dyn_cast<Argument>(value))
            return dependsInAllCalls(*argument);
        if (const auto *element = dyn_cast<GEPOperator>(value))
            return any(element->operands());
        if (const auto *phi = dyn_cast<PHINode>(value))
            return all_of(phi->incoming_values(), also);
        if (const auto *choice = dyn_cast<SelectInst>(value))
            return depends(choice->getTrueValue()) && depends(choice->getFalseValue());
        if (isa<SExtInst, ZExtInst, TruncInst, FreezeInst, PtrToIntInst, IntToPtrInst, BitCastInst, AddrSpaceCastInst>(
                value))
            return depends(cast<Instruction>(value)->getOperand(0));
        if (const auto *operation = dyn_cast<BinaryOperator>(value))
            return keepsNumbersApart(*operation) && any(operation->operands());
        if (const auto *load = dyn_cast<LoadInst>(value))
            return isLoadDependent(*load);
        if (const auto *call = dyn_cast<CallBase>(value))
            return isNumber(*call);
        return false;
    }

  private:
    SmallPtrSet<const Value *, 16> seen;
    unsigned steps = 0;

    // Whether one of the operands depends. What was seen on the way to another one proves nothing.
    template <typename Operands> bool any(const Operands &operands) {
        for (const Use &operand : operands) {
            const SmallPtrSet<const Value *, 16> before = seen;
            if (depends(operand.get()))
                return true;
            seen = before;
        }
        return false;
    }

    static bool isNumber(const CallBase &call) {
        const Function *callee = call.getCalledFunction();
        return callee &&
               (callee->getName() == "omp_get_thread_num" || callee->getName() == "__kmpc_global_thread_num" ||
                callee->getName() == "__kmpc_threadprivate_cached");
    }

    // A quotient or remainder may be the same for two threads.
    static bool keepsNumbersApart(const BinaryOperator &operation) {
        switch (operation.getOpcode()) {
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Mul:
        case Instruction::Shl:
        case Instruction::Xor:
            return true;
        case Instruction::Or:
            return cast<PossiblyDisjointInst>(operation).isDisjoint();
        default:
            return false;
        }
    }

    bool isLoadDependent(const LoadInst &load) {
        const Value *from = load.getPointerOperand()->stripPointerCasts();
        if (const auto *variable = dyn_cast<AllocaInst>(from))
            return isVariableDependent(*variable);
        return load.getType()->isPointerTy() && (isThreadLocal(from) || depends(from));
    }

    // A local variable, as it is without optimisation.
    bool isVariableDependent(const AllocaInst &variable) {
        if (variable.isArrayAllocation() ||
            PointerMayBeCaptured(&variable, /*ReturnCaptures=*/true, /*StoreCaptures=*/true))
            return false;
        bool is_stored = false;
        for (const User *user : variable.users()) {
            if (const auto *store = dyn_cast<StoreInst>(user)) {
                if (!depends(store->getValueOperand()))
                    return false;
                is_stored = true;
            } else if (!isa<LoadInst>(user) && !isa<IntrinsicInst>(user)) {
                return false;
            }
        }
        return is_stored;
    }

    bool dependsInAllCalls(const Argument &argument) {
        const Function *function = argument.getParent();
        return function->hasLocalLinkage() && !function->use_empty() && all_of(function->uses(), [&](const Use &use) {
                   const auto *call = dyn_cast<CallBase>(use.getUser());
                   return call && call->isCallee(&use) && argument.getArgNo() < call->arg_size() &&
                          depends(call->getArgOperand(argument.getArgNo()));
               });
    }

    // Whether this is an address in a thread-local variable.
    static bool isThreadLocal(const Value *pointer) {
        while (const auto *element = dyn_cast<GEPOperator>(pointer))
            pointer = element->getPointerOperand()->stripPointerCasts();
        if (const auto *call = dyn_cast<CallBase>(pointer)) {
            // C++ has a function for each variable that another file may initialise.
            const Function *callee = call->getCalledFunction();
            return callee && (callee->getIntrinsicID() == Intrinsic::threadlocal_address ||
                              callee->getName().starts_with("_ZTW"));
        }
        const auto *global = dyn_cast<GlobalVariable>(pointer);
        return global && global->isThreadLocal();
    }
};

} // namespace

bool isInSlot(const Value *pointer) { return Search().depends(pointer); }

} // namespace detsan
