//! The tool's own memory, apart from the program's.
//!
//! The checked program's `malloc` and `mmap` are interposed by the access hooks, which tell the tool about every block. If the tool
//! allocated through them, it would hear of its own. Nor does it go past them to the same heap: its blocks, which stay, would lie between those of the program, which go, and
//! keep the C library from giving memory back. (A program that frees matrices level by level needed a tenth more for that reason, shadow included.)
//!
//! The detector's tables grow by doubling to hundreds of megabytes. A large block therefore gets far more address space than it
//! needs, so that it grows where it is, and huge pages, so that it costs few page faults.
//!
//! # After a fork
//!
//! The child has no other thread, but one may have been in here at that moment. The tool does nothing in a child; for the little that Rust's library may still do there, blocks come from the kernel one by one, and
//! none is given back.

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dlmalloc::Dlmalloc;

/// Blocks of this size and more come from the kernel, one by one, and grow without being copied, …
const MIDDLE: usize = 64 << 10;

/// … and these have room to grow where they are.
const LARGE: usize = 1 << 20;

/// Size of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Size of a page.
const PAGE: usize = 4 << 10;

/// Address space of a large block, unless it needs more.
const ROOM: usize = 4 << 30;

/// The small blocks. Nothing else is done while this is locked.
static SMALL: Mutex<Dlmalloc<Kernel>> = Mutex::new(Dlmalloc::new_with_allocator(Kernel));

/// This process was forked from the one that is checked.
static IS_CHILD: AtomicBool = AtomicBool::new(false);

/// The tool's allocator.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Called in a process that was forked, before anything else.
pub(crate) fn forked() {
    IS_CHILD.store(true, Ordering::Relaxed);
}

fn is_child() -> bool {
    IS_CHILD.load(Ordering::Relaxed)
}

fn small() -> MutexGuard<'static, Dlmalloc<Kernel>> {
    SMALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where small blocks are cut from.
struct Kernel;

// SAFETY: the regions are mapped, and nobody else's.
unsafe impl dlmalloc::Allocator for Kernel {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        (map(size), size, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        ptr::null_mut()
    }

    fn free_part(&self, start: *mut u8, before: usize, after: usize) -> bool {
        unmap(start as usize + after, before - after);
        true
    }

    fn free(&self, start: *mut u8, size: usize) -> bool {
        unmap(start as usize, size);
        true
    }

