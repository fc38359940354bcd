//! Tree joins: `taskwait`, taskgroup end, barrier, region end, undeferred tasks.
//!
//! ESP-bags (Raman et al., FMSD 2012, §4) keep, for every task, the set of tasks that precede it and the set of completed
//! tasks that do not yet. We keep the second kind as lists, handed over in O(1), and the first as a forest: a joined task
//! points to its joiner and to the time of the join, and `find` follows these links with path compression, as in the
//! disjoint sets of DTRG (Surendran and Sarkar, RV 2016, §4) and DRDP (§4.1).
//!
//! A completed task waits in one of two places. While its creator lives, in the creator's list, from which `taskwait`
//! takes direct children only. Once its creator has completed, nobody but the end of the enclosing group can join it, so it
//! moves to that group's list of descendants. A *group* is a taskgroup, or the explicit and implicit tasks of a team.
//!
//! # Deviations
//!
//! 1. The papers merge sets and may forget through whom; that is right only in depth-first execution, where everything below
//!    a joined task has finished. We run in any legal order, so a link is shortened only past a task that is *closed*: joined, and
//!    with a subtree in which nothing can happen any more. Shortening past an open one would lose that it was the joiner, and
//!    its running descendants need just that.
//! 2. Critical sections and promises may keep a long chain of joined tasks open. It is not shortened, but followed
//!    by the jump pointers of the spawn tree.
//! 3. A barrier is a join of all phases into the task that met the region, which then spawns the next phases. No virtual team task
//!    is needed, because that task does nothing else meanwhile.
//!
//! # Invariants
//!
//! - A task is joined at most once, and only after it has completed.
//! - A completed task that is not joined is in exactly one list.
//! - A task is pinned once for every [`NtJoin`](crate::promises::NtJoin) in some list that names it as source.

use crate::dpst::{Dpst, GroupId, NO_TASK, Point, TaskList, TaskNode, Time};
use crate::ids::TaskId;

/// Joins that are followed one by one before their number counts as large.
const NEAR: usize = 4;

/// A taskgroup, or the tasks of a team.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The task that waits at the end of the group.
    pub(crate) owner: TaskId,
    /// The group around it.
    pub(crate) outer: GroupId,
    /// Completed children of the owner, created in this group.
    pub(crate) children: TaskList,
    /// Completed tasks of this group whose creator has completed.
    pub(crate) descendants: TaskList,
}

/// Groups that are open, with their slots reused.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    slots: Vec<Group>,
    free: Vec<GroupId>,
}

impl std::ops::Index<GroupId> for Groups {
    type Output = Group;

    fn index(&self, group: GroupId) -> &Group {
        &self.slots[group.0 as usize]
    }
}

impl std::ops::IndexMut<GroupId> for Groups {
    fn index_mut(&mut self, group: GroupId) -> &mut Group {
        &mut self.slots[group.0 as usize]
    }
}

impl Groups {
    pub(crate) fn open(&mut self, owner: TaskId, outer: GroupId) -> GroupId {
        let group = Group { owner, outer, children: TaskList::EMPTY, descendants: TaskList::EMPTY };
        if let Some(id) = self.free.pop() {
            self[id] = group;
            return id;
        }
        self.slots.push(group);
        GroupId(u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 open groups"))
    }

    pub(crate) fn close(&mut self, group: GroupId) {
        self.free.push(group);
    }
}

impl Dpst {
    pub(crate) fn push(&mut self, list: &mut TaskList, task: TaskId) {
        debug_assert!(self[task].next == NO_TASK);
        self[task].next = list.head;
        list.head = task;
        if list.tail == NO_TASK {
            list.tail = task;
        }
    }

    pub(crate) fn append(&mut self, list: &mut TaskList, other: TaskList) {
        if other.head == NO_TASK {
            return;
        }
        self[other.tail].next = list.head;
        list.head = other.head;
        if list.tail == NO_TASK {
            list.tail = other.tail;
        }
    }

    /// Marks `task` complete.
    pub(crate) fn complete(&mut self, task: TaskId, now: Time) {
        debug_assert!(!self[task].is_complete());
        self[task].completed = now;
        self.unpin(task);
    }

    /// Keeps `task`, and with it its ancestors, from being closed: a later search may enter it.
    pub(crate) fn pin(&mut self, task: TaskId) {
        let node = &mut self[task];
        node.open += 1;
        if node.open == 1 && node.parent != NO_TASK {
            // It was closed, and counts again among the children that are not. Its parent is open, because a sibling or a
            // descendant of one runs.
            let parent = node.parent;
            self[parent].open += 1;
        }
    }

