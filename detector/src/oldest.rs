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

/// Ancestors that are looked at. Beyond, the answer is that nothing is known.
const ANCESTORS: usize = 64;

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

    /// Everything that was done before this time precedes what `running` does from `now` on; `None` if that is not known of any time.
    pub(crate) fn precedes_before(&self, running: TaskId, now: Time) -> Option<Time> {
        let mut ancestors = [NO_TASK; ANCESTORS];
        let mut count = 0;
        let mut task = running;
        while task != NO_TASK {
            *ancestors.get_mut(count)? = task;
            count += 1;
            let node = &self[task];
            if node.parent != NO_TASK && self[node.parent].last_active >= node.spawned {
                return None;
            }
            task = node.parent;
        }
        // Both begin with the root.
        let mut unjoined = TaskId(0);
        for ancestor in ancestors[..count].iter().rev() {
            if unjoined != *ancestor {
                break;
            }
            unjoined = self[unjoined].newer;
        }
        Some(if unjoined == NO_TASK { now } else { self[unjoined].spawned })
    }
}
