//! Things that are initialised when they are first needed, and the guards that let others wait for that.
//!
//! Whoever finds the thing initialised follows its initialisation, in every execution. But who initialises it differs from one execution to the
//! next: what the initialising task did *before* is not ordered with those who pass the guard, as another task might have initialised the
//! thing instead. So this is no edge of the happens-before relation. It concerns what was done inside the initialiser, and nothing else:
//! such an access does not race with one that a passage of the guard precedes.
//!
//! Attempts that fail are initialisers, too. The next one follows them, as every attempt carries the guard in its lock set.

use crate::FastMap;
use crate::ids::{GuardId, TaskId};

/// The passages of one guard: when each task first passed it.
#[derive(Debug, Default)]
struct Passages {
    first: FastMap<TaskId, u32>,
}

/// All guards.
#[derive(Debug, Default)]
pub(crate) struct Guards(FastMap<GuardId, Passages>);

impl Guards {
    /// Whether `task` has passed the guard itself.
    #[inline]
    pub(crate) fn has_passed(&self, task: TaskId, guard: GuardId) -> bool {
        self.0.get(&guard).is_some_and(|passages| passages.first.contains_key(&task))
    }

    /// `task` passes the guard.
    pub(crate) fn pass(&mut self, task: TaskId, guard: GuardId, now: u32) {
        self.0.entry(guard).or_default().first.entry(task).or_insert(now);
    }

    /// Replaces tasks and times by others that precede the same; see [`compaction`](crate::compaction).
    pub(crate) fn resolve(&mut self, mut resolve: impl FnMut(TaskId, u32) -> (TaskId, u32)) {
        for passages in self.0.values_mut() {
            let mut first: FastMap<TaskId, u32> = FastMap::default();
            for (task, time) in passages.first.drain() {
                let (task, time) = resolve(task, time);
                let earliest = first.entry(task).or_insert(time);
                *earliest = time.min(*earliest);
            }
            passages.first = first;
        }
    }

    /// Whether a passage of the guard precedes what `running` does from now on.
    pub(crate) fn is_passed(
        &self,
        guard: GuardId,
        running: TaskId,
        mut precedes: impl FnMut(TaskId, u32) -> bool,
    ) -> bool {
        let Some(passages) = self.0.get(&guard) else { return false };
        passages.first.contains_key(&running) || passages.first.iter().any(|(task, time)| precedes(*task, *time))
    }
}
