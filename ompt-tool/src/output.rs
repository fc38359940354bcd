//! Where reports go.
//!
//! Standard error is duplicated at start, so that a program that closes it loses nothing. Every
//! text is written at once and unbuffered. If the program has closed our descriptor or reused its
//! number, the text goes to standard error, if that is still what it was at start.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use detsan_options::{Lineage, LogPath, append_to_file, open_file};
use detsan_report::{elsewhere_text, escaped, moved_into, own_file_text};

use crate::destination::{Destination, Failure};

static REPORTS: Destination = Destination::none();

/// Standard error as it was at start.
static STANDARD_ERROR: Destination = Destination::none();

/// Reports have gone to standard error instead of a file.
static HAS_MOVED: AtomicBool = AtomicBool::new(false);

/// Something could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// Name of the place for messages.
static NAME: OnceLock<String> = OnceLock::new();

/// The place where reports go.
#[derive(Debug)]
pub(crate) struct Output(());

impl Output {
    /// Opens what the option `log_path` says.
    pub(crate) fn open(path: &LogPath, lineage: &Lineage) -> Result<Output, String> {
        let standard_error = io::stderr();
        // If it is closed, nobody hears of it; if reports go there, that is an error below.
        let _ = STANDARD_ERROR.set_descriptor(standard_error.as_raw_fd());
        let (Some(own), Some(asked)) = (lineage.log(path), path.resolve(lineage.process)) else {
            REPORTS.set(&standard_error, None).map_err(|error| format!("cannot use standard error: {error}"))?;
            return Ok(Output(()));
        };
        let name = escaped(&own.to_string_lossy()).into_owned();
        let content = if lineage.continues_log() { Content::Kept } else { Content::Dropped };
        let own = open_own("log_path", &asked, own, content, lineage, &REPORTS)
            .map_err(|error| format!("cannot write to log_path={name}: {error}"))?;
        NAME.get_or_init(|| escaped(&own.to_string_lossy()).into_owned());
        Ok(Output(()))
    }

    /// Writes `text`. What cannot be written is said on standard error, and remembered: see [`is_lost`].
    pub(crate) fn write(&mut self, text: &str) {
        write(text.as_bytes());
    }

    /// If the reports go to a file: says on standard error how many races are in it.
    pub(crate) fn point_to_reports(&mut self, races: u64) {
        if let Some(name) = NAME.get().filter(|_| !is_lost()) {
            say(elsewhere_text(races, name).trim_end());
        }
    }
}

fn write(bytes: &[u8]) {
    if let Err(failure) = deliver(bytes)
        && !LOST.swap(true, Ordering::Relaxed)
    {
        let name = NAME.get().map_or("standard error", String::as_str);
        say(&format!("DetSan: cannot write the report to {name}: {}", io::Error::from(failure)));
    }
}

/// What becomes of the content that a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Kept,
    Dropped,
}

/// Opens the file of an option for `destination`, and returns its name. That is `own`, unless a
/// process is writing there which is no relative of this one. It is an error if it exists because
/// reports go there. If it is not the name that the user has `asked` for, a line says so.
pub(crate) fn open_own(
    option: &str,
    asked: &Path,
    own: PathBuf,
    content: Content,
    lineage: &Lineage,
    destination: &Destination,
) -> io::Result<PathBuf> {
    if is_special(asked) {
        destination.set(&OpenOptions::new().append(true).open(asked)?, None)?;
        return Ok(asked.into());
    }
    let open = if content == Content::Kept { append_to_file } else { open_file };
    let (mut file, mut own) = (open(&own)?, own);
    if REPORTS.is_there() && REPORTS.is_file(&file) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    if is_taken(&file) {
        own = lineage.beside(own);
        file = open(&own)?;
    }
    if content == Content::Dropped {
        file.set_len(0)?;
    }
    if own != asked {
        say(own_file_text(option, asked, &own).trim_end());
    }
    destination.set(&file, Some(&own))?;
    Ok(own)
}

/// Whether a path names no file that could have others beside it: a device, a pipe, or what a
/// process has open.
fn is_special(path: &Path) -> bool {
    let is_in_memory = path.starts_with("/dev/shm");
    let is_system = path.starts_with("/dev") || path.starts_with("/proc");
    is_system && !is_in_memory || path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// Whether another process has locked the file. If not, this one has, for as long as it has the
/// file open.
fn is_taken(file: &File) -> bool {
    // SAFETY: the descriptor is open, and the call takes numbers.
    let result = unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
    // A file system without locks tells of no other process.
    result != 0 && io::Error::last_os_error().kind() == io::ErrorKind::WouldBlock
}

/// Where the event log goes: where the reports do.
pub(crate) struct Log;

impl Write for Log {
    /// Never fails: the logger would say so on standard error, whatever that is by now.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

/// Says a line on standard error, unless that has become something else.
pub(crate) fn say(text: &str) {
    let line = format!("{text}\n");
    // There is nowhere else to say it; the status tells.
    let _ = STANDARD_ERROR.write_all(line.as_bytes());
}

/// Writes without locks or memory, for signal handlers.
pub(crate) fn write_in_signal_handler(bytes: &[u8]) {
    if deliver(bytes).is_err() {
        set_lost();
    }
}

fn deliver(bytes: &[u8]) -> Result<(), Failure> {
    if REPORTS.is_there() || !STANDARD_ERROR.is_there() {
        return REPORTS.write_all(bytes);
    }
    if let Some(path) = REPORTS.path()
        && !HAS_MOVED.swap(true, Ordering::Relaxed)
    {
        let mut notice = [0; 1024];
        let length = moved_into(path, &mut notice);
        STANDARD_ERROR.write_all(&notice[..length])?;
    }
    STANDARD_ERROR.write_all(bytes)
}

/// This process is the child of a `fork`: it writes nothing.
pub(crate) fn forked() {
    REPORTS.close();
    STANDARD_ERROR.end();
}
