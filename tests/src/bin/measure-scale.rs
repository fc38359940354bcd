//! Many tasks: prints what checking costs in time and memory, beside the same program without instrumentation on one
//! thread. Memory is the same in every run, so a limit on it is asserted, and so is the verdict. Time is not.

use std::error::Error;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use detsan_tests::process::{self, Ended};
use detsan_tests::programs::Programs;
use detsan_tests::toolchain::Instrumentation;
use wait4::Wait4;

/// What a checked program may need at most.
const MEMORY_LIMIT: u64 = 2 << 30;

/// A program is ended after this time, so that nobody waits for one that hangs.
const SECONDS_LIMIT: &str = "300";

/// The programs, with their argument and the reason why they are here.
const CASES: &[(&str, &str, &str)] =
    &[("fib", "28", "a tree of a million tasks"), ("chain", "100000", "a chain of 100,000 tasks by depend")];

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
    for (name, argument, why) in CASES {
        let plain = programs.compile(name, Instrumentation::None, &["-g", "-O2"]);
        let checked = programs.compile(name, Instrumentation::Checked, &["-g", "-O2"]);
        let plain = measure(&plain, argument, |command| command.env("OMP_NUM_THREADS", "1"))?;
        let checked = measure(&checked, argument, |command| {
            command.env("OMP_TOOL_LIBRARIES", programs.toolchain.library()).env("DETSAN_OPTIONS", "team=1")
        })?;
        let ratio = checked.time.as_secs_f64() / plain.time.as_secs_f64();
        let mib = |bytes: u64| bytes >> 20;
        println!("{name} {argument}, {why}:");
        println!("  plain    {:8.2} s  {:6} MiB", plain.time.as_secs_f64(), mib(plain.memory));
        println!("  checked  {:8.2} s  {:6} MiB  ratio {ratio:.1}", checked.time.as_secs_f64(), mib(checked.memory));
        if plain.ended != Ended::Exit(0) || checked.ended != Ended::Exit(0) {
            println!("  WRONG: ended with {:?} and {:?}\n{}", plain.ended, checked.ended, checked.output);
            all_well = false;
        }
        if !checked.output.contains("guarantee: all schedules of this input") {
            println!("  WRONG: not clean\n{}", checked.output);
            all_well = false;
        }
        if checked.memory >= MEMORY_LIMIT {
            println!("  WRONG: more than {} MiB", mib(MEMORY_LIMIT));
            all_well = false;
        }
    }
    Ok(all_well)
}

fn measure(program: &Path, argument: &str, prepare: impl Fn(&mut Command) -> &mut Command) -> io::Result<Measured> {
    let mut command = process::command("timeout");
    prepare(command.args(["--signal=KILL", SECONDS_LIMIT]).arg(program).arg(argument));
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let stderr = child.stderr.take().expect("it was asked for");
    let output = io::read_to_string(stderr)?;
    let usage = child.wait4()?;
    Ok(Measured { ended: usage.status.into(), time: start.elapsed(), memory: usage.rusage.maxrss, output })
}
