//! `omp_set_dynamic`: libomp is not told.
//!
//! It would choose the size of a team by the load of the machine, and the verdict would depend on
//! that. The program reads back the value that it has
//! set last, on whichever thread.

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use crate::assembly::interpose;
use crate::next::next;

type Set = unsafe extern "C" fn(c_int);
type SetByReference = unsafe extern "C" fn(*const c_int);
type Get = unsafe extern "C" fn() -> c_int;

next! {
    SET = c"omp_set_dynamic": Set;
    SET_FROM_FORTRAN = c"omp_set_dynamic_": SetByReference;
    GET = c"omp_get_dynamic": Get;
}

interpose! {
    "omp_set_dynamic" => set;
    "omp_set_dynamic_" => set_from_fortran;
    "omp_get_dynamic" => get;
    "omp_get_dynamic_" => get;
}

/// The program is to be checked.
static IS_CHECKED: AtomicBool = AtomicBool::new(false);

static DYNAMIC: AtomicI32 = AtomicI32::new(0);

/// The program is to be checked, and its environment sets this value.
pub(crate) fn prepare(value: Option<&[u8]>) {
    IS_CHECKED.store(true, Ordering::Relaxed);
    let is_on = value.is_some_and(|value| value == b"1" || value.eq_ignore_ascii_case(b"true"));
    DYNAMIC.store(is_on.into(), Ordering::Relaxed);
}

extern "C" fn set(value: c_int) {
    if IS_CHECKED.load(Ordering::Relaxed) {
        DYNAMIC.store((value != 0).into(), Ordering::Relaxed);
        return;
    }
    let next = SET.require();
    // SAFETY: the program's own call.
    unsafe { next(value) }
}

/// # Safety
///
/// Fortran passes a reference.
unsafe extern "C" fn set_from_fortran(value: *const c_int) {
    if IS_CHECKED.load(Ordering::Relaxed) {
        // SAFETY: by the caller's promise.
        return set(unsafe { value.read() });
    }
    let next = SET_FROM_FORTRAN.require();
    // SAFETY: the program's own call.
    unsafe { next(value) }
}

extern "C" fn get() -> c_int {
    if IS_CHECKED.load(Ordering::Relaxed) {
        return DYNAMIC.load(Ordering::Relaxed);
    }
    let next = GET.require();
    // SAFETY: the program's own call.
    unsafe { next() }
}