    /// Takes back one reason for `task` to be open. A task that is closed by this is one reason less for its parent; and if it is joined, nobody
    /// asks for its promises any more.
    pub(crate) fn unpin(&mut self, mut task: TaskId) {
        loop {
            let node = &mut self[task];
            debug_assert!(!node.is_closed());
            node.open -= 1;
            task = NO_TASK;
            if node.open == 0 {
                task = node.parent;
                if node.is_joined() && !node.nt_joins.is_empty() {
                    let joins = std::mem::take(&mut node.nt_joins);
                    self.unpinned.extend(joins.iter().map(|join| join.source.task));
                }
            }
            if task == NO_TASK {
                match self.unpinned.pop() {
                    Some(next) => task = next,
                    None => return,
                }
            }
        }
    }

    /// What `task` has become one with, if it is joined and closed: the task that it was joined into, past all others of which the same is true, and
    /// when.
    pub(crate) fn joiner(&mut self, task: TaskId) -> Option<(TaskId, Time)> {
        let is_over = |tree: &Dpst, task: TaskId| tree[task].is_joined() && tree[task].is_closed();
        if !is_over(self, task) {
            return None;
        }
        let mut last = task;
        while is_over(self, self[last].joined_into) {
            last = self[last].joined_into;
        }
        let (joined_into, joined) = (self[last].joined_into, self[last].joined);
        let mut next = task;
        while next != last {
            let node = &mut self[next];
            next = std::mem::replace(&mut node.joined_into, joined_into);
            node.joined = joined;
        }
        Some((joined_into, joined))
    }

    /// The task that `task` was joined into, and when; past those below which nothing asks any
    /// more, now and from now on.
    #[inline]
    pub(crate) fn open_joiner(&mut self, task: TaskId) -> Option<(TaskId, Time)> {
        loop {
            let node = &self[task];
            if node.joined_into == NO_TASK {
                return None;
            }
            let joiner = &self[node.joined_into];
            if !joiner.is_joined() || !joiner.is_closed() {
                return Some((node.joined_into, node.joined));
            }
            let (joined_into, joined) = (joiner.joined_into, joiner.joined);
            let node = &mut self[task];
            (node.joined_into, node.joined) = (joined_into, joined);
        }
    }

    /// Whether `task` at `time` (an access of a step that began then, or the moment of a join) precedes `point` along tree
    /// joins and spawns.
    #[inline]
    pub(crate) fn tree_precedes(&mut self, mut task: TaskId, mut time: Time, point: Point) -> bool {
        for _ in 0..NEAR {
            if self.reaches_down(task, time, point) {
                return true;
            }
            match self.open_joiner(task) {
                Some(next) => (task, time) = next,
                None => return false,
            }
        }
        self.tree_precedes_far(task, time, point)
    }

    /// The same, if there are many joins. Each leads to an ancestor. Only the first of these that
    /// is an ancestor of the point, too, can have been there before it: the others
    /// joined after they had created the branch with the point. So it is found by its depth, with
    /// the spawn tree's jumps: along one, the
    /// joins lead mostly through the same tasks.
    fn tree_precedes_far(&mut self, mut task: TaskId, mut time: Time, point: Point) -> bool {
        let depth = self.common_depth(task, point.task);
        let mut walked = std::mem::take(&mut self.walked);
        while self[task].depth > depth {
            let TaskNode { jump, arrival, .. } = self[task];
            if arrival != 0 && self[jump].depth >= depth {
                (task, time) = (jump, arrival);
                continue;
            }
            walked.push(task);
            match self.open_joiner(task) {
                Some(next) => (task, time) = next,
                None => break,
            }
        }
        for task in walked.drain(..).rev() {
            self.note_arrival(task);
        }
        self.walked = walked;
        self[task].depth <= depth && self.reaches_down(task, time, point)
    }

    /// Notes when the joins lead from `task` to where its jump does, if that is known of the jumps
    /// that this one is made of.
    fn note_arrival(&mut self, task: TaskId) {
        let TaskNode { parent, jump, joined_into, joined, .. } = self[task];
        if joined_into == NO_TASK || joined_into != parent {
            return;
        }
        let arrival = if jump == parent {
            joined
        } else if self[parent].arrival == 0 {
            return;
        } else {
            self[self[parent].jump].arrival
        };
        self[task].arrival = arrival;
    }
}
