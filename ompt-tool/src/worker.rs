//! The threads that run tasks of the program, and what belongs to each: its shadow call stack, its regions, what it has been told and not used yet.

use std::ops::{Deref, DerefMut};

use detsan_detector::{Depend, SiteId};

use crate::baton::WorkerId;
use crate::cooperation::Wait;
use crate::events::Waits;
use crate::memory::ThreadLocals;
use crate::order::Flushes;
use crate::regions::{Membership, RegionId};
use crate::scopes::Scopes;
use crate::seat::Seat;
use crate::tasking::Announced;
use crate::thread::Thread;
use crate::tool::Handle;

/// One thread.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) seat: &'static Seat,
    pub(crate) thread: Thread,
    pub(crate) thread_locals: ThreadLocals,
    pub(crate) scopes: Scopes,
    /// The task that it runs, or goes on with when it has the baton again.
    pub(crate) task: Handle,
    /// The regions that it is in, innermost last.
    pub(crate) regions: Vec<Membership>,
    /// The league that it has met, and whose initial task it has not begun.
    pub(crate) league: Option<RegionId>,
    /// What it waits for, innermost last; kept in teams of several threads only.
    pub(crate) waits: Vec<Wait>,
    /// What its task waits for while events are missing.
    pub(crate) event_waits: Waits,
    /// What the hooks have told about the construct that comes next.
    pub(crate) announced: Announced,
    /// Code address of the construct that it has entered libomp at, as the hooks saw it; 0 once its task is there.
    pub(crate) construct: usize,
    /// The next task is undeferred by the program's wish.
    pub(crate) undeferred_next: bool,
    /// Where it waits for a lock.
    pub(crate) wants_lock_at: SiteId,
    /// Clauses of the `taskwait depend` that it is in.
    pub(crate) taskwait_depends: Vec<Depend>,
    pub(crate) looks: Looks,
    pub(crate) flushes: Flushes,
    /// It has waited for the tasks of a group, whose end libomp has not told yet.
    pub(crate) group_waited: bool,
    /// It is at the end of a reduction with the task modifier.
    pub(crate) copies_end: bool,
    /// Dimensions of the doacross loop that it is in.
    pub(crate) dimensions: usize,
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
            regions: Vec::new(),
            league: None,
            waits: Vec::new(),
            event_waits: Waits::default(),
            announced: Announced::default(),
            construct: 0,
            undeferred_next: false,
            wants_lock_at: SiteId::NONE,
            taskwait_depends: Vec::new(),
            looks: Looks::default(),
            flushes: Flushes::default(),
            group_waited: false,
            copies_end: false,
            dimensions: 0,
        }
    }
}

/// All threads; stands for the one that has the baton, or had it last.
#[derive(Debug)]
pub(crate) struct Workers {
    all: Vec<Worker>,
    current: usize,
}

impl Workers {
    pub(crate) fn new(initial: Worker) -> Workers {
        Workers { all: vec![initial], current: 0 }
    }

    pub(crate) fn add(&mut self, worker: Worker) {
        debug_assert_eq!(worker.seat.worker.0 as usize, self.all.len());
        self.all.push(worker);
    }

    pub(crate) fn switch_to(&mut self, worker: WorkerId) {
        self.current = worker.0 as usize;
    }

    pub(crate) fn id(&self) -> WorkerId {
        WorkerId(self.current as u32)
    }

    pub(crate) fn get(&mut self, worker: WorkerId) -> &mut Worker {
        &mut self.all[worker.0 as usize]
    }

    pub(crate) fn at(&self, worker: WorkerId) -> &Worker {
        &self.all[worker.0 as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Worker> {
        self.all.iter_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Worker> {
        self.all.iter()
    }

    /// The thread on whose stack `address` lies.
    pub(crate) fn owner_of_stack(&mut self, address: usize) -> Option<&mut Worker> {
        if self.all[self.current].thread.owns_stack_address(address) {
            return Some(&mut self.all[self.current]);
        }
        self.all.iter_mut().find(|worker| worker.thread.owns_stack_address(address))
    }

    /// The thread that `address` is thread-local to.
    pub(crate) fn owner_of_local(&self, address: usize) -> Option<WorkerId> {
        let owner = self.all.iter().find(|worker| worker.thread_locals.contains(address))?;
        Some(owner.seat.worker)
    }
}

impl Deref for Workers {
    type Target = Worker;

    #[inline]
    fn deref(&self) -> &Worker {
        &self.all[self.current]
    }
}

impl DerefMut for Workers {
    #[inline]
    fn deref_mut(&mut self) -> &mut Worker {
        &mut self.all[self.current]
    }
}
