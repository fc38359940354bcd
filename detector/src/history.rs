//! Access histories: who has touched a cell, and what may still race with it.
//!
//! A [`Cell`] is two identifiers, of the writers and of the readers of 4 bytes. An identifier names one *access*, which is a step, a
//! place and the locks held; or a list of accesses, whose tails are shared between all cells with the same past. A cell of which only some bytes were touched is [split]: each byte has a history of its own. DRDP keeps the
//! last writer and a list of readers for every location (Jin et al., ECOOP 2023, §4.2 and Figure 8, lines 40–55); so do we, once for all
//! locations with the same history.
//!
//! # Guarantee
//!
//! For every cell, if two accesses to a common byte of it race, at least one racing pair of that cell is reported; and every reported pair
//! races. (A history drops an access only if a newer one makes it needless, or if the cell has been reported.)
//!
//! # What a history may forget
//!
//! An access `old` to a byte is needless once there is `new` with `old` before `new`, at most its locks, and (if `new` is only a
//! read) `old` a read as well: whatever races with `old` later is unordered with `new` too, or else it would follow `old` through `new`.
//!
//! # Identifiers
//!
//! Identifiers grow. One at or above [`History::base`] was made by the step that runs now, and is of a plain access with the locks that
//! the step holds anyway. So a comparison tells that an access adds nothing: redundant-check elimination (DRDP, §4.4.2) without looking
//! at the program. Identifiers of other accesses, and of split cells, live below [`COVERING`], where that comparison does not see them. Of the others, the [odd](is_odd) ones are those
//! that an embedder can do nothing with: lists, and accesses with locks or races.
//!
//! # Deviations
//!
//! 1. The paper replaces the writer after a race. We keep unordered writers and readers (a few of them), so that a cell with several races
//!    shows several.
//! 2. A read that follows an earlier reader is not checked against the writers: that reader was.

mod compaction;
mod split;
mod transition;

use std::ops::Range;

use crate::FastMap;
use crate::event::{Access, AccessMode, Atomicity, ByteMask};
use crate::ids::{GuardId, SiteId, StepId, TaskId};
use crate::locks::{Lock, LockSetId, LockSets};
use split::Splits;
use transition::Transition;

pub use split::{Parts, SPLIT};

/// Identifiers at or above this value are of plain accesses, and cover all by the same step.
pub const COVERING: u32 = 1 << 31;

/// How far apart such identifiers are: the last bit tells which are odd.
pub const IDENTIFIER_STEP: u32 = 2;

/// Whether an identifier from [`COVERING`] on is of anything but a single plain access, without locks and races.
#[inline]
pub const fn is_odd(id: u32) -> bool {
    !id.is_multiple_of(IDENTIFIER_STEP)
}

/// Whether it says so of itself that an identifier is of a single plain access without locks and races: its entry, which may be far from the processor, need not be
/// asked.
#[inline]
const fn is_simple(id: u32) -> bool {
    id >= COVERING && !is_odd(id)
}

/// The identifier of the covering entry with this index and tag.
#[inline]
const fn covering_id(index: u32, tag: u32) -> u32 {
    COVERING + index * IDENTIFIER_STEP + (tag != SIMPLE) as u32
}

/// The index of the covering entry with this identifier.
#[inline]
const fn covering_index(id: u32) -> u32 {
    (id - COVERING) / IDENTIFIER_STEP
}

/// Covering entries that there are numbers for.
const ENTRY_LIMIT: u32 = COVERING / IDENTIFIER_STEP;

/// History of 4 bytes of memory.
///
/// The identifier of the writers is in the low half, that of the readers in the high half. Where there are no readers, the high half has the writers' identifier as
/// well: then a read by the step that has written the cell is known to be redundant from that half alone. (A read and a write by one access, of the same bytes, are never
/// in a cell together.) A [split cell](Parts) has its number there instead. One word, because two halves that are stored apart and loaded together stall the processor.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell(u64);

impl Cell {
    fn new(writers: u32, readers: u32) -> Cell {
        let high = if readers == 0 { writers } else { readers };
        Cell(u64::from(high) << 32 | u64::from(writers))
    }

    /// As it is in memory.
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// A cell that was [`Self::to_bits`].
    pub fn from_bits(bits: u64) -> Cell {
        Cell(bits)
    }

