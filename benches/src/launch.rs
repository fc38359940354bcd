//! How a program is run in a configuration, and whether such a run counts.

use std::process::Command;
use std::time::Duration;

use detsan_options::OPTIONS_VARIABLE;
use detsan_tests::process::Ended;
use regex::{Regex, RegexBuilder};

use crate::build::Artifact;
use crate::configuration::{Configuration, Variant};
use crate::error::BenchError;
use crate::machine;
use crate::process::{self, Finished};
use crate::toolbox::Toolbox;

/// What DetSan's last line begins with.
const GUARANTEE: &str = "DetSan: guarantee: ";
/// What a report of a race begins with.
const RACE: &str = "WARNING: DetSan";
/// Names the file that the counting hooks write to.
const COUNT_VARIABLE: &str = "DETSAN_BENCH_COUNT";
/// How a program ends in which DetSan or Archer found a race.
const RACY_STATUS: i32 = 66;

/// What a run has to show to count.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    /// What has to be in its output.
    pub(crate) output: Regex,
    /// How DetSan's guarantee begins: in one of these ways.
    pub(crate) guarantees: Vec<String>,
    /// Whether the program has races, so that reports of them are no failure.
    pub(crate) is_racy: bool,
}

impl Expected {
    /// For a kernel, which checks itself and says so with a line that begins with `words`. It is
    /// clean in all schedules.
    pub(crate) fn kernel(words: &str) -> Expected {
        let line = format!("^{}( |$)", regex::escape(words));
        let output = Expected::lines(&line).expect("escaped words are an expression");
        Expected { output, guarantees: Expected::all_schedules(), is_racy: false }
    }

    /// An expression in which `^` and `$` are the ends of a line.
    ///
    /// # Errors
    ///
    /// When `text` is none.
    pub(crate) fn lines(text: &str) -> Result<Regex, regex::Error> {
        RegexBuilder::new(text).multi_line(true).build()
    }

    /// The guarantees that say: no schedule has a race.
    pub(crate) fn all_schedules() -> Vec<String> {
        ["all schedules of this input", "this input, for teams of up to "].map(str::to_owned).to_vec()
    }
}

/// The command that runs `program` in a configuration; its arguments are to be added.
pub(crate) fn command(toolbox: &Toolbox, configuration: Configuration, built: &Artifact) -> Command {
    let mut command = process::command(&built.program);
    command.current_dir(&built.directory);
    match configuration.variant() {
        Variant::Detsan => {
            command.env("OMP_TOOL_LIBRARIES", toolbox.detsan.library());
            command.env(OPTIONS_VARIABLE, team_option(configuration));
            return command;
        }
        Variant::Tsan if configuration.has_archer() => {
            command.env("OMP_TOOL_LIBRARIES", toolbox.archer());
            command.env("TSAN_OPTIONS", "ignore_noninstrumented_modules=1");
        }
        Variant::Tsan => {
            // libomp is not instrumented, so without Archer its synchronisation is not seen:
            // reports would be wrong, and writing them would take time.
            command.env("OMP_TOOL", "disabled").env("TSAN_OPTIONS", "report_bugs=0");
        }
        Variant::Plain | Variant::Hooks | Variant::Count => {
            command.env("OMP_TOOL", "disabled");
        }
    }
    command.env("OMP_NUM_THREADS", configuration.threads(machine::cores()).to_string());
    command
}

/// DetSan's option for the threads of a parallel region.
pub(crate) fn team_option(configuration: Configuration) -> String {
    format!("team={}", configuration.threads(machine::cores()))
}

