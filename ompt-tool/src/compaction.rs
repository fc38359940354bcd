//! When the detector forgets tasks that are over, and what it has to know for that.
//!
//! The detector's tables grow with tasks and accesses. When they have grown by as much as a walk through the shadow memory is worth, its
//! [compaction](detsan_detector::Embedding) is due. That is looked for where tasks and regions
//! begin, and at the first access of each step that the hooks do not settle.
//!
//! # Stack
//!
//! Whether a frame at some place is the one that an earlier access was to is told by the time of that access ([`memory`](crate::memory)), which a compaction changes. So
//! accesses to frames that have gone are dropped before.
//!
//! # Recorded runs
//!
//! These are not compacted: a replay would have to do the same at the same moment, and does not know stacks and threads.

use detsan_detector::{Cell, Embedding, RaceAccess, SiteId, Statistics, TaskId};
use tracing::debug;

use crate::events::Events;
use crate::locks::Locks;
use crate::lone::LoneDepends;
use crate::origins::{ImplicitTasks, Runners};
use crate::scopes::Returns;
use crate::shadow::Shadow;
use crate::statics::Statics;
use crate::stopwatch::Part;
use crate::tool::Tool;

/// The tables grow by this much at least, in bytes, before they are compacted.
const LEAST_GROWTH: usize = 4 << 20;

/// Part of the shadow in use that the tables may grow by, …
const PART_OF_SHADOW: usize = 16;

/// … and the part as long as that is not more than so many bytes: a walk through the shadow should come with as much growth as memory allows.
const PART_OF_SMALL_SHADOW: usize = 2;
const MOST_FOR_SMALL_SHADOW: usize = 6 << 20;

/// A compaction is worth its time, and the memory that it takes for a while, if of this many new
/// tasks one was joined, …
const TASKS_PER_JOIN: u64 = 4;

/// … or if the tables have so many bytes for each new task. A task that makes one access has less
/// than half of that.
const BYTES_PER_TASK: u64 = 512;

/// When the next compaction is due.
#[derive(Debug)]
pub(crate) struct Compaction {
    /// Size of the tables.
    due_at: usize,
    /// The step that was looked at last, by its [number](detsan_detector::Detector::epoch).
    step: u32,
    /// Tasks, and joined ones, at the last one.
    tasks: u64,
    joins: u64,
    /// Compactions so far.
    pub(crate) count: u64,
}

impl Default for Compaction {
    fn default() -> Compaction {
        Compaction { due_at: LEAST_GROWTH, step: 0, tasks: 0, joins: 0, count: 0 }
    }
}

/// By how much tables of so many bytes may grow until they are compacted again.
fn growth(tables: usize, shadow: usize) -> usize {
    let part = (shadow / PART_OF_SMALL_SHADOW).min(MOST_FOR_SMALL_SHADOW).max(shadow / PART_OF_SHADOW);
    LEAST_GROWTH.max(part).max(tables)
}

/// What belongs to a likeness beside the site; see [`Program::likeness`].
const RUNNER_SHIFT: u32 = 32;
const THREAD_SHIFT: u32 = 47;
const UNLIKE: u64 = 1 << 63;

/// What refers to the detector's tasks.
struct Program<'a> {
    shadow: &'a mut Shadow,
    runners: &'a Runners,
    implicit: &'a ImplicitTasks,
    returns: &'a Returns,
    statics: &'a mut Statics,
    lone: &'a LoneDepends,
    events: &'a Events,
    locks: &'a Locks,
}

impl Embedding for Program<'_> {
    fn each_cell(&mut self, visit: &mut dyn FnMut(&mut [Cell])) {
        self.shadow.each_piece(visit);
    }

    /// Alike are tasks that were created at one place and ran on one thread, and implicit tasks of one region and number. Those that stand for a return
    /// are like no other, because it matters which tasks that was past for.
    fn likeness(&mut self, task: TaskId, site: SiteId) -> u64 {
        if self.returns.contains(task) {
            return UNLIKE | u64::from(task.0);
        }
        let (site, thread) = self.implicit.find(task).map_or((site, 0), |(site, index)| (site, u64::from(index) + 1));
        let runner = self.runners.of(task).map_or(0, |runner| u64::from(runner.0) + 1);
        debug_assert!(runner < 1 << (THREAD_SHIFT - RUNNER_SHIFT) && thread < 1 << (63 - THREAD_SHIFT));
        thread << THREAD_SHIFT | runner << RUNNER_SHIFT | u64::from(site.0)
    }

    fn each_name(&mut self, visit: &mut dyn FnMut(TaskId)) {
        let holders = self.locks.holders.values().map(|(task, _)| *task);
        self.lone.tasks().chain(self.events.tasks()).chain(holders).for_each(visit);
    }

    fn each_step(&mut self, visit: &mut dyn FnMut(&mut TaskId, &mut u32)) {
        self.statics.initialisations().for_each(|(task, time)| visit(task, time));
    }
}

