//! Random streams. The seed is fixed; `DETSAN_SEED` and `DETSAN_PROGRAMS` give another one and another number.

use detsan_oracle::{LockRule, Policy, Rng, Shape, walk};

use crate::compare::{Comparison, ORDER, RACES, RACES_THAT_DO_NOT_COMMUTE, Seen, agree};

const SEED: u64 = 20_230_717;

/// Small streams for each policy, if nothing else is asked for.
const SMALL: u64 = 100_000;

/// Large streams for each policy.
const LARGE: u64 = 150;

fn from_environment(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable}={value} is not a number")))
}

/// Makes the comparisons on `count` streams that `shape` describes, and prints what was seen.
fn check(
    name: &str,
    policy: Policy,
    count: u64,
    shape: fn(&mut Rng, Policy) -> Shape,
    comparisons: &[[Comparison; 2]],
) -> Seen {
    let first = from_environment("DETSAN_SEED").unwrap_or(SEED);
    let count = from_environment("DETSAN_PROGRAMS").unwrap_or(count);
    let mut seen = Seen::default();
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let shape = shape(&mut rng, policy);
        let events = walk(&mut rng, &shape);
        let origin = || format!("{name}, {policy:?}: replay with DETSAN_SEED={seed} DETSAN_PROGRAMS=1");
        for (number, comparison) in comparisons.iter().flatten().enumerate() {
            seen.add(Seen { streams: u64::from(number == 0), ..agree(*comparison, &events, origin) });
        }
    }
    println!("{name}, {policy:?}, seeds from {first}: {seen:?}");
    seen
}

/// A test that compares nothing must not pass.
#[track_caller]
fn assert_worthwhile(seen: Seen) {
    let all = [seen.reports, seen.clean_cells, seen.racy_cells, seen.ordered, seen.unordered, seen.settled];
    assert!(from_environment("DETSAN_PROGRAMS").is_some() || all.into_iter().all(|n| n > 10_000), "{seen:?}");
}

#[test]
fn small_streams_depth_first() {
    assert_worthwhile(check("small", Policy::DepthFirst, SMALL, Shape::random, &[RACES, ORDER]));
}

#[test]
fn small_streams_in_any_order() {
    assert_worthwhile(check("small", Policy::AnyOrder, SMALL, Shape::random, &[RACES, ORDER]));
}

#[test]
fn large_streams_depth_first() {
    assert!(check("large", Policy::DepthFirst, LARGE, Shape::random_large, &[RACES]).clean_cells > 0);
}

#[test]
fn large_streams_in_any_order() {
    assert!(check("large", Policy::AnyOrder, LARGE, Shape::random_large, &[RACES]).clean_cells > 0);
}

/// Locks in most streams, and few cells, so that critical sections meet.
fn with_locks(rng: &mut Rng, policy: Policy) -> Shape {
    let small = Shape::random(rng, policy);
    Shape {
        locks: 1 + rng.below(3),
        cells: 2 + rng.below(4),
        accesses: 30 + rng.below(40),
        lock_rule: LockRule::DoesNotCommute,
        ..small
    }
}

fn large_with_locks(rng: &mut Rng, policy: Policy) -> Shape {
    let large = Shape::random_large(rng, policy);
    Shape { locks: 1 + rng.below(3), lock_rule: LockRule::DoesNotCommute, ..large }
}

#[test]
fn streams_with_locks() {
    for policy in [Policy::DepthFirst, Policy::AnyOrder] {
        let seen = check("locks", policy, SMALL, with_locks, &[RACES_THAT_DO_NOT_COMMUTE, RACES]);
        assert!(seen.clean_cells > 0 && seen.racy_cells > 0);
        let seen = check("large, locks", policy, LARGE / 3, large_with_locks, &[RACES_THAT_DO_NOT_COMMUTE]);
        assert!(seen.clean_cells > 0);
    }
}
