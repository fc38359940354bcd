//! Access histories: who has touched a cell, and what may still race with it.
//!
//! A [`Cell`] is two identifiers, of the writers and of the readers of 4 bytes. An identifier names one *access*, which is a step, a
//! place, the locks held and the bytes touched; or a list of accesses, whose tails are shared between all cells with the same past. DRDP keeps the
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
//! An access `old` is needless once there is `new` with `old` before `new`, at least the bytes of `old`, at most its locks, and (if `new` is only a
//! read) `old` a read as well: whatever races with `old` later is unordered with `new` too, or else it would follow `old` through `new`.
//!
//! # Identifiers
//!
//! Identifiers grow. One at or above [`History::base`] was made by the step that runs now, and covers all four bytes with the locks that
//! the step holds anyway. So a comparison tells that an access adds nothing: redundant-check elimination (DRDP, §4.4.2) without looking
//! at the program. Identifiers of partial and of atomic accesses live below [`COVERING`], where that comparison does not see them.
//!
//! # Deviations
//!
//! 1. The paper replaces the writer after a race. We keep unordered writers and readers (a few of them), so that a cell with several races
//!    shows several.
//! 2. A read that follows an earlier reader is not checked against the writers: that reader was.

use crate::FastMap;
use crate::event::{Access, AccessMode, Atomicity, ByteMask};
use crate::ids::{GuardId, SiteId, StepId, TaskId};
use crate::locks::{Lock, LockSetId, LockSets};

/// Identifiers at or above this value cover a whole cell.
pub const COVERING: u32 = 1 << 31;

/// Racing accesses that a cell remembers beside the newest one.
const REMEMBERED_RACERS: usize = 8;

/// Lists shorter than this are pruned at every access.
const SHORT_LIST: usize = 4;

/// History of 4 bytes of memory.
///
/// The identifier of the writers is in the low half, that of the readers in the high half. One word, because two halves that are stored apart and
/// loaded together stall the processor.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell(u64);

impl Cell {
    fn new(writers: u32, readers: u32) -> Cell {
        Cell(u64::from(readers) << 32 | u64::from(writers))
    }

    fn writers(self) -> u32 {
        self.0 as u32
    }

    fn readers(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

const _: () = assert!(size_of::<Cell>() == 8);
const _: () = assert!(size_of::<Entry>() == 12);

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaceAccess {
    /// The task that made it.
    pub task: TaskId,
    /// The step it belongs to.
    pub step: StepId,
    /// When that step began.
    pub time: u32,
    /// Read or write.
    pub mode: AccessMode,
    /// Plain or atomic.
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
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Step of the access; identifier of the first access of a list.
    first: u32,
    /// Site of the access; identifier of the rest of a list.
    second: u32,
    /// Bytes and atomicity of the access; for a list, [`LIST`] and how many more accesses may be added unpruned. [`LOCKED`] in both.
    tag: u32,
}

const LIST: u32 = 1 << 31;
/// The access holds locks, or all accesses of the list have some in common: they are in [`History::held`].
const LOCKED: u32 = 1 << 30;
/// The bits of a budget.
const BUDGET: u32 = LOCKED - 1;
const ATOMIC: u32 = 1 << 4;
const RACED: u32 = 1 << 5;

#[derive(Clone, Copy, Debug)]
struct StepRecord {
    task: TaskId,
    time: u32,
}

/// An access with its identifier's content spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    step: StepId,
    site: SiteId,
    locks: LockSetId,
    atomicity: Atomicity,
    bytes: ByteMask,
    /// A race with this access has been reported.
    raced: bool,
}

/// What the history asks of the rest of the detector, and of the embedder.
pub(crate) trait Order {
    /// Whether the step of `task` that began at `time` precedes the running one.
    fn precedes(&mut self, step: StepId, task: TaskId, time: u32) -> bool;
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
    partial: Vec<Entry>,
    steps: Vec<StepRecord>,
    /// Locks of the identifiers that have any.
    held: FastMap<u32, LockSetId>,
    running: Running,
    locks: LockSets,
    /// Order is drawn from critical sections with conflicting accesses, for which these are to be kept.
    keeps_sections: bool,
    /// Number of covering entries when the running step began.
    base: u32,
    /// Number of partial entries when the running step began.
    partial_base: u32,
    /// Changes with every step, to tell entries of the caches apart.
    epoch: u32,
    ids: Box<[CachedId]>,
    transitions: Box<[CachedTransition]>,
    kept: Vec<u32>,
    statistics: HistoryStatistics,
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
    mode: u32,
    after: Cell,
}

const ID_SLOTS: usize = 128;
const TRANSITION_SLOTS: usize = 256;

impl History {
    pub(crate) fn new(task: TaskId, keeps_sections: bool) -> Self {
        let unused = Entry { first: 0, second: 0, tag: 0 };
        Self {
            covering: Vec::new(),
            // Identifier 0 is the empty list.
            partial: vec![unused],
            steps: Vec::new(),
            held: FastMap::default(),
            running: Running { task, time: 0, step: None, locks: LockSetId::EMPTY },
            locks: LockSets::new(),
            keeps_sections,
            base: 0,
            partial_base: 1,
            epoch: 1,
            ids: vec![CachedId::default(); ID_SLOTS].into_boxed_slice(),
            transitions: vec![CachedTransition::default(); TRANSITION_SLOTS].into_boxed_slice(),
            kept: Vec::new(),
            statistics: HistoryStatistics::default(),
        }
    }

