//! Cells in bulk: what ranges do to them without the tool.
//!
//! Neighbouring cells are mostly alike. Those that the running step has recorded are passed over, and those for which there is a [shortcut](Shortcuts) are overwritten, several at a
//! time.

use core::arch::x86_64::{
    __m128i, _MM_HINT_T0, _mm_and_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_cmpgt_epi32, _mm_loadu_si128,
    _mm_movemask_epi8, _mm_movemask_ps, _mm_or_si128, _mm_prefetch, _mm_set1_epi32, _mm_set1_epi64x, _mm_storeu_si128,
    _mm_xor_si128,
};
use core::ops::Range;

use detsan_hook_abi::{
    ALL_BYTES, AccessKind, CELL_SPAN, PIECE, Shortcuts, ThreadState, cell_address, part_of_cell, range_place,
    shortcut_key,
};

use crate::attach::thread_state;
use crate::settling::{context, is_known_piece, settle};

type Cell = u64;

/// Cells that are looked at together.
const BATCH: usize = 8;

/// Rows of up to this many bytes have too few cells for that.
const SHORT_ROW: usize = 4 * CELL_SPAN;

/// The cells of this many rows are on their way into the processor's cache, which does not see by itself where rows on other pages are.
const ROWS_AHEAD: usize = 16;

/// The identifier in a cell that tells whether such an access is recorded.
#[inline(always)]
pub(crate) fn recorded(content: Cell, kind: AccessKind) -> u32 {
    if kind.is_write() { content as u32 } else { (content >> 32) as u32 }
}

/// The bytes of the cell of the word at `word` that an access from `start` to `end` touches.
#[inline(always)]
pub(crate) fn bytes_of(word: usize, start: usize, end: usize) -> u8 {
    let (first, last) = (start.max(word) - word, end.min(word + CELL_SPAN) - word);
    (1 << last) - (1 << first)
}

/// Whether an access to some bytes of a cell is done with: the cell took a shortcut with this key, or was settled.
#[inline(always)]
pub(crate) fn settle_part(
    state: &mut ThreadState,
    shortcuts: &mut Shortcuts,
    cell: *mut Cell,
    bytes: u8,
    kind: AccessKind,
    place: (usize, u32),
    key: u64,
) -> bool {
    // SAFETY: the shadow is reserved while a thread is checked, and nobody else touches it while this thread has a step.
    let before = unsafe { cell.read() };
    if before == 0 && !is_known_piece(shortcuts, cell.addr()) {
        return false;
    }
    let shortcut = *shortcuts.place(before, key);
    if shortcut.before == before && shortcut.key == key {
        // SAFETY: as above.
        unsafe { cell.write(shortcut.after) };
    } else if settle(state, shortcuts, cell, bytes, kind, place) {
        // SAFETY: as above.
        let after = unsafe { cell.read() };
        shortcuts.place(before, key).set(before, after, key);
    } else {
        return false;
    }
    true
}

/// What the hooks may do to cells, for accesses of one kind at one place.
struct Walk<'a> {
    state: &'a mut ThreadState,
    shortcuts: &'a mut Shortcuts,
    kind: AccessKind,
    /// Where in the program, and in which call.
    place: (usize, u32),
    key: u64,
    /// The last shortcut that a few cells took.
    last: (Cell, Cell),
}

