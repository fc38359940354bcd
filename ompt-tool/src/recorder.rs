//! Recording a run: the option `record`.
//!
//! Records are gathered to blocks, and a block is written when it is full, when a race is found, and at the end. If a signal ends
//! the program, its handler writes what is left: the file descriptor and the bytes that are pending are kept where a
//! handler can reach them, and signals are held back while a block is written.
//!
//! Before the program is replaced by `exec`, a block says so. If the `exec` fails, the next block
//! takes its place.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering};

use detsan_detector::LockRule;
use detsan_options::{Lineage, OPTIONS_VARIABLE, TracePath, exit_codes};
use detsan_report::{Symbolize, Symbolizer, TextOptions, escaped};
use detsan_trace::{FIRST_CONTEXT, FIRST_SITE, Finish, KILLED_SPACE, Record, Sink, Start, Writer, killed_block, seal};
use hashbrown::HashSet;

use crate::destination::Destination;
use crate::held_signals::HeldSignals;
use crate::output::{self, Content};
use crate::sites::Sites;

/// The trace, while there is one to write to.
static TRACE: Destination = Destination::none();
/// Content of the next block.
static PENDING: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
/// How much of it is there.
static PENDING_LENGTH: AtomicUsize = AtomicUsize::new(0);
/// Checksum that the next block follows.
static CHAIN: AtomicU32 = AtomicU32::new(0);
/// A block is being written.
static WRITING: AtomicBool = AtomicBool::new(false);

/// The file, as the writer sees it.
struct TraceFile;

impl Sink for TraceFile {
    fn write(&mut self, bytes: &[u8], chain: u32) -> io::Result<()> {
        let _held = HeldSignals::all();
        WRITING.store(true, Ordering::Relaxed);
        let result = TRACE.write_all(bytes);
        PENDING_LENGTH.store(0, Ordering::Relaxed);
        CHAIN.store(chain, Ordering::Relaxed);
        if result.is_err() {
            TRACE.end();
        }
        WRITING.store(false, Ordering::Release);
        Ok(result?)
    }

    fn pending(&mut self, content: &[u8]) {
        PENDING.store(content.as_ptr().cast_mut(), Ordering::Relaxed);
        PENDING_LENGTH.store(content.len(), Ordering::Release);
    }
}

/// Writes a trace.
pub(crate) struct Recorder {
    /// `None` after it has failed, or at the end.
    writer: Option<Writer<TraceFile>>,
    /// Name for messages.
    name: String,
    /// Call paths and places that have been written.
    contexts: usize,
    sites: usize,
    /// Return addresses whose names have been written.
    named: HashSet<u64>,
    directory: Option<PathBuf>,
}

