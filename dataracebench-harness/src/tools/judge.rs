//! What a run under a checker means.

use detsan_options::exit_codes;

use super::Tool;
use crate::outcome::Obstacle;
use crate::process::{Ended, Finished};
use crate::reports::{self, Reported};

/// What the last line of DetSan's summary begins with.
const GUARANTEE: &str = "DetSan: guarantee:";

/// What the line begins with that a run ends with which was cut short.
const INCOMPLETE: &str = "DetSan: incomplete:";

/// What lines begin with that say that a run was not checked at all.
const UNCHECKED: [&str; 2] = ["DetSan: nothing was checked", "DetSan: guarantee: partial: nothing was checked"];

/// What came of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// What was reported.
    pub(crate) reported: Reported,
    /// Why the run did not come to its end, if it did not.
    pub(crate) obstacle: Option<Obstacle>,
    /// Why a run without a report does not show that there is no race, if it came to its end.
    pub(crate) doubt: Option<String>,
    /// What else is to be said.
    pub(crate) notes: Vec<String>,
}

/// Judges a run of the program with the file name `program`, whose checker wrote `report`. DetSan
/// also wrote `findings`.
pub(crate) fn judge(tool: Tool, finished: &Finished, report: &str, findings: &str, program: &str) -> Judgement {
    let (reported, unread) = match tool {
        Tool::Detsan => match reports::of_findings(findings, program) {
            Ok(reported) => (reported, None),
            Err(error) => (Reported::default(), Some(Obstacle::Unsupported(error.to_string()))),
        },
        Tool::Archer | Tool::Tsan => (reports::parse(report, program), None),
    };
    let obstacle = unread.or_else(|| end(finished)).or_else(|| match tool {
        Tool::Detsan => detsan_obstacle(finished, report),
        Tool::Archer | Tool::Tsan => tsan_obstacle(finished, report),
    });
    let mut notes = Vec::new();
    if finished.stdout.is_cut || finished.stderr.is_cut {
        notes.push("it printed more than is kept".to_owned());
    }
    let doubt = if tool == Tool::Detsan { doubt(finished, report) } else { None };
    notes.extend(doubt.clone());
    match finished.ended {
        // Both checkers leave with this status after a report.
        Ended::Exit(status) if status != 0 && i32::from(exit_codes::RACES) != status && obstacle.is_none() => {
            notes.push(format!("it left with status {status}"));
        }
        _ => {}
    }
    Judgement { reported, obstacle, doubt, notes }
}

/// What `detsan` says about a program that it cannot build for checking. Without a compiler, or
/// with a wrong option, it has not come to the program.
pub(crate) fn refusal_to_build(tool: Tool, finished: &Finished) -> Option<String> {
    let others = [exit_codes::USAGE, exit_codes::NOT_EXECUTABLE, exit_codes::NOT_FOUND].map(i32::from);
    match finished.ended {
        Ended::Exit(status) if tool == Tool::Detsan && !others.contains(&status) => {
            finished.stderr.text.lines().find_map(|line| line.strip_prefix("detsan: ")).map(str::to_owned)
        }
        _ => None,
    }
}

/// Why a command failed: the line of its errors that tells most.
pub(crate) fn reason(finished: &Finished) -> String {
    let lines = || finished.stderr.text.lines().map(str::trim).filter(|line| !line.is_empty());
    // A linker without room says so before the compiler says that the linker failed.
    const TELLING: [&str; 6] = ["No space left", "undefined reference", "FATAL", "error", "cannot", "not found"];
    let telling = TELLING.iter().find_map(|word| lines().find(|line| line.contains(word)));
    match finished.ended {
        Ended::TimeOut => "it took too long".to_owned(),
        ended => telling.or_else(|| lines().next()).map_or_else(|| format!("{ended:?}, without a word"), str::to_owned),
    }
}

/// An end that is none, whatever the checker.
fn end(finished: &Finished) -> Option<Obstacle> {
    let crash = |reason: &str| Some(Obstacle::Crash(reason.to_owned()));
    match finished.ended {
        Ended::TimeOut => Some(Obstacle::TimeOut("it was still running when its time was up".to_owned())),
        Ended::Memory => crash("it was ended because of the memory that it took"),
        Ended::Processes => crash("it was ended because of the processes that it started"),
        Ended::Signal(signal) => Some(Obstacle::Crash(format!("signal {signal} ended it"))),
        Ended::Exit(_) | Ended::Stopped => None,
    }
}