    /// Identifiers at or above this one were made by the running step and cover a cell.
    pub(crate) fn base(&self) -> u32 {
        COVERING | self.base
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
        let readers = if access.mode == AccessMode::Write { cell.readers() } else { 0 };
        for list in [cell.writers(), readers] {
            let mut rest = list;
            while rest != 0 {
                let (id, next) = self.split(rest);
                rest = next;
                let old = self.record(id);
                if old.locks == LockSetId::EMPTY || !old.bytes.overlaps(access.bytes) {
                    continue;
                }
                let (task, time) = self.step(old.step);
                let excluded = self.locks.sections(self.running.locks).flat_map(Lock::excluded);
                let common = excluded.filter(|lock| self.locks.contains(old.locks, *lock));
                found.extend(common.map(|lock| (task, time, lock)));
            }
        }
        found
    }

    /// Another step runs from now on.
    pub(crate) fn begin_step(&mut self, task: TaskId, time: u32, locks: LockSetId) {
        self.running = Running { task, time, step: None, locks };
        self.base = self.covering.len() as u32;
        self.partial_base = self.partial.len() as u32;
        self.epoch = self.epoch.wrapping_add(1).max(1);
    }

    #[inline]
    pub(crate) fn step(&self, step: StepId) -> (TaskId, u32) {
        let record = self.steps[step.index()];
        (record.task, record.time)
    }

    #[inline]
    fn running_step(&mut self) -> StepId {
        if let Some(step) = self.running.step {
            return step;
        }
        let step = StepId(u32::try_from(self.steps.len()).expect("fewer than 2^32 steps"));
        self.steps.push(StepRecord { task: self.running.task, time: self.running.time });
        self.running.step = Some(step);
        step
    }

    #[inline]
    fn entry(&self, id: u32) -> &Entry {
        if id >= COVERING { &self.covering[(id - COVERING) as usize] } else { &self.partial[id as usize] }
    }

    #[inline]
    fn locks_of(&self, id: u32) -> LockSetId {
        if self.entry(id).tag & LOCKED == 0 { LockSetId::EMPTY } else { self.held[&id] }
    }