impl Recorder {
    /// Begins a recording, if the option `record` asks for one. If that is not possible, returns the exit status and what to say.
    pub(crate) fn open(path: &TracePath, lineage: &Lineage, locks: LockRule) -> Result<Option<Recorder>, (u8, String)> {
        let (Some(own), Some(asked)) = (lineage.trace(path), path.resolve(lineage.process)) else { return Ok(None) };
        let name = escaped(&own.to_string_lossy()).into_owned();
        let cannot = |status: u8, error: io::Error| {
            let what = match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("log_path and record name the same file, {name}: give each its own")
                }
                _ => format!("cannot record to {name}: {error}"),
            };
            (status, what)
        };
        let opened = output::open_own("record", &asked, own, Content::Dropped, lineage, &TRACE);
        let own = opened.map_err(|error| cannot(exit_codes::USAGE, error))?;
        let writer = Writer::new(TraceFile).map_err(|error| cannot(exit_codes::UNABLE, error))?;
        let mut recorder = Recorder {
            writer: Some(writer),
            name: own.display().to_string(),
            contexts: FIRST_CONTEXT as usize,
            sites: FIRST_SITE as usize,
            named: HashSet::new(),
            directory: None,
        };
        recorder.write(&Record::Start(Start {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            options: std::env::var(OPTIONS_VARIABLE).unwrap_or_default(),
            pid: std::process::id(),
            locks,
        }));
        recorder.flush();
        Ok(Some(recorder))
    }

    #[cold]
    pub(crate) fn write(&mut self, record: &Record) {
        let result = self.writer.as_mut().map(|writer| writer.write(record));
        self.check(result);
    }

    fn flush(&mut self) {
        let result = self.writer.as_mut().map(Writer::flush);
        self.check(result);
    }

    /// Ends the recording at an error: it is said, and shows in the exit status.
    fn check(&mut self, result: Option<io::Result<()>>) {
        if let Some(Err(error)) = result {
            self.writer = None;
            output::set_lost();
            output::say(&format!("DetSan: cannot record to {}: {error}; the trace is cut short", self.name));
        }
    }

    /// Writes the call paths and places that are new, with names for their addresses.
    pub(crate) fn write_sites(&mut self, sites: &Sites, symbols: &Symbolizer) {
        if sites.len() == self.sites {
            return;
        }
        for (caller, pc) in sites.calls_from(self.contexts) {
            self.contexts += 1;
            self.write_frames(pc, symbols);
            self.write(&Record::Call { caller, pc });
        }
        for site in sites.sites_from(self.sites) {
            self.sites += 1;
            self.write_frames(site.pc, symbols);
            self.write(&Record::Site(site));
        }
    }

    fn write_frames(&mut self, address: u64, symbols: &Symbolizer) {
        if address != 0 && self.named.insert(address) {
            self.write(&Record::Frames { address, frames: symbols.frames(address) });
        }
    }

    /// Writes the names that the text of a race has, and everything that is pending.
    pub(crate) fn write_race(&mut self, names: Vec<Record>, options: &TextOptions) {
        self.write_names(names, options);
        self.flush();
    }

    /// Writes the names that a text has.
    pub(crate) fn write_names(&mut self, names: Vec<Record>, options: &TextOptions) {
        if self.directory != options.base_directory {
            let directory = options.base_directory.as_ref();
            self.write(&Record::Directory(directory.map(|path| path.to_string_lossy().into_owned())));
            self.directory = options.base_directory.clone();
        }
        for name in names {
            let known = matches!(&name, Record::Frames { address, .. } if !self.named.insert(*address));
            if !known {
                self.write(&name);
            }
        }
    }

    /// Writes how the run ended, and everything that is pending.
    pub(crate) fn finish(&mut self, finish: Finish) {
        let _held = HeldSignals::all();
        self.write(&Record::Finish(finish));
        self.flush();
        TRACE.cut_off();
        TRACE.end();
        self.writer = None;
    }

    /// The program is about to be replaced by another one: the trace ends here, unless that fails.
    pub(crate) fn write_replaced(&mut self) {
        let _held = HeldSignals::all();
        self.flush();
        let mut block = [0; KILLED_SPACE];
        let length = killed_block(CHAIN.load(Ordering::Relaxed), 0, "exec", &mut block);
        if TRACE.write_all(&block[..length]).is_ok() {
            TRACE.go_back(length);
        }
    }
}

/// This process is the child of a `fork`: it leaves its parent's trace alone.
pub(crate) fn forked() {
    TRACE.close();
}

/// Writes what is pending, and that `signal` has ended the program; without locks or memory, for the signal handler.
pub(crate) fn save_in_signal_handler(signal: i32, name: &str) {
    // On this thread nothing is being written, or the signal would have been held back. Another one may be in the middle of a block.
    if WRITING.load(Ordering::Acquire) {
        TRACE.end();
        return;
    }
    let mut chain = CHAIN.load(Ordering::Relaxed);
    let length = PENDING_LENGTH.load(Ordering::Acquire);
    if length > 0 {
        // SAFETY: the writer keeps this many bytes there, and does not change them, until the next block is written.
        let content = unsafe { std::slice::from_raw_parts(PENDING.load(Ordering::Relaxed), length) };
        let (header, next) = seal(chain, content);
        write(&header);
        write(content);
        chain = next;
    }
    let mut block = [0; KILLED_SPACE];
    let length = killed_block(chain, signal as u8, name, &mut block);
    write(&block[..length]);
    TRACE.cut_off();
    TRACE.end();
}

/// If it fails, the trace is cut short, and there is nobody left to tell.
fn write(bytes: &[u8]) {
    if TRACE.write_all(bytes).is_err() {
        TRACE.end();
    }
}
