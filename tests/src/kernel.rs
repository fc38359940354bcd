//! What the source of a kernel says about itself: marks and directives.
//!
//! | directive | meaning |
//! |---|---|
//! | `//@ twin: FILE` | the kernel beside this one that has the opposite verdict and names this one (always needed) |
//! | `//@ args: A B` | arguments of the program, parted by spaces |
//! | `//@ recorded-args: A B` | arguments of the run that is recorded, if the oracle, which takes its time, shall see a smaller one |
//! | `//@ exit: N` | status of the program itself, 0 if not given |
//! | `//@ guarantee: TEXT` | guarantee of a clean verdict, if it is not all schedules of this input (at team=1, *tasks only*); several lines have `; ` between |
//! | `//@ says: TEXT` | a line of the output contains this text; there may be several |
//! | `//@ says-not: TEXT` | no line of the output contains this text; there may be several |
//! | `//@ varies: WHY` | runs differ, in what they count or in the order of what they say, but not in the verdict |
//! | `//@ lang: STANDARD` | compiled with `-std=STANDARD` |
//! | `//@ compiler: gcc` | compiled by gcc or g++, if it is not clang |
//! | `//@ flags: A B` | further arguments of the compiler, parted by spaces |
//! | `//@ options: A=B:C=D` | DetSan's options, given to it in `DETSAN_OPTIONS`; before them, `team=1:locks=sets:max_reports_per_group=0` holds |
//! | `//@ env: NAME=VALUE` | environment of the program, several parted by spaces |
//! | `//@ known-false-negative: WHY` | DetSan misses every marked race, and the test asserts that it does |
//! | `//@ known-false-negative -O2: WHY` | the same, at one optimisation level only |
//! | `//@ known-false-positive: WHY` | DetSan reports races that are none, marked `//~ false-race NAME read\|write` |
//!
//! In Fortran, marks and directives begin with `!~` and `!@`.
//!
//! The table that the parser goes by is [`DIRECTIVES`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use detsan_options::OPTIONS_VARIABLE;

use crate::report::{Mode, Pair, Site};
use crate::toolchain::{Compiler, Level, SourceLanguage};

/// The guarantee of a clean verdict in a kernel that says nothing about it.
pub const ALL_SCHEDULES: &str = "all schedules of this input";

/// The same at team=1.
pub const ALL_SCHEDULES_OF_TASKS: &str = "all schedules of this input, tasks only";

/// A kernel, as its source describes it.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The source.
    pub path: PathBuf,
    /// The races that are marked.
    pub races: BTreeSet<Pair>,
    /// What DetSan is known to report although it is no race.
    pub false_races: BTreeSet<Pair>,
    /// File name of the twin.
    pub twin: String,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Its arguments when its run is recorded.
    pub recorded_args: Vec<String>,
    /// Status of the program itself.
    pub exit: i32,
    /// Guarantee of a clean verdict.
    pub guarantee: String,
    /// What the output says besides.
    pub says: Vec<String>,
    /// What the output does not say.
    pub says_not: Vec<String>,
    /// Whether runs may differ in anything but the verdict.
    pub varies: bool,
    /// Language standard.
    pub lang: Option<String>,
    /// What compiles it.
    pub compiler: Compiler,
    /// Further arguments of the compiler.
    pub flags: Vec<String>,
    /// Variables in the environment of the program.
    pub env: Vec<(String, String)>,
    /// Levels at which the races are known to be missed.
    pub missed_at: BTreeSet<Level>,
}

impl Kernel {
    /// The path from the directory of all kernels on, without the extension:
    /// `task/task-two-writers`.
    pub fn name(&self) -> String {
        let path = self.path.with_extension("");
        let from = path.components().count().saturating_sub(2);
        path.components().skip(from).collect::<PathBuf>().display().to_string()
    }

    /// Whether the program has a race, reported or not.
    pub fn is_racy(&self) -> bool {
        !self.races.is_empty()
    }

    /// What DetSan is expected to report at `level`.
    pub fn expected(&self, level: Level) -> BTreeSet<Pair> {
        let nothing = BTreeSet::new();
        let real = if self.missed_at.contains(&level) { &nothing } else { &self.races };
        real.union(&self.false_races).cloned().collect()
    }
}

