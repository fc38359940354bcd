//! `detsan run --record` and `detsan replay` from end to end: the replay says what the run said,
//! and a trace that is not whole is never taken for one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use detsan_options::exit_codes::{RACES, UNABLE, USAGE};
use detsan_tests::process::{self, Ended, Run};
use detsan_tests::programs::{Programs, run};
use detsan_tests::report;
use tempfile::TempDir;

const RACES_FOUND: Ended = Ended::Exit(RACES as i32);
const REFUSED: Ended = Ended::Exit(UNABLE as i32);
const BAD_USAGE: Ended = Ended::Exit(USAGE as i32);

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay")));

/// A run that was recorded.
struct Recorded {
    directory: TempDir,
    run: Run,
    /// What it reported.
    log: String,
}

impl Recorded {
    fn trace(&self) -> PathBuf {
        self.directory.path().join("run.dts")
    }

    /// Replays it, with these options.
    fn replay(&self, options: &[&str]) -> Run {
        let mut command = PROGRAMS.toolchain.replay(&self.trace());
        for option in options {
            command.args(["--option", option]);
        }
        run(&mut command)
    }
}

/// Records a program of `programs/` with these arguments.
fn record(program: &str, arguments: &[&str]) -> Recorded {
    record_with(program, arguments, "")
}

/// The same with options.
fn record_with(program: &str, arguments: &[&str], options: &str) -> Recorded {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let (trace, log) = (directory.path().join("run.dts"), directory.path().join("run.log"));
    let mut command = PROGRAMS.toolchain.record(&PROGRAMS.checked(program), &trace, &log);
    let run = run(command.args(arguments).env("DETSAN_OPTIONS", options));
    let log = fs::read_to_string(log).unwrap_or_else(|error| panic!("{error}\n{}", run.stderr));
    Recorded { directory, run, log }
}

/// What a shell shows as the status of a program.
fn shell_status(ended: Ended) -> Ended {
    match ended {
        Ended::Signal(signal) => Ended::Exit(128 + signal),
        ended => ended,
    }
}

#[track_caller]
fn assert_same(recorded: &Recorded) {
    let replay = recorded.replay(&[]);
    assert_eq!(replay.stderr, recorded.log);
    assert_eq!((replay.ended, replay.stdout.as_str()), (shell_status(recorded.run.ended), ""), "{}", replay.stderr);
}

fn races(text: &str) -> usize {
    report::parse(text).unwrap_or_else(|malformed| panic!("{malformed}\n{text}")).races.len()
}

#[test]
fn a_replay_says_what_the_run_said() {
    let recorded = record("pairs", &[]);
    assert_eq!((recorded.run.ended, races(&recorded.log)), (RACES_FOUND, 3), "{}", recorded.log);
    assert_same(&recorded);
}

#[test]
fn a_replay_needs_nothing_but_the_trace() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let at = |name: &str| directory.path().join(name);
    let source = "int x;\nint main(void) {\n#pragma omp parallel\n#pragma omp single\n  {\n#pragma omp task\n    x = 1;\n\
                  #pragma omp task\n    x = 2;\n  }\n  return x == 0;\n}\n";
    fs::write(at("racy.c"), source).expect("written");
    let toolchain = &PROGRAMS.toolchain;
    let in_directory = |command: &mut Command| run(command.current_dir(directory.path()));
    let mut compile = process::command(toolchain.detsan());
    assert_eq!(in_directory(compile.args(["cc", "-g", "racy.c", "-o", "racy"])).ended, Ended::Exit(0));
    let mut record = process::command(toolchain.detsan());
    let live = in_directory(record.args(["run", "--record", "%p.dts", "./racy"]));
    fs::remove_file(at("racy")).expect("removed");
    fs::remove_file(at("racy.c")).expect("removed");

    let traces: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [trace] = &traces[..] else { panic!("one trace: {traces:?}") };
    let pid = trace.file_stem().unwrap().to_string_lossy().into_owned();
    let replay = run(toolchain.replay(trace).current_dir("/"));
    assert_eq!((replay.ended, &replay.stderr), (RACES_FOUND, &live.stderr));

    // Addresses differ from run to run, and so does the process.
    let text = replay.stderr.replace(&format!("pid={pid}"), "pid=1");
    let text: Vec<_> = text.split("0x").collect();
    let hidden = |part: &&str| part.trim_start_matches(|c: char| c.is_ascii_hexdigit()).to_owned();
    let text = text[..1].iter().map(|part| (*part).to_owned()).chain(text[1..].iter().map(hidden)).collect::<Vec<_>>();
    insta::assert_snapshot!(text.join("0x…"));
}

