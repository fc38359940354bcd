// What a pass works on, as LLVM's callbacks tell it: a function or a loop.
#pragma once

#include "llvm/ADT/Any.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

// `any_cast` tells types apart by the addresses of these variables. They have to be LLVM's own: the
// linker keeps what the plugin defines to the plugin, and then no type would ever be the right one.
namespace llvm {
extern template struct __attribute__((visibility("default"))) Any::TypeId<const Function *>;
extern template struct __attribute__((visibility("default"))) Any::TypeId<const Loop *>;
} // namespace llvm

namespace detsan {

// Null if it is something else.
inline llvm::Function *functionOf(const llvm::Any &unit) {
    const auto *function = llvm::any_cast<const llvm::Function *>(&unit);
    return function ? const_cast<llvm::Function *>(*function) : nullptr;
}

inline const llvm::Loop *loopOf(const llvm::Any &unit) {
    const auto *loop = llvm::any_cast<const llvm::Loop *>(&unit);
    return loop ? *loop : nullptr;
}

} // namespace detsan
