//! The spawn tree: who created whom, and when.
//!
//! It plays the role of the dynamic program structure tree of DRDP (Jin et al., ECOOP 2023, §4.1 and Figure 7), reduced
//! to its task nodes. Steps are not nodes: the clock value at which a step began, together with the clock values at
//! which its task created other tasks, says on which side of each creation the step lies. Finish nodes are not needed
//! either, because [`bags`](crate::bags) keep tree joins.
//!
//! # Invariants
//!
//! - The clock grows with every structural event, so two events never share a [`Time`].
//! - `parent`, `depth`, `jump`, `spawned`, `lsa` of a node never change after its creation.

use crate::ids::{SiteId, TaskId};
use crate::promises::JoinVec;
use crate::siblings::{Index, NO_INDEX};

/// Value of the detector's clock.
pub(crate) type Time = u32;

/// Later than every time.
pub(crate) const END: Time = Time::MAX;

/// Stands for "no task" in links.
pub(crate) const NO_TASK: TaskId = TaskId(u32::MAX);

/// Index of a group in [`Reachability`](crate::reachability::Reachability); see [`bags`](crate::bags).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupId(pub(crate) u32);

/// A point in the life of a task: everything that `task` did before `limit`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) task: TaskId,
    pub(crate) limit: Time,
}

/// A list of completed tasks that nobody has joined yet, linked through [`TaskNode::next`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskList {
    pub(crate) head: TaskId,
    pub(crate) tail: TaskId,
}

impl TaskList {
    pub(crate) const EMPTY: TaskList = TaskList { head: NO_TASK, tail: NO_TASK };
}

/// A task: explicit, or one phase of an implicit task.
#[derive(Debug)]
pub(crate) struct TaskNode {
    /// The creator; for a phase of an implicit task, the task that met the parallel region.
    pub(crate) parent: TaskId,
    /// Distance from the initial task.
    pub(crate) depth: u32,
    /// An ancestor far enough up that any ancestor is found in O(log depth) hops (skew-binary jump pointers).
    pub(crate) jump: TaskId,
    /// When the joins that begin with its own lead to the task that it jumps to; 0 if that is not
    /// known.
    pub(crate) arrival: Time,
    /// When it was created: steps of the parent that began earlier precede it.
    pub(crate) spawned: Time,
    /// When it completed; [`END`] until then.
    pub(crate) completed: Time,
    /// The task that has joined it (with everything it did), or [`NO_TASK`].
    pub(crate) joined_into: TaskId,
    /// When it was joined: steps of the joiner that begin later follow it.
    pub(crate) joined: Time,
    /// Lowest ancestor that had non-tree joins when this branch was spawned (DRDP's `lsa`), or [`NO_TASK`].
    pub(crate) lsa: TaskId,
    /// When that ancestor spawned the branch: its later joins do not count.
    pub(crate) lsa_limit: Time,
    /// Reasons why something in this subtree may still happen: itself until it completes, each child that is not
    /// closed, each pin.
    pub(crate) open: u32,
    /// Innermost group in which it was created.
    pub(crate) group: GroupId,
    /// Innermost group in which its own children are created.
    pub(crate) inner_group: GroupId,
    /// Next in the [`TaskList`] that this completed task waits in.
    pub(crate) next: TaskId,
    /// Completed children, created in [`TaskNode::group`], that wait for a `taskwait`.
    pub(crate) children: TaskList,
    /// Non-tree joins.
    pub(crate) nt_joins: JoinVec,
    /// Of the tasks that nobody has joined, the one that was created before.
    pub(crate) older: TaskId,
    /// And the one that was created next.
    pub(crate) newer: TaskId,
    /// Beginning of its last step with an access, but for the one that runs; or when it joined tasks last, if that is later.
    pub(crate) last_active: Time,
    /// Where it was created.
    pub(crate) site: SiteId,
    /// Its number among the children of its parent that have `depend` clauses.
    pub(crate) sibling: Index,
    /// Its creator goes on only when it has completed.
    pub(crate) is_undeferred: bool,
    /// It has an entry among the rarer things that [`Reachability`](crate::reachability::Reachability) keeps.
    pub(crate) has_extra: bool,
}

impl TaskNode {
    pub(crate) fn is_complete(&self) -> bool {
        self.completed != END
    }

    pub(crate) fn is_joined(&self) -> bool {
        self.joined_into != NO_TASK
    }

    /// Nothing can happen in this subtree any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.open == 0
    }
}

/// Tasks that are kept, or let go, together. Few where assertions are checked, so that small programs let go of some as well.
const PAGE: u32 = if cfg!(debug_assertions) { 2 } else { 64 };

