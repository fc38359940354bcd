//! The one way to the tool's state: life cycle, lock and re-entrancy guard.
//!
//! Only one thread of the program runs user code at a time, so the lock is free nearly always. It is there for *visitors*, threads that OpenMP did not
//! create: they allocate and free while the checked thread runs. The guard is there because the tool calls libc, libc may allocate, and the
//! program's allocator is interposed: a thread that is already inside is turned away.
//!
//! # The lock
//!
//! The checked thread comes millions of times a second, visitors rarely, so all the cost is theirs. Each side raises its own flag and then looks
//! at the other's (Dekker). For this to exclude, flag and look must not change places; the checked thread only keeps the compiler from swapping them,
//! and a visitor has the kernel put a barrier into every running thread, by `membarrier`, between its own flag and look. Where there is no
//! `membarrier`, the checked thread issues the barrier itself.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering, compiler_fence, fence};

use crate::tool::Tool;

/// Where the tool is in its life.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// libomp has not initialised the tool.
    Unloaded = 0,
    /// The program is being checked.
    Active = 1,
    /// The summary is being written, or has been: late calls do nothing.
    Off = 2,
}

static LIFE: AtomicU8 = AtomicU8::new(Life::Unloaded as u8);

/// The checked thread is inside, or about to look whether it may be.
static CHECKED_INSIDE: AtomicBool = AtomicBool::new(false);

/// The visitor that is inside or waits for the checked thread to leave, 0 if there is none.
static VISITOR: AtomicUsize = AtomicUsize::new(0);

/// Visitors can put a barrier into the checked thread.
static VISITORS_HAVE_BARRIERS: AtomicBool = AtomicBool::new(false);

/// The thread whose accesses are checked: the one on which OpenMP was initialised.
static CHECKED_THREAD: AtomicUsize = AtomicUsize::new(0);

/// Accesses by other threads.
static FOREIGN_ACCESSES: AtomicU64 = AtomicU64::new(0);

/// Distinct races reported so far, readable from a signal handler.
pub(crate) static RACES: AtomicU64 = AtomicU64::new(0);

struct Slot(UnsafeCell<Option<Tool>>);

// SAFETY: the content is touched only by a thread that is inside, and there is one at a time.
unsafe impl Sync for Slot {}

static TOOL: Slot = Slot(UnsafeCell::new(None));

/// A number for the calling thread: its thread pointer, which is what `pthread_self` returns, without the call.
#[inline]
pub(crate) fn this_thread() -> usize {
    let pointer;
    // SAFETY: the first word at `fs` is the thread pointer itself (psABI for x86-64, §3.4.6).
    unsafe { std::arch::asm!("mov {}, fs:[0]", out(reg) pointer, options(pure, readonly, nostack, preserves_flags)) };
    pointer
}

/// `membarrier(2)` with this command; whether it succeeded.
fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: the call takes numbers.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// A thread that is inside; it leaves when this is dropped.
enum Inside {
    Checked,
    Visitor,
}

impl Inside {
    /// Waits for the other side to leave. `None` if this thread is inside already.
    #[inline]
    fn enter() -> Option<Inside> {
        if is_checked_thread() { Self::enter_checked() } else { Self::visit() }
    }

    #[inline]
    fn enter_checked() -> Option<Inside> {
        if CHECKED_INSIDE.load(Ordering::Relaxed) {
            return None;
        }
        loop {
            CHECKED_INSIDE.store(true, Ordering::Relaxed);
            if VISITORS_HAVE_BARRIERS.load(Ordering::Relaxed) {
                compiler_fence(Ordering::SeqCst);
            } else {
                fence(Ordering::SeqCst);
            }
            if VISITOR.load(Ordering::Acquire) == 0 {
                return Some(Inside::Checked);
            }
            CHECKED_INSIDE.store(false, Ordering::Release);
            while VISITOR.load(Ordering::Relaxed) != 0 {
                std::thread::yield_now();
            }
        }
    }

    #[cold]
    fn visit() -> Option<Inside> {
        let me = this_thread();
        loop {
            match VISITOR.compare_exchange_weak(0, me, Ordering::SeqCst, Ordering::Relaxed) {
                Ok(_) => break,
                Err(other) if other == me => return None,
                Err(_) => std::thread::yield_now(),
            }
        }
        fence(Ordering::SeqCst);
        if VISITORS_HAVE_BARRIERS.load(Ordering::Relaxed) {
            membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED);
        }
        while CHECKED_INSIDE.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
        Some(Inside::Visitor)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        match self {
            Inside::Checked => CHECKED_INSIDE.store(false, Ordering::Release),
            Inside::Visitor => VISITOR.store(0, Ordering::Release),
        }
    }
}

pub(crate) fn life() -> Life {
    match LIFE.load(Ordering::Relaxed) {
        0 => Life::Unloaded,
        1 => Life::Active,
        _ => Life::Off,
    }
}

/// Makes `tool` the tool, on the thread that is to be checked.
pub(crate) fn open(tool: Tool) {
    let registered = membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    VISITORS_HAVE_BARRIERS.store(registered, Ordering::Relaxed);
    CHECKED_THREAD.store(this_thread(), Ordering::Relaxed);
    let Some(_inside) = Inside::enter() else { return };
    // SAFETY: this thread is inside.
    unsafe { *TOOL.0.get() = Some(tool) };
    LIFE.store(Life::Active as u8, Ordering::Release);
}

/// From now on every call does nothing.
pub(crate) fn close() {
    LIFE.store(Life::Off as u8, Ordering::Release);
}

/// Whether the calling thread is the one that is checked.
pub(crate) fn is_checked_thread() -> bool {
    CHECKED_THREAD.load(Ordering::Relaxed) == this_thread()
}

/// Runs `body` on the tool, unless it is off or this thread is inside already.
pub(crate) fn enter<R>(body: impl FnOnce(&mut Tool) -> R) -> Option<R> {
    if life() != Life::Active {
        return None;
    }
    let _inside = Inside::enter()?;
    // SAFETY: this thread is inside, and the reference ends before it leaves.
    let tool = unsafe { &mut *TOOL.0.get() };
    tool.as_mut().map(body)
}

/// Like [`enter`], on the checked thread only.
pub(crate) fn enter_checked<R>(body: impl FnOnce(&mut Tool) -> R) -> Option<R> {
    if is_checked_thread() { enter(body) } else { None }
}

/// Counts an access by a thread that is not checked.
pub(crate) fn count_foreign_access() {
    FOREIGN_ACCESSES.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn foreign_accesses() -> u64 {
    FOREIGN_ACCESSES.load(Ordering::Relaxed)
}
