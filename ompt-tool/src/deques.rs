//! Where libomp keeps the tasks that can start, so that it is known which of them a thread can get.
//!
//! A thread that waits in libomp (19.1.7) with the baton must find a task there, or nobody goes on.
//! Each thread of a team has a deque. A task goes to the tail of the deque of the thread that creates
//! it, or that completes the last task it depends on. A thread takes from the tail of its own deque,
//! and from the heads of the others; from behind a head only if the team has had an untied task.
//! `__kmp_remove_my_task` and `__kmp_steal_task` are the places.
//!
//! Tasks with a priority have queues of their own there. They are looked for here as if they had none:
//! then a thread may keep the baton without need, or pass it on without need, and both are mended
//! (see [`watchdog`](crate::watchdog)).

use std::collections::VecDeque;

use detsan_detector::TaskId;

use crate::regions::RegionId;

/// Whose deque a task is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeper {
    /// The thread of the region with this number.
    Thread(u32),
    /// Some thread: libomp chose it.
    Unknown,
}

/// The deques of one region.
#[derive(Debug, Default)]
struct Team {
    deques: Vec<VecDeque<TaskId>>,
    /// Tasks in a deque that is not known.
    anywhere: Vec<TaskId>,
    has_had_untied: bool,
}

impl Team {
    fn deque(&mut self, thread: u32) -> &mut VecDeque<TaskId> {
        let index = thread as usize;
        if index >= self.deques.len() {
            self.deques.resize_with(index + 1, VecDeque::new);
        }
        &mut self.deques[index]
    }
}

/// The deques of all regions that have had tasks. There are few at a time, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Deques(Vec<(RegionId, Team)>);

impl Deques {
    fn team(&mut self, region: RegionId) -> &mut Team {
        let index = self.0.iter().rposition(|(id, _)| *id == region).unwrap_or_else(|| {
            self.0.push((region, Team::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    /// `task` can start now.
    pub(crate) fn put(&mut self, task: TaskId, region: RegionId, keeper: Keeper) {
        let team = self.team(region);
        match keeper {
            Keeper::Thread(thread) => team.deque(thread).push_back(task),
            Keeper::Unknown => team.anywhere.push(task),
        }
    }

    /// `task`, which was put there, has been taken.
    pub(crate) fn take(&mut self, task: TaskId, region: RegionId, keeper: Keeper) {
        let team = self.team(region);
        let Keeper::Thread(thread) = keeper else {
            team.anywhere.retain(|other| *other != task);
            return;
        };
        let deque = team.deque(thread);
        if deque.back() == Some(&task) {
            deque.pop_back();
        } else if let Some(index) = deque.iter().position(|other| *other == task) {
            deque.remove(index);
        }
    }

    /// `region` has a task that is untied.
    pub(crate) fn note_untied(&mut self, region: RegionId) {
        self.team(region).has_had_untied = true;
    }

    /// Whether a `thread` of `region` finds a task in libomp that it `may_run`.
    pub(crate) fn offers(&self, region: RegionId, thread: u32, may_run: impl Fn(TaskId) -> bool) -> bool {
        let Some((_, team)) = self.0.iter().rfind(|(id, _)| *id == region) else { return false };
        let in_deque = |(index, deque): (usize, &VecDeque<TaskId>)| match index {
            own if own == thread as usize => deque.back().is_some_and(|task| may_run(*task)),
            _ if team.has_had_untied => deque.iter().any(|task| may_run(*task)),
            _ => deque.front().is_some_and(|task| may_run(*task)),
        };
        let own = team.deques.get(thread as usize).map(|deque| (thread as usize, deque));
        own.is_some_and(in_deque)
            || team.anywhere.iter().any(|task| may_run(*task))
            || team.deques.iter().enumerate().any(in_deque)
    }

    /// `region` has ended.
    pub(crate) fn end_region(&mut self, region: RegionId) {
        self.0.retain(|(id, _)| *id != region);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGION: RegionId = RegionId(1);
    const TASKS: [TaskId; 3] = [TaskId(1), TaskId(2), TaskId(3)];

    fn of_thread_0() -> Deques {
        let mut deques = Deques::default();
        for task in TASKS {
            deques.put(task, REGION, Keeper::Thread(0));
        }
        deques
    }

    fn can_get(deques: &Deques, thread: u32) -> Vec<u32> {
        TASKS.iter().filter(|task| deques.offers(REGION, thread, |other| other == **task)).map(|task| task.0).collect()
    }

    #[test]
    fn a_thread_gets_its_newest_task_and_the_oldest_of_others() {
        let mut deques = of_thread_0();
        assert_eq!([can_get(&deques, 0), can_get(&deques, 1)], [[3], [1]]);
        deques.take(TaskId(1), REGION, Keeper::Thread(0));
        assert_eq!([can_get(&deques, 0), can_get(&deques, 1)], [[3], [2]]);
        deques.end_region(REGION);
        assert!(can_get(&deques, 0).is_empty() && can_get(&deques, 1).is_empty());
    }

    #[test]
    fn others_look_behind_the_oldest_once_there_are_untied_tasks() {
        let mut deques = of_thread_0();
        deques.note_untied(REGION);
        assert_eq!([can_get(&deques, 0), can_get(&deques, 1)], [vec![3], vec![1, 2, 3]]);
    }

    #[test]
    fn a_task_of_a_thread_that_is_not_known_is_for_all() {
        let mut deques = Deques::default();
        deques.put(TaskId(2), REGION, Keeper::Unknown);
        assert_eq!([can_get(&deques, 0), can_get(&deques, 5)], [[2], [2]]);
        deques.take(TaskId(2), REGION, Keeper::Unknown);
        assert!(can_get(&deques, 0).is_empty());
    }
}
