//! `DETSAN_OPTIONS` from end to end: what the options do, and what is refused.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

use detsan_options::exit_codes::{RACES, USAGE};
use detsan_options::{OPTION_TABLE, OPTIONS_VARIABLE};
use detsan_tests::process::{Ended, Run};
use detsan_tests::programs::{Programs, run};
use detsan_tests::report;

const OWN_STATUS: Ended = Ended::Exit(3);
const RACES_FOUND: Ended = Ended::Exit(RACES as i32);
const BAD_USAGE: Ended = Ended::Exit(USAGE as i32);

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("options")));

/// `pairs`, which has three races, with the options in the environment.
fn with_options(options: &str) -> Command {
    let mut command = PROGRAMS.check("pairs");
    command.env(OPTIONS_VARIABLE, options);
    command
}

fn races(run: &Run) -> usize {
    report::parse(&run.stderr).unwrap_or_else(|malformed| panic!("{malformed}\n{}", run.stderr)).races.len()
}

#[test]
fn what_is_not_an_option_is_named_and_nothing_runs() {
    let bad = [("teem=1", "teem"), ("team=many", "many"), ("exitcode=256", "256"), ("team", "team")];
    for (options, named) in bad {
        let commanded = run(&mut with_options(options));
        let mut direct = PROGRAMS.toolchain.check_directly(&PROGRAMS.checked("pairs"));
        let direct = run(direct.env(OPTIONS_VARIABLE, options));
        for run in [commanded, direct] {
            assert_eq!((run.ended, run.stdout.as_str()), (BAD_USAGE, ""), "{options}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
            assert!(run.stderr.contains(named), "{}", run.stderr);
        }
    }
}

#[test]
fn without_options_all_races_are_reported_once() {
    let run = run(&mut with_options(""));
    assert_eq!((run.ended, races(&run)), (RACES_FOUND, 3), "{}", run.stderr);
    assert_eq!(run.stderr.matches("WARNING: DetSan").count(), 3, "{}", run.stderr);
    assert!(run.stderr.contains("3 races"), "{}", run.stderr);
}

#[test]
fn exitcode_is_the_status_after_races() {
    assert_eq!(run(&mut with_options("exitcode=7")).ended, Ended::Exit(7));
    assert_eq!(run(&mut with_options("exitcode=0")).ended, OWN_STATUS);
}

#[test]
fn max_reports_limits_what_is_printed_and_not_what_is_counted() {
    let run = run(&mut with_options("max_reports=2"));
    assert_eq!((run.ended, races(&run)), (RACES_FOUND, 2), "{}", run.stderr);
    assert!(run.stderr.contains("3 races"), "{}", run.stderr);
}

#[test]
fn one_mistake_is_reported_a_few_times_and_counted_further() {
    let at = |lines: u32, options: &str| {
        let mut command = PROGRAMS.check("flood");
        let run = run(command.arg(lines.to_string()).env(OPTIONS_VARIABLE, options));
        let report = report::parse(&run.stderr).unwrap_or_else(|malformed| panic!("{malformed}\n{}", run.stderr));
        (run, report.races.len())
    };
    // 40 lines of two tasks race with each other on one array, and two on another variable.
    for (options, reported) in [("team=1", 4), ("team=4", 4), ("max_reports_per_group=7", 8)] {
        let (run, races) = at(40, options);
        assert_eq!((run.ended, races), (RACES_FOUND, reported), "{options}: {}", run.stderr);
        assert!(run.stderr.contains("\nDetSan: 41 races, 2 tasks, "), "{options}: {}", run.stderr);
        let more = format!("DetSan: … and {} more pairs of lines in tasks created at ", 41 - reported);
        assert!(run.stderr.contains(&more), "{options}: {}", run.stderr);
        let notes = run.stderr.matches("max_reports_per_group=0 reports them all").count();
        assert_eq!(notes, 1, "{options}: {}", run.stderr);
    }
    let (all, races) = at(40, "max_reports_per_group=0");
    assert_eq!((all.ended, races), (RACES_FOUND, 41), "{}", all.stderr);
    assert!(!all.stderr.contains("max_reports_per_group"), "{}", all.stderr);
    let (few, races) = at(3, "");
    assert_eq!((few.ended, races), (RACES_FOUND, 4), "{}", few.stderr);
    assert!(!few.stderr.contains("more pairs of lines"), "{}", few.stderr);
    let (limited, races) = at(40, "max_reports=2");
    assert_eq!((limited.ended, races), (RACES_FOUND, 2), "{}", limited.stderr);
}

#[test]
fn halt_on_error_ends_the_program_at_the_first_race() {
    let run = run(&mut with_options("halt_on_error=1"));
    assert_eq!((run.ended, races(&run)), (RACES_FOUND, 1), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("incomplete"), "{}", run.stderr);
}

#[test]
fn the_summary_can_be_left_out() {
    let run = run(&mut with_options("print_summary=0"));
    assert_eq!((run.ended, races(&run)), (RACES_FOUND, 3), "{}", run.stderr);
    assert!(!run.stderr.contains("guarantee"), "{}", run.stderr);
}

#[test]
fn reports_go_to_the_log_path() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let path = directory.path().join("race.%p.log");
    let run = run(&mut with_options(&format!("log_path='{}'", path.display())));
    assert_eq!(run.ended, RACES_FOUND);
    let logs: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [log] = &logs[..] else { panic!("one log: {logs:?}") };
    assert_eq!(run.stderr, format!("DetSan: 3 races, see {}\n", log.display()));
    let name = log.file_name().unwrap().to_string_lossy().into_owned();
    let pid = name.strip_prefix("race.").and_then(|name| name.strip_suffix(".log")).unwrap_or_default();
    assert!(pid.parse::<u32>().is_ok(), "{name}");
    assert_eq!(report::parse(&fs::read_to_string(log).unwrap()).unwrap().races.len(), 3);
}

