//! Events of detached tasks that are fulfilled twice, never, or by nobody who is left; locks that
//! nobody gives back.

use std::path::Path;
use std::sync::LazyLock;

use detsan_options::exit_codes::{DEADLOCK, RACES, UNABLE};
use detsan_tests::process::{Ended, Run};
use detsan_tests::programs::{Programs, run};

const OWN_STATUS: Ended = Ended::Exit(3);
const STUCK: Ended = Ended::Exit(DEADLOCK as i32);

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("events")));

/// In teams of one thread, where a task runs as soon as it can.
fn events(what: &str) -> Run {
    run(PROGRAMS.check("events").arg(what).env("DETSAN_OPTIONS", "team=1"))
}

/// In teams of several threads.
fn events_in_team(what: &str) -> Run {
    run(PROGRAMS.check("events").arg(what).env("DETSAN_OPTIONS", "team=4"))
}

/// The run says all of these, in this order.
#[track_caller]
fn assert_says(run: &Run, parts: &[&str]) {
    let mut rest = run.stderr.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} is missing, or comes too early\n{}", run.stderr));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn an_event_that_is_fulfilled_twice_is_reported_and_the_program_goes_on() {
    let run = events("twice");
    assert_eq!((run.ended, run.stdout.as_str()), (OWN_STATUS, "started\nended 1\n"), "{}", run.stderr);
    assert_says(
        &run,
        &[
            "WARNING: DetSan: event fulfilled twice",
            "is fulfilled again by task 1",
            "events.c:",
            "fulfilled before by task 1",
            "events.c:",
            "created by",
            "guarantee: ",
        ],
    );
    let by_thread = events("twice-by-thread");
    assert_eq!(by_thread.ended, OWN_STATUS, "{}", by_thread.stderr);
    assert_says(&by_thread, &["fulfilled again by a thread that OpenMP did not create", "#0 fulfill_late"]);
}

/// libomp would wait for it when it shuts down.
#[test]
fn an_event_that_is_never_fulfilled_is_reported_at_the_end() {
    let run = events("never");
    assert_eq!((run.ended, run.stdout.as_str()), (STUCK, "started\nended 0\n"), "{}", run.stderr);
    assert_says(
        &run,
        &[
            "WARNING: DetSan: event never fulfilled",
            "#0 create",
            "incomplete: 2 tasks never completed, for want of an event",
        ],
    );
}

#[test]
fn a_wait_that_can_never_end_is_reported_and_ended() {
    let waits = [
        ("taskwait", "at a taskwait"),
        ("taskgroup", "at the end of a taskgroup"),
        ("depend", "at a depend clause"),
        ("undeferred", "at a depend clause"),
        ("nested", "at a taskwait"),
        ("region", "at the end of a parallel region"),
        ("barrier", "at a barrier"),
        ("ended-thread", "at a taskwait"),
    ];
    for (what, at) in waits {
        let run = events(what);
        assert_eq!((run.ended, run.stdout.as_str()), (STUCK, "started\n"), "{what}: {}", run.stderr);
        let where_it_waits = format!("waits {at} for tasks that cannot complete, at:");
        let parts = [
            "WARNING: DetSan: deadlock",
            &where_it_waits,
            "events.c:",
            "nobody is left to fulfil its event",
            "stopped at a deadlock",
        ];
        assert_says(&run, &parts);
        assert!(!run.stderr.contains("guarantee: "), "{what}: {}", run.stderr);
    }
}

#[test]
fn a_team_that_can_never_go_on_is_reported_and_ended() {
    for what in ["taskwait", "taskgroup", "depend", "undeferred", "nested", "barrier"] {
        let run = events_in_team(what);
        assert_eq!((run.ended, run.stdout.as_str()), (STUCK, "started\n"), "{what}: {}", run.stderr);
        assert_says(
            &run,
            &["WARNING: DetSan: deadlock", "nobody is left to fulfil its event", "stopped at a deadlock"],
        );
    }
}

#[test]
fn what_depends_on_the_detached_task_is_named_too() {
    assert_says(&events("taskwait"), &["Task 3 (explicit)", "Task 3 depends on task 2."]);
}

#[test]
fn a_race_before_the_deadlock_counts_for_more() {
    let run = events("race");
    assert_eq!(run.ended, Ended::Exit(RACES.into()), "{}", run.stderr);
    assert_says(&run, &["WARNING: DetSan: determinacy race", "WARNING: DetSan: deadlock"]);
}

#[test]
fn a_lock_that_is_never_given_back_is_reported() {
    for (what, why) in [
        ("critical", "task 1 then cannot give it back before task 2 has ended"),
        ("lock", "task 1 then cannot give it back before task 2 has ended"),
        ("lock-twice", "It has not given it back."),
    ] {
        let run = events(what);
        assert_eq!((run.ended, run.stdout.as_str()), (STUCK, "started\n"), "{what}: {}", run.stderr);
        let parts = [
            "WARNING: DetSan: deadlock",
            "waits for a lock, at:",
            "events.c:",
            "took it at:",
            "events.c:",
            why,
            "stopped at a deadlock",
        ];
        assert_says(&run, &parts);
    }
}

#[test]
fn a_wait_that_somebody_can_end_is_waited_for() {
    for what in ["thread", "task-in-wait", "lock-again"] {
        let run = events(what);
        assert_eq!((run.ended, run.stdout.as_str()), (OWN_STATUS, "started\nended 1\n"), "{what}: {}", run.stderr);
        assert!(!run.stderr.contains("deadlock"), "{what}: {}", run.stderr);
    }
}

#[test]
fn a_team_waits_for_what_somebody_can_end() {
    for what in ["thread", "task-in-wait", "lock-again", "twice"] {
        let run = events_in_team(what);
        assert_eq!((run.ended, run.stdout.as_str()), (OWN_STATUS, "started\nended 1\n"), "{what}: {}", run.stderr);
        assert!(!run.stderr.contains("deadlock"), "{what}: {}", run.stderr);
    }
}

#[test]
fn what_libomp_cannot_do_in_a_team_of_one_is_refused() {
    let run = events("taskloop");
    assert_eq!(run.ended, Ended::Exit(UNABLE.into()), "{}", run.stderr);
    assert_says(&run, &["DetSan: taskloop beside a detached task", "incomplete: "]);
}
