//! Lock sets: what an access held.
//!
//! Mutual exclusion is not order. Two accesses that hold a common lock do not race, whichever comes first; that is how the isolated blocks of
//! TaskChecker (Raman et al., FMSD 2012, §6) are treated, for many locks. An atomic access holds a pseudo-lock that all atomic accesses share,
//! and the members of a `mutexinoutset` share one per parent and location.

use hashbrown::HashMap;

use crate::ids::{Location, LockId, TaskId};

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
    /// A lock of the program. Taking a nestable lock again adds nothing.
    Program(LockId),
    /// The pseudo-lock of a `mutexinoutset` location among the children of one task.
    MutexInOutSet(TaskId, Location),
}

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

    fn intern(&mut self, locks: Vec<Lock>) -> LockSetId {
        debug_assert!(locks.is_sorted());
        if let Some(id) = self.ids.get(locks.as_slice()) {
            return *id;
        }
        let locks = locks.into_boxed_slice();
        let id = LockSetId(u32::try_from(self.sets.len()).expect("fewer than 2^32 lock sets"));
        self.sets.push(locks.clone());
        self.ids.insert(locks, id);
        id
    }

    fn locks(&self, set: LockSetId) -> &[Lock] {
        &self.sets[set.0 as usize]
    }

    pub(crate) fn with(&mut self, set: LockSetId, lock: Lock) -> LockSetId {
        match self.locks(set).binary_search(&lock) {
            Ok(_) => set,
            Err(place) => {
                let mut locks = self.locks(set).to_vec();
                locks.insert(place, lock);
                self.intern(locks)
            }
        }
    }

    pub(crate) fn without(&mut self, set: LockSetId, lock: Lock) -> LockSetId {
        match self.locks(set).binary_search(&lock) {
            Ok(place) => {
                let mut locks = self.locks(set).to_vec();
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
        let common = self.locks(a).iter().filter(|lock| self.locks(b).contains(lock)).copied().collect();
        self.intern(common)
    }

    /// Whether no lock is in both sets.
    #[inline]
    pub(crate) fn disjoint(&self, a: LockSetId, b: LockSetId) -> bool {
        a == LockSetId::EMPTY || b == LockSetId::EMPTY || !self.locks(a).iter().any(|lock| self.locks(b).contains(lock))
    }

    /// Whether every lock of `a` is in `b`.
    #[inline]
    pub(crate) fn within(&self, a: LockSetId, b: LockSetId) -> bool {
        a == LockSetId::EMPTY || a == b || self.locks(a).iter().all(|lock| self.locks(b).contains(lock))
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
}
