//! Forgetting tasks that are over: their memory is given back, and what they accessed stays known.
//!
//! A program may create millions of tasks, one after the other. When a task has been joined and nothing below it can happen any more, whatever it
//! did comes before or after something else just as the moment of its join does. That is what disjoint sets are for in ESP-bags and
//! DTRG (Raman et al., FMSD 2012, §4; Surendran and Sarkar, RV 2016, §4): a joined task is one with its joiner. Here a set is not only found
//! quickly. From time to time all histories are rewritten in terms of the tasks that are left, and those which nobody names any more are
//! dropped, so that what is kept grows with the tasks that live and the memory that they share, and not with the tasks that there have been.
//!
//! # What becomes of an access
//!
//! 1. Its task is replaced by the task that this was joined into, if it is joined and closed, and its time by that of the join; and so on.
//! 2. Its time is put off for as long as nothing has happened that tells the two times apart: the next child of that task that is still open, or the
//!    next point up to which somebody got its promise ([`Boundaries`]).
//! 3. Accesses that are alike by then, at one site, with the same locks and by tasks that the embedder takes for alike, become one. A report may then
//!    name another task than the one that made the access, but one like it.
//!
//! # Guarantee
//!
//! For everything that happens later, the same cells race, at the same sites. The crate's property tests compact after random events, and hold the
//! answers against the oracle.
//!
//! Why the second step is right: take a path from an access of task `x` at `time` to something later. It leaves `x` through a child, through a promise, or
//! through the join of `x` itself. If it leaves through a child that is closed by now, whoever joined that child, or got something from it, follows `x` as well:
//! `x` itself joined the child, or the two were joined at the end of one group. So there is a path that leaves `x` through something that is open, all
//! of which comes after the later time, or through its join.
//!
//! # Invariants
//!
//! - Tasks that are open, or not joined, keep their nodes, and so do all that these refer to.
//! - The clock goes on, so that what begins later is later than every time in a history.

use crate::dpst::{END, Time};
use crate::history::Cell;
use crate::ids::{SiteId, TaskId};

/// What the detector does not know itself: where the cells are, and who refers to its tasks.
pub trait Embedding {
    /// Shows all cells that are not empty, and may show empty ones. It is called twice.
    fn each_cell(&mut self, visit: &mut dyn FnMut(&mut [Cell]));

    /// Tasks with the same number are alike: of two accesses that differ in nothing else, one may stand for both. `site` is where `task` was created.
    fn likeness(&mut self, task: TaskId, site: SiteId) -> u64;

    /// Shows tasks whose creators and sites will be asked for.
    fn each_name(&mut self, _visit: &mut dyn FnMut(TaskId)) {}

    /// Shows steps, by their task and time, that will be asked for by [`Detector::has_happened`](crate::Detector::has_happened), and lets them be replaced.
    fn each_step(&mut self, _visit: &mut dyn FnMut(&mut TaskId, &mut u32)) {}
}

/// Where the lives of tasks are cut: before and after such a time, what a task did precedes different things.
#[derive(Debug, Default)]
pub(crate) struct Boundaries(Vec<(TaskId, Time)>);

impl Boundaries {
    /// Something follows what `task` did before `limit`, and nothing that it did afterwards.
    pub(crate) fn add(&mut self, task: TaskId, limit: Time) {
        if limit != END {
            self.0.push((task, limit));
        }
    }

    /// To be called between [`Self::add`] and [`Self::last_alike`].
    pub(crate) fn sort(&mut self) {
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// The last time at which what `task` does precedes the same as at `time`, as far as these are concerned.
    pub(crate) fn last_alike(&self, task: TaskId, time: Time) -> Time {
        let next = self.0.partition_point(|boundary| *boundary <= (task, time));
        self.0.get(next).filter(|(owner, _)| *owner == task).map_or(END, |(_, limit)| limit - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_alike_up_to_the_next_boundary_of_the_task() {
        let mut boundaries = Boundaries::default();
        for (task, limit) in [(2, 30), (1, 10), (1, 20), (1, 10), (2, END)] {
            boundaries.add(TaskId(task), limit);
        }
        boundaries.sort();
        let last = |task, time| boundaries.last_alike(TaskId(task), time);
        assert_eq!([last(1, 9), last(1, 10), last(1, 19), last(1, 20)], [9, 19, 19, END]);
        assert_eq!([last(2, 0), last(2, 30), last(3, 5)], [29, END, END]);
    }
}
