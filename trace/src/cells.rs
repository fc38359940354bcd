//! The shadow memory of a replay: pages of cells, made when they are touched.
//!
//! A page whose cells are all alike is kept as one cell, so that a large block takes little memory,
//! and a large access little time.

use std::collections::BTreeMap;
use std::ops::Range;

use detsan_detector::{ByteMask, Cell};
use detsan_hook_abi::{CELL_SPAN, SHADOW_SCALE, cell_address};

/// Cells of a page.
const PAGE: usize = 512;

/// Bytes of memory that a page stands for.
pub(crate) const PAGE_SPAN: u64 = (PAGE * CELL_SPAN) as u64;

/// Bytes that a page takes, without its cells.
const ENTRY: u64 = 64;

/// Some cells, one beside the other.
#[derive(Debug)]
pub enum Page {
    /// All are alike.
    Same(Cell),
    /// They differ, or may do so.
    Each(Box<[Cell; PAGE]>),
}

impl Default for Page {
    fn default() -> Page {
        Page::Same(Cell::default())
    }
}

impl Page {
    /// Each cell.
    pub fn cells(&mut self) -> &mut [Cell; PAGE] {
        if let Page::Same(cell) = *self {
            *self = Page::Each(Box::new([cell; PAGE]));
        }
        match self {
            Page::Each(cells) => cells,
            Page::Same(_) => unreachable!("the cells were made just now"),
        }
    }

    /// Keeps one cell if all are alike.
    pub fn join(&mut self) {
        if let Page::Each(cells) = self
            && cells.iter().all(|cell| *cell == cells[0])
        {
            *self = Page::Same(cells[0]);
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Page::Same(_) => ENTRY,
            Page::Each(_) => ENTRY + size_of::<[Cell; PAGE]>() as u64,
        }
    }
}

/// Cells by the address of the memory that they stand for. Memory shares a cell here exactly if it
/// does in the tool.
#[derive(Debug, Default)]
pub struct Cells {
    pages: BTreeMap<usize, Page>,
    bytes: u64,
}

/// A part of an access that is in one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Number of the page.
    pub page: usize,
    /// First cell in it.
    pub first: usize,
    /// First byte, and the one behind the last.
    pub bytes: Range<u64>,
}

impl Piece {
    /// The part of `bytes` that is in the page of the first of them, or of the byte that is
    /// `offset` further.
    pub fn first_of(bytes: &Range<u64>, offset: u64) -> Option<Piece> {
        if bytes.is_empty() {
            return None;
        }
        let cell = cell_number(bytes.start.wrapping_add(offset)) as usize;
        let first = cell % PAGE;
        let word = bytes.start & !(CELL_SPAN as u64 - 1);
        let end = word.saturating_add(((PAGE - first) * CELL_SPAN) as u64).min(bytes.end);
        Some(Piece { page: cell / PAGE, first, bytes: bytes.start..end })
    }

    /// Whether every byte of the page is touched.
    pub fn is_whole(&self) -> bool {
        self.bytes.end - self.bytes.start == PAGE_SPAN
    }
}

/// Number of the cell that the byte at `address` belongs to.
pub fn cell_number(address: u64) -> u64 {
    (cell_address(address as usize) / (CELL_SPAN * SHADOW_SCALE)) as u64
}

/// First and last of the cells that `length` bytes from `address` on belong to; `None` for no
/// bytes, and for a range that no program can have.
pub fn cell_numbers(address: u64, length: u64) -> Option<std::ops::RangeInclusive<u64>> {
    let end = address.checked_add(length.checked_sub(1)?)?;
    let (first, last) = (cell_number(address), cell_number(end));
    (first <= last).then_some(first..=last)
}

