//! What memory is, and when it has changed hands.
//!
//! Two tasks that use the same address one after the other do not share memory if the address was given back in between. The allocator hooks and the
//! end of a task clear the shadow at once. Some cases are cheaper to recognise when a race is about to be reported:
//!
//! - **Stack.** A frame that was pushed after the earlier access did not exist then: the access was to another frame at the same place.
//!   There is one exception, [below](#use-after-scope).
//! - **Memory that was given back** and has another use that no hook saw: a stack, a library, the descriptor of a task.
//! - **Thread-local storage** that only its own thread has touched: the tasks that share it ran on one thread, one after the other.

//!
//! # Use after scope
//!
//! A task may use a variable of a function that has returned while a younger frame has its place. The end of the variable is the
//! earlier access then, and the younger frame must not hide it. Which of the two the task means is a question of order: it can
//! know of a variable of the younger frame only if it comes after the beginning of that frame. A pointer that it reads
//! without coming after the write of that pointer is a race by itself. There is one way to get a pointer without order and without
//! a race: locks and atomics. So if anything of that kind was done since the younger frame began, the access counts as one to that frame.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use detsan_detector::{Past, RaceAccess, SiteId, TaskId};

use crate::baton::WorkerId;
use crate::loaded;
use crate::origins::Runners;
use crate::queue::Tying;
use crate::regions::Regions;
use crate::tasks::LiveTasks;
use crate::thread::Depth;
use crate::worker::{Worker, Workers};

/// A block from the program's allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) start: usize,
    pub(crate) size: usize,
    /// Where it was allocated.
    pub(crate) site: SiteId,
    /// It was given back.
    pub(crate) is_freed: bool,
    /// It was reallocated in its place: the history of the old block goes on.
    pub(crate) is_resized: bool,
}

/// What is known of the block that begins at an address.
#[derive(Clone, Copy, Debug)]
struct Entry {
    size: usize,
    site: SiteId,
    is_freed: bool,
    is_resized: bool,
}

impl Entry {
    fn new(size: usize, site: SiteId, is_freed: bool) -> Entry {
        Entry { size, site, is_freed, is_resized: false }
    }

    fn at(self, start: usize) -> Block {
        let Entry { size, site, is_freed, is_resized } = self;
        Block { start, size, site, is_freed, is_resized }
    }
}

/// The blocks that the program has, and those that it has given back and not got again.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    blocks: BTreeMap<usize, Entry>,
}

impl Heap {
    pub(crate) fn allocated(&mut self, start: usize, size: usize, site: SiteId) {
        let new = Entry::new(size, site, false);
        if self.blocks.insert(start, new).is_some_and(|old| old.size >= size) || size == 0 {
            return;
        }
        // Blocks that were freed in its place are no more.
        let mut next = start + 1;
        while let Some((&other, entry)) = self.blocks.range(next..start + size).next() {
            if entry.is_freed {
                self.blocks.remove(&other);
            }
            next = other + 1;
        }
    }

    /// Nothing is known any more of the block at `start`.
    pub(crate) fn forget(&mut self, start: usize) {
        self.blocks.remove(&start);
    }

    /// The bytes from `start` on are given back: a block, or a part of one.
    pub(crate) fn freed(&mut self, start: usize, size: usize) {
        if let Some(entry) = self.blocks.get_mut(&start)
            && entry.size <= size
        {
            entry.is_freed = true;
            return;
        }
        let Some(Block { start: block, size: length, site, .. }) = self.block(start) else { return };
        let (end, block_end) = (start + size, block + length);
        if block < start {
            self.blocks.insert(block, Entry::new(start - block, site, false));
        }
        self.blocks.insert(start, Entry::new(size.min(block_end - start), site, true));
        if end < block_end {
            self.blocks.insert(end, Entry::new(block_end - end, site, false));
        }
    }

    /// The block at `start`, which was freed just now, is the program's again, with so many bytes or, if that is 0, as
    /// many as it had. Returns what it had.
    pub(crate) fn resized(&mut self, start: usize, size: usize, site: SiteId) -> usize {
        let Some(old) = self.blocks.get(&start).filter(|entry| entry.is_freed).map(|entry| entry.size) else {
            self.allocated(start, size, site);
            return size;
        };
        if size > 0 {
            self.allocated(start, size, site);
        }
        self.blocks.entry(start).and_modify(|entry| (entry.is_freed, entry.is_resized) = (false, true));
        if 0 < size && size < old {
            self.blocks.insert(start + size, Entry::new(old - size, site, true));
        }
        old
    }

    /// The block that `address` lies in, or did.
    pub(crate) fn block(&self, address: usize) -> Option<Block> {
        let (start, entry) = self.blocks.range(..=address).next_back()?;
        (address - start < entry.size).then_some(entry.at(*start))
    }

    /// The block that begins at `start` and has not been given back.
    #[inline]
    pub(crate) fn at(&self, start: usize) -> Option<Block> {
        Some(self.blocks.get(&start).filter(|entry| !entry.is_freed)?.at(start))
    }

    /// The first block that begins in `range`.
    pub(crate) fn first_in(&self, range: Range<usize>) -> Option<Block> {
        let (start, entry) = self.blocks.range(range).next()?;
        Some(entry.at(*start))
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
                last.is_none_or(|(start, entry)| start + entry.size <= range.start)
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
        loaded::visit(|loaded| {
            if loaded.thread_locals != 0 {
                let sizes = loaded.segments(libc::PT_TLS).map(|segment| segment.len());
                ranges.extend(sizes.map(|size| loaded.thread_locals..loaded.thread_locals + size));
            }
            ControlFlow::Continue(())
        });
        ThreadLocals(ranges)
    }