    #[inline]
    fn push(&mut self, covers: bool, mut entry: Entry, locks: LockSetId) -> u32 {
        if locks != LockSetId::EMPTY {
            entry.tag |= LOCKED;
        }
        let table = if covers { &mut self.covering } else { &mut self.partial };
        let index =
            u32::try_from(table.len()).ok().filter(|index| *index < COVERING).expect("fewer than 2^31 accesses");
        table.push(entry);
        let id = if covers { COVERING | index } else { index };
        if locks != LockSetId::EMPTY {
            self.held.insert(id, locks);
        }
        id
    }

    #[inline]
    fn record(&self, id: u32) -> Record {
        let entry = self.entry(id);
        debug_assert!(entry.tag & LIST == 0);
        Record {
            step: StepId(entry.first),
            site: SiteId(entry.second),
            locks: self.locks_of(id),
            atomicity: if entry.tag & ATOMIC != 0 { Atomicity::Atomic } else { Atomicity::Plain },
            bytes: ByteMask((entry.tag & 0xf) as u8),
            raced: entry.tag & RACED != 0,
        }
    }

    fn race_access(&self, record: &Record, mode: AccessMode) -> RaceAccess {
        let (task, time) = self.step(record.step);
        RaceAccess {
            task,
            step: record.step,
            time,
            mode,
            atomicity: record.atomicity,
            bytes: record.bytes,
            site: record.site,
        }
    }

    /// First access and rest of a list that is not empty.
    #[inline]
    fn split(&self, list: u32) -> (u32, u32) {
        let entry = self.entry(list);
        if entry.tag & LIST != 0 { (entry.first, entry.second) } else { (list, 0) }
    }

    #[inline]
    fn is_single(&self, list: u32) -> bool {
        self.entry(list).tag & LIST == 0
    }

    /// Whether the running step made this identifier. What it did not make holds none of its accesses.
    #[inline]
    fn is_of_running_step(&self, id: u32) -> bool {
        id >= self.base() || (id < COVERING && id >= self.partial_base)
    }

    /// How many more accesses the list may take before it is pruned.
    #[inline]
    fn budget(&self, list: u32) -> u32 {
        let tag = self.entry(list).tag;
        if tag & LIST != 0 { tag & BUDGET } else { 0 }
    }

    /// Identifier of an access of the running step.
    #[inline]
    fn id_of(&mut self, record: Record) -> u32 {
        let tag = u32::from(record.bytes.0)
            | if record.atomicity == Atomicity::Atomic { ATOMIC } else { 0 }
            | if record.raced { RACED } else { 0 };
        let slot = (record.site.0.wrapping_mul(0x9e37_79b9) >> 16 ^ tag) as usize % ID_SLOTS;
        let cached = self.ids[slot];
        if cached.epoch == self.epoch && cached.site == record.site.0 && cached.tag == tag {
            return cached.id;
        }
        let covers = record.bytes == ByteMask::FULL && record.atomicity == Atomicity::Plain;
        let entry = Entry { first: record.step.0, second: record.site.0, tag };
        let id = self.push(covers, entry, record.locks);
        self.ids[slot] = CachedId { epoch: self.epoch, site: record.site.0, tag, id };
        id
    }

    /// The list `first`, then `rest`.
    fn cons(&mut self, covers: bool, first: u32, rest: u32, budget: u32) -> u32 {
        let locks = self.locks.intersection(self.locks_of(first), self.locks_of(rest));
        self.push(covers, Entry { first, second: rest, tag: LIST | budget }, locks)
    }

    /// A list of these accesses, newest first.
    fn build(&mut self, accesses: &[u32]) -> u32 {
        let budget = budget_of(accesses.len());
        accesses.iter().rev().fold(0, |rest, id| if rest == 0 { *id } else { self.cons(false, *id, rest, budget) })
    }

