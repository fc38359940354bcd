// Lines of accesses that optimisations move.
#pragma once

#include "llvm/IR/PassInstrumentation.h"

namespace detsan {

// Has accesses keep their lines, whatever optimisations do with them.
void keepLines(llvm::PassInstrumentationCallbacks &callbacks);

} // namespace detsan
