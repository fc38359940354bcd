//! Shadow memory: the reservation, the cells, and forgetting.

use std::io;
use std::ops::Range;

use detsan_detector::Cell;
use detsan_hook_abi::{CELL_SPAN, PIECE, SHADOW_BASE, SHADOW_SCALE, SHADOW_SIZE, Shortcuts, cell_address};
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::memory::Heap;

const _: () = assert!(size_of::<Cell>() == CELL_SPAN * SHADOW_SCALE);

/// Shadow of this size and more is given back to the kernel instead of being overwritten, which is faster if it is soon used again.
pub(crate) const UNMAP_FROM: usize = 1 << 19;

/// Shadow of which a good part is used is put on huge pages of this size: fewer page faults, and fewer misses of the processor's address cache. Who uses a good part of one mostly goes on
/// to the next, which is a huge page from its first use on, if it is all of the same large block: nothing has to be copied then. If it is hardly used after all, that is one for each such block.
const HUGE_PAGE: usize = 2 << 20;

/// Huge pages that the shadow of a large block has.
const LARGE_BLOCK: usize = 16;

/// Used pieces of a huge page that are a good part of it.
const GOOD_PART: u8 = 24;

/// Linux 6.1 and newer; not in the C library's headers here.
const MADV_COLLAPSE: libc::c_int = 25;

const _: () = assert!(GOOD_PART as usize <= HUGE_PAGE / PIECE);

/// How much of a huge page is used.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Pieces that have been used.
    used: u8,
    /// It was one before that.
    is_expected: bool,
}