/// What DetSan says when it does not check a program, or ends it.
fn detsan_obstacle(finished: &Finished, report: &str) -> Option<Obstacle> {
    let Ended::Exit(status) = finished.ended else { return None };
    // A run that was checked to its end says what its verdict is worth; the status is then the
    // program's own.
    if report.lines().any(|line| line.starts_with(GUARANTEE)) && status != i32::from(exit_codes::DEADLOCK) {
        return None;
    }
    // The command speaks as `detsan`, the tool inside of the program as `DetSan`.
    let said = |prefix: &'static str| {
        let lines = finished.stderr.text.lines().chain(report.lines());
        lines.filter_map(move |line| line.strip_prefix(prefix)).next().map(str::to_owned)
    };
    let refusals = [exit_codes::USAGE, exit_codes::UNABLE, exit_codes::NOT_EXECUTABLE, exit_codes::NOT_FOUND];
    if refusals.map(i32::from).contains(&status) {
        return said("detsan: ").or_else(|| said("DetSan: ")).map(Obstacle::Unsupported);
    }
    if status == i32::from(exit_codes::DEADLOCK) && report.contains("DetSan: ") {
        return Some(Obstacle::Crash("it waited for an event that nobody was left to fulfil".to_owned()));
    }
    None
}

/// What DetSan says of a run that says nothing about the program.
fn doubt(finished: &Finished, report: &str) -> Option<String> {
    let has = |beginnings: &[&str]| {
        let mut lines = finished.stderr.text.lines().chain(report.lines());
        lines.any(|line| beginnings.iter().any(|beginning| line.starts_with(beginning)))
    };
    if has(&UNCHECKED) {
        return Some("nothing was checked".to_owned());
    }
    has(&[INCOMPLETE]).then(|| "the run was incomplete".to_owned())
}

