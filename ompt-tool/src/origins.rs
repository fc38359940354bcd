//! Where tasks come from, and where they ran: what reports and the memory rules ask afterwards.

use detsan_detector::{SiteId, TaskId};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::baton::WorkerId;

/// The implicit tasks so far. Those of a team are numbered one after the other, and again after each barrier.
#[derive(Debug, Default)]
pub(crate) struct ImplicitTasks {
    /// The first of each such row, how many there are, and the place of the region.
    rows: Vec<(TaskId, u32, SiteId)>,
}

impl ImplicitTasks {
    /// Implicit tasks of a region at `site`, numbered from `first` on, which is larger than all before.
    pub(crate) fn add(&mut self, first: TaskId, count: u32, site: SiteId) {
        self.rows.push((first, count, site));
    }

    /// Forgets rows of which no task is known any more.
    pub(crate) fn retain(&mut self, is_known: impl Fn(TaskId) -> bool) {
        self.rows.retain(|(first, count, _)| (first.0..first.0 + count).map(TaskId).any(&is_known));
    }

    /// The place of the region that `task` is an implicit task of, and its number in the team; `None` if it is not an implicit task.
    pub(crate) fn find(&self, task: TaskId) -> Option<(SiteId, u32)> {
        let after = self.rows.partition_point(|(first, ..)| *first <= task);
        let (first, count, site) = self.rows[..after].last()?;
        let index = task.0 - first.0;
        (index < *count).then_some((*site, index))
    }
}

/// The thread that each explicit task ran on, at last. Kept only if there are several threads.
#[derive(Debug)]
pub(crate) struct Runners(Option<RunnersOfSeveral>);

#[derive(Debug, Default)]
struct RunnersOfSeveral {
    /// Those of older tasks.
    older: HashMap<TaskId, WorkerId, FxBuildHasher>,
    /// Number of the first task in `newer`.
    first: u32,
    /// Those of newer tasks, by number; none is [`NOBODY`].
    newer: Vec<u16>,
}

const NOBODY: u16 = u16::MAX;

impl RunnersOfSeveral {
    fn of(&self, task: TaskId) -> Option<WorkerId> {
        match task.0.checked_sub(self.first) {
            None => self.older.get(&task).copied(),
            Some(index) => {
                let runner = *self.newer.get(index as usize)?;
                (runner != NOBODY).then_some(WorkerId(u32::from(runner)))
            }
        }
    }
}

impl Runners {
    pub(crate) fn new(team: u32) -> Runners {
        Runners((team > 1).then(RunnersOfSeveral::default))
    }

    pub(crate) fn note(&mut self, task: TaskId, worker: WorkerId) {
        let Some(runners) = &mut self.0 else { return };
        match task.0.checked_sub(runners.first) {
            None => {
                runners.older.insert(task, worker);
            }
            Some(index) => {
                let index = index as usize;
                if index >= runners.newer.len() {
                    runners.newer.resize(index + 1, NOBODY);
                }
                runners.newer[index] = worker.0 as u16;
            }
        }
    }

    /// The thread that `task` ran on; `None` if that is not known, or there is only one.
    pub(crate) fn of(&self, task: TaskId) -> Option<WorkerId> {
        self.0.as_ref()?.of(task)
    }

    /// Forgets tasks that are not known any more.
    pub(crate) fn retain(&mut self, is_known: impl Fn(TaskId) -> bool) {
        let Some(runners) = &mut self.0 else { return };
        runners.older.retain(|task, _| is_known(*task));
        let newer = std::mem::take(&mut runners.newer);
        let known =
            (runners.first..).map(TaskId).zip(&newer).filter(|(task, runner)| **runner != NOBODY && is_known(*task));
        runners.older.extend(known.map(|(task, runner)| (task, WorkerId(u32::from(*runner)))));
        runners.first += newer.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn implicit_tasks_are_found_in_their_rows() {
        let mut tasks = ImplicitTasks::default();
        tasks.add(TaskId(1), 4, SiteId(10));
        tasks.add(TaskId(8), 2, SiteId(20));
        assert_eq!(tasks.find(TaskId(0)), None);
        assert_eq!(tasks.find(TaskId(4)), Some((SiteId(10), 3)));
        assert_eq!(tasks.find(TaskId(5)), None);
        assert_eq!(tasks.find(TaskId(9)), Some((SiteId(20), 1)));
        assert_eq!(tasks.find(TaskId(10)), None);
        tasks.retain(|task| task == TaskId(9));
        assert_eq!((tasks.find(TaskId(4)), tasks.find(TaskId(8))), (None, Some((SiteId(20), 0))));
    }

    #[test]
    fn runners_are_kept_for_several_threads_only() {
        let mut runners = Runners::new(4);
        runners.note(TaskId(3), WorkerId(2));
        assert_eq!((runners.of(TaskId(3)), runners.of(TaskId(2))), (Some(WorkerId(2)), None));
        runners.note(TaskId(5), WorkerId(1));
        runners.retain(|task| task == TaskId(3));
        runners.note(TaskId(7), WorkerId(1));
        let of = |task| runners.of(TaskId(task)).map(|worker| worker.0);
        assert_eq!([of(3), of(5), of(6), of(7)], [Some(2), None, None, Some(1)]);
        let mut alone = Runners::new(1);
        alone.note(TaskId(3), WorkerId(0));
        assert_eq!(alone.of(TaskId(3)), None);
    }
}
