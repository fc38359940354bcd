//! Shadow memory: the reservation, the cells, and forgetting.

use std::io;

use detsan_detector::Cell;
use detsan_hook_abi::{CELL_SPAN, SHADOW_BASE, SHADOW_SCALE, SHADOW_SIZE, cell_address};

const _: () = assert!(size_of::<Cell>() == CELL_SPAN * SHADOW_SCALE);

const PAGE: usize = 4096;

/// Shadow of this size and more is given back to the kernel instead of being overwritten.
const UNMAP_FROM: usize = 16 * PAGE;

/// The reserved shadow of the whole address space.
#[derive(Debug)]
pub(crate) struct Shadow(());

impl Shadow {
    /// Reserves the address range. Nothing is backed until it is touched.
    pub(crate) fn reserve() -> io::Result<Shadow> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: MAP_FIXED_NOREPLACE never replaces a mapping of the program.
        let mapped =
            unsafe { libc::mmap(SHADOW_BASE as *mut _, SHADOW_SIZE, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if mapped == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        if mapped as usize != SHADOW_BASE {
            // SAFETY: the range was mapped just now. (Kernels before 4.17 take the address as a hint.)
            unsafe { libc::munmap(mapped, SHADOW_SIZE) };
            return Err(io::Error::from_raw_os_error(libc::EEXIST));
        }
        for advice in [libc::MADV_DONTDUMP, libc::MADV_NOHUGEPAGE] {
            // SAFETY: the range is ours; refused advice changes nothing.
            unsafe { libc::madvise(mapped, SHADOW_SIZE, advice) };
        }
        Ok(Shadow(()))
    }

    /// The cell of the word at `address`.
    #[inline]
    pub(crate) fn cell(&mut self, address: usize) -> &mut Cell {
        // SAFETY: every cell address lies in the reservation, is aligned, and zero bytes are a valid cell. The hooks
        // of the checked thread, which only read cells, do not run while the tool does.
        unsafe { &mut *(cell_address(address) as *mut Cell) }
    }

    /// Forgets the history of `length` bytes from `address` on, with every word that they touch.
    pub(crate) fn forget(&mut self, address: usize, length: usize) {
        if length == 0 {
            return;
        }
        let start = cell_address(address);
        let end = cell_address(address + length - 1) + size_of::<Cell>();
        if end <= start {
            // The range wraps around in the masked address space: not memory that a program can have.
            return;
        }
        if end - start < UNMAP_FROM {
            Self::zero(start, end);
            return;
        }
        let (first, last) = (start.next_multiple_of(PAGE), end & !(PAGE - 1));
        Self::zero(start, first);
        // SAFETY: the pages lie in our private reservation; they read as zero afterwards.
        unsafe { libc::madvise(first as *mut _, last - first, libc::MADV_DONTNEED) };
        Self::zero(last, end);
    }

    fn zero(start: usize, end: usize) {
        // SAFETY: the range lies in the reservation.
        unsafe { (start as *mut u8).write_bytes(0, end - start) };
    }
}
