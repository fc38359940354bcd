//! Where a thread waits for the baton, and how it comes into the tool.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use crate::baton::WorkerId;
use crate::gate::{self, Entry, Inside, Life};
use crate::tool::Tool;
use crate::watchdog;

/// Values of [`Seat::bell`].
const QUIET: u32 = 0;
/// The thread has been called, and has not noticed.
const CALLED: u32 = 1;
/// The thread sleeps until it is called.
const ASLEEP: u32 = 2;

/// A thread that waits looks after the one with the baton, this often.
const WATCH: Duration = Duration::from_millis(20);

/// The others look so often whether somebody does that.
const WATCH_FOR_WATCH: Duration = Duration::from_millis(300);

/// Whether a thread that waits looks after the one with the baton. One is enough.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// A thread that runs tasks of the program. The seat lasts as long as the process; the thread may end before.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) worker: WorkerId,
    /// Its thread pointer.
    pub(crate) thread: usize,
    /// It is part of a team. What libomp tells on other threads is its own business.
    is_active: AtomicBool,
    bell: AtomicU32,
    /// Its number for the kernel.
    kernel_id: libc::pid_t,
    /// Counts the time of the processor that it uses.
    clock: libc::clockid_t,
}

thread_local! {
    static SEAT: Cell<Option<&'static Seat>> = const { Cell::new(None) };
}

