//! Task descriptors while they are being filled in.
//!
//! clang has libomp allocate the descriptor of a task, writes the captured variables into it, and then has libomp create the task. Half of what a
//! small task does to memory is this, and none of it can race (see [`ThreadState::fresh_length`]).

use core::ffi::{CStr, c_int, c_void};

use detsan_hook_abi::ThreadState;

use crate::assembly::interpose;
use crate::attach::{tell, thread_state, tool};
use crate::next::next;

/// `kmp_task_t *__kmpc_omp_task_alloc(ident_t *, kmp_int32, kmp_int32, size_t, size_t, kmp_routine_entry_t)`.
type TaskAlloc = unsafe extern "C" fn(*mut c_void, c_int, c_int, usize, usize, *mut c_void) -> *mut c_void;

next! {
    TASK_ALLOC = c"__kmpc_omp_task_alloc": TaskAlloc;
}

interpose! {
    "__kmpc_omp_task_alloc" => task_alloc;
}

/// In the flags: the task is complete when somebody tells libomp so, of which its tool interface says nothing.
const PROXY: c_int = 0x10;
const PROXY_TASK: &CStr = c"a proxy task (flag 0x10 of __kmpc_omp_task_alloc): libomp does not tell when it is complete; use 'detach' and omp_fulfill_event";

extern "C" fn task_alloc(
    location: *mut c_void,
    thread: c_int,
    flags: c_int,
    task_size: usize,
    shareds_size: usize,
    entry: *mut c_void,
) -> *mut c_void {
    if flags & PROXY != 0 {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.unsupported)(PROXY_TASK.as_ptr()) });
    }
    // SAFETY: the program's own call, in its words.
    let task = unsafe { TASK_ALLOC.require()(location, thread, flags, task_size, shareds_size, entry) };
    if tool().is_some() {
        // libomp 19 puts the pointers to shared variables behind the task, at the next multiple of 8.
        let length = task_size.next_multiple_of(8) + shareds_size;
        let state = thread_state();
        // SAFETY: the state is the calling thread's own.
        unsafe { (*state).fresh_start = task.addr() };
        // SAFETY: as above.
        unsafe { (*state).fresh_length = length };
    }
    task
}

/// Whether `address` lies in a descriptor that the calling thread is filling in.
#[inline]
pub(crate) fn is_fresh(address: usize) -> bool {
    let state: *const ThreadState = thread_state();
    // SAFETY: the state is the calling thread's own.
    let state = unsafe { &*state };
    address.wrapping_sub(state.fresh_start) < state.fresh_length
}
