//! Injects faults into programs that race or do not, and holds what DetSan says against the truth:
//! a race that was found is never lost, and a check that was cut short never looks clean.
//!
//! Which faults there are depends on the seed alone; when a signal from outside arrives depends on
//! the machine.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use detsan_options::exit_codes::{RACES, UNABLE, USAGE};
use detsan_oracle::Rng;
use detsan_tests::process::{self, Ended};
use detsan_tests::programs::Programs;

const HELP: &str = "\
Injects faults into OpenMP programs, and checks that the status and the last line are true.

Usage: ci/faults [--faults N] [--seed S]

  --faults N  how many faults (100)
  --seed S    which faults (1)
";

/// A run takes longer only if it hangs.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// A signal from outside arrives within this time, in milliseconds.
const LATEST_SIGNAL: usize = 150;

/// What happens to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// It ends, in one of many ways.
    Ending,
    /// Its own handlers interrupt it, many times.
    Handler,
    /// A signal comes from outside.
    Signal,
    /// It does something to all descriptors.
    Descriptors,
    /// It starts other programs.
    Start,
    /// Nothing can be written to a file.
    Disk,
    /// It is too long.
    Length,
}

const CLASSES: [Class; 7] =
    [Class::Ending, Class::Handler, Class::Signal, Class::Descriptors, Class::Start, Class::Disk, Class::Length];

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Ending => "the program ends early: exit, abort, a signal of its own, a crash",
            Class::Handler => "its handlers return, jump or end it, wherever it is",
            Class::Signal => "a signal from outside, at any moment",
            Class::Descriptors => "it closes or reuses all descriptors",
            Class::Start => "it forks, starts programs, or is replaced by one",
            Class::Disk => "a full disk, a limit on files, no directory",
            Class::Length => "it is longer than DetSan has numbers for",
        }
    }
}

/// A program with a fault.
struct Fault {
    class: Class,
    program: &'static str,
    arguments: Vec<String>,
    is_racy: bool,
    options: Vec<String>,
    /// Files may have so many blocks of 512 bytes.
    file_limit: Option<u32>,
    /// This signal comes from outside, after so long.
    signal: Option<(i32, Duration)>,
}

/// What came of it.
struct Outcome {
    ended: Ended,
    stdout: String,
    stderr: String,
    /// The log, if there is one beside standard error.
    log: String,
}

/// Where in a program it happens, by `where.h`.
const PLACES: [&str; 10] = [
    "main",
    "before-region",
    "region",
    "after-region",
    "before-task",
    "task",
    "after-task",
    "before-critical",
    "critical",
    "after-critical",
];

const SIGNALS: [i32; 20] = [1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 31, 34, 50];
const SIGKILL: i32 = 9;

/// One of these words.
fn word(rng: &mut Rng, words: &[&str]) -> String {
    (*rng.pick(words)).to_owned()
}

