// Calls out of instrumented code: which functions are called that may not be instrumented, and how
// often.
#pragma once

#include "hooks.h"
#include "state.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

namespace detsan {

class Calls {
  public:
    // Puts a symbol into the object file by which it is known to be instrumented with marks.
    explicit Calls(llvm::Module &module);

    // Makes the function begin with the mark of instrumented code.
    void mark(llvm::Function &function) const;
    // Counts the calls of functions that may be of other object files, and looks at functions that
    // are called by pointers; in line, if that is for speed.
    void count(llvm::Function &function, const llvm::TargetLibraryInfo &library, bool is_for_speed, const State &state,
               Hooks &hooks);

    // Tells of pointers that are passed to functions elsewhere and lead to memory that is found by
    // the number of the running thread: what the hooks tell of such a function is an access to the
    // slot, too.
    static void tellOfSlots(llvm::Function &function, Hooks &hooks);

  private:
    llvm::Module &module;
    llvm::DenseMap<const llvm::Function *, llvm::GlobalVariable *> records;

    llvm::GlobalVariable *recordOf(llvm::Function &callee);
};

} // namespace detsan
