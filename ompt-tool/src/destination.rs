//! A file that the tool writes to, in a process whose descriptors belong to the program.
//!
//! A program may close all descriptors that it finds, as daemons do, or open files of its own under
//! our number. A report must not land in such a file. So it is remembered which file a descriptor
//! was opened for, and compared before each write. If the descriptor is lost, the file is opened
//! again by its name.
//!
//! Everything here but [`Destination::set`] may be called by a signal handler.

use std::ffi::{CString, c_char};
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU64, Ordering};

use crate::held_signals::HeldSignals;

/// Descriptors from here on are out of the way of programs that count on small numbers.
const FIRST_DESCRIPTOR: RawFd = 200;

/// There is no file.
const NONE: RawFd = -1;

/// A file to write to.
pub(crate) struct Destination {
    descriptor: AtomicI32,
    device: AtomicU64,
    inode: AtomicU64,
    /// The name to open it again by; null if it has none.
    path: AtomicPtr<c_char>,
}

impl Destination {
    /// There is no file yet.
    pub(crate) const fn none() -> Destination {
        Destination {
            descriptor: AtomicI32::new(NONE),
            device: AtomicU64::new(0),
            inode: AtomicU64::new(0),
            path: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// Writes to `file` from now on, by a descriptor of its own.
    pub(crate) fn set(&self, file: &impl AsRawFd, path: Option<&Path>) -> io::Result<()> {
        let own = out_of_the_way(file)?;
        self.set_descriptor(own.as_raw_fd())?;
        if let Some(path) = path {
            let path = CString::new(std::path::absolute(path)?.as_os_str().as_bytes())?;
            self.path.store(path.into_raw(), Ordering::Relaxed);
        }
        // It is never dropped: by then the number may be the program's.
        let _ = own.into_raw_fd();
        Ok(())
    }

    /// Writes to whatever `descriptor` is now, as long as it is that.
    pub(crate) fn set_descriptor(&self, descriptor: RawFd) -> io::Result<()> {
        let (device, inode) = identity(descriptor).ok_or_else(io::Error::last_os_error)?;
        self.device.store(device, Ordering::Relaxed);
        self.inode.store(inode, Ordering::Relaxed);
        self.descriptor.store(descriptor, Ordering::Release);
        Ok(())
    }

    /// Nothing is written any more. Returns whether there was a file.
    pub(crate) fn end(&self) -> bool {
        self.descriptor.swap(NONE, Ordering::Relaxed) != NONE
    }

    /// Gives the descriptor back, in a process that has only inherited it.
    pub(crate) fn close(&self) {
        if let Some(descriptor) = self.own_descriptor() {
            // SAFETY: the descriptor is ours, and nobody uses it after this.
            unsafe { libc::close(descriptor) };
        }
        self.end();
    }

    /// Whether there is a file that can be written to.
    pub(crate) fn is_there(&self) -> bool {
        self.find().is_some()
    }

    /// Whether this is `file`.
    pub(crate) fn is_file(&self, file: &impl AsRawFd) -> bool {
        self.is_it(file.as_raw_fd())
    }

    /// Writes all of `bytes`.
    pub(crate) fn write_all(&self, mut bytes: &[u8]) -> Result<(), Failure> {
        let descriptor = self.find().ok_or(Failure(libc::EBADF))?;
        let held = HeldSignals::of_writing();
        while !bytes.is_empty() {
            // SAFETY: the buffer is valid; `write` is async-signal-safe.
            let written = unsafe { libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
            match (usize::try_from(written), errno()) {
                (Ok(written), _) => bytes = &bytes[written..],
                (Err(_), libc::EINTR) => {}
                // The program has set a descriptor of the same file so. The text is worth waiting
                // for.
                (Err(_), libc::EAGAIN) => wait_for_room(descriptor),
                (Err(_), number) => {
                    held.drop_signals_of_writing();
                    return Err(Failure(number));
                }
            }
        }
        Ok(())
    }

    /// Has the next write begin `length` bytes further ahead in the file: it replaces what was
    /// written last.
    pub(crate) fn go_back(&self, length: usize) {
        if let Some(descriptor) = self.find() {
            // SAFETY: the descriptor is ours.
            unsafe { libc::lseek(descriptor, -(length as libc::off_t), libc::SEEK_CUR) };
        }
    }

    /// The file ends at what was written last.
    pub(crate) fn cut_off(&self) {
        let Some(descriptor) = self.find() else { return };
        // SAFETY: the descriptor is ours.
        let end = unsafe { libc::lseek(descriptor, 0, libc::SEEK_CUR) };
        if end > 0 {
            // SAFETY: as above.
            unsafe { libc::ftruncate(descriptor, end) };
        }
    }

    /// The name of the file.
    pub(crate) fn path(&self) -> Option<&[u8]> {
        let path = self.path.load(Ordering::Relaxed);
        // SAFETY: it was made from a C string, which is never freed.
        (!path.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(path) }.to_bytes())
    }

    fn own_descriptor(&self) -> Option<RawFd> {
        let descriptor = self.descriptor.load(Ordering::Acquire);
        (descriptor != NONE && self.is_it(descriptor)).then_some(descriptor)
    }

    fn is_it(&self, descriptor: RawFd) -> bool {
        identity(descriptor) == Some((self.device.load(Ordering::Relaxed), self.inode.load(Ordering::Relaxed)))
    }

    fn find(&self) -> Option<RawFd> {
        if self.descriptor.load(Ordering::Relaxed) == NONE {
            return None;
        }
        self.own_descriptor().or_else(|| self.open_again())
    }

    #[cold]
    fn open_again(&self) -> Option<RawFd> {
        let path = self.path.load(Ordering::Relaxed);
        if path.is_null() {
            return None;
        }
        // Without waiting: the name may be that of a pipe by now.
        // SAFETY: the path is a C string, which is never freed.
        let opened = unsafe { libc::open(path, libc::O_WRONLY | libc::O_CLOEXEC | libc::O_NONBLOCK) };
        if opened < 0 {
            return None;
        }
        let is_it = self.is_it(opened);
        let own = if is_it { duplicate(opened) } else { NONE };
        // SAFETY: it was opened above.
        unsafe { libc::close(opened) };
        if own < 0 {
            return None;
        }
        // SAFETY: it was made above.
        unsafe { libc::lseek(own, 0, libc::SEEK_END) };
        self.descriptor.store(own, Ordering::Release);
        Some(own)
    }
}

/// The number of an error, which a signal handler can pass on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure(i32);

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> io::Error {
        io::Error::from_raw_os_error(failure.0)
    }
}

fn errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

fn wait_for_room(descriptor: RawFd) {
    let mut poll = libc::pollfd { fd: descriptor, events: libc::POLLOUT, revents: 0 };
    // SAFETY: there is one entry.
    unsafe { libc::poll(&mut poll, 1, -1) };
}

/// Device and number of the file behind a descriptor.
fn identity(descriptor: RawFd) -> Option<(u64, u64)> {
    let mut status = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the result has a place; `fstat` is async-signal-safe.
    if unsafe { libc::fstat(descriptor, status.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: it was filled above.
    let status = unsafe { status.assume_init() };
    Some((status.st_dev, status.st_ino))
}

/// A duplicate with a large number that does not survive `exec`; negative if there can be none.
fn duplicate(descriptor: RawFd) -> RawFd {
    // SAFETY: the call takes numbers.
    let own = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR) };
    if own >= 0 {
        return own;
    }
    // A small limit on open files: any number will do.
    // SAFETY: as above.
    unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 3) }
}

