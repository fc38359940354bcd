//! The order that mutual exclusion implies: if one critical section of a lock begins before another in every execution, it also ends before the other
//! begins.
//!
//! That the two begin in this order is known from the happens-before relation, so it has to be something *inside* the first that precedes the second:
//! a task that was created there, say, and that takes the lock later, or a barrier. From a section in which nothing is created, signalled or fulfilled and
//! no barrier is met, no way leads to anybody else but past its end. Such sections, nearly all of them, leave no trace here.
//!
//! # What may be forgotten
//!
//! Whoever follows the beginning of a section and not its end got there through something that is still open below the holder, or pinned: a task, or a
//! promise. So when nothing else keeps the holder open, nobody needs its sections any more. If a section spans a barrier, the whole team follows its beginning, but after
//! the next barrier also its end. The sections of one holder follow each other, and of those that begin
//! before somebody only the last one counts.
//!
//! # Deviations
//!
//! 1. A section whose lock is given back on behalf of its holder, by a task that need not follow what the holder did, orders nothing.

use smallvec::SmallVec;

use crate::FastMap;
use crate::dpst::{Point, Time};
use crate::ids::TaskId;
use crate::locks::Lock;
use crate::reachability::Reachability;

/// A critical section that its holder is in.
#[derive(Clone, Copy, Debug)]
struct Open {
    lock: Lock,
    at: Time,
    /// The holder at that time: at a barrier, the lock passes to the next phase of an implicit task. Or whoever that was joined into, …
    begun_by: TaskId,
    /// … and the time of that.
    begun: Time,
    /// Something inside precedes what other tasks do.
    leaks: bool,
    /// And these need not be below the holder.
    to_team: bool,
}

/// A critical section that is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// Steps of the holder that began then, or later, …
    pub(crate) at: Time,
    /// Who was the holder then, or whoever that was joined into, …
    begun_by: TaskId,
    /// … and the time of that.
    begun: Time,
    /// Others of its team may follow something inside, until the next barrier.
    to_team: bool,
    /// … and before this, were inside.
    pub(crate) limit: Time,
}

/// Sections are swept when there are this many, or twice as many as after the last time.
const FIRST_SWEEP: usize = 1024;

/// Critical sections, as far as they matter.
#[derive(Debug, Default)]
pub(crate) struct LockOrder {
    open: FastMap<TaskId, SmallVec<[Open; 2]>>,
    /// By lock and holder, in order.
    sections: FastMap<Lock, FastMap<TaskId, Vec<Section>>>,
    recorded: usize,
    sweep_at: usize,
    /// Everything is kept: order may be drawn from the end of a section for as long as accesses are remembered.
    keeps_all: bool,
}

impl LockOrder {
    /// One that keeps everything, for the does-not-commute order.
    pub(crate) fn keeping_all() -> Self {
        LockOrder { keeps_all: true, ..LockOrder::default() }
    }

    /// `task` takes `lock`, and follows the sections that begin before this in any case.
    pub(crate) fn acquire(&mut self, task: TaskId, lock: Lock, order: &mut Reachability) {
        if !self.sections.is_empty() {
            while self.follow(task, lock, order) {}
        }
        let open = self.open.entry(task).or_default();
        if open.iter().all(|open| open.lock != lock) {
            let at = order.clock();
            open.push(Open { lock, at, begun_by: task, begun: at, leaks: false, to_team: false });
        }
    }

    /// Lets `task` follow what it has to. Returns whether that was anything new: it may bring further sections with it.
    fn follow(&mut self, task: TaskId, lock: Lock, order: &mut Reachability) -> bool {
        let mut is_new = false;
        for lock in lock.excluded() {
            let Some(holders) = self.sections.get_mut(&lock) else { continue };
            for (holder, sections) in holders.iter().filter(|(holder, _)| **holder != task) {
                let mut begins_before = |section: &Section| order.precedes(section.begun_by, section.begun, task);
                // Most often nothing of the holder is known, which is found out by its first section.
                if !sections.first().is_some_and(&mut begins_before) {
                    continue;
                }
                let last = sections[sections.partition_point(begins_before) - 1];
                if !order.precedes(*holder, last.limit - 1, task) {
                    order.follow(task, Point { task: *holder, limit: last.limit });
                    is_new = true;
                }
            }
        }
        is_new
    }

