//! The program's locks: who they are, and who has them.
//!
//! A lock is known by its address, which means another lock when the memory has been given back in between. A lock of the thread library may be taken again
//! by its holder (a recursive mutex); the hooks tell each time, and only the outermost counts. At team=1 all tasks run on
//! one thread, so that a mutex lets a task in which is not the one that has it: each task has its own count.
//!
//! A lock of OpenMP does not let it in. In a team of one its holder cannot go on before the task that waits for it has ended, which is a deadlock; the same
//! may happen on several threads, as a task may run at once where it is created.

use std::collections::BTreeMap;

use detsan_detector::{LockId, LockRule, SiteId, TaskId};
use detsan_options::Options;
use detsan_report::Incident;
use hashbrown::HashMap;

use crate::baton::{Reason, State};
use crate::ending;
use crate::events::has_other_threads;
use crate::tool::Tool;
use crate::worker::Worker;

/// What critical sections order, as the option `locks` has it.
pub(crate) fn rule(options: &Options) -> LockRule {
    match options.locks {
        detsan_options::Locks::Sets => LockRule::Sets,
        detsan_options::Locks::DoesNotCommute => LockRule::DoesNotCommute,
    }
}

/// What keeps accesses apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Lock {
    /// `critical` or a lock of OpenMP, by its wait identifier and the contention group that it excludes in.
    OpenMp(u64, u32),
    /// A lock of the thread library, by its address.
    Library(u64),
}

/// What a lock of OpenMP orders, beside keeping its holders apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Orders {
    /// Critical sections, as the option `locks` has it.
    Sections,
    /// Nothing: an atomic access that the processor cannot do, or the combination of a reduction in gcc's programs.
    Nothing,
}

/// The locks so far.
#[derive(Debug, Default)]
pub(crate) struct Locks {
    ids: BTreeMap<Lock, LockId>,
    count: u32,
    /// How often tasks have taken locks of the thread library and not given them back.
    held: HashMap<(Lock, TaskId), u32>,
    /// Who has the locks of OpenMP, by their wait identifiers, and where it took them.
    pub(crate) holders: BTreeMap<u64, (TaskId, SiteId)>,
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
        self.holders.retain(|lock, _| !(first..=last).contains(lock));
        for range in [Lock::OpenMp(first, 0)..=Lock::OpenMp(last, u32::MAX), Lock::Library(first)..=Lock::Library(last)]
        {
            while let Some((lock, _)) = self.ids.range(range.clone()).next() {
                let lock = *lock;
                self.ids.remove(&lock);
                self.held.retain(|held, _| held.0 != lock);
            }
        }
    }
}

impl Tool {
    /// The running task has taken a lock of OpenMP.
    pub(crate) fn note_holder(&mut self, wait_id: u64, pc: usize) {
        let taken = (self.detector.running(), self.site(pc, 0));
        self.locks.holders.insert(wait_id, taken);
    }

    /// The running task wants a lock of OpenMP, and waits if another has it. Ends the program if that can never end.
    pub(crate) fn on_acquire(&mut self, wait_id: u64, pc: usize) {
        let Some((holder, taken_at)) = self.locks.holders.get(&wait_id).copied() else { return };
        let site = self.site(pc, 0);
        self.worker.wants_lock_at = site;
        // In a team of several threads, the holder may be on another one.
        if !self.is_in_team() && !has_other_threads(self.worker.len()) {
            self.report_lock_held(self.detector.running(), site, holder, taken_at);
            ending::stop_at_deadlock(self)
        }
    }

    /// No thread can go on: reports one that waits for a lock. Returns whether there is one.
    pub(crate) fn report_lock_cycle(&mut self) -> bool {
        let wanted = |worker: &Worker| match self.baton.state(worker.seat.worker) {
            State::Parked(Reason::Lock(lock)) => {
                let (holder, taken_at) = self.locks.holders.get(&lock).copied()?;
                Some((worker.task, worker.wants_lock_at, holder, taken_at))
            }
            _ => None,
        };
        let found = self.worker.iter().find_map(wanted);
        if let Some((task, site, holder, taken_at)) = found {
            self.report_lock_held(self.resolve(task), site, holder, taken_at);
        }
        found.is_some()
    }

    /// `waiter` wants a lock at `site` that `holder` took at `taken_at`.
    fn report_lock_held(&mut self, waiter: TaskId, site: SiteId, holder: TaskId, taken_at: SiteId) {
        self.report_incident(&Incident::LockHeld { waiter, site, holder, taken_at });
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
        let kinds = [Lock::OpenMp(0x1000, 0), MUTEX];
        let before = kinds.map(|lock| locks.id(lock));
        let outside = locks.id(Lock::Library(0x1010));
        locks.forget(0xff0, 0x20);
        let after = kinds.map(|lock| locks.id(lock));
        assert!(before.iter().all(|id| !after.contains(id)));
        assert_eq!(locks.id(Lock::Library(0x1010)), outside);
        assert_ne!(locks.fresh(), locks.fresh());
    }
}
