//! The hooks of accesses that have a length: ranges, the copying and filling of memory, and what loops access.
//!
//! The compiler pass of DetSan has loops checked before they begin (`__detsan_read_rows`, `__detsan_write_rows`): the same accesses that the hooks would see one by one, so that what is
//! recorded is the same, and reports speak of one of them. A loop of which nothing is heard otherwise tells that it runs (`__detsan_progress`).
//!
//! Memory that the program finds by the number of the running thread has such hooks of its own (`__detsan_read_slot_rows`,
//! `__detsan_write_slot_rows`).
//!
//! clang turns `memcpy`, `memmove` and `memset` into calls of their `__tsan_` namesakes, but for short ones of which the compiler pass has made loads and stores. gcc leaves the calls as they
//! are, and so does clang under `-fno-builtin`; under `-D_FORTIFY_SOURCE` both call functions that check the length first. So
//! all of these are defined here, too, but for checked code alone. The copies that other libraries make, among them libomp and the tool, stay with the
//! C library.

use core::ffi::{c_int, c_void};

use detsan_hook_abi::{AccessKind, CELL_SPAN, FROM_SLOT, TO_SLOT, thread_offset};

use crate::assembly::{function, hooks, interpose};
use crate::attach::{tell, tool};
use crate::cells::{first_unsettled, is_recorded, settled_rows, takes_shortcuts};
use crate::descriptors::is_fresh;
use crate::next::next;

pub(crate) const READ: AccessKind = AccessKind(AccessKind::RANGE);
pub(crate) const WRITE: AccessKind = AccessKind(AccessKind::RANGE | AccessKind::WRITE);

/// To memory that the program finds by the number of the running thread.
const IN_SLOT: AccessKind = AccessKind(AccessKind::RANGE | AccessKind::SLOT);

/// Elements that the tool is told of one by one before it is left the rest of a range.
const PATIENCE: usize = 64;

#[inline]
pub(crate) fn report(address: usize, length: usize, kind: AccessKind, pc: usize) {
    if tool().is_some() && !is_recorded(address, length, kind) {
        let unsettled = first_unsettled(address, address + length, kind, pc);
        report_from(unsettled, address, length, kind, pc);
    }
}

/// The access to `length` bytes from `address` on is settled up to `from`.
fn report_from(mut from: usize, address: usize, length: usize, kind: AccessKind, pc: usize) {
    let end = address + length;
    let mut patience = if takes_shortcuts() { PATIENCE } else { 0 };
    while from < end && !is_fresh(from) {
        // There is a shortcut after the tool has seen the like; if that does not help, it may as well do the rest.
        let next = if patience > 0 { end.min(end_of_element(from, address, kind)) } else { end };
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.range)(from, next - from, kind, pc) });
        from = first_unsettled(next, end, kind, pc);
        patience = patience.saturating_sub(1);
    }
}

/// The end of the element that `from` lies in, or of its cell if that is larger; `from` is where the range begins, or where a cell of it does.
fn end_of_element(from: usize, address: usize, kind: AccessKind) -> usize {
    let end_of_cell = from - from % CELL_SPAN + CELL_SPAN;
    match kind.size() {
        0..CELL_SPAN => end_of_cell,
        size => (from - (from - address) % size + size).max(end_of_cell),
    }
}

/// `rows` rows of `row` bytes, each `stride` bytes after the one before, in accesses of `width` bytes.
fn report_rows(address: usize, row: usize, stride: usize, rows: usize, kind: AccessKind, pc: usize) {
    if rows == 1 {
        return report(address, row, kind, pc);
    }
    if tool().is_none() {
        return;
    }
    let (mut address, mut left) = (address, rows);
    while left > 0 {
        let (settled, unsettled) = settled_rows(address, row, stride, left, kind, pc);
        address = address.wrapping_add(settled.wrapping_mul(stride));
        left -= settled;
        if left > 0 {
            report_from(unsettled, address, row, kind, pc);
            address = address.wrapping_add(stride);
            left -= 1;
        }
    }
}

type Copy = unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> *mut c_void;
/// With the room that there is. The function ends the program if that is too little.
type CheckedCopy = unsafe extern "C" fn(*mut c_void, *const c_void, usize, usize) -> *mut c_void;

next! {
    MEMCPY = c"memcpy": Copy;
    MEMMOVE = c"memmove": Copy;
    MEMSET = c"memset": unsafe extern "C" fn(*mut c_void, c_int, usize) -> *mut c_void;
    MEMCPY_CHK = c"__memcpy_chk": CheckedCopy;
    MEMMOVE_CHK = c"__memmove_chk": CheckedCopy;
    MEMSET_CHK = c"__memset_chk": unsafe extern "C" fn(*mut c_void, c_int, usize, usize) -> *mut c_void;
}

/// Looks the first three up while there is one thread, and no signal handler.
pub(crate) fn look_up() {
    MEMCPY.get();
    MEMMOVE.get();
    MEMSET.get();
}

