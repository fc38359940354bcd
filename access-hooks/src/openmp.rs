//! Entry points of libomp that tell what its tool interface does not.
//!
//! In a team of one thread libomp (19.1.7) reports every task as undeferred. Tasks that are undeferred by the program's
//! wish, `if(0)`, are recognised by the function that clang calls for them alone, before libomp reports the task.
//!
//! libomp takes the place of a construct from the return address of its entry point. So this one jumps to libomp, which then
//! finds the stack as the program left it.

use core::ffi::{c_int, c_void};

use crate::assembly::interpose_and_jump;
use crate::attach::tell;
use crate::next::next;

type TaskBeginIf0 = unsafe extern "C" fn(location: *mut c_void, thread: c_int, task: *mut c_void);

next! {
    TASK_BEGIN_IF0 = c"__kmpc_omp_task_begin_if0": TaskBeginIf0;
}

extern "C" fn undeferred_task() -> TaskBeginIf0 {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.undeferred_task)() });
    TASK_BEGIN_IF0.require()
}

interpose_and_jump! {
    "__kmpc_omp_task_begin_if0" => undeferred_task;
}
