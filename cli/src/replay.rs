//! `detsan replay`: sends a recorded run through the detector again and says what the run said.

use crate::error::CliError;
use crate::memory;
use detsan_options::{Assignment, LogPath, Options, create_file, exit_codes, parse_assignments};
use detsan_report::{
    Ending, Finding, Guarantee, Headline, SummaryFacts, TextOptions, Verdict, elsewhere_text, escaped, finding_json,
    finding_text, first_hidden_text, hidden_text, last_words_text, start_json,
};
use detsan_trace::{Ended, Finish, Reader, Replayed, Start, Told, TraceSymbols, read_start, replay as replay_trace};
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

/// Options that a replay takes over from the recorded run.
const RECORDED: [&str; 6] =
    ["team", "exitcode", "max_reports", "max_reports_per_group", "halt_on_error", "print_summary"];

/// Options that can be given to a replay.
const GIVEN: [&str; 7] =
    ["exitcode", "log_path", "findings", "max_reports", "max_reports_per_group", "halt_on_error", "print_summary"];

/// Options that have no meaning for a replay, or that the trace itself is clear about.
#[cfg(test)]
const NEITHER: [&str; 7] = ["locks", "trusted_libraries", "record", "verbose", "lone_depends", "stats", "help"];

/// What a shell adds to the number of the signal that has ended a program.
const SIGNAL_STATUS: i32 = 128;

/// What to replay, and how.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The trace.
    pub(crate) trace: PathBuf,
    /// Options from the command line, in order. They win over those of the recorded run.
    pub(crate) options: Vec<String>,
}

/// Carries out `detsan replay`. The status is that of the recorded run.
pub(crate) fn replay(request: &Request) -> Result<ExitCode, CliError> {
    let given = given_options(&request.options)?;
    let cannot = |problem: String| CliError::Trace { path: request.trace.clone(), problem };
    let file = File::open(&request.trace).map_err(|error| cannot(error.to_string()))?;
    let mut trace = Reader::new(BufReader::new(file)).map_err(|error| cannot(error.to_string()))?;
    let start = read_start(&mut trace).map_err(|error| cannot(error.to_string()))?;
    let recorded = recorded_options(&start)?;
    let mut options = recorded.clone();
    for Assignment { name, value } in &given {
        options.set(name, value).expect("each assignment is valid");
    }

    let (log, findings) = (options.log_path.resolve(process::id()), options.findings.resolve(process::id()));
    if let Some(path) = [&log, &findings].into_iter().flatten().find(|path| is_same_file(path, &request.trace)) {
        return Err(CliError::WouldOverwrite { path: path.clone() });
    }
    let mut output = Output::open(log)?;
    let mut findings = findings.map(|path| Output::open(Some(path))).transpose()?;
    if let Some(findings) = &mut findings {
        findings.write(&start_json(&start.version, start.pid));
    }
    let version = start.version.clone();
    // If the recorded run was halted, its trace ends there and says so.
    let halt = options.halt_on_error && !recorded.halt_on_error;
    let mut texts = TextOptions { pid: start.pid, base_directory: None, headline: Headline::DetSan };
    let per_group = options.max_reports_per_group;
    let replayed = replay_trace(trace, start, per_group, memory::share(), &mut |told: Told<'_>| {
        // Files are named relative to where the program ran last.
        texts = text_options(&told);
        let is_shown = match told.verdict {
            None => true,
            Some(Verdict::Show(number)) => options.max_reports == 0 || number <= options.max_reports,
            Some(_) => false,
        };
        if is_shown {
            output.write(&finding_text(told.finding, told.symbols, &texts));
        }
        if let Some(findings) = &mut findings {
            findings.write(&finding_json(told.finding, is_shown, told.symbols, &texts));
        }
        if told.verdict == Some(Verdict::Hide { is_first: true }) {
            output.write(&first_hidden_text());
        }
        if halt && told.verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // A program that was ended by a signal said no more than its last words.
    if !matches!(replayed.ended, Ended::Killed { .. }) {
        output.write(&hidden_text(&replayed.tally.groups, &texts));
    }
    let (end, status) = conclude(&replayed, &options);
    match &end {
        Err(last_words) => output.write(last_words),
        Ok(summary) => {
            let names = TraceSymbols::default();
            if options.print_summary {
                output.write(&finding_text(summary, &names, &texts));
            }
            if let Some(findings) = &mut findings {
                findings.write(&finding_json(summary, options.print_summary, &names, &texts));
            }
        }
    }

    let is_elsewhere = options.log_path != LogPath::Stderr && output.error.is_none();
    if is_elsewhere && options.print_summary && replayed.tally.found > 0 {
        eprint!("{}", elsewhere_text(replayed.tally.found, &output.name));
    }
    let is_reliable = check(&request.trace, &version, &replayed);
    for output in [Some(output), findings].into_iter().flatten() {
        if let Some(error) = output.error {
            return Err(CliError::CannotReport { name: output.name, error });
        }
    }
    let status = match (replayed.tally.found, options.exit_code) {
        _ if !is_reliable => i32::from(exit_codes::UNABLE),
        (0, _) | (_, 0) => status,
        (_, code) => i32::from(code),
    };
    Ok(ExitCode::from(status as u8))
}

/// The options of the command line. Each is valid and has a meaning here.
fn given_options(texts: &[String]) -> Result<Vec<Assignment>, CliError> {
    let refuse = |error| CliError::Options { given_in: "--option", error };
    let given: Vec<Assignment> = texts.iter().map(|text| text.parse()).collect::<Result<_, _>>().map_err(refuse)?;
    Options::from_assignments(&given).map_err(refuse)?;
    match given.iter().find(|assignment| !GIVEN.contains(&assignment.name.as_str())) {
        Some(Assignment { name, .. }) => Err(CliError::NotForReplay { name: name.clone(), options: GIVEN.join(", ") }),
        None => Ok(given),
    }
}

/// The options of the recorded run that matter here.
fn recorded_options(start: &Start) -> Result<Options, CliError> {
    let matters = |assignment: &Assignment| RECORDED.contains(&assignment.name.as_str());
    let options = parse_assignments(&start.options).and_then(|all| {
        let kept: Vec<Assignment> = all.into_iter().filter(matters).collect();
        Options::from_assignments(&kept)
    });
    options.map_err(|error| CliError::Options { given_in: "options of the recorded run", error })
}

fn text_options(told: &Told<'_>) -> TextOptions {
    TextOptions { pid: told.start.pid, base_directory: told.directory.clone(), headline: Headline::DetSan }
}

/// The summary of a replay, or the last words of a program that came to no end, and the status of
/// the recorded program.
fn conclude(replayed: &Replayed, options: &Options) -> (Result<Finding, String>, i32) {
    let unfinished = |why: String| Finish {
        status: 0,
        ending: Ending::Incomplete(why.into()),
        guarantee: Guarantee::default(),
        foreign_accesses: 0,
        races: replayed.tally.found,
        tasks: replayed.tasks,
        regions: replayed.regions,
        accesses: replayed.accesses,
    };
    let finish = match &replayed.ended {
        Ended::Killed { signal, name } => {
            // No signal, but `exec`: the status that came of it is another program's.
            let status = if *signal == 0 { exit_codes::UNABLE.into() } else { SIGNAL_STATUS + i32::from(*signal) };
            return (Err(last_words_text(name, replayed.tally.found)), status);
        }
        Ended::Finished(finish) => finish.clone(),
        Ended::Stopped => unfinished("stopped at the first race (halt_on_error=1)".to_owned()),
        // What was not seen must not look clean.
        Ended::Broken(error) => Finish { status: exit_codes::UNABLE.into(), ..unfinished(error.to_string()) },
    };
    let status = finish.status;
    let facts = SummaryFacts {
        races: replayed.tally.found,
        repeated: replayed.tally.repeated,
        tasks: finish.tasks,
        regions: finish.regions,
        accesses: finish.accesses,
        foreign_accesses: finish.foreign_accesses,
        team: options.team,
        ending: finish.ending,
        guarantee: finish.guarantee,
    };
    (Ok(Finding::Summary(facts)), status)
}

/// Says where the replay differs from the recorded run. Returns whether its result can be relied
/// on.
fn check(trace: &Path, version: &str, replayed: &Replayed) -> bool {
    let (trace, present) = (escaped(&trace.to_string_lossy()).into_owned(), env!("CARGO_PKG_VERSION"));
    if replayed.mismatches > 0 {
        eprintln!(
            "detsan: {trace}: at {} accesses the detector asks what the trace does not answer: it was recorded by DetSan {version}, this is {present}; record it again",
            replayed.mismatches
        );
        return false;
    }
    let Ended::Finished(finish) = &replayed.ended else { return true };
    if finish.races != replayed.tally.found {
        eprintln!(
            "detsan: {trace}: the recorded run had {} races, the replay has {}: it was recorded by DetSan {version}, this is {present}; record it again",
            finish.races, replayed.tally.found
        );
    }
    finish.races == replayed.tally.found
}

/// Whether both names lead to one file, which is there.
fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(a), Ok(b)) => a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Where reports go.
struct Output {
    to: Box<dyn Write>,
    /// Name for messages.
    name: String,
    /// The first failure; after it nothing more is written.
    error: Option<io::Error>,
}

