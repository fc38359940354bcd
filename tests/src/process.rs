//! Runs programs: with a time limit, and with nothing in the environment that would change what is
//! tested.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing that the tests run takes longer than this, unless it hangs.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It left with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was still running after [`TIME_LIMIT`] and was ended by us.
    TimeOut,
}

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Ended {
        match (status.code(), status.signal()) {
            (Some(code), _) => Ended::Exit(code),
            (None, Some(signal)) => Ended::Signal(signal),
            (None, None) => unreachable!("a process that has ended left with a status or by a signal"),
        }
    }
}

/// What a program did.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// What it wrote on standard output.
    pub stdout: String,
    /// What it wrote on standard error.
    pub stderr: String,
}

/// A command without the variables that change what OpenMP or DetSan do.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        if ["OMP_", "KMP_", "LIBOMP_", "GOMP_", "DETSAN_"].iter().any(|prefix| name_text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    command.env_remove("LD_PRELOAD");
    command
}

/// Runs `command` to its end.
///
/// Its output goes to files, not pipes, so that a process which it leaves behind cannot hold us up.
///
/// # Errors
///
/// When the program cannot be started or its output cannot be kept.
pub fn run(command: &mut Command) -> io::Result<Run> {
    let mut stdout = tempfile::tempfile()?;
    let mut stderr = tempfile::tempfile()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", command.get_program().display())))?;
    let start = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait()? {
            break Ended::from(status);
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            break Ended::TimeOut;
        }
        thread::sleep(Duration::from_millis(1));
    };
    Ok(Run { ended, stdout: contents(&mut stdout)?, stderr: contents(&mut stderr)? })
}

fn contents(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Run {
        run(command("sh").args(["-c", script])).expect("sh can be run")
    }

    #[test]
    fn statuses_and_signals_are_told_apart() {
        assert_eq!(shell("exit 3").ended, Ended::Exit(3));
        assert_eq!(shell("kill -TERM $$").ended, Ended::Signal(15));
    }

    #[test]
    fn outputs_are_kept_apart() {
        let run = shell("echo out; echo err >&2");
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("out\n", "err\n"));
    }

    #[test]
    fn a_process_left_behind_does_not_hold_us_up() {
        let start = Instant::now();
        shell("sleep 20 & exit 0");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
