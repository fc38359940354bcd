//! What the access hooks tell about synchronisation, beside OMPT: locks of the thread library, initialisers of static variables, task reductions.
//!
//! | hook | to the detector |
//! |---|---|
//! | `locked`, `unlocked` | `acquire`, `acquire_shared` or (combinations of reductions) `acquire_unordered`, `release`; of nested ones only the outermost |
//! | `guards` | enter: `initialise_begin`; leave, abandon: `initialise_end`; pass: `pass` |
//! | an atomic load of a guard | `pass`, unless the initialiser precedes the task anyway |
//! | `reduces` | nothing: what a taskgroup reduces |
//! | `participates` | a write to what is reduced, under a lock that all participants share |

use detsan_detector::{AccessMode, Atomicity, Event, TaskId};
use detsan_hook_abi::{Blocking, Dimension, Guarding, Iteration, Sharing, SynchronisationCallbacks};
use tracing::debug;

use crate::accesses::Manner;
use crate::cooperation::Then;
use crate::locks::Lock;
use crate::reductions::{Item, Part};
use crate::tool::Tool;
use crate::{gnu, seat};

/// The functions that the hooks are given.
pub(crate) const CALLBACKS: SynchronisationCallbacks = SynchronisationCallbacks {
    wants,
    locked,
    unlocked,
    guards,
    fence,
    blocks,
    doacross,
    iterates,
    reduces,
    copies_end,
    participates,
};

unsafe extern "C" fn reduces(address: usize, size: usize) {
    seat::enter(|tool| tool.on_reduces(address, size));
}

unsafe extern "C" fn copies_end() {
    seat::enter(|tool| tool.worker.copies_end = true);
}

unsafe extern "C" fn participates(original: usize, copy: usize, pc: usize) {
    seat::enter(|tool| tool.on_participates(original, copy, pc));
}

unsafe extern "C" fn wants(address: usize) {
    while let Some(then) = seat::enter(|tool| tool.want_lock(address as u64)) {
        match then {
            Then::GoOn => break,
            then => then.carry_out(),
        }
    }
}

unsafe extern "C" fn fence() {
    seat::enter(|tool| tool.on_flush());
}

unsafe extern "C" fn blocks(blocking: Blocking) {
    let then = seat::enter(|tool| match blocking {
        Blocking::Begin => {
            tool.leave_program();
            Then::GoOn
        }
        // To come back is to have the baton.
        Blocking::End => Then::GoOn,
        // A runtime that was linked with the program yields here as well.
        Blocking::Yield => tool.seek_work().unwrap_or_else(|| tool.look()),
    });
    if let Some(then) = then {
        then.carry_out();
    }
}

unsafe extern "C" fn doacross(dimensions: *const Dimension, count: usize) {
    // SAFETY: the hooks pass what the compiler has made.
    let dimensions = unsafe { std::slice::from_raw_parts(dimensions, count) };
    seat::enter(|tool| tool.on_doacross(dimensions));
}

unsafe extern "C" fn iterates(iteration: Iteration, coordinates: *const i64, pc: usize) {
    while let Some(then) = seat::enter(|tool| {
        match iteration {
            Iteration::Source | Iteration::Sink => {
                let count = tool.doacross().map_or(0, |of| of.dimensions.len());
                // SAFETY: the hooks pass a coordinate for each dimension of the loop.
                let coordinates = unsafe { std::slice::from_raw_parts(coordinates, count) };
                if iteration == Iteration::Sink {
                    return tool.on_sink(coordinates, pc);
                }
                tool.on_source(coordinates);
            }
            Iteration::Ends => tool.want_turn(pc),
            Iteration::Ended => tool.on_iteration_end(),
        }
        Then::GoOn
    }) {
        match then {
            Then::GoOn => break,
            then => then.carry_out(),
        }
    }
}

unsafe extern "C" fn locked(address: usize, sharing: Sharing) {
    seat::enter(|tool| tool.on_locked(address, sharing));
}

unsafe extern "C" fn unlocked(address: usize) {
    seat::enter(|tool| tool.on_unlocked(address));
}

unsafe extern "C" fn guards(guard: usize, guarding: Guarding) {
    seat::enter(|tool| tool.on_guards(guard, guarding));
}