impl Seat {
    /// Gives the calling thread a seat.
    pub(crate) fn take_place(worker: WorkerId) -> &'static Seat {
        let mut clock = -1;
        // SAFETY: the call takes nothing.
        let handle = unsafe { libc::pthread_self() };
        // SAFETY: the calling thread has not ended, and the result has a place.
        unsafe { libc::pthread_getcpuclockid(handle, &mut clock) };
        // SAFETY: the call takes nothing.
        let kernel_id = unsafe { libc::gettid() };
        let thread = gate::this_thread();
        let (is_active, bell) = (AtomicBool::new(true), AtomicU32::new(QUIET));
        let seat = Box::leak(Box::new(Seat { worker, thread, is_active, bell, kernel_id, clock }));
        SEAT.set(Some(seat));
        announce_end_of_this_thread();
        seat
    }

    /// The seat of the calling thread, if it has one.
    pub(crate) fn of_this_thread() -> Option<&'static Seat> {
        SEAT.get()
    }

    pub(crate) fn set_active(&self, is_active: bool) {
        self.is_active.store(is_active, Ordering::Relaxed);
    }

    pub(crate) fn is_active(&self) -> bool {
        self.is_active.load(Ordering::Relaxed)
    }

    /// The time of the processor that its thread has used; nothing if it has ended.
    pub(crate) fn processor_time(&self) -> Duration {
        watchdog::time_of(self.clock)
    }

    /// Whether its thread waits in the kernel. If the kernel does not tell, it does not.
    pub(crate) fn is_asleep(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/self/task/{}/stat", self.kernel_id)).unwrap_or_default();
        // The state comes after the name, which is in parentheses and may contain anything.
        let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        matches!(state, Some('S' | 'D'))
    }

    /// Ends a [`wait`](Seat::wait) of the thread that sits here, now or when it comes.
    pub(crate) fn call(&self) {
        if self.bell.swap(CALLED, Ordering::Release) == ASLEEP {
            let operation = libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG;
            // SAFETY: the seat is never freed.
            unsafe { libc::syscall(libc::SYS_futex, self.bell.as_ptr(), operation, 1) };
        }
    }

    /// Waits to be called.
    pub(crate) fn wait(&self) {
        while !self.has_been_called() && gate::life() == Life::Active {
            if IS_WATCHED.swap(true, Ordering::Relaxed) {
                self.sleep(WATCH_FOR_WATCH);
                continue;
            }
            while !self.has_been_called_or_sleeps_for(WATCH) && gate::life() == Life::Active {
                gate::enter(|tool| tool.watch());
            }
            IS_WATCHED.store(false, Ordering::Relaxed);
            return;
        }
    }

    /// Takes note of a call.
    fn has_been_called(&self) -> bool {
        self.bell.compare_exchange(CALLED, QUIET, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    fn has_been_called_or_sleeps_for(&self, time: Duration) -> bool {
        self.has_been_called() || {
            self.sleep(time);
            self.has_been_called()
        }
    }

    /// Sleeps until it is called, for so long at most.
    fn sleep(&self, time: Duration) {
        if self.bell.compare_exchange(QUIET, ASLEEP, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        let time = libc::timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
        let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
        // SAFETY: the kernel reads the bell and the time, which are there until the call returns.
        unsafe { libc::syscall(libc::SYS_futex, self.bell.as_ptr(), operation, ASLEEP, &raw const time) };
        // Unless it has been called.
        let _ = self.bell.compare_exchange(ASLEEP, QUIET, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Waits for the baton, which this thread has asked for, and goes on where it was.
    pub(crate) fn wait_for_baton(&self) {
        self.wait_for_baton_to(Tool::resume);
    }

    fn wait_for_baton_to(&self, go_on: fn(&mut Tool, WorkerId)) {
        self.wait();
        // It may have been taken away again, by a thread that had more need of it.
        while gate::enter_checked(|tool| go_on(tool, self.worker)).is_none() && gate::is_open_to_this_thread() {
            gate::enter(|tool| tool.on_report(self.worker));
            self.wait();
        }
    }

    /// Asks for the baton and waits for it, unless this thread has it.
    pub(crate) fn take_baton(&self) {
        if !gate::is_checked_thread() {
            self.ask_for_baton(|_| {});
        }
    }

    /// Tells the tool by `body` why this thread wants the baton, asks for it and waits for it.
    fn ask_for_baton(&self, body: impl FnOnce(&mut Tool)) {
        gate::enter(|tool| {
            body(tool);
            tool.on_report(self.worker);
        });
        self.wait_for_baton_to(Tool::come_back);
    }
}

/// Whether the calling thread is part of a team, and another one has the baton.
pub(crate) fn waits_for_its_turn() -> bool {
    !gate::is_checked_thread() && Seat::of_this_thread().is_some_and(Seat::is_active)
}

/// Has [`on_thread_end`] called when the calling thread ends.
///
/// A key of the thread library does that at the end of the thread alone. A destructor of thread-local storage would run in `exit` as well, where the program goes on.
fn announce_end_of_this_thread() {
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();

    let make = || {
        let mut key = 0;
        // SAFETY: the key has a place, and the destructor is never unloaded (build.rs).
        let made = unsafe { libc::pthread_key_create(&mut key, Some(on_thread_end)) } == 0;
        made.then_some(key)
    };
    if let Some(key) = *KEY.get_or_init(make) {
        let not_null = std::ptr::dangling::<c_void>();
        // SAFETY: the key was made above; its value is passed on, and nobody follows it.
        unsafe { libc::pthread_setspecific(key, not_null) };
    }
}

/// The calling thread, which has a seat, ends: libomp gives it back, or the program had started it itself.
unsafe extern "C" fn on_thread_end(_: *mut c_void) {
    if let Some(seat) = SEAT.take() {
        gate::enter(|tool| tool.on_thread_end(seat.worker));
    }
}

/// Runs `body` on the tool, for a thread that runs tasks of the program: it has the baton, or waits for it. Other threads are turned away, and those that
/// are inside already.
#[inline]
pub(crate) fn enter<R>(body: impl FnOnce(&mut Tool) -> R) -> Option<R> {
    loop {
        match Inside::enter_checked() {
            Entry::Inside(inside) => {
                return inside.run(|tool| {
                    tool.baton.resume();
                    body(tool)
                });
            }
            Entry::Already => return None,
            Entry::NotChecked if take_baton() => {}
            Entry::NotChecked => return None,
        }
    }
}

/// If the calling thread belongs to a team and has not the baton, tells the tool by `body` why it wants
/// it, and waits for it.
#[inline]
pub(crate) fn take_baton_for(body: impl FnOnce(&mut Tool, WorkerId)) {
    if !gate::is_checked_thread()
        && let Some(seat) = Seat::of_this_thread().filter(|seat| seat.is_active())
        && gate::is_open_to_this_thread()
    {
        seat.ask_for_baton(|tool| body(tool, seat.worker));
    }
}

/// Waits for the baton. Returns whether it is worth waiting: the calling thread belongs to a team.
#[cold]
fn take_baton() -> bool {
    match Seat::of_this_thread().filter(|seat| seat.is_active()) {
        Some(seat) if gate::is_open_to_this_thread() => {
            seat.take_baton();
            true
        }
        _ => false,
    }
}
