//! Non-tree joins: what a task gets from promises that neither its children nor its ancestors set.
//!
//! Every task sets a promise when it completes. `depend` makes a later sibling get it, `taskwait depend` the parent, and
//! `omp_fulfill_event` makes the detached task's own promise depend on the fulfilling step. A signal is a promise that a task sets on
//! its way and that any task may get. These edges are the non-tree
//! joins (`nt`) of DRDP (Jin et al., ECOOP 2023, §4.1), and the search below is its PRECEDE (Figure
//! 9):
//! latest promise first (§4.4.1), through the joins of a task and of its least significant
//! ancestors (`lsa`).
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
//! 4. A running task has one search for all its questions. It goes from the latest promise to the
//!    earliest, and stops at those that were set before `a` began, because
//!    these can't lead from there. The next question goes on from there. So all questions of a task
//!    take as long as the one that goes back furthest.
//! 5. A question that went far leaves a shortcut: the running task gets the promise that settled
//!    it. Those who follow find it there, so that a
//!    chain of tasks which all ask for its beginning is not searched from end to end every time.
//! 6. When a task is joined, its non-tree joins move to the joiner only if the joiner does not already follow their source by
//!    tree joins. After a `taskwait` that is nearly always so, which keeps the lists short.

use std::collections::BinaryHeap;

use smallvec::SmallVec;

use crate::FastMap;
use crate::dpst::{Dpst, END, NO_TASK, Point, Time};
use crate::history::Effort;
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

/// A question that took more steps than this leaves a shortcut.
const LONG_SEARCH: u64 = 4;

/// A question that is worth little effort takes no more steps than this.
const LITTLE: u64 = 16;

/// Tasks whose searches are kept.
const SEARCHES: usize = 8;

/// Ancestors of a point that are noted with it.
const ANCESTORS: usize = 32;

/// Joins of the task in question that are followed to what is noted.
const JOINS: usize = 16;

/// Tables of a search that have room for more are given back when the next one leaves most of it
/// empty.
const SMALL_TABLE: usize = 1 << 8;

/// The searches of tasks that ran lately.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    searches: Box<[Search; SEARCHES]>,
    /// The one that is asked.
    current: usize,
    /// Points and joins taken from queues, for the statistics.
    pub(crate) visited: u64,
}

/// What is still to be looked at. The latest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Queued {
    /// Nothing that is found here was set later.
    set: Time,
    task: TaskId,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// What the task got before this limit.
    Past(Time),
    /// Of its joins, these.
    Joins(u32, u32),
}

/// What a search found out about a task.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// What it did before precedes.
    limit: Time,
    /// The joins that it got before are queued.
    entered: Time,
}

/// The past of one running task, from now on backwards, as far as its questions have led.
#[derive(Debug)]
struct Search {
    running: TaskId,
    /// So many of its own joins are known.
    own: usize,
    known: FastMap<TaskId, Known>,
    /// All points that precede, …
    points: Vec<Point>,
    /// … and those of which not all ancestors are in `known`.
    deep: Vec<Point>,
    queue: BinaryHeap<Queued>,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            running: NO_TASK,
            own: 0,
            known: FastMap::default(),
            points: Vec::new(),
            deep: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }
}

impl Searches {
    /// Forgets all. To be done when tasks are let go.
    pub(crate) fn clear(&mut self) {
        *self.searches = Default::default();
    }

    /// Whether a step of `task` that began at `time` precedes what the task `running` does from
    /// `now` on, through at least one promise; `None` if it
    /// would take more effort to find out.
    pub(crate) fn promise_precedes(
        &mut self,
        tree: &mut Dpst,
        (task, time): (TaskId, Time),
        running: TaskId,
        now: Time,
        effort: Effort,
    ) -> Option<bool> {
        if self.searches[self.current].running != running {
            let known = self.searches.iter().position(|search| search.running == running);
            self.current = known.unwrap_or((self.current + 1) % SEARCHES);
        }
        let search = &mut self.searches[self.current];
        search.go_on(tree, running, time);
        if search.precedes(tree, task, time) {
            return Some(true);
        }
        let mut visited = 0;
        let mut found = None;
        while found.is_none()
            && let Some(next) = search.queue.peek().filter(|next| next.set >= time)
        {
            if effort == Effort::Little && visited == LITTLE {
                self.visited += visited;
                return None;
            }
            let Queued { task: source, what, .. } = *next;
            search.queue.pop();
            visited += 1;
            let goal = Some((task, time));
            found = match what {
                What::Past(limit) => search.enter(tree, Point { task: source, limit }, time, goal),
                What::Joins(from, to) => search.queue_joins(tree, source, from as usize, to as usize, time, goal),
            };
        }
        self.visited += visited;
        if let Some(join) = found
            && visited > LONG_SEARCH
        {
            tree.add_join(running, NtJoin { at: now, ..join });
            search.own = tree[running].nt_joins.len();
        }
        Some(found.is_some())
    }
}