/// What ThreadSanitizer says when the program crashes, which it turns into an exit status, or when
/// it cannot run.
fn tsan_obstacle(finished: &Finished, report: &str) -> Option<Obstacle> {
    let lines = || finished.stderr.text.lines().chain(report.lines());
    if let Some(line) = lines().find(|line| line.contains("FATAL: ThreadSanitizer")) {
        return Some(Obstacle::Unsupported(line.to_owned()));
    }
    lines().find(|line| line.contains("ERROR: ThreadSanitizer: ")).map(|line| Obstacle::Crash(line.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Output;
    use std::time::Duration;

    const RACE: &str = r#"{"finding":"race","later":{"mode":"write","stack":[{"file":"a.c","line":3}]},"earlier":{"mode":"write","stack":[{"file":"a.c","line":4}]},"shown":true}"#;

    fn judged_with(tool: Tool, ended: Ended, findings: &str) -> Judgement {
        let finished = Finished {
            ended,
            stdout: Output::default(),
            stderr: Output::default(),
            time: Duration::from_secs(1),
            memory_kib: 0,
        };
        judge(tool, &finished, "", findings, "a.c")
    }

    fn judged(tool: Tool, ended: Ended, stderr: &str, report: &str) -> Judgement {
        let finished = Finished {
            ended,
            stdout: Output::default(),
            stderr: Output { text: stderr.to_owned(), is_cut: false },
            time: Duration::from_secs(1),
            memory_kib: 0,
        };
        judge(tool, &finished, report, "", "a.c")
    }

    #[test]
    fn a_status_of_the_program_is_no_refusal() {
        let judgement = judged(
            Tool::Detsan,
            Ended::Exit(2),
            "usage: program\n",
            "DetSan: 0 races\nDetSan: guarantee: all schedules of this input\n",
        );
        assert_eq!((judgement.obstacle, judgement.notes), (None, vec!["it left with status 2".to_owned()]));
        let refused = judged(Tool::Detsan, Ended::Exit(2), "detsan: DETSAN_OPTIONS: bad value '2'\n", "");
        assert_eq!(refused.obstacle, Some(Obstacle::Unsupported("DETSAN_OPTIONS: bad value '2'".to_owned())));
    }

    #[test]
    fn an_end_by_force_is_an_obstacle_and_reports_before_it_count() {
        let judgement = judged_with(Tool::Detsan, Ended::TimeOut, &format!("{RACE}\n"));
        assert_eq!(judgement.reported.races, 1);
        assert!(matches!(judgement.obstacle, Some(Obstacle::TimeOut(_))));
        assert!(matches!(judged(Tool::Tsan, Ended::Signal(11), "", "").obstacle, Some(Obstacle::Crash(_))));
        assert!(matches!(judged(Tool::Tsan, Ended::Memory, "", "").obstacle, Some(Obstacle::Crash(_))));
        assert!(matches!(judged(Tool::Tsan, Ended::Processes, "", "").obstacle, Some(Obstacle::Crash(_))));
    }

    #[test]
    fn a_crash_that_the_checker_caught_is_a_crash() {
        let stderr = "==1==ERROR: ThreadSanitizer: SEGV on unknown address 0x0\n";
        assert!(matches!(judged(Tool::Archer, Ended::Exit(66), stderr, "").obstacle, Some(Obstacle::Crash(_))));
        let stderr = "FATAL: ThreadSanitizer: unexpected memory mapping 0x1-0x2\n";
        assert!(matches!(judged(Tool::Archer, Ended::Exit(66), stderr, "").obstacle, Some(Obstacle::Unsupported(_))));
        let waits = judged(Tool::Detsan, Ended::Exit(67), "", "DetSan: incomplete\n");
        assert!(matches!(waits.obstacle, Some(Obstacle::Crash(_))));
    }

    #[test]
    fn a_full_disk_is_told_before_what_follows_from_it() {
        let stderr = "\nld: final link failed: No space left on device\nclang: error: linker command failed\n";
        let finished = |ended, text: &str| Finished {
            ended,
            stdout: Output::default(),
            stderr: Output { text: text.to_owned(), is_cut: false },
            time: Duration::ZERO,
            memory_kib: 0,
        };
        assert_eq!(reason(&finished(Ended::Exit(1), stderr)), "ld: final link failed: No space left on device");
        assert_eq!(reason(&finished(Ended::Exit(1), "In a.c:\na.c:3: error: no\n")), "a.c:3: error: no");
        assert_eq!(reason(&finished(Ended::Signal(9), "")), "Signal(9), without a word");
        assert_eq!(reason(&finished(Ended::TimeOut, stderr)), "it took too long");
    }

    #[test]
    fn a_directive_that_cannot_be_checked_is_unsupported_and_a_missing_compiler_is_not() {
        let refused = |tool, status, text: &str| {
            let finished = Finished {
                ended: Ended::Exit(status),
                stdout: Output::default(),
                stderr: Output { text: text.to_owned(), is_cut: false },
                time: Duration::ZERO,
                memory_kib: 0,
            };
            refusal_to_build(tool, &finished)
        };
        let text = "ld: undefined reference to `GOMP_target_ext'\ndetsan: `target` cannot be checked\n";
        assert_eq!(refused(Tool::Detsan, 1, text).as_deref(), Some("`target` cannot be checked"));
        assert_eq!(refused(Tool::Archer, 1, text), None);
        assert_eq!(refused(Tool::Detsan, 1, "a.c:1: error: no\n"), None);
        assert_eq!(refused(Tool::Detsan, 127, "detsan: no gfortran\n"), None);
    }

    #[test]
    fn a_run_that_was_not_checked_to_its_end_is_in_doubt() {
        let judgement = judged(Tool::Detsan, Ended::Exit(0), "DetSan: nothing was checked: the program …\n", "");
        assert_eq!(judgement.notes, ["nothing was checked"]);
        assert_eq!(judgement.obstacle, None);
        let doubt = |status, report: &str| judged(Tool::Detsan, Ended::Exit(status), "", report).doubt;
        let unchecked = Some("nothing was checked".to_owned());
        let partial =
            "DetSan: 0 races\nDetSan: guarantee: partial: nothing was checked\nDetSan: guarantee: partial: x\n";
        assert_eq!([doubt(0, partial), doubt(3, partial)], [unchecked.clone(), unchecked]);
        let incomplete = Some("the run was incomplete".to_owned());
        assert_eq!(doubt(0, "DetSan: 0 races\nDetSan: incomplete: exit() before …\n"), incomplete);
        assert_eq!(doubt(0, "DetSan: guarantee: partial: 1 child process was not checked\n"), None);
        assert_eq!(doubt(0, "DetSan: guarantee: all schedules of this input\n"), None);
    }
}
