//! Runs a program to its end and says what it used.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use detsan_tests::process::Ended;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use serde::{Deserialize, Serialize};
use wait4::Wait4;

/// What a program used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// Time by the clock, in seconds.
    pub(crate) wall: f64,
    /// Time on processors, of the program and of the system for it, in seconds.
    pub(crate) cpu: f64,
    /// The most resident memory that it had, in KiB. The runner's own few MiB are a lower bound,
    /// because the system counts from before the program took over the process.
    pub(crate) peak_kib: u64,
}

/// What a program did.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// How it ended.
    pub(crate) ended: Ended,
    /// What it used.
    pub(crate) usage: Usage,
    /// What it wrote on standard output.
    pub(crate) stdout: String,
    /// What it wrote on standard error.
    pub(crate) stderr: String,
}

impl Finished {
    /// Why the program did not succeed, in one line: how it ended, and the last it said.
    pub(crate) fn failure(&self) -> Option<String> {
        let how = match self.ended {
            Ended::Exit(0) => return None,
            Ended::Exit(status) => format!("exit status {status}"),
            Ended::Signal(signal) => format!("signal {signal}"),
            Ended::TimeOut => format!("not done after {:.0} s", self.usage.wall),
        };
        let said = self.stderr.lines().chain(self.stdout.lines()).find(|line| !line.trim().is_empty());
        Some(said.map_or_else(|| how.clone(), |line| format!("{how}: {}", line.trim())))
    }
}

/// `program` as a command that runs at the same addresses every time, which ThreadSanitizer needs
/// on some kernels of Linux. Nothing in its environment changes what OpenMP or a checker do.
pub(crate) fn command(program: &std::path::Path) -> Command {
    let mut command = detsan_tests::process::command("setarch");
    command.arg("-R").arg(program).env_remove("TSAN_OPTIONS").env_remove("ARCHER_OPTIONS");
    command
}

/// Runs `command` to its end, for at most `limit`.
///
/// # Errors
///
/// When it cannot be started or watched.
pub(crate) fn run(command: &mut Command, limit: Duration) -> io::Result<Finished> {
    let mut stdout = tempfile::tempfile()?;
    let mut stderr = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    let program = command.get_program().display().to_string();
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    let pid = Pid::from_child(&child);
    let (at_end, ended) = mpsc::channel::<()>();
    let watchdog = thread::spawn(move || {
        let is_late = ended.recv_timeout(limit).is_err();
        if is_late {
            // The process has not been waited for, so the number is still its own.
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        is_late
    });
    await_end(pid)?;
    let wall = start.elapsed().as_secs_f64();
    // Nobody listens if the time was up.
    let _ = at_end.send(());
    let is_late = watchdog.join().expect("the watchdog does not panic");
    let used = child.wait4()?;
    let usage =
        Usage { wall, cpu: (used.rusage.utime + used.rusage.stime).as_secs_f64(), peak_kib: used.rusage.maxrss / 1024 };
    let ended = if is_late { Ended::TimeOut } else { used.status.into() };
    Ok(Finished { ended, usage, stdout: text_of(&mut stdout)?, stderr: text_of(&mut stderr)? })
}

/// Waits until the process has ended, and leaves it to be waited for once more.
fn await_end(pid: Pid) -> io::Result<()> {
    loop {
        match rustix::process::waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Err(rustix::io::Errno::INTR) => {}
            result => return Ok(result.map(|_| ())?),
        }
    }
}

/// All of a file, whatever the program wrote there.
fn text_of(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        let mut command = Command::new("sh");
        run(command.args(["-c", script]), limit).expect("sh can be run")
    }

    #[test]
    fn what_a_program_used_is_its_own() {
        let finished = shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo out; echo err >&2", Duration::MAX);
        assert_eq!(finished.failure(), None);
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
        assert!(finished.usage.cpu > 0.0 && finished.usage.peak_kib > 0);
        // The clock of processors ticks in steps.
        assert!(finished.usage.wall + 0.02 >= finished.usage.cpu);
    }

    #[test]
    fn failures_are_told_in_one_line() {
        let limit = Duration::from_millis(200);
        assert_eq!(
            shell("echo; echo bad luck >&2; exit 3", limit).failure().as_deref(),
            Some("exit status 3: bad luck")
        );
        assert_eq!(shell("kill -SEGV $$", limit).failure().as_deref(), Some("signal 11"));
        assert_eq!(shell("exec sleep 60", limit).failure().as_deref(), Some("not done after 0 s"));
    }
}
