//! Where tasks come from, and where they ran: what reports and the memory rules ask afterwards.

use detsan_detector::{SiteId, TaskId};

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
pub(crate) struct Runners {
    /// By the number of the task; none is [`u16::MAX`].
    by_task: Option<Vec<u16>>,
}

impl Runners {
    pub(crate) fn new(team: u32) -> Runners {
        Runners { by_task: (team > 1).then(Vec::new) }
    }

    pub(crate) fn note(&mut self, task: TaskId, worker: WorkerId) {
        if let Some(by_task) = &mut self.by_task {
            let index = task.0 as usize;
            if index >= by_task.len() {
                by_task.resize(index + 1, u16::MAX);
            }
            by_task[index] = worker.0 as u16;
        }
    }

    /// The thread that `task` ran on; `None` if that is not known, or there is only one.
    pub(crate) fn of(&self, task: TaskId) -> Option<WorkerId> {
        let runner = *self.by_task.as_ref()?.get(task.0 as usize)?;
        (runner != u16::MAX).then_some(WorkerId(u32::from(runner)))
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
    }

    #[test]
    fn runners_are_kept_for_several_threads_only() {
        let mut runners = Runners::new(4);
        runners.note(TaskId(3), WorkerId(2));
        assert_eq!((runners.of(TaskId(3)), runners.of(TaskId(2))), (Some(WorkerId(2)), None));
        let mut alone = Runners::new(1);
        alone.note(TaskId(3), WorkerId(0));
        assert_eq!(alone.of(TaskId(3)), None);
    }
}
