//! This process among those that share its options; see [`Lineage`].
//!
//! The variable of the environment is set when the tool starts. Later only its last character
//! changes, at its place: a copy that the program has made of the list of variables has it, too.

use std::env;
use std::ffi::CString;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};

use detsan_options::{LINEAGE_VARIABLE, Lineage};

static LINEAGE: OnceLock<Lineage> = OnceLock::new();

/// The last character of the variable; null before that is there.
static MARK: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Puts this process into the environment. Called before other threads of OpenMP exist.
pub(crate) fn begin() {
    let lineage = Lineage::next(std::process::id(), env::var(LINEAGE_VARIABLE).ok().as_deref());
    let Ok(entry) = CString::new(format!("{LINEAGE_VARIABLE}={lineage}")) else { return };
    let length = entry.as_bytes().len();
    let entry = entry.into_raw();
    // SAFETY: the entry is never freed; libomp calls us before other threads exist that it made.
    unsafe { libc::putenv(entry) };
    MARK.store(entry.cast::<u8>().wrapping_add(length - 1), Ordering::Release);
    LINEAGE.get_or_init(|| lineage);
}

/// This process.
pub(crate) fn get() -> Lineage {
    *LINEAGE.get_or_init(|| Lineage::next(std::process::id(), None))
}

/// A race was found: the program that takes the place of this one is told.
pub(crate) fn mark_race() {
    let mark = MARK.load(Ordering::Acquire);
    if !mark.is_null() {
        // SAFETY: the entry is never freed, and changes here only.
        unsafe { AtomicU8::from_ptr(mark) }.store(b'1', Ordering::Relaxed);
    }
}
