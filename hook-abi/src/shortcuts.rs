//! Shortcuts: what the tool would do to a cell, for the hooks to do it themselves.
//!
//! Most accesses that the fast path does not settle are the first ones of a step to one more cell with the same history as the cell before: all elements
//! of a tile were last written by the same task. The tool looks at the first such cell, and notes what has become of it. For as long as the step runs, an access
//! by the same instruction, in the same call, that finds the same content makes the same of it.
//!
//! A shortcut holds for one step, which is part of its key, so none has to be cleared. The commonest case is in the assembly of the hooks, which has to follow
//! what stands here.

use crate::settling::PLACES_OFFSET;
use crate::{ALL_BYTES, AccessKind, CELL_SPAN, Settling};

/// Shadow is known to be in use, or not, in pieces of this size.
pub const PIECE: usize = 1 << 16;

/// Number of shortcuts.
const COUNT: usize = 1 << 11;

/// Number of pieces that are remembered.
pub const PIECES: usize = 1 << 12;

/// Number of calls that are remembered.
const CALLS: usize = 1 << 8;

/// A call whose path has a number.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KnownCall {
    /// Where it returns to.
    pub pc: usize,
    /// Number of the path up to the caller.
    pub caller: u32,
    /// Number of the path with this call.
    pub context: u32,
}

/// What becomes of a cell.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The content of the cell.
    pub before: u64,
    /// What it becomes.
    pub after: u64,
    /// The access, the step and the call; see [`shortcut_key`].
    pub key: u64,
}

impl Shortcut {
    /// Makes it another one. Field by field, because a whole one would be put together elsewhere and copied at once, for which the processor has to wait.
    #[inline]
    pub fn set(&mut self, before: u64, after: u64, key: u64) {
        self.before = before;
        self.after = after;
        self.key = key;
    }
}

/// Shortcuts, by their hash, the pieces of shadow that were used lately, and the calls that were numbered lately.
///
/// A cell that is empty may lie in a piece of which the tool does not know yet that it is used. There is no shortcut for it unless the piece is among these.
#[repr(C)]
#[derive(Debug)]
pub struct Shortcuts {
    shortcuts: [Shortcut; COUNT],
    pieces: [usize; PIECES],
    calls: [KnownCall; CALLS],
    /// What the hooks need where there is no shortcut.
    pub settling: Settling,
}

impl Shortcuts {
    /// None at all.
    pub const EMPTY: Shortcuts = Shortcuts {
        shortcuts: [Shortcut { before: 0, after: 0, key: 0 }; COUNT],
        pieces: [0; PIECES],
        calls: [KnownCall { pc: 0, caller: 0, context: 0 }; CALLS],
        settling: Settling::EMPTY,
    };
}

/// Offset of the [places](crate::KnownPlace), for the assembly of the hooks.
pub const SHORTCUT_PLACES: usize = core::mem::offset_of!(Shortcuts, settling) + PLACES_OFFSET;
/// Offset of the pieces of shadow that were used lately.
pub const SHORTCUT_PIECES: usize = core::mem::offset_of!(Shortcuts, pieces);
/// Offset of [`Shortcut::after`], for the assembly of the hooks.
pub const SHORTCUT_AFTER: usize = core::mem::offset_of!(Shortcut, after);
/// Offset of [`Shortcut::key`].
pub const SHORTCUT_KEY: usize = core::mem::offset_of!(Shortcut, key);
/// How far the content of a cell is shifted to the right for its hash. The halves of a cell are numbers that differ in their low bits.
pub const SHORTCUT_FOLD: u32 = 28;
/// The bits of a hash that count.
pub const SHORTCUT_MASK: usize = COUNT - 1;
/// How far a hash is shifted to the left to be an offset in the table.
pub const SHORTCUT_SHIFT: u32 = size_of::<Shortcut>().trailing_zeros();
/// How far an offset within a cell is shifted to the left in a key.
pub const SHORTCUT_OFFSET_SHIFT: u32 = 48;
/// How far the number of a call path is shifted to the left in a key.
pub const SHORTCUT_CONTEXT_SHIFT: u32 = 32;

const _: () = assert!(core::mem::offset_of!(Shortcut, before) == 0);
const _: () = assert!(core::mem::offset_of!(Shortcuts, shortcuts) == 0);
const _: () = assert!(size_of::<Shortcut>().is_power_of_two());

