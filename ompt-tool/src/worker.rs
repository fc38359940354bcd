//! The threads that run tasks of the program, and what belongs to each: its shadow call stack, its regions, what it has been told and not used yet.

use std::ops::{Deref, DerefMut};

use detsan_detector::{Depend, SiteId};

use crate::baton::WorkerId;
use crate::cooperation::Wait;
use crate::events::Waits;
use crate::gate;
use crate::memory::ThreadLocals;
use crate::order::{Doacross, Flushes};
use crate::polls::Polls;
use crate::regions::{Membership, RegionId};
use crate::scopes::Scopes;
use crate::seat::Seat;
use crate::tasking::Announced;
use crate::thread::Thread;
use crate::tool::{Handle, Tool};

/// One thread.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) seat: &'static Seat,
    pub(crate) thread: Thread,
    pub(crate) thread_locals: ThreadLocals,
    pub(crate) scopes: Scopes,
    /// The task that it runs, or goes on with when it has the baton again.
    pub(crate) task: Handle,
    /// It has come without the baton, to switch to another task: it does not wait inside of libomp.
    pub(crate) switches: bool,
    /// The regions that it is in, innermost last.
    pub(crate) regions: Vec<Membership>,
    /// The region that it has met, and whose implicit task it has not begun.
    pub(crate) begun: Option<RegionId>,
    /// What it waits for, innermost last; kept in teams of several threads only.
    pub(crate) waits: Vec<Wait>,
    /// What its task waits for while events are missing.
    pub(crate) event_waits: Waits,
    /// What the hooks have told about the construct that comes next.
    pub(crate) announced: Announced,
    /// Code address of the construct that it has entered libomp at, as the hooks saw it; 0 once its task is there.
    pub(crate) construct: usize,
    /// The function that the next construct runs, as the hooks saw it; 0 if they did not.
    pub(crate) body: usize,
    /// The next task is undeferred by the program's wish.
    pub(crate) undeferred_next: bool,
    /// Where it waits for a lock.
    pub(crate) wants_lock_at: SiteId,
    /// Clauses of the `taskwait depend` that it is in.
    pub(crate) taskwait_depends: Vec<Depend>,
    pub(crate) looks: Looks,
    pub(crate) polls: Polls,
    pub(crate) flushes: Flushes,
    /// It has waited for the tasks of a group, whose end libomp has not told yet.
    pub(crate) group_waited: bool,
    /// It is at the end of a reduction with the task modifier.
    pub(crate) copies_end: bool,
    /// The doacross loops that it is in, innermost last.
    pub(crate) doacross: Vec<Doacross>,
    /// Where it waits for its turn in an `ordered` loop.
    pub(crate) wants_turn_at: Option<SiteId>,
}

impl Tool {
    /// The calling thread, which is `worker`, ends. It is in no region: nobody waits for it.
    pub(crate) fn on_thread_end(&mut self, worker: WorkerId) {
        let ended = self.worker.get(worker);
        ended.thread.leave();
        ended.thread_locals = ThreadLocals::default();
        ended.scopes = Scopes::default();
        if self.baton.holder() == Some(worker) {
            gate::set_checked_thread(0);
        }
    }

    /// A thread of the program has met OpenMP for the first time, and libomp gives it an initial task. If the thread that was checked so far has
    /// ended, this one goes on in its place, as if it were the same.
    pub(crate) fn take_over(&mut self, attach: impl FnOnce() -> Option<Thread>) {
        let Some(ended) = self.baton.holder().filter(|&holder| self.worker.at(holder).thread.has_ended()) else {
            return;
        };
        let Some(thread) = attach() else { return };
        let worker = self.worker.get(ended);
        worker.seat = Seat::take_place(ended);
        worker.thread = thread;
        worker.thread_locals = ThreadLocals::find();
        gate::set_checked_thread(worker.seat.thread);
        self.publish_step();
    }
}

/// How often a thread has looked whether another one has done something, and how often it does so until others get a chance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    pub(crate) count: u32,
    pub(crate) limit: u32,
}

impl Default for Looks {
    fn default() -> Looks {
        Looks { count: 0, limit: 8 }
    }
}

impl Worker {
    pub(crate) fn new(seat: &'static Seat, thread: Thread) -> Worker {
        Worker {
            seat,
            thread,
            thread_locals: ThreadLocals::find(),
            scopes: Scopes::default(),
            task: Handle::INITIAL,
            switches: false,
            regions: Vec::new(),
            begun: None,
            waits: Vec::new(),
            event_waits: Waits::default(),
            announced: Announced::default(),
            construct: 0,
            body: 0,
            undeferred_next: false,
            wants_lock_at: SiteId::NONE,
            taskwait_depends: Vec::new(),
            looks: Looks::default(),
            polls: Polls::default(),
            flushes: Flushes::default(),
            group_waited: false,
            copies_end: false,
            doacross: Vec::new(),
            wants_turn_at: None,
        }
    }
}

/// All threads; stands for the one that has the baton, or had it last. That one is kept apart, because nearly everything is asked of it.
#[derive(Debug)]
pub(crate) struct Workers {
    current: Box<Worker>,
    /// All by their numbers; the current one is not there.
    others: Vec<Option<Box<Worker>>>,
}

impl Workers {
    pub(crate) fn new(initial: Worker) -> Workers {
        Workers { current: Box::new(initial), others: vec![None] }
    }

    pub(crate) fn add(&mut self, worker: Worker) {
        debug_assert_eq!(worker.seat.worker.0 as usize, self.others.len());
        self.others.push(Some(Box::new(worker)));
    }

    pub(crate) fn switch_to(&mut self, worker: WorkerId) {
        let before = self.id();
        if let Some(next) = self.others[worker.0 as usize].take() {
            self.others[before.0 as usize] = Some(std::mem::replace(&mut self.current, next));
        }
    }

    #[inline]
    pub(crate) fn id(&self) -> WorkerId {
        self.current.seat.worker
    }

    pub(crate) fn get(&mut self, worker: WorkerId) -> &mut Worker {
        self.others[worker.0 as usize].as_mut().unwrap_or(&mut self.current)
    }

    pub(crate) fn at(&self, worker: WorkerId) -> &Worker {
        self.others[worker.0 as usize].as_ref().unwrap_or(&self.current)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.others.len()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Worker> {
        std::iter::once(&mut *self.current).chain(self.others.iter_mut().flatten().map(|worker| &mut **worker))
    }

    /// In the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Worker> {
        self.others.iter().map(|worker| worker.as_deref().unwrap_or(&self.current))
    }

    /// The thread on whose stack `address` lies.
    pub(crate) fn owner_of_stack(&mut self, address: usize) -> Option<&mut Worker> {
        if self.current.thread.owns_stack_address(address) {
            return Some(&mut self.current);
        }
        self.iter_mut().find(|worker| worker.thread.owns_stack_address(address))
    }

    /// The thread that `address` is thread-local to.
    pub(crate) fn owner_of_local(&self, address: usize) -> Option<WorkerId> {
        let owner = self.iter().find(|worker| worker.thread_locals.contains(address))?;
        Some(owner.seat.worker)
    }
}

impl Deref for Workers {
    type Target = Worker;

    #[inline]
    fn deref(&self) -> &Worker {
        &self.current
    }
}

impl DerefMut for Workers {
    #[inline]
    fn deref_mut(&mut self) -> &mut Worker {
        &mut self.current
    }
}
