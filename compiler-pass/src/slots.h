// Memory that the program finds by the number of the running thread: tasks that one thread runs do
// not overlap there.
#pragma once

#include "llvm/IR/Value.h"

namespace detsan {

// Whether the address depends on the number of the thread in such a way that other numbers give
// other addresses, or leads through a pointer that is kept for the thread.
//
// | source | what has the number |
// |---|---|
// | `omp_get_thread_num()` | the result, and what is computed of it by sums, products and the like |
// | a local variable, whose address goes nowhere | if all that is stored there has it |
// | an argument of a function that only this file can call | if it has it in all calls |
// | `a[n]`, `*(p + n)` | the address |
// | a pointer that is loaded from such an address, or from a thread-local variable | the pointer |
//
// The number in a task's copy of a variable is another thread's, perhaps. Thread-local variables
// themselves are known to the tool by their addresses.
bool isInSlot(const llvm::Value *pointer);

} // namespace detsan