impl Search {
    /// The search is that of `running`, which may have got more since it was asked last.
    fn go_on(&mut self, tree: &mut Dpst, running: TaskId, after: Time) {
        let own = tree[running].nt_joins.len();
        if self.running != running {
            self.running = running;
            if self.known.capacity() > SMALL_TABLE && self.known.len() < self.known.capacity() / 8 {
                *self = Search { running, ..Search::default() };
            }
            self.known.clear();
            self.points.clear();
            self.deep.clear();
            self.queue.clear();
            self.enter(tree, Point { task: running, limit: END }, after, None);
        } else if self.own < own {
            self.queue_joins(tree, running, self.own, own, after, None);
        }
        self.own = own;
    }

    /// Whether a step is known to precede.
    fn precedes(&self, tree: &mut Dpst, task: TaskId, time: Time) -> bool {
        let mut next = Some((task, time));
        for _ in 0..JOINS {
            let Some((task, time)) = next else { break };
            if self.known.get(&task).is_some_and(|known| known.limit > time) {
                return true;
            }
            next = tree.open_joiner(task);
        }
        let points = if next.is_some() { &self.points } else { &self.deep };
        points.iter().any(|point| tree.tree_precedes(task, time, *point))
    }

    /// Queues the joins that count at `point`: those of its task, and of its ancestors when they
    /// spawned the branch. Returns one whose source the goal precedes.
    fn enter(&mut self, tree: &mut Dpst, point: Point, after: Time, goal: Option<(TaskId, Time)>) -> Option<NtJoin> {
        let Point { mut task, mut limit } = point;
        let mut found = None;
        while task != NO_TASK {
            let known = self.known.entry(task).or_default();
            if known.entered >= limit {
                break;
            }
            let entered = std::mem::replace(&mut known.entered, limit);
            let joins = &tree[task].nt_joins;
            let from = if entered == 0 { 0 } else { joins.partition_point(|join| join.at < entered) };
            let to = joins.partition_point(|join| join.at < limit);
            found = self.queue_joins(tree, task, from, to, after, goal).or(found);
            (task, limit) = (tree[task].lsa, tree[task].lsa_limit);
        }
        found
    }

    /// Queues the sources of these joins of `task`: first those that it got since `after`, and the
    /// others if that is asked for.
    fn queue_joins(
        &mut self,
        tree: &mut Dpst,
        task: TaskId,
        from: usize,
        to: usize,
        after: Time,
        goal: Option<(TaskId, Time)>,
    ) -> Option<NtJoin> {
        let mut found = None;
        let mut left = to.min(tree[task].nt_joins.len());
        while left > from {
            let join = tree[task].nt_joins[left - 1];
            if join.at < after {
                // What was got before was set before it, too.
                let what = What::Joins(from as u32, left as u32);
                self.queue.push(Queued { set: join.at, task, what });
                break;
            }
            left -= 1;
            if self.note(tree, join.source) {
                self.queue.push(Queued { set: join.set, task: join.source.task, what: What::Past(join.source.limit) });
                if found.is_none()
                    && let Some((task, time)) = goal
                    && tree.tree_precedes(task, time, join.source)
                {
                    found = Some(join);
                }
            }
        }
        found
    }

    /// Notes that a point precedes; false if that is known.
    fn note(&mut self, tree: &Dpst, point: Point) -> bool {
        let Point { mut task, limit } = point;
        let known = self.known.entry(task).or_default();
        if known.limit >= limit {
            return false;
        }
        known.limit = limit;
        self.points.push(point);
        for _ in 0..ANCESTORS {
            let node = &tree[task];
            if node.parent == NO_TASK {
                return true;
            }
            let known = self.known.entry(node.parent).or_default();
            let is_new = known.limit == 0;
            known.limit = known.limit.max(node.spawned);
            if !is_new {
                return true;
            }
            task = node.parent;
        }
        self.deep.push(point);
        true
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
