//! What the detector is told: one enum for tests, recordings and documentation.
//!
//! The tool calls the methods of [`Detector`](crate::Detector) directly; [`Detector::apply`](crate::Detector::apply)
//! maps each event to its method. A stream of events is *legal* if it is one that a conforming OpenMP runtime can
//! produce: a task starts after it was created and after every task it depends on has completed; `taskwait` comes when
//! every child has completed; `taskgroup` end when every task of the group has; a barrier when every explicit task of
//! the team has. Nothing else is assumed about the order, in particular not that tasks run depth-first.

use crate::ids::{GuardId, Location, LockId, SignalId, SiteId, SlotId, TaskId, TeamId};

/// How a task is run by the one that creates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deferral {
    /// The creator goes on without waiting for the task.
    Deferred,
    /// The creator goes on when the task has completed: `if(0)`, included tasks.
    Undeferred,
}

/// When a task completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Completion {
    /// At the end of its body.
    AtEnd,
    /// At the end of its body or when its event is fulfilled, whichever is later: `detach`.
    Detached,
}

/// Type of one item of a `depend` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DependKind {
    /// `depend(in: …)`
    In,
    /// `depend(out: …)` and `depend(inout: …)`, which mean the same.
    Out,
    /// `depend(inoutset: …)`: unordered among themselves.
    InOutSet,
    /// `depend(mutexinoutset: …)`: unordered among themselves, but never at the same time.
    MutexInOutSet,
}

/// One item of a `depend` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Depend {
    /// What is named; `None` is `omp_all_memory`.
    pub location: Option<Location>,
    /// How.
    pub kind: DependKind,
}

/// Whether an access only reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessMode {
    /// It reads.
    Read,
    /// It writes, or reads and writes.
    Write,
}

/// What an access excludes by itself. Two atomic accesses never race with each other, and neither do two in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atomicity {
    /// An ordinary access.
    Plain,
    /// An atomic one.
    Atomic,
    /// One to memory that the program finds by the number of the running thread. All accesses of a step name one slot.
    Slot(SlotId),
}

/// One access to (a part of) one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Read or write.
    pub mode: AccessMode,
    /// Plain, atomic, or in a slot.
    pub atomicity: Atomicity,
    /// Which of the cell's four bytes are touched, one bit each; not 0.
    pub bytes: ByteMask,
    /// Where in the program.
    pub site: SiteId,
}

/// A set of the four bytes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteMask(pub u8);

impl ByteMask {
    /// All four bytes.
    pub const FULL: ByteMask = ByteMask(0b1111);

    /// Whether the two have a byte in common.
    pub fn overlaps(self, other: ByteMask) -> bool {
        self.0 & other.0 != 0
    }
    /// The numbers of these bytes.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..4).filter(move |byte| self.0 >> byte & 1 != 0)
    }
    /// Whether every byte of `self` is in `other`.
    pub fn within(self, other: ByteMask) -> bool {
        self.0 & !other.0 == 0
    }
    /// The bytes of either.
    pub fn union(self, other: ByteMask) -> ByteMask {
        ByteMask(self.0 | other.0)
    }
}

/// Something that happened in the checked program, in the order in which it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// `parent` creates the task that is numbered next.
    Create {
        /// The creator, which runs now.
        parent: TaskId,
        /// Whether the creator waits.
        deferral: Deferral,
        /// Whether the task has an event.
        completion: Completion,
        /// Its `depend` clauses.
        depends: Vec<Depend>,
        /// Where it is created.
        site: SiteId,
    },
    /// `task` runs from now on: it starts, or goes on after another task ran.
    Run {
        /// The task.
        task: TaskId,
    },
    /// The body of `task`, which runs now, ends.
    End {
        /// The task.
        task: TaskId,
    },
    /// `by`, which runs now, fulfils the event of the detached task `task`.
    Fulfill {
        /// The task whose event it is.
        task: TaskId,
        /// The task that calls `omp_fulfill_event`; `None` for a thread outside of OpenMP, which orders nothing.
        by: Option<TaskId>,
    },
    /// A `taskwait` of `task` ends.
    Taskwait {
        /// The task.
        task: TaskId,
    },
    /// A `taskwait depend(…)` of `task` ends.
    TaskwaitDepend {
        /// The task.
        task: TaskId,
        /// The clauses.
        depends: Vec<Depend>,
    },
    /// `task` opens a taskgroup.
    TaskgroupBegin {
        /// The task.
        task: TaskId,
    },
    /// The innermost taskgroup of `task` ends.
    TaskgroupEnd {
        /// The task.
        task: TaskId,
    },
    /// `parent` forks the team that is numbered next; its implicit tasks are the tasks numbered next.
    Fork {
        /// The task that meets the parallel region.
        parent: TaskId,
        /// Number of implicit tasks.
        size: u32,
    },
    /// All implicit tasks of `team`, which is not the initial one, leave a barrier; each goes on as a new task, numbered
    /// next, in order.
    Barrier {
        /// The team.
        team: TeamId,
    },
    /// The parallel region of `team` ends, and with it its implicit tasks.
    Join {
        /// The team.
        team: TeamId,
    },
    /// `task` takes `lock`.
    Acquire {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// `task` takes `lock` together with others who do so, and excludes those who take it alone.
    AcquireShared {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// `task` takes `lock`, which keeps its holders apart and orders nothing: that of a combination of a reduction. A
    /// lock is always taken so, or never.
    AcquireUnordered {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// `task` gives `lock` back.
    Release {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// `task` initialises what `guard` guards, from now on. At most one task does so at a time.
    InitialiseBegin {
        /// The task.
        task: TaskId,
        /// The guard.
        guard: GuardId,
    },
    /// `task` has initialised it, or has given up.
    InitialiseEnd {
        /// The task.
        task: TaskId,
        /// The guard.
        guard: GuardId,
    },
    /// `task` finds it initialised, whoever did that: it would have waited.
    Pass {
        /// The task.
        task: TaskId,
        /// The guard.
        guard: GuardId,
    },
    /// `task` publishes what it has done so far under `signal`: `ordered`, and `source` of a doacross loop. What was published under it before
    /// is forgotten, as those who wait from now on wait for this.
    Signal {
        /// The task.
        task: TaskId,
        /// The signal.
        signal: SignalId,
    },
    /// `task` has waited for `signal`, which has been published.
    Await {
        /// The task.
        task: TaskId,
        /// The signal.
        signal: SignalId,
    },
    /// Nobody waits for `signal` any more, until it is published again.
    Discard {
        /// The signal.
        signal: SignalId,
    },
    /// The running task accesses the cell numbered `cell`.
    Access {
        /// Which cell.
        cell: u64,
        /// How.
        access: Access,
    },
}