/// What is wrong with a kernel's source.
#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    /// It cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Its marks or directives are not as they should be.
    #[error("{}{}: {problem}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
    Source {
        /// The file.
        path: PathBuf,
        /// The line, where there is one.
        line: Option<u32>,
        /// What.
        problem: String,
    },
}

/// What a directive does with its value.
type Apply = fn(&mut Draft, &str) -> Result<(), String>;

/// A kernel that is being read.
#[derive(Default)]
struct Draft {
    twin: Option<String>,
    args: Option<Vec<String>>,
    recorded_args: Option<Vec<String>>,
    exit: Option<i32>,
    guarantee: Option<String>,
    says: Vec<String>,
    says_not: Vec<String>,
    varies: Option<()>,
    lang: Option<String>,
    compiler: Option<Compiler>,
    flags: Option<Vec<String>>,
    env: Option<Vec<(String, String)>>,
    options: Option<String>,
    missed_at: BTreeSet<Level>,
    known_false_positive: Option<()>,
    marks: BTreeMap<(Truth, String), Vec<Site>>,
}

/// What a mark says about the race that DetSan reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Truth {
    Real,
    False,
}

/// Every directive there is.
const DIRECTIVES: &[(&str, Apply)] = &[
    ("twin", |draft, value| once(&mut draft.twin, value.into())),
    ("args", |draft, value| once(&mut draft.args, value.split_whitespace().map(Into::into).collect())),
    ("recorded-args", |draft, value| {
        once(&mut draft.recorded_args, value.split_whitespace().map(Into::into).collect())
    }),
    ("exit", |draft, value| once(&mut draft.exit, value.parse().map_err(|_| format!("'{value}' is not a status"))?)),
    ("guarantee", |draft, value| once(&mut draft.guarantee, value.into())),
    ("says", |draft, value| {
        draft.says.push(value.into());
        Ok(())
    }),
    ("says-not", |draft, value| {
        draft.says_not.push(value.into());
        Ok(())
    }),
    ("varies", |draft, _why| once(&mut draft.varies, ())),
    ("lang", |draft, value| once(&mut draft.lang, value.into())),
    ("compiler", |draft, value| once(&mut draft.compiler, compiler(value)?)),
    ("flags", |draft, value| once(&mut draft.flags, value.split_whitespace().map(Into::into).collect())),
    ("options", |draft, value| once(&mut draft.options, value.into())),
    ("env", |draft, value| once(&mut draft.env, variables(value)?)),
    ("known-false-negative", |draft, _why| missed(draft, &Level::ALL)),
    ("known-false-positive", |draft, _why| once(&mut draft.known_false_positive, ())),
    ("known-false-negative -O0", |draft, _why| missed(draft, &[Level::O0])),
    ("known-false-negative -O2", |draft, _why| missed(draft, &[Level::O2])),
];

fn compiler(value: &str) -> Result<Compiler, String> {
    match value {
        "gcc" => Ok(Compiler::Gcc),
        _ => Err(format!("'{value}' is not a compiler to choose: gcc is")),
    }
}

fn variables(value: &str) -> Result<Vec<(String, String)>, String> {
    let parse = |word: &str| {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is not NAME=VALUE"))?;
        Ok((name.into(), value.into()))
    };
    value.split_whitespace().map(parse).collect()
}

fn once<T>(field: &mut Option<T>, value: T) -> Result<(), String> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err("the directive is there twice".into()),
    }
}

fn missed(draft: &mut Draft, levels: &[Level]) -> Result<(), String> {
    match levels.iter().all(|level| draft.missed_at.insert(*level)) {
        true => Ok(()),
        false => Err("the level is there twice".into()),
    }
}

/// Reads the kernel in the file `path`.
///
/// # Errors
///
/// When the file cannot be read, or is not a kernel.
pub fn read(path: &Path) -> Result<Kernel, KernelError> {
    let text = fs::read_to_string(path).map_err(|error| KernelError::Read { path: path.into(), error })?;
    parse(path, &text)
}

/// Reads every kernel below `directory`, in the order of their names.
///
/// # Errors
///
/// As for [`read`].
pub fn read_all(directory: &Path) -> Result<Vec<Kernel>, KernelError> {
    let mut kernels = Vec::new();
    for path in list(directory)? {
        if path.is_dir() {
            kernels.extend(read_all(&path)?);
        } else {
            kernels.push(read(&path)?);
        }
    }
    Ok(kernels)
}

