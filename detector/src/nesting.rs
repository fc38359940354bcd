//! Since when everything precedes the running task: the other end of what [`oldest`](crate::oldest) tells.
//!
//! In depth-first execution a task runs from its beginning to its end, with nothing in between but what it has created. As soon as it has joined that, all that was done since it began precedes it; and
//! until then, all that was done since another task ran last. The tasks that run inside of one another are on a stack, the newest on top, with the identifiers that came next when they began and when they
//! went on.
//!
//! # Guarantee
//!
//! A task is taken off the stack when an older one runs. So whatever was done since the running task was put there was done by itself, or by tasks that are newer. If it is the newest of those that nobody has joined, these
//! are joined: each into an ancestor, which is newer again, and joined, or is the running task, or older. The latter happens where tasks are joined into one that does not run, as undeferred ones are, and those at a
//! barrier: then all that are newer than that one begin anew.

use crate::ids::TaskId;

/// A task that has begun to run, and has not been interrupted by an older one.
#[derive(Clone, Copy, Debug)]
struct Run {
    task: TaskId,
    /// The identifier that came next when it was put on the stack, …
    begun: u32,
    /// … and when it went on, after others had run.
    resumed: u32,
}

/// The tasks that run inside of one another, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Nesting(Vec<Run>);

/// Tasks that are kept on the stack.
const DEPTH: usize = 1 << 12;

impl Nesting {
    /// `task` runs from now on, which had not been running. Identifiers of tasks grow with their age.
    pub(crate) fn run(&mut self, task: TaskId, next: u32) {
        while let Some(top) = self.0.last_mut() {
            if top.task == task {
                top.resumed = next;
                return;
            }
            if top.task < task {
                break;
            }
            self.0.pop();
        }
        if self.0.len() == DEPTH {
            self.0.clear();
        }
        self.0.push(Run { task, begun: next, resumed: next });
    }

    /// Tasks were joined into this one: those that are newer do not follow them for that.
    pub(crate) fn joined_into(&mut self, joiner: TaskId, next: u32) {
        for run in self.0.iter_mut().rev().take_while(|run| run.task > joiner) {
            run.begun = next;
        }
    }

    /// Nothing is known of what was done until now, but that `running` has done nothing since.
    pub(crate) fn restart(&mut self, running: TaskId, next: u32) {
        self.0.clear();
        self.0.push(Run { task: running, begun: next, resumed: next });
    }

    /// Identifiers from this one on were made by the running task or, if nobody newer is left to be joined, by those that it has joined.
    #[inline]
    pub(crate) fn since(&self, is_newest: bool) -> u32 {
        let top = self.0.last().expect("some task runs");
        if is_newest { top.begun } else { top.resumed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(runs: &[(u32, u32)]) -> (u32, u32) {
        let mut nesting = Nesting::default();
        for (task, next) in runs {
            nesting.run(TaskId(*task), *next);
        }
        (nesting.since(true), nesting.since(false))
    }

    #[test]
    fn a_task_that_goes_on_after_newer_ones_keeps_its_beginning() {
        assert_eq!(after(&[(1, 10), (2, 20), (3, 30), (2, 40)]), (20, 40));
        assert_eq!(after(&[(1, 10), (2, 20), (3, 30), (2, 40), (1, 50)]), (10, 50));
    }

    #[test]
    fn tasks_that_are_joined_into_an_older_one_do_not_count() {
        let mut nesting = Nesting::default();
        for task in [1, 3, 4] {
            nesting.run(TaskId(task), task);
        }
        nesting.joined_into(TaskId(1), 50);
        nesting.run(TaskId(3), 60);
        assert_eq!(nesting.since(true), 50);
        nesting.run(TaskId(1), 70);
        assert_eq!(nesting.since(true), 1);
    }

    #[test]
    fn an_older_task_takes_the_newer_ones_off() {
        assert_eq!(after(&[(5, 10), (3, 20), (5, 30)]), (30, 30));
        assert_eq!(after(&[(1, 10), (5, 20), (3, 30), (4, 40), (3, 50)]), (30, 50));
    }
}
