//! `omp_pause_resource` and `omp_pause_resource_all`, which may shut the OpenMP runtime down in the middle of a program.
//!
//! A hard pause makes libomp (19.1.7) end its threads and close its tool. It never loads a tool again: what follows would
//! go unchecked. A soft pause puts the threads to sleep; if the program ends then, libomp waits for one of them for
//! ever, because we have it wait without sleeping everywhere else. So a checked program is told that it has paused, and
//! goes on: nothing that it can see is different, but that threadprivate data keeps its values after a hard pause.

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

/// Whether the call is left out: the program is checked, and asks for a pause that there is.
fn is_left_out(kind: c_int) -> bool {
    matches!(kind, SOFT | HARD) && tool().is_some()
}

extern "C" fn pause(kind: c_int, device: c_int) -> c_int {
    // Other numbers than the host's are of devices, and libomp knows which there are.
    if device <= 0 && is_left_out(kind) {
        return 0;
    }
    let next = PAUSE.require();
    // SAFETY: the program's own call.
    unsafe { next(kind, device) }
}

extern "C" fn pause_all(kind: c_int) -> c_int {
    if is_left_out(kind) {
        return 0;
    }
    let next = PAUSE_ALL.require();
    // SAFETY: as above.
    unsafe { next(kind) }
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
