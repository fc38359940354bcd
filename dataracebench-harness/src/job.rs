//! One program in one configuration: built once, run as often as asked, judged.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::outcome::{Obstacle, Outcome};
use crate::process::{self, Ended, Finished, Limits};
use crate::results::{Configuration, Measurement, Run, Settings};
use crate::suite::Case;
use crate::tools::{self, Judgement, RunRequest, Toolbox};

/// Bytes that are kept of what a program prints on each output.
const OUTPUT: usize = 1 << 20;
/// Bytes that are read of a checker's reports.
const REPORT: u64 = 32 << 20;
/// Bytes that are kept of them in the results.
const KEPT_REPORT: usize = 24 << 10;
/// Size of any file that a program may write, in MiB.
const FILE_MIB: u64 = 256;
/// Time for a compiler.
const BUILD_TIME: Duration = Duration::from_secs(120);

/// What all jobs of a run share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// What was asked for.
    pub(crate) settings: &'a Settings,
    /// The checkers.
    pub(crate) toolbox: &'a Toolbox,
    /// Where programs are built and run, each in a directory of its own.
    pub(crate) scratch: &'a Path,
    /// Set when the run is interrupted.
    pub(crate) stop: &'a AtomicBool,
}

/// The bounds of a compiler.
pub(crate) fn build_limits() -> Limits {
    Limits { time: BUILD_TIME, memory_mib: 4096, file_mib: FILE_MIB, output: OUTPUT }
}

/// Builds and runs `case`. None if the run was interrupted meanwhile.
pub(crate) fn measure(context: Context<'_>, case: &Case, configuration: Configuration) -> Option<Measurement> {
    // The directory goes away at the end, with all that the program has written there.
    let attempt = tempfile::tempdir_in(context.scratch)
        .and_then(|directory| measure_in(context, case, configuration, directory.path()));
    match attempt {
        Ok(measurement) => measurement,
        Err(error) => Some(not_built(format!("it could not be tried: {error}"), String::new(), 1, Duration::ZERO)),
    }
}

fn measure_in(
    context: Context<'_>,
    case: &Case,
    configuration: Configuration,
    directory: &Path,
) -> io::Result<Option<Measurement>> {
    let mut build_time = Duration::ZERO;
    for step in tools::build_steps(context.toolbox, case, configuration, directory) {
        let finished = process::run(&step, build_limits(), context.stop)?;
        build_time += finished.time;
        if finished.ended == Ended::Stopped {
            return Ok(None);
        }
        if finished.ended != Ended::Exit(0) {
            return Ok(Some(failed_build(case, configuration, &finished, build_time)));
        }
    }

    let settings = context.settings;
    let limits = Limits {
        time: Duration::from_secs(settings.timeout),
        memory_mib: settings.memory_mib,
        file_mib: FILE_MIB,
        output: OUTPUT,
    };
    let (reports, findings) = (directory.join("reports"), directory.join("findings"));
    let mut attempts = Vec::new();
    for _ in 0..settings.repeat {
        fs::create_dir_all(&reports)?;
        fs::create_dir_all(&findings)?;
        let request = RunRequest {
            directory,
            reports: &reports,
            findings: &findings,
            team: settings.team,
            argument: case.takes_argument.then_some(settings.dataset),
        };
        let spec = tools::run_spec(context.toolbox, configuration.tool, &request);
        let finished = process::run(&spec, limits, context.stop)?;
        if finished.ended == Ended::Stopped {
            return Ok(None);
        }
        let report = read_reports(&reports)?;
        let found = read_reports(&findings)?;
        let judgement = tools::judge(configuration.tool, &finished, &report, &found, &case.name);
        attempts.push((finished, report, judgement));
        fs::remove_dir_all(&reports)?;
        fs::remove_dir_all(&findings)?;
    }
    Ok(Some(conclude(case, build_time, attempts)))
}

