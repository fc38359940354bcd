//! What the hooks are told so that they can [settle](detsan_hook_abi::Settling) accesses themselves: which identifiers precede the running task, which places have numbers; and
//! what they have made meanwhile.
//!
//! # The pasts of tasks
//!
//! What precedes a task precedes it for good, so what was found out once is kept for as long as the task runs, also while others run in between. Whoever a task creates afterwards
//! begins with what it knows. And what precedes a task since before it was created precedes its creator, too, unless promises are at work, so the creator
//! is told, and with it the task's siblings to come. Only few tasks of each depth have a past at a time, so that siblings push each other out, and not their ancestors.

use std::ops::Range;

use detsan_detector::{Cell, Precedence, SiteId, TaskId};
use detsan_hook_abi::{COVERING, Door, INTERVALS, KnownPlace, Past, step_mark};

use crate::tool::Tool;

/// Depths at which tasks have a past at a time, and how many tasks of each.
const DEPTHS: usize = 64;
const TASKS: usize = 8;

/// Steps that are asked for around an access.
const STEPS_AROUND: u32 = 16;

/// Steps that are asked for at a time from the beginning on.
const MOST_STEPS: u32 = 1 << 14;

/// Ancestors that are told at a time up to where everything precedes them.
const ANCESTORS: usize = 4;

/// What is known to precede a task.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct KnownPast {
    past: Past,
    /// When the task was at least as far as is needed for each interval.
    since: [u32; INTERVALS],
    task: Option<TaskId>,
}

impl KnownPast {
    const EMPTY: KnownPast = KnownPast { past: Past::EMPTY, since: [0; INTERVALS], task: None };

    /// The interval, with those that touch it and precede the task at that time.
    fn around(&self, mut ids: Range<u32>, time: u32) -> Range<u32> {
        let Past { low, length } = &self.past;
        for index in 0..INTERVALS {
            let (first, end) = (low[index], low[index] + length[index]);
            if length[index] != 0 && self.since[index] <= time && first <= ids.end && ids.start <= end {
                ids = ids.start.min(first)..ids.end.max(end);
            }
        }
        ids
    }

    /// Adds an interval of identifiers that precede the task from `since` on.
    fn add(&mut self, ids: Range<u32>, since: u32) {
        let Past { low, length } = &mut self.past;
        for index in 0..INTERVALS {
            if ids.start <= low[index] && low[index] + length[index] <= ids.end {
                length[index] = 0;
            }
        }
        // The shortest is needed least.
        let slot = (0..INTERVALS).min_by_key(|index| length[*index]).expect("there are intervals");
        (low[slot], length[slot], self.since[slot]) = (ids.start, ids.end - ids.start, since);
    }

    /// What of this precedes a task that was created at a time.
    fn at(&self, spawned: u32) -> KnownPast {
        let mut past = *self;
        for index in 0..INTERVALS {
            if past.since[index] >= spawned {
                past.past.length[index] = 0;
            }
        }
        past
    }
}

/// What is known to precede tasks that run.
#[derive(Debug)]
pub(crate) struct Pasts {
    pasts: Box<[KnownPast]>,
    current: Option<TaskId>,
    current_slot: usize,
}

impl Default for Pasts {
    fn default() -> Pasts {
        Pasts { pasts: vec![KnownPast::EMPTY; DEPTHS * TASKS].into_boxed_slice(), current: None, current_slot: 0 }
    }
}

impl Pasts {
    /// Where the past of a task at this depth is, if it has one.
    fn slot(task: TaskId, depth: u32) -> usize {
        depth as usize % DEPTHS * TASKS + task.0 as usize % TASKS
    }

    fn of(&mut self, task: TaskId, depth: u32) -> Option<&mut KnownPast> {
        Some(&mut self.pasts[Self::slot(task, depth)]).filter(|past| past.task == Some(task))
    }

    /// The past of the running task.
    fn current(&mut self) -> &mut KnownPast {
        &mut self.pasts[self.current_slot]
    }

    /// Identifiers have other meanings from now on.
    pub(crate) fn clear(&mut self) {
        self.pasts.fill(KnownPast::EMPTY);
        self.current = None;
    }
}

impl Tool {
    /// Lets the hooks use the door.
    pub(crate) fn open_door(&mut self, door: &'static Door) {
        self.shadow.shortcuts.settling.door = door;
    }

    /// Adopts the identifiers that the hooks have made. To be done before anything else.
    #[inline]
    pub(crate) fn adopt_identifiers(&mut self) {
        if self.shadow.shortcuts.settling.has_pending() {
            self.adopt_some();
        }
    }

    #[inline(never)]
    fn adopt_some(&mut self) {
        let first = self.detector.next_identifier();
        let settling = &mut self.shadow.shortcuts.settling;
        let (sites, count) = settling.take_pending();
        debug_assert_eq!(first + count as u32, settling.next);
        for site in &sites[..count] {
            self.detector.adopt(SiteId(*site));
        }
    }

    /// Tells the hooks which identifiers come next.
    #[inline]
    pub(crate) fn publish_identifiers(&mut self) {
        let settling = &mut self.shadow.shortcuts.settling;
        settling.step = if self.detector.holds_locks() { 0 } else { step_mark(self.detector.epoch()) };
        settling.next = self.detector.next_identifier();
        settling.own = self.detector.own_identifiers();
        settling.odd = self.detector.odd_identifiers().as_ptr();
    }

    /// Tells the hooks what precedes the running task.
    #[inline]
    pub(crate) fn publish_past(&mut self) {
        let task = self.detector.running();
        if self.pasts.current != Some(task) {
            self.change_past(task);
        }
    }