impl Output {
    /// Opens a file; `None` is standard error.
    fn open(path: Option<PathBuf>) -> Result<Output, CliError> {
        let Some(path) = path else {
            return Ok(Output { to: Box::new(io::stderr()), name: "standard error".to_owned(), error: None });
        };
        let name = path.display().to_string();
        match create_file(&path) {
            Ok(file) => Ok(Output { to: Box::new(file), name, error: None }),
            Err(error) => Err(CliError::CannotReport { name, error }),
        }
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.to.write_all(text.as_bytes()).err();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recorded_options_that_matter_are_taken_over() {
        let start = |options: &str| Start { options: options.to_owned(), ..Start::default() };
        let recorded = |options: &str| recorded_options(&start(options)).map_err(|error| error.to_string());
        let options = recorded("exitcode=3:log_path='/elsewhere/%p':record=a.dts:verbose=debug:no_such_option=1");
        assert_eq!(options, Ok(Options { exit_code: 3, ..Options::default() }));
        insta::assert_snapshot!(
            recorded("max_reports=many").expect_err("refused"),
            @"options of the recorded run: bad value 'many' of option 'max_reports': expected a number (see `detsan help options`)"
        );
    }

    #[test]
    fn every_option_has_been_thought_of() {
        for option in detsan_options::OPTION_TABLE {
            let lists = [&RECORDED[..], &GIVEN, &NEITHER];
            assert!(lists.iter().any(|list| list.contains(&option.name)), "what is '{}' to a replay?", option.name);
        }
    }

    #[test]
    fn only_options_with_a_meaning_can_be_given() {
        let given = |text: &str| given_options(&[text.to_owned()]).map_err(|error| error.to_string());
        assert!(given("exitcode=3").is_ok());
        insta::assert_snapshot!(
            given("record=b.dts").expect_err("refused"),
            @"--option: a replay has no option 'record': it takes exitcode, log_path, findings, max_reports, max_reports_per_group, halt_on_error, print_summary"
        );
        assert!(given("exitcode").is_err() && given("exitcode=x").is_err());
    }
}
