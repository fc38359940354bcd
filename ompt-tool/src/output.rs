//! Where reports go: a file descriptor of the tool's own.
//!
//! Standard error is duplicated at start, so that a program that closes it loses nothing. Every text is written at once and unbuffered.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use detsan_options::{LogPath, create_file};
use detsan_report::{elsewhere_text, escaped};

/// Descriptors from here on are out of the way of programs that count on small numbers.
const FIRST_DESCRIPTOR: RawFd = 200;

/// The descriptor, for the signal handler; -1 before there is one.
static DESCRIPTOR: AtomicI32 = AtomicI32::new(libc::STDERR_FILENO);

/// Something could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// The place where reports go.
#[derive(Debug)]
pub(crate) struct Output {
    file: File,
    /// Name for messages.
    name: String,
    /// Standard error, if the reports go elsewhere.
    terminal: Option<Terminal>,
}

/// Standard error as it was at the start.
#[derive(Debug)]
struct Terminal {
    file: File,
    /// Device and number of the file behind it: the program may have closed the descriptor, and got it
    /// again for another file.
    identity: (u64, u64),
}

impl Terminal {
    fn open() -> io::Result<Terminal> {
        let file = out_of_the_way(&io::stderr())?;
        let identity = identity(&file)?;
        Ok(Terminal { file, identity })
    }
}

/// Device and number of a file.
fn identity(file: &File) -> io::Result<(u64, u64)> {
    file.metadata().map(|metadata| (metadata.dev(), metadata.ino()))
}

impl Output {
    /// Opens what the option `log_path` says.
    pub(crate) fn open(path: &LogPath) -> Result<Output, String> {
        let (file, name) = match path.resolve(std::process::id()) {
            None => {
                (out_of_the_way(&io::stderr()).map_err(|error| format!("cannot use standard error: {error}"))?, None)
            }
            Some(path) => {
                let name = escaped(&path.to_string_lossy()).into_owned();
                let file = create_file(&path)
                    .and_then(|file| out_of_the_way(&file))
                    .map_err(|error| format!("cannot write to log_path={name}: {error}"))?;
                (file, Some(name))
            }
        };
        DESCRIPTOR.store(file.as_raw_fd(), Ordering::Relaxed);
        let terminal = name.as_ref().and_then(|_| Terminal::open().ok());
        Ok(Output { file, name: name.unwrap_or_else(|| "standard error".to_owned()), terminal })
    }

    /// Writes `text`. What cannot be written is said on standard error, and remembered: see [`is_lost`].
    pub(crate) fn write(&mut self, text: &str) {
        if let Err(error) = self.file.write_all(text.as_bytes())
            && !LOST.swap(true, Ordering::Relaxed)
        {
            // The program may have closed standard error; there is nowhere else to say it.
            let _ = writeln!(io::stderr(), "DetSan: cannot write the report to {}: {error}", self.name);
        }
    }

    /// If the reports go to a file: says on standard error how many races are in it.
    pub(crate) fn point_to_reports(&mut self, races: u64) {
        if let Some(Terminal { file, identity: at_start }) = &mut self.terminal
            && !is_lost()
            && identity(file).is_ok_and(|now| now == *at_start)
        {
            // The reports are there all the same.
            let _ = file.write_all(elsewhere_text(races, &self.name).as_bytes());
        }
    }

    /// Whether `file` is where reports go, by whatever name.
    pub(crate) fn is_same_file(&self, file: &File) -> bool {
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        is_file && matches!((identity(&self.file), identity(file)), (Ok(ours), Ok(other)) if ours == other)
    }

    /// Another handle to the same place, for the event log.
    pub(crate) fn another(&self) -> io::Result<File> {
        out_of_the_way(&self.file)
    }
}

/// Notes that a part of what was asked for could not be written.
pub(crate) fn set_lost() {
    LOST.store(true, Ordering::Relaxed);
}

/// Whether a part of the report, or of a recording, could not be written.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Writes without locks or memory, for signal handlers.
pub(crate) fn write_in_signal_handler(bytes: &[u8]) {
    // SAFETY: the buffer is valid; `write` is async-signal-safe.
    unsafe { libc::write(DESCRIPTOR.load(Ordering::Relaxed), bytes.as_ptr().cast(), bytes.len()) };
}

/// A duplicate with a large number that does not survive `exec`.
pub(crate) fn out_of_the_way(file: &impl AsRawFd) -> io::Result<File> {
    // SAFETY: the descriptor is open, and the call takes a number.
    let mut descriptor = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR) };
    if descriptor < 0 {
        // A small limit on open files: any number will do.
        // SAFETY: as above.
        descriptor = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_DUPFD_CLOEXEC, 3) };
    }
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was made just now and belongs to nobody else.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}