/// The outcome of a build that failed: DetSan may also refuse a program here.
fn failed_build(case: &Case, configuration: Configuration, finished: &Finished, time: Duration) -> Measurement {
    let text = without_home(case, &finished.stderr.text);
    if let Some(reason) = tools::refusal_to_build(configuration.tool, finished) {
        return Measurement { outcome: Outcome::Unsupported, ..not_built(reason, text, status(finished), time) };
    }
    let reason = without_home(case, &tools::reason(finished));
    not_built(reason, text, status(finished), time)
}

fn not_built(reason: String, report: String, build_status: i32, time: Duration) -> Measurement {
    Measurement {
        outcome: Outcome::BuildFailure,
        notes: vec![reason],
        pairs: BTreeSet::new(),
        runs: Vec::new(),
        build_seconds: seconds(time),
        build_status,
        report: shortened(report),
    }
}

/// Puts the runs of a program together. A race that any of them reported counts; without a report,
/// a run that did not come to its end decides.
fn conclude(case: &Case, build_time: Duration, attempts: Vec<(Finished, String, Judgement)>) -> Measurement {
    let judgements = || attempts.iter().map(|(_, _, judgement)| judgement);
    let is_reported = judgements().any(|judgement| judgement.reported.races > 0);
    let obstacle = judgements().find_map(|judgement| judgement.obstacle.as_ref());
    let is_in_doubt = judgements().any(|judgement| judgement.doubt.is_some());
    let outcome = match obstacle {
        Some(obstacle) if !is_reported => obstacle.outcome(),
        _ => match Outcome::verdict(case.has_race, is_reported) {
            // A race that was not looked for is missed all the same.
            Outcome::TrueNegative if is_in_doubt => Outcome::Unsupported,
            verdict => verdict,
        },
    };
    let flags = obstacle.map(|obstacle| match obstacle {
        Obstacle::TimeOut(reason) => format!("time-out: {reason}"),
        Obstacle::Crash(reason) => format!("crash: {reason}"),
        Obstacle::Unsupported(reason) => reason.clone(),
    });
    let mut notes: Vec<String> = flags.into_iter().collect();
    for note in judgements().flat_map(|judgement| &judgement.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    let telling = attempts.iter().find(|(_, _, judgement)| judgement.reported.races > 0).or(attempts.first());
    let report = telling.map_or_else(String::new, |(finished, report, _)| {
        without_home(case, if report.is_empty() { &finished.stderr.text } else { report })
    });
    let run = |(finished, _, judgement): &(Finished, String, Judgement)| Run {
        races: judgement.reported.races,
        seconds: seconds(finished.time),
        memory_kib: finished.memory_kib,
        status: status(finished),
    };
    Measurement {
        outcome,
        notes,
        pairs: judgements().flat_map(|judgement| judgement.reported.pairs.iter().cloned()).collect(),
        runs: attempts.iter().map(run).collect(),
        build_seconds: seconds(build_time),
        build_status: 0,
        report: shortened(report),
    }
}

/// The text without the place where the suite lies, or was unpacked: it means nothing to a reader.
fn without_home(case: &Case, text: &str) -> String {
    match case.path.parent() {
        Some(home) => text.replace(&format!("{}/", home.display()), ""),
        None => text.to_owned(),
    }
}

/// All reports of a run: a program that forks has one for each process.
fn read_reports(directory: &Path) -> io::Result<String> {
    let mut paths: Vec<_> = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let mut text = String::new();
    for path in paths {
        use io::Read;
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(REPORT).read_to_end(&mut bytes)?;
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    Ok(text)
}

/// The status as a shell tells it.
fn status(finished: &Finished) -> i32 {
    match finished.ended {
        Ended::Exit(status) => status,
        Ended::Signal(signal) => 128 + signal,
        Ended::TimeOut => 124,
        Ended::Memory | Ended::Processes | Ended::Stopped => 137,
    }
}

/// Milliseconds are exact enough, and short in a file.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// The text up to a size, at a line's end.
fn shortened(mut text: String) -> String {
    if text.len() > KEPT_REPORT {
        let start = &text.as_bytes()[..KEPT_REPORT];
        let end = start.iter().rposition(|byte| *byte == b'\n').map_or(0, |position| position + 1);
        text.truncate(end);
        text.push_str("… cut\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Output;
    use crate::reports::{LinePair, Place, Reported};
    use std::path::PathBuf;

    fn attempt(races: u32, obstacle: Option<Obstacle>) -> (Finished, String, Judgement) {
        let place = |line| Place { file: "A1-x-yes.c".to_owned(), line };
        let pairs = (0..races).map(|race| LinePair::new(place(race), place(9))).collect();
        let finished = Finished {
            ended: Ended::Exit(0),
            stdout: Output::default(),
            stderr: Output::default(),
            time: Duration::from_millis(5),
            memory_kib: 7,
        };
        (
            finished,
            String::new(),
            Judgement { reported: Reported { races, pairs }, obstacle, doubt: None, notes: Vec::new() },
        )
    }

    fn outcome(name: &str, attempts: Vec<(Finished, String, Judgement)>) -> (Outcome, Vec<String>) {
        let case = Case::new(name, PathBuf::from(name), String::new()).expect("a program");
        let measurement = conclude(&case, Duration::ZERO, attempts);
        (measurement.outcome, measurement.notes)
    }

    #[test]
    fn a_race_in_any_run_counts() {
        assert_eq!(outcome("A1-x-yes.c", vec![attempt(0, None), attempt(2, None)]).0, Outcome::TruePositive);
        assert_eq!(outcome("A1-x-no.c", vec![attempt(0, None), attempt(1, None)]).0, Outcome::FalsePositive);
        assert_eq!(outcome("A1-x-no.c", vec![attempt(0, None)]).0, Outcome::TrueNegative);
        assert_eq!(outcome("A1-x-yes.c", vec![attempt(0, None)]).0, Outcome::FalseNegative);
    }

    #[test]
    fn an_end_by_force_is_a_flag_after_a_report_and_an_outcome_without() {
        let late = Some(Obstacle::TimeOut("it was ended after 9 s".to_owned()));
        let flagged = (Outcome::TruePositive, vec!["time-out: it was ended after 9 s".to_owned()]);
        assert_eq!(outcome("A1-x-yes.c", vec![attempt(1, late.clone())]), flagged);
        assert_eq!(outcome("A1-x-yes.c", vec![attempt(0, None), attempt(0, late)]).0, Outcome::TimeOut);
        let crash = Some(Obstacle::Crash("signal 11 ended it".to_owned()));
        assert_eq!(outcome("A1-x-no.c", vec![attempt(0, crash)]).0, Outcome::Crash);
        let refused = Some(Obstacle::Unsupported("no".to_owned()));
        assert_eq!(outcome("A1-x-no.c", vec![attempt(0, refused)]).0, Outcome::Unsupported);
    }

    #[test]
    fn a_run_in_doubt_is_no_true_negative() {
        let mut doubtful = attempt(0, None);
        doubtful.2.doubt = Some("nothing was checked".to_owned());
        assert_eq!(outcome("A1-x-no.c", vec![attempt(0, None), doubtful.clone()]).0, Outcome::Unsupported);
        assert_eq!(outcome("A1-x-yes.c", vec![doubtful.clone()]).0, Outcome::FalseNegative);
        assert_eq!(outcome("A1-x-yes.c", vec![attempt(1, None), doubtful]).0, Outcome::TruePositive);
    }

    #[test]
    fn long_reports_are_cut_at_a_line() {
        let text = "0123456789\n".repeat(KEPT_REPORT / 4);
        let short = shortened(text);
        assert!(short.len() < KEPT_REPORT + 20 && short.ends_with("9\n… cut\n"));
        assert_eq!(shortened("x".to_owned()), "x");
    }
}
