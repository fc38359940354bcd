//! Compiles batches of programs, runs each under DetSan, and compares what it says with what is expected.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use detsan_oracle::{Illegal, LockRule};
use detsan_tests::process::{Ended, Run, command};
use detsan_tests::report::{Findings, Mode, parse};

use crate::emit::{Source, emit};
use crate::expect::{Expected, Pair, expect};
use crate::model::{Kind, Program};

/// No program runs longer than this, unless it hangs: they take about 20 ms.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// The exit status of a run with races.
const RACES: i32 = 66;
/// The beginning of the line that says that the watchdog has fired.
const WATCHDOG: &str = "DetSan: note: a thread told nothing for a second";

/// How a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// `gcc` instead of clang.
    pub gcc: bool,
    /// The optimisation level.
    pub level: u8,
}

/// How a program is compiled and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// How it is compiled.
    pub build: Build,
    /// The size of the team.
    pub team: u32,
    /// What critical sections order.
    pub locks: Locks,
}

/// The values of the option `locks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locks {
    /// `sets`
    Sets,
    /// `dc`
    DoesNotCommute,
}

impl Setting {
    /// All in which a program that is compiled so is run.
    pub fn all(build: Build) -> impl Iterator<Item = Setting> {
        let commuting = (build == Build { gcc: false, level: 1 }).then_some(Locks::DoesNotCommute);
        let locks = std::iter::once(Locks::Sets).chain(commuting);
        locks.flat_map(move |locks| [1, 4].map(|team| Setting { build, team, locks }))
    }

    /// The value of the option `locks`.
    pub fn locks(self) -> &'static str {
        match self.locks {
            Locks::Sets => "sets",
            Locks::DoesNotCommute => "dc",
        }
    }

    /// The races of `program`. In a team of several threads, the order of critical sections is not known beforehand: then
    /// what does not race with `locks=sets` must not be reported with `locks=dc` either, and that is all.
    fn expect(self, program: &Program) -> Result<Expected, Illegal> {
        match (self.locks, self.team) {
            (Locks::Sets, _) => expect(program, self.team, LockRule::ExclusionAndOrder),
            (Locks::DoesNotCommute, 1) => expect(program, self.team, LockRule::DoesNotCommute),
            (Locks::DoesNotCommute, _) => {
                let expected = expect(program, self.team, LockRule::ExclusionAndOrder)?;
                Ok(Expected { per_cell: Vec::new(), ..expected })
            }
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compiler = if self.build.gcc { "gcc" } else { "clang" };
        write!(f, "{compiler} -O{}, team={}, locks={}", self.build.level, self.team, self.locks())
    }
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The expected pairs of statements cannot be told: the generator is wrong.
    Illegal(String),
    /// The compiler refuses the program.
    Compiler(String),
    /// Pairs are reported that do not race, or none of the pairs of a cell is reported.
    Pairs {
        /// Reported without reason.
        wrong: BTreeSet<Pair>,
        /// Not reported.
        missing: BTreeSet<Pair>,
    },
    /// The exit status does not fit.
    Ended(String),
    /// The report cannot be read, or names a line without an access.
    Report(String),
    /// A second run says something else: the first lines that differ.
    Flicker(String),
    /// The watchdog fired.
    Watchdog,
}

impl Fault {
    /// Whether the two are of one kind: what a smaller program must keep.
    pub fn is_like(&self, other: &Fault) -> bool {
        match (self, other) {
            (Fault::Pairs { wrong, missing }, Fault::Pairs { wrong: other_wrong, missing: other_missing }) => {
                wrong.is_empty() == other_wrong.is_empty() || missing.is_empty() == other_missing.is_empty()
            }
            (Fault::Ended(one), Fault::Ended(other)) => one == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// In words, with the lines of `source` for the statements of program `number`.
    pub fn describe(&self, source: &Source, number: usize) -> String {
        let line = |id: u32| source.lines.iter().find(|(_, at)| **at == (number, id)).map_or(0, |(line, _)| *line);
        let list = |pairs: &BTreeSet<Pair>| {
            let texts: Vec<String> = pairs.iter().map(|(a, b)| format!("{}-{}", line(*a), line(*b))).collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
        };
        match self {
            Fault::Pairs { wrong, missing } => {
                format!("pairs of lines: reported wrongly: {}; missing: {}", list(wrong), list(missing))
            }
            Fault::Illegal(text) => format!("the generator made an illegal program: {text}"),
            Fault::Compiler(text) => format!("the compiler failed: {text}"),
            Fault::Ended(text) => format!("the run ended with {text}"),
            Fault::Report(text) => format!("the report is wrong: {text}"),
            Fault::Flicker(lines) => format!("two runs differ: {lines}"),
            Fault::Watchdog => "the watchdog fired".to_owned(),
        }
    }
}

/// The parts of DetSan, and where files go.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The command `detsan`.
    pub detsan: PathBuf,
    /// For sources and executables.
    pub directory: PathBuf,
}

/// A compiled batch.
#[derive(Debug)]
pub struct Batch {
    executable: PathBuf,
}

impl Runner {
    /// Writes the programs into a file called `name`.
    ///
    /// # Errors
    ///
    /// When that cannot be written.
    pub fn write(&self, name: &str, programs: &[Program]) -> io::Result<Source> {
        let source = emit(programs);
        std::fs::write(self.directory.join(format!("{name}.c")), &source.text)?;
        Ok(source)
    }

