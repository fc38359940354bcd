//! What counts instructions: callgrind, or the processor itself.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::build::Builder;
use crate::configuration::{Configuration, Variant};
use crate::error::BenchError;
use crate::launch::{self, Expected};
use crate::process;
use crate::programs::Program;
use crate::toolbox::{BUILD_LIMIT, Toolbox, first_line};

/// A program that is clean, and is checked in a moment.
const PROBE: &str = "#include <stdio.h>\nint main(void) {\n  int x = 0;\n#pragma omp parallel num_threads(1)\n\
                     #pragma omp task shared(x)\n  x = 1;\n  printf(\"probe ok %d\\n\", x);\n  return 0;\n}\n";

/// Something that counts instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Counter {
    /// Callgrind, of this version of valgrind. It runs the program on a processor of its own
    /// making.
    Callgrind(String),
    /// The counters of the processor, by `perf stat`.
    Perf,
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counter::Callgrind(version) => write!(f, "callgrind ({version})"),
            Counter::Perf => f.write_str("perf stat -e instructions:u"),
        }
    }
}

impl Counter {
    /// The first that can count a program which DetSan checks.
    ///
    /// # Errors
    ///
    /// When none can; the message has the reason of each.
    pub(super) fn find(toolbox: &Toolbox, scratch: &Path) -> Result<Counter, BenchError> {
        let source = scratch.join("probe.c");
        fs::write(&source, PROBE).map_err(BenchError::Scratch)?;
        let program = Program::of_source("probe", source);
        let built = Builder::new(toolbox, scratch, 1).build(&program, Variant::Detsan)?;
        let built = built.map_err(|reason| BenchError::Command { command: "detsan cc".to_owned(), reason })?;
        let callgrind = match first_line(Command::new("valgrind").arg("--version")) {
            Ok(version) => Counter::Callgrind(version),
            Err(_) => Counter::Callgrind("not installed".to_owned()),
        };
        let mut reasons = Vec::new();
        for counter in [callgrind, Counter::Perf] {
            let log = built.program.with_extension("log");
            let mut command = counter.wrapped(launch::command(toolbox, Configuration::Detsan1, &built), &log);
            let reason = match process::run(&mut command, BUILD_LIMIT) {
                Ok(finished) => launch::failure(&finished, Configuration::Detsan1, &Expected::kernel("probe ok")),
                Err(error) => Some(error.to_string()),
            };
            match reason.map_or_else(|| counter.read(&log), Err) {
                Ok(_) => return Ok(counter),
                Err(reason) => reasons.push(format!("{counter}: {reason}")),
            }
        }
        Err(BenchError::NoCounter(reasons.join("; ")))
    }

    /// `command`, which is `setarch -R program`, with this counter between the two. It writes to
    /// `log`.
    pub(super) fn wrapped(&self, command: Command, log: &Path) -> Command {
        let mut wrapped = Command::new(command.get_program());
        let mut words = command.get_args();
        wrapped.args(words.next());
        match self {
            Counter::Callgrind(_) => {
                wrapped.args(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]);
                wrapped.arg(format!("--log-file={}", log.display()));
            }
            Counter::Perf => {
                wrapped.args(["perf", "stat", "-x,", "-e", "instructions:u", "-o"]).arg(log).arg("--");
            }
        }
        wrapped.args(words);
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => wrapped.env(name, value),
                None => wrapped.env_remove(name),
            };
        }
        wrapped
    }

    /// The number that it wrote, or why there is none.
    pub(super) fn read(&self, log: &Path) -> Result<u64, String> {
        let text = fs::read_to_string(log).map_err(|error| format!("it left no log: {error}"))?;
        match self {
            Counter::Callgrind(_) => collected(&text).ok_or_else(|| "it collected nothing".to_owned()),
            Counter::Perf => counted(&text).ok_or_else(|| "this machine does not support the event".to_owned()),
        }
    }
}

/// `==42== Collected : 169716465`
fn collected(log: &str) -> Option<u64> {
    log.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

/// `2304,,instructions:u,…`, or `<not supported>,,…`
fn counted(log: &str) -> Option<u64> {
    log.lines().find(|line| line.contains("instructions"))?.split(',').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_read() {
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 169716465\n==7== \n"), Some(169_716_465));
        assert_eq!(collected("==7== Command: x\n"), None);
        assert_eq!(counted("# started on\n\n2304,,instructions:u,100,100.00,,\n"), Some(2304));
        assert_eq!(counted("<not supported>,,instructions:u,0,100.00,,\n"), None);
    }

    #[test]
    fn the_counter_stands_before_the_program() {
        let mut command = Command::new("setarch");
        command.args(["-R", "program", "small"]).env("OMP_NUM_THREADS", "1");
        let wrapped = Counter::Perf.wrapped(command, Path::new("log"));
        insta::assert_snapshot!(
            format!("{wrapped:?}").replace('"', ""),
            @"OMP_NUM_THREADS=1 setarch -R perf stat -x, -e instructions:u -o log -- program small"
        );
    }
}