impl Walk<'_> {
    /// `None` while there are no shortcuts for this thread.
    #[inline]
    fn begin(kind: AccessKind, pc: usize) -> Option<Self> {
        let state = thread_state();
        // SAFETY: the state is the calling thread's own, and the tool does not run meanwhile.
        let state = unsafe { &mut *state };
        if state.step == 0 {
            return None;
        }
        // SAFETY: the tool's shortcuts, while there is a step, and the tool does not run meanwhile.
        let shortcuts = unsafe { &mut *state.shortcuts };
        // All cells are touched as a whole.
        let context = context(state, shortcuts);
        let key = shortcut_key(0, range_place(pc, kind), context, state.step);
        // The empty cell takes no shortcut without a look at its surroundings.
        Some(Walk { state, shortcuts, kind, place: (pc, context), key, last: (0, 0) })
    }

    /// The program touches memory from `address` on.
    #[inline]
    fn note_lowest(&mut self, address: usize) {
        if address < self.state.low_water && address >= self.state.stack_low {
            self.state.low_water = address;
        }
    }

    /// Whether an access to a part of the cell of the word at `word` is settled.
    fn settle_part(&mut self, word: usize, bytes: u8) -> bool {
        let cell = cell_address(word) as *mut Cell;
        // SAFETY: as in `settle`.
        if recorded(unsafe { cell.read() }, self.kind) >= self.state.base {
            return true;
        }
        let (place, key) = (self.place, self.key ^ shortcut_key(part_of_cell(bytes, 0), 0, 0, 0));
        let is_settled = settle_part(self.state, self.shortcuts, cell, bytes, self.kind, place, key);
        self.state.shortened += u64::from(is_settled);
        is_settled
    }

    /// Returns the first cell that is neither recorded nor had a shortcut.
    #[inline(never)]
    fn settle(&mut self, cells: Range<*mut Cell>) -> *mut Cell {
        let Walk { state, shortcuts, kind, place, key, .. } = self;
        let (kind, place, key, base) = (*kind, *place, *key, state.base);
        let mut cell = cells.start;
        while cell < cells.end {
            // SAFETY: the shadow is reserved while a thread is checked, and nobody else touches it while this thread has a step.
            let before = unsafe { cell.read() };
            if recorded(before, kind) >= base {
                // SAFETY: every x86-64 processor has SSE2.
                cell = unsafe { end_of_recorded(cell.wrapping_add(1)..cells.end, kind, base) };
                continue;
            }
            let mut end = cells.end;
            if before == 0 {
                if !is_known_piece(shortcuts, cell.addr()) {
                    break;
                }
                let piece = (cell.addr() / PIECE + 1) * PIECE;
                end = end.min(end.with_addr(piece));
            }
            let shortcut = *shortcuts.place(before, key);
            let after = if shortcut.before == before && shortcut.key == key {
                shortcut.after
            } else if settle(state, shortcuts, cell, ALL_BYTES, kind, place) {
                // SAFETY: as above.
                let after = unsafe { cell.replace(before) };
                shortcuts.place(before, key).set(before, after, key);
                after
            } else {
                break;
            };
            let first = cell;
            // SAFETY: every x86-64 processor has SSE2.
            cell = unsafe { overwrite(cell..end, before, after) };
            // SAFETY: both lie in the shadow of the range.
            state.shortened += unsafe { cell.offset_from_unsigned(first) } as u64;
        }
        cell
    }

    /// [`Self::settle`], for cells that are too few to be alike.
    #[inline(always)]
    fn settle_few(&mut self, cells: Range<*mut Cell>) -> *mut Cell {
        let mut cell = cells.start;
        while cell < cells.end {
            // SAFETY: as in `settle`.
            let before = unsafe { cell.read() };
            if recorded(before, self.kind) < self.state.base {
                if before != self.last.0 || before == 0 {
                    let next = cell.wrapping_add(1);
                    if self.settle(cell..next) != next {
                        break;
                    }
                    // SAFETY: as above.
                    self.last = (before, unsafe { cell.read() });
                } else {
                    // SAFETY: as above.
                    unsafe { cell.write(self.last.1) };
                    self.state.shortened += 1;
                }
            }
            cell = cell.wrapping_add(1);
        }
        cell
    }
}

/// Whether there are shortcuts for the calling thread.
pub(crate) fn takes_shortcuts() -> bool {
    // SAFETY: the state is the calling thread's own.
    unsafe { (*thread_state()).step != 0 }
}

/// Whether the running step has recorded all of such an access.
#[inline]
pub(crate) fn is_recorded(address: usize, length: usize, kind: AccessKind) -> bool {
    // SAFETY: the state is the calling thread's own.
    let base = unsafe { (*thread_state()).base };
    if base == 0 || !(address | length).is_multiple_of(CELL_SPAN) {
        return false;
    }
    let first = cell_address(address) as *mut Cell;
    let last = first.wrapping_add(length / CELL_SPAN);
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { end_of_recorded(first..last, kind, base) == last }
}

/// Does with the cells of an access to a range what can be done without the tool, from the first on. Returns the address up to which the access is settled.
pub(crate) fn first_unsettled(address: usize, end: usize, kind: AccessKind, pc: usize) -> usize {
    let Some(mut walk) = Walk::begin(kind, pc) else { return address };
    let mut settled = address;
    let first = address & !(CELL_SPAN - 1);
    if first != address || end - address < CELL_SPAN {
        // Only a part of the first cell is touched.
        if !walk.settle_part(first, bytes_of(first, address, end)) {
            return address;
        }
        settled = end.min(first + CELL_SPAN);
    }
    let last = (end & !(CELL_SPAN - 1)).max(settled);
    let cells = cell_address(settled) as *mut Cell;
    let count = (last - settled) / CELL_SPAN;
    let done = walk.settle(cells..cells.wrapping_add(count));
    // SAFETY: both lie in the shadow of the range.
    settled += unsafe { done.offset_from_unsigned(cells) } * CELL_SPAN;
    if settled == last && last < end && walk.settle_part(last, bytes_of(last, last, end)) {
        settled = end;
    }
    if settled > address {
        walk.note_lowest(address);
    }
    settled
}

