//! The summary that a signal handler writes allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use detsan_report::{Ending, Guarantee, SUMMARY_SPACE, SummaryFacts, summary_into, summary_text};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: Everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: The caller promises what `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: The caller promises what `dealloc` asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_summary_into_a_buffer_allocates_nothing() {
    let allocations = || ALLOCATIONS.with(Cell::get);
    let mut buffer = [0; SUMMARY_SPACE];
    let before = allocations();
    let facts = SummaryFacts {
        races: 2,
        repeated: 1,
        tasks: 12,
        regions: 1,
        accesses: 345,
        foreign_accesses: 6,
        team: 1,
        ending: Ending::Incomplete("killed by SIGSEGV".into()),
        guarantee: Guarantee::default(),
    };
    let length = summary_into(&facts, &mut buffer);
    assert_eq!(allocations(), before);

    assert_eq!(std::str::from_utf8(&buffer[..length]), Ok(summary_text(&facts).as_str()));
    assert!(allocations() > before, "the counter does not count");
}
