//! The one way to the tool's state: life cycle, lock and re-entrancy guard.
//!
//! Only one thread of the program runs user code at a time, so the lock is free nearly always. It is there for threads that OpenMP did not create:
//! they allocate and free while the checked thread runs. The guard is there because the tool calls libc, libc may allocate, and the program's allocator
//! is interposed: a thread that is already inside is turned away.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

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

/// The thread that is inside, 0 if none is.
static INSIDE: AtomicUsize = AtomicUsize::new(0);

/// The thread whose accesses are checked: the one on which OpenMP was initialised.
static CHECKED_THREAD: AtomicUsize = AtomicUsize::new(0);

/// Accesses by other threads.
static FOREIGN_ACCESSES: AtomicU64 = AtomicU64::new(0);

/// Distinct races reported so far, readable from a signal handler.
pub(crate) static RACES: AtomicU64 = AtomicU64::new(0);

struct Slot(UnsafeCell<Option<Tool>>);

// SAFETY: the content is touched only by the thread that INSIDE names.
unsafe impl Sync for Slot {}

static TOOL: Slot = Slot(UnsafeCell::new(None));

/// A number for the calling thread: its thread pointer, which is what `pthread_self` returns, without the call.
#[inline]
fn this_thread() -> usize {
    let pointer;
    // SAFETY: the first word at `fs` is the thread pointer itself (psABI for x86-64, §3.4.6).
    unsafe { std::arch::asm!("mov {}, fs:[0]", out(reg) pointer, options(pure, readonly, nostack, preserves_flags)) };
    pointer
}

/// Leaves the gate when dropped.
struct Inside;

impl Inside {
    fn enter() -> Option<Inside> {
        let me = this_thread();
        loop {
            match INSIDE.compare_exchange_weak(0, me, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return Some(Inside),
                Err(other) if other == me => return None,
                Err(_) => std::thread::yield_now(),
            }
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.store(0, Ordering::Release);
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
    let Some(_inside) = Inside::enter() else { return };
    // SAFETY: this thread is inside.
    unsafe { *TOOL.0.get() = Some(tool) };
    CHECKED_THREAD.store(this_thread(), Ordering::Relaxed);
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