impl Tool {
    /// Compacts the detector's tables if that is due. To be called before something happens, by the thread that has the baton.
    #[inline]
    pub(crate) fn compact_if_due(&mut self) {
        if self.detector.footprint() >= self.compaction.due_at && !self.detector.is_recording() {
            self.compact();
        }
    }

    /// The same, for an access: in a loop, and with atomic variables, steps make the tables grow,
    /// and no task begins.
    #[inline]
    pub(crate) fn compact_at_access(&mut self) {
        if self.compaction.step != self.detector.epoch() {
            self.compaction.step = self.detector.epoch();
            self.compact_if_due();
        }
    }

    #[cold]
    fn compact(&mut self) {
        let Statistics { tasks, joins, .. } = self.detector.statistics();
        let last = &mut self.compaction;
        let new_tasks = tasks - last.tasks;
        let is_full_of_tasks = self.detector.footprint() as u64 <= new_tasks * BYTES_PER_TASK;
        if (joins - last.joins) * TASKS_PER_JOIN < new_tasks && is_full_of_tasks {
            last.due_at += last.due_at / 4;
            return;
        }
        // What has grown by steps of the same tasks alone is left longer, as there are many steps.
        let patience = if joins == last.joins { 2 } else { 1 };
        (last.tasks, last.joins) = (tasks, joins);
        let task = self.stopwatch.turn_to(Part::Compaction);
        let before = self.detector.footprint();
        self.forget_frames_that_have_gone();
        let mut program = Program {
            shadow: &mut self.shadow,
            runners: &self.runners,
            implicit: &self.implicit,
            returns: &self.returns,
            statics: &mut self.statics,
            lone: &self.lone,
            events: &self.events,
            locks: &self.locks,
        };
        self.detector.compact(&mut program);
        self.pasts.clear();
        self.shadow.shortcuts.settling.forget_identifiers();
        let is_known = |task: TaskId| self.detector.is_known(task);
        self.runners.retain(is_known);
        self.implicit.retain(is_known);
        self.returns.retain(is_known);
        let after = self.detector.footprint();
        self.compaction.due_at = after + patience * growth(after, self.shadow.bytes());
        self.compaction.count += 1;
        debug!(before, after, "compaction");
        self.publish_step();
        self.stopwatch.turn_to(task);
    }

    /// Drops accesses to stack frames that are not there any more.
    fn forget_frames_that_have_gone(&mut self) {
        let (detector, shadow, returns) = (&mut self.detector, &mut self.shadow, &self.returns);
        for worker in self.worker.iter_mut() {
            let stack = worker.thread.stack();
            let frames = worker.thread.frames();
            // Frames that lie above the address, the innermost last, as `Thread::frame_of` finds it.
            let mut above = frames.len();
            shadow.each_cell_of(stack.start, stack.end, &mut |address, cell| {
                while above > 0 && frames[above - 1].frame_address < address {
                    above -= 1;
                }
                if *cell != Cell::default()
                    && let Some(frame) = frames[..above].last()
                {
                    // That a variable has ended concerns whoever comes too late, whatever lies in its place meanwhile.
                    let is_stale = |earlier: &RaceAccess| frame.clock > earlier.time && !returns.contains(earlier.task);
                    detector.forget_stale(cell, is_stale);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_with_the_shadow_and_with_themselves() {
        const MIB: usize = 1 << 20;
        let mib = |tables, shadow| growth(tables * MIB, shadow * MIB) / MIB;
        assert_eq!([mib(0, 0), mib(0, 8), mib(0, 12), mib(0, 32), mib(0, 256), mib(0, 1024)], [4, 4, 6, 6, 16, 64]);
        assert_eq!([mib(3, 0), mib(100, 32), mib(100, 4096)], [4, 100, 256]);
    }
}