fn out_of_the_way(file: &impl AsRawFd) -> io::Result<File> {
    let own = duplicate(file.as_raw_fd());
    if own < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was made just now and belongs to nobody else.
    Ok(unsafe { File::from_raw_fd(own) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn temporary(name: &str) -> (std::path::PathBuf, File) {
        let path = std::env::temp_dir().join(format!("detsan-destination-{}-{name}", std::process::id()));
        let file = File::create(&path).expect("a temporary file");
        (path, file)
    }

    fn content(path: &Path) -> String {
        std::fs::read_to_string(path).expect("the file is there")
    }

    #[test]
    fn another_file_under_the_number_is_left_alone() {
        let (path, file) = temporary("own");
        let (other_path, other) = temporary("other");
        let destination = Destination::none();
        destination.set(&file, Some(&path)).expect("it is open");
        destination.write_all(b"one ").expect("written");
        let number = destination.descriptor.load(Ordering::Relaxed);
        // SAFETY: both are open.
        unsafe { libc::dup2(other.as_raw_fd(), number) };
        destination.write_all(b"two").expect("the file is opened again");
        assert_eq!((content(&path).as_str(), content(&other_path).as_str()), ("one two", ""));
        std::fs::remove_file(&path).expect("it is there");
        let number = destination.descriptor.load(Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { libc::dup2(other.as_raw_fd(), number) };
        assert!(destination.write_all(b"three").is_err());
        assert_eq!(content(&other_path), "");
        std::fs::remove_file(other_path).expect("it is there");
    }

    #[test]
    fn what_was_written_last_can_be_replaced() {
        let (path, file) = temporary("back");
        let destination = Destination::none();
        destination.set(&file, Some(&path)).expect("it is open");
        destination.write_all(b"one longer").expect("written");
        destination.go_back(6);
        destination.write_all(b"two").expect("written");
        destination.cut_off();
        assert_eq!(content(&path), "one two");
        std::fs::remove_file(path).expect("it is there");
    }
}
