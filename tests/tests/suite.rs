//! The programs that the scoring harness carries are what their names and comments say: the sites
//! point at variables, every program can be built, and it ends.
//!
//! A program is called `DSB<number>-<name>-<orig|var>-<yes|no>` and begins with a comment that
//! describes it. That of a racy one ends with lines `Data race pair: x@12:5:W vs. x@14:9:R`: what
//! stands in the file at that line and column, counted from one, and whether it is read or written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

use detsan_tests::process::{self, Ended};
use detsan_tests::toolchain::{Instrumentation, Level, SourceLanguage, Toolchain};

/// No program takes longer than this on four threads. Each needs a fraction of a second; the rest
/// is for a machine that is busy.
const TIME: Duration = Duration::from_secs(10);

struct Program {
    path: PathBuf,
    text: String,
}

impl Program {
    fn name(&self) -> &str {
        self.path.file_stem().and_then(|name| name.to_str()).expect("names are text")
    }

    /// The lines of the opening comment, without what makes them a comment.
    fn comment(&self) -> Vec<&str> {
        let lines = self.text.lines();
        match SourceLanguage::of(&self.path) {
            Some(SourceLanguage::Fortran) => lines.map_while(|line| line.strip_prefix("! ")).collect(),
            _ => lines.skip_while(|line| *line == "/*").take_while(|line| *line != "*/").collect(),
        }
    }

    /// The two sides of every race that the comment lists.
    fn pairs(&self) -> Vec<(&str, &str)> {
        let listed = self.comment().into_iter().filter_map(|line| line.strip_prefix("Data race pair: "));
        listed.map(|pair| pair.split_once(" vs. ").unwrap_or_else(|| panic!("{}: {pair}", self.name()))).collect()
    }

    /// Whether `site` names what stands there, and whether it is a write.
    fn is_write(&self, site: &str) -> Result<bool, String> {
        let (variable, place) = site.split_once('@').ok_or("no @")?;
        let [line, column, mode] = place.split(':').collect::<Vec<_>>()[..] else {
            return Err("a site is written variable@line:column:R or W".into());
        };
        let number = |text: &str| text.parse::<usize>().map_err(|error| format!("{text}: {error}"));
        let (line, column) = (number(line)?, number(column)?);
        let there = line.checked_sub(1).and_then(|line| self.text.lines().nth(line)).ok_or("no such line")?;
        let there = column.checked_sub(1).and_then(|column| there.get(column..)).ok_or("no such column")?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let behind = there.strip_prefix(variable).ok_or_else(|| format!("'{there}' stands there"))?;
        if variable.ends_with(is_word) && behind.starts_with(is_word) {
            return Err(format!("'{there}' is another variable"));
        }
        match mode {
            "R" => Ok(false),
            "W" => Ok(true),
            _ => Err(format!("mode {mode}")),
        }
    }
}

fn programs() -> Vec<Program> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dataracebench-harness/suite");
    let entries = fs::read_dir(&directory).expect("the suite is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the suite can be listed").path()).collect();
    paths.retain(|path| SourceLanguage::of(path).is_some());
    paths.sort();
    let read = |path: PathBuf| Program { text: fs::read_to_string(&path).expect("a program can be read"), path };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_site_points_at_a_variable() {
    for program in programs() {
        for (left, right) in program.pairs() {
            let is_write =
                |site| program.is_write(site).unwrap_or_else(|why| panic!("{}: {site}: {why}", program.name()));
            assert!(is_write(left) | is_write(right), "{}: {left} and {right} only read", program.name());
        }
    }
}

#[test]
fn names_and_comments_agree() {
    for (number, program) in (1..).zip(programs()) {
        let name = program.name();
        assert!(name.starts_with(&format!("DSB{number:03}-")), "{name} should have the number {number}");
        let kinds = ["-orig-yes", "-orig-no", "-var-yes", "-var-no"];
        assert!(kinds.iter().any(|kind| name.ends_with(kind)), "{name} has no verdict");
        assert_eq!(name.ends_with("-yes"), !program.pairs().is_empty(), "{name}: sites");
        assert!(program.comment().len() > program.pairs().len(), "{name}: no description");
    }
}

#[test]
fn half_of_the_programs_race() {
    let programs = programs();
    let racy = programs.iter().filter(|program| program.name().ends_with("-yes")).count();
    assert!(racy * 2 >= programs.len() - 10 && racy * 2 <= programs.len() + 10, "{racy} of {}", programs.len());
}

/// Without DetSan, as a user would: no warning at any level, the right result where there is no
/// race, and within the time.
#[test]
fn every_program_can_be_built_and_ends() {
    let toolchain = Toolchain::find().unwrap_or_else(|error| panic!("{error}"));
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let programs = Mutex::new(programs().into_iter());
    let wrong = Mutex::new(BTreeMap::new());
    let next = || programs.lock().expect("no thread panics").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(program) = next() {
                    for level in Level::ALL {
                        if let Err(why) = build_and_run(&toolchain, &program, level, directory.path()) {
                            wrong.lock().expect("no thread panics").insert(format!("{} {level}", program.name()), why);
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn build_and_run(toolchain: &Toolchain, program: &Program, level: Level, directory: &Path) -> Result<(), String> {
    let binary = directory.join(program.name());
    let mut flags = vec![level.to_string(), "-g".into(), "-Wall".into(), "-Wextra".into()];
    if SourceLanguage::of(&program.path) == Some(SourceLanguage::Fortran) {
        let modules = directory.join(format!("{}.modules", program.name()));
        fs::create_dir_all(&modules).map_err(|error| error.to_string())?;
        flags.push(format!("-J{}", modules.display()));
    }
    let built = toolchain.compile(&program.path, &binary, Instrumentation::None, &flags);
    built.map_err(|error| error.to_string())?;

    let start = Instant::now();
    let run = process::run(process::command(&binary).env("OMP_NUM_THREADS", "4")).map_err(|error| error.to_string())?;
    match run.ended {
        Ended::Exit(0) if start.elapsed() < TIME => Ok(()),
        Ended::Exit(0) => Err(format!("took {:?}", start.elapsed())),
        ended => Err(format!("ended with {ended:?}\n{}{}", run.stdout, run.stderr)),
    }
}