    pub(crate) fn contains(&self, address: usize) -> bool {
        self.0.iter().any(|range| range.contains(&address))
    }
}

/// A frame in the place of one that has gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct YoungerFrame {
    worker: WorkerId,
    index: usize,
    /// When it began.
    pub(crate) began: u32,
}

impl YoungerFrame {
    /// The task whose function it is of, in its present phase; `None` if that is not known.
    pub(crate) fn owner(
        self,
        workers: &mut Workers,
        runners: &Runners,
        regions: &Regions,
        live: &LiveTasks,
        past: &Past<'_>,
    ) -> Option<TaskId> {
        let worker = workers.get(self.worker);
        let mark = worker.thread.frames()[..=self.index].iter().rposition(|frame| frame.call_pc == 0)?;
        let starts_here = |start: Option<Depth>| start.is_some_and(|start| start.index() == mark);
        if let Some(part) = worker.regions.iter().find(|part| starts_here(part.start)) {
            let team = regions.get(part.region)?.team?;
            return past.members(team).get(part.index as usize).copied();
        }
        let runs_there = |task: TaskId| runners.of(task).is_none_or(|runner| runner == self.worker);
        let mut tasks =
            live.iter().filter(|live| starts_here(live.start) && runs_there(live.task) && !live.is_detached);
        // Of an untied task, or one that has ended, the beginning may lie where another one has begun since.
        tasks.next().filter(|live| live.tying == Tying::Tied && tasks.next().is_none()).map(|live| live.task)
    }

    /// Whether the running task cannot know of it, which is `owner`'s, by what precedes it. The answer no may be wrong.
    pub(crate) fn is_unknown(self, owner: TaskId, past: &mut Past<'_>) -> bool {
        // An earlier phase of an implicit task is before a barrier.
        past.spawned(owner) <= self.began && !past.has_happened(owner, self.began)
    }
}

/// The frame at `address`, if the access `earlier` was to another one in its place.
pub(crate) fn younger_frame(workers: &mut Workers, address: usize, earlier: &RaceAccess) -> Option<YoungerFrame> {
    let Worker { thread, seat, .. } = workers.owner_of_stack(address)?;
    let index = thread.frame_of(address)?;
    let began = thread.frames()[index].clock;
    (began > earlier.time).then_some(YoungerFrame { worker: seat.worker, index, began })
}

/// Whether the word at `address`, where something was given back, is used for something else by now: not all memory comes from an allocator.
pub(crate) fn has_new_life(heap: &Heap, workers: &mut Workers, live: &LiveTasks, address: usize) -> bool {
    !heap.block(address).is_some_and(|block| block.is_freed || block.is_resized)
        || workers.owner_of_stack(address).is_some()
        || live.owner_of_memory(address).is_some()
        || loaded::at(address).is_some()
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
        heap.forget(1000);
        assert!(heap.block(1000).is_none());
        assert_eq!(heap.block(2007).map(|block| block.site), Some(SiteId(2)));
    }

    /// Start, size and whether it is freed, of all blocks.
    fn all(heap: &Heap) -> Vec<(usize, usize, bool)> {
        heap.blocks.iter().map(|(start, entry)| (*start, entry.size, entry.is_freed)).collect()
    }

    #[test]
    fn a_freed_block_is_known_until_its_memory_is_allocated_again() {
        let mut heap = Heap::default();
        heap.allocated(1000, 16, SiteId(1));
        heap.allocated(1016, 16, SiteId(2));
        heap.freed(1000, 16);
        heap.freed(1016, 16);
        assert!(heap.at(1000).is_none() && heap.block(1031).is_some_and(|block| block.is_freed));
        heap.allocated(1000, 24, SiteId(3));
        assert_eq!(all(&heap), [(1000, 24, false)]);
        // A block within one that lives is not in its place.
        heap.allocated(1008, 8, SiteId(4));
        heap.allocated(1000, 32, SiteId(5));
        assert_eq!(all(&heap), [(1000, 32, false), (1008, 8, false)]);
    }

    #[test]
    fn a_part_of_a_mapping_is_given_back() {
        let mut heap = Heap::default();
        heap.allocated(0x1000, 0x4000, SiteId(1));
        heap.freed(0x2000, 0x1000);
        assert_eq!(all(&heap), [(0x1000, 0x1000, false), (0x2000, 0x1000, true), (0x3000, 0x2000, false)]);
        heap.freed(0x3000, 0x1000);
        assert_eq!(all(&heap)[2..], [(0x3000, 0x1000, true), (0x4000, 0x1000, false)]);
    }

    #[test]
    fn a_block_is_resized_in_its_place() {
        let mut heap = Heap::default();
        heap.allocated(1000, 16, SiteId(1));
        for (size, had, left) in [
            (24, 16, &[(1000, 24, false)][..]),
            (0, 24, &[(1000, 24, false)]),
            (8, 24, &[(1000, 8, false), (1008, 16, true)]),
        ] {
            heap.freed(1000, heap.block(1000).map_or(0, |block| block.size));
            assert_eq!(heap.resized(1000, size, SiteId(2)), had);
            assert_eq!(all(&heap), left);
        }
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