/// In the place of a page of tasks that have all been let go.
const GONE: u32 = u32::MAX;

/// The tree, without the tasks that a [compaction](crate::compaction) has let go.
///
/// Tasks are numbered one after the other and their numbers are not used again, but the memory is: it comes in pages.
#[derive(Debug, Default)]
pub(crate) struct Dpst {
    /// The pages, whole but for the newest if it is the last one.
    nodes: Vec<TaskNode>,
    /// Where each page begins in `nodes`, by the number of its first task; or [`GONE`].
    pages: Vec<u32>,
    /// Where pages begin that nobody has.
    free: Vec<u32>,
    /// Tasks so far.
    count: u32,
    /// The newest task that nobody has joined.
    pub(crate) newest_unjoined: Option<TaskId>,
    /// Promises that tasks got.
    pub(crate) promises: u64,
    /// Scratch of [`Dpst::unpin`], empty in between.
    pub(crate) unpinned: Vec<TaskId>,
    /// Scratch of [`Dpst::tree_precedes`], empty in between.
    pub(crate) walked: Vec<TaskId>,
}

impl std::ops::Index<TaskId> for Dpst {
    type Output = TaskNode;

    #[inline]
    fn index(&self, task: TaskId) -> &TaskNode {
        &self.nodes[self.slot(task)]
    }
}

impl std::ops::IndexMut<TaskId> for Dpst {
    #[inline]
    fn index_mut(&mut self, task: TaskId) -> &mut TaskNode {
        let slot = self.slot(task);
        &mut self.nodes[slot]
    }
}

impl Dpst {
    /// Adds a child of `parent`, or the root if that is [`NO_TASK`].
    pub(crate) fn add(&mut self, parent: TaskId, spawned: Time, group: GroupId, site: SiteId) -> TaskId {
        let id = TaskId(self.count);
        assert!(id != NO_TASK, "fewer than 2^32 tasks");
        let (depth, jump, lsa, lsa_limit) = if parent == NO_TASK {
            (0, id, NO_TASK, 0)
        } else {
            let p = &mut self[parent];
            p.open += 1;
            let (depth, near) = (p.depth, p.jump);
            let (lsa, lsa_limit) = if p.nt_joins.is_empty() { (p.lsa, p.lsa_limit) } else { (parent, spawned) };
            (depth + 1, self.jump_for_child_of(parent, depth, near), lsa, lsa_limit)
        };
        let node = TaskNode {
            parent,
            depth,
            jump,
            arrival: 0,
            spawned,
            completed: END,
            joined_into: NO_TASK,
            joined: 0,
            lsa,
            lsa_limit,
            open: 1,
            group,
            inner_group: group,
            next: NO_TASK,
            children: TaskList::EMPTY,
            nt_joins: JoinVec::new(),
            older: NO_TASK,
            newer: NO_TASK,
            last_active: 0,
            site,
            sibling: NO_INDEX,
            is_undeferred: false,
            has_extra: false,
        };
        self.count += 1;
        let slot = self.new_slot(id);
        match self.nodes.get_mut(slot) {
            Some(used_again) => *used_again = node,
            None => self.nodes.push(node),
        }
        self.link_unjoined(id);
        id
    }

    /// Where the newest task goes.
    #[inline]
    fn new_slot(&mut self, task: TaskId) -> usize {
        if task.0.is_multiple_of(PAGE) {
            let end = u32::try_from(self.nodes.len()).expect("fewer than 2^32 tasks at a time");
            self.pages.push(self.free.pop().unwrap_or(end));
        }
        self.slot(task)
    }

    /// Where `task` is: a number that no other task has that is kept.
    #[inline]
    pub(crate) fn slot(&self, task: TaskId) -> usize {
        self.pages[(task.0 / PAGE) as usize] as usize + (task.0 % PAGE) as usize
    }

    /// One more than the largest [slot](Self::slot).
    #[cfg(test)]
    pub(crate) fn slots(&self) -> usize {
        self.nodes.len()
    }

    /// Number of tasks so far.
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// The node of `task`, unless it was let go. (What was let go may still be there.)
    pub(crate) fn get(&self, task: TaskId) -> Option<&TaskNode> {
        self.pages.get((task.0 / PAGE) as usize).filter(|page| **page != GONE).map(|_| &self[task])
    }

