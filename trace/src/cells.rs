//! The shadow memory of a replay: pages of cells, made when they are touched.

use std::collections::BTreeMap;

use detsan_detector::{ByteMask, Cell};
use detsan_hook_abi::{CELL_SPAN, SHADOW_SCALE, cell_address};

/// Cells of a page.
const PAGE: usize = 1024;

/// Cells by the address of the memory that they stand for. Memory shares a cell here exactly if it does in the tool.
#[derive(Debug, Default)]
pub struct Cells {
    pages: BTreeMap<usize, Box<[Cell; PAGE]>>,
}

/// Number of the cell that the byte at `address` belongs to.
pub fn cell_number(address: u64) -> u64 {
    (cell_address(address as usize) / (CELL_SPAN * SHADOW_SCALE)) as u64
}

/// First and last of the cells that `length` bytes from `address` on belong to; `None` for no bytes, and for a range that no
/// program can have.
pub fn cell_numbers(address: u64, length: u64) -> Option<std::ops::RangeInclusive<u64>> {
    let end = address.checked_add(length.checked_sub(1)?)?;
    let (first, last) = (cell_number(address), cell_number(end));
    (first <= last).then_some(first..=last)
}

/// The words that `length` bytes from `address` on belong to, with the bytes that are touched of each.
pub fn words(address: u64, length: u64) -> impl Iterator<Item = (u64, ByteMask)> {
    let end = address.saturating_add(length);
    let span = CELL_SPAN as u64;
    let mut next = address & !(span - 1);
    std::iter::from_fn(move || {
        let word = next;
        if word >= end || length == 0 {
            return None;
        }
        next = word.saturating_add(span);
        let first = address.max(word) - word;
        let last = (end - word).min(span);
        Some((word, ByteMask((((1u32 << last) - 1) & !((1u32 << first) - 1)) as u8)))
    })
}

impl Cells {
    /// The cell of the byte at `address`.
    pub fn cell(&mut self, address: u64) -> &mut Cell {
        let number = cell_number(address) as usize;
        let page = self.pages.entry(number / PAGE).or_insert_with(|| Box::new([Cell::default(); PAGE]));
        &mut page[number % PAGE]
    }

    /// Forgets the history of `length` bytes from `address` on, with every word that they touch.
    pub fn forget(&mut self, address: u64, length: u64) {
        let Some(numbers) = cell_numbers(address, length) else { return };
        let (first, last) = (*numbers.start() as usize, *numbers.end() as usize);
        let (first_page, last_page) = (first / PAGE, last / PAGE);
        for (page, cells) in self.pages.range_mut(first_page..=last_page) {
            let from = if *page == first_page { first % PAGE } else { 0 };
            let to = if *page == last_page { last % PAGE } else { PAGE - 1 };
            cells[from..=to].fill(Cell::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use detsan_detector::{Access, AccessMode, Atomicity, Detector, SiteId};

    /// Writes to each word of a range.
    fn touch(cells: &mut Cells, detector: &mut Detector, words: impl Iterator<Item = u64>) {
        let access =
            Access { mode: AccessMode::Write, atomicity: Atomicity::Plain, bytes: ByteMask::FULL, site: SiteId(1) };
        for word in words {
            detector.access(cells.cell(word), access, |_| false, &mut Vec::new());
        }
    }

    #[test]
    fn forgetting_covers_exactly_the_words_that_are_touched() {
        let (start, end) = (0x7f00_0000_0000u64, 0x7f00_0001_0000u64);
        let words = || (start..end).step_by(4);
        for (address, length) in
            [(start + 5, 1), (start + 6, 3), (start + 4096, 12288), (start, end - start), (start, 0)]
        {
            let (mut cells, mut detector) = (Cells::default(), Detector::default());
            touch(&mut cells, &mut detector, words());
            cells.forget(address, length);
            for word in words() {
                let inside = length > 0 && word + 4 > address && word < address + length;
                assert_eq!(*cells.cell(word) == Cell::default(), inside, "{word:#x} of {address:#x}+{length}");
            }
        }
    }

    #[test]
    fn a_range_is_words_and_bytes_of_words() {
        let all = |address, length| words(address, length).map(|(word, bytes)| (word, bytes.0)).collect::<Vec<_>>();
        assert_eq!(all(0x1000, 4), [(0x1000, 0b1111)]);
        assert_eq!(all(0x1001, 2), [(0x1000, 0b0110)]);
        assert_eq!(all(0x1003, 6), [(0x1000, 0b1000), (0x1004, 0b1111), (0x1008, 0b0001)]);
        assert_eq!(all(0x1003, 0), []);
        assert_eq!(all(u64::MAX - 1, 9), [(u64::MAX - 3, 0b0100)]);
    }

    #[test]
    fn a_range_that_no_program_has_is_left_alone() {
        let (mut cells, mut detector) = (Cells::default(), Detector::default());
        touch(&mut cells, &mut detector, [0u64, 4].into_iter());
        cells.forget(u64::MAX, u64::MAX);
        cells.forget((1 << 44) - 4, 8);
        assert!(*cells.cell(0) != Cell::default());
    }
}