fn list(directory: &Path) -> Result<Vec<PathBuf>, KernelError> {
    let read = || fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>();
    let mut paths = read().map_err(|error| KernelError::Read { path: directory.into(), error })?;
    paths.sort();
    Ok(paths)
}

/// The directory that holds the kernels.
pub fn directory() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/kernels"))
}

/// Checks that every kernel has a twin of the opposite verdict in its directory, and that the two
/// name each other.
///
/// # Errors
///
/// Names the first kernel of which this does not hold.
pub fn check_twins(kernels: &[Kernel]) -> Result<(), KernelError> {
    let by_path: BTreeMap<&Path, &Kernel> = kernels.iter().map(|kernel| (kernel.path.as_path(), kernel)).collect();
    for kernel in kernels {
        let fail = |problem: String| Err(KernelError::Source { path: kernel.path.clone(), line: None, problem });
        let Some(twin) = by_path.get(kernel.path.with_file_name(&kernel.twin).as_path()) else {
            return fail(format!("its twin {} does not exist", kernel.twin));
        };
        if twin.path.with_file_name(&twin.twin) != kernel.path {
            return fail(format!("its twin {} names another twin, {}", kernel.twin, twin.twin));
        }
        if twin.is_racy() == kernel.is_racy() {
            return fail(format!("it and its twin {} are both racy, or both clean", kernel.twin));
        }
    }
    Ok(())
}

fn parse(path: &Path, text: &str) -> Result<Kernel, KernelError> {
    let problem_at = |line: Option<u32>, problem: String| KernelError::Source { path: path.into(), line, problem };
    let problem = |problem: &str| problem_at(None, problem.into());

    let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let construct = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    let language = SourceLanguage::of(path).filter(|_| file.starts_with(&format!("{construct}-")));
    let Some(language) = language else {
        return Err(problem("a kernel is called <construct>/<construct>-<fault>.c, .cpp or .f90"));
    };
    let comment = language.comment();
    if !text.starts_with(&format!("{comment} ")) {
        return Err(problem("a kernel opens with a comment on what it shows"));
    }

    let mut draft = Draft::default();
    for (number, line) in (1..).zip(text.lines()) {
        parse_line(&mut draft, file, comment, number, line).map_err(|problem| problem_at(Some(number), problem))?;
    }

    let (mut races, mut false_races) = (BTreeSet::new(), BTreeSet::new());
    for ((truth, name), sites) in draft.marks {
        let Ok([first, second]) = <[Site; 2]>::try_from(sites) else {
            return Err(problem(&format!("race '{name}' does not have two marks")));
        };
        if first.mode == second.mode && !matches!(first.mode, Mode::Write | Mode::Free) {
            return Err(problem(&format!("race '{name}' is between two reads or returns")));
        }
        let set = match truth {
            Truth::Real => &mut races,
            Truth::False => &mut false_races,
        };
        if !set.insert(Pair::new(first, second)) {
            return Err(problem(&format!("race '{name}' is marked under two names")));
        }
    }
    if races.is_empty() && !draft.missed_at.is_empty() {
        return Err(problem("nothing is marked that could be missed"));
    }
    if false_races.is_empty() != draft.known_false_positive.is_none() {
        return Err(problem("false races are marked if and only if they are known"));
    }
    let args = draft.args.unwrap_or_default();
    let own = draft.options.as_deref().unwrap_or_default();
    let has_teams = own.split(':').any(|option| option.starts_with("team=") && option != "team=1");
    let promise = if has_teams { ALL_SCHEDULES } else { ALL_SCHEDULES_OF_TASKS };
    Ok(Kernel {
        path: path.into(),
        races,
        false_races,
        twin: draft.twin.ok_or_else(|| problem("the directive twin is missing"))?,
        recorded_args: draft.recorded_args.unwrap_or_else(|| args.clone()),
        args,
        exit: draft.exit.unwrap_or(0),
        guarantee: draft.guarantee.unwrap_or_else(|| promise.into()),
        says: draft.says,
        says_not: draft.says_not,
        varies: draft.varies.is_some(),
        lang: draft.lang,
        compiler: match language {
            SourceLanguage::Fortran => Compiler::Gcc,
            _ => draft.compiler.unwrap_or(Compiler::Clang),
        },
        flags: draft.flags.unwrap_or_default(),
        env: draft.env.into_iter().flatten().chain([(OPTIONS_VARIABLE.into(), options(draft.options))]).collect(),
        missed_at: draft.missed_at,
    })
}