    /// All tasks that have a node.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> + use<> {
        let count = self.count;
        let pages: Vec<u32> =
            (0..).zip(&self.pages).filter(|(_, start)| **start != GONE).map(|(page, _)| page).collect();
        pages.into_iter().flat_map(move |page| (page * PAGE..count.min((page + 1) * PAGE)).map(TaskId))
    }

    /// Lets go of all pages of which no task is to be kept. The newest page stays.
    pub(crate) fn retain_pages(&mut self, keeps: impl Fn(TaskId) -> bool) {
        let newest = self.pages.len() - 1;
        for page in 0..newest {
            let first = page as u32 * PAGE;
            if self.pages[page] != GONE && !(first..first + PAGE).map(TaskId).any(&keeps) {
                self.free.push(self.pages[page]);
                self.pages[page] = GONE;
            }
        }
        // The lowest are used first, so that the tables stay as small as can be.
        self.free.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Bytes of the nodes that are in use.
    pub(crate) fn bytes(&self) -> usize {
        (self.nodes.len() - self.free.len() * PAGE as usize) * size_of::<TaskNode>()
    }

    /// Two jumps of equal length make a longer one; otherwise the jump is to the parent, which is at `depth` and jumps to `near`.
    #[inline]
    fn jump_for_child_of(&self, parent: TaskId, depth: u32, near: TaskId) -> TaskId {
        let TaskNode { depth: near_depth, jump: far, .. } = self[near];
        let equal = depth - near_depth == near_depth - self[far].depth;
        if equal { far } else { parent }
    }

    /// The ancestor of `task` (or itself) at `depth`, which is at most the depth of `task`.
    pub(crate) fn ancestor_at(&self, mut task: TaskId, depth: u32) -> TaskId {
        while self[task].depth > depth {
            let jump = self[task].jump;
            task = if self[jump].depth >= depth { jump } else { self[task].parent };
        }
        task
    }

    /// Depth of the lowest task that is an ancestor of both, or one of them.
    pub(crate) fn common_depth(&self, a: TaskId, b: TaskId) -> u32 {
        let depth = self[a].depth.min(self[b].depth);
        let (mut a, mut b) = (self.ancestor_at(a, depth), self.ancestor_at(b, depth));
        while a != b {
            let jumps = (self[a].jump, self[b].jump);
            (a, b) = if jumps.0 == jumps.1 { (self[a].parent, self[b].parent) } else { jumps };
        }
        self[a].depth
    }

    /// Whether `task` at `time` lies before `point` along the spawn tree alone: `task` is the point's task and `time` is
    /// before its limit, or `task` is an ancestor and `time` is before it spawned the branch towards the point.
    pub(crate) fn reaches_down(&self, task: TaskId, time: Time, point: Point) -> bool {
        if task == point.task {
            return time < point.limit;
        }
        let depth = self[task].depth;
        if depth >= self[point.task].depth {
            return false;
        }
        let branch = self.ancestor_at(point.task, depth + 1);
        self[branch].parent == task && time < self[branch].spawned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_used_again_and_numbers_are_not() {
        let mut tree = Dpst::default();
        let root = tree.add(NO_TASK, 0, GroupId(0), SiteId::NONE);
        let add = |tree: &mut Dpst, count| (0..count).map(|site| tree.add(root, 1, GroupId(0), SiteId(site))).last();
        assert_eq!(add(&mut tree, 1000), Some(TaskId(1000)));
        let (slots, bytes) = (tree.slots(), tree.bytes());
        tree.retain_pages(|task| task == root || task == TaskId(500));
        assert!(tree.bytes() < bytes / 4);
        assert!(tree.get(TaskId(501)).is_some_and(|neighbour| neighbour.site == SiteId(500)));
        assert!(tree.get(TaskId(300)).is_none());
        assert_eq!(add(&mut tree, 800), Some(TaskId(1800)));
        assert_eq!(tree.slots(), slots.next_multiple_of(PAGE as usize));
        assert_eq!((tree[TaskId(500)].site, tree[TaskId(1800)].site), (SiteId(499), SiteId(799)));
        let newest = 1000 / PAGE * PAGE;
        assert_eq!(tree.tasks().count() as u32, 2 * PAGE + (1801 - newest));
    }

    #[test]
    fn jump_pointers_agree_with_walking_up() {
        let mut tree = Dpst::default();
        let mut rng = fastrand::Rng::with_seed(7);
        let root = tree.add(NO_TASK, 0, GroupId(0), SiteId::NONE);
        let mut last = root;
        for time in 1..2000 {
            // Mostly deep, sometimes branching off.
            let parent = if rng.u32(..10) == 0 { TaskId(rng.u32(..time)) } else { last };
            last = tree.add(parent, time, GroupId(0), SiteId::NONE);
        }
        for _ in 0..2000 {
            let task = TaskId(rng.u32(..2000));
            let depth = rng.u32(..=tree[task].depth);
            let mut walked = task;
            while tree[walked].depth > depth {
                walked = tree[walked].parent;
            }
            assert_eq!(tree.ancestor_at(task, depth), walked);
        }
    }
}
