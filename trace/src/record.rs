//! What a trace is made of: one enum, in the order of the format's documentation.

use detsan_detector::{
    AccessMode, Atomicity, Deferral, Depend, Detector, GuardId, LockId, LockRule, SignalId, SiteId, TaskId, TeamId,
};
use detsan_report::{Ending, Frame, Guarantee, Place, SourceLocation, Variable};

/// Number of a call path, as the recording tool counts them. 0 and 1 stand for the empty path.
pub type Context = u32;

/// The first call path that a [`Record::Call`] defines.
pub const FIRST_CONTEXT: Context = 2;

/// The first place that a [`Record::Site`] defines; 0 is [`SiteId::NONE`].
pub const FIRST_SITE: u32 = 1;

/// One entry of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// The first record: who was recorded, and how.
    Start(Start),
    /// From now on the program runs in this directory; files below it are named relative to it.
    Directory(Option<String>),

    /// Defines the next call path: a call at the return address `pc`, made on the path `caller`.
    Call {
        /// The path of the function that calls.
        caller: Context,
        /// Where it calls.
        pc: u64,
    },
    /// Defines the next place.
    Site(Site),
    /// The calls at a return address, as the debug information has them.
    Frames {
        /// The return address.
        address: u64,
        /// Innermost first.
        frames: Vec<Frame>,
    },
    /// Where the directive stands whose body a return address leads into.
    Directive {
        /// The return address.
        address: u64,
        /// The answer.
        location: Option<SourceLocation>,
    },
    /// The variable with static storage that holds `size` bytes at `address`.
    StaticVariable {
        /// First byte that was asked for.
        address: u64,
        /// How many.
        size: u64,
        /// The answer.
        variable: Option<Variable>,
    },
    /// The local variable that holds something.
    LocalVariable {
        /// What was asked.
        question: LocalQuestion,
        /// The answer.
        variable: Option<Variable>,
    },
    /// Where a data address is mapped from.
    Place {
        /// The address.
        address: u64,
        /// The answer.
        place: Place,
    },

    /// `parent` creates the task that is numbered next.
    Create {
        /// The creator.
        parent: TaskId,
        /// Whether the creator waits.
        deferral: Deferral,
        /// Where.
        site: SiteId,
    },
    /// The `depend` clauses of the task, which was created just before.
    Depend {
        /// The task.
        task: TaskId,
        /// Its clauses.
        depends: Vec<Depend>,
    },
    /// The task completes only when its event is fulfilled as well.
    Detach {
        /// The task.
        task: TaskId,
    },
    /// The task runs from now on.
    Run {
        /// The task.
        task: TaskId,
    },
    /// The body of the task ends.
    End {
        /// The task.
        task: TaskId,
    },
    /// The event of a detached task is fulfilled.
    Fulfill {
        /// The task whose event it is.
        task: TaskId,
        /// By whom; `None` for a thread outside of OpenMP.
        by: Option<TaskId>,
    },
    /// A `taskwait` ends.
    Taskwait {
        /// The task.
        task: TaskId,
    },
    /// A `taskwait depend(…)` ends.
    TaskwaitDepend {
        /// The task.
        task: TaskId,
        /// The clauses.
        depends: Vec<Depend>,
    },
    /// The task opens a taskgroup.
    TaskgroupBegin {
        /// The task.
        task: TaskId,
    },
    /// The innermost taskgroup of the task ends.
    TaskgroupEnd {
        /// The task.
        task: TaskId,
    },
    /// `parent` forks the team that is numbered next; its implicit tasks are the tasks numbered next.
    Fork {
        /// The task that meets the region.
        parent: TaskId,
        /// Number of implicit tasks.
        size: u32,
        /// Where the region begins.
        site: SiteId,
    },
    /// All implicit tasks of the team leave a barrier; each goes on as a new task, numbered next, in order.
    Barrier {
        /// The team.
        team: TeamId,
    },
    /// The parallel region of the team ends.
    Join {
        /// The team.
        team: TeamId,
    },
    /// The task takes the lock.
    Acquire {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// The task takes the lock together with others.
    AcquireShared {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// The task takes a lock that orders nothing.
    AcquireUnordered {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// The task begins to initialise something.
    InitialiseBegin {
        /// The task.
        task: TaskId,
        /// Its guard.
        guard: GuardId,
    },
    /// The task has initialised it, or has given up.
    InitialiseEnd {
        /// The task.
        task: TaskId,
        /// Its guard.
        guard: GuardId,
    },
    /// The task finds it initialised.
    Pass {
        /// The task.
        task: TaskId,
        /// Its guard.
        guard: GuardId,
    },
    /// The task gives the lock back.
    Release {
        /// The task.
        task: TaskId,
        /// The lock.
        lock: LockId,
    },
    /// The task publishes what it has done so far.
    Signal {
        /// The task.
        task: TaskId,
        /// The signal.
        signal: SignalId,
    },
    /// The task has waited for what was published last.
    Await {
        /// The task.
        task: TaskId,
        /// The signal.
        signal: SignalId,
    },
    /// Nobody waits for the signal any more.
    Discard {
        /// The signal.
        signal: SignalId,
    },
    /// The running task accesses memory.
    Access(Access),
    /// Memory changes hands: what was known of it is forgotten.
    Forget {
        /// First byte.
        address: u64,
        /// How many.
        length: u64,
    },

    /// The answer to the detector's next question, whether the memory of the access before has changed hands since an earlier
    /// access to it.
    Stale(bool),
    /// What the word at `word` is, asked for because the access before raced there.
    Memory {
        /// Address of the word.
        word: u64,
        /// The answer.
        memory: Memory,
    },
    /// The word at `word`, where the access before seemed to race, belongs to one thread: it is no race.
    Private {
        /// Address of the word.
        word: u64,
    },

    /// The `depend` clauses of a task that takes part in a race of the access before.
    Clauses {
        /// The task.
        task: TaskId,
        /// Its clauses.
        clauses: Vec<Clause>,
    },

    /// What the run reported besides races, in its words.
    Notice(String),
    /// The last record: how the run ended.
    Finish(Finish),
    /// The last record of a program that a signal has ended.
    Killed {
        /// Number of the signal.
        signal: u8,
        /// Its name.
        name: String,
    },
}

impl Record {
    /// Calls the detector's method for an event. For accesses and forgotten memory, which need cells, and for what is no event, this
    /// does nothing.
    pub fn apply(&self, detector: &mut Detector) {
        match self {
            Record::Create { parent, deferral, site } => {
                detector.create(*parent, *deferral, *site);
            }
            Record::Depend { task, depends } => detector.depend(*task, depends),
            Record::Detach { task } => detector.detach(*task),
            Record::Run { task } => detector.run(*task),
            Record::End { task } => detector.end(*task),
            Record::Fulfill { task, by } => detector.fulfill(*task, *by),
            Record::Taskwait { task } => detector.taskwait(*task),
            Record::TaskwaitDepend { task, depends } => detector.taskwait_depend(*task, depends),
            Record::TaskgroupBegin { task } => detector.taskgroup_begin(*task),
            Record::TaskgroupEnd { task } => detector.taskgroup_end(*task),
            Record::Fork { parent, size, .. } => {
                detector.fork(*parent, *size);
            }
            Record::Barrier { team } => detector.barrier(*team),
            Record::Join { team } => detector.join(*team),
            Record::Acquire { task, lock } => detector.acquire(*task, *lock),
            Record::AcquireShared { task, lock } => detector.acquire_shared(*task, *lock),
            Record::AcquireUnordered { task, lock } => detector.acquire_unordered(*task, *lock),
            Record::Release { task, lock } => detector.release(*task, *lock),
            Record::InitialiseBegin { task, guard } => detector.initialise_begin(*task, *guard),
            Record::InitialiseEnd { task, guard } => detector.initialise_end(*task, *guard),
            Record::Pass { task, guard } => detector.pass(*task, *guard),
            Record::Signal { task, signal } => detector.signal(*task, *signal),
            Record::Await { task, signal } => detector.await_signal(*task, *signal),
            Record::Discard { signal } => detector.discard(*signal),
            other => debug_assert!(!other.is_event() || matches!(other, Record::Access(_) | Record::Forget { .. })),
        }
    }

    /// Whether this is something that happened in the program, and no definition, answer or end.
    pub fn is_event(&self) -> bool {
        !matches!(
            self,
            Record::Start(_)
                | Record::Directory(_)
                | Record::Call { .. }
                | Record::Site(_)
                | Record::Frames { .. }
                | Record::Directive { .. }
                | Record::StaticVariable { .. }
                | Record::LocalVariable { .. }
                | Record::Place { .. }
                | Record::Stale(_)
                | Record::Memory { .. }
                | Record::Private { .. }
                | Record::Clauses { .. }
                | Record::Notice(_)
                | Record::Finish(_)
                | Record::Killed { .. }
        )
    }
}

/// The process that was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Version of DetSan.
    pub version: String,
    /// Its options, as `DETSAN_OPTIONS` had them.
    pub options: String,
    /// Process id.
    pub pid: u32,
    /// What critical sections order.
    pub locks: LockRule,
}

/// A place in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its return address.
    pub pc: u64,
    /// The calls that led there.
    pub context: Context,
    /// Bytes that are accessed there, the first time at least.
    pub size: u64,
}