/// DetSan's options: unless the kernel says otherwise, teams of one thread, which shows every race
/// between tasks at one pair of lines, and locks that order nothing, which shows the most races.
fn options(own: Option<String>) -> String {
    std::iter::once("team=1:locks=sets:max_reports_per_group=0".to_owned()).chain(own).collect::<Vec<_>>().join(":")
}

fn parse_line(draft: &mut Draft, file: &str, comment: &str, number: u32, line: &str) -> Result<(), String> {
    let (directive, mark) = (format!("{comment}@"), format!("{comment}~"));
    if let Some(text) = line.strip_prefix(&directive) {
        let (name, value) =
            text.split_once(':').ok_or_else(|| format!("a directive is written {directive} name: value"))?;
        let (name, value) = (name.trim(), value.trim());
        let (_, apply) =
            DIRECTIVES.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("unknown directive '{name}'"))?;
        if value.is_empty() {
            return Err(format!("directive '{name}' has no value"));
        }
        return apply(draft, value);
    }
    if line.contains(&directive) {
        return Err("a directive stands at the beginning of a line".into());
    }
    let Some((_, marks)) = line.split_once(&mark) else {
        return Ok(());
    };
    for text in marks.split(',') {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (truth, name, mode) = match words[..] {
            ["race", name, mode] => (Truth::Real, name, mode),
            ["false-race", name, mode] => (Truth::False, name, mode),
            _ => return Err(format!("a mark is written {mark} race NAME read|write, not '{}'", text.trim())),
        };
        let mode = match mode {
            "read" => Mode::Read,
            "write" => Mode::Write,
            "return" => Mode::Return,
            "free" => Mode::Free,
            _ => return Err(format!("'{mode}' is none of read, write, return and free")),
        };
        draft.marks.entry((truth, name.into())).or_default().push(Site { mode, file: file.into(), line: number });
    }
    Ok(())
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Kernel, String> {
        parse(Path::new("kernels/task/task-x.c"), text).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn refused(text: &str, problem: &str) {
        let message = parsed(text).expect_err("the kernel is refused");
        assert!(message.contains(problem), "{message}");
    }

    #[test]
    fn marks_of_one_name_make_a_pair() {
        let kernel =
            parsed("// Shows.\n//@ twin: task-y.c\nx = 1; //~ race r1 write\ny = x; //~ race r1 read\n").unwrap();
        let races: Vec<String> = kernel.races.iter().map(Pair::to_string).collect();
        assert_eq!(races, ["read task-x.c:4 and write task-x.c:3"]);
        assert_eq!(kernel.name(), "task/task-x");
    }

    #[test]
    fn a_recorded_run_may_have_arguments_of_its_own() {
        let arguments = |directives: &str| {
            let kernel = parsed(&format!("// Shows.\n//@ twin: y\n{directives}")).unwrap();
            (kernel.args.join(" "), kernel.recorded_args.join(" "))
        };
        assert_eq!(arguments(""), ("".into(), "".into()));
        assert_eq!(arguments("//@ args: a b\n"), ("a b".into(), "a b".into()));
        assert_eq!(arguments("//@ args: a b\n//@ recorded-args: c\n"), ("a b".into(), "c".into()));
    }

    #[test]
    fn a_line_may_race_with_itself() {
        let kernel = parsed("// Shows.\n//@ twin: y\nx++; //~ race a write, race a write\n").unwrap();
        assert_eq!(kernel.races.first().unwrap().to_string(), "write task-x.c:3 and write task-x.c:3");
    }

    #[test]
    fn a_miss_is_expected_where_it_is_known() {
        let kernel =
            parsed("// Shows.\n//@ twin: y\n//@ known-false-negative -O2: gone\nx++; //~ race a write, race a write\n")
                .unwrap();
        assert_eq!(kernel.expected(Level::O0).len(), 1);
        assert!(kernel.expected(Level::O2).is_empty());
    }

    #[test]
    fn a_false_race_is_expected_where_it_is_known() {
        let kernel = parsed(
            "// Shows.\n//@ twin: y\n//@ known-false-positive: why\nx++; //~ false-race a write, false-race a write\n",
        )
        .unwrap();
        assert!(!kernel.is_racy());
        assert_eq!(kernel.expected(Level::O2).len(), 1);
    }

    #[test]
    fn a_kernel_in_fortran_has_comments_of_its_own() {
        let text = "! Shows.\n!@ twin: task-y.f90\nx = 1 !~ race r write\ny = x !~ race r read\nz = '//~' // '//@'\n";
        let kernel = parse(Path::new("kernels/task/task-x.f90"), text).unwrap();
        let races: Vec<String> = kernel.races.iter().map(Pair::to_string).collect();
        assert_eq!(races, ["read task-x.f90:4 and write task-x.f90:3"]);
        assert_eq!(kernel.compiler, Compiler::Gcc);
    }

    #[test]
    fn a_kernel_may_choose_gcc() {
        assert_eq!(parsed("// Shows.\n//@ twin: y\n//@ compiler: gcc\n").unwrap().compiler, Compiler::Gcc);
        assert_eq!(parsed("// Shows.\n//@ twin: y\n").unwrap().compiler, Compiler::Clang);
        refused("// Shows.\n//@ twin: y\n//@ compiler: icc\n", "'icc' is not a compiler to choose");
    }

    #[test]
    fn options_go_into_the_environment() {
        let kernel = parsed("// Shows.\n//@ twin: y\n//@ env: A=1\n//@ options: team=4:verbose=debug\n").unwrap();
        let env: Vec<String> = kernel.env.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(env, ["A=1", "DETSAN_OPTIONS=team=1:locks=sets:max_reports_per_group=0:team=4:verbose=debug"]);
    }

    #[test]
    fn what_is_malformed_is_refused() {
        refused("// Shows.\n//@ twin: y\n//@ known-false-positive: why\n", "if and only if");
        refused("// Shows.\n//@ twin: y\nx; //~ false-race a write, false-race a write\n", "if and only if");
        refused("// Shows.\n//@ twin: y\nx; //~ race a write\n", "race 'a' does not have two marks");
        refused("// Shows.\n//@ twin: y\nx; //~ race a read, race a read\n", "between two reads");
        refused(
            "// Shows.\n//@ twin: y\nx; //~ race a wrte\n",
            "task-x.c:3: 'wrte' is none of read, write, return and free",
        );
        refused("// Shows.\n//@ twin: y\nx; //~ racy\n", "a mark is written");
        refused("// Shows.\n//@ twin: y\n//@ skip: yes\n", "unknown directive 'skip'");
        refused("// Shows.\n//@ twin: y\n//@ twin: z\n", "there twice");
        refused("// Shows.\n//@ twin: y\n//@ exit: one\n", "'one' is not a status");
        refused("// Shows.\n//@ twin: y\n  //@ exit: 1\n", "at the beginning of a line");
        refused("// Shows.\n//@ twin: y\n//@ known-false-negative: why\n", "nothing is marked");
        refused("// Shows.\n//@ known-false-negative: \n", "has no value");
        refused("// Shows.\n", "twin is missing");
        refused("int main;\n", "opens with a comment");
    }

    #[test]
    fn twins_name_each_other_and_differ() {
        let make = |file: &str, twin: &str, line: &str| {
            parse(Path::new("task").join(file).as_path(), &format!("// Shows.\n//@ twin: {twin}\n{line}\n")).unwrap()
        };
        let racy = make("task-a.c", "task-b.c", "x++; //~ race r write, race r write");
        let clean = make("task-b.c", "task-a.c", "");
        assert!(check_twins(&[racy.clone(), clean.clone()]).is_ok());
        assert!(check_twins(std::slice::from_ref(&racy)).is_err());
        assert!(check_twins(&[make("task-a.c", "task-b.c", ""), clean.clone()]).is_err());
        assert!(check_twins(&[racy, clean, make("task-c.c", "task-a.c", "")]).is_err());
    }
}
