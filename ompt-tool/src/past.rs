//! What the hooks are told so that they can [settle](detsan_hook_abi::Settling) accesses themselves: which identifiers precede the running task, which places have numbers; and
//! what they have made meanwhile.
//!
//! # The pasts of tasks
//!
//! What precedes a task precedes it for good, so what was found out once is kept for as long as the task runs, also while others run in between. Whoever a task creates afterwards
//! begins with what it knows. Mostly everything precedes a task that was before some moment ([`Detector::settled_before`](detsan_detector::Detector::settled_before)), which is found out when it
//! begins, and everything since another one ([`Detector::settled_since`](detsan_detector::Detector::settled_since)). Only few tasks have a past at a time: those whose number leaves the same remainder push each other out.

use std::ops::Range;

use detsan_detector::{Cell, SiteId, TaskId};
use detsan_hook_abi::{COVERING, Door, IDENTIFIER_STEP, INTERVALS, KnownPlace, Parts, Past, Pending, SPLIT, step_mark};

use crate::tool::Tool;

// The hooks and the detector number accesses alike.
const _: () = assert!(COVERING == detsan_detector::COVERING && IDENTIFIER_STEP == detsan_detector::IDENTIFIER_STEP);
const _: () = assert!(SPLIT == detsan_detector::SPLIT && size_of::<Parts>() == size_of::<detsan_detector::Parts>());
const _: () = assert!(size_of::<detsan_hook_abi::Entry>() == size_of::<detsan_detector::Entry>());
const _: () =
    assert!(detsan_hook_abi::LIST == detsan_detector::LIST && detsan_hook_abi::BUDGET == detsan_detector::BUDGET);

/// Tasks that have a past at a time.
const PASTS: usize = 256;

/// Steps that are asked for around an access.
const STEPS_AROUND: u32 = 16;

/// Where the hooks may settle nothing: below which identifier they may, and from which one on.
pub(crate) const NOTHING: (u32, u32) = (0, u32::MAX);

/// What is known to precede a task.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct KnownPast {
    past: Past,
    /// When the task was at least as far as is needed for each interval.
    since: [u32; INTERVALS],
    /// Identifiers below this one precede, too, …
    below: u32,
    /// … since this time.
    below_since: u32,
    task: Option<TaskId>,
}

impl KnownPast {
    const EMPTY: KnownPast =
        KnownPast { past: Past::EMPTY, since: [0; INTERVALS], below: 0, below_since: 0, task: None };

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
        if past.below_since >= spawned {
            past.below = 0;
        }
        past
    }
}

/// What is known to precede tasks that run.
#[derive(Debug)]
pub(crate) struct Pasts {
    pasts: Box<[KnownPast]>,
    current: Option<TaskId>,
    /// Identifiers from this one on precede the current task, or are its own.
    since: u32,
}

impl Default for Pasts {
    fn default() -> Pasts {
        Pasts { pasts: vec![KnownPast::EMPTY; PASTS].into_boxed_slice(), current: None, since: u32::MAX }
    }
}

impl Pasts {
    /// Where the past of a task is, if it has one.
    fn slot(&mut self, task: TaskId) -> &mut KnownPast {
        &mut self.pasts[task.0 as usize % PASTS]
    }

    fn of(&mut self, task: TaskId) -> Option<&mut KnownPast> {
        Some(self.slot(task)).filter(|past| past.task == Some(task))
    }

    /// Identifiers have other meanings from now on.
    pub(crate) fn clear(&mut self) {
        self.pasts.fill(KnownPast::EMPTY);
        (self.current, self.since) = (None, u32::MAX);
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
        let (pending, count) = settling.take_pending();
        debug_assert_eq!(first + IDENTIFIER_STEP * count as u32, settling.next);
        for Pending { first, rest } in &pending[..count] {
            match rest {
                0 => self.detector.adopt(SiteId(*first)),
                _ => self.detector.adopt_list(*first, *rest),
            };
        }
        for parts in self.shadow.shortcuts.settling.splits.pending() {
            self.detector.adopt_split(&parts.map(Cell::from_bits));
        }
    }

