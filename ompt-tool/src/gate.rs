//! The one way to the tool's state: life cycle, lock and re-entrancy guard.
//!
//! Only one thread of the program runs user code at a time, the *checked* thread, which has the [baton](crate::baton); so the lock is free nearly always. It
//! is there for *visitors*: threads that OpenMP did not create, which allocate and free while the checked thread runs, and threads of a team that come for
//! the baton. The guard is there because the tool calls libc, libc may allocate, and the
//! program's allocator is interposed: a thread that is already inside is turned away.
//!
//! # The lock
//!
//! The checked thread comes millions of times a second, visitors rarely, so all the cost is theirs. Each side raises its own flag and then looks
//! at the other's (Dekker). For this to exclude, flag and look must not change places; the checked thread only keeps the compiler from swapping them,
//! and a visitor has the kernel put a barrier into every running thread, by `membarrier`, between its own flag and look. Where there is no
//! `membarrier`, the checked thread issues the barrier itself.
//!
//! The hooks come as far as the door, too: while they [settle](detsan_hook_abi::Settling) an access they raise the flag of the checked thread. Where there is no `membarrier`, they do
//! not. Whoever comes in first adopts the identifiers that they have made, and tells them the next one when it leaves.

use std::cell::UnsafeCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering, compiler_fence, fence};

use detsan_hook_abi::{Door, ReleaseSignalsFn};

use crate::seat;
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

/// The flags of both sides. That of the checked thread may be another one's that is about to leave, and has handed the baton on. The hooks raise it as well, while they
/// [settle](detsan_hook_abi::Settling) an access.
static DOOR: Door = Door { checked: AtomicUsize::new(0), visitor: AtomicUsize::new(0), waiting: AtomicUsize::new(0) };

/// Visitors can put a barrier into the checked thread.
static VISITORS_HAVE_BARRIERS: AtomicBool = AtomicBool::new(false);

/// The thread whose accesses are checked: at first the one on which OpenMP was initialised, then whoever has the baton; 0 if nobody has.
static CHECKED_THREAD: AtomicUsize = AtomicUsize::new(0);

/// Accesses by other threads.
static FOREIGN_ACCESSES: AtomicU64 = AtomicU64::new(0);

/// Processes that the program has forked.
static CHILDREN: AtomicU64 = AtomicU64::new(0);

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
pub(crate) enum Inside {
    Checked,
    Visitor,
}

/// How the checked thread's way in ended.
pub(crate) enum Entry {
    Inside(Inside),
    /// This thread is inside already.
    Already,
    /// This thread is not the checked one.
    NotChecked,
}

impl Inside {
    /// Waits for the other side to leave. `None` if this thread is inside already.
    #[inline]
    fn enter() -> Option<Inside> {
        match Self::enter_checked() {
            Entry::Inside(inside) => Some(inside),
            Entry::Already => None,
            Entry::NotChecked => Self::visit(),
        }
    }

    /// Lets the checked thread in.
    #[inline]
    pub(crate) fn enter_checked() -> Entry {
        let me = this_thread();
        loop {
            if CHECKED_THREAD.load(Ordering::Relaxed) != me {
                return Entry::NotChecked;
            }
            match DOOR.checked.load(Ordering::Acquire) {
                0 => {}
                inside if inside == me => return Entry::Already,
                _ => {
                    std::thread::yield_now();
                    continue;
                }
            }
            DOOR.checked.store(me, Ordering::Relaxed);
            if VISITORS_HAVE_BARRIERS.load(Ordering::Relaxed) {
                compiler_fence(Ordering::SeqCst);
            } else {
                fence(Ordering::SeqCst);
            }
            // A visitor may have taken the baton away meanwhile.
            if DOOR.visitor.load(Ordering::Acquire) == 0 && is_checked_thread() {
                return Entry::Inside(Inside::Checked);
            }
            DOOR.checked.store(0, Ordering::Release);
            while DOOR.visitor.load(Ordering::Relaxed) != 0 {
                std::thread::yield_now();
            }
        }
    }

    #[cold]
    fn visit() -> Option<Inside> {
        let me = this_thread();
        // It was the checked thread when it came in, and has handed the baton on.
        if DOOR.checked.load(Ordering::Relaxed) == me {
            return None;
        }
        loop {
            match DOOR.visitor.compare_exchange_weak(0, me, Ordering::SeqCst, Ordering::Relaxed) {
                Ok(_) => break,
                Err(other) if other == me => return None,
                Err(_) => std::thread::yield_now(),
            }
        }
        fence(Ordering::SeqCst);
        if VISITORS_HAVE_BARRIERS.load(Ordering::Relaxed) {
            membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED);
        }
        while DOOR.checked.load(Ordering::Acquire) != 0 {
            std::thread::yield_now();
        }
        Some(Inside::Visitor)
    }

    /// Runs `body` on the tool, unless that is off, and leaves.
    #[inline]
    pub(crate) fn run<R>(self, body: impl FnOnce(&mut Tool) -> R) -> Option<R> {
        if life() != Life::Active {
            return None;
        }
        // SAFETY: this thread is inside, and the reference ends before it leaves.
        let tool = unsafe { &mut *TOOL.0.get() };
        let tool = tool.as_mut()?;
        tool.stopwatch.enter();
        tool.adopt_identifiers();
        let result = body(tool);
        tool.publish_identifiers();
        tool.stopwatch.leave();
        Some(result)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        match self {
            Inside::Checked => DOOR.checked.store(0, Ordering::Release),
            Inside::Visitor => DOOR.visitor.store(0, Ordering::Release),
        }
        if DOOR.waiting.load(Ordering::Relaxed) != 0 {
            release_signals();
        }
    }
}

