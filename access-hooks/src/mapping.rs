//! Memory that the program maps: `mmap` and its relatives.

use core::ffi::{c_int, c_void};
use core::ptr;

use crate::allocator::{allocated, reallocated};
use crate::assembly::{function, interpose};
use crate::attach::{tell, tool};
use crate::early;
use crate::libc;
use crate::next::next;

type Mmap = unsafe extern "C" fn(*mut c_void, usize, c_int, c_int, c_int, i64) -> *mut c_void;
type Mremap = unsafe extern "C" fn(*mut c_void, usize, usize, c_int, ...) -> *mut c_void;

next! {
    MMAP = c"mmap": Mmap;
    MMAP64 = c"mmap64": Mmap;
    MUNMAP = c"munmap": unsafe extern "C" fn(*mut c_void, usize) -> c_int;
    MREMAP = c"mremap": Mremap;
}

interpose! {
    "munmap", caller in "rdx" => munmap;
    "mremap", caller in "r9" => mremap;
}

// `mmap` has as many arguments as there are registers, so the return address goes on the stack. That is also what the
// alignment of the stack asks for.
macro_rules! interpose_mmap {
    ($($name:literal => $implementation:ident, $next:ident;)*) => {$(
        extern "C" fn $implementation(
            address: *mut c_void,
            length: usize,
            protection: c_int,
            flags: c_int,
            file: c_int,
            offset: i64,
            pc: usize,
        ) -> *mut c_void {
            let next = $next.require();
            // SAFETY: the program's own call, in its words.
            let mapped = unsafe { next(address, length, protection, flags, file, offset) };
            if mapped != libc::MAP_FAILED {
                allocated(mapped, length, pc);
            }
            mapped
        }

        function! {
            ".weak" $name:
            "push qword ptr [rsp]",
            ".cfi_adjust_cfa_offset 8",
            "call {implementation}",
            "pop rcx",
            ".cfi_adjust_cfa_offset -8",
            "ret";
            implementation = sym $implementation,
        }
    )*};
}

interpose_mmap! {
    "mmap" => mmap, MMAP;
    "mmap64" => mmap64, MMAP64;
}

/// Tells the tool of memory that is unmapped by a call that returns to `pc`.
fn released(address: *mut c_void, length: usize, pc: usize) {
    if tool().is_none() {
        early::released(address.addr());
    }
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.released)(address.addr(), length, pc) });
}

extern "C" fn munmap(address: *mut c_void, length: usize, pc: usize) -> c_int {
    // A length of 0, with which the call fails, has another meaning for the tool.
    if length > 0 {
        released(address, length, pc);
    }
    let next = MUNMAP.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(address, length) }
}

extern "C" fn mremap(
    old: *mut c_void,
    old_length: usize,
    new_length: usize,
    flags: c_int,
    wish: *mut c_void,
    pc: usize,
) -> *mut c_void {
    let next = MREMAP.require();
    // With an old length of 0 the old mapping stays.
    if old_length > 0 {
        released(old, old_length, pc);
    }
    // SAFETY: the program's own call, in its words; the last argument is ignored where the flags do not ask for it.
    let new = unsafe { next(old, old_length, new_length, flags, wish) };
    let given = if new == libc::MAP_FAILED { ptr::null_mut() } else { new };
    if old_length > 0 {
        reallocated(old, given, new_length, pc);
    } else {
        allocated(given, new_length, pc);
    }
    new
}

/// Gives back what was [reserved](reserve).
pub(crate) fn unreserve(memory: *mut c_void, length: usize) {
    // SAFETY: the caller has reserved this memory, and uses it no more.
    unsafe { MUNMAP.require()(memory, length) };
}

/// Memory of our own that takes up nothing until it is touched; null if there is none.
pub(crate) fn reserve(length: usize) -> *mut c_void {
    let next = MMAP.require();
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at a place that the kernel chooses takes nobody's memory away.
    let mapped = unsafe { next(ptr::null_mut(), length, protection, flags, -1, 0) };
    if mapped == libc::MAP_FAILED { ptr::null_mut() } else { mapped }
}