/// Why a run does not count, if it does not: a program has to say what is expected of it, and
/// DetSan has to find it clean, unless it is known to be racy, and to guarantee what is expected.
pub(crate) fn failure(finished: &Finished, configuration: Configuration, expected: &Expected) -> Option<String> {
    let is_detsan = configuration.variant() == Variant::Detsan;
    let has_found_races = is_detsan || configuration.has_archer();
    match finished.ended {
        Ended::Exit(0) => {}
        Ended::Exit(RACY_STATUS) if expected.is_racy && has_found_races => {}
        _ => return finished.failure(),
    }
    if ![&finished.stdout, &finished.stderr].into_iter().any(|said| expected.output.is_match(said)) {
        return Some(format!("it did not say '{}'", expected.output));
    }
    if !is_detsan {
        return None;
    }
    if finished.stderr.contains(RACE) && !expected.is_racy {
        return Some("DetSan reported a race".to_owned());
    }
    let guarantee = finished.stderr.lines().filter_map(|line| line.strip_prefix(GUARANTEE)).next_back();
    match guarantee {
        Some(said) if expected.is_racy || expected.guarantees.iter().any(|guarantee| said.starts_with(guarantee)) => {
            None
        }
        Some(said) => Some(format!("another guarantee than expected: {said}")),
        None => Some("DetSan gave no guarantee".to_owned()),
    }
}

/// The accesses that `program`, which has hooks that count, makes. A program that fails has none:
/// its other runs say why.
///
/// # Errors
///
/// When it cannot be started.
pub(crate) fn executed_accesses(
    toolbox: &Toolbox,
    built: &Artifact,
    arguments: &[String],
    limit: Duration,
) -> Result<Option<u64>, BenchError> {
    let file = built.program.with_extension("count");
    let mut command = command(toolbox, Configuration::Hooks, built);
    process::run(command.args(arguments).env(COUNT_VARIABLE, &file), limit).map_err(BenchError::Run)?;
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    Ok(text.strip_prefix("accesses ").and_then(|number| number.trim().parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Usage;
    use Configuration::{Detsan4, Plain1};

    fn judged(configuration: Configuration, status: i32, stdout: &str, stderr: &str) -> Option<String> {
        let (stdout, stderr) = (stdout.to_owned(), stderr.to_owned());
        let finished = Finished { ended: Ended::Exit(status), usage: Usage::default(), stdout, stderr };
        failure(&finished, configuration, &Expected::kernel("fib small ok"))
    }

    #[test]
    fn a_run_counts_if_the_kernel_is_right_and_detsan_finds_it_clean() {
        let all = "DetSan: guarantee: all schedules of this input\n";
        assert_eq!(judged(Plain1, 0, "fib small ok 7\n", ""), None);
        assert_eq!(judged(Detsan4, 0, "fib small ok\n", all), None);
        let failures = [
            judged(Plain1, 1, "fib small WRONG 7 8\n", ""),
            judged(Plain1, 0, "fib small okay\n", ""),
            judged(Detsan4, 66, "fib small ok 7\n", "WARNING: DetSan: determinacy race (pid=1)\n"),
            judged(Detsan4, 0, "fib small ok 7\n", ""),
            judged(Detsan4, 0, "fib small ok 7\n", "DetSan: guarantee: this lock order only\n"),
        ];
        let failures: Vec<String> = failures.into_iter().map(|failure| failure.expect("it does not count")).collect();
        insta::assert_snapshot!(failures.join("\n"), @r"
        exit status 1: fib small WRONG 7 8
        it did not say '^fib small ok( |$)'
        exit status 66: WARNING: DetSan: determinacy race (pid=1)
        DetSan gave no guarantee
        another guarantee than expected: this lock order only
        ");
    }
    #[test]
    fn a_racy_program_may_be_reported_and_still_has_to_say_what_is_expected() {
        let output = Expected::lines("^sum [0-9]+$").expect("an expression");
        let expected = Expected { output, guarantees: Vec::new(), is_racy: true };
        let judged = |configuration, status, stdout: &str, stderr: &str| {
            let (stdout, stderr) = (stdout.to_owned(), stderr.to_owned());
            let finished = Finished { ended: Ended::Exit(status), usage: Usage::default(), stdout, stderr };
            failure(&finished, configuration, &expected)
        };
        let found = "WARNING: DetSan: determinacy race (pid=1)\nDetSan: guarantee: every reported race is real\n";
        assert_eq!(judged(Detsan4, 66, "sum 12\n", found), None);
        assert_eq!(judged(Configuration::Archer, 66, "sum 12\n", ""), None);
        assert!(judged(Detsan4, 66, "summit\n", found).is_some());
        assert!(judged(Detsan4, 66, "sum 12\n", "").is_some(), "it did not get to its end");
        assert!(judged(Plain1, 66, "sum 12\n", "").is_some(), "nobody there could have found a race");
    }
}