/// The question for a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalQuestion {
    /// Leads into the function.
    pub return_address: u64,
    /// Frame pointer of the function.
    pub frame_address: u64,
    /// First byte that is asked for.
    pub address: u64,
    /// How many.
    pub size: u64,
}

/// An access to one or more bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// First byte.
    pub address: u64,
    /// How many.
    pub length: u64,
    /// What to add to the address, wrapping around, to come to the cells that stand for the memory: not 0 for private copies that share
    /// an address. A multiple of a cell.
    pub offset: u64,
    /// Read or write.
    pub mode: AccessMode,
    /// Plain, atomic, or in a slot.
    pub atomicity: Atomicity,
    /// Where.
    pub site: SiteId,
}

/// One item of a `depend` clause, as a report shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What is named, and how.
    pub depend: Depend,
    /// Size of it in bytes; 0 where that is not known.
    pub length: u64,
    /// What memory it is.
    pub memory: Memory,
}

/// What memory is, in terms of tasks and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// A block from the allocator.
    Heap {
        /// First byte.
        start: u64,
        /// Size in bytes.
        size: u64,
        /// Where it was allocated.
        site: SiteId,
    },
    /// A frame of a thread's stack.
    Stack {
        /// A return address into the function that owns the frame, 0 where it is not known.
        function: u64,
        /// Its frame pointer.
        frame_address: u64,
    },
    /// The captured variables of a task.
    TaskData {
        /// The task.
        task: TaskId,
        /// First byte.
        start: u64,
        /// Size in bytes.
        size: u64,
    },
    /// Anything else.
    Static,
}

/// How a run ended that came to its own end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Status of the program itself.
    pub status: i32,
    /// Whether all of it was seen.
    pub ending: Ending,
    /// What the verdict is worth.
    pub guarantee: Guarantee,
    /// Accesses by threads that OpenMP did not create.
    pub foreign_accesses: u64,
    /// Distinct races that were found.
    pub races: u64,
    /// Explicit tasks created.
    pub tasks: u64,
    /// Parallel regions met.
    pub regions: u64,
    /// Accesses that reached the detector.
    pub accesses: u64,
}
