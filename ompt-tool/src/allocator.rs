//! The tool's own memory comes from glibc directly.
//!
//! The checked program's `malloc` is interposed by the access hooks, which tell the tool about every block. If the tool allocated through it, it
//! would hear of its own blocks.

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
}

/// What `malloc` aligns to on x86-64.
const MALLOC_ALIGNMENT: usize = 16;

struct Glibc;

#[global_allocator]
static GLIBC: Glibc = Glibc;

// SAFETY: glibc's allocator fulfils the contract: blocks are disjoint, large enough and aligned, null on failure.
unsafe impl GlobalAlloc for Glibc {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: any size is allowed.
            unsafe { __libc_malloc(layout.size()) }.cast()
        } else {
            // SAFETY: a layout's alignment is a power of two.
            unsafe { __libc_memalign(layout.align(), layout.size()) }.cast()
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: any size is allowed.
            return unsafe { __libc_calloc(1, layout.size()) }.cast();
        }
        // SAFETY: the caller's contract is passed on.
        let block = unsafe { self.alloc(layout) };
        if !block.is_null() {
            // SAFETY: the block has this size.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: the caller got the block from this allocator.
            return unsafe { __libc_realloc(block.cast(), size) }.cast();
        }
        // SAFETY: the alignment is unchanged and the caller vouches for the size.
        let layout_after = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: the caller's contract is passed on.
        let moved = unsafe { self.alloc(layout_after) };
        if !moved.is_null() {
            // SAFETY: both blocks are at least this long, and they are disjoint.
            unsafe { moved.copy_from_nonoverlapping(block, layout.size().min(size)) };
            // SAFETY: the caller got the block from this allocator and gives it up.
            unsafe { self.dealloc(block, layout) };
        }
        moved
    }

    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        // SAFETY: the caller got the block from this allocator.
        unsafe { __libc_free(block.cast()) }
    }
}
