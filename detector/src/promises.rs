//! Non-tree joins: what a task gets from promises that neither its children nor its ancestors set.
//!
//! Every task sets a promise when it completes. `depend` makes a later sibling get it, `taskwait depend` the parent, and
//! `omp_fulfill_event` makes the detached task's own promise depend on the fulfilling step. A signal is a promise that a task sets on
//! its way and that any task may get. These edges are the non-tree
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
//! 3. A promise may be set in the middle of a task (`omp_fulfill_event`, signals): a join names a point, not a task. The source of every join is
//!    pinned, because a search may enter its past after everything around it has been joined elsewhere.
//! 4. A join that can't lead from `a`, because it was set before `a` began, is skipped.
//! 5. A search that went far leaves a shortcut: the running task gets the promise that settled it. Those who follow find it there, so that a
//!    chain of tasks which all ask for its beginning is not searched from end to end every time.
//! 6. When a task is joined, its non-tree joins move to the joiner only if the joiner does not already follow their source by
//!    tree joins. After a `taskwait` that is nearly always so, which keeps the lists short.

use std::collections::VecDeque;

use smallvec::SmallVec;

use crate::FastMap;
use crate::dpst::{Dpst, END, NO_TASK, Point, Time};
use crate::ids::TaskId;

/// Promises that a task got, in order of [`NtJoin::at`].
pub(crate) type JoinVec = SmallVec<[NtJoin; 1]>;

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

/// A search that visited more points than this leaves a shortcut.
const LONG_SEARCH: u64 = 4;

/// Scratch space of the search.
#[derive(Debug, Default)]
pub(crate) struct Search {
    number: u32,
    queue: VecDeque<NtJoin>,
    /// For every task, by its slot, what was seen of it. Empty in a program without promises.
    seen: Vec<Seen>,
    /// Points taken from the queue, for the statistics.
    pub(crate) visited: u64,
}

/// What searches saw of a task.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The last search that did; the rest is about this one.
    search: u32,
    /// A join from it up to this limit was queued.
    queued: Time,
    /// Its joins before this limit are dealt with.
    entered: Time,
}

impl Search {
    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.seen.len() * size_of::<Seen>()
    }

    /// Whether a step of `task` that began at `time` precedes what the task `running` does from `now` on, through at least one promise.
    pub(crate) fn promise_precedes(
        &mut self,
        tree: &mut Dpst,
        task: TaskId,
        time: Time,
        running: TaskId,
        now: Time,
    ) -> bool {
        if tree[running].nt_joins.is_empty() && tree[running].lsa == NO_TASK {
            return false;
        }
        self.number = self.number.checked_add(1).unwrap_or_else(|| {
            // What earlier searches have seen is of no use to anybody.
            self.seen.fill(Seen::default());
            1
        });
        self.queue.clear();
        self.seen.resize(tree.slots(), Seen::default());
        self.expand(tree, time, Point { task: running, limit: END });
        let mut visited = 0;
        while let Some(join) = self.queue.pop_front() {
            visited += 1;
            if tree.tree_precedes(task, time, join.source) {
                self.visited += visited;
                if visited > LONG_SEARCH {
                    tree.add_join(running, NtJoin { at: now, ..join });
                }
                return true;
            }
            self.expand(tree, time, join.source);
        }
        self.visited += visited;
        false
    }

    /// Queues the sources of all joins that count at `point`: those of its task, and of its ancestors when they spawned the branch.
    fn expand(&mut self, tree: &Dpst, after: Time, point: Point) {
        let Point { mut task, mut limit } = point;
        while task != NO_TASK && self.enter(tree.slot(task), limit) {
            let node = &tree[task];
            let count = node.nt_joins.partition_point(|join| join.at < limit);
            // What was got before `after` was set before it, too.
            for join in node.nt_joins[..count].iter().rev().take_while(|join| join.at >= after) {
                if join.set >= after && self.queue_once(tree.slot(join.source.task), join.source.limit) {
                    self.queue.push_back(*join);
                }
            }
            (task, limit) = (node.lsa, node.lsa_limit);
        }
    }

    fn seen(&mut self, slot: usize) -> &mut Seen {
        let seen = &mut self.seen[slot];
        if seen.search != self.number {
            *seen = Seen { search: self.number, ..Seen::default() };
        }
        seen
    }

    /// Notes that a join from the task in `slot`, up to `limit`, is queued; false if there is no need to, because it is known by then.
    fn queue_once(&mut self, slot: usize, limit: Time) -> bool {
        let seen = self.seen(slot);
        let is_new = seen.queued.max(seen.entered) < limit;
        if is_new {
            seen.queued = limit;
        }
        is_new
    }

    /// Notes that the joins of the task in `slot` before `limit` are dealt with; false if they already were.
    fn enter(&mut self, slot: usize, limit: Time) -> bool {
        let seen = self.seen(slot);
        let is_new = seen.entered < limit;
        if is_new {
            seen.entered = limit;
        }
        is_new
    }
}

