//! Calls that may block a thread where no tool is told (libomp 19.1.7): other threads of its team have to run meanwhile.
//!
//! | what | how the tool is told |
//! |---|---|
//! | doacross loops | the iterations that are done and waited for, by their coordinates |
//! | end of an iteration of an `ordered` loop | before it waits for others, and afterwards |
//! | combination of a reduction | a lock, from before `__kmpc_reduce` to `__kmpc_end_reduce` |
//! | sleeping; a static variable that another thread initialises | the thread blocks, and goes on |
//! | `sched_yield` | others may run |

use core::ffi::{c_int, c_uint, c_void};

use detsan_hook_abi::{Blocking, Dimension, Iteration, Sharing};

use crate::assembly::interpose;
use crate::attach::tell;
use crate::next::next;

type Pointer = *mut c_void;
type DoacrossInit = unsafe extern "C" fn(Pointer, c_int, c_int, *const Dimension);
type Doacross = unsafe extern "C" fn(Pointer, c_int, *const i64);
type Reduce = unsafe extern "C" fn(Pointer, c_int, c_int, usize, Pointer, Pointer, Pointer) -> c_int;
type EndReduce = unsafe extern "C" fn(Pointer, c_int, Pointer);
type DispatchFini = unsafe extern "C" fn(Pointer, c_int);
type Nanosleep = unsafe extern "C" fn(Pointer, Pointer) -> c_int;
type ClockNanosleep = unsafe extern "C" fn(c_int, c_int, Pointer, Pointer) -> c_int;

next! {
    DOACROSS_INIT = c"__kmpc_doacross_init": DoacrossInit;
    DOACROSS_POST = c"__kmpc_doacross_post": Doacross;
    DOACROSS_WAIT = c"__kmpc_doacross_wait": Doacross;
    REDUCE = c"__kmpc_reduce": Reduce;
    REDUCE_NOWAIT = c"__kmpc_reduce_nowait": Reduce;
    END_REDUCE = c"__kmpc_end_reduce": EndReduce;
    END_REDUCE_NOWAIT = c"__kmpc_end_reduce_nowait": EndReduce;
    DISPATCH_FINI_4 = c"__kmpc_dispatch_fini_4": DispatchFini;
    DISPATCH_FINI_4U = c"__kmpc_dispatch_fini_4u": DispatchFini;
    DISPATCH_FINI_8 = c"__kmpc_dispatch_fini_8": DispatchFini;
    DISPATCH_FINI_8U = c"__kmpc_dispatch_fini_8u": DispatchFini;
    SLEEP = c"sleep": unsafe extern "C" fn(c_uint) -> c_uint;
    USLEEP = c"usleep": unsafe extern "C" fn(c_uint) -> c_int;
    NANOSLEEP = c"nanosleep": Nanosleep;
    CLOCK_NANOSLEEP = c"clock_nanosleep": ClockNanosleep;
    SCHED_YIELD = c"sched_yield": unsafe extern "C" fn() -> c_int;
}

interpose! {
    "__kmpc_doacross_init" => doacross_init;
    "__kmpc_reduce" => reduce;
    "__kmpc_reduce_nowait" => reduce_nowait;
    "__kmpc_end_reduce" => end_reduce;
    "__kmpc_end_reduce_nowait" => end_reduce_nowait;
}

// Calls that libraries make, libomp above all, are their own business.
interpose! {
    checked_code:
    "sleep" => sleep;
    "usleep" => usleep;
    "nanosleep" => nanosleep;
    "clock_nanosleep" => clock_nanosleep;
    "sched_yield" => sched_yield;
}

interpose! {
    "__kmpc_doacross_post", caller in "rcx" => doacross_post;
    "__kmpc_doacross_wait", caller in "rcx" => doacross_wait;
    "__kmpc_dispatch_fini_4", caller in "rdx" => dispatch_fini_4;
    "__kmpc_dispatch_fini_4u", caller in "rdx" => dispatch_fini_4u;
    "__kmpc_dispatch_fini_8", caller in "rdx" => dispatch_fini_8;
    "__kmpc_dispatch_fini_8u", caller in "rdx" => dispatch_fini_8u;
}

fn blocks(blocking: Blocking) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.synchronisation.blocks)(blocking) });
}

/// Other threads run while `call` does.
pub(crate) fn while_blocked<R>(call: impl FnOnce() -> R) -> R {
    blocks(Blocking::Begin);
    let result = call();
    blocks(Blocking::End);
    result
}

