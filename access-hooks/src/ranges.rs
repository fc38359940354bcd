//! The hooks of accesses that have a length: ranges, and the copying and filling of memory.
//!
//! clang turns `memcpy`, `memmove` and `memset` into calls of their `__tsan_` namesakes. gcc leaves the calls as they
//! are, and so does clang under `-fno-builtin`; under `-D_FORTIFY_SOURCE` both call functions that check the length first. So
//! all of these are defined here, too, but hidden: they are for the object files of the executable alone. The copies that libraries make, among them libomp and the tool, stay with the
//! C library.

use core::arch::global_asm;
use core::ffi::{c_int, c_void};

use detsan_hook_abi::{AccessKind, CELL_SPAN, range_place};

use crate::assembly::{hooks, interpose};
use crate::attach::tell;
use crate::descriptors::is_fresh;
use crate::next::next;
use crate::sized::shorten;

const READ: AccessKind = AccessKind(0);
const WRITE: AccessKind = AccessKind(AccessKind::WRITE);

/// Longer ranges are left to the tool, which looks at neighbours that are alike only once.
const SHORT: usize = 256;

fn report(address: usize, length: usize, kind: AccessKind, pc: usize) {
    if length == 0 {
        return;
    }
    let is_short = (address | length).is_multiple_of(CELL_SPAN) && length <= SHORT;
    if is_short && shorten::<true>(address, length, range_place(pc, kind), kind) {
        return;
    }
    if !is_fresh(address) {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.range)(address, length, kind, pc) });
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
    "__tsan_memcpy", caller in "rcx" => memcpy;
    "__tsan_memmove", caller in "rcx" => memmove;
    "__tsan_memset", caller in "rcx" => memset;
}

interpose! {
    "memcpy", caller in "rcx" => memcpy;
    "memmove", caller in "rcx" => memmove;
    "memset", caller in "rcx" => memset;
    "__memcpy_chk", caller in "r8" => memcpy_chk;
    "__memmove_chk", caller in "r8" => memmove_chk;
    "__memset_chk", caller in "r8" => memset_chk;
}

global_asm!(".hidden memcpy, memmove, memset, __memcpy_chk, __memmove_chk, __memset_chk");

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
