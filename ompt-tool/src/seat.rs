//! Where a thread waits for the baton, and how it comes into the tool.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::baton::WorkerId;
use crate::gate::{self, Entry, Inside};
use crate::tool::Tool;

/// A thread that runs tasks of the program. It lasts as long as the process: libomp keeps its threads.
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
            gate::enter(|tool| tool.on_report(self.worker));
            self.wait_for_baton();
        }
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
