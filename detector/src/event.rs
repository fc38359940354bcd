//! Events: the one language in which the tool, traces and the oracle tell what a program did.
//!
//! The table at the end of this file has a row for each event: its documentation, its words in the
//! oracle's text, who does it, and its fields. Text, traces and renumbering follow from the row.
//! [`Detector::apply`](crate::Detector::apply) has the rule of each event.
//!
//! A stream of events is *legal* if a conforming OpenMP runtime can produce it:
//!
//! - A task starts after its creation, and after every task that it depends on has completed.
//! - `taskwait` ends when every child has completed.
//! - `taskgroup` ends when every task of the group has completed.
//! - A barrier ends when every explicit task of the team has completed.
//!
//! Nothing else is assumed about the order, in particular not that tasks run depth-first.

use std::convert::Infallible;

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

/// Who does an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// This task, which runs.
    Task(TaskId),
    /// Whichever task runs.
    Running,
    /// No task does it, or it makes its task run.
    Nobody,
}

/// What can be a field of an event.
trait FieldType {
    const BLANK: Self;
    fn get(&self) -> Field<'_>;
    fn get_mut(&mut self) -> FieldMut<'_>;
}

macro_rules! field_types {
    ($($(#[$doc:meta])* $variant:ident: $type:ty = $blank:expr;)*) => {
        /// One field of an event.
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub enum Field<'a> {
            $($(#[$doc])* $variant(&'a $type),)*
        }

        /// One field of an event, to be changed.
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub enum FieldMut<'a> {
            $($(#[$doc])* $variant(&'a mut $type),)*
        }

        $(impl FieldType for $type {
            const BLANK: $type = $blank;
            fn get(&self) -> Field<'_> {
                Field::$variant(self)
            }
            fn get_mut(&mut self) -> FieldMut<'_> {
                FieldMut::$variant(self)
            }
        })*
    };
}

field_types! {
    Task: TaskId = TaskId(0);
    /// A task, or nobody that the detector knows.
    By: Option<TaskId> = None;
    Team: TeamId = TeamId(0);
    Lock: LockId = LockId(0);
    Guard: GuardId = GuardId(0);
    Signal: SignalId = SignalId(0);
    Site: SiteId = SiteId::NONE;
    /// A number of tasks.
    Size: u32 = 0;
    Deferral: Deferral = Deferral::Deferred;
    Completion: Completion = Completion::AtEnd;
    Depends: Vec<Depend> = Vec::new();
    Cell: u64 = 0;
    Access: Access =
        Access { mode: AccessMode::Read, atomicity: Atomicity::Plain, bytes: ByteMask::FULL, site: SiteId::NONE };
}

macro_rules! events {
    ($(
        $(#[$doc:meta])*
        $name:ident $words:literal by $actor:expr => { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }
    )*) => {
        /// Something that happened in the checked program, in the order in which it happened.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Event {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $type,)* },)*
        }

        #[derive(Clone, Copy)]
        enum Kind {
            $($name,)*
        }

        impl Event {
            /// How many kinds of events there are.
            pub const KINDS: u8 = [$(Kind::$name),*].len() as u8;

            /// The number of the event's kind: its row in the table.
            pub fn kind(&self) -> u8 {
                match self {
                    $(Event::$name { .. } => Kind::$name as u8,)*
                }
            }

            /// An event of the kind with this number, all of whose fields are 0, empty or the usual.
            pub fn blank(kind: u8) -> Option<Event> {
                $(if kind == Kind::$name as u8 {
                    return Some(Event::$name { $($field: FieldType::BLANK,)* });
                })*
                None
            }

            /// The words before and after its first number in the oracle's text.
            pub fn words(&self) -> (&'static str, &'static str) {
                let words = match self {
                    $(Event::$name { .. } => $words,)*
                };
                words.split_once(" … ").unwrap_or((words, ""))
            }

            /// Who does it.
            pub fn actor(&self) -> Actor {
                match self {
                    $(Event::$name { $($field,)* } => {
                        $(let _ = $field;)*
                        $actor
                    })*
                }
            }

            /// Visits all fields, in the order of the table.
            pub fn try_fields<E>(&self, mut visit: impl FnMut(Field<'_>) -> Result<(), E>) -> Result<(), E> {
                match self {
                    $(Event::$name { $($field,)* } => {
                        $(visit($field.get())?;)*
                    })*
                }
                Ok(())
            }

            /// Visits all fields, in the order of the table, and lets them be changed.
            pub fn try_fields_mut<E>(
                &mut self,
                mut visit: impl FnMut(FieldMut<'_>) -> Result<(), E>,
            ) -> Result<(), E> {
                match self {
                    $(Event::$name { $($field,)* } => {
                        $(visit($field.get_mut())?;)*
                    })*
                }
                Ok(())
            }
        }
    };
}

impl Event {
    /// Whether `holds` for each task that it names.
    pub fn all_tasks(&self, mut holds: impl FnMut(TaskId) -> bool) -> bool {
        let check = |field: Field<'_>| match field {
            Field::Task(task) | Field::By(Some(task)) if !holds(*task) => Err(()),
            _ => Ok(()),
        };
        self.try_fields(check).is_ok()
    }

    /// The team that it names.
    pub fn team(&self) -> Option<TeamId> {
        let find = |field: Field<'_>| if let Field::Team(team) = field { Err(*team) } else { Ok(()) };
        self.try_fields(find).err()
    }

    /// Changes each task that it names.
    pub fn rename_tasks(&mut self, mut rename: impl FnMut(TaskId) -> TaskId) {
        let Ok(()) = self.try_fields_mut::<Infallible>(|field| {
            if let FieldMut::Task(task) | FieldMut::By(Some(task)) = field {
                *task = rename(*task);
            }
            Ok(())
        });
    }
}

events! {
    /// `parent` creates the task that is numbered next.
    Create "create" by Actor::Task(*parent) => {
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
    }
    /// `task`, which was created and has not started, has these clauses as well: a runtime tells them later.
    Depend "clauses" by Actor::Nobody => {
        /// The task.
        task: TaskId,
        /// The clauses.
        depends: Vec<Depend>,
    }
    /// `task`, whose body has not ended, completes only when its event is fulfilled as well. To say so again, also
    /// later, changes nothing.
    Detach "detach" by Actor::Nobody => {
        /// The task.
        task: TaskId,
    }
    /// `task` runs from now on: it starts, or goes on after another task ran.
    Run "run" by Actor::Nobody => {
        /// The task.
        task: TaskId,
    }
    /// The body of `task`, which runs now, ends.
    End "end" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
    }
    /// `by`, which runs now, fulfils the event of the detached task `task`.
    Fulfill "fulfill" by by.map_or(Actor::Nobody, Actor::Task) => {
        /// The task whose event it is.
        task: TaskId,
        /// The task that calls `omp_fulfill_event`; `None` for a thread outside of OpenMP, which orders nothing.
        by: Option<TaskId>,
    }
    /// A `taskwait` of `task` ends.
    Taskwait "taskwait" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
    }
    /// A `taskwait depend(…)` of `task` ends.
    TaskwaitDepend "taskwait" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The clauses.
        depends: Vec<Depend>,
    }
    /// `task` opens a taskgroup.
    TaskgroupBegin "taskgroup begin" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
    }
    /// The innermost taskgroup of `task` ends.
    TaskgroupEnd "taskgroup end" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
    }
    /// `parent` forks the team that is numbered next; its implicit tasks are the tasks numbered next.
    Fork "fork" by Actor::Task(*parent) => {
        /// The task that meets the parallel region.
        parent: TaskId,
        /// Number of implicit tasks.
        size: u32,
        /// Where the region begins. The detector has no use for it, and a report has.
        site: SiteId,
    }
    /// All implicit tasks of `team`, which is not the initial one, leave a barrier; each goes on as a new task, numbered
    /// next, in order.
    Barrier "barrier" by Actor::Nobody => {
        /// The team.
        team: TeamId,
    }
    /// The parallel region of `team` ends, and with it its implicit tasks.
    Join "join" by Actor::Nobody => {
        /// The team.
        team: TeamId,
    }
    /// `task` takes `lock`.
    Acquire "acquire" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    }
    /// `task` takes `lock` together with others who do so, and excludes those who take it alone.
    AcquireShared "acquire … shared" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    }
    /// `task` takes `lock`, which keeps its holders apart and orders nothing: that of a combination of a reduction. A
    /// lock is always taken so, or never.
    AcquireUnordered "acquire … unordered" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    }
    /// `task` gives `lock` back.
    Release "release" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    }
    /// `task` initialises what `guard` guards, from now on. At most one task does so at a time.
    InitialiseBegin "initialise" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The guard.
        guard: GuardId,
    }
    /// `task` has initialised it, or has given up.
    InitialiseEnd "initialised" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The guard.
        guard: GuardId,
    }
    /// `task` finds it initialised, whoever did that: it would have waited.
    Pass "pass" by Actor::Task(*task) => {
        /// The task.
        task: TaskId,
        /// The guard.
        guard: GuardId,
    }
    /// `task` publishes what it has done so far under `signal`: `ordered`, and `source` of a doacross loop. What was published under it before
    /// is forgotten, as those who wait from now on wait for this.
    Signal "signal" by Actor::Task(*task) => {
        /// The signal.
        signal: SignalId,
        /// The task.
        task: TaskId,
    }
    /// `task` has waited for `signal`, which has been published.
    Await "await" by Actor::Task(*task) => {
        /// The signal.
        signal: SignalId,
        /// The task.
        task: TaskId,
    }
    /// Nobody waits for `signal` any more, until it is published again.
    Discard "discard" by Actor::Nobody => {
        /// The signal.
        signal: SignalId,
    }
    /// The running task accesses the cell numbered `cell`.
    Access "access" by Actor::Running => {
        /// Which cell.
        cell: u64,
        /// How.
        access: Access,
    }
}
