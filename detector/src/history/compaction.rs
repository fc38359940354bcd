//! The histories' part of a [compaction](crate::compaction): which accesses cells still name, and what becomes of them.

use super::split::{Parts, SPLIT, Splits};
use super::transition::budget_of;
use super::{BUDGET, COVERING, Cell, Entry, History, LIST, RaceAccess, StepRecord, covering_id, covering_index};
use crate::FastMap;
use crate::dpst::Time;
use crate::event::{AccessMode, ByteMask};
use crate::ids::{StepId, TaskId};
use crate::locks::{Lock, LockSetId};

/// How far a list is searched for an access that would be in it twice. Twins are mostly neighbours.
/// With 32, that was half the time of BOTS' fft with a million elements.
const LOOK_FOR_TWINS: usize = 8;

/// Cells that are looked at together: neighbours are mostly alike.
const NEIGHBOURS: usize = 16;

/// Whether all of these are `cell`. All are looked at, because the processor can do that at once.
fn are_all(cells: &[Cell], cell: Cell) -> bool {
    cells.iter().fold(0, |differences, other| differences | (other.0 ^ cell.0)) == 0
}

/// Something for every identifier of accesses and lists.
#[derive(Debug)]
struct ById<T> {
    covering: Vec<T>,
    other: Vec<T>,
}

impl<T: Copy> ById<T> {
    fn new(history: &History, value: T) -> Self {
        ById { covering: vec![value; history.covering.len()], other: vec![value; history.other.len()] }
    }

    fn get(&self, id: u32) -> T {
        if id >= COVERING { self.covering[covering_index(id) as usize] } else { self.other[id as usize] }
    }

    fn set(&mut self, id: u32, value: T) {
        let place =
            if id >= COVERING { &mut self.covering[covering_index(id) as usize] } else { &mut self.other[id as usize] };
        *place = value;
    }
}

/// What cells name: identifiers, directly or in lists, and the parts of split cells.
#[derive(Debug)]
pub(crate) struct Marks {
    ids: ById<bool>,
    splits: Vec<bool>,
}

impl Marks {
    /// These identifiers; `covering` are the entries of which some are marked.
    fn ids(&self, covering: &[Entry]) -> impl Iterator<Item = u32> {
        let ids = indices(&self.ids.covering).map(|index| covering_id(index, covering[index as usize].tag));
        ids.chain(indices(&self.ids.other))
    }
}

/// Where it says yes.
fn indices(marks: &[bool]) -> impl Iterator<Item = u32> {
    (0..).zip(marks).filter(|(_, is_marked)| **is_marked).map(|(index, _)| index)
}

/// What identifiers have become, and split cells.
#[derive(Debug)]
pub(crate) struct Renamed {
    ids: ById<u32>,
    splits: Vec<Cell>,
}

impl Renamed {
    /// Rewrites cells.
    pub(crate) fn apply(&self, cells: &mut [Cell]) {
        // Empty ones stay so.
        let mut last = (Cell::default(), Cell::default());
        for neighbours in cells.chunks_mut(NEIGHBOURS) {
            if are_all(neighbours, last.0) {
                neighbours.fill(last.1);
                continue;
            }
            for cell in neighbours {
                if *cell != last.0 {
                    last = (*cell, self.of(*cell));
                }
                *cell = last.1;
            }
        }
    }

    #[inline]
    fn of(&self, cell: Cell) -> Cell {
        if let Some(number) = cell.split_number() {
            return self.splits[(number - SPLIT) as usize];
        }
        let [writers, readers] = cell.identifiers();
        let new = self.ids.get(writers);
        Cell::new(new, if readers == writers { new } else { self.ids.get(readers) })
    }
}

impl History {
    /// Nothing is marked.
    pub(crate) fn marks(&self) -> Marks {
        Marks { ids: ById::new(self, false), splits: vec![false; self.splits.len()] }
    }

    /// Marks what these cells name.
    pub(crate) fn mark(&self, marks: &mut Marks, cells: &[Cell]) {
        let mut last = Cell::default();
        for neighbours in cells.chunks(NEIGHBOURS) {
            if are_all(neighbours, last) {
                continue;
            }
            for cell in neighbours {
                if *cell != last {
                    last = *cell;
                    self.mark_cell(marks, *cell);
                }
            }
        }
    }

    #[inline]
    fn mark_cell(&self, marks: &mut Marks, cell: Cell) {
        if let Some(number) = cell.split_number() {
            let is_marked = &mut marks.splits[(number - SPLIT) as usize];
            if !std::mem::replace(is_marked, true) {
                self.splits.get(number).iter().for_each(|part| self.mark_cell(marks, *part));
            }
            return;
        }
        let [writers, readers] = cell.identifiers();
        self.mark_list(marks, writers);
        if readers != writers {
            self.mark_list(marks, readers);
        }
    }

    #[inline]
    fn mark_list(&self, marks: &mut Marks, list: u32) {
        if list != 0 && !marks.ids.get(list) {
            self.mark_new(marks, list);
        }
    }

    fn mark_new(&self, marks: &mut Marks, mut list: u32) {
        while list != 0 && !marks.ids.get(list) {
            marks.ids.set(list, true);
            if self.is_single(list) {
                return;
            }
            let (first, rest) = self.uncons(list);
            marks.ids.set(first, true);
            list = rest;
        }
    }

    /// The marked accesses in critical sections: task and time of their steps, and the lock.
    pub(crate) fn marked_sections(&self, marks: &Marks) -> impl Iterator<Item = (TaskId, Time, Lock)> {
        marks.ids(&self.covering).filter(|id| self.is_single(*id)).flat_map(|id| {
            let record = self.record(id);
            let (task, time) = self.step(record.step);
            self.locks.sections(record.locks).map(move |lock| (task, time, lock))
        })
    }