    fn change_past(&mut self, task: TaskId) {
        let depth = self.detector.depth(task);
        let slot = Pasts::slot(task, depth);
        if self.pasts.of(task, depth).is_none() {
            let spawned = self.detector.spawned(task);
            let parent = self.detector.parent(task).and_then(|parent| self.pasts.of(parent, depth - 1));
            let inherited = parent.map_or(KnownPast::EMPTY, |parent| parent.at(spawned));
            self.pasts.pasts[slot] = KnownPast { task: Some(task), ..inherited };
        }
        (self.pasts.current, self.pasts.current_slot) = (Some(task), slot);
        self.shadow.shortcuts.settling.past = &raw const self.pasts.current().past;
    }

    /// Tells the hooks where an access to whole cells is made.
    #[inline]
    pub(crate) fn show_place(&mut self, pc: usize, site: SiteId) {
        let Some(context) = self.worker.thread.known_context() else { return };
        let id = self.detector.known_identifier(site).unwrap_or(0);
        *self.shadow.shortcuts.settling.place(pc, context) = KnownPlace { pc, context, site: site.0, id };
    }

    /// Tells the hooks what precedes the running step of what was in a cell before it was accessed.
    #[inline]
    pub(crate) fn show_settled(&mut self, before: Cell) {
        let [writers, readers] = before.identifiers();
        self.show_if_settled(writers);
        if readers != writers {
            self.show_if_settled(readers);
        }
    }

    #[inline]
    fn show_if_settled(&mut self, id: u32) {
        let is_old = id >= COVERING && id < self.detector.base();
        if is_old && self.pasts.current == Some(self.detector.running()) && !self.pasts.current().past.contains(id) {
            self.show_interval(id);
        }
    }

    #[cold]
    fn show_interval(&mut self, id: u32) {
        let Some(precedence) = self.detector.settled(id) else { return };
        if !self.show_beginning(id) {
            // What is known is not asked for again.
            let keeper = self.keeper(precedence);
            let mut ids = self.pasts.pasts[keeper].around(id..id + 1, precedence.time);
            self.detector.widen(&mut ids, precedence, STEPS_AROUND);
            let ids = self.pasts.pasts[keeper].around(ids, precedence.time);
            self.add_interval(&ids, precedence);
        }
    }

    /// Tells the hooks up to which identifier all precede, as far as that is easily found out, and returns whether `id` is among them. Mostly everything precedes that was before
    /// some moment. The oldest task for which that is so keeps the answer, so that its descendants do not ask again.
    fn show_beginning(&mut self, id: u32) -> bool {
        let clock = self.detector.clock();
        for _ in 0..ANCESTORS {
            let ids = self.pasts.current().around(COVERING..COVERING, clock);
            if ids.contains(&id) {
                break;
            }
            let Some(precedence) = self.detector.settled_by_tree(ids.end) else { break };
            let keeper = self.keeper(precedence);
            // Without what only younger ones know to precede.
            let mut ids = self.pasts.pasts[keeper].around(ids.end..ids.end + 1, precedence.time);
            self.detector.widen_up(&mut ids, precedence, MOST_STEPS);
            self.add_interval(&ids, precedence);
        }
        self.pasts.current().past.contains(id)
    }

    /// Where the past is of the task that something precedes, or that of the running one.
    fn keeper(&mut self, precedence: Precedence) -> usize {
        let depth = self.detector.depth(precedence.task);
        let is_there = self.pasts.of(precedence.task, depth).is_some();
        if is_there { Pasts::slot(precedence.task, depth) } else { self.pasts.current_slot }
    }

    /// Adds an interval to the pasts of the running task and its ancestors.
    fn add_interval(&mut self, ids: &Range<u32>, precedence: Precedence) {
        let (mut task, mut since) = (self.detector.running(), self.detector.clock());
        let mut depth = self.detector.depth(task);
        loop {
            if let Some(past) = self.pasts.of(task, depth) {
                let ids = past.around(ids.clone(), since);
                past.add(ids, since);
            }
            if task == precedence.task {
                break;
            }
            since = self.detector.spawned(task);
            task = self.detector.parent(task).expect("an ancestor of the running task");
            depth -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intervals(past: &KnownPast) -> Vec<(u32, u32, u32)> {
        let intervals = (0..INTERVALS).map(|index| (past.past.low[index], past.past.length[index], past.since[index]));
        intervals.filter(|(_, length, _)| *length != 0).collect()
    }

    #[test]
    fn an_interval_takes_the_place_of_those_in_it() {
        let mut past = KnownPast::EMPTY;
        past.add(10..12, 1);
        past.add(20..22, 2);
        past.add(14..16, 3);
        assert_eq!(past.around(12..14, 3), 10..16);
        assert_eq!(past.around(12..14, 2), 10..14);
        past.add(10..16, 4);
        assert_eq!(intervals(&past), [(10, 6, 4), (20, 2, 2)]);
    }

    #[test]
    fn when_there_are_too_many_the_shortest_is_forgotten() {
        let mut past = KnownPast::EMPTY;
        for index in 0..=INTERVALS as u32 {
            past.add(index * 10..index * 10 + 2 - u32::from(index == 3), 1);
        }
        assert_eq!(intervals(&past).len(), INTERVALS);
        assert!(past.past.contains(INTERVALS as u32 * 10) && !past.past.contains(30));
    }

    #[test]
    fn a_task_inherits_what_preceded_its_creation() {
        let mut past = KnownPast::EMPTY;
        past.add(10..12, 5);
        past.add(20..22, 7);
        assert_eq!(intervals(&past.at(7)), [(10, 2, 5)]);
        assert_eq!(intervals(&past.at(8)), [(10, 2, 5), (20, 2, 7)]);
    }
}
