//! `depend` clauses of recent tasks, for reports.
//!
//! A report shows the clauses of the two tasks of a race, so that a wrong one can be seen. They are kept in a ring: a task may be part of a race for as
//! long as nobody has waited for it, and there may be millions of such tasks.

use detsan_detector::TaskId;

use crate::tasking::Clause;

/// Items that are kept.
const CAPACITY: usize = 1 << 16;

/// The clauses of the tasks that were created last.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    ring: Vec<(TaskId, Clause)>,
    /// Where the next item goes once the ring is full.
    next: usize,
}

impl Clauses {
    pub(crate) fn add(&mut self, task: TaskId, clauses: &[Clause]) {
        for clause in clauses {
            match self.ring.get_mut(self.next) {
                Some(item) => *item = (task, *clause),
                None => self.ring.push((task, *clause)),
            }
            self.next = (self.next + 1) % CAPACITY;
        }
    }

    /// The clauses of `task`, if it has any and they are still known.
    pub(crate) fn of(&self, task: TaskId) -> impl Iterator<Item = Clause> + '_ {
        let (newer, older) = self.ring.split_at(self.next.min(self.ring.len()));
        older.iter().chain(newer).filter(move |(owner, _)| *owner == task).map(|(_, clause)| *clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use detsan_detector::{Depend, DependKind, Location};

    fn clause(location: u64) -> Clause {
        Clause { depend: Depend { location: Some(Location(location)), kind: DependKind::In }, length: 4 }
    }

    fn locations(clauses: &Clauses, task: u32) -> Vec<u64> {
        clauses.of(TaskId(task)).map(|clause| clause.depend.location.unwrap().0).collect()
    }

    #[test]
    fn the_clauses_of_a_task_are_found() {
        let mut clauses = Clauses::default();
        clauses.add(TaskId(1), &[clause(10), clause(11)]);
        clauses.add(TaskId(2), &[clause(20)]);
        assert_eq!(locations(&clauses, 1), [10, 11]);
        assert_eq!(locations(&clauses, 2), [20]);
        assert_eq!(locations(&clauses, 3), [0u64; 0]);
    }

    #[test]
    fn old_ones_are_forgotten() {
        let mut clauses = Clauses::default();
        for task in 0..CAPACITY as u32 + 5 {
            clauses.add(TaskId(task), &[clause(u64::from(task))]);
        }
        assert_eq!(locations(&clauses, 4), [0u64; 0]);
        assert_eq!(locations(&clauses, 5), [5]);
        assert_eq!(locations(&clauses, CAPACITY as u32 + 4), [CAPACITY as u64 + 4]);
    }
}
