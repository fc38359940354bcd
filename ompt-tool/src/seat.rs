//! Where a thread waits for the baton, and how it comes into the tool.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::baton::WorkerId;
use crate::gate::{self, Entry, Inside};
use crate::tool::Tool;

/// A thread that runs tasks of the program. The seat lasts as long as the process; the thread may end before.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) worker: WorkerId,
    /// Its thread pointer.
    pub(crate) thread: usize,
    /// It is part of a team. What libomp tells on other threads is its own business.
    is_active: AtomicBool,
    called: Mutex<bool>,
    bell: Condvar,
}

thread_local! {
    static SEAT: Cell<Option<&'static Seat>> = const { Cell::new(None) };
}

impl Seat {
    /// Gives the calling thread a seat.
    pub(crate) fn take_place(worker: WorkerId) -> &'static Seat {
        let seat = Box::leak(Box::new(Seat {
            worker,
            thread: gate::this_thread(),
            is_active: AtomicBool::new(true),
            called: Mutex::new(false),
            bell: Condvar::new(),
        }));
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

    /// Ends a [`wait`](Seat::wait) of the thread that sits here, now or when it comes.
    pub(crate) fn call(&self) {
        *self.called.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bell.notify_one();
    }

    /// Waits to be called.
    pub(crate) fn wait(&self) {
        /// How often a thread that waits looks after the one that runs.
        const WATCH: Duration = Duration::from_millis(500);

        let mut called = self.called.lock().unwrap_or_else(PoisonError::into_inner);
        while !*called {
            let (guard, result) = self.bell.wait_timeout(called, WATCH).unwrap_or_else(PoisonError::into_inner);
            called = guard;
            if result.timed_out() && !*called {
                drop(called);
                gate::enter(|tool| tool.watch_holder(self.worker));
                called = self.called.lock().unwrap_or_else(PoisonError::into_inner);
            }
        }
        *called = false;
    }

    /// Waits for the baton, which this thread has asked for, and goes on where it was.
    pub(crate) fn wait_for_baton(&self) {
        self.wait();
        // It may have been taken away again, by a thread that had more need of it.
        while gate::enter_checked(|tool| tool.resume(self.worker)).is_none() && gate::is_open_to_this_thread() {
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
        self.wait_for_baton();
    }
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
            Entry::Inside(inside) => return inside.run(body),
            Entry::Already => return None,
            Entry::NotChecked if take_baton() => {}
            Entry::NotChecked => return None,
        }
    }
}

/// If the calling thread belongs to a team and has not the baton, tells the tool by `body` why it wants
/// it, and waits for it.
#[inline]
pub(crate) fn take_baton_for(body: impl FnOnce(&mut Tool)) {
    if !gate::is_checked_thread()
        && let Some(seat) = Seat::of_this_thread().filter(|seat| seat.is_active())
        && gate::is_open_to_this_thread()
    {
        seat.ask_for_baton(body);
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
