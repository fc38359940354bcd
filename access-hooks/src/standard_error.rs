//! Lines on standard error, as long as that is what it was when the program began: the program may
//! have closed it, and opened a file of its own under its number.

use core::arch::asm;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::libc;

/// Device and number of the file; 0 before they are known.
static DEVICE: AtomicU64 = AtomicU64::new(0);
static INODE: AtomicU64 = AtomicU64::new(0);

/// Takes note of what standard error is.
pub(crate) fn prepare() {
    if let Some((device, inode)) = identity() {
        DEVICE.store(device, Ordering::Relaxed);
        INODE.store(inode, Ordering::Relaxed);
    }
}

/// Writes a line to standard error.
#[cold]
pub(crate) fn say(message: &[&[u8]]) {
    if identity() != Some((DEVICE.load(Ordering::Relaxed), INODE.load(Ordering::Relaxed))) {
        return;
    }
    for part in message.iter().copied().chain([b"\n".as_slice()]) {
        // SAFETY: the part is that long.
        unsafe { libc::write(libc::STDERR, part.as_ptr().cast(), part.len()) };
    }
}

/// Device and number of the file behind standard error. glibc has a function for that since 2.33
/// only.
fn identity() -> Option<(u64, u64)> {
    const FSTAT: usize = 5;
    /// Words of the kernel's `struct stat`, which begins with the two.
    const WORDS: usize = 18;

    let mut status = MaybeUninit::<[u64; WORDS]>::uninit();
    let result: isize;
    // SAFETY: the call fills the structure, whose size the kernel has fixed.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") FSTAT as isize => result,
            in("rdi") libc::STDERR as usize,
            in("rsi") status.as_mut_ptr(),
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        )
    };
    if result != 0 {
        return None;
    }
    // SAFETY: it was filled above.
    let [device, inode, ..] = unsafe { status.assume_init() };
    Some((device, inode))
}