impl Tool {
    /// The running task has taken a lock of the thread library.
    pub(crate) fn on_locked(&mut self, address: usize, sharing: Sharing) {
        let task = self.detector.running();
        if sharing != Sharing::Combining {
            self.note_order_of_chance();
        }
        if let Some(lock) = self.locks.take(Lock::Library(address as u64), task) {
            debug!(?task, ?lock, ?sharing, "locked");
            match sharing {
                Sharing::Alone => {
                    self.hold_lock(address as u64);
                    self.detector.tell(Event::Acquire { task, lock });
                }
                Sharing::Combining => {
                    self.hold_lock(address as u64);
                    self.detector.tell(Event::AcquireUnordered { task, lock });
                }
                Sharing::Shared => self.detector.tell(Event::AcquireShared { task, lock }),
            }
            self.publish_step();
        }
    }

    /// The running task gives a lock of the thread library back.
    pub(crate) fn on_unlocked(&mut self, address: usize) {
        if let Some((lock, holder)) = self.locks.give(Lock::Library(address as u64), self.detector.running()) {
            debug!(?holder, ?lock, "unlocked");
            self.detector.tell(Event::Release { task: holder, lock });
            self.free_lock(address as u64);
            self.publish_step();
        }
    }

    /// The running task is at the guard of a static variable.
    pub(crate) fn on_guards(&mut self, address: usize, guarding: Guarding) {
        let task = self.detector.running();
        let guard = self.statics.guard(address);
        debug!(?task, ?guard, ?guarding, "guard");
        match guarding {
            Guarding::Enter => self.detector.tell(Event::InitialiseBegin { task, guard }),
            Guarding::Leave => {
                self.detector.tell(Event::InitialiseEnd { task, guard });
                self.statics.initialised(address, task, self.detector.clock());
            }
            Guarding::Abandon => self.detector.tell(Event::InitialiseEnd { task, guard }),
            Guarding::Pass => self.pass(address),
        }
        self.publish_step();
    }

    /// The running task makes an atomic access. What it sees, or leaves for others to see, may depend on the order of tasks if there are atomic
    /// writes; those that write are enough to notice.
    pub(crate) fn on_atomic(&mut self, address: usize, mode: AccessMode) {
        match mode {
            AccessMode::Write => self.note_order_of_chance(),
            AccessMode::Read => self.pass(address),
        }
    }

    /// The running task passes a guard, if there is one at `address`.
    fn pass(&mut self, address: usize) {
        if let Some(guard) = self.statics.pass(address, &mut self.detector) {
            let task = self.detector.running();
            debug!(?task, ?guard, "guard passed");
            // Another task might have been the one to initialise the variable.
            self.note_order_of_chance();
            self.detector.tell(Event::Pass { task, guard });
            self.publish_step();
        }
    }

    /// The innermost taskgroup of the running task reduces these bytes.
    pub(crate) fn on_reduces(&mut self, address: usize, size: usize) {
        let task = self.detector.running();
        debug!(?task, address, size, "reduces");
        let lock = self.locks.fresh();
        self.reductions.add_item(task, address..address + size, lock);
    }

    /// `task`, which starts, takes part in the reduction that gcc describes at `array`.
    pub(crate) fn take_part(&mut self, task: TaskId, array: usize) {
        let pc = self.sites.stack(self.creation_site(task)).first().map_or(0, |pc| *pc as usize);
        // SAFETY: the construct that the task belongs to passed the array on to libomp, which made the copies before it made the task, and does not return
        // before the task is complete.
        let items = unsafe { gnu::reduced_items(std::ptr::with_exposed_provenance(array)) };
        for item in items {
            self.on_participates(item.original, item.copy, pc);
        }
    }

    /// The running task takes part in a reduction, with a private copy.
    pub(crate) fn on_participates(&mut self, original: usize, copy: usize, pc: usize) {
        let task = self.detector.running();
        debug!(?task, original, copy, "participates");
        let block = self.heap.block(copy).map(|block| block.start..block.start + block.size);
        let Some(participation) = self.reductions.participate(&*self.detector, task, original, copy, block) else {
            return;
        };
        let Item { bytes, lock } = participation.item;
        let (address, length) = (bytes.start, bytes.len());
        let site = self.site(pc, length);
        self.detector.tell(Event::AcquireUnordered { task, lock });
        let part = Part { address, length, offset: participation.offset };
        self.access(part, Manner { mode: AccessMode::Write, atomicity: Atomicity::Plain, site, element: 0 }, None);
        self.detector.tell(Event::Release { task, lock });
        self.publish_step();
    }
}