    /// `task`, which is `running` unless somebody does this for it, gives `lock` back. Returns the section that ends, if everything is kept.
    pub(crate) fn release(
        &mut self,
        task: TaskId,
        lock: Lock,
        running: TaskId,
        order: &mut Reachability,
    ) -> Option<Section> {
        let all = self.open.get_mut(&task)?;
        let index = all.iter().rposition(|open| open.lock == lock)?;
        let open = all.swap_remove(index);
        if all.is_empty() {
            self.open.remove(&task);
        }
        let matters = open.leaks && task == running && (self.keeps_all || open.to_team || order.is_kept_open(task));
        if !matters && !self.keeps_all {
            return None;
        }
        if matters && open.to_team {
            // Whoever follows the end of this section follows what the holder did in those around it.
            self.leak_to_team(task);
        }
        let Open { at, begun_by, begun, to_team, .. } = open;
        let section = Section { at, begun_by, begun, to_team, limit: order.tick() };
        if matters {
            self.sections.entry(lock).or_default().entry(task).or_default().push(section);
            self.recorded += 1;
            if self.recorded > self.sweep_at.max(FIRST_SWEEP) && !self.keeps_all {
                self.sweep(order);
            }
        }
        // From here order may be drawn, for which the sections around this one are not over.
        self.leak(task);
        self.keeps_all.then_some(section)
    }

    /// Something that `task` does now precedes what another task does.
    #[inline]
    pub(crate) fn leak(&mut self, task: TaskId) {
        if !self.open.is_empty()
            && let Some(open) = self.open.get_mut(&task)
        {
            open.iter_mut().for_each(|open| open.leaks = true);
        }
    }

    /// An implicit task that has been `before` goes on as `after` beyond a barrier, with its locks. All others of its team come after what it did.
    pub(crate) fn go_on_as(&mut self, before: TaskId, after: TaskId) {
        if let Some(open) = self.open.remove(&before) {
            self.open.insert(after, open);
            self.leak_to_team(after);
        }
    }

    fn leak_to_team(&mut self, task: TaskId) {
        for open in self.open.get_mut(&task).into_iter().flatten() {
            open.leaks = true;
            open.to_team = true;
        }
    }

    /// `task` ends; what it has not given back orders nothing.
    pub(crate) fn end(&mut self, task: TaskId) {
        self.open.remove(&task);
    }

    /// Where sections begin and end, by their holders, and when those began that are not over.
    pub(crate) fn boundaries(&self, mut add: impl FnMut(TaskId, Time)) {
        for (holder, sections) in self.sections.values().flatten() {
            for section in sections {
                add(*holder, section.at);
                add(*holder, section.limit);
            }
        }
        for (holder, open) in self.open.iter().flat_map(|(holder, all)| all.iter().map(move |open| (holder, open))) {
            add(*holder, open.at);
        }
    }

    /// Replaces those who began sections, by others from whom the same follows; see [`compaction`](crate::compaction).
    pub(crate) fn resolve(&mut self, mut resolve: impl FnMut(TaskId, Time) -> (TaskId, Time)) {
        for sections in self.sections.values_mut().flat_map(FastMap::values_mut) {
            for section in sections {
                (section.begun_by, section.begun) = resolve(section.begun_by, section.begun);
            }
        }
        for open in self.open.values_mut().flatten() {
            (open.begun_by, open.begun) = resolve(open.begun_by, open.begun);
        }
    }

    /// Forgets what nobody needs.
    pub(crate) fn sweep(&mut self, order: &Reachability) {
        self.sections.retain(|_, holders| {
            holders.retain(|holder, sections| {
                order.is_kept_open(*holder)
                    || !order.is_complete(*holder) && sections.iter().any(|section| section.to_team)
            });
            !holders.is_empty()
        });
        self.recorded = self.sections.values().flat_map(FastMap::values).map(Vec::len).sum();
        self.sweep_at = 2 * self.recorded;
    }
}
