//! The tool's own memory: small blocks from glibc directly, large ones from the kernel.
//!
//! The checked program's `malloc` and `mmap` are interposed by the access hooks, which tell the tool about every block. If the tool
//! allocated through them, it would hear of its own.
//!
//! The detector's tables grow by doubling to hundreds of megabytes. A large block therefore gets far more address space than it
//! needs, so that it grows where it is, and huge pages, so that it costs few page faults.

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;
use std::ptr;

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
}

/// What `malloc` aligns to on x86-64.
const MALLOC_ALIGNMENT: usize = 16;

/// Blocks of this size and more come from the kernel.
const LARGE: usize = 1 << 20;

/// Size of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Address space of a large block, unless it needs more.
const ROOM: usize = 4 << 30;

/// The tool's allocator.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Address space that a large block of `size` bytes has.
fn room_for(size: usize) -> usize {
    if size <= ROOM { ROOM } else { size.next_multiple_of(HUGE_PAGE) }
}

/// A large block, zeroed; null on failure.
fn allocate_large(size: usize) -> *mut u8 {
    let room = room_for(size);
    // SAFETY: a new mapping replaces nothing. The system call is made directly, past the interposed function.
    let mapped = unsafe {
        libc::syscall(
            libc::SYS_mmap,
            ptr::null_mut::<u8>(),
            room + HUGE_PAGE,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if mapped == -1 {
        return ptr::null_mut();
    }
    let mapped = mapped as usize;
    let start = mapped.next_multiple_of(HUGE_PAGE);
    unmap(mapped, start - mapped);
    unmap(start + room, mapped + HUGE_PAGE - start);
    // SAFETY: the range is ours; refused advice changes nothing.
    unsafe { libc::madvise(start as *mut c_void, room, libc::MADV_HUGEPAGE) };
    start as *mut u8
}

fn unmap(start: usize, length: usize) {
    if length > 0 {
        // SAFETY: callers own the range, and nothing points into it any more.
        unsafe { libc::syscall(libc::SYS_munmap, start, length) };
    }
}

/// Whether a block with this layout comes from the kernel.
fn is_large(layout: Layout) -> bool {
    layout.size() >= LARGE && layout.align() <= HUGE_PAGE
}

// SAFETY: blocks are disjoint, large enough and aligned, null on failure: glibc and the kernel see to that.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_large(layout) {
            allocate_large(layout.size())
        } else if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: any size is allowed.
            unsafe { __libc_malloc(layout.size()) }.cast()
        } else {
            // SAFETY: a layout's alignment is a power of two.
            unsafe { __libc_memalign(layout.align(), layout.size()) }.cast()
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_large(layout) {
            return allocate_large(layout.size());
        }
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
        // SAFETY: the alignment is unchanged and the caller vouches for the size.
        let layout_after = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (is_large(layout), is_large(layout_after)) {
            (true, true) if size <= room_for(layout.size()) => return block,
            (false, false) if layout.align() <= MALLOC_ALIGNMENT => {
                // SAFETY: the caller got the block from this allocator.
                return unsafe { __libc_realloc(block.cast(), size) }.cast();
            }
            _ => {}
        }
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

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_large(layout) {
            unmap(block as usize, room_for(layout.size()));
        } else {
            // SAFETY: the caller got the block from this allocator.
            unsafe { __libc_free(block.cast()) }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_vector_keeps_its_content_from_small_to_large_and_back() {
        let mut numbers: Vec<u32> = Vec::new();
        for number in 0..2_000_000 {
            numbers.push(number);
        }
        assert!(numbers.iter().copied().eq(0..2_000_000));
        numbers.truncate(1000);
        numbers.shrink_to_fit();
        assert!(numbers.iter().copied().eq(0..1000));
    }

    #[test]
    fn a_large_block_grows_where_it_is() {
        let mut bytes: Vec<u8> = vec![1; 4 << 20];
        let before = bytes.as_ptr();
        bytes.resize(64 << 20, 2);
        assert_eq!(bytes.as_ptr(), before);
        assert_eq!((bytes[0], bytes[(64 << 20) - 1]), (1, 2));
    }

    #[test]
    fn zeroed_memory_is_zero_after_reuse() {
        drop(vec![7u8; 3 << 20]);
        assert!(vec![0u8; 3 << 20].iter().all(|byte| *byte == 0));
    }
}