fn draw(rng: &mut Rng, directory: &Path) -> Fault {
    let class = *rng.pick(&CLASSES);
    let is_racy = rng.percent(60);
    let race = if is_racy { "race" } else { "clean" }.to_owned();
    let mut fault = Fault {
        class,
        program: "",
        arguments: Vec::new(),
        is_racy,
        options: vec![format!("team={}", rng.pick(&["1", "4"]))],
        file_limit: None,
        signal: None,
    };
    let text = |text: &str| text.to_owned();
    let log = directory.join("log").display().to_string();
    let trace = directory.join("trace").display().to_string();
    if class != Class::Disk {
        if rng.percent(30) {
            fault.options.push(format!("log_path={log}"));
        }
        if rng.percent(30) {
            fault.options.push(format!("record={trace}"));
        }
    }
    match class {
        Class::Ending => {
            let signal = rng.pick(&SIGNALS).to_string();
            let how = *rng.pick(&[
                "return",
                "exit",
                "_exit",
                "quick_exit",
                "abort",
                "segv",
                "overflow",
                "kill",
                "default-term",
                "",
            ]);
            let how = if how.is_empty() { signal } else { text(how) };
            (fault.program, fault.arguments) = ("endings", vec![race, how, word(rng, &PLACES)]);
        }
        Class::Handler => {
            let how = word(rng, &["return", "nested", "jump", "_exit", "exit", "fault", "overflow"]);
            (fault.program, fault.arguments) = ("handlers", vec![race, how, word(rng, &PLACES)]);
        }
        Class::Signal => {
            let signal = if rng.percent(5) { SIGKILL } else { *rng.pick(&SIGNALS) };
            let handler = word(rng, &["none", "none", "return", "jump", "leave"]);
            fault.signal = Some((signal, Duration::from_millis(rng.below(LATEST_SIGNAL) as u64)));
            (fault.program, fault.arguments) = ("interrupted", vec![race, signal.to_string(), handler]);
        }
        Class::Descriptors => {
            let how = word(rng, &["close", "closefrom", "reuse", "all", "error"]);
            fault.is_racy = true;
            (fault.program, fault.arguments) =
                ("descriptors", vec![how, directory.join("own").display().to_string(), word(rng, &PLACES)]);
        }
        Class::Start => {
            let how = word(rng, &["fork", "vfork", "spawn", "system", "exec", "exec-true", "exec-nothing"]);
            (fault.program, fault.arguments) =
                ("starts", vec![race, how, word(rng, &["race", "clean"]), word(rng, &PLACES)]);
        }
        Class::Disk => {
            let missing = directory.join("no/such/file").display().to_string();
            match rng.below(6) {
                0 => fault.options.push(text("log_path=/dev/full")),
                1 => fault.options.push(text("record=/dev/full")),
                2 => fault.options.push(format!("log_path={missing}")),
                3 => fault.options.push(format!("record={missing}")),
                more => {
                    fault.file_limit = Some(3 + rng.below(12) as u32);
                    fault.options.push(if more == 4 { format!("record={trace}") } else { format!("log_path={log}") });
                    fault.options.push(text("verbose=debug"));
                }
            }
            (fault.program, fault.arguments) = ("endings", vec![race]);
        }
        Class::Length => (fault.program, fault.arguments) = ("long", vec![race]),
    }
    fault
}

fn contents(path: &Path) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn inject(fault: &Fault, programs: &Programs, directory: &Path) -> io::Result<Outcome> {
    let program = programs.checked(fault.program);
    let mut command = match fault.file_limit {
        None => process::command(programs.toolchain.detsan()),
        Some(blocks) => {
            let mut shell = process::command("sh");
            shell.args(["-c", &format!("ulimit -f {blocks} && exec \"$@\""), "sh"]).arg(programs.toolchain.detsan());
            shell
        }
    };
    command.arg("run").arg(program).args(&fault.arguments).env("DETSAN_OPTIONS", fault.options.join(":"));
    let (stdout, stderr) = (directory.join("stdout"), directory.join("stderr"));
    command.stdin(Stdio::null()).stdout(File::create(&stdout)?).stderr(File::create(&stderr)?);
    let ended = run(&mut command, fault.signal)?;
    let log = contents(&directory.join("log"));
    Ok(Outcome { ended, stdout: contents(&stdout), stderr: contents(&stderr), log })
}

