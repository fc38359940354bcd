//! Split cells: those whose bytes have different histories.
//!
//! A cell is split if only some of its bytes were touched alike: it has a number in the place of
//! the writers, which stands for four [`Parts`], one for each byte, each of which is what a cell
//! would be that has the history of that byte. A cell whose parts are equal is not split.

/// The contents of cells with the histories of four bytes; none is split.
pub type Parts = [u64; 4];

/// Split cells have numbers from this one on, below [`COVERING`](crate::COVERING).
pub const SPLIT: u32 = 1 << 30;

/// The four bytes of a cell, one bit each.
pub const ALL_BYTES: u8 = 0b1111;

/// Whether a cell with this content is split.
#[inline]
pub const fn is_split(content: u64) -> bool {
    content as u32 & (SPLIT | crate::COVERING) == SPLIT
}

/// The content of the split cell with this number. In the place of the readers is the least of what
/// is there in the parts: a read is recorded if each of them tells so.
#[inline]
pub const fn split_cell(number: u32, parts: &Parts) -> u64 {
    let mut least = parts[0] >> 32;
    let mut index = 1;
    while index < parts.len() {
        let readers = parts[index] >> 32;
        least = if readers < least { readers } else { least };
        index += 1;
    }
    least << 32 | number as u64
}