    /// Checks an access to `cell` by the running step, and records it. Returns whether the same access to another cell with the same
    /// history has the same result.
    pub(crate) fn access(
        &mut self,
        cell: &mut Cell,
        access: Access,
        order: &mut impl Order,
        races: &mut Vec<Race>,
    ) -> bool {
        self.statistics.accesses += 1;
        let locks = match access.atomicity {
            Atomicity::Plain => self.running.locks,
            Atomicity::Atomic => self.locks.with(self.running.locks, Lock::Atomic),
        };
        let record = Record {
            step: self.running_step(),
            site: access.site,
            locks,
            atomicity: access.atomicity,
            bytes: access.bytes,
            raced: false,
        };
        let id = self.id_of(record);
        let key = cell.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let slot = (key as usize ^ id as usize) % TRANSITION_SLOTS;
        let cached = &self.transitions[slot];
        if cached.id == id && cached.before == *cell && cached.mode == access.mode as u32 {
            self.statistics.cached += 1;
            *cell = cached.after;
            return true;
        }
        let mut transition = Transition { history: self, order, races, id, pure: true };
        let after = match (transition.is_simple(*cell, &record), access.mode) {
            (true, AccessMode::Read) => Cell::new(cell.writers(), id),
            (true, AccessMode::Write) => Cell::new(id, 0),
            (false, AccessMode::Read) => transition.read(*cell, record),
            (false, AccessMode::Write) => transition.write(*cell, record),
        };
        let pure = transition.pure;
        if pure {
            self.transitions[slot] = CachedTransition { before: *cell, id, mode: access.mode as u32, after };
        }
        *cell = after;
        pure
    }
}

/// One access on its way into one cell.
struct Transition<'a, O> {
    history: &'a mut History,
    order: &'a mut O,
    races: &'a mut Vec<Race>,
    /// Identifier of the new access, as long as nothing is added to it.
    id: u32,
    /// The result depends on nothing but the cell and the access, and no race was found: it may be cached.
    pure: bool,
}

/// What is to be done with the accesses of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scan {
    /// Look for races with the new access.
    Check,
    /// Drop what the new access makes needless.
    Prune,
    /// Both.
    CheckAndPrune,
}

/// A list, and how many more accesses it may take before it is pruned.
#[derive(Clone, Copy, Debug)]
struct Scanned {
    list: u32,
    budget: u32,
}

/// A scan under way.
struct Visit<'a> {
    /// Mode of the accesses of the list.
    mode: AccessMode,
    new: &'a Record,
    new_mode: AccessMode,
    /// Races are possible: not all accesses of the list share a lock with the new one.
    check: bool,
    scan: Scan,
    racers: usize,
}

/// How many more accesses a list of this length takes before it is pruned again: pruning costs its length, so that each access pays for a
/// constant number of looks.
fn budget_of(length: usize) -> u32 {
    if length < SHORT_LIST { 0 } else { (length as u32).min(BUDGET) }
}

