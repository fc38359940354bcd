//! One access on its way into one cell, or into one byte of it: what it races with, what it makes needless, and what the cell is afterwards.

use super::{BUDGET, Cell, Effort, History, Order, Parts, Race, Record, is_simple};
use crate::event::{AccessMode, Atomicity, ByteMask};
use crate::ids::StepId;
use crate::locks::LockSetId;

/// Racing accesses that a cell remembers beside the newest one.
const REMEMBERED_RACERS: usize = 8;

/// How much it is worth to know whether an access of this mode follows a reader: a write races with
/// it, and a read only takes its place.
fn effort_for_reader(mode: AccessMode) -> Effort {
    match mode {
        AccessMode::Write => Effort::Any,
        AccessMode::Read => Effort::Little,
    }
}

/// Lists take so many accesses before they are pruned for the first time. An embedder can add to a
/// list itself until then, and memory that many tasks read once has short lists.
const LEAST_BUDGET: u32 = 4;

/// One access on its way into one cell that is not split, or into one part of one that is.
pub(super) struct Transition<'a, O> {
    pub(super) history: &'a mut History,
    pub(super) order: &'a mut O,
    pub(super) races: &'a mut Vec<Race>,
    /// Identifier of the new access, as long as nothing is added to it.
    pub(super) id: u32,
    /// The result depends on nothing but the cell and the access, and no race was found: it may be cached.
    pub(super) pure: bool,
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
pub(super) fn budget_of(length: usize) -> u32 {
    (length as u32).clamp(LEAST_BUDGET, BUDGET)
}

