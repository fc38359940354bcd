//! Cells whose bytes have different histories.
//!
//! Most memory is accessed in whole cells. Where it is not, as in strings and boards of `char`, a
//! cell is *split*: it names four [`Parts`], one for each byte, and each of them is what the cell
//! would be if it were that byte alone. So an access to a byte does to its history what an access
//! to a cell does, and no access needs to say which bytes it touched. A cell whose parts are equal
//! is whole again.

use super::{Cell, ENTRY_LIMIT, History};

/// Split cells have numbers from this one on, below those of covering accesses.
pub const SPLIT: u32 = 1 << 30;

/// The histories of a cell's bytes. None of them is split.
pub type Parts = [Cell; 4];

const SLOT_BITS: u32 = 12;

/// The parts of split cells, by their numbers.
#[derive(Debug)]
pub(super) struct Splits {
    parts: Vec<Parts>,
    /// Those that were made lately, so that equal ones are the same.
    recent: Box<[u32]>,
}

impl Splits {
    pub(super) fn new() -> Splits {
        Splits { parts: Vec::new(), recent: vec![0; 1 << SLOT_BITS].into_boxed_slice() }
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn all(&self) -> &[Parts] {
        &self.parts
    }

    pub(super) fn get(&self, number: u32) -> &Parts {
        &self.parts[(number - SPLIT) as usize]
    }

    /// The cell with these parts.
    #[inline]
    pub(super) fn join(&mut self, parts: &Parts) -> Cell {
        if *parts == [parts[0]; 4] { parts[0] } else { self.split(parts) }
    }

    fn split(&mut self, parts: &Parts) -> Cell {
        let slot = slot(parts);
        let known = self.recent[slot];
        if self.parts.get(known as usize) == Some(parts) {
            return Cell::split(SPLIT + known, parts);
        }
        Cell::split(self.add(parts), parts)
    }

    /// Adds the parts of a split cell. Returns its number.
    pub(super) fn add(&mut self, parts: &Parts) -> u32 {
        let index = u32::try_from(self.parts.len()).ok().filter(|index| *index < ENTRY_LIMIT);
        let index = index.expect("fewer than 2^30 split cells");
        self.parts.push(*parts);
        self.recent[slot(parts)] = index;
        SPLIT + index
    }
}

fn slot(parts: &Parts) -> usize {
    let mix = |hash: u64, part: &Cell| (hash ^ part.0).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let hash = parts.iter().fold(0, mix);
    (hash >> (u64::BITS - SLOT_BITS)) as usize
}

impl Cell {
    /// The split cell with this number. In the place of the readers stands the least of those that
    /// stand there in the parts: a read by the running step is redundant if it is in each of them.
    pub fn split(number: u32, parts: &Parts) -> Cell {
        let recorded = parts.iter().map(|part| part.0 >> 32).min().unwrap_or(0);
        Cell(recorded << 32 | u64::from(number))
    }

    /// The number of a split cell.
    #[inline]
    pub fn split_number(self) -> Option<u32> {
        let number = self.0 as u32;
        (SPLIT..super::COVERING).contains(&number).then_some(number)
    }
}

impl History {
    /// The histories of a cell's bytes.
    #[inline]
    pub(crate) fn parts(&self, cell: Cell) -> Parts {
        match cell.split_number() {
            None => [cell; 4],
            Some(number) => *self.splits.get(number),
        }
    }

    /// All parts of split cells.
    #[inline]
    pub(crate) fn splits(&self) -> &[Parts] {
        self.splits.all()
    }

    /// A cell that an embedder has split gets the next number.
    pub(crate) fn adopt_split(&mut self, parts: &Parts) -> u32 {
        self.splits.add(parts)
    }
}
