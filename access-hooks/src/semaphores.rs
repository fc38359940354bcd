//! Semaphores and barriers of the thread library.
//!
//! They order as an atomic variable does, in the order of this run: to post, or to arrive, is an
//! update that releases; to have waited is one that acquires. The update is told of, at the first
//! bytes of the object, and the library does what it does.

use core::ffi::{c_int, c_void};

use detsan_hook_abi::AccessKind;

use crate::assembly::interpose;
use crate::attach::has_attached;
use crate::blocking::while_blocked;
use crate::next::next;
use crate::sized::report_access;

type Object = *mut c_void;
type Time = *const c_void;

const UPDATE: u32 = AccessKind::ATOMIC | AccessKind::WRITE | AccessKind::READ_WRITE | size_of::<c_int>() as u32;

/// What `pthread_barrier_wait` returns to one of the threads.
const SERIAL_THREAD: c_int = -1;

next! {
    SEM_POST = c"sem_post": unsafe extern "C" fn(Object) -> c_int;
    SEM_WAIT = c"sem_wait": unsafe extern "C" fn(Object) -> c_int;
    SEM_TRYWAIT = c"sem_trywait": unsafe extern "C" fn(Object) -> c_int;
    SEM_TIMEDWAIT = c"sem_timedwait": unsafe extern "C" fn(Object, Time) -> c_int;
    SEM_CLOCKWAIT = c"sem_clockwait": unsafe extern "C" fn(Object, c_int, Time) -> c_int;
    BARRIER_WAIT = c"pthread_barrier_wait": unsafe extern "C" fn(Object) -> c_int;
}

interpose! {
    checked_code:
    "sem_post", caller in "rsi" => sem_post;
    "sem_wait", caller in "rsi" => sem_wait;
    "sem_trywait", caller in "rsi" => sem_trywait;
    "sem_timedwait", caller in "rdx" => sem_timedwait;
    "sem_clockwait", caller in "rcx" => sem_clockwait;
    "pthread_barrier_wait", caller in "rsi" => barrier_wait;
}

fn releases(object: Object, pc: usize) {
    report_access(object.addr(), AccessKind(UPDATE | AccessKind::RELEASE), pc);
}

fn acquires(object: Object, pc: usize) {
    report_access(object.addr(), AccessKind(UPDATE | AccessKind::ACQUIRE), pc);
}

extern "C" fn sem_post(semaphore: Object, pc: usize) -> c_int {
    releases(semaphore, pc);
    let next = SEM_POST.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(semaphore) }
}

/// Others run while `wait` does, if there is nothing to be had at once.
fn wait_for(semaphore: Object, pc: usize, wait: impl FnOnce() -> c_int) -> c_int {
    if !has_attached() {
        return wait();
    }
    let next = SEM_TRYWAIT.require();
    // SAFETY: the program passes a semaphore.
    let at_once = unsafe { next(semaphore) };
    let result = if at_once == 0 { 0 } else { while_blocked(wait) };
    if result == 0 {
        acquires(semaphore, pc);
    }
    result
}

extern "C" fn sem_wait(semaphore: Object, pc: usize) -> c_int {
    let next = SEM_WAIT.require();
    // SAFETY: the program's own call, in its words.
    wait_for(semaphore, pc, || unsafe { next(semaphore) })
}

extern "C" fn sem_timedwait(semaphore: Object, until: Time, pc: usize) -> c_int {
    let next = SEM_TIMEDWAIT.require();
    // SAFETY: the program's own call, in its words.
    wait_for(semaphore, pc, || unsafe { next(semaphore, until) })
}

extern "C" fn sem_clockwait(semaphore: Object, clock: c_int, until: Time, pc: usize) -> c_int {
    let next = SEM_CLOCKWAIT.require();
    // SAFETY: the program's own call, in its words.
    wait_for(semaphore, pc, || unsafe { next(semaphore, clock, until) })
}

extern "C" fn sem_trywait(semaphore: Object, pc: usize) -> c_int {
    let next = SEM_TRYWAIT.require();
    // SAFETY: the program's own call, in its words.
    let result = unsafe { next(semaphore) };
    if result == 0 {
        acquires(semaphore, pc);
    }
    result
}

extern "C" fn barrier_wait(barrier: Object, pc: usize) -> c_int {
    releases(barrier, pc);
    let next = BARRIER_WAIT.require();
    // SAFETY: the program's own call, in its words.
    let result = while_blocked(|| unsafe { next(barrier) });
    if result == 0 || result == SERIAL_THREAD {
        acquires(barrier, pc);
    }
    result
}
