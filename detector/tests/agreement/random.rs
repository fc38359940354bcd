//! Random streams. The seed is fixed; `DETSAN_SEED` and `DETSAN_PROGRAMS` give another one and another number.

use detsan_oracle::{Policy, Rng, Shape, walk};

use crate::compare::{Seen, agree, order, races};

const SEED: u64 = 20_230_717;

/// Small streams for each policy, if nothing else is asked for.
const SMALL: u64 = 100_000;

/// Large streams for each policy.
const LARGE: u64 = 150;

fn from_environment(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable}={value} is not a number")))
}

/// Compares the two on `count` streams that `shape` describes, and prints what was seen.
fn check(name: &str, policy: Policy, count: u64, shape: fn(&mut Rng, Policy) -> Shape) -> Seen {
    let first = from_environment("DETSAN_SEED").unwrap_or(SEED);
    let count = from_environment("DETSAN_PROGRAMS").unwrap_or(count);
    let mut seen = Seen::default();
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let shape = shape(&mut rng, policy);
        let events = walk(&mut rng, &shape);
        let origin = || format!("{name}, {policy:?}: replay with DETSAN_SEED={seed} DETSAN_PROGRAMS=1");
        seen.add(agree(races, &events, origin));
        if events.len() < 100 {
            seen.add(Seen { streams: 0, ..agree(order, &events, origin) });
        }
    }
    println!("{name}, {policy:?}, seeds from {first}: {seen:?}");
    seen
}

/// A test that compares nothing must not pass.
#[track_caller]
fn assert_worthwhile(seen: Seen) {
    let all = [seen.reports, seen.clean_cells, seen.racy_cells, seen.ordered, seen.unordered];
    assert!(from_environment("DETSAN_PROGRAMS").is_some() || all.into_iter().all(|n| n > 10_000), "{seen:?}");
}

#[test]
fn small_streams_depth_first() {
    assert_worthwhile(check("small", Policy::DepthFirst, SMALL, Shape::random));
}

#[test]
fn small_streams_in_any_order() {
    assert_worthwhile(check("small", Policy::AnyOrder, SMALL, Shape::random));
}

#[test]
fn large_streams_depth_first() {
    assert!(check("large", Policy::DepthFirst, LARGE, Shape::random_large).clean_cells > 0);
}

#[test]
fn large_streams_in_any_order() {
    assert!(check("large", Policy::AnyOrder, LARGE, Shape::random_large).clean_cells > 0);
}
