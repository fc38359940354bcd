//! Where reports say that tasks of taskloops are created. libomp creates these in a function of its
//! own, and from some number on in tasks of its own.

use std::path::Path;
use std::sync::LazyLock;

use detsan_options::exit_codes::RACES;
use detsan_tests::process::Ended;
use detsan_tests::programs::{Programs, run};
use detsan_tests::toolchain::Instrumentation;

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("places")));

/// The stack at which the task is created that makes the later access of the race with `place` in
/// it: function and line of each frame.
fn creation<'a>(reports: &'a [&str], place: &str) -> Vec<(&'a str, &'a str)> {
    let report =
        reports.iter().find(|report| report.lines().any(|line| line.starts_with("SUMMARY") && line.contains(place)));
    let report = report.unwrap_or_else(|| panic!("no report names {place}: {reports:#?}"));
    let mut lines = report.lines().skip_while(|line| !line.contains("(explicit), created by")).skip(1);
    let frame = |line: &'a str| {
        let (function, place) = line.trim().split_once(' ')?.1.rsplit_once(' ')?;
        Some((function, place.split(':').nth(1)?))
    };
    let mut frames = Vec::new();
    while let Some(line) = lines.next().filter(|line| line.trim().starts_with('#')) {
        frames.push(frame(line).unwrap_or_else(|| panic!("{line} has no place")));
    }
    frames
}

#[test]
fn tasks_of_a_taskloop_are_created_at_the_taskloop() {
    for level in ["-O0", "-O2"] {
        let program = PROGRAMS.compile("places", Instrumentation::Checked, &["-g", level]);
        let run = run(&mut PROGRAMS.toolchain.check(&program));
        assert_eq!(run.ended, Ended::Exit(RACES.into()), "{level}: {}", run.stderr);
        let reports: Vec<&str> = run.stderr.split("WARNING: ").collect();
        let region = "main [parallel region]";
        assert_eq!(creation(&reports, "places.c:11"), [("in_a_function", "9"), (region, "18")], "{level}");
        assert_eq!(creation(&reports, "places.c:21"), [(region, "19")], "{level}");
        assert_eq!(creation(&reports, "places.c:27"), [(region, "24")], "{level}");
        assert_eq!(creation(&reports, "places.c:33"), [("main [task]", "31")], "{level}");
    }
}
