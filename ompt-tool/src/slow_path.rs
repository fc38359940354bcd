//! What the access hooks call: accesses that the fast path did not settle, the allocator, the end of the program.

use std::ffi::{CStr, c_char};

use detsan_hook_abi::{AccessKind, Ending, ToolCallbacks};

use crate::cooperation::Then;
use crate::{allocator, ending, findings, gate, output, recorder, seat, signals, synchronisation, tasking};

/// The functions that the hooks are given.
pub(crate) static CALLBACKS: ToolCallbacks = ToolCallbacks {
    access,
    range,
    allocated,
    released,
    resized,
    undeferred_task,
    construct,
    body,
    unmarked_callee,
    unsupported,
    finish,
    forked,
    has_forked,
    replaced,
    is_inside,
    waits_for_signal,
    left,
    last_words: signals::handler,
    tasking: tasking::CALLBACKS,
    synchronisation: synchronisation::CALLBACKS,
};

unsafe extern "C" fn access(address: usize, kind: AccessKind, pc: usize) {
    on_access(address, kind.size(), kind, pc);
}

unsafe extern "C" fn range(address: usize, length: usize, kind: AccessKind, pc: usize) {
    on_access(address, length, kind, pc);
}

#[inline]
fn on_access(address: usize, length: usize, kind: AccessKind, pc: usize) {
    loop {
        match seat::enter(|tool| tool.on_access(address, length, kind, pc)) {
            Some(Then::GoOn) => break,
            Some(then) => then.carry_out(),
            None if gate::is_checked_thread() => break,
            None => {
                gate::count_foreign_access();
                break;
            }
        }
    }
}

unsafe extern "C" fn allocated(address: usize, length: usize, pc: usize) {
    if gate::is_checked_thread() {
        gate::enter(|tool| tool.on_allocated(address, length, pc));
    } else {
        gate::enter(|tool| tool.on_allocated_elsewhere(address, length));
    }
}

unsafe extern "C" fn released(address: usize, length: usize, pc: usize) {
    if gate::is_checked_thread() {
        gate::enter(|tool| tool.on_freed(address, length, pc));
    } else {
        gate::enter(|tool| tool.on_freed_elsewhere(address, length));
    }
}

unsafe extern "C" fn resized(address: usize, length: usize, pc: usize) {
    if gate::is_checked_thread() {
        gate::enter(|tool| tool.on_resized(address, length, pc));
    } else {
        gate::enter(|tool| tool.on_resized_elsewhere(address, length));
    }
}

unsafe extern "C" fn undeferred_task() {
    seat::enter(|tool| tool.on_undeferred());
}

unsafe extern "C" fn construct(pc: usize, reduction: usize) {
    seat::enter(|tool| tool.on_construct(pc, reduction));
}

unsafe extern "C" fn body(code: usize) {
    seat::enter(|tool| tool.worker.body = code);
}

unsafe extern "C" fn unmarked_callee(callee: usize) {
    gate::enter(|tool| *tool.callees.entry(callee).or_insert(0) += 1);
}

unsafe extern "C" fn unsupported(what: *const c_char) {
    // SAFETY: the hooks pass a C string.
    let what = unsafe { CStr::from_ptr(what) };
    ending::give_up(&what.to_string_lossy());
}

unsafe extern "C" fn finish(ending: Ending, status: i32) -> i32 {
    ending::finish(ending, status)
}

unsafe extern "C" fn has_forked() {
    gate::count_child();
}

unsafe extern "C" fn is_inside(is_adopted: bool) -> bool {
    gate::is_inside(is_adopted)
}

unsafe extern "C" fn waits_for_signal(waits: bool) {
    gate::wait_for_signals(waits);
}

unsafe extern "C" fn left() {
    ending::abandoned();
}

unsafe extern "C" fn replaced() {
    ending::replaced();
}

unsafe extern "C" fn forked() {
    allocator::forked();
    gate::close();
    output::forked();
    recorder::forked();
    findings::forked();
}