#[test]
fn every_ending_is_replayed() {
    for race in ["clean", "race"] {
        for ending in ["return", "exit", "_exit", "quick_exit"] {
            for place in ["main", "task"] {
                assert_same(&record("endings", &[race, ending, place]));
            }
        }
        for ending in ["abort", "segv", "overflow", "term", "handled-term"] {
            for place in ["main", "region", "task"] {
                assert_same(&record("endings", &[race, ending, place]));
            }
        }
    }
}

#[test]
fn what_a_killed_run_has_reported_is_in_its_trace() {
    for (race, ended) in [("clean", REFUSED), ("race", RACES_FOUND)] {
        let recorded = record("endings", &[race, "kill", "task"]);
        assert!(matches!(recorded.run.ended, Ended::Signal(9)), "{:?}", recorded.run);
        let replay = recorded.replay(&[]);
        assert_eq!(replay.ended, ended, "{}", replay.stderr);
        assert!(replay.stderr.starts_with(&recorded.log), "{}", replay.stderr);
        assert!(replay.stderr.contains("incomplete: the trace was cut short"), "{}", replay.stderr);
        assert!(!replay.stderr.contains("guarantee"), "{}", replay.stderr);
    }
}

#[test]
fn forks_and_foreign_threads_are_replayed() {
    for work in ["plain", "tasks"] {
        let recorded = record("forks", &[work]);
        assert_eq!((recorded.run.ended, races(&recorded.log)), (RACES_FOUND, 1), "{}", recorded.log);
        assert_same(&recorded);
    }
    let recorded = record("threads", &[]);
    assert!(recorded.log.contains("partial: "), "{}", recorded.log);
    assert_same(&recorded);
}

#[test]
fn the_options_of_the_run_hold_unless_others_are_given() {
    for options in ["exitcode=7", "exitcode=0", "max_reports=2", "print_summary=0", "halt_on_error=1"] {
        let recorded = record_with("pairs", &[], options);
        assert_same(&recorded);
        let all = recorded.replay(&["exitcode=9", "max_reports=0", "print_summary=1"]);
        assert_eq!(all.ended, Ended::Exit(9), "{options}: {}", all.stderr);
        assert_eq!(races(&all.stderr), if options == "halt_on_error=1" { 1 } else { 3 }, "{options}: {}", all.stderr);
        assert!(all.stderr.contains("accesses checked"), "{options}: {}", all.stderr);
    }
    let recorded = record("pairs", &[]);
    let halted = recorded.replay(&["halt_on_error=1"]);
    assert_eq!((halted.ended, races(&halted.stderr)), (RACES_FOUND, 1), "{}", halted.stderr);
    assert!(halted.stderr.contains("incomplete: stopped at the first race"), "{}", halted.stderr);
    let log = recorded.directory.path().join("replay.log");
    let logged = recorded.replay(&[&format!("log_path={}", log.display())]);
    let pointer = format!("DetSan: 3 races, see {}\n", log.display());
    assert_eq!((logged.ended, logged.stderr), (RACES_FOUND, pointer));
    assert_eq!(fs::read_to_string(log).expect("the log is there"), recorded.log);
    let refused = recorded.replay(&["team=1"]);
    assert_eq!(refused.ended, BAD_USAGE);
    assert!(refused.stderr.contains("a replay has no option 'team'"), "{}", refused.stderr);
}

#[test]
fn what_was_counted_only_is_in_the_trace() {
    let recorded = record("flood", &["40"]);
    assert_eq!((recorded.run.ended, races(&recorded.log)), (RACES_FOUND, 4), "{}", recorded.log);
    assert_same(&recorded);
    let all = recorded.replay(&["max_reports_per_group=0"]);
    assert_eq!((all.ended, races(&all.stderr)), (RACES_FOUND, 41), "{}", all.stderr);
    let recorded = record_with("flood", &["40"], "max_reports_per_group=0");
    assert_same(&recorded);
    let few = recorded.replay(&["max_reports_per_group=1"]);
    assert_eq!((few.ended, races(&few.stderr)), (RACES_FOUND, 2), "{}", few.stderr);
}

