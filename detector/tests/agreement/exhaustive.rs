//! All streams up to some length, each over the events that bear on one question.

use detsan_oracle::Alphabet;

use crate::compare::{Comparison, ORDER, RACES, RACES_THAT_DO_NOT_COMMUTE, Seen, agree};

fn check(name: &str, alphabet: &Alphabet, length: usize, comparisons: [Comparison; 2]) -> Seen {
    let mut seen = Seen::default();
    let streams = alphabet.for_each_stream(length, &mut |events| {
        for comparison in comparisons {
            seen.add(agree(comparison, events, || format!("all streams of {length} events: {name}")));
        }
    });
    assert!(streams > 10_000, "only {streams} streams");
    println!("all {streams} streams of {length} events: {name}: {seen:?}");
    seen
}

#[test]
fn order_by_the_tree_of_tasks() {
    check("tree", &Alphabet::tree(), 6, ORDER);
    check("tree, depth-first", &Alphabet::tree().depth_first(), 8, ORDER);
}

#[test]
fn order_by_dependences() {
    check("depend", &Alphabet::depend(), 5, ORDER);
    check("depend, depth-first", &Alphabet::depend().depth_first(), 7, ORDER);
}

#[test]
fn order_by_detached_tasks() {
    check("detach", &Alphabet::detach(), 5, ORDER);
    check("detach, depth-first", &Alphabet::detach().depth_first(), 7, ORDER);
}

#[test]
fn order_in_teams() {
    check("teams", &Alphabet::teams(), 7, ORDER);
}

#[test]
fn order_by_signals() {
    check("signals", &Alphabet::signals(), 5, ORDER);
    check("signals, depth-first", &Alphabet::signals().depth_first(), 7, ORDER);
    check("signals in teams", &Alphabet::signals_in_teams(), 6, ORDER);
}

#[test]
fn order_by_locks() {
    check("locks", &Alphabet::lock_order(), 5, ORDER);
    check("locks, depth-first", &Alphabet::lock_order().depth_first(), 7, ORDER);
    check("locks in teams", &Alphabet::locks_in_teams(), 9, ORDER);
}

#[test]
fn order_by_everything_together() {
    check("order", &Alphabet::order(), 4, ORDER);
}

#[test]
fn races_of_whole_cells() {
    assert!(check("accesses", &Alphabet::accesses(), 7, RACES).settled > 10_000);
}

#[test]
fn races_of_parts_of_cells() {
    check("partial accesses", &Alphabet::partial_accesses(), 5, RACES);
    check("partial accesses, depth-first", &Alphabet::partial_accesses().depth_first(), 6, RACES);
}

#[test]
fn races_with_locks_and_atomics() {
    check("guarded accesses", &Alphabet::guarded_accesses(), 6, RACES);
}

#[test]
fn races_with_locks_that_order_nothing() {
    check("unordered locks", &Alphabet::unordered_locks(), 7, RACES_THAT_DO_NOT_COMMUTE);
}

#[test]
fn races_with_shared_locks() {
    check("shared locks", &Alphabet::shared_locks(), 6, RACES);
    check("shared locks, depth-first", &Alphabet::shared_locks().depth_first(), 7, RACES);
}

#[test]
fn races_with_initialisers() {
    check("initialisers", &Alphabet::initialisers(), 7, RACES);
    check("initialisers, depth-first", &Alphabet::initialisers().depth_first(), 8, RACES);
}

#[test]
fn races_of_sections_that_do_not_commute() {
    check("handed over", &Alphabet::handed_over(), 8, RACES_THAT_DO_NOT_COMMUTE);
    check("guarded accesses", &Alphabet::guarded_accesses(), 5, RACES_THAT_DO_NOT_COMMUTE);
    check("shared locks", &Alphabet::shared_locks(), 5, RACES_THAT_DO_NOT_COMMUTE);
}
