//! The order in which libomp runs the members of a `mutexinoutset`: that of their creation.
//!
//! libomp (19.1.7) loses members that an explicit task has created: a thread that finds one while another
//! runs leaves it in its queue, and may then leave the region. So the hooks give it `inout` in place of
//! `mutexinoutset`, and each member waits for the one before it. That is an order OpenMP allows; the
//! detector is told of the clause as the program has it, and decides for all orders.

use detsan_detector::{Depend, DependKind, Location, TaskId};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// A set: the location that the clauses name, among the children of one task.
type Set = (TaskId, Location);

/// One set that a task is a member of, and the member before it.
#[derive(Clone, Copy, Debug)]
struct Turn {
    set: Set,
    before: Option<TaskId>,
}

/// Members that are not complete.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// The newest member of each set.
    newest: Map<Set, TaskId>,
    members: Map<TaskId, SmallVec<[Turn; 1]>>,
}

fn sets(parent: TaskId, depends: &[Depend]) -> impl Iterator<Item = Set> {
    let locations = depends.iter().filter(|depend| depend.kind == DependKind::MutexInOutSet);
    locations.filter_map(move |depend| depend.location.map(|location| (parent, location)))
}

impl Turns {
    /// `parent` has created `task` with these clauses.
    pub(crate) fn add(&mut self, task: TaskId, parent: TaskId, depends: &[Depend]) {
        for set in sets(parent, depends) {
            let before = self.newest.insert(set, task).filter(|before| *before != task);
            self.members.entry(task).or_default().push(Turn { set, before });
        }
    }

    /// A member that `task` waits for. A member that is complete is no member any more.
    pub(crate) fn awaited_by(&self, task: TaskId) -> Option<TaskId> {
        let turns = self.members.get(&task)?;
        turns.iter().filter_map(|turn| turn.before).find(|before| self.members.contains_key(before))
    }

    /// A member that a construct of `parent` with these clauses waits for.
    pub(crate) fn awaited_at(&self, parent: TaskId, depends: &[Depend]) -> Option<TaskId> {
        sets(parent, depends).find_map(|set| self.newest.get(&set).copied())
    }

    /// `task` is complete.
    pub(crate) fn complete(&mut self, task: TaskId) {
        if self.members.is_empty() {
            return;
        }
        for turn in self.members.remove(&task).unwrap_or_default() {
            if self.newest.get(&turn.set) == Some(&task) {
                self.newest.remove(&turn.set);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: TaskId = TaskId(1);

    fn clause(location: u64, kind: DependKind) -> Depend {
        Depend { location: Some(Location(location)), kind }
    }

    #[test]
    fn a_member_waits_for_the_one_before_it() {
        let mut turns = Turns::default();
        let (first, second, third) = (TaskId(2), TaskId(3), TaskId(4));
        let both = [clause(8, DependKind::MutexInOutSet), clause(16, DependKind::MutexInOutSet)];
        turns.add(first, PARENT, &both[..1]);
        turns.add(second, PARENT, &both);
        turns.add(third, PARENT, &both[1..]);
        assert_eq!([first, second, third].map(|task| turns.awaited_by(task)), [None, Some(first), Some(second)]);
        assert_eq!(turns.awaited_at(PARENT, &both[..1]), Some(second));
        turns.complete(first);
        assert_eq!(turns.awaited_by(second), None);
        turns.complete(second);
        turns.complete(third);
        assert_eq!(turns.awaited_at(PARENT, &both), None);
        assert!(turns.members.is_empty() && turns.newest.is_empty());
    }

    #[test]
    fn nobody_waits_for_a_child_of_another_task_or_for_another_clause() {
        let mut turns = Turns::default();
        turns.add(TaskId(2), PARENT, &[clause(8, DependKind::MutexInOutSet)]);
        turns.add(TaskId(3), TaskId(9), &[clause(8, DependKind::MutexInOutSet)]);
        assert_eq!(turns.awaited_by(TaskId(3)), None);
        assert_eq!(turns.awaited_at(PARENT, &[clause(8, DependKind::InOutSet)]), None);
    }
}
