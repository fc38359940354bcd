//! Where reports go.
//!
//! Standard error is duplicated at start, so that a program that closes it loses nothing. Every text is written at once and unbuffered.
//! If the program has closed our descriptor or reused its number, the text goes to standard error, if that is still what it was at start.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use detsan_options::{Lineage, LogPath, append_to_file, create_file};
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
        let Some(file) = lineage.log(path) else {
            REPORTS.set(&standard_error, None).map_err(|error| format!("cannot use standard error: {error}"))?;
            return Ok(Output(()));
        };
        let name = escaped(&file.to_string_lossy()).into_owned();
        say_own_file("log_path", path.resolve(lineage.process).as_deref(), &file);
        let opened = if lineage.continues_log() { append_to_file(&file) } else { create_file(&file) };
        opened
            .and_then(|opened| REPORTS.set(&opened, is_regular(&opened).then_some(&file)))
            .map_err(|error| format!("cannot write to log_path={name}: {error}"))?;
        NAME.get_or_init(|| name);
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

    /// Whether `file` is where reports go, by whatever name.
    pub(crate) fn is_same_file(&self, file: &File) -> bool {
        is_regular(file) && REPORTS.is_file(file)
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

/// Says where this process writes, if that is not where the option says because another process writes there.
pub(crate) fn say_own_file(option: &str, asked: Option<&Path>, own: &Path) {
    if let Some(asked) = asked.filter(|asked| *asked != own) {
        say(own_file_text(option, asked, own).trim_end());
    }
}

/// Whether a file can be opened again by its name. What is read only once cannot.
pub(crate) fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
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