    /// Tells the hooks which identifiers come next.
    #[inline]
    pub(crate) fn publish_identifiers(&mut self) {
        let settling = &mut self.shadow.shortcuts.settling;
        settling.step = if self.detector.holds_locks() { 0 } else { step_mark(self.detector.epoch()) };
        settling.next = self.detector.next_identifier();
        settling.entries = self.detector.entries().as_ptr().cast();
        let splits = self.detector.splits();
        settling.splits.publish(splits.as_ptr().cast(), splits.len());
    }

    /// Tells the hooks what precedes the running task. Returns below which identifier, and from which one on, all that are not odd do.
    #[inline]
    pub(crate) fn publish_past(&mut self) -> (u32, u32) {
        if self.detector.holds_locks() {
            return NOTHING;
        }
        let task = self.detector.running();
        if self.pasts.current != Some(task) {
            self.change_past(task);
        }
        let since = self.detector.settled_since();
        self.pasts.since = since;
        let past = self.pasts.slot(task);
        if since <= past.below {
            // All that was done until now precedes, and whoever is created from now on inherits that.
            (past.below, past.below_since) = (self.detector.base(), self.detector.clock());
        }
        (past.below, since)
    }

    fn change_past(&mut self, task: TaskId) {
        self.keep_own();
        if self.pasts.of(task).is_none() {
            let spawned = self.detector.spawned(task);
            let parent = self.detector.parent(task).and_then(|parent| self.pasts.of(parent));
            let inherited = parent.map_or(KnownPast::EMPTY, |parent| parent.at(spawned));
            *self.pasts.slot(task) = KnownPast { task: Some(task), ..inherited };
            if inherited.below == 0 {
                self.find_below(task);
            }
        }
        self.pasts.current = Some(task);
        self.shadow.shortcuts.settling.past = &raw const self.pasts.slot(task).past;
    }

    /// Another task is about to run. What the current one has done since it went on precedes it
    /// when it comes back, as it does not precede those that run
    /// in between.
    fn keep_own(&mut self) {
        let ids = self.pasts.since..self.detector.next_identifier();
        if let Some(current) = self.pasts.current
            && !ids.is_empty()
        {
            let now = self.detector.clock();
            if let Some(past) = self.pasts.of(current)
                && ids.start > past.below
            {
                past.add(past.around(ids, now), now);
            }
        }
    }

    /// Tells the hooks where an access is made.
    #[inline]
    pub(crate) fn show_place(&mut self, pc: usize, site: SiteId) {
        let Some(context) = self.worker.thread.known_context() else { return };
        let id = self.detector.known_identifier(site).unwrap_or(0);
        *self.shadow.shortcuts.settling.place(pc, context) = KnownPlace { pc, context, site: site.0, id };
    }

    /// Tells the hooks what precedes the running step of what was in a cell before it was accessed.
    #[inline]
    pub(crate) fn show_settled(&mut self, before: Cell) {
        let mut last = None;
        for part in self.detector.parts(before) {
            if last.replace(part) != Some(part) {
                let [writers, readers] = part.identifiers();
                self.show_if_settled(writers);
                if readers != writers {
                    self.show_if_settled(readers);
                }
            }
        }
    }

    #[inline]
    fn show_if_settled(&mut self, id: u32) {
        let is_old = id >= COVERING && id < self.detector.base();
        if let Some(task) = self.pasts.current.filter(|task| is_old && *task == self.detector.running()) {
            let known = self.pasts.slot(task);
            if id >= known.below && id < self.detector.settled_since() && !known.past.contains(id) {
                self.show_interval(task, id);
            }
        }
    }

    #[cold]
    fn show_interval(&mut self, task: TaskId, id: u32) {
        if !self.detector.settled(id) {
            return;
        }
        // More may have been joined since the task began.
        let below = self.find_below(task);
        self.worker.thread.settle_below(below);
        if id < below {
            return;
        }
        let now = self.detector.clock();
        // What is known is not asked for again.
        let mut ids = self.pasts.slot(task).around(id..id + 1, now);
        self.detector.widen(&mut ids, STEPS_AROUND);
        let past = self.pasts.slot(task);
        past.add(past.around(ids, now), now);
    }

    /// Finds out up to which identifier all precede the running task.
    fn find_below(&mut self, task: TaskId) -> u32 {
        let (below, now) = (self.detector.settled_before(), self.detector.clock());
        let past = self.pasts.slot(task);
        (past.below, past.below_since) = (below, now);
        below
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