fn iterates(iteration: Iteration, coordinates: *const i64, pc: usize) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.synchronisation.iterates)(iteration, coordinates, pc) });
}

extern "C" fn doacross_init(location: Pointer, thread: c_int, count: c_int, dimensions: *const Dimension) {
    // SAFETY: the tool's function, called as its type says; the compiler made the array that long.
    tell(|tool| unsafe { (tool.synchronisation.doacross)(dimensions, usize::try_from(count).unwrap_or(0)) });
    let next = DOACROSS_INIT.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(location, thread, count, dimensions) }
}

extern "C" fn doacross_post(location: Pointer, thread: c_int, coordinates: *const i64, pc: usize) {
    iterates(Iteration::Source, coordinates, pc);
    let next = DOACROSS_POST.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(location, thread, coordinates) }
}

extern "C" fn doacross_wait(location: Pointer, thread: c_int, coordinates: *const i64, pc: usize) {
    iterates(Iteration::Sink, coordinates, pc);
    let next = DOACROSS_WAIT.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(location, thread, coordinates) };
}

/// Ends of iterations of `ordered` loops.
macro_rules! iteration_ends {
    ($($name:ident, $next:ident;)*) => {$(
        extern "C" fn $name(location: Pointer, thread: c_int, pc: usize) {
            iterates(Iteration::Ends, core::ptr::null(), pc);
            let next = $next.require();
            // SAFETY: the program's own call, in its words.
            unsafe { next(location, thread) };
            iterates(Iteration::Ended, core::ptr::null(), pc);
        }
    )*};
}

iteration_ends! {
    dispatch_fini_4, DISPATCH_FINI_4;
    dispatch_fini_4u, DISPATCH_FINI_4U;
    dispatch_fini_8, DISPATCH_FINI_8;
    dispatch_fini_8u, DISPATCH_FINI_8U;
}

/// Returns 1 to who is to combine its copies under the lock, by itself and then to end the reduction.
macro_rules! reductions {
    ($($begin:ident, $begin_next:ident, $end:ident, $end_next:ident;)*) => {$(
        extern "C" fn $begin(
            location: Pointer,
            thread: c_int,
            count: c_int,
            size: usize,
            copies: Pointer,
            combine: Pointer,
            lock: Pointer,
        ) -> c_int {
            // SAFETY: the tool's function, called as its type says.
            tell(|tool| unsafe { (tool.synchronisation.wants)(lock.addr()) });
            let next = $begin_next.require();
            // SAFETY: the program's own call, in its words.
            let method = unsafe { next(location, thread, count, size, copies, combine, lock) };
            if method == 1 {
                // SAFETY: the tool's function, called as its type says.
                tell(|tool| unsafe { (tool.synchronisation.locked)(lock.addr(), Sharing::Combining) });
            }
            method
        }

        extern "C" fn $end(location: Pointer, thread: c_int, lock: Pointer) {
            // SAFETY: the tool's function, called as its type says.
            tell(|tool| unsafe { (tool.synchronisation.unlocked)(lock.addr()) });
            let next = $end_next.require();
            // SAFETY: the program's own call, in its words.
            unsafe { next(location, thread, lock) }
        }
    )*};
}

reductions! {
    reduce, REDUCE, end_reduce, END_REDUCE;
    reduce_nowait, REDUCE_NOWAIT, end_reduce_nowait, END_REDUCE_NOWAIT;
}

/// Functions that may block, as they are.
macro_rules! blocking {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?, $next:ident;)*) => {$(
        extern "C" fn $name($($argument: $type),*) $(-> $result)? {
            let next = $next.require();
            // SAFETY: the program's own call, in its words.
            while_blocked(|| unsafe { next($($argument),*) })
        }
    )*};
}

blocking! {
    sleep(seconds: c_uint) -> c_uint, SLEEP;
    usleep(microseconds: c_uint) -> c_int, USLEEP;
    nanosleep(time: Pointer, rest: Pointer) -> c_int, NANOSLEEP;
    clock_nanosleep(clock: c_int, flags: c_int, time: Pointer, rest: Pointer) -> c_int, CLOCK_NANOSLEEP;
}

extern "C" fn sched_yield() -> c_int {
    blocks(Blocking::Yield);
    let next = SCHED_YIELD.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next() }
}
