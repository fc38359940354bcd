//! Runs a compiler or a program with bounded time, memory, output, files and processes.
//!
//! What is run is not trusted to end, to be quiet or to clean up after itself: programs of a suite
//! fork, print without end and read from standard input. So each runs in a session of its own with
//! nothing on standard input, its output is drained and kept up to a size, and whatever it leaves
//! behind is killed.

mod descendants;
mod launch;

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use wait4::Wait4;

pub(crate) use launch::{LaunchError, SUBCOMMAND, launch};

/// How often the bounds are looked at.
const POLL: Duration = Duration::from_millis(20);
/// How often all processes are looked at, which costs more.
const SCAN: Duration = Duration::from_millis(200);
/// How long to wait for the output of a program that has ended.
const DRAIN: Duration = Duration::from_secs(2);
/// As many processes and no more may a program have at a time.
const PROCESSES: usize = 256;

/// What is run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spec {
    /// The program.
    pub(crate) program: PathBuf,
    /// Its arguments.
    pub(crate) arguments: Vec<OsString>,
    /// The directory it runs in.
    pub(crate) directory: PathBuf,
    /// Variables of its environment, besides those inherited.
    pub(crate) environment: Vec<(String, OsString)>,
}

/// The bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Time by the clock.
    pub(crate) time: Duration,
    /// Resident memory of all processes, in MiB.
    pub(crate) memory_mib: u64,
    /// Size of any file that is written, in MiB.
    pub(crate) file_mib: u64,
    /// Bytes that are kept of each output. The rest is read and forgotten.
    pub(crate) output: usize,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It left with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It took too long and was ended.
    TimeOut,
    /// It took too much memory and was ended.
    Memory,
    /// It had too many processes and was ended.
    Processes,
    /// The whole run was interrupted.
    Stopped,
}

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Ended {
        match (status.code(), status.signal()) {
            (Some(code), _) => Ended::Exit(code),
            (None, signal) => Ended::Signal(signal.expect("a process leaves with a status or by a signal")),
        }
    }
}

/// What a program wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Output {
    /// The beginning of it.
    pub(crate) text: String,
    /// Whether there was more.
    pub(crate) is_cut: bool,
}

/// What a program did.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// How it ended.
    pub(crate) ended: Ended,
    /// Standard output.
    pub(crate) stdout: Output,
    /// Standard error.
    pub(crate) stderr: Output,
    /// How long it took by the clock.
    pub(crate) time: Duration,
    /// The most memory that its process had, in KiB.
    pub(crate) memory_kib: u64,
}

/// Runs `spec` to its end, or to that of `limits` or of the whole run, which is when `stop` is set.
///
/// # Errors
///
/// When it cannot be started or watched.
pub(crate) fn run(spec: &Spec, limits: Limits, stop: &AtomicBool) -> io::Result<Finished> {
    let mark = new_mark();
    let mut command = Command::new("/proc/self/exe");
    command.args(launch::arguments(spec, limits)).current_dir(&spec.directory);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    scrub_environment(&mut command);
    command.envs(spec.environment.iter().map(|(name, value)| (name, value)));
    command.env(descendants::MARK_VARIABLE, &mark);

    let start = Instant::now();
    let mut child = command.spawn()?;
    let pid = Pid::from_child(&child);
    let stdout = drain(child.stdout.take().expect("standard output is a pipe"), limits.output);
    let stderr = drain(child.stderr.take().expect("standard error is a pipe"), limits.output);

    let early = watch(pid, &mark, limits, stop)?;
    // The process is a zombie or alive: either way its number is still its own.
    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    let _ = rustix::process::kill_process(pid, Signal::KILL);
    descendants::kill_all(&mark);
    let (status, memory_kib) = reap(&mut child)?;
    let time = start.elapsed();
    descendants::kill_all(&mark);
    Ok(Finished {
        ended: early.unwrap_or(Ended::from(status)),
        stdout: stdout.collect(),
        stderr: stderr.collect(),
        time,
        memory_kib,
    })
}

/// Waits until the process has ended of itself, or has to be ended, and says why.
fn watch(pid: Pid, mark: &str, limits: Limits, stop: &AtomicBool) -> io::Result<Option<Ended>> {
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || {
        // The zombie stays, so that its number is not given to another process before its group is
        // killed.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let result = loop {
            match rustix::process::waitid(WaitId::Pid(pid), options) {
                Err(rustix::io::Errno::INTR) => {}
                result => break result.map(|_| ()),
            }
        };
        // Nobody listens if the process was ended early.
        let _ = sender.send(result);
    });
    let start = Instant::now();
    let mut last_scan = start;
    loop {
        match ended.recv_timeout(POLL) {
            Ok(result) => return result.map(|()| None).map_err(io::Error::from),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the waiting thread answers before it ends"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Some(Ended::Stopped));
        }
        if start.elapsed() > limits.time {
            return Ok(Some(Ended::TimeOut));
        }
        let is_scan = last_scan.elapsed() > SCAN;
        let usage = if is_scan { descendants::usage_of_all(mark) } else { descendants::usage_of(pid.as_raw_pid()) };
        if is_scan {
            last_scan = Instant::now();
        }
        if usage.processes > PROCESSES {
            return Ok(Some(Ended::Processes));
        }
        if usage.resident_kib / 1024 > limits.memory_mib {
            return Ok(Some(Ended::Memory));
        }
    }
}

fn reap(child: &mut Child) -> io::Result<(ExitStatus, u64)> {
    let used = child.wait4()?;
    Ok((used.status, used.rusage.maxrss / 1024))
}

/// A text that no other run on this machine has in its environment.
fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Takes out what changes what OpenMP, a checker or the loader do.
fn scrub_environment(command: &mut Command) {
    const PREFIXES: [&str; 6] = ["OMP_", "KMP_", "LIBOMP_", "GOMP_", "TSAN_", "LD_PRELOAD"];
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        // What chooses compilers and the parts of DetSan stays.
        if PREFIXES.iter().any(|prefix| text.starts_with(prefix)) || text == detsan_options::OPTIONS_VARIABLE {
            command.env_remove(&name);
        }
    }
}

/// An output that is being read by a thread of its own.
struct Draining {
    kept: Arc<Mutex<(Vec<u8>, bool)>>,
    at_end: mpsc::Receiver<()>,
}

/// Reads `source` to its end and keeps the beginning, so that the program is never held up and
/// memory is bounded.
fn drain(mut source: impl Read + Send + 'static, limit: usize) -> Draining {
    let kept = Arc::new(Mutex::new((Vec::new(), false)));
    let (sender, at_end) = mpsc::channel();
    let shared = Arc::clone(&kept);
    thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    let room = limit.saturating_sub(kept.0.len());
                    kept.1 |= count > room;
                    kept.0.extend_from_slice(&buffer[..count.min(room)]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let _ = sender.send(());
    });
    Draining { kept, at_end }
}

impl Draining {
    /// What there is once the source has come to its end, or does not for a while: a process that
    /// cannot be killed may hold it.
    fn collect(self) -> Output {
        let _ = self.at_end.recv_timeout(DRAIN);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Output { text: String::from_utf8_lossy(&kept.0).into_owned(), is_cut: kept.1 }
    }
}
