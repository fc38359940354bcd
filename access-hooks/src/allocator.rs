//! The program's allocator calls: each goes on to the allocator that it would have reached, and the tool hears of it.
//!
//! The tool is told of a block after it was handed out and before it is given back, so that no other thread can have it
//! in between. A new block is told with the size that was asked for; when it goes, with all that was usable of it.
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
}

interpose! {
    "free" => free;
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
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.allocated)(block.addr(), size, pc) });
    }
    block
}

/// Tells the tool of a block that is given back, and returns its size.
fn released(block: Block) -> usize {
    // SAFETY: the program gives the block back, so it is one of the allocator's.
    let size = unsafe { libc::malloc_usable_size(block) };
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.released)(block.addr(), size) });
    size
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
    let old_size = if old.is_null() || tool().is_none() { 0 } else { released(old) };
    // SAFETY: the program's own call, in its words.
    let new = unsafe { next(old, size) };
    if new.is_null() && size != 0 {
        // It failed, and the old block is still the program's.
        allocated(old, old_size, pc);
    }
    allocated(new, size, pc)
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

extern "C" fn free(block: Block) {
    if !block.is_null() && tool().is_some() {
        released(block);
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