hooks! {
    "__tsan_read_range", caller in "rdx" => __tsan_read_range_pc;
    "__tsan_write_range", caller in "rdx" => __tsan_write_range_pc;
    "__detsan_read_rows", caller in "r9" => read_rows;
    "__detsan_write_rows", caller in "r9" => write_rows;
    "__detsan_read_slot_rows", caller in "r9" => read_slot_rows;
    "__detsan_write_slot_rows", caller in "r9" => write_slot_rows;
    "__detsan_slot_memmove", caller in "r8" => slot_memmove;
    "__detsan_slot_memset", caller in "r8" => slot_memset;
    "__tsan_memcpy", caller in "rcx" => memcpy;
    "__tsan_memmove", caller in "rcx" => memmove;
    "__tsan_memset", caller in "rcx" => memset;
}

interpose! {
    checked_code:
    "memcpy", caller in "rcx" => memcpy;
    "memmove", caller in "rcx" => memmove;
    "memset", caller in "rcx" => memset;
    "__memcpy_chk", caller in "r8" => memcpy_chk;
    "__memmove_chk", caller in "r8" => memmove_chk;
    "__memset_chk", caller in "r8" => memset_chk;
}

// A loop runs, whose accesses were checked before it began.
function! {
    ".globl" "__detsan_progress":
    "inc dword ptr fs:[__detsan_thread@tpoff + {progress}]",
    "ret";
    progress = const thread_offset::PROGRESS,
}

extern "C" fn read_rows(address: usize, row: usize, stride: usize, rows: usize, width: usize, pc: usize) {
    report_rows(address, row, stride, rows, READ.elements(width), pc);
}

extern "C" fn write_rows(address: usize, row: usize, stride: usize, rows: usize, width: usize, pc: usize) {
    report_rows(address, row, stride, rows, WRITE.elements(width), pc);
}

extern "C" fn read_slot_rows(address: usize, row: usize, stride: usize, rows: usize, width: usize, pc: usize) {
    report_rows(address, row, stride, rows, IN_SLOT.elements(width), pc);
}

extern "C" fn write_slot_rows(address: usize, row: usize, stride: usize, rows: usize, width: usize, pc: usize) {
    report_rows(address, row, stride, rows, AccessKind(IN_SLOT.0 | WRITE.0).elements(width), pc);
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_read_range_pc(address: usize, length: usize, pc: usize) {
    report(address, length, READ, pc);
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_write_range_pc(address: usize, length: usize, pc: usize) {
    report(address, length, WRITE, pc);
}

extern "C" fn memcpy(to: *mut c_void, from: *const c_void, length: usize, pc: usize) -> *mut c_void {
    report(from.addr(), length, READ, pc);
    report(to.addr(), length, WRITE, pc);
    let next = MEMCPY.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(to, from, length) }
}

extern "C" fn memmove(to: *mut c_void, from: *const c_void, length: usize, pc: usize) -> *mut c_void {
    report(from.addr(), length, READ, pc);
    report(to.addr(), length, WRITE, pc);
    let next = MEMMOVE.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(to, from, length) }
}

/// The same kind of access, in a slot if the flag is set.
fn kind_in(slots: usize, flag: usize, kind: AccessKind) -> AccessKind {
    if slots & flag != 0 { AccessKind(kind.0 | AccessKind::SLOT) } else { kind }
}

extern "C" fn slot_memmove(to: *mut c_void, from: *const c_void, length: usize, slots: usize, pc: usize) {
    report(from.addr(), length, kind_in(slots, FROM_SLOT, READ), pc);
    report(to.addr(), length, kind_in(slots, TO_SLOT, WRITE), pc);
    let next = MEMMOVE.require();
    // SAFETY: the program's own copy.
    unsafe { next(to, from, length) };
}

extern "C" fn slot_memset(to: *mut c_void, byte: c_int, length: usize, slots: usize, pc: usize) {
    report(to.addr(), length, kind_in(slots, TO_SLOT, WRITE), pc);
    let next = MEMSET.require();
    // SAFETY: the program's own call.
    unsafe { next(to, byte, length) };
}

extern "C" fn memset(to: *mut c_void, byte: c_int, length: usize, pc: usize) -> *mut c_void {
    report(to.addr(), length, WRITE, pc);
    let next = MEMSET.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(to, byte, length) }
}

extern "C" fn memcpy_chk(to: *mut c_void, from: *const c_void, length: usize, room: usize, pc: usize) -> *mut c_void {
    report(from.addr(), length, READ, pc);
    report(to.addr(), length, WRITE, pc);
    let next = MEMCPY_CHK.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(to, from, length, room) }
}

extern "C" fn memmove_chk(to: *mut c_void, from: *const c_void, length: usize, room: usize, pc: usize) -> *mut c_void {
    report(from.addr(), length, READ, pc);
    report(to.addr(), length, WRITE, pc);
    let next = MEMMOVE_CHK.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(to, from, length, room) }
}

extern "C" fn memset_chk(to: *mut c_void, byte: c_int, length: usize, room: usize, pc: usize) -> *mut c_void {
    report(to.addr(), length, WRITE, pc);
    let next = MEMSET_CHK.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(to, byte, length, room) }
}