/// The reserved shadow of the whole address space.
#[derive(Debug)]
pub(crate) struct Shadow {
    /// Numbers of the pieces that may hold something.
    used: HashSet<usize, FxBuildHasher>,
    /// Other pieces, whose cells all have this content: memory that was given back, whose shadow is not to stay.
    uniform: HashMap<usize, Cell, FxBuildHasher>,
    /// What has been used of each huge page.
    parts: HashMap<usize, Part, FxBuildHasher>,
    /// What the hooks may do to cells themselves; and the pieces that were used lately, so that most need no look-up.
    pub(crate) shortcuts: Box<Shortcuts>,
}

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
        Ok(Shadow {
            used: HashSet::default(),
            uniform: HashMap::default(),
            parts: HashMap::default(),
            shortcuts: Box::new(Shortcuts::EMPTY),
        })
    }

    /// The cells of `length` bytes from `address` on are about to be written. To be called before [`Self::cell`].
    #[inline]
    pub(crate) fn use_cells(&mut self, address: usize, length: usize, heap: &Heap) {
        let last = cell_address(address + length - 1);
        for cell in (cell_address(address) & !(PIECE - 1)..=last).step_by(PIECE) {
            let (recent, piece) = self.shortcuts.piece(cell);
            if *recent != piece {
                *recent = piece;
                self.use_piece(piece, address, heap);
            }
        }
    }

    /// `address` is one whose shadow is in the piece, or before it.
    #[cold]
    fn use_piece(&mut self, piece: usize, address: usize, heap: &Heap) {
        if !self.used.insert(piece) {
            return;
        }
        if let Some(cell) = self.uniform.remove(&piece) {
            Self::cells(piece * PIECE, (piece + 1) * PIECE).fill(cell);
        }
        let huge = piece * PIECE / HUGE_PAGE;
        let part = self.parts.entry(huge).or_default();
        part.used = part.used.saturating_add(1);
        if part.used != GOOD_PART {
            return;
        }
        if !part.is_expected {
            advise(huge, libc::MADV_HUGEPAGE);
            advise(huge, MADV_COLLAPSE);
        }
        let next = (huge + 1) * HUGE_PAGE;
        let word = address - address % CELL_SPAN;
        let start = word + (next - cell_address(word)) / SHADOW_SCALE;
        let memory = start..start + HUGE_PAGE / SHADOW_SCALE;
        let following = self.parts.entry(huge + 1).or_default();
        if following.used == 0
            && next < SHADOW_BASE + SHADOW_SIZE
            && heap.may_be_part_of_block(address, &memory, LARGE_BLOCK)
            && is_mapped(&memory)
        {
            following.is_expected = true;
            advise(huge + 1, libc::MADV_HUGEPAGE);
        }
    }

    /// What becomes of a cell, if there is a shortcut.
    #[inline]
    pub(crate) fn shortcut(&mut self, before: Cell, key: Option<u64>) -> Option<Cell> {
        let key = key?;
        let shortcut = self.shortcuts.place(before.to_bits(), key);
        (shortcut.before == before.to_bits() && shortcut.key == key).then_some(Cell::from_bits(shortcut.after))
    }

    /// Shows the hooks what becomes of a cell.
    #[inline]
    pub(crate) fn add_shortcut(&mut self, before: Cell, after: Cell, key: u64) {
        self.shortcuts.place(before.to_bits(), key).set(before.to_bits(), after.to_bits(), key);
    }

    /// All cells that may hold something, in pieces.
    pub(crate) fn each_piece(&mut self, visit: &mut dyn FnMut(&mut [Cell])) {
        for piece in &self.used {
            visit(Self::cells(piece * PIECE, (piece + 1) * PIECE));
        }
        for cell in self.uniform.values_mut() {
            visit(std::slice::from_mut(cell));
        }
    }

    /// What all cells of a piece have in common, if they are alike.
    pub(crate) fn common_content(&self, piece: usize) -> Option<Cell> {
        if !self.used.contains(&piece) {
            return Some(self.uniform.get(&piece).copied().unwrap_or_default());
        }
        let cells = Self::cells(piece * PIECE, (piece + 1) * PIECE);
        let first = cells[0];
        // In blocks without a branch in between, which is several times as fast.
        let is_alike = |block: &[Cell]| block.iter().fold(true, |alike, cell| alike & (*cell == first));
        cells.chunks_exact(64).all(is_alike).then_some(first)
    }

    /// All cells of these pieces have this content from now on. Nothing is kept of them but that.
    pub(crate) fn make_uniform(&mut self, pieces: Range<usize>, content: Cell) {
        self.clear_pieces(pieces.clone());
        if content != Cell::default() {
            self.uniform.extend(pieces.map(|piece| (piece, content)));
        }
    }

    /// These pieces hold nothing from now on, and their memory goes back to the kernel.
    fn clear_pieces(&mut self, pieces: Range<usize>) {
        let Shadow { used, uniform, shortcuts, .. } = self;
        let mut is_used = false;
        let mut clear = |piece: usize| {
            is_used = true;
            *shortcuts.piece(piece * PIECE).0 = 0;
        };
        if pieces.len() < used.len() {
            pieces.clone().filter(|piece| used.remove(piece)).for_each(&mut clear);
        } else {
            used.extract_if(|piece| pieces.contains(piece)).for_each(&mut clear);
        }
        if pieces.len() < uniform.len() {
            for piece in pieces.clone() {
                uniform.remove(&piece);
            }
        } else {
            uniform.retain(|piece, _| !pieces.contains(piece));
        }
        if is_used {
            let (from, to) = (pieces.start * PIECE, pieces.end * PIECE);
            // SAFETY: the pages lie in our private reservation; they read as zero afterwards.
            unsafe { libc::madvise(from as *mut _, to - from, libc::MADV_DONTNEED) };
        }
    }

    /// The cells that may hold something of the words from `start` to `end`, with the address of the first one, in order.
    pub(crate) fn each_cell_of(&mut self, start: usize, end: usize, visit: &mut dyn FnMut(usize, &mut Cell)) {
        let (low, high) = (cell_address(start), cell_address(end));
        let mut pieces: Vec<usize> =
            self.used.iter().copied().filter(|piece| (low / PIECE..=high / PIECE).contains(piece)).collect();
        pieces.sort_unstable();
        for piece in pieces {
            let first = low.max(piece * PIECE);
            for (index, cell) in Self::cells(first, high.min((piece + 1) * PIECE)).iter_mut().enumerate() {
                visit(start + (first - low) / SHADOW_SCALE + index * CELL_SPAN, cell);
            }
        }
    }

    /// Bytes that may be in use.
    pub(crate) fn bytes(&self) -> usize {
        self.used.len() * PIECE
    }

    /// The cells at these addresses of the shadow.
    fn cells(start: usize, end: usize) -> &'static mut [Cell] {
        let count = end.saturating_sub(start) / size_of::<Cell>();
        // SAFETY: the range lies in the reservation and is aligned; zero bytes are valid cells. As for `cell`, nobody else looks.
        unsafe { std::slice::from_raw_parts_mut(start as *mut Cell, count) }
    }

    /// The cell of the word at `address`.
    #[inline]
    pub(crate) fn cell(&mut self, address: usize) -> &mut Cell {
        // SAFETY: every cell address lies in the reservation, is aligned, and zero bytes are a valid cell. The hooks
        // of the checked thread, which read and write cells as well, do not run while the tool does.
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
        let (mut from, mut to) = (end, end);
        if end - start >= UNMAP_FROM {
            (from, to) = (start.next_multiple_of(PIECE), end & !(PIECE - 1));
            self.clear_pieces(from / PIECE..to / PIECE);
        }
        self.zero_used(start, from.min(end));
        self.zero_used(to, end);
    }

    /// Overwrites what is in use of a range.
    fn zero_used(&mut self, mut start: usize, end: usize) {
        while start < end {
            let next = end.min((start / PIECE + 1) * PIECE);
            let (recent, piece) = self.shortcuts.piece(start);
            if *recent == piece || self.used.contains(&piece) {
                Self::zero(start, next);
            } else if let Some(cell) = self.uniform.remove(&piece) {
                let (first, end) = (piece * PIECE, (piece + 1) * PIECE);
                if next - start < PIECE {
                    self.used.insert(piece);
                    Self::cells(first, start).fill(cell);
                    Self::cells(next, end).fill(cell);
                }
            }
            start = next;
        }
    }

    fn zero(start: usize, end: usize) {
        // SAFETY: the range lies in the reservation.
        unsafe { (start as *mut u8).write_bytes(0, end - start) };
    }
}

/// Advises the kernel about a huge page of the shadow.
fn advise(huge: usize, advice: libc::c_int) {
    // SAFETY: the huge page lies in the reservation; refused advice changes nothing.
    unsafe { libc::madvise((huge * HUGE_PAGE) as *mut libc::c_void, HUGE_PAGE, advice) };
}

/// Whether the program has memory at each of these addresses, which are those that a huge page is the shadow of.
fn is_mapped(memory: &Range<usize>) -> bool {
    const PAGE: usize = 4 << 10;
    let mut resident = [0; HUGE_PAGE / SHADOW_SCALE / PAGE];
    debug_assert!(memory.start.is_multiple_of(PAGE) && memory.len() / PAGE == resident.len());
    // SAFETY: there is a byte for each page, for the kernel to say whether it is in memory. It fails if one is not mapped.
    unsafe { libc::mincore(memory.start as *mut libc::c_void, memory.len(), resident.as_mut_ptr()) == 0 }
}
