//! `depend` clauses by their pairwise definition (OpenMP 5.2, section 15.9.5).

use detsan_detector::{Depend, DependKind, Location};

/// Whether a task with `later` depends on a task with `earlier` that the same parent created before
/// it.
pub(crate) fn conflict(earlier: &[Depend], later: &[Depend]) -> bool {
    earlier.iter().any(|a| later.iter().any(|b| same_location(a, b) && kinds_conflict(a.kind, b.kind)))
}

/// Whether two tasks of one parent must not run at the same time: they share a `mutexinoutset`
/// location.
pub(crate) fn mutually_exclusive(a: &[Depend], b: &[Depend]) -> bool {
    mutex_locations(a).any(|x| mutex_locations(b).any(|y| x == y))
}

/// `omp_all_memory` is every location.
fn same_location(a: &Depend, b: &Depend) -> bool {
    match (a.location, b.location) {
        (Some(x), Some(y)) => x == y,
        _ => true,
    }
}

/// All kinds are ordered against each other, and only `out` against itself.
fn kinds_conflict(a: DependKind, b: DependKind) -> bool {
    a != b || a == DependKind::Out
}

/// The locations of the `mutexinoutset` clauses.
pub(crate) fn mutex_locations(depends: &[Depend]) -> impl Iterator<Item = Location> {
    depends.iter().filter(|d| d.kind == DependKind::MutexInOutSet).filter_map(|d| d.location)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DependKind::*;

    fn on(location: u64, kind: DependKind) -> Depend {
        Depend { location: Some(Location(location)), kind }
    }

    #[test]
    fn only_like_readers_and_like_sets_are_unordered() {
        let kinds = [In, Out, InOutSet, MutexInOutSet];
        for a in kinds {
            for b in kinds {
                let unordered = a == b && a != Out;
                assert_eq!(conflict(&[on(0, a)], &[on(0, b)]), !unordered, "{a:?} then {b:?}");
                assert!(!conflict(&[on(0, a)], &[on(1, b)]), "different locations never conflict");
            }
        }
    }

    #[test]
    fn all_memory_conflicts_with_every_location_on_either_side() {
        let all = [Depend { location: None, kind: Out }];
        for kind in [In, Out, InOutSet, MutexInOutSet] {
            assert!(conflict(&all, &[on(7, kind)]));
            assert!(conflict(&[on(7, kind)], &all));
        }
        assert!(conflict(&all, &all));
        assert!(!conflict(&all, &[]));
    }

    #[test]
    fn exclusion_needs_a_common_mutexinoutset_location() {
        assert!(mutually_exclusive(&[on(1, In), on(2, MutexInOutSet)], &[on(2, MutexInOutSet)]));
        assert!(!mutually_exclusive(&[on(1, MutexInOutSet)], &[on(2, MutexInOutSet)]));
        assert!(!mutually_exclusive(&[on(1, MutexInOutSet)], &[on(1, InOutSet)]));
    }
}