impl<O: Order> Transition<'_, O> {
    /// The usual case: whole-cell accesses without locks, and the cell has at most one writer and one reader, of other steps and before this one.
    /// Then the new access takes the place of the reader, and if it writes, of the writer. [`Self::read`] and [`Self::write`] would find the same.
    #[inline]
    fn is_simple(&mut self, cell: Cell, new: &Record) -> bool {
        if new.bytes != ByteMask::FULL || new.locks != LockSetId::EMPTY {
            return false;
        }
        match (self.simple_step(cell.writers()), self.simple_step(cell.readers())) {
            (Some(None), Some(None)) => true,
            (Some(Some(only)), Some(None)) | (Some(None), Some(Some(only))) => self.precedes_step(only),
            // The reader was checked against the writer if it came later.
            (Some(Some(writer)), Some(Some(reader))) => {
                self.precedes_step(reader) && (writer < reader || self.precedes_step(writer))
            }
            _ => false,
        }
    }

    /// The step of the only access of the list, if that is a plain one to the whole cell, without locks, with which no race was found, by
    /// another step; `Some(None)` for the empty list.
    #[inline]
    fn simple_step(&self, list: u32) -> Option<Option<StepId>> {
        if list == 0 {
            return Some(None);
        }
        let entry = self.history.entry(list);
        let step = Some(StepId(entry.first));
        (entry.tag == u32::from(ByteMask::FULL.0) && step != self.history.running.step).then_some(step)
    }

    fn write(&mut self, cell: Cell, new: Record) -> Cell {
        if self.running_step_covers(cell.writers(), &new) {
            return cell;
        }
        let writers = self.scan(cell.writers(), AccessMode::Write, &new, AccessMode::Write, Scan::CheckAndPrune);
        let readers = self.scan(cell.readers(), AccessMode::Read, &new, AccessMode::Write, Scan::CheckAndPrune);
        Cell::new(self.prepend(writers, new), readers.list)
    }

    fn read(&mut self, cell: Cell, mut new: Record) -> Cell {
        if self.running_step_covers(cell.writers(), &new) || self.running_step_covers(cell.readers(), &new) {
            return cell;
        }
        let mut writers = cell.writers();
        if !self.follows_a_checked_reader(cell, &new) {
            let races = self.races.len();
            writers = self.scan(cell.writers(), AccessMode::Write, &new, AccessMode::Read, Scan::Check).list;
            new.raced = self.races.len() > races;
        }
        let readers = self.scan(cell.readers(), AccessMode::Read, &new, AccessMode::Read, Scan::Prune);
        Cell::new(writers, self.prepend(readers, new))
    }

    #[inline]
    fn precedes(&mut self, earlier: &Record) -> bool {
        Some(earlier.step) == self.history.running.step || self.precedes_step(earlier.step)
    }

    #[inline]
    fn precedes_step(&mut self, step: StepId) -> bool {
        let (task, time) = self.history.step(step);
        // A task's own past needs no search.
        task == self.history.running.task || self.order.precedes(step, task, time)
    }

    /// Whether the running step has recorded accesses in `list` that touch all bytes of `new` and hold no more locks.
    #[inline]
    fn running_step_covers(&self, list: u32, new: &Record) -> bool {
        self.history.is_of_running_step(list) && self.walk_covers(list, new)
    }

    fn walk_covers(&self, mut list: u32, new: &Record) -> bool {
        let mut bytes = ByteMask(0);
        while self.history.is_of_running_step(list) {
            let (first, rest) = self.history.split(list);
            let old = self.history.record(first);
            // The running step's accesses come first in every list.
            if Some(old.step) != self.history.running.step {
                break;
            }
            if self.history.locks.within(old.locks, new.locks) {
                bytes = bytes.union(old.bytes);
            }
            list = rest;
        }
        new.bytes.within(bytes)
    }

    /// Whether the newest reader precedes `new`, and everything that would race with `new` among the writers raced with it.
    fn follows_a_checked_reader(&mut self, cell: Cell, new: &Record) -> bool {
        if cell.readers() == 0 || cell.writers() == 0 {
            return false;
        }
        let reader = self.history.record(self.history.split(cell.readers()).0);
        let writer = self.history.record(self.history.split(cell.writers()).0);
        !reader.raced
            && new.bytes.within(reader.bytes)
            && self.history.locks.within(reader.locks, new.locks)
            && self.history.step(writer.step).1 < self.history.step(reader.step).1
            && self.precedes(&reader)
    }

    /// Goes through the accesses of `list` (all of `mode`) on behalf of `new`.
    #[inline]
    fn scan(&mut self, list: u32, mode: AccessMode, new: &Record, new_mode: AccessMode, scan: Scan) -> Scanned {
        if list == 0 { Scanned { list, budget: 0 } } else { self.scan_some(list, mode, new, new_mode, scan) }
    }

    fn scan_some(&mut self, list: u32, mode: AccessMode, new: &Record, new_mode: AccessMode, scan: Scan) -> Scanned {
        let common = self.history.locks_of(list);
        let check = scan != Scan::Prune && self.history.locks.disjoint(common, new.locks);
        let budget = self.history.budget(list);
        if !check && (budget > 0 || scan == Scan::Check) {
            return Scanned { list, budget: budget.saturating_sub(1) };
        }
        let mut visit = Visit { mode, new, new_mode, check, scan, racers: 0 };
        if self.history.is_single(list) {
            let kept = if self.keeps(&mut visit, list) { list } else { 0 };
            return Scanned { list: kept, budget: 0 };
        }
        let mut kept = std::mem::take(&mut self.history.kept);
        kept.clear();
        let mut dropped = false;
        let mut rest = list;
        while rest != 0 {
            let (id, next) = self.history.split(rest);
            rest = next;
            if self.keeps(&mut visit, id) {
                kept.push(id);
            } else {
                dropped = true;
            }
        }
        let budget = budget_of(kept.len());
        let list = if dropped { self.history.build(&kept) } else { list };
        self.history.kept = kept;
        Scanned { list, budget }
    }

    /// Looks at one access of a list; returns whether it stays.
    fn keeps(&mut self, visit: &mut Visit<'_>, id: u32) -> bool {
        let old = self.history.record(id);
        let new = visit.new;
        if self.precedes(&old) {
            return visit.scan == Scan::Check
                || !old.bytes.within(new.bytes)
                || !self.history.locks.within(new.locks, old.locks)
                || self.history.keeps_sections && !self.may_forget_section(&old, new);
        }
        if !visit.check || !old.bytes.overlaps(new.bytes) || !self.history.locks.disjoint(old.locks, new.locks) {
            return true;
        }
        if self.history.locks.guards(old.locks).any(|guard| self.order.is_passed(guard)) {
            return true;
        }
        self.pure = false;
        let earlier = self.history.race_access(&old, visit.mode);
        if self.order.is_stale(&earlier) {
            return false;
        }
        self.races.push(Race { earlier, later: self.history.race_access(new, visit.new_mode) });
        visit.racers += 1;
        visit.racers <= REMEMBERED_RACERS
            || self.history.keeps_sections && self.history.locks.sections(old.locks).next().is_some()
    }

    /// Whether the order that is drawn from critical sections needs `old` no more than `new`, which follows it.
    #[cold]
    fn may_forget_section(&mut self, old: &Record, new: &Record) -> bool {
        let sets = &self.history.locks;
        let (task, time) = self.history.step(old.step);
        sets.sections(old.locks).all(|lock| sets.contains(new.locks, lock))
            && self.order.may_forget_section(task, time, old.locks, sets)
    }

    /// The list with `new` in front, merged with an equal access to other bytes.
    #[inline]
    fn prepend(&mut self, scanned: Scanned, new: Record) -> u32 {
        let id = if new.raced { self.history.id_of(new) } else { self.id };
        if scanned.list == 0 { id } else { self.prepend_to_some(scanned, new, id) }
    }

    fn prepend_to_some(&mut self, scanned: Scanned, mut new: Record, mut id: u32) -> u32 {
        let Scanned { mut list, budget } = scanned;
        if self.history.is_of_running_step(list) {
            let (first, rest) = self.history.split(list);
            let newest = self.history.record(first);
            if newest == (Record { bytes: newest.bytes, raced: newest.raced, ..new }) {
                new.bytes = new.bytes.union(newest.bytes);
                new.raced |= newest.raced;
                list = rest;
                id = self.history.id_of(new);
                if list == 0 {
                    return id;
                }
            }
        }
        let plain = Record { locks: self.history.running.locks, atomicity: Atomicity::Plain, ..new };
        let missing = ByteMask(ByteMask::FULL.0 & !if new == plain { new.bytes.0 } else { 0 });
        let covers = missing.0 == 0 || self.running_step_covers(list, &Record { bytes: missing, ..plain });
        self.history.cons(covers, id, list, budget)
    }
}
