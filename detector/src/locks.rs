//! Lock sets: what an access held.
//!
//! Mutual exclusion is not order. Two accesses that hold a common lock do not race, whichever comes first; that is how the isolated blocks of
//! TaskChecker (Raman et al., FMSD 2012, §6) are treated, for many locks. An atomic access holds a pseudo-lock that all atomic accesses share,
//! and the members of a `mutexinoutset` share one per parent and location.
//!
//! So does an access that finds its memory by the number of the running thread: tasks on one thread do not overlap, and
//! no other thread has that number. The lock is held for this one access, whether or not the task meets a scheduling
//! point before the next. That is as much as a lock of the program promises which is given back in between.
//!
//! A lock that is taken together with others (`rdlock`) excludes only those who take it alone. So it protects less than the same lock taken alone,
//! and that is how sets are compared: [`LockSets::within`], [`LockSets::intersection`].
//!
//! What a task does while it initialises something carries the guard in its set, which lets [`guards`](crate::guards) know it later.

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::ids::{GuardId, Location, LockId, SlotId, TaskId};

/// An interned set of locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LockSetId(pub(crate) u32);

impl LockSetId {
    pub(crate) const EMPTY: LockSetId = LockSetId(0);
}

/// What can be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Lock {
    /// The pseudo-lock of atomic accesses.
    Atomic,
    /// A lock of the program, taken alone. Taking a nestable lock again adds nothing.
    Program(LockId),
    /// A lock of the program, taken together with others.
    Shared(LockId),
    /// A lock that orders nothing: that of a combination of a reduction.
    Unordered(LockId),
    /// The pseudo-lock of a `mutexinoutset` location among the children of one task.
    MutexInOutSet(TaskId, Location),
    /// The pseudo-lock of initialising something.
    Initialiser(GuardId),
    /// The pseudo-lock of what belongs to one thread of a team.
    Slot(SlotId),
}

impl Lock {
    /// The same lock, taken in the other way; `None` where there is only one.
    fn other_way(self) -> Option<Lock> {
        match self {
            Lock::Program(lock) => Some(Lock::Shared(lock)),
            Lock::Shared(lock) => Some(Lock::Program(lock)),
            _ => None,
        }
    }

    /// What nobody has together with this.
    pub(crate) fn excluded(self) -> impl Iterator<Item = Lock> {
        let same_way = (!matches!(self, Lock::Shared(_))).then_some(self);
        same_way.into_iter().chain(self.other_way())
    }

    /// Whether a holder of this is kept apart from everyone who has one of `locks`.
    fn excludes_any(self, locks: &[Lock]) -> bool {
        self.excluded().any(|lock| locks.contains(&lock))
    }

    /// Whether this, or something that protects more, is among `locks`.
    fn is_matched_by(self, locks: &[Lock]) -> bool {
        locks.contains(&self) || matches!(self, Lock::Shared(lock) if locks.contains(&Lock::Program(lock)))
    }
}

/// A set on its way.
type LockVec = SmallVec<[Lock; 4]>;

/// All lock sets that have occurred.
#[derive(Debug)]
pub(crate) struct LockSets {
    sets: Vec<Box<[Lock]>>,
    ids: HashMap<Box<[Lock]>, LockSetId>,
}

impl LockSets {
    pub(crate) fn new() -> Self {
        let empty: Box<[Lock]> = Box::default();
        Self { sets: vec![empty.clone()], ids: HashMap::from([(empty, LockSetId::EMPTY)]) }
    }

    fn intern(&mut self, locks: LockVec) -> LockSetId {
        debug_assert!(locks.is_sorted());
        if let Some(id) = self.ids.get(locks.as_slice()) {
            return *id;
        }
        let locks: Box<[Lock]> = locks.into_boxed_slice();
        let id = LockSetId(u32::try_from(self.sets.len()).expect("fewer than 2^32 lock sets"));
        self.sets.push(locks.clone());
        self.ids.insert(locks, id);
        id
    }

    fn locks(&self, set: LockSetId) -> &[Lock] {
        &self.sets[set.0 as usize]
    }

    pub(crate) fn contains(&self, set: LockSetId, lock: Lock) -> bool {
        self.locks(set).binary_search(&lock).is_ok()
    }