    fn can_release_part(&self, _: u32) -> bool {
        true
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}

/// New memory, zeroed; null on failure.
fn map(size: usize) -> *mut u8 {
    // SAFETY: a new mapping replaces nothing. The system call is made directly, past the interposed function.
    let mapped = unsafe {
        libc::syscall(
            libc::SYS_mmap,
            ptr::null_mut::<u8>(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if mapped == -1 { ptr::null_mut() } else { mapped as *mut u8 }
}

/// Address space that a large block of `size` bytes has.
fn room_for(size: usize) -> usize {
    if size <= ROOM { ROOM } else { size.next_multiple_of(HUGE_PAGE) }
}

/// A large block, zeroed; null on failure.
fn allocate_large(size: usize) -> *mut u8 {
    let room = room_for(size);
    let mapped = map(room + HUGE_PAGE);
    if mapped.is_null() {
        return mapped;
    }
    let mapped = mapped as usize;
    let start = mapped.next_multiple_of(HUGE_PAGE);
    unmap(mapped, start - mapped);
    unmap(start + room, mapped + HUGE_PAGE - start);
    // SAFETY: the range is ours; refused advice changes nothing.
    unsafe { libc::madvise(start as *mut c_void, room, libc::MADV_HUGEPAGE) };
    start as *mut u8
}

/// Makes a mapping longer or shorter, wherever that is possible; null on failure, and then it is as it was.
fn remap(start: *mut u8, before: usize, after: usize) -> *mut u8 {
    // SAFETY: callers own the range, and refer to it by what is returned.
    let mapped = unsafe { libc::syscall(libc::SYS_mremap, start, before, after, libc::MREMAP_MAYMOVE) };
    if mapped == -1 { ptr::null_mut() } else { mapped as *mut u8 }
}

fn unmap(start: usize, length: usize) {
    if length > 0 {
        // SAFETY: callers own the range, and nothing points into it any more.
        unsafe { libc::syscall(libc::SYS_munmap, start, length) };
    }
}

/// Where a block comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Small,
    /// A mapping of its own.
    Middle,
    /// A mapping with room.
    Large,
}

impl Source {
    fn of(layout: Layout) -> Source {
        match layout.size() {
            LARGE.. if layout.align() <= HUGE_PAGE => Source::Large,
            MIDDLE.. if layout.align() <= PAGE => Source::Middle,
            _ => Source::Small,
        }
    }
}

// SAFETY: blocks are disjoint, large enough and aligned, null on failure: `Dlmalloc` and the kernel see to that.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match Source::of(layout) {
            Source::Large => allocate_large(layout.size()),
            Source::Middle => map(layout.size()),
            Source::Small if is_child() && layout.align() <= PAGE => map(layout.size()),
            Source::Small if is_child() => ptr::null_mut(),
            // SAFETY: the layout is valid.
            Source::Small => unsafe { small().malloc(layout.size(), layout.align()) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if Source::of(layout) != Source::Small || is_child() {
            // SAFETY: the caller's contract is passed on. New memory is zero.
            unsafe { self.alloc(layout) }
        } else {
            // SAFETY: the layout is valid.
            unsafe { small().calloc(layout.size(), layout.align()) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the alignment is unchanged and the caller vouches for the size.
        let layout_after = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (Source::of(layout), Source::of(layout_after)) {
            (Source::Large, Source::Large) if size <= room_for(layout.size()) => return block,
            (Source::Middle, Source::Middle) => return remap(block, layout.size(), size),
            (Source::Small, Source::Small) if !is_child() => {
                // SAFETY: the caller got the block from this allocator.
                return unsafe { small().realloc(block, layout.size(), layout.align(), size) };
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
        match Source::of(layout) {
            Source::Large => unmap(block as usize, room_for(layout.size())),
            Source::Middle => unmap(block as usize, layout.size()),
            Source::Small if is_child() => {}
            // SAFETY: the caller got the block from this allocator.
            Source::Small => unsafe { small().free(block, layout.size(), layout.align()) },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};

    #[test]
    fn a_vector_keeps_its_content_from_small_to_large_and_back() {
        let mut numbers: Vec<u32> = Vec::new();
        for number in 0..2_000_000 {
            numbers.push(number);
        }
        assert!(numbers.iter().copied().eq(0..2_000_000));
        for length in [100_000, 30_000, 1000] {
            numbers.truncate(length);
            numbers.shrink_to_fit();
            assert!(numbers.iter().copied().eq(0..length as u32), "{length}");
        }
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
        for size in [48, 3 << 10, 200 << 10, 3 << 20] {
            drop(vec![7u8; size]);
            assert!(vec![0u8; size].iter().all(|byte| *byte == 0), "{size}");
        }
    }

    #[test]
    fn blocks_are_aligned_as_asked() {
        let sizes = [1, 100, 100_000, 2 << 20];
        for (size, align) in sizes.into_iter().flat_map(|size| [1, 16, 64, 4096].map(|align| (size, align))) {
            let layout = Layout::from_size_align(size, align).expect("a valid layout");
            for allocate in [alloc, alloc_zeroed] {
                // SAFETY: the size is not 0.
                let blocks = [(); 2].map(|()| unsafe { allocate(layout) });
                for block in blocks {
                    assert!(!block.is_null() && (block as usize).is_multiple_of(align), "{size} {align}");
                    // SAFETY: it was allocated with this layout.
                    unsafe { dealloc(block, layout) };
                }
            }
        }
    }

    #[test]
    fn nothing_comes_from_the_heap_of_the_program() {
        // What the C library has given out; other tests run at the same time, and their threads need a little.
        let given_out = || {
            // SAFETY: it may be called at any time.
            let information = unsafe { libc::mallinfo2() };
            information.uordblks + information.hblkhd
        };
        let before = given_out();
        let blocks: Vec<Vec<u8>> = (0..160).map(|index| vec![1; [1000, 50_000, 100_000][index % 3]]).collect();
        let bytes: usize = blocks.iter().map(Vec::len).sum();
        assert!(given_out() < before + bytes / 10, "{bytes}");
    }

    #[test]
    fn threads_share_it() {
        let makers: Vec<_> = (0..4u8)
            .map(|number| {
                std::thread::spawn(move || {
                    (0..2000usize).map(|length| vec![number; length % 300]).collect::<Vec<Vec<u8>>>()
                })
            })
            .collect();
        for (number, maker) in (0..).zip(makers) {
            let made = maker.join().expect("no panic");
            assert!(made.iter().flatten().all(|byte| *byte == number));
        }
    }
}
