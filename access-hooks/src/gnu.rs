//! Entry points of libomp that gcc and gfortran call.
//!
//! libomp (19.1.7) offers gcc's own names, `GOMP_…`, and carries them out with the functions that clang calls, through its procedure linkage
//! table: what is interposed for clang is seen for gcc, too. Two things are not:
//!
//! - The place of a construct, where libomp does several things for it: it keeps the return address for the first of them only. So a task with
//!   `if(0)` and `depend`, and the tasks of a `taskloop`, would seem to be created inside of libomp.
//! - `detach`, which libomp passes over: the program is never given an event, and fulfils whatever is in the variable.

use crate::attach::tell;
use crate::observe::{Call, observe};

observe! {
    ".weak":
    GOMP_task => task;
    GOMP_taskloop => construct;
    GOMP_taskloop_ull => construct;
}

/// `void GOMP_task(void (*)(void *), void *, void (*)(void *, void *), long, long, bool, unsigned flags, …)`.
const TASK_FLAGS: usize = 6;

/// The flag of a task with a `detach` clause, `GOMP_TASK_FLAG_DETACH` in gcc's `gomp-constants.h`.
const DETACH: usize = 1 << 13;

fn construct(call: &Call) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.construct)(call.pc) });
}

fn task(call: &Call) {
    if call.argument(TASK_FLAGS) & DETACH != 0 {
        let what = c"the detach clause in code compiled by gcc, which libomp does not implement: compile it with clang";
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.unsupported)(what.as_ptr()) });
    }
    construct(call);
}