    pub(crate) fn with(&mut self, set: LockSetId, lock: Lock) -> LockSetId {
        match self.locks(set).binary_search(&lock) {
            Ok(_) => set,
            Err(place) => {
                let mut locks = LockVec::from_slice(self.locks(set));
                locks.insert(place, lock);
                self.intern(locks)
            }
        }
    }

    pub(crate) fn without(&mut self, set: LockSetId, lock: Lock) -> LockSetId {
        match self.locks(set).binary_search(&lock) {
            Ok(place) => {
                let mut locks = LockVec::from_slice(self.locks(set));
                locks.remove(place);
                self.intern(locks)
            }
            Err(_) => set,
        }
    }

    #[inline]
    pub(crate) fn intersection(&mut self, a: LockSetId, b: LockSetId) -> LockSetId {
        if a == b {
            return a;
        }
        if a == LockSetId::EMPTY || b == LockSetId::EMPTY {
            return LockSetId::EMPTY;
        }
        let (a, b) = (self.locks(a), self.locks(b));
        let weaker =
            |lock: &Lock| lock.is_matched_by(b).then_some(*lock).or(lock.other_way().filter(|other| b.contains(other)));
        let mut common: LockVec = a.iter().filter_map(weaker).collect();
        common.sort_unstable();
        self.intern(common)
    }

    /// Whether nothing keeps the holders of the two sets apart.
    #[inline]
    pub(crate) fn disjoint(&self, a: LockSetId, b: LockSetId) -> bool {
        if a == LockSetId::EMPTY || b == LockSetId::EMPTY {
            return true;
        }
        !self.locks(a).iter().any(|lock| lock.excludes_any(self.locks(b)))
    }

    /// Whether `a` protects from nobody but those that `b` protects from.
    #[inline]
    pub(crate) fn within(&self, a: LockSetId, b: LockSetId) -> bool {
        a == LockSetId::EMPTY || a == b || self.locks(a).iter().all(|lock| lock.is_matched_by(self.locks(b)))
    }

    /// The locks of critical sections.
    pub(crate) fn sections(&self, set: LockSetId) -> impl Iterator<Item = Lock> + '_ {
        self.locks(set).iter().copied().filter(|lock| matches!(lock, Lock::Program(_) | Lock::Shared(_)))
    }

    /// The slot that the access was in.
    pub(crate) fn slot(&self, set: LockSetId) -> Option<SlotId> {
        self.locks(set).iter().find_map(|lock| match lock {
            Lock::Slot(slot) => Some(*slot),
            _ => None,
        })
    }

    /// The guards of what the holder initialises.
    pub(crate) fn guards(&self, set: LockSetId) -> impl Iterator<Item = GuardId> + '_ {
        self.locks(set).iter().filter_map(|lock| match lock {
            Lock::Initialiser(guard) => Some(*guard),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_interned_and_compared() {
        let mut sets = LockSets::new();
        let (a, b) = (Lock::Program(LockId(1)), Lock::Program(LockId(2)));
        let only_a = sets.with(LockSetId::EMPTY, a);
        let both = sets.with(only_a, b);
        let only_b = sets.without(both, a);
        assert_eq!(sets.with(only_b, a), both);
        assert_eq!(sets.with(both, a), both);
        assert!(sets.disjoint(only_a, only_b));
        assert!(!sets.disjoint(both, only_b));
        assert!(sets.within(only_a, both) && !sets.within(both, only_a));
        assert_eq!(sets.intersection(both, only_b), only_b);
        assert_eq!(sets.without(only_a, a), LockSetId::EMPTY);
    }

    #[test]
    fn a_shared_lock_protects_from_those_who_take_it_alone() {
        let mut sets = LockSets::new();
        let (alone, shared) = (Lock::Program(LockId(1)), Lock::Shared(LockId(1)));
        let other = sets.with(LockSetId::EMPTY, Lock::Program(LockId(2)));
        let alone = sets.with(other, alone);
        let only_shared = sets.with(LockSetId::EMPTY, shared);
        let shared = sets.with(other, shared);
        assert!(!sets.disjoint(alone, only_shared) && !sets.disjoint(only_shared, alone));
        assert!(sets.disjoint(only_shared, only_shared));
        assert!(sets.within(shared, alone) && !sets.within(alone, shared));
        assert_eq!(sets.intersection(alone, shared), shared);
        assert_eq!(sets.intersection(shared, alone), shared);
        assert_eq!(sets.intersection(alone, only_shared), only_shared);
    }
}
