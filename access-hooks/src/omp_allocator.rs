//! Calls of OpenMP's allocators: `omp_alloc`, `__kmpc_alloc` and their relatives.
//!
//! libomp carves these blocks out of memory of its own, so the C library's allocator does not tell
//! of each. clang calls the `__kmpc_…` functions for `depobj` and the `allocate` clause.

use core::ffi::{c_int, c_void};

use crate::allocator::{allocated, reallocated};
use crate::assembly::interpose;
use crate::attach::tell;
use crate::next::next;

type Block = *mut c_void;

/// A handle of an allocator.
type Allocator = usize;

next! {
    OMP_ALLOC = c"omp_alloc": unsafe extern "C" fn(usize, Allocator) -> Block;
    OMP_CALLOC = c"omp_calloc": unsafe extern "C" fn(usize, usize, Allocator) -> Block;
    OMP_ALIGNED_ALLOC = c"omp_aligned_alloc": unsafe extern "C" fn(usize, usize, Allocator) -> Block;
    OMP_ALIGNED_CALLOC = c"omp_aligned_calloc":
        unsafe extern "C" fn(usize, usize, usize, Allocator) -> Block;
    OMP_REALLOC = c"omp_realloc": unsafe extern "C" fn(Block, usize, Allocator, Allocator) -> Block;
    OMP_FREE = c"omp_free": unsafe extern "C" fn(Block, Allocator);
    KMPC_ALLOC = c"__kmpc_alloc": unsafe extern "C" fn(c_int, usize, Allocator) -> Block;
    KMPC_ALIGNED_ALLOC = c"__kmpc_aligned_alloc":
        unsafe extern "C" fn(c_int, usize, usize, Allocator) -> Block;
    KMPC_CALLOC = c"__kmpc_calloc": unsafe extern "C" fn(c_int, usize, usize, Allocator) -> Block;
    KMPC_REALLOC = c"__kmpc_realloc":
        unsafe extern "C" fn(c_int, Block, usize, Allocator, Allocator) -> Block;
    KMPC_FREE = c"__kmpc_free": unsafe extern "C" fn(c_int, Block, Allocator);
}

interpose! {
    "omp_alloc", caller in "rdx" => omp_alloc;
    "omp_calloc", caller in "rcx" => omp_calloc;
    "omp_aligned_alloc", caller in "rcx" => omp_aligned_alloc;
    "omp_aligned_calloc", caller in "r8" => omp_aligned_calloc;
    "omp_realloc", caller in "r8" => omp_realloc;
    "__kmpc_alloc", caller in "rcx" => kmpc_alloc;
    "__kmpc_aligned_alloc", caller in "r8" => kmpc_aligned_alloc;
    "__kmpc_calloc", caller in "r8" => kmpc_calloc;
    "__kmpc_realloc", caller in "r9" => kmpc_realloc;
    "omp_free", caller in "rdx" => omp_free;
    "__kmpc_free", caller in "rcx" => kmpc_free;
}

/// Tells the tool of a block that is given back. libomp does not say how large it is; the tool knows.
fn released(block: Block, pc: usize) {
    if !block.is_null() {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.released)(block.addr(), 0, pc) });
    }
}

extern "C" fn omp_alloc(size: usize, allocator: Allocator, pc: usize) -> Block {
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { OMP_ALLOC.require()(size, allocator) }, size, pc)
}

extern "C" fn omp_calloc(count: usize, size: usize, allocator: Allocator, pc: usize) -> Block {
    // SAFETY: the program's own call, in its words. If it succeeds, the product is a size.
    allocated(unsafe { OMP_CALLOC.require()(count, size, allocator) }, count.wrapping_mul(size), pc)
}

extern "C" fn omp_aligned_alloc(alignment: usize, size: usize, allocator: Allocator, pc: usize) -> Block {
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { OMP_ALIGNED_ALLOC.require()(alignment, size, allocator) }, size, pc)
}

extern "C" fn omp_aligned_calloc(
    alignment: usize,
    count: usize,
    size: usize,
    allocator: Allocator,
    pc: usize,
) -> Block {
    // SAFETY: the program's own call, in its words.
    let block = unsafe { OMP_ALIGNED_CALLOC.require()(alignment, count, size, allocator) };
    allocated(block, count.wrapping_mul(size), pc)
}

extern "C" fn omp_realloc(old: Block, size: usize, allocator: Allocator, freed_by: Allocator, pc: usize) -> Block {
    released(old, pc);
    // SAFETY: the program's own call, in its words.
    let new = unsafe { OMP_REALLOC.require()(old, size, allocator, freed_by) };
    if size == 0 { new } else { reallocated(old, new, size, pc) }
}

extern "C" fn omp_free(block: Block, allocator: Allocator, pc: usize) {
    released(block, pc);
    // SAFETY: the program's own call, in its words.
    unsafe { OMP_FREE.require()(block, allocator) }
}

extern "C" fn kmpc_alloc(thread: c_int, size: usize, allocator: Allocator, pc: usize) -> Block {
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { KMPC_ALLOC.require()(thread, size, allocator) }, size, pc)
}

extern "C" fn kmpc_aligned_alloc(
    thread: c_int,
    alignment: usize,
    size: usize,
    allocator: Allocator,
    pc: usize,
) -> Block {
    // SAFETY: the program's own call, in its words.
    allocated(unsafe { KMPC_ALIGNED_ALLOC.require()(thread, alignment, size, allocator) }, size, pc)
}

extern "C" fn kmpc_calloc(thread: c_int, count: usize, size: usize, allocator: Allocator, pc: usize) -> Block {
    // SAFETY: the program's own call, in its words.
    let block = unsafe { KMPC_CALLOC.require()(thread, count, size, allocator) };
    allocated(block, count.wrapping_mul(size), pc)
}

extern "C" fn kmpc_realloc(
    thread: c_int,
    old: Block,
    size: usize,
    allocator: Allocator,
    freed_by: Allocator,
    pc: usize,
) -> Block {
    released(old, pc);
    // SAFETY: the program's own call, in its words.
    let new = unsafe { KMPC_REALLOC.require()(thread, old, size, allocator, freed_by) };
    if size == 0 { new } else { reallocated(old, new, size, pc) }
}

extern "C" fn kmpc_free(thread: c_int, block: Block, allocator: Allocator, pc: usize) {
    released(block, pc);
    // SAFETY: the program's own call, in its words.
    unsafe { KMPC_FREE.require()(thread, block, allocator) }
}
