//! Compiles a kernel, runs it under DetSan, and says whether the verdict is right.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use detsan_options::exit_codes::RACES;

use crate::kernel::Kernel;
use crate::process::{self, Ended, Run};
use crate::recorded;
use crate::report::{self, Findings, MalformedReport, Pair};
use crate::toolchain::{Compiler, Instrumentation, Level, SourceLanguage, Toolchain, ToolchainError};

/// How often a kernel is run: the verdict must be the same each time.
pub const RUNS: u32 = 10;

/// What DetSan made of a kernel at one level.
#[derive(Debug)]
pub enum Verdict {
    /// What was expected, in every run.
    Right,
    /// Something else, in the run with this number.
    Wrong(u32, Box<Wrong>),
}

/// What is wrong with a run.
#[derive(Debug)]
pub struct Wrong {
    /// Races that are marked and were not reported.
    pub missed: BTreeSet<Pair>,
    /// Races that were reported and are not marked.
    pub invented: BTreeSet<Pair>,
    /// The exit status, and the one that was expected.
    pub ended: Option<(Ended, Ended)>,
    /// The guarantee, and the one that was expected.
    pub guarantee: Option<(Option<String>, String)>,
    /// What was to be said and was not.
    pub unsaid: Vec<String>,
    /// What was said and was not to be said.
    pub said: Vec<String>,
    /// What was said otherwise in the first run: the two lines.
    pub varied: Option<[String; 2]>,
    /// A report that cannot be read.
    pub malformed: Option<MalformedReport>,
    /// What the program and DetSan wrote.
    pub stderr: String,
}

/// Runs `program`, which is `kernel` at `level`, `runs` times.
///
/// # Errors
///
/// When it cannot be started.
pub fn check(
    toolchain: &Toolchain,
    kernel: &Kernel,
    level: Level,
    runs: u32,
    program: &Path,
) -> Result<Verdict, ToolchainError> {
    let mut first = None;
    let findings = beside(program, "findings");
    for number in 1..=runs {
        // A run that is refused at its beginning writes none.
        if findings.exists() {
            fs::remove_file(&findings)?;
        }
        let mut command = toolchain.check_for_findings(program, &findings);
        let run = process::run(command.args(&kernel.args).envs(kernel.env.iter().cloned()))?;
        if let Some(wrong) = judge(kernel, level, run, report::read(&findings), &mut first) {
            return Ok(Verdict::Wrong(number, Box::new(wrong)));
        }
    }
    Ok(Verdict::Right)
}

/// Compiles `kernel` at `level` in `directory`.
///
/// # Errors
///
/// When it cannot be compiled.
pub fn build(
    toolchain: &Toolchain,
    kernel: &Kernel,
    level: Level,
    directory: &Path,
) -> Result<PathBuf, ToolchainError> {
    let program = directory.join(format!("{}{level}", kernel.name().replace('/', "-")));
    let mut flags = vec!["-g".to_owned(), level.to_string(), "-Wall".into(), "-Wextra".into()];
    flags.extend(kernel.lang.iter().map(|standard| format!("-std={standard}")));
    flags.extend(kernel.flags.iter().cloned());
    if SourceLanguage::of(&kernel.path) == Some(SourceLanguage::Fortran) {
        // Modules of the same name in other programs, compiled at the same time, must not be in the
        // way.
        let modules = beside(&program, "modules");
        fs::create_dir_all(&modules)?;
        flags.push(format!("-J{}", modules.display()));
    }
    let instrumentation = match kernel.compiler {
        Compiler::Clang => Instrumentation::Checked,
        Compiler::Gcc => Instrumentation::CheckedGcc,
    };
    toolchain.compile(&kernel.path, &program, instrumentation, &flags)?;
    Ok(program)
}

/// Records a run of `program`, which is `kernel`, and replays it: the replay must say the same, and
/// the recorded events must be legal and the detector right about them. Returns what is wrong, if
/// anything is.
///
/// # Errors
///
/// When it cannot be started.
pub fn check_replay(toolchain: &Toolchain, kernel: &Kernel, program: &Path) -> Result<Option<String>, ToolchainError> {
    let (trace, log) = (beside(program, "dts"), beside(program, "log"));
    let mut command = toolchain.record(program, &trace, &log);
    let run = process::run(command.args(&kernel.recorded_args).envs(kernel.env.iter().cloned()))?;
    let live = fs::read_to_string(&log)?;
    let replay = process::run(&mut toolchain.replay(&trace))?;
    if (replay.ended, &replay.stderr) != (run.ended, &live) {
        let (ended, replayed) = (run.ended, replay.ended);
        let said = format!("--- the run, {ended:?}\n{live}--- the replay, {replayed:?}\n{}", replay.stderr);
        return Ok(Some(format!("the replay differs from the run\n{said}")));
    }
    Ok(recorded::compare(&trace).err())
}