    /// The identifiers that it holds; the same one twice if there are no readers. Only of cells that are not split.
    #[inline]
    pub fn identifiers(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    /// The identifier that tells whether an access of this kind adds nothing.
    #[inline]
    pub(crate) fn recorded(self, mode: AccessMode) -> u32 {
        (if mode == AccessMode::Write { self.0 } else { self.0 >> 32 }) as u32
    }

    fn writers(self) -> u32 {
        self.0 as u32
    }

    fn readers(self) -> u32 {
        let high = (self.0 >> 32) as u32;
        if high == self.writers() { 0 } else { high }
    }
}

const _: () = assert!(size_of::<Cell>() == 8);
const _: () = assert!(size_of::<Entry>() == 12);

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaceAccess {
    /// The task that made it, …
    pub task: TaskId,
    /// … or one like it, for which that task stands since a [compaction](crate::Detector::compact).
    pub stands_for_others: bool,
    /// The step it belongs to.
    pub step: StepId,
    /// When that step began.
    pub time: u32,
    /// Read or write.
    pub mode: AccessMode,
    /// Plain, atomic, or in a slot.
    pub atomicity: Atomicity,
    /// The bytes of the cell that it touched.
    pub bytes: ByteMask,
    /// Where.
    pub site: SiteId,
}

/// Two accesses that no synchronisation orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    /// The one that ran first.
    pub earlier: RaceAccess,
    /// The one that runs now.
    pub later: RaceAccess,
}

/// What an identifier stands for: an access, or a list of accesses.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Step of the access; identifier of the first access of a list.
    first: u32,
    /// Site of the access; identifier of the rest of a list.
    second: u32,
    /// Atomicity of the access; for a list, [`LIST`] and how many more accesses may be added unpruned. [`LOCKED`] in both.
    tag: u32,
}

impl Entry {
    /// How many more accesses may be added to a list unpruned; 0 for an access.
    #[inline]
    fn budget(&self) -> u32 {
        if self.tag & LIST == 0 { 0 } else { self.tag & BUDGET }
    }
}

/// Set in the last word of an entry that is a list; see [`Detector::entries`](crate::Detector::entries).
pub const LIST: u32 = 1 << 31;
/// The access holds locks, or all accesses of the list have some in common: they are in [`History::held`].
const LOCKED: u32 = 1 << 30;
/// The bits of that word that say how many more accesses a list takes unpruned.
pub const BUDGET: u32 = LOCKED - 1;
const ATOMIC: u32 = 1;
const RACED: u32 = 1 << 1;
/// The access is in a slot, which is among its locks.
const IN_SLOT: u32 = 1 << 2;
/// The tag of a single plain access without locks, with which no race was found.
const SIMPLE: u32 = 0;

/// A stretch of one task without synchronisation; after a [compaction](crate::compaction), several that are alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRecord {
    /// The task, or the one that it was joined into.
    pub(crate) task: TaskId,
    /// When it began, or a later time before which nothing has happened that tells the two apart.
    pub(crate) time: u32,
    /// The task that made the accesses, or one like it.
    pub(crate) by: TaskId,
    /// Identifiers from this one on, of plain accesses, were made by it or later. Not kept by a compaction.
    pub(crate) first: u32,
    /// It stands for others as well.
    pub(crate) stands_for_others: bool,
}

/// An access with its identifier's content spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    step: StepId,
    site: SiteId,
    locks: LockSetId,
    atomicity: Atomicity,
    /// A race with this access has been reported.
    raced: bool,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// As long as it needs.
    Any,
    /// Not long: the answer no may be wrong. That is enough to find out what a history may forget.
    Little,
}

/// What the history asks of the rest of the detector, and of the embedder.
pub(crate) trait Order {
    /// Whether the step of `task` that began at `time` precedes the running one.
    fn precedes(&mut self, step: StepId, task: TaskId, time: u32, effort: Effort) -> bool;
    /// Whether memory has changed hands since that access: it is to be forgotten.
    fn is_stale(&mut self, earlier: &RaceAccess) -> bool;
    /// Whether order that is drawn from critical sections does not need an access of that step, with these locks, once the running step has made
    /// one like it.
    fn may_forget_section(&mut self, task: TaskId, time: u32, locks: LockSetId, sets: &LockSets) -> bool;
    /// Whether what this guard guards was found to be initialised by something that precedes the running step.
    fn is_passed(&mut self, guard: GuardId) -> bool;
}

