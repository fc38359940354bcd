// Copies and fills of a few bytes.
#pragma once

#include "llvm/IR/Function.h"

namespace detsan {

// Makes loads and stores of them, which are checked like others. Left alone, each would become a
// call of ThreadSanitizer's pass, for the copy as well as for its check. Whether there were any.
bool expandCopies(llvm::Function &function);

} // namespace detsan