#[test]
fn a_trace_that_is_not_whole_is_good_up_to_there_and_not_further() {
    let recorded = record("endings", &["race", "return"]);
    let whole = fs::read(recorded.trace()).expect("the trace can be read");
    for length in [12, 40, whole.len() - 1] {
        fs::write(recorded.trace(), &whole[..length]).expect("written");
        let replay = recorded.replay(&[]);
        assert!(replay.stderr.contains("the trace was cut short, at byte "), "{}", replay.stderr);
        assert!(!replay.stderr.contains("guarantee"), "{}", replay.stderr);
        // The race was made safe when it was found.
        let expected = if length == whole.len() - 1 { RACES_FOUND } else { REFUSED };
        assert_eq!(replay.ended, expected, "{length}: {}", replay.stderr);
    }
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0x10;
    fs::write(recorded.trace(), damaged).expect("written");
    let replay = recorded.replay(&[]);
    assert_eq!(replay.ended, REFUSED, "{}", replay.stderr);
    assert!(replay.stderr.contains("the trace is damaged, in the block at byte "), "{}", replay.stderr);
}

#[test]
fn other_files_are_refused_in_one_line() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let path = directory.path().join("file");
    let refusals = [
        (&b"int main(void) {}"[..], "not a trace: record one with 'detsan run --record FILE'"),
        (b"\x89DETSAN\n\xff\0\0\0", "a trace of version 255, and this DetSan reads version "),
        (b"", "not a trace"),
    ];
    for (content, message) in refusals {
        fs::write(&path, content).expect("written");
        let refused = run(&mut PROGRAMS.toolchain.replay(&path));
        assert_eq!((refused.ended, refused.stderr.lines().count()), (REFUSED, 1), "{}", refused.stderr);
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    let missing = run(&mut PROGRAMS.toolchain.replay(&directory.path().join("missing")));
    assert_eq!((missing.ended, missing.stderr.lines().count()), (REFUSED, 1), "{}", missing.stderr);
}

#[test]
fn a_trace_that_cannot_be_written_shows_in_the_status() {
    let full = run(PROGRAMS.check("endings").env("DETSAN_OPTIONS", "record=/dev/full"));
    assert_eq!((full.ended, full.stdout.as_str()), (REFUSED, "started\n"), "{}", full.stderr);
    assert!(full.stderr.contains("cannot record to /dev/full: No space left"), "{}", full.stderr);

    // A limit on the size of files lets the beginning through.
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let trace = directory.path().join("run.dts");
    let mut limited = process::command("sh");
    limited.args(["-c", "ulimit -f 16 && exec \"$@\"", "sh"]).arg(PROGRAMS.checked("fib")).arg("15");
    limited.env("OMP_TOOL_LIBRARIES", PROGRAMS.toolchain.library());
    limited.env("DETSAN_OPTIONS", format!("record='{}'", trace.display()));
    let limited = run(&mut limited);
    assert_eq!(limited.ended, REFUSED, "{}", limited.stderr);
    assert!(limited.stderr.contains("File too large (os error 27); the trace is cut short"), "{}", limited.stderr);
    assert!(limited.stderr.contains("guarantee: all schedules"), "the run itself was checked: {}", limited.stderr);
    let replay = run(&mut PROGRAMS.toolchain.replay(&trace));
    assert_eq!(replay.ended, REFUSED, "{}", replay.stderr);
    assert!(replay.stderr.contains("incomplete: the trace was cut short"), "{}", replay.stderr);

    let refused = run(PROGRAMS.check("endings").env("DETSAN_OPTIONS", "record=/nonexistent/run.dts"));
    assert_eq!((refused.ended, refused.stdout.as_str()), (BAD_USAGE, "started\n"), "{}", refused.stderr);
    assert!(refused.stderr.contains("cannot record to /nonexistent/run.dts"), "{}", refused.stderr);
}