/// Counters for the summary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HistoryStatistics {
    /// Accesses that were checked.
    pub(crate) accesses: u64,
    /// Of these, answered from the transition cache.
    pub(crate) cached: u64,
}

/// An access that is about to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prepared {
    record: Record,
    id: u32,
    /// Where the transition is to be remembered.
    slot: usize,
    mode: AccessMode,
    bytes: ByteMask,
}

impl Prepared {
    /// The kind of access, as a number.
    fn manner(&self) -> u32 {
        manner(self.mode, self.bytes)
    }
}

fn manner(mode: AccessMode, bytes: ByteMask) -> u32 {
    mode as u32 | u32::from(bytes.0) << 1
}

/// The step that runs now.
#[derive(Clone, Copy, Debug)]
struct Running {
    task: TaskId,
    time: u32,
    /// Made when the step makes its first access.
    step: Option<StepId>,
    /// Locks held without regard to atomicity.
    locks: LockSetId,
}

/// All access histories, without the cells themselves.
#[derive(Debug)]
pub(crate) struct History {
    covering: Vec<Entry>,
    other: Vec<Entry>,
    splits: Splits,
    steps: Vec<StepRecord>,
    /// Steps before this one were merged by a compaction, and their numbers do not tell which came first.
    merged: StepId,
    /// Locks of the identifiers that have any.
    held: FastMap<u32, LockSetId>,
    running: Running,
    locks: LockSets,
    /// Order is drawn from critical sections with conflicting accesses, for which these are to be kept.
    keeps_sections: bool,
    /// Number of covering entries when the running step began.
    base: u32,
    /// Number of other entries when the running step began.
    other_base: u32,
    /// Changes with every step, to tell entries of the caches apart.
    epoch: u32,
    ids: Box<[CachedId]>,
    transitions: Box<[CachedTransition]>,
    /// Lists that were made lately, so that equal ones are the same: cells with the same history then stay the same for whoever comes next.
    lists: Box<[u32]>,
    kept: Vec<u32>,
    statistics: HistoryStatistics,
}

/// Which steps precede, of which so many may be asked for.
struct Asked<F> {
    steps: u32,
    /// The last one that did.
    last: Option<u32>,
    precedes: F,
}