/// Lets the signals come that have waited until the calling thread leaves. If it has no turn, they
/// wait for that, too: their handlers are the program's code.
#[cold]
fn release_signals() {
    if !seat::waits_for_its_turn()
        && let Some(release) = RELEASE_SIGNALS.get()
    {
        // SAFETY: the hooks' function, which may be called by any thread.
        unsafe { release() };
    }
}

/// The function of the hooks that lets signals come.
pub(crate) static RELEASE_SIGNALS: OnceLock<ReleaseSignalsFn> = OnceLock::new();

/// Whether the calling thread is inside, or has to wait until it is its turn. Called by signal
/// handlers: a thread that is not `adopted` may have no thread-local storage of ours yet, which is
/// allocated when it is first asked for.
pub(crate) fn is_inside(is_adopted: bool) -> bool {
    let me = this_thread();
    DOOR.checked.load(Ordering::Relaxed) == me
        || DOOR.visitor.load(Ordering::Relaxed) == me
        || is_adopted && life() == Life::Active && seat::waits_for_its_turn()
}

/// The calling thread has signals that wait until it leaves, or none any more.
pub(crate) fn wait_for_signals(waits: bool) {
    if waits {
        DOOR.waiting.fetch_add(1, Ordering::Relaxed);
    } else {
        DOOR.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The calling thread never comes back to what it is doing inside. Nobody can rely on the tool's
/// memory from now on.
pub(crate) fn abandon() {
    close();
    let me = this_thread();
    for flag in [&DOOR.checked, &DOOR.visitor] {
        let _ = flag.compare_exchange(me, 0, Ordering::Release, Ordering::Relaxed);
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
pub(crate) fn open(mut tool: Tool) {
    let registered = membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    VISITORS_HAVE_BARRIERS.store(registered, Ordering::Relaxed);
    if registered {
        tool.open_door(&DOOR);
    }
    CHECKED_THREAD.store(this_thread(), Ordering::Relaxed);
    let Some(_inside) = Inside::enter() else { return };
    // SAFETY: this thread is inside.
    unsafe { *TOOL.0.get() = Some(tool) };
    LIFE.store(Life::Active as u8, Ordering::Release);
}

/// From now on every call does nothing. Returns whether the program was being checked.
pub(crate) fn close() -> bool {
    LIFE.swap(Life::Off as u8, Ordering::AcqRel) == Life::Active as u8
}

/// Whether the calling thread is the one that is checked.
pub(crate) fn is_checked_thread() -> bool {
    CHECKED_THREAD.load(Ordering::Relaxed) == this_thread()
}

/// From now on `thread` is the checked one; nobody if it is 0. Called by a thread that is inside.
pub(crate) fn set_checked_thread(thread: usize) {
    CHECKED_THREAD.store(thread, Ordering::Release);
}

/// Whether the tool is there for the calling thread, which is not inside.
pub(crate) fn is_open_to_this_thread() -> bool {
    life() == Life::Active && DOOR.visitor.load(Ordering::Relaxed) != this_thread()
}

/// Runs `body` on the tool, unless it is off or this thread is inside already.
pub(crate) fn enter<R>(body: impl FnOnce(&mut Tool) -> R) -> Option<R> {
    if life() != Life::Active {
        return None;
    }
    Inside::enter()?.run(body)
}

/// Like [`enter`], on the checked thread only.
pub(crate) fn enter_checked<R>(body: impl FnOnce(&mut Tool) -> R) -> Option<R> {
    match Inside::enter_checked() {
        Entry::Inside(inside) => inside.run(body),
        Entry::Already | Entry::NotChecked => None,
    }
}

/// Counts an access by a thread that is not checked.
pub(crate) fn count_foreign_access() {
    FOREIGN_ACCESSES.fetch_add(1, Ordering::Relaxed);
}

/// Counts a process that the program has forked.
pub(crate) fn count_child() {
    CHILDREN.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn children() -> u64 {
    CHILDREN.load(Ordering::Relaxed)
}

pub(crate) fn foreign_accesses() -> u64 {
    FOREIGN_ACCESSES.load(Ordering::Relaxed)
}
