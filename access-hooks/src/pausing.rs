//! `omp_pause_resource` and `omp_pause_resource_all`, which may shut the OpenMP runtime down in the middle of a program.
//!
//! A hard pause makes libomp (19.1.7) end its threads and close its tool. It never loads a tool again: what follows would
//! go unchecked. A soft pause keeps both. To the program it is the same, but that threadprivate data keeps its values,
//! which OpenMP allows a hard pause as well.

use core::ffi::c_int;

use crate::assembly::interpose;
use crate::attach::tool;
use crate::next::next;

/// `omp_pause_soft` and `omp_pause_hard` of `omp_pause_resource_t`.
const SOFT: c_int = 1;
const HARD: c_int = 2;

next! {
    PAUSE = c"omp_pause_resource": unsafe extern "C" fn(kind: c_int, device: c_int) -> c_int;
    PAUSE_ALL = c"omp_pause_resource_all": unsafe extern "C" fn(kind: c_int) -> c_int;
}

interpose! {
    "omp_pause_resource" => pause;
    "omp_pause_resource_" => pause_from_fortran;
    "omp_pause_resource_all" => pause_all;
    "omp_pause_resource_all_" => pause_all_from_fortran;
}

/// The pause to ask for where the program asks for `kind`.
fn gentle(kind: c_int) -> c_int {
    if kind == HARD && tool().is_some() { SOFT } else { kind }
}

extern "C" fn pause(kind: c_int, device: c_int) -> c_int {
    let next = PAUSE.require();
    // SAFETY: the program's own call, but for the kind, which is a valid one.
    unsafe { next(gentle(kind), device) }
}

extern "C" fn pause_all(kind: c_int) -> c_int {
    let next = PAUSE_ALL.require();
    // SAFETY: as above.
    unsafe { next(gentle(kind)) }
}

/// # Safety
///
/// Fortran passes references.
unsafe extern "C" fn pause_from_fortran(kind: *const c_int, device: *const c_int) -> c_int {
    // SAFETY: by the caller's promise.
    let kind = unsafe { kind.read() };
    // SAFETY: as above.
    pause(kind, unsafe { device.read() })
}

/// # Safety
///
/// Fortran passes references.
unsafe extern "C" fn pause_all_from_fortran(kind: *const c_int) -> c_int {
    // SAFETY: by the caller's promise.
    pause_all(unsafe { kind.read() })
}