fn run(command: &mut Command, mut signal: Option<(i32, Duration)>) -> io::Result<Ended> {
    let mut child = command.spawn()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code().map_or(Ended::Signal(status.signal().unwrap_or(0)), Ended::Exit));
        }
        if let Some((number, _)) = signal.take_if(|(_, after)| start.elapsed() >= *after) {
            Command::new("kill").arg(format!("-{number}")).arg(child.id().to_string()).status()?;
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::TimeOut);
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// What is wrong with an outcome, if anything is.
fn lie(fault: &Fault, outcome: &Outcome, own_file: &str) -> Option<&'static str> {
    let Outcome { ended, stdout, stderr, log } = outcome;
    let text = format!("{log}{stderr}");
    let reports = text.matches("WARNING: DetSan").count();
    let is_whole = text.contains("DetSan: guarantee: ");
    let is_cut_short = text.contains("DetSan: incomplete: ") || text.contains("DetSan: nothing was checked: ");
    let is_partial = text.contains("guarantee: partial: ");
    let is_refused = matches!(ended, Ended::Exit(status) if [UNABLE, USAGE].map(i32::from).contains(status));
    // A child has a log of its own, and its reports may be on the same standard error.
    let is_alone = fault.class != Class::Start;
    let is_replaced = fault.arguments.iter().any(|argument| argument == "exec-true");
    if *ended == Ended::TimeOut {
        return Some("it hangs");
    }
    if stderr.contains("DetSan itself has failed") {
        return Some("DetSan has failed");
    }
    if fault.class == Class::Descriptors && own_file != "the program's own\n" {
        return Some("something else is in the program's own file");
    }
    if is_replaced {
        let says = text.contains("the exit status will be that of the next program");
        return (fault.is_racy && !says && !is_refused).then_some("it does not say what became of the status");
    }
    if *ended == Ended::Signal(SIGKILL) {
        return is_whole.then_some("it was killed and looks whole");
    }
    let found = reports > 0 && (is_alone || fault.is_racy);
    if found && *ended != Ended::Exit(RACES.into()) && !is_refused {
        return Some("a race was reported and the status is another one");
    }
    if reports == 0 && *ended == Ended::Exit(RACES.into()) && !is_refused && is_alone {
        return Some("the status tells of a race, and no report does");
    }
    if !fault.is_racy && found {
        return Some("a race was reported that is none");
    }
    let has_raced = fault.is_racy && (is_alone || is_whole) && stdout.contains("raced");
    if (has_raced || is_whole && !is_partial && !is_cut_short) && fault.is_racy && !found && !is_refused {
        return Some("the race was not reported");
    }
    if is_refused {
        // Where nothing can be written, the status alone tells.
        let can_say = fault.class != Class::Descriptors && fault.file_limit.is_none();
        let says = text.contains("DetSan: ") || text.contains("detsan: ");
        return (can_say && !says).then_some("it does not say why");
    }
    if matches!(ended, Ended::Exit(_)) && !is_whole && !is_cut_short {
        return Some("it does not say what its verdict is worth");
    }
    let last = if log.is_empty() { stderr } else { log };
    let says_last = last.lines().last().is_none_or(|line| line.starts_with("DetSan: "));
    (!says_last).then_some("its last line is not a verdict")
}

struct Arguments {
    faults: usize,
    seed: u64,
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments { faults: 100, seed: 1 };
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        let value = given.next().and_then(|value| value.parse::<u64>().ok());
        match (name.as_str(), value) {
            ("--faults", Some(value)) => arguments.faults = value as usize,
            ("--seed", Some(value)) => arguments.seed = value,
            _ => return Err(HELP.to_owned()),
        }
    }
    Ok(arguments)
}

fn main() -> ExitCode {
    let Arguments { faults, seed } = match arguments() {
        Ok(arguments) => arguments,
        Err(help) => {
            print!("{help}");
            return ExitCode::from(USAGE);
        }
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/faults");
    let programs = Programs::new(&root);
    let mut rng = Rng::new(seed);
    let mut table: BTreeMap<Class, (usize, usize)> = BTreeMap::new();
    let mut has_failed = false;
    for number in 0..faults {
        let directory = root.join(format!("{seed}-{number}"));
        match try_fault(&mut rng, &programs, &directory) {
            Ok((class, None)) => {
                let (tried, held) = table.entry(class).or_default();
                (*tried, *held) = (*tried + 1, *held + 1);
            }
            Ok((class, Some(lie))) => {
                table.entry(class).or_default().0 += 1;
                println!("{lie}\n  see {}", directory.display());
                has_failed = true;
            }
            Err(error) => {
                println!("{}: {error}", directory.display());
                has_failed = true;
            }
        }
    }
    println!("| what happens | tried | held |\n|---|---:|---:|");
    for (class, (tried, held)) in table {
        println!("| {} | {tried} | {held} |", class.name());
    }
    if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Draws a fault and injects it. What is wrong then is kept in `directory`.
fn try_fault(rng: &mut Rng, programs: &Programs, directory: &PathBuf) -> io::Result<(Class, Option<String>)> {
    let _ = fs::remove_dir_all(directory);
    fs::create_dir_all(directory)?;
    let fault = draw(rng, directory);
    let outcome = inject(&fault, programs, directory)?;
    match lie(&fault, &outcome, &contents(&directory.join("own"))) {
        None => {
            fs::remove_dir_all(directory)?;
            Ok((fault.class, None))
        }
        Some(lie) => {
            let Fault { class, program, arguments, options, signal, file_limit, .. } = &fault;
            let what = format!(
                "{program} {} (DETSAN_OPTIONS={}, signal {signal:?}, file limit {file_limit:?}): {:?}: {lie}",
                arguments.join(" "),
                options.join(":"),
                outcome.ended
            );
            Ok((*class, Some(what)))
        }
    }
}
