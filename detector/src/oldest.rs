//! Up to when everything precedes the running task: what mostly answers a question of order for thousands of accesses at once.
//!
//! All tasks that nobody has joined yet are in one list, in the order of their creation. The oldest of them that is no ancestor of the running task, *o*, was created at some time, and whatever was
//! done before that precedes the running task, provided that each ancestor has done and joined nothing since it created the branch in which the running task is.
//!
//! # Guarantee
//!
//! Let a step of task *x* have begun before the creation of *o*, and follow the joins from *x* to the first task *y* that is not joined. A task is joined into one of its ancestors, so *y* is as old as
//! *x*, older than *o*, and an ancestor of the running task, or that task itself. If *y* is *x*, the step lies before the branch, by the proviso. Otherwise the last of the joins does, for the same reason.
//! Promises could only add to that.
//!
//! In depth-first execution the proviso holds always, and the answer is exact.

use crate::dpst::{Dpst, NO_TASK, Time};
use crate::ids::TaskId;

/// Ancestors that are looked for at a time. Beyond, the answer is that nothing is known.
const ANCESTORS: usize = 64;

/// The running task with its ancestors, and how much of the above is known of them.
///
/// In depth-first execution it changes by one task at a time, so that an answer costs the same at
/// every depth.
#[derive(Debug)]
pub(crate) struct Lineage {
    /// The root first. A task stands where its depth says. Empty if it is not known.
    path: Vec<TaskId>,
    /// So many of them, from the root on, are known to follow whatever the one before has done.
    passive: usize,
    /// So many of them are the oldest tasks that nobody has joined.
    matched: usize,
}

impl Default for Lineage {
    fn default() -> Lineage {
        Lineage { path: vec![TaskId(0)], passive: 1, matched: 1 }
    }
}

impl Lineage {
    fn truncate(&mut self, length: usize) {
        self.path.truncate(length);
        self.passive = self.passive.min(length);
        self.matched = self.matched.min(length);
    }

    /// `task` runs from now on.
    pub(crate) fn run(&mut self, tree: &Dpst, task: TaskId) {
        let mut missing = [NO_TASK; ANCESTORS];
        let mut count = 0;
        let mut ancestor = task;
        loop {
            // Numbers grow with every generation.
            while self.path.last().is_some_and(|last| *last > ancestor) {
                self.truncate(self.path.len() - 1);
            }
            if ancestor == NO_TASK || self.path.last() == Some(&ancestor) {
                break;
            }
            let Some(slot) = missing.get_mut(count) else { return self.truncate(0) };
            *slot = ancestor;
            count += 1;
            ancestor = tree[ancestor].parent;
        }
        self.path.extend(missing[..count].iter().rev());
    }

    /// Tasks were joined into `joiner`.
    pub(crate) fn joined_into(&mut self, tree: &Dpst, joiner: TaskId) {
        let depth = tree[joiner].depth as usize;
        if self.path.get(depth) == Some(&joiner) {
            self.truncate(depth + 1);
        }
    }

    /// `task` is about to be joined.
    pub(crate) fn is_joined(&mut self, tree: &Dpst, task: TaskId) {
        let depth = tree[task].depth as usize;
        if self.path.get(depth) == Some(&task) {
            self.matched = self.matched.min(depth);
        }
    }

    /// Everything that was done before this time precedes what `running` does from `now` on; `None`
    /// if that is not known of any time.
    pub(crate) fn precedes_before(&mut self, tree: &Dpst, running: TaskId, now: Time) -> Option<Time> {
        if self.path.last() != Some(&running) {
            self.run(tree, running);
        }
        if self.path.is_empty() {
            return None;
        }
        // Both begin with the root, which nobody creates or joins.
        (self.passive, self.matched) = (self.passive.max(1), self.matched.max(1));
        while let Some(task) = self.path.get(self.passive) {
            let node = &tree[*task];
            if tree[node.parent].last_active >= node.spawned {
                return None;
            }
            self.passive += 1;
        }
        loop {
            let oldest = tree[self.path[self.matched - 1]].newer;
            match self.path.get(self.matched) {
                Some(ancestor) if *ancestor == oldest => self.matched += 1,
                _ if oldest == NO_TASK => return Some(now),
                _ => return Some(tree[oldest].spawned),
            }
        }
    }
}

impl Dpst {
    /// Adds a task that was created just now to those that nobody has joined.
    pub(crate) fn link_unjoined(&mut self, task: TaskId) {
        if let Some(newest) = self.newest_unjoined.replace(task) {
            self[newest].newer = task;
            self[task].older = newest;
        }
    }

    /// Takes a task out that is joined. The root never is.
    pub(crate) fn unlink_unjoined(&mut self, task: TaskId) {
        let (older, newer) = (self[task].older, self[task].newer);
        self[older].newer = newer;
        match newer {
            NO_TASK => self.newest_unjoined = Some(older),
            newer => self[newer].older = older,
        }
    }
}
