//! Small programs with a known answer, built and checked by this very command.

use crate::compiler::Language;
use detsan_options::{OPTIONS_VARIABLE, exit_codes};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// How long a probe may run: far longer than it needs, so that only a hang is cut short.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The words of a report that names the race.
const REPORT: &str = "determinacy race";

/// A program and what must come of it.
pub(crate) struct Probe {
    /// Which compiler builds it.
    pub(crate) language: Language,
    name: &'static str,
    source: &'static str,
    is_racy: bool,
}

/// The probes that `detsan doctor` makes.
pub(crate) const PROBES: &[Probe] = &[
    Probe { language: Language::C, name: "racy", source: include_str!("../probes/racy.c"), is_racy: true },
    Probe { language: Language::C, name: "clean", source: include_str!("../probes/clean.c"), is_racy: false },
    Probe { language: Language::Cxx, name: "racy", source: include_str!("../probes/racy.c"), is_racy: true },
    Probe { language: Language::Fortran, name: "racy", source: include_str!("../probes/racy.f90"), is_racy: true },
];

impl Probe {
    /// What must come of it, in words.
    pub(crate) fn expectation(&self) -> String {
        let language = match self.language {
            Language::C => "C",
            Language::Cxx => "C++",
            Language::Fortran => "Fortran",
        };
        match self.is_racy {
            true => format!("the race in a {language} program is reported"),
            false => format!("no race is reported in a clean {language} program"),
        }
    }
}

/// Builds and checks `probe` in the directory `scratch`. The error says, in one line, what came
/// instead.
pub(crate) fn carry_out(probe: &Probe, scratch: &Path) -> Result<(), String> {
    let (command, language, extension) = match probe.language {
        Language::C => ("cc", "c", "c"),
        Language::Cxx => ("c++", "c++", "cpp"),
        Language::Fortran => ("fc", "f95", "f90"),
    };
    let source = scratch.join(format!("{}.{extension}", probe.name));
    let program = scratch.join(format!("{}-{extension}", probe.name));
    fs::write(&source, probe.source).map_err(|error| format!("cannot write {}: {error}", source.display()))?;

    let mut build = detsan()?;
    build.args([command, "-O1", "-x", language]).arg(&source).arg("-o").arg(&program);
    let (status, output) = finish(build)?;
    if status != Some(0) {
        return Err(format!("a small program cannot be built: {}", first_lines(&output)));
    }

    let mut check = detsan()?;
    check.arg("run").arg(&program);
    let (status, output) = finish(check)?;
    let (expected, is_right) = match probe.is_racy {
        true => {
            (exit_codes::RACES, output.contains(REPORT) && output.contains(&format!("{}.{extension}:", probe.name)))
        }
        false => (0, !output.contains(REPORT)),
    };
    if status == Some(i32::from(expected)) && is_right {
        return Ok(());
    }
    let status = status.map_or("a signal".to_owned(), |code| format!("status {code}"));
    Err(format!("expected that {}, but it ended with {status}: {}", probe.expectation(), first_lines(&output)))
}

/// This command again, free of what the environment says about options and tools.
fn detsan() -> Result<Command, String> {
    let path = env::current_exe().map_err(|error| format!("cannot tell where the detsan command is: {error}"))?;
    let mut command = Command::new(path);
    command.env_remove(OPTIONS_VARIABLE).env_remove("OMP_TOOL_LIBRARIES").env_remove("OMP_TOOL");
    Ok(command)
}

/// Runs `command` to its end, or to the time limit; its status and what it wrote to standard error.
fn finish(mut command: Command) -> Result<(Option<i32>, String), String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start {:?}: {error}", command.get_program()))?;
    let mut stderr = child.stderr.take().expect("standard error is a pipe");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        // What was read before a failure is still worth showing.
        let _ = stderr.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => return Ok((status.code(), reader.join().unwrap_or_default())),
            None if start.elapsed() > TIME_LIMIT => {
                // It may have ended in this very moment; either way it is gone after the wait.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("a small program did not end within {} s", TIME_LIMIT.as_secs()));
            }
            None => thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// The beginning of `output`, as one line.
fn first_lines(output: &str) -> String {
    let lines: Vec<_> = output.lines().map(str::trim).filter(|line| !line.is_empty()).take(3).collect();
    if lines.is_empty() { "it printed nothing".to_owned() } else { lines.join(" / ") }
}
