//! The program's locks: who they are, and who has them.
//!
//! A lock is known by its address, which means another lock when the memory has been given back in between. A lock of the thread library may be taken again
//! by its holder (a recursive mutex); the hooks tell each time, and only the outermost counts. At team=1 all tasks run on
//! one thread, so that a mutex lets a task in which is not the one that has it: each task has its own count.

use std::collections::BTreeMap;

use detsan_detector::{LockId, TaskId};
use hashbrown::HashMap;

/// What keeps accesses apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Lock {
    /// `critical`, `ordered` or a lock of OpenMP, by its wait identifier.
    OpenMp(u64),
    /// A lock of the thread library, by its address.
    Library(u64),
}

/// The locks so far.
#[derive(Debug, Default)]
pub(crate) struct Locks {
    ids: BTreeMap<Lock, LockId>,
    count: u32,
    /// How often tasks have taken locks of the thread library and not given them back.
    held: HashMap<(Lock, TaskId), u32>,
}

impl Locks {
    /// A lock that nobody else knows.
    pub(crate) fn fresh(&mut self) -> LockId {
        let id = LockId(self.count);
        self.count += 1;
        id
    }

    /// The number of a lock.
    pub(crate) fn id(&mut self, lock: Lock) -> LockId {
        if let Some(id) = self.ids.get(&lock) {
            return *id;
        }
        let id = self.fresh();
        self.ids.insert(lock, id);
        id
    }

    /// `task` takes a lock that may be recursive. Returns its number if the task did not have it.
    pub(crate) fn take(&mut self, lock: Lock, task: TaskId) -> Option<LockId> {
        let depth = self.held.entry((lock, task)).or_default();
        *depth += 1;
        (*depth == 1).then(|| self.id(lock))
    }

    /// `task` gives back a lock that may be recursive. Returns its number and who had it, if nobody has it any more: that may be
    /// another task, where one takes the lock and the other gives it back.
    pub(crate) fn give(&mut self, lock: Lock, task: TaskId) -> Option<(LockId, TaskId)> {
        let mut holder = (lock, task);
        if !self.held.contains_key(&holder) {
            // The one that came last, so that the answer does not depend on the order of the table.
            holder = *self.held.keys().filter(|held| held.0 == lock).max_by_key(|held| held.1)?;
        }
        let depth = self.held.get_mut(&holder)?;
        *depth -= 1;
        if *depth > 0 {
            return None;
        }
        self.held.remove(&holder);
        Some((self.id(lock), holder.1))
    }

    /// The memory is given back: locks in it are no more.
    pub(crate) fn forget(&mut self, start: usize, size: usize) {
        if self.ids.is_empty() || size == 0 {
            return;
        }
        let (first, last) = (start as u64, (start + size - 1) as u64);
        for range in [Lock::OpenMp(first)..=Lock::OpenMp(last), Lock::Library(first)..=Lock::Library(last)] {
            while let Some((lock, _)) = self.ids.range(range.clone()).next() {
                let lock = *lock;
                self.ids.remove(&lock);
                self.held.retain(|held, _| held.0 != lock);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUTEX: Lock = Lock::Library(0x1000);
    const A: TaskId = TaskId(1);
    const B: TaskId = TaskId(2);

    #[test]
    fn only_the_outermost_of_nested_locks_counts() {
        let mut locks = Locks::default();
        let id = locks.take(MUTEX, A).expect("it was free");
        assert_eq!(locks.take(MUTEX, A), None);
        assert_eq!(locks.give(MUTEX, A), None);
        assert_eq!(locks.give(MUTEX, A), Some((id, A)));
        assert_eq!(locks.give(MUTEX, A), None);
        assert_eq!(locks.take(MUTEX, B), Some(id));
    }

    #[test]
    fn each_task_has_its_own_count_and_may_give_back_what_another_took() {
        let mut locks = Locks::default();
        let id = locks.take(MUTEX, A).expect("it was free");
        assert_eq!(locks.take(MUTEX, B), Some(id));
        assert_eq!(locks.give(MUTEX, B), Some((id, B)));
        assert_eq!(locks.give(MUTEX, B), Some((id, A)));
    }

    #[test]
    fn a_lock_in_memory_that_was_given_back_is_another_lock() {
        let mut locks = Locks::default();
        let kinds = [Lock::OpenMp(0x1000), MUTEX];
        let before = kinds.map(|lock| locks.id(lock));
        let outside = locks.id(Lock::Library(0x1010));
        locks.forget(0xff0, 0x20);
        let after = kinds.map(|lock| locks.id(lock));
        assert!(before.iter().all(|id| !after.contains(id)));
        assert_eq!(locks.id(Lock::Library(0x1010)), outside);
        assert_ne!(locks.fresh(), locks.fresh());
    }
}
