//! What memory is, and when it has changed hands.
//!
//! Two tasks that use the same address one after the other do not share memory if the address was given back in between. The allocator hooks and the
//! end of a task clear the shadow at once. Two cases are cheaper to recognise when a race is about to be reported:
//!
//! - **Stack.** A frame that was pushed after the earlier access did not exist then: the access was to another frame at the same place.
//! - **Thread-local storage** that only its own thread has touched: the tasks that share it ran on one thread, one after the other.

use std::collections::BTreeMap;
use std::ops::Range;

use detsan_detector::{RaceAccess, SiteId, TaskId};

use crate::origins::Runners;
use crate::worker::{Worker, Workers};

/// A block from the program's allocator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) start: usize,
    pub(crate) size: usize,
    pub(crate) site: SiteId,
}

/// The blocks that the program has at the moment.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    blocks: BTreeMap<usize, (usize, SiteId)>,
}

impl Heap {
    pub(crate) fn allocated(&mut self, start: usize, size: usize, site: SiteId) {
        self.blocks.insert(start, (size, site));
    }

    pub(crate) fn released(&mut self, start: usize) {
        self.blocks.remove(&start);
    }

    /// The block that `address` lies in.
    pub(crate) fn block(&self, address: usize) -> Option<Block> {
        let (start, (size, site)) = self.blocks.range(..=address).next_back()?;
        (address - start < *size).then_some(Block { start: *start, size: *size, site: *site })
    }

    /// Whether `range` may be a small part, one of `parts` at most, of the block that `address` lies in. If that is not known, because it is older than the tool, no other one may lie in the
    /// range.
    pub(crate) fn may_be_part_of_block(&self, address: usize, range: &Range<usize>, parts: usize) -> bool {
        match self.block(address) {
            Some(block) => {
                range.len() * parts <= block.size && block.start <= range.start && range.end <= block.start + block.size
            }
            None => {
                let last = self.blocks.range(..range.end).next_back();
                last.is_none_or(|(start, (size, _))| start + size <= range.start)
            }
        }
    }
}

/// The thread-local storage of one thread.
#[derive(Debug, Default)]
pub(crate) struct ThreadLocals(Vec<Range<usize>>);

impl ThreadLocals {
    /// The thread-local blocks of the calling thread, in all modules that are loaded now.
    pub(crate) fn find() -> ThreadLocals {
        let mut ranges = Vec::new();
        // SAFETY: the callback fits, and gets the vector that it expects.
        unsafe { libc::dl_iterate_phdr(Some(add_module), (&raw mut ranges).cast()) };
        ThreadLocals(ranges)
    }

    pub(crate) fn contains(&self, address: usize) -> bool {
        self.0.iter().any(|range| range.contains(&address))
    }
}

unsafe extern "C" fn add_module(info: *mut libc::dl_phdr_info, _: usize, ranges: *mut libc::c_void) -> libc::c_int {
    // SAFETY: `find` passes this vector.
    let ranges = unsafe { &mut *ranges.cast::<Vec<Range<usize>>>() };
    // SAFETY: the loader passes a valid module.
    let info = unsafe { &*info };
    if info.dlpi_tls_data.is_null() {
        return 0;
    }
    // SAFETY: the loader describes `dlpi_phnum` program headers.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    for header in headers.iter().filter(|header| header.p_type == libc::PT_TLS) {
        let start = info.dlpi_tls_data as usize;
        ranges.push(start..start + header.p_memsz as usize);
    }
    0
}

/// Whether the access `earlier` to `address` was to memory that no longer is what it was, or that is the running thread's own.
pub(crate) fn is_stale(workers: &mut Workers, runners: &Runners, address: usize, earlier: &RaceAccess) -> bool {
    if let Some(Worker { thread, .. }) = workers.owner_of_stack(address) {
        return thread.frame_of(address).is_some_and(|frame| thread.frames()[frame].clock > earlier.time);
    }
    is_own_local(workers, runners, address, earlier.task)
}

/// Whether `address` is thread-local to the running thread, and `earlier` ran on that thread as well.
pub(crate) fn is_own_local(workers: &Workers, runners: &Runners, address: usize, earlier: TaskId) -> bool {
    let me = workers.id();
    workers.owner_of_local(address) == Some(me) && runners.of(earlier).is_none_or(|runner| runner == me)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_found_from_any_of_its_bytes() {
        let mut heap = Heap::default();
        heap.allocated(1000, 16, SiteId(1));
        heap.allocated(2000, 8, SiteId(2));
        assert_eq!(heap.block(1015).map(|block| block.start), Some(1000));
        assert!(heap.block(1016).is_none());
        assert!(heap.block(999).is_none());
        let may_be_half = |address, range| heap.may_be_part_of_block(address, &range, 2);
        assert!(may_be_half(1000, 1008..1016) && !may_be_half(1000, 1007..1016) && !may_be_half(1000, 1010..1017));
        assert!(may_be_half(500, 600..1000) && may_be_half(500, 1016..2000));
        assert!(!may_be_half(500, 600..1001) && !may_be_half(500, 1015..2000));
        heap.released(1000);
        assert!(heap.block(1000).is_none());
        assert_eq!(heap.block(2007).map(|block| block.site), Some(SiteId(2)));
    }

    #[test]
    fn a_thread_local_variable_is_recognised() {
        thread_local!(static X: u32 = const { 5 });
        let address = X.with(|x| std::ptr::from_ref(x) as usize);
        let locals = ThreadLocals::find();
        assert!(locals.contains(address));
        static Y: u32 = 6;
        assert!(!locals.contains(&raw const Y as usize));
    }
}