impl Shortcuts {
    /// The place for what becomes of a cell with this content by an access with this key.
    #[inline]
    pub fn place(&mut self, before: u64, key: u64) -> &mut Shortcut {
        let hash = before ^ before >> SHORTCUT_FOLD ^ key ^ key >> SHORTCUT_CONTEXT_SHIFT;
        &mut self.shortcuts[hash as usize & SHORTCUT_MASK]
    }

    /// The place for the number of the piece in which the cell at this address lies, and that number.
    #[inline]
    pub fn piece(&mut self, cell: usize) -> (&mut usize, usize) {
        let piece = cell / PIECE;
        (&mut self.pieces[piece % PIECES], piece)
    }
}

impl Shortcuts {
    /// The place for the number of a call that returns to `pc`, by a function on the path `caller`.
    #[inline]
    pub fn call(&mut self, caller: u32, pc: usize) -> &mut KnownCall {
        &mut self.calls[(pc ^ (caller as usize).wrapping_mul(0x9e5)) % CALLS]
    }
}

/// Tells which bytes of a cell are touched by accesses of `length` bytes: 0 for all, and where the access begins if it lies within the cell, which is what the
/// assembly of the hooks knows. A length of 0 stands for several.
#[inline]
pub const fn part_of_cell(bytes: u8, length: usize) -> u64 {
    if bytes == ALL_BYTES {
        0
    } else if bytes.count_ones() as usize == length {
        bytes.trailing_zeros() as u64
    } else {
        CELL_SPAN as u64 + bytes as u64
    }
}

/// What a shortcut is for, beside the content of the cell: an access to this [part](part_of_cell) by the instruction before `pc`, in the call with this number
/// ([`Frame::context`](crate::Frame::context)), in the step with this mark.
///
/// Different things have different keys in all likelihood: places in the program and call paths use bits of their own, and marks of steps are scattered over all bits.
#[inline]
pub const fn shortcut_key(part: u64, pc: usize, context: u32, mark: u64) -> u64 {
    let place = pc as u64 ^ part << SHORTCUT_OFFSET_SHIFT;
    place ^ (context as u64) << SHORTCUT_CONTEXT_SHIFT ^ mark
}

/// A bit that has a part in the hash of a key, and of which code makes no use: the next such place is far away.
const WRITTEN_RANGE: usize = 1 << 40;

/// What stands for the place of a read or write of a range: a copy does both at one place.
#[inline]
pub const fn range_place(pc: usize, kind: AccessKind) -> usize {
    if kind.is_write() { pc ^ WRITTEN_RANGE } else { pc }
}

/// The mark of the step with this number, which is not 0.
#[inline]
pub const fn step_mark(number: u32) -> u64 {
    (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_places_calls_and_steps_apart() {
        let keys = [
            shortcut_key(0, 0x40_1000, 1, step_mark(1)),
            shortcut_key(1, 0x40_1000, 1, step_mark(1)),
            shortcut_key(0, 0x40_1001, 1, step_mark(1)),
            shortcut_key(0, 0x40_1000, 2, step_mark(1)),
            shortcut_key(0, 0x40_1000, 1, step_mark(2)),
            shortcut_key(0, range_place(0x40_1000, AccessKind(AccessKind::WRITE)), 1, step_mark(1)),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{index}");
        }
    }

    #[test]
    fn steps_have_marks_of_their_own_and_none_is_that_of_no_step() {
        let marks = [1, 2, 3, 1 << 16, 1 << 31, u32::MAX].map(step_mark);
        for (index, mark) in marks.iter().enumerate() {
            assert!(*mark != 0 && !marks[..index].contains(mark), "{index}");
        }
        assert_eq!(step_mark(0), 0);
    }

    #[test]
    fn what_is_put_into_a_place_is_found_there() {
        let mut shortcuts = Shortcuts::EMPTY;
        let key = shortcut_key(0, 0x40_1000, 1, step_mark(1));
        // Cells of neighbouring steps differ in the low bits of their halves, and do not push each other out.
        let contents: [u64; 16] = core::array::from_fn(|index| (0x8000_0000 + index as u64) << 32 | 0x8000_0100);
        for before in contents {
            shortcuts.place(before, key).set(before, before + 1, key);
        }
        for before in contents {
            let Shortcut { before: found, after, key: found_key } = *shortcuts.place(before, key);
            assert_eq!((found, after, found_key), (before, before + 1, key));
        }
    }
}