/// Runs `program`, which is `kernel`, in teams of several threads, for which it was not made. There
/// may be other pairs of lines then; but one that is clean has to be clean. Returns what is wrong,
/// if anything is.
///
/// # Errors
///
/// When it cannot be started.
pub fn check_in_team(toolchain: &Toolchain, kernel: &Kernel, program: &Path) -> Result<Option<String>, ToolchainError> {
    let mut command = toolchain.check_in_team(program);
    let run = process::run(command.args(&kernel.args).envs(kernel.env.iter().cloned()))?;
    let is_right = run.ended == Ended::Exit(kernel.exit);
    Ok((!is_right).then(|| format!("in a team of several threads: {:?}\n{}", run.ended, run.stderr)))
}

/// The path of something that belongs to `program`.
fn beside(program: &Path, extension: &str) -> PathBuf {
    let mut path = program.as_os_str().to_owned();
    path.push(".");
    path.push(extension);
    path.into()
}

/// What stands before a number that is another one in each run: addresses, and the process.
const BEFORE: [&str; 2] = ["0x", "pid="];

/// What stands behind a number that depends on addresses, or on when a thread comes back that has
/// slept.
const BEHIND: [&str; 2] = [" accesses checked", " more at the same places"];

/// `text` without the numbers that may differ from run to run.
fn without_numbers_of_run(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, mark)) = BEFORE.iter().filter_map(|mark| Some((rest.find(mark)?, mark))).min() {
        let (before, after) = rest.split_at(at + mark.len());
        kept.push_str(before);
        rest = after.trim_start_matches(|digit: char| digit.is_ascii_hexdigit());
    }
    kept.push_str(rest);
    for mark in BEHIND {
        let parts: Vec<&str> = kept.split(mark).collect();
        let (last, others) = parts.split_last().expect("there is one part at least");
        let others = others.iter().map(|part| part.trim_end_matches(|digit: char| digit.is_ascii_digit()));
        kept = others.chain([*last]).collect::<Vec<_>>().join(mark);
    }
    kept
}

/// The first lines of two texts that differ.
fn first_difference(one: &str, other: &str) -> Option<[String; 2]> {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => return Some([one, other].map(|line| line.unwrap_or("(nothing)").to_owned())),
        }
    }
}

/// What is wrong with `run`, if anything is. Remembers in `first` what the first one said.
fn judge(
    kernel: &Kernel,
    level: Level,
    run: Run,
    found: Result<Findings, MalformedReport>,
    first: &mut Option<String>,
) -> Option<Wrong> {
    let said = without_numbers_of_run(&run.stderr);
    let varied = first_difference(first.get_or_insert_with(|| said.clone()), &said).filter(|_| !kernel.varies);
    let expected = kernel.expected(level);
    let (found, malformed) = match found {
        Ok(findings) => (findings, None),
        Err(malformed) => (Findings::default(), Some(malformed)),
    };
    let expected_end = Ended::Exit(if expected.is_empty() { kernel.exit } else { RACES.into() });
    let guarantee_matters = !kernel.is_racy() && expected.is_empty();
    let wrong = Wrong {
        missed: expected.difference(&found.races).cloned().collect(),
        invented: found.races.difference(&expected).cloned().collect(),
        ended: (run.ended != expected_end).then_some((run.ended, expected_end)),
        guarantee: (guarantee_matters && found.guarantee.as_ref() != Some(&kernel.guarantee))
            .then(|| (found.guarantee.clone(), kernel.guarantee.clone())),
        unsaid: kernel.says.iter().filter(|text| !says(&run.stderr, text)).cloned().collect(),
        said: kernel.says_not.iter().filter(|text| says(&run.stderr, text)).cloned().collect(),
        varied,
        malformed,
        stderr: run.stderr,
    };
    let is_right = wrong.missed.is_empty()
        && wrong.invented.is_empty()
        && wrong.ended.is_none()
        && wrong.guarantee.is_none()
        && wrong.unsaid.is_empty()
        && wrong.said.is_empty()
        && wrong.varied.is_none()
        && wrong.malformed.is_none();
    (!is_right).then_some(wrong)
}

