//! Many tasks: prints what checking costs in time and memory, beside the same program without
//! instrumentation on one thread. Memory is nearly the same in every run, so a limit on it is
//! asserted, and so is the verdict. Time is not.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use detsan_tests::process::{self, Ended};
use detsan_tests::programs::Programs;
use detsan_tests::toolchain::Instrumentation;
use wait4::Wait4;

/// A program is ended after this time, so that nobody waits for one that hangs.
const SECONDS_LIMIT: &str = "300";

/// A program with its argument, the number of tasks or what it follows from.
struct Case {
    name: &'static str,
    argument: u64,
    why: &'static str,
    limit: Limit,
}

/// What a checked program may need of memory.
enum Limit {
    /// So many bytes.
    Bytes(u64),
    /// So many bytes more than with this argument.
    BeyondThatOf(u64, u64),
    /// So many bytes per task, beyond what one task needs, and beyond what the program itself needs
    /// more than with one task.
    PerTask(u64),
}

const CASES: &[Case] = &[
    Case { name: "fib", argument: 28, why: "a tree of a million tasks", limit: Limit::Bytes(64 << 20) },
    Case { name: "chain", argument: 100_000, why: "a chain of 100,000 tasks by depend", limit: Limit::Bytes(64 << 20) },
    Case {
        name: "many",
        argument: 10_000_000,
        why: "ten million tasks, a thousand at a time: those that are joined cost nothing",
        limit: Limit::BeyondThatOf(1_000_000, 4 << 20),
    },
    Case {
        name: "wide",
        argument: 1_000_000,
        why: "a million tasks before the first taskwait, with 8 bytes of shadow each",
        limit: Limit::PerTask(LIVE_TASK + 8),
    },
];

/// Bytes that a task which is not joined may take at the most expensive moment.
const LIVE_TASK: u64 = 250;

struct Measured {
    ended: Ended,
    time: Duration,
    memory: u64,
    output: String,
}

fn main() -> ExitCode {
    match measure_all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("measure-scale: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure_all() -> Result<bool, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let programs = Programs::new(directory.path());
    let mut all_well = true;
    for case in CASES {
        let Case { name, argument, why, .. } = case;
        let builds = Builds::new(&programs, name);
        let (plain, checked) = (builds.plain(*argument)?, builds.checked(*argument)?);
        let ratio = checked.time.as_secs_f64() / plain.time.as_secs_f64();
        println!("{name} {argument}, {why}:");
        println!("  plain    {:8.2} s  {:8.1} MiB", plain.time.as_secs_f64(), mib(plain.memory));
        println!("  checked  {:8.2} s  {:8.1} MiB  ratio {ratio:.1}", checked.time.as_secs_f64(), mib(checked.memory));
        let mut problems = Vec::new();
        if plain.ended != Ended::Exit(0) || checked.ended != Ended::Exit(0) {
            problems.push(format!("ended with {:?} and {:?}\n{}", plain.ended, checked.ended, checked.output));
        }
        if !checked.output.contains("guarantee: all schedules of this input") {
            problems.push(format!("not clean\n{}", checked.output));
        }
        problems.extend(exceeded(case, &builds, &plain, &checked)?);
        for problem in &problems {
            println!("  WRONG: {problem}");
        }
        all_well &= problems.is_empty();
    }
    Ok(all_well)
}

/// Prints what the limit of a case is about, and says what is wrong if it is exceeded.
fn exceeded(case: &Case, builds: &Builds, plain: &Measured, checked: &Measured) -> io::Result<Option<String>> {
    match case.limit {
        Limit::Bytes(limit) => Ok((checked.memory > limit).then(|| format!("more memory than {:.1} MiB", mib(limit)))),
        Limit::BeyondThatOf(fewer, limit) => {
            let with_fewer = builds.checked(fewer)?.memory;
            let growth = checked.memory.saturating_sub(with_fewer);
            println!("  {:.1} MiB more than the {:.1} MiB with {fewer} tasks", mib(growth), mib(with_fewer));
            Ok((growth > limit).then(|| format!("more than {:.1} MiB more", mib(limit))))
        }
        Limit::PerTask(limit) => {
            let one = (builds.plain(1)?.memory, builds.checked(1)?.memory);
            let own = plain.memory.saturating_sub(one.0);
            let per_task = checked.memory.saturating_sub(one.1).saturating_sub(own) / case.argument;
            println!("  {per_task} bytes per task");
            Ok((per_task > limit).then(|| format!("more than {limit} bytes per task")))
        }
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// A program, compiled in both ways.
struct Builds<'a> {
    programs: &'a Programs,
    plain: PathBuf,
    checked: PathBuf,
}

impl Builds<'_> {
    fn new<'a>(programs: &'a Programs, name: &str) -> Builds<'a> {
        let compile = |instrumentation| programs.compile(name, instrumentation, &["-g", "-O2"]);
        Builds { programs, plain: compile(Instrumentation::None), checked: compile(Instrumentation::Checked) }
    }

    fn plain(&self, argument: u64) -> io::Result<Measured> {
        measure(&self.plain, argument, |command| command.env("OMP_NUM_THREADS", "1"))
    }

    fn checked(&self, argument: u64) -> io::Result<Measured> {
        measure(&self.checked, argument, |command| {
            command.env("OMP_TOOL_LIBRARIES", self.programs.toolchain.library()).env("DETSAN_OPTIONS", "team=1")
        })
    }
}

fn measure(program: &Path, argument: u64, prepare: impl Fn(&mut Command) -> &mut Command) -> io::Result<Measured> {
    let mut command = process::command("timeout");
    prepare(command.args(["--signal=KILL", SECONDS_LIMIT]).arg(program).arg(argument.to_string()));
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let stderr = child.stderr.take().expect("it was asked for");
    let output = io::read_to_string(stderr)?;
    let usage = child.wait4()?;
    Ok(Measured { ended: usage.status.into(), time: start.elapsed(), memory: usage.rusage.maxrss, output })
}