/// The words that `length` bytes from `address` on belong to, with the bytes that are touched of
/// each.
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
        let page = self.pages.entry(number / PAGE).or_insert_with(|| {
            self.bytes += Page::default().bytes();
            Page::default()
        });
        self.bytes -= page.bytes();
        page.cells();
        self.bytes += page.bytes();
        &mut page.cells()[number % PAGE]
    }

    /// Takes a page out, for as long as its cells are changed.
    pub fn take(&mut self, number: usize) -> Page {
        let Some(page) = self.pages.get_mut(&number) else { return Page::default() };
        self.bytes -= page.bytes();
        std::mem::take(page)
    }

    /// Puts it back.
    pub fn put(&mut self, number: usize, page: Page) {
        self.bytes += page.bytes();
        self.pages.insert(number, page);
    }

    /// Makes pages from `first` on, `most` at the most, be all `after`, as long as they are all
    /// `before`. Returns the bytes of memory that these pages stand for.
    pub fn replace(&mut self, first: usize, most: u64, before: Cell, after: Cell) -> u64 {
        let mut replaced = 0;
        for (number, page) in self.pages.range_mut(first..) {
            match page {
                Page::Same(cell) if *cell == before && replaced < most && *number == first + replaced as usize => {
                    *cell = after;
                    replaced += 1;
                }
                _ => break,
            }
        }
        replaced * PAGE_SPAN
    }

    /// About how much memory the cells take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Forgets the history of `length` bytes from `address` on, with every word that they touch.
    pub fn forget(&mut self, address: u64, length: u64) {
        let Some(numbers) = cell_numbers(address, length) else { return };
        let (first, last) = (*numbers.start() as usize, *numbers.end() as usize);
        let (first_page, last_page) = (first / PAGE, last / PAGE);
        let touched: Vec<usize> = self.pages.range(first_page..=last_page).map(|(page, _)| *page).collect();
        for number in touched {
            let from = if number == first_page { first % PAGE } else { 0 };
            let to = if number == last_page { last % PAGE } else { PAGE - 1 };
            let mut page = self.take(number);
            if (from, to) == (0, PAGE - 1) {
                self.pages.remove(&number);
            } else {
                page.cells()[from..=to].fill(Cell::default());
                self.put(number, page);
            }
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
            let piece = Piece::first_of(&(word..word + 4), 0).expect("a piece");
            let mut page = cells.take(piece.page);
            detector.access(&mut page.cells()[piece.first], access, |_, _| false, &mut Vec::new());
            cells.put(piece.page, page);
        }
    }

    fn cell(cells: &mut Cells, address: u64) -> Cell {
        let number = cell_number(address) as usize;
        match cells.pages.get(&(number / PAGE)) {
            Some(Page::Same(cell)) => *cell,
            Some(Page::Each(cells)) => cells[number % PAGE],
            None => Cell::default(),
        }
    }

    #[test]
    fn an_access_is_cut_at_the_borders_of_pages() {
        let start = 0x7f00_0000_0000u64;
        let all = |address, length, offset| {
            let (mut rest, mut pieces) = (address..u64::saturating_add(address, length), Vec::new());
            while let Some(piece) = Piece::first_of(&rest, offset) {
                rest.start = piece.bytes.end;
                pieces.push(piece);
            }
            let pages = pieces.windows(2).all(|two| two[1].page == two[0].page + 1 && two[1].first == 0);
            assert!(pages, "{pieces:?}");
            pieces.iter().map(|piece| (piece.first, piece.bytes.end - piece.bytes.start)).collect::<Vec<_>>()
        };
        assert_eq!(all(start + 1, 2, 0), [(0, 2)]);
        assert_eq!(all(start + 2046, 4, 0), [(511, 2), (0, 2)]);
        assert_eq!(all(start, 5000, 0), [(0, 2048), (0, 2048), (0, 904)]);
        assert_eq!(all(start, 2048, 8), [(2, 2040), (0, 8)]);
        assert_eq!(all(start, 0, 0), []);
        assert_eq!(all(u64::MAX - 1, 9, 0), [(511, 1)]);
        let is_whole = |offset| Piece::first_of(&(start..start + 2048), offset).expect("a piece").is_whole();
        assert!(is_whole(0) && !is_whole(8));
    }

    #[test]
    fn cells_that_are_alike_take_the_memory_of_one() {
        let mut cells = Cells::default();
        let number = Piece::first_of(&(0..4), 0).expect("a piece").page;
        let mut page = cells.take(number);
        page.cells();
        cells.put(number, page);
        assert_eq!(cells.bytes(), ENTRY + (PAGE * size_of::<Cell>()) as u64);
        let mut page = cells.take(number);
        page.join();
        assert!(matches!(page, Page::Same(cell) if cell == Cell::default()));
        cells.put(number, page);
        assert_eq!(cells.bytes(), ENTRY);
        cells.forget(0, PAGE_SPAN);
        assert_eq!(cells.bytes(), 0);
    }

    #[test]
    fn pages_that_are_alike_are_replaced_together() {
        let (mut cells, mut detector) = (Cells::default(), Detector::default());
        touch(&mut cells, &mut detector, (0..PAGE_SPAN).step_by(4));
        let origin = Piece::first_of(&(0..4), 0).expect("a piece").page;
        let mut page = cells.take(origin);
        page.join();
        let Page::Same(after) = page else { panic!("each word was written in one step") };
        let before = Cell::default();
        cells.put(origin, page);
        [2, 3, 4, 6].into_iter().for_each(|number| cells.put(origin + number, Page::default()));
        assert_eq!(cells.replace(origin, 9, before, after), 0);
        assert_eq!(cells.replace(origin + 1, 9, before, after), 0);
        assert_eq!(cells.replace(origin + 2, 2, before, after), 2 * PAGE_SPAN);
        assert_eq!(cells.replace(origin + 4, 9, before, after), PAGE_SPAN);
        assert_eq!([3, 4, 5, 6].map(|page| cell(&mut cells, page * PAGE_SPAN) == after), [true, true, false, false]);
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
                assert_eq!(cell(&mut cells, word) == Cell::default(), inside, "{word:#x} of {address:#x}+{length}");
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
        assert!(cell(&mut cells, 0) != Cell::default());
    }
}