fn says(output: &str, text: &str) -> bool {
    output.lines().any(|line| line.contains(text))
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pair in &self.missed {
            writeln!(f, "missed: {pair}")?;
        }
        for pair in &self.invented {
            writeln!(f, "not a race: {pair}")?;
        }
        if let Some((ended, expected)) = &self.ended {
            writeln!(f, "ended with {ended:?}, expected {expected:?}")?;
        }
        if let Some((guarantee, expected)) = &self.guarantee {
            writeln!(f, "guarantee is {guarantee:?}, expected {expected:?}")?;
        }
        for text in &self.unsaid {
            writeln!(f, "not said: {text}")?;
        }
        for text in &self.said {
            writeln!(f, "said: {text}")?;
        }
        if let Some([before, now]) = &self.varied {
            writeln!(f, "said in the first run: {before}\nand in this one: {now}")?;
        }
        if let Some(malformed) = &self.malformed {
            writeln!(f, "{malformed}")?;
        }
        write!(f, "standard error:\n{}", self.stderr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Mode, Site};
    use std::path::PathBuf;

    fn kernel(races: &[Pair]) -> Kernel {
        Kernel {
            path: PathBuf::from("task/task-x.c"),
            races: races.iter().cloned().collect(),
            false_races: BTreeSet::new(),
            twin: "task-y.c".into(),
            args: Vec::new(),
            recorded_args: Vec::new(),
            exit: 3,
            guarantee: "all schedules of this input".into(),
            says: Vec::new(),
            says_not: Vec::new(),
            varies: false,
            lang: None,
            compiler: Compiler::Clang,
            flags: Vec::new(),
            env: Vec::new(),
            missed_at: BTreeSet::new(),
        }
    }

    fn pair(line: u32) -> Pair {
        let site = Site { mode: Mode::Write, file: "a.c".into(), line };
        Pair::new(site.clone(), site)
    }

    fn run(status: i32, stderr: &str) -> Run {
        Run { ended: Ended::Exit(status), stdout: String::new(), stderr: stderr.into() }
    }

    const CLEAN: &str = "guarantee: all schedules of this input\n";

    /// Judges a run with these races; without any, it is clean in all schedules.
    fn judged(kernel: &Kernel, status: i32, stderr: &str, races: &[Pair], first: &mut Option<String>) -> Option<Wrong> {
        let guarantee = races.is_empty().then(|| "all schedules of this input".to_owned());
        let found = Findings { races: races.iter().cloned().collect(), guarantee };
        judge(kernel, Level::O0, run(status, stderr), Ok(found), first)
    }

    #[test]
    fn a_racy_kernel_needs_its_pairs_and_the_status() {
        let wrong = |marked, status| judged(&kernel(&[marked]), status, "", &[pair(7)], &mut None);
        assert!(wrong(pair(7), 66).is_none());
        assert!(wrong(pair(7), 3).unwrap().ended.is_some());
        let wrong = wrong(pair(8), 66).unwrap();
        assert_eq!((wrong.missed.len(), wrong.invented.len()), (1, 1));
    }

    #[test]
    fn a_clean_kernel_needs_its_own_status_and_the_guarantee() {
        let wrong = |status, races: &[Pair]| judged(&kernel(&[]), status, CLEAN, races, &mut None);
        assert!(wrong(3, &[]).is_none());
        assert!(wrong(0, &[]).unwrap().ended.is_some());
        assert_eq!(wrong(66, &[pair(7)]).unwrap().invented.len(), 1);
        let nothing = judge(&kernel(&[]), Level::O0, run(3, ""), Ok(Findings::default()), &mut None);
        assert!(nothing.unwrap().guarantee.is_some());
    }

    #[test]
    fn what_is_to_be_said_must_be_there() {
        let says = |text: &str| Kernel { says: vec![text.into()], ..kernel(&[]) };
        assert!(judged(&says("all schedules"), 3, CLEAN, &[], &mut None).is_none());
        assert_eq!(judged(&says("a note"), 3, CLEAN, &[], &mut None).unwrap().unsaid, ["a note"]);
        let says_not = |text: &str| Kernel { says_not: vec![text.into()], ..kernel(&[]) };
        assert!(judged(&says_not("a note"), 3, CLEAN, &[], &mut None).is_none());
        assert_eq!(judged(&says_not("all schedules"), 3, CLEAN, &[], &mut None).unwrap().said, ["all schedules"]);
    }

    #[test]
    fn runs_say_the_same_but_for_addresses() {
        let mut first = None;
        let mut judge_said = |address: &str, tasks: u32| {
            let stderr = format!("pid=1{address} at 0x{address}\n{tasks} tasks, {address} accesses checked\n{CLEAN}");
            judged(&kernel(&[]), 3, &stderr, &[], &mut first)
        };
        assert!(judge_said("75", 5).is_none());
        assert!(judge_said("5530", 5).is_none());
        let varied = judge_said("75", 6).and_then(|wrong| wrong.varied);
        let line = |tasks: u32| format!("{tasks} tasks,  accesses checked");
        assert_eq!(varied, Some([line(5), line(6)]));
    }
}