#[test]
fn help_lists_every_option_and_nothing_runs() {
    let run = run(&mut with_options("help=1"));
    assert_eq!(run.ended, Ended::Exit(0));
    for option in OPTION_TABLE {
        assert!(run.stdout.contains(option.name), "{}: {}", option.name, run.stdout);
    }
    assert!(!run.stdout.contains("1 1 1") && !run.stdout.contains("2 2 2"), "{}", run.stdout);
}

#[test]
fn settings_that_have_no_effect_are_told() {
    let with = |options: &str, settings: &[(&str, &str)]| {
        let run = run(with_options(options).envs(settings.iter().copied()));
        (run.stderr.matches(" note: OMP_NUM_THREADS=").count(), run.stderr)
    };
    let (notes, text) = with("", &[("OMP_NUM_THREADS", "8")]);
    let note =
        "\nDetSan: note: OMP_NUM_THREADS=8 does not say how many threads a region has: the option team does (team=4)\n";
    assert!(notes == 1 && text.contains(note), "{text}");
    for (options, threads) in [("", "4"), ("team=1", "1"), ("team=8", "8,2"), ("print_summary=0", "8")] {
        let (notes, text) = with(options, &[("OMP_NUM_THREADS", threads)]);
        assert_eq!(notes, 0, "{options} {threads}: {text}");
    }
    let settings = [("OMP_DYNAMIC", "true"), ("KMP_ALL_THREADS", "2"), ("KMP_LIBRARY", "throughput")];
    let (_, text) = with("verbose=info", &settings);
    for said in [
        "OMP_DYNAMIC=true is not used: OMP_DYNAMIC=false is in its place",
        "KMP_ALL_THREADS=2 is not used: it was taken away",
    ] {
        assert!(text.contains(said), "{text}");
    }
    assert!(!text.contains("KMP_LIBRARY"), "{text}");
    assert!(!with("", &settings).1.contains("is not used"));
}

#[test]
fn verbose_tells_more_and_changes_nothing() {
    let run = run(&mut with_options("verbose=debug"));
    assert_eq!((run.ended, races(&run)), (RACES_FOUND, 3), "{}", run.stderr);
    assert!(run.stderr.lines().count() > self::run(&mut with_options("")).stderr.lines().count());
}