    /// Compiles the file called `name`.
    ///
    /// # Errors
    ///
    /// The compiler's words, if it fails.
    pub fn compile(&self, name: &str, build: Build) -> Result<Batch, String> {
        let source = self.directory.join(format!("{name}.c"));
        let executable =
            self.directory.join(format!("{name}-{}{}", if build.gcc { "gcc" } else { "clang" }, build.level));
        let mut compiler = command(&self.detsan);
        if build.gcc {
            compiler.env("DETSAN_CC", "gcc");
        }
        compiler.arg("cc").args(["-g", "-w", "-fopenmp"]).arg(format!("-O{}", build.level));
        if build.gcc {
            // An access that gcc moves out of a loop gets the line of the loop.
            compiler.arg("-fno-tree-loop-im");
        }
        let output = compiler.arg(source).arg("-o").arg(&executable).output().map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(Batch { executable })
        } else {
            Err(String::from_utf8_lossy(&output.stderr).lines().take(30).collect::<Vec<_>>().join("; "))
        }
    }

    /// Runs program `number` of `batch` twice, and says what is wrong.
    ///
    /// # Errors
    ///
    /// When the program cannot be started.
    pub fn check(
        &self,
        batch: &Batch,
        source: &Source,
        program: &Program,
        number: usize,
        setting: Setting,
    ) -> io::Result<Option<Fault>> {
        let expected = match setting.expect(program) {
            Ok(expected) => expected,
            Err(illegal) => return Ok(Some(Fault::Illegal(illegal.0.to_owned()))),
        };
        let cancels = program.any(&|kind| matches!(kind, Kind::Cancel(_)));
        let first = self.run(batch, number, setting, 0, cancels)?;
        if let Some(fault) = judge(&first, &expected, source, number) {
            return Ok(Some(fault));
        }
        let second = self.run(batch, number, setting, 1 + number, cancels)?;
        if let Some(fault) = judge(&second, &expected, source, number) {
            return Ok(Some(fault));
        }
        let same = parse(&first.stderr) == parse(&second.stderr);
        Ok((!same).then(|| Fault::Flicker(first_difference(&first.stderr, &second.stderr))))
    }

    /// The stack begins at another address for each `shift`.
    fn run(&self, batch: &Batch, number: usize, setting: Setting, shift: usize, cancels: bool) -> io::Result<Run> {
        let mut run = command(&self.detsan);
        // Without this a `cancel` does nothing; with it barriers are others.
        run.env("OMP_CANCELLATION", if cancels { "true" } else { "false" });
        run.env("DETSAN_FUZZ_SHIFT", "x".repeat(16 * shift));
        let (locks, team) = (format!("locks={}", setting.locks()), setting.team.to_string());
        run.args(["run", "--option", &locks, "--team", &team, "--option", "max_reports_per_group=0", "--"]);
        run_for(run.arg(&batch.executable).arg(number.to_string()), TIME_LIMIT)
    }
}

/// Runs `command` to its end, or ends it when the time is over.
fn run_for(command: &mut Command, limit: Duration) -> io::Result<Run> {
    use std::io::{Read, Seek};
    let mut stderr = tempfile::tempfile()?;
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr.try_clone()?).spawn()?;
    let start = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait()? {
            break Ended::from(status);
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break Ended::TimeOut;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let mut bytes = Vec::new();
    stderr.rewind()?;
    stderr.read_to_end(&mut bytes)?;
    Ok(Run { ended, stdout: String::new(), stderr: String::from_utf8_lossy(&bytes).into_owned() })
}

fn judge(run: &Run, expected: &Expected, source: &Source, number: usize) -> Option<Fault> {
    let findings = match parse(&run.stderr) {
        Ok(findings) => findings,
        Err(error) => return Some(Fault::Report(error.to_string())),
    };
    let status = if findings.races.is_empty() { 0 } else { RACES };
    if run.ended != Ended::Exit(status) {
        return Some(Fault::Ended(format!("{:?}", run.ended)));
    }
    let reported = match pairs(&findings, source, number) {
        Ok(reported) => reported,
        Err(text) => return Some(Fault::Report(text)),
    };
    let (wrong, missing): (BTreeSet<Pair>, _) = (expected.wrong(&reported).collect(), expected.missing(&reported));
    if !wrong.is_empty() || !missing.is_empty() {
        return Some(Fault::Pairs { wrong, missing });
    }
    run.stderr.contains(WATCHDOG).then_some(Fault::Watchdog)
}

/// The first summaries of races, or guarantees, that differ.
fn first_difference(one: &str, other: &str) -> String {
    let says = |line: &&str| line.starts_with("SUMMARY") || line.contains("guarantee: ");
    let verdict = |text: &str| text.lines().filter(says).map(str::to_owned).collect();
    let (one, other): (Vec<String>, Vec<String>) = (verdict(one), verdict(other));
    let differing = (0..one.len().max(other.len())).find(|at| one.get(*at) != other.get(*at));
    let text = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_else(|| "nothing".to_owned());
    differing
        .map_or_else(|| "in what the races do".to_owned(), |at| format!("{} / {}", text(&one, at), text(&other, at)))
}

/// The pairs of statements that were reported.
fn pairs(findings: &Findings, source: &Source, number: usize) -> Result<BTreeSet<Pair>, String> {
    let id = |site: &detsan_tests::report::Site| match source.lines.get(&site.line) {
        Some((of, id)) if *of == number && site.mode != Mode::Return => Ok(*id),
        _ => Err(format!("no access: {site}")),
    };
    let both = |pair: &detsan_tests::report::Pair| {
        let [one, other] = pair.sites();
        let (one, other) = (id(one)?, id(other)?);
        Ok((one.min(other), one.max(other)))
    };
    findings.races.iter().map(both).collect()
}
