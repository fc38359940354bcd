//! Functions that the program calls by pointers: those that are not instrumented are told to the
//! tool.

use core::ptr;

use detsan_hook_abi::CODE_MARK;

use crate::attach::tell;

/// The program is about to call `callee` from instrumented code, while tasks may run beside this
/// one.
pub(crate) extern "C" fn unmarked_callee(callee: usize) {
    let beginning: *const u64 = ptr::with_exposed_provenance(callee);
    // SAFETY: the program goes on there, and what the compiler makes of a function is not cut off
    // at the end of the memory.
    if unsafe { beginning.read_unaligned() } != CODE_MARK {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.unmarked_callee)(callee) });
    }
}
