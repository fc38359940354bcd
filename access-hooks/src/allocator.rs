//! The program's allocator calls: each goes on to the allocator that it would have reached, and the tool hears of it.
//!
//! The tool is told of a block after it was handed out and before it is given back, so that no other thread can have it
//! in between. A new block is told with the size that was asked for; when it goes, with all that was usable of it.
//! Before the tool is there, blocks are [written down](crate::early) for it.
//!
//! C++'s `operator new` comes through `malloc`. Blocks of the tool and of libomp pass here as well; telling them
//! apart is the tool's business.
//!
//! While the next definition of a function is being looked up, blocks come from glibc's allocator (see
//! [`crate::next`]). glibc 2.36 allocates there only to report an error, so a different allocator
//! never gets to see such a block.

use core::ffi::{c_int, c_void};

use crate::assembly::interpose;
use crate::attach::{tell, tool};
use crate::early;
use crate::libc;
use crate::next::next;

type Block = *mut c_void;

next! {
    MALLOC = c"malloc": unsafe extern "C" fn(usize) -> Block;
    CALLOC = c"calloc": unsafe extern "C" fn(usize, usize) -> Block;
    REALLOC = c"realloc": unsafe extern "C" fn(Block, usize) -> Block;
    FREE = c"free": unsafe extern "C" fn(Block);
    POSIX_MEMALIGN = c"posix_memalign": unsafe extern "C" fn(*mut Block, usize, usize) -> c_int;
    ALIGNED_ALLOC = c"aligned_alloc": unsafe extern "C" fn(usize, usize) -> Block;
    MEMALIGN = c"memalign": unsafe extern "C" fn(usize, usize) -> Block;
    VALLOC = c"valloc": unsafe extern "C" fn(usize) -> Block;
    PVALLOC = c"pvalloc": unsafe extern "C" fn(usize) -> Block;
}

interpose! {
    "malloc", caller in "rsi" => malloc;
    "calloc", caller in "rdx" => calloc;
    "realloc", caller in "rdx" => realloc;
    "reallocarray", caller in "rcx" => reallocarray;
    "posix_memalign", caller in "rcx" => posix_memalign;
    "aligned_alloc", caller in "rdx" => aligned_alloc;
    "memalign", caller in "rdx" => memalign;
    "valloc", caller in "rsi" => valloc;
    "pvalloc", caller in "rsi" => pvalloc;
    "free", caller in "rsi" => free;
}

/// Looks up what every program needs, while there is one thread.
pub(crate) fn look_up() {
    MALLOC.get();
    CALLOC.get();
    REALLOC.get();
    FREE.get();
}

/// Tells the tool of a block that was handed out, if it was.
pub(crate) fn allocated(block: Block, size: usize, pc: usize) -> Block {
    if !block.is_null() {
        if tool().is_none() {
            early::allocated(block.addr(), size, pc);
        }
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.allocated)(block.addr(), size, pc) });
    }
    block
}

/// Tells the tool of a block that is given back by a call that returns to `pc`.
fn released(block: Block, pc: usize) {
    if tool().is_none() {
        early::released(block.addr());
        return;
    }
    // SAFETY: the program gives the block back, so it is one of the allocator's.
    let size = unsafe { libc::malloc_usable_size(block) };
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.released)(block.addr(), size, pc) });
}

/// Tells the tool of the block that came of `old`, which was [released] before. A null block is a failure, after
/// which `old` is still there.
pub(crate) fn reallocated(old: Block, new: Block, size: usize, pc: usize) -> Block {
    if old.is_null() || !new.is_null() && new != old {
        return allocated(new, size, pc);
    }
    if tool().is_none() && !new.is_null() {
        early::allocated(old.addr(), size, pc);
    }
    let size = if new.is_null() { 0 } else { size };
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.resized)(old.addr(), size, pc) });
    new
}

extern "C" fn malloc(size: usize, pc: usize) -> Block {
    let next = MALLOC.get().unwrap_or(libc::__libc_malloc);
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { next(size) }, size, pc)
}

extern "C" fn calloc(count: usize, size: usize, pc: usize) -> Block {
    let next = CALLOC.get().unwrap_or(libc::__libc_calloc);
    // SAFETY: the program's own call, in its words. If it succeeds, the product is a size.
    allocated(unsafe { next(count, size) }, count.wrapping_mul(size), pc)
}

extern "C" fn realloc(old: Block, size: usize, pc: usize) -> Block {
    let next = REALLOC.get().unwrap_or(libc::__libc_realloc);
    // A call that fails in any case gives nothing back.
    if !old.is_null() && size < isize::MAX as usize {
        released(old, pc);
    }
    // SAFETY: the program's own call, in its words.
    let new = unsafe { next(old, size) };
    match size {
        // The block is gone. C libraries may hand out an empty one for it.
        0 => allocated(new, 0, pc),
        _ if size >= isize::MAX as usize => new,
        _ => reallocated(old, new, size, pc),
    }
}

extern "C" fn reallocarray(old: Block, count: usize, size: usize, pc: usize) -> Block {
    match count.checked_mul(size) {
        Some(total) => realloc(old, total, pc),
        None => {
            // SAFETY: `errno` is the calling thread's own variable.
            unsafe { libc::__errno_location().write(libc::ENOMEM) };
            core::ptr::null_mut()
        }
    }
}

extern "C" fn free(block: Block, pc: usize) {
    if !block.is_null() {
        released(block, pc);
    }
    let next = FREE.get().unwrap_or(libc::__libc_free);
    // SAFETY: the program's own call, in its words.
    unsafe { next(block) }
}

extern "C" fn posix_memalign(block: *mut Block, alignment: usize, size: usize, pc: usize) -> c_int {
    let next = POSIX_MEMALIGN.require();
    // SAFETY: the program's own call, in its words.
    let error = unsafe { next(block, alignment, size) };
    if error == 0 {
        // SAFETY: the call succeeded, so it has written the block's address there.
        allocated(unsafe { block.read() }, size, pc);
    }
    error
}

extern "C" fn aligned_alloc(alignment: usize, size: usize, pc: usize) -> Block {
    let next = ALIGNED_ALLOC.require();
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { next(alignment, size) }, size, pc)
}

extern "C" fn memalign(alignment: usize, size: usize, pc: usize) -> Block {
    let next = MEMALIGN.require();
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { next(alignment, size) }, size, pc)
}

extern "C" fn valloc(size: usize, pc: usize) -> Block {
    let next = VALLOC.require();
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { next(size) }, size, pc)
}

extern "C" fn pvalloc(size: usize, pc: usize) -> Block {
    let next = PVALLOC.require();
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { next(size) }, size, pc)
}
