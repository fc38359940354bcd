//! How gcc describes a reduction to the runtime: an array of words, in which the runtime puts the place of the copies.
//!
//! | word | what it is |
//! |---|---|
//! | 0 | how many items |
//! | 1 | bytes of the copies of one thread |
//! | 2 | where the copies of the first thread begin; before the runtime has made them, their alignment |
//! | 6 | where the copies of the last thread end |
//! | 7 + 3 n | the address of item n |
//! | 8 + 3 n | where its copy is, from the beginning of the thread's copies on |

/// What is reduced, and its copy for the only thread of a team of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReducedItem {
    pub(crate) original: usize,
    pub(crate) copy: usize,
}

const COUNT: usize = 0;
const COPIES: usize = 2;
const FIRST_ITEM: usize = 7;
const ITEM_WORDS: usize = 3;

/// More items than a construct can have mean that this is no such array.
const MOST_ITEMS: usize = 1 << 16;

/// The items that the array at `array` describes.
///
/// # Safety
///
/// `array` is such an array, and the runtime has made the copies.
pub(crate) unsafe fn reduced_items(array: *const usize) -> Vec<ReducedItem> {
    let word = |index: usize| {
        // SAFETY: by the caller's promise, as for every word below.
        unsafe { array.wrapping_add(index).read() }
    };
    let count = word(COUNT).min(MOST_ITEMS);
    let item = |n: usize| {
        let first = FIRST_ITEM + n * ITEM_WORDS;
        ReducedItem { original: word(first), copy: word(COPIES) + word(first + 1) }
    };
    (0..count).map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_copies() {
        let array = [2, 64, 0x5000, usize::MAX, 0, 0, 0x5040, 0x1000, 0, 0, 0x2000, 8, 0];
        // SAFETY: the array is as it must be.
        let items = unsafe { reduced_items(array.as_ptr()) };
        let item = |original, copy| ReducedItem { original, copy };
        assert_eq!(items, [item(0x1000, 0x5000), item(0x2000, 0x5008)]);
    }
}
