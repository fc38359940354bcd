// The shadow call stack: what a function does to it when it is entered and left.
#pragma once

#include "hooks.h"
#include "state.h"
#include "llvm/IR/Function.h"

namespace detsan {

// How a function works with the state of its thread.
enum class Means { Calls, Inline };

// ThreadSanitizer's pass would do that, too, by calls alone. This keeps it from doing so, in
// everything that this process compiles.
void takeOverFrames();

// Pushes a frame at the function's entry, and pops it wherever the function is left, be it by an
// exception.
void follow(llvm::Function &function, Means means, const State &state, Hooks &hooks);

} // namespace detsan