/// Does the same with rows of `row` bytes, `stride` bytes apart. Returns how many rows are settled, from the first on, and the address up to which the next one is.
pub(crate) fn settled_rows(
    address: usize,
    row: usize,
    stride: usize,
    rows: usize,
    kind: AccessKind,
    pc: usize,
) -> (usize, usize) {
    if !(address | row | stride).is_multiple_of(CELL_SPAN) {
        return (0, first_unsettled(address, address + row, kind, pc));
    }
    let Some(mut walk) = Walk::begin(kind, pc) else { return (0, address) };
    let mut start = address;
    let mut settled = 0;
    let mut unsettled = address;
    while settled < rows {
        let first = cell_address(start) as *mut Cell;
        if rows - settled > ROWS_AHEAD {
            prefetch(cell_address(start.wrapping_add(ROWS_AHEAD.wrapping_mul(stride))));
        }
        let last = first.wrapping_add(row / CELL_SPAN);
        let end = if row <= SHORT_ROW { walk.settle_few(first..last) } else { walk.settle(first..last) };
        if end != last {
            // SAFETY: both lie in the shadow of the row.
            unsettled = start + unsafe { end.offset_from_unsigned(first) } * CELL_SPAN;
            break;
        }
        settled += 1;
        start = start.wrapping_add(stride);
    }
    if settled > 0 {
        walk.note_lowest(address.min(start.wrapping_sub(stride)));
    }
    if settled < rows && unsettled != start {
        walk.note_lowest(start);
    }
    (settled, unsettled)
}

/// Has the cell at this address of the shadow brought into the processor's cache.
#[inline(always)]
fn prefetch(cell: usize) {
    // SAFETY: every x86-64 processor has SSE, and a hint fails at no address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(cell as *const i8) };
}

/// The first of these cells that the step with this base has not recorded.
#[inline]
#[target_feature(enable = "sse2")]
fn end_of_recorded(cells: Range<*mut Cell>, kind: AccessKind, base: u32) -> *mut Cell {
    // The comparison is of signed numbers.
    let bias = _mm_set1_epi32(i32::MIN);
    let base_lanes = _mm_set1_epi32((base ^ 1 << 31) as i32);
    let lanes = if kind.is_write() { 0b0101 } else { 0b1010 };
    let older = |pair: *const __m128i| {
        // SAFETY: the pair lies in these cells.
        let pair = unsafe { _mm_loadu_si128(pair) };
        _mm_cmpgt_epi32(base_lanes, _mm_xor_si128(pair, bias))
    };
    let mut cell = cells.start;
    while cell.wrapping_add(BATCH) <= cells.end {
        let pair = cell.cast::<__m128i>().cast_const();
        let older = [0, 1, 2, 3].map(|index| older(pair.wrapping_add(index)));
        let any = _mm_or_si128(_mm_or_si128(older[0], older[1]), _mm_or_si128(older[2], older[3]));
        if _mm_movemask_ps(_mm_castsi128_ps(any)) & lanes != 0 {
            break;
        }
        cell = cell.wrapping_add(BATCH);
    }
    while cell < cells.end {
        // SAFETY: as above.
        let content = unsafe { cell.read() };
        if recorded(content, kind) < base {
            break;
        }
        cell = cell.wrapping_add(1);
    }
    cell
}

/// Overwrites the cells that are `before`, up to the first that is not, which is returned.
#[inline]
#[target_feature(enable = "sse2")]
fn overwrite(cells: Range<*mut Cell>, before: Cell, after: Cell) -> *mut Cell {
    let (old, new) = (_mm_set1_epi64x(before as i64), _mm_set1_epi64x(after as i64));
    let mut cell = cells.start;
    while cell.wrapping_add(BATCH) <= cells.end {
        let pair = cell.cast::<__m128i>();
        // SAFETY: the pairs lie in these cells.
        let same = [0, 1, 2, 3].map(|index| _mm_cmpeq_epi32(unsafe { _mm_loadu_si128(pair.wrapping_add(index)) }, old));
        let all = _mm_and_si128(_mm_and_si128(same[0], same[1]), _mm_and_si128(same[2], same[3]));
        if _mm_movemask_epi8(all) != 0xffff {
            break;
        }
        for index in 0..4 {
            // SAFETY: as above.
            unsafe { _mm_storeu_si128(pair.wrapping_add(index), new) };
        }
        cell = cell.wrapping_add(BATCH);
    }
    while cell < cells.end {
        // SAFETY: the cell is one of these.
        if unsafe { cell.read() } != before {
            break;
        }
        // SAFETY: as above.
        unsafe { cell.write(after) };
        cell = cell.wrapping_add(1);
    }
    cell
}
