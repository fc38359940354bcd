//! Recording a run: the option `record`.
//!
//! Records are gathered to blocks, and a block is written when it is full, when a race is found, and at the end. If a signal ends
//! the program, its handler writes what is left: the file descriptor and the bytes that are pending are kept where a
//! handler can reach them, and signals are held back while a block is written.

use std::fs::File;
use std::io::{self, Write};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicUsize, Ordering};

use detsan_detector::LockRule;
use detsan_options::{OPTIONS_VARIABLE, TracePath, create_file, exit_codes};
use detsan_report::{Symbolize, Symbolizer, TextOptions, escaped};
use detsan_trace::{FIRST_CONTEXT, FIRST_SITE, Finish, KILLED_SPACE, Record, Sink, Start, Writer, killed_block, seal};
use hashbrown::HashSet;

use crate::output::{self, Output};
use crate::sites::Sites;

/// Descriptor of the trace, -1 while there is none to write to.
static DESCRIPTOR: AtomicI32 = AtomicI32::new(-1);
/// Content of the next block.
static PENDING: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
/// How much of it is there.
static PENDING_LENGTH: AtomicUsize = AtomicUsize::new(0);
/// Checksum that the next block follows.
static CHAIN: AtomicU32 = AtomicU32::new(0);
/// A block is being written.
static WRITING: AtomicBool = AtomicBool::new(false);

/// The file, as the writer sees it.
struct TraceFile(File);

impl Sink for TraceFile {
    fn write(&mut self, bytes: &[u8], chain: u32) -> io::Result<()> {
        let held = HeldSignals::hold();
        WRITING.store(true, Ordering::Relaxed);
        let result = self.0.write_all(bytes);
        PENDING_LENGTH.store(0, Ordering::Relaxed);
        CHAIN.store(chain, Ordering::Relaxed);
        if result.is_err() {
            DESCRIPTOR.store(-1, Ordering::Relaxed);
            held.drop_file_size_signal();
        }
        WRITING.store(false, Ordering::Release);
        result
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
    pub(crate) fn open(path: &TracePath, locks: LockRule, reports: &Output) -> Result<Option<Recorder>, (u8, String)> {
        let Some(path) = path.resolve(std::process::id()) else { return Ok(None) };
        let name = escaped(&path.to_string_lossy()).into_owned();
        let cannot = |status: u8, error: io::Error| (status, format!("cannot record to {name}: {error}"));
        let file = create_file(&path).and_then(|file| output::out_of_the_way(&file));
        let file = file.map_err(|error| cannot(exit_codes::USAGE, error))?;
        if reports.is_same_file(&file) {
            return Err((
                exit_codes::USAGE,
                format!("log_path and record name the same file, {name}: give each its own"),
            ));
        }
        let descriptor = file.as_raw_fd();
        let writer = Writer::new(TraceFile(file)).map_err(|error| cannot(exit_codes::UNABLE, error))?;
        DESCRIPTOR.store(descriptor, Ordering::Relaxed);
        let mut recorder = Recorder {
            writer: Some(writer),
            name,
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
            // The program may have closed standard error; then the status tells.
            let _ = writeln!(io::stderr(), "DetSan: cannot record to {}: {error}; the trace is cut short", self.name);
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
        self.flush();
    }

    /// Writes how the run ended, and everything that is pending.
    pub(crate) fn finish(&mut self, finish: Finish) {
        let _held = HeldSignals::hold();
        self.write(&Record::Finish(finish));
        self.flush();
        DESCRIPTOR.store(-1, Ordering::Relaxed);
        self.writer = None;
    }
}

/// Writes what is pending, and that `signal` has ended the program; without locks or memory, for the signal handler.
pub(crate) fn save_in_signal_handler(signal: i32, name: &str) {
    let descriptor = DESCRIPTOR.swap(-1, Ordering::Relaxed);
    // On this thread nothing is being written, or the signal would have been held back. Another one may be in the middle of a block.
    if descriptor < 0 || WRITING.load(Ordering::Acquire) {
        return;
    }
    let mut chain = CHAIN.load(Ordering::Relaxed);
    let length = PENDING_LENGTH.load(Ordering::Acquire);
    if length > 0 {
        // SAFETY: the writer keeps this many bytes there, and does not change them, until the next block is written.
        let content = unsafe { std::slice::from_raw_parts(PENDING.load(Ordering::Relaxed), length) };
        let (header, next) = seal(chain, content);
        write_all(descriptor, &header);
        write_all(descriptor, content);
        chain = next;
    }
    let mut block = [0; KILLED_SPACE];
    let length = killed_block(chain, signal as u8, name, &mut block);
    write_all(descriptor, &block[..length]);
}

fn write_all(descriptor: i32, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the buffer is valid; `write` is async-signal-safe.
        let written = unsafe { libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(written) if written > 0 => bytes = &bytes[written..],
            // The trace is cut short; there is nobody left to tell.
            _ => return,
        }
    }
}

/// Signals of the calling thread are held back until this is dropped.
struct HeldSignals {
    before: libc::sigset_t,
}

impl HeldSignals {
    fn hold() -> HeldSignals {
        let mut all = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: it fills the set.
        unsafe { libc::sigfillset(all.as_mut_ptr()) };
        let mut before = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: the set was filled above, and the present mask has a place.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr()) };
        // SAFETY: the call cannot fail with these arguments, and so has filled it.
        HeldSignals { before: unsafe { before.assume_init() } }
    }

    /// A write beyond the limit on file sizes has raised SIGXFSZ, which would end the program for something it has not done.
    fn drop_file_size_signal(&self) {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: it empties the set.
        unsafe { libc::sigemptyset(set.as_mut_ptr()) };
        // SAFETY: the set was emptied above.
        unsafe { libc::sigaddset(set.as_mut_ptr(), libc::SIGXFSZ) };
        let at_once = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the set is valid; no information about the signal is wanted.
        unsafe { libc::sigtimedwait(set.as_ptr(), std::ptr::null_mut(), &at_once) };
    }
}

impl Drop for HeldSignals {
    fn drop(&mut self) {
        // SAFETY: this is the mask that there was before.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut()) };
    }
}