impl<F: FnMut(StepId) -> bool> Asked<F> {
    /// Whether an entry is of a step that precedes, or not [`SIMPLE`].
    #[inline]
    fn is_settled(&mut self, entry: &Entry) -> bool {
        if entry.tag != SIMPLE || Some(entry.first) == self.last {
            return true;
        }
        let is_settled = self.steps > 0 && (self.precedes)(StepId(entry.first));
        if is_settled {
            self.steps -= 1;
            self.last = Some(entry.first);
        }
        is_settled
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct CachedId {
    epoch: u32,
    site: u32,
    tag: u32,
    id: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct CachedTransition {
    before: Cell,
    /// Identifier of the access, which no other step has; 0 if the slot is empty.
    id: u32,
    manner: u32,
    after: Cell,
}

/// Identifiers that [`History::widen`] looks at on either side. BOTS' fft, whose loops are
/// unrolled, has thousands in one step: with this many it takes two thirds
/// of the time that it takes without a limit.
const NEIGHBOURS: usize = 256;

const ID_SLOTS: usize = 1024;

/// Where the identifier of an access at `site` is remembered.
#[inline]
fn id_slot(site: SiteId, tag: u32) -> usize {
    (site.0.wrapping_mul(0x9e37_79b9) >> 16 ^ tag) as usize % ID_SLOTS
}

const TRANSITION_SLOTS: usize = 256;
const LIST_BITS: u32 = 12;
const LIST_SLOTS: usize = 1 << LIST_BITS;

/// Where a list is remembered.
#[inline]
fn list_slot(first: u32, rest: u32) -> usize {
    ((first.wrapping_mul(0x9e37_79b9) ^ rest.wrapping_mul(0x85eb_ca6b)) >> (u32::BITS - LIST_BITS)) as usize
}

impl History {
    pub(crate) fn new(task: TaskId, keeps_sections: bool) -> Self {
        let unused = Entry { first: 0, second: 0, tag: 0 };
        Self {
            covering: Vec::new(),
            // Identifier 0 is the empty list.
            other: vec![unused],
            splits: Splits::new(),
            steps: Vec::new(),
            merged: StepId(0),
            held: FastMap::default(),
            running: Running { task, time: 0, step: None, locks: LockSetId::EMPTY },
            locks: LockSets::new(),
            keeps_sections,
            base: 0,
            other_base: 1,
            epoch: 1,
            ids: vec![CachedId::default(); ID_SLOTS].into_boxed_slice(),
            transitions: vec![CachedTransition::default(); TRANSITION_SLOTS].into_boxed_slice(),
            lists: vec![0; LIST_SLOTS].into_boxed_slice(),
            kept: Vec::new(),
            statistics: HistoryStatistics::default(),
        }
    }

    /// Identifiers at or above this one were made by the running step and cover a cell.
    pub(crate) fn base(&self) -> u32 {
        covering_id(self.base, SIMPLE)
    }

    /// Number of the running step; 0 for none.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch
    }

    pub(crate) fn statistics(&self) -> HistoryStatistics {
        self.statistics
    }

    pub(crate) fn locks(&self) -> &LockSets {
        &self.locks
    }

    /// Whether the running task may be in a critical section, and order is drawn from that.
    #[inline]
    pub(crate) fn is_in_section(&self) -> bool {
        self.keeps_sections && self.running.locks != LockSetId::EMPTY
    }

    pub(crate) fn locks_mut(&mut self) -> &mut LockSets {
        &mut self.locks
    }

    /// The accesses in critical sections that an access by the running task conflicts with: task and time of their steps, and the lock that keeps the
    /// two apart.
    pub(crate) fn conflicts(&self, cell: Cell, access: Access) -> Vec<(TaskId, u32, Lock)> {
        let mut found = Vec::new();
        let mut last = None;
        let parts = self.parts(cell);
        for part in access.bytes.indices().map(|byte| parts[byte]) {
            if last.replace(part) == Some(part) {
                continue;
            }
            let readers = if access.mode == AccessMode::Write { part.readers() } else { 0 };
            for list in [part.writers(), readers] {
                let mut rest = list;
                while rest != 0 {
                    let (id, next) = self.uncons(rest);
                    rest = next;
                    let old = self.record(id);
                    if old.locks == LockSetId::EMPTY {
                        continue;
                    }
                    let (task, time) = self.step(old.step);
                    let excluded = self.locks.sections(self.running.locks).flat_map(Lock::excluded);
                    let common = excluded.filter(|lock| self.locks.contains(old.locks, *lock));
                    found.extend(common.map(|lock| (task, time, lock)));
                }
            }
        }
        found
    }

    /// Another step runs from now on.
    pub(crate) fn begin_step(&mut self, task: TaskId, time: u32, locks: LockSetId) {
        self.running = Running { task, time, step: None, locks };
        self.base = self.covering.len() as u32;
        self.other_base = self.other.len() as u32;
        self.epoch = self.epoch.wrapping_add(1).max(1);
    }

    #[inline]
    pub(crate) fn step(&self, step: StepId) -> (TaskId, u32) {
        let record = self.steps[step.index()];
        (record.task, record.time)
    }

    /// Whether all accesses of step `a` were made after those of `b`. The answer no may be wrong.
    #[inline]
    fn came_later(&self, a: StepId, b: StepId) -> bool {
        a > b && a >= self.merged
    }

    /// How far the numbers of steps and accesses are used up, on the scale of all 32-bit numbers.
    #[inline]
    pub(crate) fn numbers_used(&self) -> u32 {
        const SCALE: usize = (1 << u32::BITS) / ENTRY_LIMIT as usize;
        let used = self.steps.len().max(SCALE * self.covering.len().max(self.other.len()).max(self.splits.len()));
        u32::try_from(used).unwrap_or(u32::MAX)
    }

    #[inline]
    fn running_step(&mut self) -> StepId {
        if let Some(step) = self.running.step {
            return step;
        }
        let step = StepId(u32::try_from(self.steps.len()).expect("fewer than 2^32 steps"));
        let Running { task, time, .. } = self.running;
        let first = self.next_identifier();
        self.steps.push(StepRecord { task, time, by: task, first, stands_for_others: false });
        self.running.step = Some(step);
        step
    }

    #[inline]
    fn entry(&self, id: u32) -> &Entry {
        if id >= COVERING { &self.covering[covering_index(id) as usize] } else { &self.other[id as usize] }
    }

    #[inline]
    fn locks_of(&self, id: u32) -> LockSetId {
        if is_simple(id) || self.entry(id).tag & LOCKED == 0 { LockSetId::EMPTY } else { self.held[&id] }
    }

    #[inline]
    fn push(&mut self, covers: bool, mut entry: Entry, locks: LockSetId) -> u32 {
        if locks != LockSetId::EMPTY {
            entry.tag |= LOCKED;
        }
        let table = if covers { &mut self.covering } else { &mut self.other };
        let index =
            u32::try_from(table.len()).ok().filter(|index| *index < ENTRY_LIMIT).expect("fewer than 2^30 accesses");
        table.push(entry);
        let id = if covers { covering_id(index, entry.tag) } else { index };
        if locks != LockSetId::EMPTY {
            self.held.insert(id, locks);
        }
        id
    }

    #[inline]
    fn record(&self, id: u32) -> Record {
        let entry = self.entry(id);
        debug_assert!(entry.tag & LIST == 0);
        let locks = self.locks_of(id);
        let slot = || self.locks.slot(locks).expect("an access in a slot holds its lock");
        Record {
            step: StepId(entry.first),
            site: SiteId(entry.second),
            locks,
            atomicity: match entry.tag & (ATOMIC | IN_SLOT) {
                0 => Atomicity::Plain,
                ATOMIC => Atomicity::Atomic,
                _ => Atomicity::Slot(slot()),
            },
            raced: entry.tag & RACED != 0,
        }
    }

    /// One side of a race, on some bytes.
    fn race_access(&self, record: &Record, mode: AccessMode, bytes: ByteMask) -> RaceAccess {
        let StepRecord { time, by, stands_for_others, .. } = self.steps[record.step.index()];
        RaceAccess {
            task: by,
            stands_for_others,
            step: record.step,
            time,
            mode,
            atomicity: record.atomicity,
            bytes,
            site: record.site,
        }
    }

    /// The bytes in whose history an access is, as one side of a race.
    #[cold]
    fn bytes_of(&self, access: &RaceAccess, parts: &Parts) -> ByteMask {
        let has_access = |part: Cell| {
            let mut rest = if access.mode == AccessMode::Write { part.writers() } else { part.readers() };
            let mut found = false;
            while rest != 0 && !found {
                let (id, next) = self.uncons(rest);
                found = self.race_access(&self.record(id), access.mode, access.bytes) == *access;
                rest = next;
            }
            found
        };
        let bytes = (0..parts.len()).filter(|byte| has_access(parts[*byte]));
        ByteMask(bytes.fold(0, |mask, byte| mask | 1 << byte))
    }

    /// First access and rest of a list that is not empty.
    #[inline]
    fn uncons(&self, list: u32) -> (u32, u32) {
        if self.is_single(list) {
            return (list, 0);
        }
        let entry = self.entry(list);
        (entry.first, entry.second)
    }

    #[inline]
    fn is_single(&self, list: u32) -> bool {
        is_simple(list) || self.entry(list).tag & LIST == 0
    }

    /// Whether the running step made this identifier. What it did not make holds none of its accesses.
    #[inline]
    fn is_of_running_step(&self, id: u32) -> bool {
        id >= self.base() || (id < COVERING && id >= self.other_base)
    }

    /// How many more accesses the list may take before it is pruned.
    #[inline]
    fn budget(&self, list: u32) -> u32 {
        if is_simple(list) { 0 } else { self.entry(list).budget() }
    }

    /// Identifier of an access of the running step.
    #[inline]
    fn id_of(&mut self, record: Record) -> u32 {
        let tag = match record.atomicity {
            Atomicity::Plain => SIMPLE,
            Atomicity::Atomic => ATOMIC,
            Atomicity::Slot(_) => IN_SLOT,
        } | if record.raced { RACED } else { 0 };
        let slot = id_slot(record.site, tag);
        let cached = self.ids[slot];
        if cached.epoch == self.epoch && cached.site == record.site.0 && cached.tag == tag {
            return cached.id;
        }
        let covers = record.atomicity == Atomicity::Plain;
        let entry = Entry { first: record.step.0, second: record.site.0, tag };
        let id = self.push(covers, entry, record.locks);
        self.ids[slot] = CachedId { epoch: self.epoch, site: record.site.0, tag, id };
        id
    }

    /// The identifier that the next covering access gets, or list of them.
    #[inline]
    pub(crate) fn next_identifier(&self) -> u32 {
        covering_id(self.covering.len() as u32, SIMPLE)
    }

    /// Whether the running step holds locks.
    #[inline]
    pub(crate) fn holds_locks(&self) -> bool {
        self.running.locks != LockSetId::EMPTY
    }

    /// A new identifier of a plain access by the running step, which holds no locks.
    pub(crate) fn adopt(&mut self, site: SiteId) -> u32 {
        debug_assert!(!self.holds_locks());
        let step = self.running_step();
        let id = self.push(true, Entry { first: step.0, second: site.0, tag: SIMPLE }, LockSetId::EMPTY);
        self.ids[id_slot(site, SIMPLE)] = CachedId { epoch: self.epoch, site: site.0, tag: SIMPLE, id };
        id
    }

    /// The identifier that the running step has for plain accesses at a place, if it is remembered.
    #[inline]
    pub(crate) fn known_id(&self, site: SiteId) -> Option<u32> {
        let cached = self.ids[id_slot(site, SIMPLE)];
        (cached.epoch == self.epoch && cached.site == site.0 && cached.tag == SIMPLE).then_some(cached.id)
    }

    /// The step of a single access, if that is [`SIMPLE`] and by another step than the running one.
    #[inline]
    pub(crate) fn settled_step(&self, id: u32) -> Option<StepId> {
        // Whatever the number says: there is one that nothing has beside each odd identifier.
        let entry = (is_simple(id) && id < self.base()).then(|| self.entry(id))?;
        (entry.tag == SIMPLE).then_some(StepId(entry.first))
    }

    /// The step that runs, if it has made an access: its task, and when it began.
    #[inline]
    pub(crate) fn active_step(&self) -> Option<(TaskId, u32)> {
        self.running.step.map(|_| (self.running.task, self.running.time))
    }

    /// The first identifier of a plain access by a step that began at `time` or later, or that runs now. Only for times since the last compaction.
    pub(crate) fn first_since(&self, time: u32) -> u32 {
        let steps = &self.steps[self.merged.index()..];
        let later = steps.partition_point(|step| step.time < time);
        steps.get(later).map_or(self.base(), |step| step.first.min(self.base()))
    }

    /// Adds neighbours to an interval of identifiers, as long as those that are [`SIMPLE`] are of
    /// steps that `precede`, at most so many `steps` of which are asked for.
    /// On either side, no more than [`NEIGHBOURS`] are looked at.
    pub(crate) fn widen(&self, ids: &mut Range<u32>, steps: u32, precedes: impl FnMut(StepId) -> bool) {
        let mut asked = Asked { steps, last: None, precedes };
        let (below, above) = self.around(ids);
        if above.len() <= NEIGHBOURS && above.iter().rev().all(|entry| asked.is_settled(entry)) {
            ids.end = self.base();
        } else {
            asked.last = None;
            let count = above.iter().take(NEIGHBOURS).take_while(|entry| asked.is_settled(entry)).count();
            ids.end = covering_id((self.base as usize - above.len() + count) as u32, SIMPLE);
        }
        asked.last = None;
        let first = below.len().saturating_sub(NEIGHBOURS);
        let start = below[first..].iter().rposition(|entry| !asked.is_settled(entry)).map_or(0, |last| last + 1);
        ids.start = covering_id((first + start) as u32, SIMPLE);
    }

    /// What is below an interval of identifiers, and what is above, up to the running step.
    fn around(&self, ids: &Range<u32>) -> (&[Entry], &[Entry]) {
        let end = covering_index(ids.end + IDENTIFIER_STEP - 1);
        (&self.covering[..covering_index(ids.start) as usize], &self.covering[end as usize..self.base as usize])
    }

    /// All covering entries, by the numbers of their identifiers.
    #[inline]
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.covering
    }

    /// Whether these are a list of other steps that takes more accesses before it is pruned.
    pub(crate) fn takes_more(&self, readers: u32) -> bool {
        readers >= COVERING && readers < self.base() && self.budget(readers) > 0
    }

    /// An embedder has put an access by the running step, which holds no locks, in front of a list.
    pub(crate) fn adopt_list(&mut self, first: u32, rest: u32) -> u32 {
        debug_assert!(!self.holds_locks() && self.budget(rest) > 0);
        let budget = self.budget(rest).saturating_sub(1);
        let list = self.push(true, Entry { first, second: rest, tag: LIST | budget }, LockSetId::EMPTY);
        self.lists[list_slot(first, rest)] = list;
        list
    }

    /// The list `first`, then `rest`.
    fn cons(&mut self, covers: bool, first: u32, rest: u32, budget: u32) -> u32 {
        let slot = list_slot(first, rest);
        let known = self.lists[slot];
        // What is older than its first access would be is another list, which need not be fetched from memory to see that.
        if known != 0 && (known >= COVERING) == covers && !(covers && known < first) {
            let entry = self.entry(known);
            if (entry.first, entry.second, entry.tag & !LOCKED) == (first, rest, LIST | budget) {
                return known;
            }
        }
        let locks = self.locks.intersection(self.locks_of(first), self.locks_of(rest));
        let list = self.push(covers, Entry { first, second: rest, tag: LIST | budget }, locks);
        self.lists[slot] = list;
        list
    }

    /// A list of these accesses, newest first, then `rest`.
    fn build(&mut self, accesses: &[u32], rest: u32, budget: u32) -> u32 {
        accesses.iter().rev().fold(rest, |rest, id| if rest == 0 { *id } else { self.cons(false, *id, rest, budget) })
    }

    /// The running step is about to access `cell`. Returns the access, and what the cell becomes if that is known.
    #[inline]
    pub(crate) fn prepare(&mut self, cell: Cell, access: Access) -> (Prepared, Option<Cell>) {
        self.statistics.accesses += 1;
        let locks = match access.atomicity {
            Atomicity::Plain => self.running.locks,
            Atomicity::Atomic => self.locks.with(self.running.locks, Lock::Atomic),
            Atomicity::Slot(slot) => self.locks.with(self.running.locks, Lock::Slot(slot)),
        };
        let record =
            Record { step: self.running_step(), site: access.site, locks, atomicity: access.atomicity, raced: false };
        let id = self.id_of(record);
        let key = cell.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let slot = (key as usize ^ id as usize) % TRANSITION_SLOTS;
        let prepared = Prepared { record, id, slot, mode: access.mode, bytes: access.bytes };
        let cached = &self.transitions[slot];
        let is_known = cached.id == id && cached.before == cell && cached.manner == prepared.manner();
        self.statistics.cached += u64::from(is_known);
        (prepared, is_known.then_some(cached.after))
    }

    /// Checks an access to `cell` by the running step, and records it. Returns whether the same access to another cell with the same
    /// history has the same result.
    pub(crate) fn access(
        &mut self,
        cell: &mut Cell,
        prepared: Prepared,
        order: &mut impl Order,
        races: &mut Vec<Race>,
    ) -> bool {
        let before = *cell;
        let mut transition = Transition { history: self, order, races, id: prepared.id, pure: true };
        let after = if prepared.bytes == ByteMask::FULL && before.split_number().is_none() {
            transition.apply(before, prepared.record, prepared.mode)
        } else {
            transition.apply_to_parts(before, prepared.bytes, prepared.record, prepared.mode)
        };
        let pure = transition.pure;
        if pure {
            // Field by field: a copy of the whole would have to wait for its parts.
            let cached = &mut self.transitions[prepared.slot];
            cached.before = before;
            cached.id = prepared.id;
            cached.manner = prepared.manner();
            cached.after = after;
        }
        *cell = after;
        pure
    }
}