impl<O: Order> Transition<'_, O> {
    /// What the cell is after the access `new`.
    pub(super) fn apply(&mut self, cell: Cell, new: Record, mode: AccessMode) -> Cell {
        match (self.is_simple(cell, &new, mode), mode) {
            (true, AccessMode::Read) => Cell::new(cell.writers(), self.id),
            (true, AccessMode::Write) => Cell::new(self.id, 0),
            (false, AccessMode::Read) => self.read(cell, new),
            (false, AccessMode::Write) => self.write(cell, new),
        }
    }

    /// What a cell is after the access `new` to some of its bytes: its parts are taken for cells of their own.
    pub(super) fn apply_to_parts(&mut self, cell: Cell, bytes: ByteMask, new: Record, mode: AccessMode) -> Cell {
        let before = self.history.parts(cell);
        let mut after = before;
        let known_races = self.races.len();
        let mut last = None;
        for byte in bytes.indices() {
            // Neighbours are mostly alike.
            after[byte] = match last {
                Some((same, known)) if same == before[byte] => known,
                _ => self.apply(before[byte], new, mode),
            };
            last = Some((before[byte], after[byte]));
        }
        self.join_races(known_races, &before, bytes);
        self.history.splits.join(&after)
    }

    /// Races from one on were found in single parts. Each is kept once, with the bytes that it is about.
    fn join_races(&mut self, first: usize, before: &Parts, bytes: ByteMask) {
        if self.races.len() == first {
            return;
        }
        let mut joined: Vec<Race> = Vec::new();
        for race in self.races.drain(first..) {
            if !joined.contains(&race) {
                joined.push(race);
            }
        }
        for race in &mut joined {
            race.later.bytes = bytes;
            race.earlier.bytes = self.history.bytes_of(&race.earlier, before);
        }
        self.races.append(&mut joined);
    }

    /// The usual case: plain accesses without locks, and the cell has at most one writer and one reader, of other steps and before this one.
    /// Then the new access takes the place of the reader, and if it writes, of the writer. [`Self::read`] and [`Self::write`] would find the same.
    #[inline]
    fn is_simple(&mut self, cell: Cell, new: &Record, mode: AccessMode) -> bool {
        if new.locks != LockSetId::EMPTY {
            return false;
        }
        match (self.simple_step(cell.writers()), self.simple_step(cell.readers())) {
            (Some(None), Some(None)) => true,
            (Some(Some(writer)), Some(None)) => self.precedes_step(writer, Effort::Any),
            (Some(None), Some(Some(reader))) => self.precedes_step(reader, effort_for_reader(mode)),
            // The reader was checked against the writer if it came later.
            (Some(Some(writer)), Some(Some(reader))) => {
                self.precedes_step(reader, effort_for_reader(mode))
                    && (self.history.came_later(reader, writer) || self.precedes_step(writer, Effort::Any))
            }
            _ => false,
        }
    }

    /// The step of the only access of the list, if that is a plain one without locks, with which no race was found, by
    /// another step; `Some(None)` for the empty list.
    #[inline]
    fn simple_step(&self, list: u32) -> Option<Option<StepId>> {
        if list == 0 {
            return Some(None);
        }
        if !is_simple(list) {
            return None;
        }
        let step = Some(StepId(self.history.entry(list).first));
        (step != self.history.running.step).then_some(step)
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
    fn precedes(&mut self, earlier: &Record, effort: Effort) -> bool {
        Some(earlier.step) == self.history.running.step || self.precedes_step(earlier.step, effort)
    }

    #[inline]
    fn precedes_step(&mut self, step: StepId, effort: Effort) -> bool {
        let (task, time) = self.history.step(step);
        // A task's own past needs no search.
        task == self.history.running.task || self.order.precedes(step, task, time, effort)
    }

    /// Whether the running step has recorded an access in `list` that holds no more locks than `new`.
    #[inline]
    fn running_step_covers(&self, list: u32, new: &Record) -> bool {
        self.history.is_of_running_step(list) && self.walk_covers(list, new)
    }

    fn walk_covers(&self, mut list: u32, new: &Record) -> bool {
        while self.history.is_of_running_step(list) {
            let (first, rest) = self.history.uncons(list);
            let old = self.history.record(first);
            // The running step's accesses come first in every list.
            if Some(old.step) != self.history.running.step {
                break;
            }
            if self.history.locks.within(old.locks, new.locks) {
                return true;
            }
            list = rest;
        }
        false
    }

    /// Whether the newest reader precedes `new`, and everything that would race with `new` among the writers raced with it.
    fn follows_a_checked_reader(&mut self, cell: Cell, new: &Record) -> bool {
        if cell.readers() == 0 || cell.writers() == 0 {
            return false;
        }
        let reader = self.history.record(self.history.uncons(cell.readers()).0);
        let writer = self.history.record(self.history.uncons(cell.writers()).0);
        !reader.raced
            && self.history.locks.within(reader.locks, new.locks)
            && self.history.came_later(reader.step, writer.step)
            && self.precedes(&reader, Effort::Little)
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
        if !check && (scan == Scan::Check || budget > 0 && !self.follows_newest(list)) {
            return Scanned { list, budget: budget.saturating_sub(1) };
        }
        let mut visit = Visit { mode, new, new_mode, check, scan, racers: 0 };
        if self.history.is_single(list) {
            let kept = if self.keeps(&mut visit, list) { list } else { 0 };
            return Scanned { list: kept, budget: LEAST_BUDGET };
        }
        let mut kept = std::mem::take(&mut self.history.kept);
        kept.clear();
        // From here on, everything stays: the list goes on being shared with other cells.
        let (mut tail, mut before_tail) = (list, 0);
        let mut rest = list;
        while rest != 0 {
            let (id, next) = self.history.uncons(rest);
            rest = next;
            if self.keeps(&mut visit, id) {
                kept.push(id);
            } else {
                (tail, before_tail) = (next, kept.len());
            }
        }
        let budget = budget_of(kept.len());
        let list = self.history.build(&kept[..before_tail], tail, budget);
        self.history.kept = kept;
        Scanned { list, budget }
    }

    /// Whether another step made the newest access of a list, and that one precedes: then the others mostly do, too.
    fn follows_newest(&mut self, list: u32) -> bool {
        let newest = self.history.record(self.history.uncons(list).0);
        Some(newest.step) != self.history.running.step && self.precedes(&newest, Effort::Little)
    }

    /// Looks at one access of a list; returns whether it stays.
    fn keeps(&mut self, visit: &mut Visit<'_>, id: u32) -> bool {
        let old = self.history.record(id);
        let new = visit.new;
        let effort = if visit.check { Effort::Any } else { Effort::Little };
        if self.precedes(&old, effort) {
            return visit.scan == Scan::Check
                || !self.history.locks.within(new.locks, old.locks)
                || self.history.keeps_sections && !self.may_forget_section(&old, new);
        }
        if !visit.check || !self.history.locks.disjoint(old.locks, new.locks) {
            return true;
        }
        if self.history.locks.guards(old.locks).any(|guard| self.order.is_passed(guard)) {
            return true;
        }
        self.pure = false;
        let earlier = self.history.race_access(&old, visit.mode, ByteMask::FULL);
        if self.order.is_stale(&earlier) {
            return false;
        }
        self.races.push(Race { earlier, later: self.history.race_access(new, visit.new_mode, ByteMask::FULL) });
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

    /// The list with `new` in front.
    #[inline]
    fn prepend(&mut self, scanned: Scanned, new: Record) -> u32 {
        let id = if new.raced { self.history.id_of(new) } else { self.id };
        if scanned.list == 0 { id } else { self.prepend_to_some(scanned, new, id) }
    }

    fn prepend_to_some(&mut self, scanned: Scanned, new: Record, id: u32) -> u32 {
        let Scanned { list, budget } = scanned;
        let plain = Record { locks: self.history.running.locks, atomicity: Atomicity::Plain, ..new };
        let covers = new == plain || self.running_step_covers(list, &plain);
        self.history.cons(covers, id, list, budget)
    }
}