    /// Keeps what is marked, by other identifiers, in terms of the task and time that `resolve` gives for each step, with what other steps must have in common
    /// with it to be taken for the same. Accesses that are alike by then become one. Another step has to begin before the next access.
    pub(crate) fn rebuild(
        &mut self,
        marks: &Marks,
        mut resolve: impl FnMut(&StepRecord) -> (TaskId, Time, u64),
    ) -> Renamed {
        let mut ids = ById::new(self, 0);
        let unused = self.other[0];
        let old = Old {
            covering: std::mem::take(&mut self.covering),
            other: std::mem::replace(&mut self.other, vec![unused]),
            held: std::mem::take(&mut self.held),
        };
        let old_steps = std::mem::take(&mut self.steps);
        let mut steps: Vec<Option<StepId>> = vec![None; old_steps.len()];
        let mut alike: FastMap<(TaskId, Time, u64), StepId> = FastMap::default();
        let mut accesses: FastMap<(StepId, u32, u32, LockSetId), u32> = FastMap::default();
        for id in marks.ids(&old.covering).filter(|id| old.entry(*id).tag & LIST == 0) {
            let Entry { first: step, second: site, tag } = *old.entry(id);
            let step = *steps[step as usize].get_or_insert_with(|| {
                let step = old_steps[step as usize];
                let key @ (task, time, _) = resolve(&step);
                let next = StepId(self.steps.len() as u32);
                let new = *alike.entry(key).or_insert(next);
                if new == next {
                    self.steps.push(StepRecord { task, time, ..step });
                }
                let known = &mut self.steps[new.index()];
                known.stands_for_others |= known.by != step.by || step.stands_for_others;
                new
            });
            let locks = old.locks_of(id);
            let new = *accesses
                .entry((step, site, tag, locks))
                .or_insert_with(|| self.push(id >= COVERING, Entry { first: step.0, second: site, tag }, locks));
            ids.set(id, new);
        }
        self.lists.fill(0);
        let mut open = Vec::new();
        for id in marks.ids(&old.covering).filter(|id| old.entry(*id).tag & LIST != 0) {
            // A list after its rest.
            let mut rest = id;
            while rest != 0 && ids.get(rest) == 0 {
                open.push(rest);
                rest = old.entry(rest).second;
            }
            let mut list = if rest == 0 { 0 } else { ids.get(rest) };
            while let Some(longer) = open.pop() {
                let entry = old.entry(longer);
                list = self.add_once(longer >= COVERING, ids.get(entry.first), list, entry.tag & BUDGET);
                ids.set(longer, list);
            }
        }
        self.merged = StepId(self.steps.len() as u32);
        self.transitions.fill_with(Default::default);
        let old = std::mem::replace(&mut self.splits, Splits::new());
        let mut renamed = Renamed { ids, splits: vec![Cell::default(); old.len()] };
        for index in indices(&marks.splits) {
            let parts: Parts = old.get(SPLIT + index).map(|part| renamed.of(part));
            renamed.splits[index as usize] = self.splits.join(&parts);
        }
        renamed
    }

    /// The list with `first` in front, unless that is in it already.
    fn add_once(&mut self, covers: bool, first: u32, list: u32, budget: u32) -> u32 {
        let mut rest = list;
        for _ in 0..LOOK_FOR_TWINS {
            if rest == 0 {
                break;
            }
            let (access, next) = self.uncons(rest);
            if access == first {
                return list;
            }
            rest = next;
        }
        if list == 0 { first } else { self.cons(covers, first, list, budget) }
    }

    /// The tasks that made the accesses which are known.
    pub(crate) fn authors(&self) -> impl Iterator<Item = TaskId> {
        self.steps.iter().map(|step| step.by)
    }

    /// Drops from `cell` what `stale` says.
    pub(crate) fn forget_stale(&mut self, cell: &mut Cell, mut stale: impl FnMut(&RaceAccess) -> bool) {
        let parts = self.parts(*cell).map(|part| {
            let writers = self.without(part.writers(), AccessMode::Write, &mut stale);
            let readers = self.without(part.readers(), AccessMode::Read, &mut stale);
            Cell::new(writers, readers)
        });
        *cell = self.splits.join(&parts);
    }

    fn without(&mut self, list: u32, mode: AccessMode, stale: &mut impl FnMut(&RaceAccess) -> bool) -> u32 {
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        let (mut rest, mut dropped) = (list, false);
        while rest != 0 {
            let (id, next) = self.uncons(rest);
            rest = next;
            if stale(&self.race_access(&self.record(id), mode, ByteMask::FULL)) {
                dropped = true;
            } else {
                kept.push(id);
            }
        }
        let list = if dropped { self.build(&kept, 0, budget_of(kept.len())) } else { list };
        self.kept = kept;
        list
    }

    /// Bytes of what grows with the program.
    pub(crate) fn bytes(&self) -> usize {
        (self.covering.len() + self.other.len()) * size_of::<Entry>()
            + self.splits.len() * size_of::<Parts>()
            + self.steps.len() * size_of::<StepRecord>()
            + self.held.len() * size_of::<(u32, LockSetId)>()
    }
}

/// The tables as they were.
struct Old {
    covering: Vec<Entry>,
    other: Vec<Entry>,
    held: FastMap<u32, LockSetId>,
}

impl Old {
    fn entry(&self, id: u32) -> &Entry {
        if id >= COVERING { &self.covering[covering_index(id) as usize] } else { &self.other[id as usize] }
    }

    fn locks_of(&self, id: u32) -> LockSetId {
        self.held.get(&id).copied().unwrap_or(LockSetId::EMPTY)
    }
}