impl Dpst {
    /// Lets `task` follow `source` from `now` on, unless it does already. `set` is when the source set its promise.
    pub(crate) fn get_promise(&mut self, task: TaskId, source: Point, set: Time, now: Time) {
        if !self.tree_precedes(source.task, set, Point { task, limit: END }) {
            self.add_join(task, NtJoin { at: now, source, set });
        }
    }

    fn add_join(&mut self, task: TaskId, join: NtJoin) {
        self.promises += 1;
        self.pin(join.source.task);
        self[task].nt_joins.push(join);
    }

    /// Gives the promises that `from` got to the task that joins it. It has them itself until [`Dpst::drop_promises`].
    pub(crate) fn inherit_promises(&mut self, from: TaskId, joiner: TaskId, now: Time) {
        for index in 0..self[from].nt_joins.len() {
            let join = self[from].nt_joins[index];
            self.get_promise(joiner, join.source, join.set, now);
        }
    }

    /// Forgets the promises that the joined `task` got, unless it is open: then its descendants need them, or those who got a promise from it.
    pub(crate) fn drop_promises(&mut self, task: TaskId) {
        if self[task].is_closed() {
            for join in std::mem::take(&mut self[task].nt_joins) {
                self.unpin(join.source.task);
            }
        }
    }

    /// Forgets the promises of those among `joined`, none of which is closed, that are open for no other reason than that they got promises from
    /// each other.
    pub(crate) fn drop_mutual_promises(&mut self, joined: &[TaskId]) {
        let mut reasons: FastMap<TaskId, u32> = joined.iter().map(|task| (*task, self[*task].open)).collect();
        let inner = |task: &TaskId| {
            let node = &self[*task];
            node.nt_joins.iter().map(|join| join.source.task).chain([node.parent])
        };
        for keeps_open in joined.iter().flat_map(inner) {
            if let Some(reasons) = reasons.get_mut(&keeps_open) {
                *reasons -= 1;
            }
        }
        // Whoever has another reason, and all that it keeps open, stay.
        let mut staying: Vec<TaskId> = joined.iter().copied().filter(|task| reasons[task] > 0).collect();
        while let Some(task) = staying.pop() {
            if reasons.remove(&task).is_some() {
                staying.extend(inner(&task));
            }
        }
        for task in joined.iter().filter(|task| reasons.contains_key(*task)) {
            for join in std::mem::take(&mut self[*task].nt_joins) {
                self.unpin(join.source.task);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ids::SignalId;
    use crate::{Detector, TaskId};

    #[test]
    fn what_the_members_of_a_team_got_from_each_other_is_forgotten_at_the_barrier() {
        let mut detector = Detector::default();
        let team = detector.fork(Detector::INITIAL_TASK, 2);
        let got = |detector: &mut Detector, members: [TaskId; 2]| {
            for member in [members, members].concat() {
                detector.run(member);
                if detector.is_published(SignalId(0)) {
                    detector.await_signal(member, SignalId(0));
                }
                detector.signal(member, SignalId(0));
            }
            members.map(|member| detector.promises_got(member))
        };
        let members = [TaskId(1), TaskId(2)];
        assert_eq!(got(&mut detector, members), [1, 2]);
        detector.discard(SignalId(0));
        detector.barrier(team);
        assert_eq!(members.map(|member| detector.promises_got(member)), [0, 0]);
        assert_eq!(detector.promises_got(Detector::INITIAL_TASK), 0);
    }
}
