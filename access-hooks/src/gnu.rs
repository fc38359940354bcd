//! Entry points of libomp that gcc and gfortran call.
//!
//! libomp (19.1.7) offers gcc's own names, `GOMP_…`, and carries them out with the functions that clang calls, through its procedure linkage
//! table: what is interposed for clang is seen for gcc, too. Two things are not:
//!
//! - The place of a construct, where libomp does several things for it: it keeps the return address for the first of them only. So a task with
//!   `if(0)` and `depend`, and the tasks of a `taskloop`, would seem to be created inside of libomp.
//! - `detach`, which libomp passes over: the program is never given an event, and fulfils whatever is in the variable.
//!
//! And one thing goes wrong: in a team of one, libomp has no record of an `ordered(n)` loop, and `GOMP_doacross_wait` reads it all the same.
//!
//! Unlike clang's code, which asks for the number of its thread before anything else, gcc's may meet libomp for the first time at one of these constructs.
//! libomp then starts, and loads the tool, inside of it, which is too late to be told about it: so it is woken before ([`wakes_libomp`]).

use core::ffi::c_int;
use core::ptr;

use crate::attach::{take_tool_to_come, tell};
use crate::doors::{Arguments, Passage, guard, has_tool, observe};
use crate::next::next;

observe! {
    all_code if wakes_libomp:
    GOMP_task => task;
    GOMP_taskloop => taskloop;
    GOMP_taskloop_ull => taskloop;
    GOMP_parallel => region;
    GOMP_parallel_loop_static => region;
    GOMP_parallel_loop_dynamic => region;
    GOMP_parallel_loop_guided => region;
    GOMP_parallel_loop_runtime => region;
    GOMP_parallel_loop_nonmonotonic_dynamic => region;
    GOMP_parallel_loop_nonmonotonic_guided => region;
    GOMP_parallel_loop_nonmonotonic_runtime => region;
    GOMP_parallel_loop_maybe_nonmonotonic_runtime => region;
    GOMP_parallel_sections => region;
    GOMP_parallel_reductions => region;
    GOMP_teams_reg => region;
}

/// `void GOMP_parallel(void (*)(void *), …)` and its relatives.
fn region(call: &Arguments) {
    body(call.get(0));
}

/// The function that a construct runs.
pub(crate) fn body(code: usize) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.body)(code) });
}

/// `void GOMP_task(void (*)(void *), void *, void (*)(void *, void *), long, long, bool, unsigned flags, …)`.
const TASK_FLAGS: usize = 6;

/// The flag of a task with a `detach` clause, `GOMP_TASK_FLAG_DETACH` in gcc's `gomp-constants.h`.
const DETACH: usize = 1 << 13;

/// `void GOMP_taskloop(void (*)(void *), void *data, void (*)(void *, void *), long, long, unsigned flags, …)`.
const TASKLOOP_DATA: usize = 1;
const TASKLOOP_FLAGS: usize = 5;

/// The flag of a taskloop with a `reduction` clause, `GOMP_TASK_FLAG_REDUCTION`. A pointer to what is reduced stands behind the bounds of the loop.
const REDUCTION: usize = 1 << 12;

#[repr(C)]
struct TaskloopData {
    bounds: [u64; 2],
    reduction: usize,
}

/// Whether there is a tool, now that libomp has started.
pub(crate) fn wakes_libomp() -> bool {
    if take_tool_to_come() {
        // The function answers a question, and starts libomp for that.
        num_threads();
    }
    has_tool()
}

fn construct(call: &Arguments, reduction: usize) {
    body(call.get(0));
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.construct)(call.pc, reduction) });
}

fn taskloop(call: &Arguments) {
    let reduction = match call.get(TASKLOOP_FLAGS) & REDUCTION {
        0 => 0,
        _ => {
            let data: *const TaskloopData = ptr::with_exposed_provenance(call.get(TASKLOOP_DATA));
            // SAFETY: gcc made it so.
            unsafe { (*data).reduction }
        }
    };
    construct(call, reduction);
}

fn task(call: &Arguments) {
    if call.get(TASK_FLAGS) & DETACH != 0 {
        let what = c"the detach clause in code compiled by gcc, which libomp does not implement: compile it with clang";
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.unsupported)(what.as_ptr()) });
    }
    construct(call, 0);
}

guard! {
    GOMP_doacross_wait => doacross_wait;
    GOMP_doacross_ull_wait => doacross_wait;
}

next! {
    OMP_GET_NUM_THREADS = c"omp_get_num_threads": unsafe extern "C" fn() -> c_int;
}

fn num_threads() -> Option<c_int> {
    // SAFETY: the function takes nothing and returns a number.
    OMP_GET_NUM_THREADS.get().map(|count| unsafe { count() })
}

/// In a team of one, all earlier iterations have been done: there is nothing to wait for.
fn doacross_wait(_: &mut Arguments) -> Passage {
    if num_threads() == Some(1) { Passage::Closed } else { Passage::Open }
}
