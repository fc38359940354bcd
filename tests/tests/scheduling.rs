//! Who has the baton, and when: runs of one program are alike, and a wait that cannot end is
//! reported.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use detsan_options::exit_codes::DEADLOCK;
use detsan_tests::process::{Ended, Run};
use detsan_tests::programs::{Programs, run};
use detsan_trace::{Access, Reader, Record};

const STUCK: Ended = Ended::Exit(DEADLOCK as i32);

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("scheduling")));

fn check(program: &str, what: &str, options: &str) -> Run {
    run(PROGRAMS.check(program).arg(what).env("DETSAN_OPTIONS", options))
}

/// The events of a recorded run of `program`, without addresses: those of stacks differ.
fn events(program: &str, directory: &Path) -> Vec<String> {
    let trace = directory.join("run.dts");
    let run = run(&mut PROGRAMS.toolchain.record(&PROGRAMS.checked(program), &trace, &directory.join("log")));
    assert_eq!(run.ended, Ended::Exit(0), "{}", run.stderr);
    let file = File::open(&trace).unwrap_or_else(|error| panic!("{error}"));
    let reader = Reader::new(BufReader::new(file)).unwrap_or_else(|error| panic!("{error:?}"));
    let event = |record: Record| match record {
        Record::Access(Access { length, mode, atomicity, site, .. }) => {
            Some(format!("{mode:?} {atomicity:?} of {length} at {site:?}"))
        }
        Record::Forget { .. } | Record::Memory { .. } | Record::Private { .. } | Record::Finish(_) => None,
        record => record.is_event().then(|| format!("{record:?}")),
    };
    reader.filter_map(|record| event(record.unwrap_or_else(|error| panic!("{error:?}")))).collect()
}

#[test]
fn threads_that_wait_for_iterations_of_others_take_turns_alike_in_every_run() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let first = events("turns", directory.path());
    assert!(first.len() > 1000);
    for _ in 0..10 {
        let again = events("turns", directory.path());
        let differs = first.iter().zip(&again).position(|(first, again)| first != again);
        let differs = differs.or((first.len() != again.len()).then(|| first.len().min(again.len())));
        if let Some(at) = differs {
            panic!("event {at} differs: {:?}, {:?}", first.get(at), again.get(at));
        }
    }
}

#[test]
fn iterations_that_wait_in_a_circle_are_reported() {
    for (what, waits) in [
        ("circle", "waits for an iteration of the loop that nobody is left to finish, at:"),
        ("lock", "waits for a lock, at:"),
    ] {
        let run = check("turns", what, "team=4");
        assert_eq!(run.ended, STUCK, "{what}: {}", run.stderr);
        for part in ["WARNING: DetSan: deadlock", waits, "turns.c:", "stopped at a deadlock"] {
            assert!(run.stderr.contains(part), "{what}: {part} is missing\n{}", run.stderr);
        }
    }
}

/// Whatever it is that reads, and with whichever number of threads.
#[test]
fn a_loop_that_polls_for_what_nobody_does_is_reported_and_ended() {
    for what in ["load", "exchange", "flag", "add", "read", "capture", "volatile"] {
        for options in ["team=1", "team=4"] {
            let run = check("polls", what, options);
            assert_eq!((run.ended, run.stdout.as_str()), (STUCK, "started\n"), "{what}, {options}: {}", run.stderr);
            let waits = "waits in a loop for another value of a variable, which nobody is left to write, at:";
            for part in ["WARNING: DetSan: deadlock", waits, "#0 poll ", "polls.c:", "stopped at a deadlock"] {
                assert!(run.stderr.contains(part), "{what}, {options}: {part} is missing\n{}", run.stderr);
            }
        }
    }
}

/// It counts, looks at a clock, or waits for a thread or a handler.
#[test]
fn a_loop_that_polls_for_long_and_ends_is_let_alone() {
    for what in ["count", "count-shared", "clock", "wtime", "counter", "thread", "handler"] {
        for options in ["team=1", "team=4"] {
            let run = check("polls", what, options);
            let ended = (run.ended, run.stdout.as_str());
            assert_eq!(ended, (Ended::Exit(0), "started\nended\n"), "{what}, {options}: {}", run.stderr);
        }
    }
}
