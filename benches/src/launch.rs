//! How a program is run in a configuration, and whether such a run counts.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use detsan_options::OPTIONS_VARIABLE;
use detsan_tests::process::Ended;

use crate::configuration::{Configuration, Variant};
use crate::error::BenchError;
use crate::machine;
use crate::process::{self, Finished};
use crate::toolbox::Toolbox;

/// What a run that decides for all schedules ends with.
const GUARANTEES: [&str; 2] =
    ["DetSan: guarantee: all schedules of this input", "DetSan: guarantee: this input, for teams of up to "];
/// What a report of a race begins with.
const RACE: &str = "WARNING: DetSan";
/// Names the file that the counting hooks write to.
const COUNT_VARIABLE: &str = "DETSAN_BENCH_COUNT";

/// The command that runs `program` in a configuration; its arguments are to be added.
pub(crate) fn command(toolbox: &Toolbox, configuration: Configuration, program: &Path) -> Command {
    let mut command = process::command(program);
    match configuration.variant() {
        Variant::Detsan => {
            command.env("OMP_TOOL_LIBRARIES", toolbox.detsan.library());
            command.env(OPTIONS_VARIABLE, team_option(configuration));
            return command;
        }
        Variant::Tsan if configuration == Configuration::Archer => {
            command.env("OMP_TOOL_LIBRARIES", toolbox.archer());
            command.env("TSAN_OPTIONS", "ignore_noninstrumented_modules=1");
        }
        Variant::Tsan => {
            // libomp is not instrumented, so without Archer its synchronisation is not seen: reports would be wrong, and
            // writing them would take time.
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

/// Why a run does not count, if it does not: a kernel has to check itself and say so with `expected`, and DetSan has to
/// find it clean, in all schedules.
pub(crate) fn failure(finished: &Finished, configuration: Configuration, expected: &str) -> Option<String> {
    if finished.ended != Ended::Exit(0) {
        return finished.failure();
    }
    if !finished.stdout.lines().any(|line| line == expected || line.starts_with(&format!("{expected} "))) {
        return Some(format!("it did not say '{expected}'"));
    }
    if configuration.variant() != Variant::Detsan {
        return None;
    }
    if finished.stderr.contains(RACE) {
        return Some("DetSan reported a race".to_owned());
    }
    let guarantee = finished.stderr.lines().rfind(|line| line.starts_with("DetSan: guarantee:"));
    match guarantee {
        Some(line) if GUARANTEES.iter().any(|guarantee| line.starts_with(guarantee)) => None,
        Some(line) => Some(format!("not for all schedules: {line}")),
        None => Some("DetSan gave no guarantee".to_owned()),
    }
}

/// The accesses that `program`, which has hooks that count, makes. A program that fails has none: its other runs say why.
///
/// # Errors
///
/// When it cannot be started.
pub(crate) fn executed_accesses(
    toolbox: &Toolbox,
    program: &Path,
    argument: &str,
    limit: Duration,
) -> Result<Option<u64>, BenchError> {
    let file = program.with_extension("count");
    let mut command = command(toolbox, Configuration::Hooks, program);
    process::run(command.arg(argument).env(COUNT_VARIABLE, &file), limit).map_err(BenchError::Run)?;
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
        failure(&finished, configuration, "fib small ok")
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
        it did not say 'fib small ok'
        exit status 66: WARNING: DetSan: determinacy race (pid=1)
        DetSan gave no guarantee
        not for all schedules: DetSan: guarantee: this lock order only
        ");
    }
}
