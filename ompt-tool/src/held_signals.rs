//! Signals that wait until a thread has done something that must not be interrupted.

use std::mem::MaybeUninit;

/// Signals of the calling thread are held back until this is dropped.
pub(crate) struct HeldSignals {
    before: libc::sigset_t,
}

impl HeldSignals {
    /// Holds all of them.
    pub(crate) fn all() -> HeldSignals {
        let mut all = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: it fills the set.
        unsafe { libc::sigfillset(all.as_mut_ptr()) };
        // SAFETY: the set was filled above.
        HeldSignals::hold(unsafe { all.assume_init_ref() })
    }

    /// Holds those that a failing write raises.
    pub(crate) fn of_writing() -> HeldSignals {
        HeldSignals::hold(&set_of(&WRITING))
    }

    fn hold(set: &libc::sigset_t) -> HeldSignals {
        let mut before = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: the set is valid, and the present mask has a place.
        unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, set, before.as_mut_ptr()) };
        // SAFETY: the call cannot fail with these arguments, and so has filled it.
        HeldSignals { before: unsafe { before.assume_init() } }
    }

    /// A write of ours has failed, beyond the limit on file sizes or into a pipe that nobody reads.
    /// The signal would end the program for something it has not done.
    pub(crate) fn drop_signals_of_writing(&self) {
        let at_once = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the set is valid; no information about the signal is wanted.
        unsafe { libc::sigtimedwait(&set_of(&WRITING), std::ptr::null_mut(), &at_once) };
    }
}

/// The kernel sends these to the thread that writes.
const WRITING: [i32; 2] = [libc::SIGXFSZ, libc::SIGPIPE];

fn set_of(signals: &[i32]) -> libc::sigset_t {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: it empties the set.
    unsafe { libc::sigemptyset(set.as_mut_ptr()) };
    for signal in signals {
        // SAFETY: the set was emptied above.
        unsafe { libc::sigaddset(set.as_mut_ptr(), *signal) };
    }
    // SAFETY: as above.
    unsafe { set.assume_init() }
}

impl Drop for HeldSignals {
    fn drop(&mut self) {
        // SAFETY: this is the mask that there was before.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut()) };
    }
}
