// Checks of single accesses, in line.
#pragma once

#include "accesses.h"
#include "hooks.h"
#include "state.h"

namespace detsan {

// Puts before the access what its hook would do first: nothing else happens if the running step has
// recorded the access. (The rules are in hook-abi.)
void checkInLine(llvm::Instruction &instruction, const Access &access, const State &state, Hooks &hooks);

} // namespace detsan
