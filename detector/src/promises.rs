//! Non-tree joins: what a task gets from promises that neither its children nor its ancestors set.
//!
//! Every task sets a promise when it completes. `depend` makes a later sibling get it, `taskwait depend` the parent, and
//! `omp_fulfill_event` makes the detached task's own promise depend on the fulfilling step. These edges are the non-tree
//! joins (`nt`) of DRDP (Jin et al., ECOOP 2023, §4.1), and the search below is its PRECEDE (Figure 9): breadth-first,
//! newest join first (§4.4.1), through the joins of a task and of its least significant ancestors (`lsa`).
//!
//! # Guarantee
//!
//! `promise_precedes` says whether there is a path of creations, tree joins and promises, for every legal order of execution.
//!
//! Why the joins that it looks at are enough: take the last promise edge on a path to a point. After it come only spawns and tree
//! joins, so the getter is the point's task, one of its ancestors, or was joined into one of these before the branch. In the first two
//! cases the edge is in that task's list, before the limit. In the third, joining has moved the edge to the joiner's list.
//!
//! # Deviations
//!
//! 1. Figure 9, line 7, lets any active task precede: that holds in depth-first execution only. We ask the spawn tree instead.
//! 2. Figure 9, lines 43–44, looks an ancestor's joins up in the set that the ancestor belongs to by now, and so loses them after
//!    a finish has merged it. Our lists belong to tasks, and each join carries the time from which it counts, so a branch sees what its
//!    ancestor had joined when it was spawned, whatever happened later.
//! 3. A promise may be set in the middle of a task (`omp_fulfill_event`): a join names a point, not a task. The source of every join is
//!    pinned, because a search may enter its past after everything around it has been joined elsewhere.
//! 4. A join that can't lead from `a`, because it was set before `a` began, is skipped.
//! 5. When a task is joined, its non-tree joins move to the joiner only if the joiner does not already follow their source by
//!    tree joins. After a `taskwait` that is nearly always so, which keeps the lists short.

use std::collections::VecDeque;

use crate::dpst::{Dpst, END, NO_TASK, Point, Time};
use crate::ids::TaskId;

/// A promise that a task got.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NtJoin {
    /// When it got it: only later steps follow the source.
    pub(crate) at: Time,
    /// What precedes: the setter, up to the set.
    pub(crate) source: Point,
    /// When the promise was set.
    pub(crate) set: Time,
}

/// Scratch space of the search.
#[derive(Debug, Default)]
pub(crate) struct Search {
    number: u32,
    queue: VecDeque<Point>,
    /// Points taken from the queue, for the statistics.
    pub(crate) visited: u64,
}

impl Search {
    /// Whether a step of `task` that began at `time` precedes `point` through at least one promise.
    pub(crate) fn promise_precedes(&mut self, tree: &mut Dpst, task: TaskId, time: Time, point: Point) -> bool {
        if tree[point.task].nt_joins.is_empty() && tree[point.task].lsa == NO_TASK {
            return false;
        }
        self.number = self.number.checked_add(1).expect("fewer than 2^32 searches");
        self.queue.clear();
        self.expand(tree, time, point);
        while let Some(source) = self.queue.pop_front() {
            self.visited += 1;
            if tree.tree_precedes(task, time, source) {
                return true;
            }
            self.expand(tree, time, source);
        }
        false
    }

    /// Queues the sources of all joins that count at `point`: those of its task, and of its ancestors when they spawned the branch.
    fn expand(&mut self, tree: &mut Dpst, after: Time, point: Point) {
        let Point { mut task, mut limit } = point;
        while task != NO_TASK && self.enter(tree, task, limit) {
            let node = &tree[task];
            let count = node.nt_joins.partition_point(|join| join.at < limit);
            for join in node.nt_joins[..count].iter().rev() {
                let seen = tree[join.source.task].visited;
                if join.set >= after && !(seen.0 == self.number && seen.1 >= join.source.limit) {
                    self.queue.push_back(join.source);
                }
            }
            (task, limit) = (node.lsa, node.lsa_limit);
        }
    }

    /// Notes that the joins of `task` before `limit` are dealt with; false if they already were.
    fn enter(&self, tree: &mut Dpst, task: TaskId, limit: Time) -> bool {
        let visited = &mut tree[task].visited;
        if visited.0 == self.number && visited.1 >= limit {
            return false;
        }
        *visited = (self.number, limit);
        true
    }
}

impl Dpst {
    /// Lets `task` follow `source` from `now` on, unless it does already. `set` is when the source set its promise.
    pub(crate) fn get_promise(&mut self, task: TaskId, source: Point, set: Time, now: Time) {
        if !self.tree_precedes(source.task, set, Point { task, limit: END }) {
            self.pin(source.task);
            self[task].nt_joins.push(NtJoin { at: now, source, set });
        }
    }

    /// Gives the promises that `from` got to the task that joins it. It has them itself until [`Dpst::drop_promises`].
    pub(crate) fn inherit_promises(&mut self, from: TaskId, joiner: TaskId, now: Time) {
        for index in 0..self[from].nt_joins.len() {
            let join = self[from].nt_joins[index];
            self.get_promise(joiner, join.source, join.set, now);
        }
    }

    /// Forgets the promises that the joined `task` got, unless it is open: then its descendants need them.
    pub(crate) fn drop_promises(&mut self, task: TaskId) {
        if self[task].is_closed() {
            for join in std::mem::take(&mut self[task].nt_joins) {
                self.unpin(join.source.task);
            }
        }
    }
}
