//! The facts of a report, as the tool gathers them: addresses and numbers, no words.

use std::borrow::Cow;
use std::time::Duration;

/// A function call on the way to a place in the program: the return address in the caller,
/// innermost first.
pub type CallStack = Vec<u64>;

/// What one side of a race does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessMode {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It ends the life of the variable: its function returns, or its task ends. The stack of such
    /// an access begins at the call of the function, or at the construct that created the task.
    End,
    /// It gives the memory back, by a call at which the stack begins.
    Free,
}

/// One side of a race.
#[derive(Clone, Debug)]
pub struct AccessFacts {
    /// Read or write.
    pub mode: AccessMode,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Bytes touched.
    pub size: u64,
    /// First byte touched.
    pub address: u64,
    /// Where: `stack[0]` is the return address of the hook (so the access is just before it), the
    /// rest are the callers up to the beginning of the task.
    pub stack: CallStack,
    /// Index into [`RaceFacts::tasks`].
    pub task: usize,
    /// Another task may have made the access that was created at the same place and has been
    /// forgotten since.
    pub or_one_like_it: bool,
}

/// A task that is named in a report.
#[derive(Clone, Debug)]
pub struct TaskFacts {
    /// Its number, in order of creation.
    pub number: u32,
    /// What it is.
    pub kind: TaskKind,
    /// Call stack of its creation, empty where it is not known; the creators follow in
    /// [`TaskFacts::creator`].
    pub created_at: CallStack,
    /// The task that created it, as an index into [`RaceFacts::tasks`].
    pub creator: Option<usize>,
    /// Its `depend` clauses, as far as they are known and matter.
    pub depends: Vec<DependFacts>,
}

/// One item of a `depend` clause.
#[derive(Clone, Debug)]
pub struct DependFacts {
    /// How it is named.
    pub kind: DependKind,
    /// First byte; `None` is `omp_all_memory`.
    pub address: Option<u64>,
    /// Size in bytes; 0 where it is not known.
    pub length: u64,
    /// What it is.
    pub memory: MemoryFacts,
}

/// Type of a `depend` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DependKind {
    /// `in`
    In,
    /// `out` or `inout`, which mean the same.
    InOut,
    /// `inoutset`
    InOutSet,
    /// `mutexinoutset`
    MutexInOutSet,
}

/// What sort of task it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// The program's initial task.
    Initial,
    /// The implicit task of a parallel region.
    Implicit {
        /// Number of the thread in the region's team.
        thread: u32,
    },
    /// An explicit task.
    Explicit,
}

/// What the memory is, as far as it can be told without debug information.
#[derive(Clone, Debug)]
pub enum MemoryFacts {
    /// A block from the allocator.
    Heap {
        /// First byte.
        start: u64,
        /// Size in bytes.
        size: u64,
        /// Call stack of the allocation.
        allocated_at: CallStack,
    },
    /// A frame of the stack of a thread.
    Stack {
        /// A return address into the function that owns the frame, 0 where it is not known.
        function: u64,
        /// The frame pointer (`rbp`) of that function.
        frame_address: u64,
    },
    /// The memory of a task: its captured variables.
    TaskData {
        /// The task whose memory it is, as an index into [`RaceFacts::tasks`].
        task: Option<usize>,
        /// First byte.
        start: u64,
        /// Size in bytes.
        size: u64,
    },
    /// Anything else: a global variable, if the symbol table knows one.
    Static,
}

/// One race: everything that a report of it is made of.
#[derive(Clone, Debug)]
pub struct RaceFacts {
    /// The access that ran first.
    pub earlier: AccessFacts,
    /// The access that found the race.
    pub later: AccessFacts,
    /// What they touch.
    pub memory: MemoryFacts,
    /// The two tasks and their creators.
    pub tasks: Vec<TaskFacts>,
}

/// Something that is wrong with the event of a detached task.
#[derive(Clone, Debug)]
pub struct EventFacts {
    /// What.
    pub fault: EventFault,
    /// The tasks that are named, and their creators.
    pub tasks: Vec<TaskFacts>,
}

/// What can be wrong with an event. Tasks are indices into [`EventFacts::tasks`].
#[derive(Clone, Debug)]
pub enum EventFault {
    /// It is fulfilled for a second time.
    FulfilledTwice {
        /// The task whose event it is.
        task: usize,
        /// The first time.
        before: Fulfilment,
        /// The second.
        again: Fulfilment,
    },
    /// The program ends, and nobody has fulfilled it.
    NeverFulfilled {
        /// The task whose event it is.
        task: usize,
    },
    /// A task waits for others that cannot complete, because nobody is left to fulfil an event.
    Deadlock {
        /// The task that waits.
        waiter: usize,
        /// At what.
        wait: WaitKind,
        /// Where.
        stack: CallStack,
        /// The tasks that cannot complete.
        blocked: Vec<BlockedTask>,
    },
    /// A task waits for a lock that another one has, or itself, which cannot go on before the first
    /// has completed.
    LockHeld {
        /// The task that waits.
        waiter: usize,
        /// Where.
        stack: CallStack,
        /// The task that has the lock.
        holder: usize,
        /// Where it took it.
        taken_at: CallStack,
    },
}

/// A call of `omp_fulfill_event`.
#[derive(Clone, Debug)]
pub struct Fulfilment {
    /// The task that makes it; `None` for a thread that OpenMP did not create.
    pub by: Option<usize>,
    /// Where.
    pub stack: CallStack,
}

/// Where a task waits for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitKind {
    /// At a `taskwait`.
    Taskwait,
    /// At a `taskwait` with a `depend` clause, or an undeferred task with one.
    Depend,
    /// At the end of a `taskgroup`.
    Taskgroup,
    /// At a barrier.
    Barrier,
    /// At the end of a parallel region.
    RegionEnd,
    /// At an `ordered` region, or the end of an iteration of a loop with such.
    Ordered,
    /// At an `ordered depend(sink)`.
    Sink,
    /// In a loop that reads an atomic or volatile variable.
    Poll,
}

/// A task that cannot complete.
#[derive(Clone, Copy, Debug)]
pub struct BlockedTask {
    /// The task.
    pub task: usize,
    /// The task that it depends on; `None` if its body has ended and its event is missing.
    pub awaits: Option<usize>,
}

/// A `depend` item that no sibling names: it orders nothing.
#[derive(Clone, Debug)]
pub struct LoneDependFacts {
    /// The item.
    pub item: DependFacts,
    /// The task that has it, or that waits at the `taskwait` that has it, as an index into
    /// [`LoneDependFacts::tasks`].
    pub task: usize,
    /// Where the `taskwait` is, if it is one.
    pub taskwait: Option<CallStack>,
    /// A sibling and an item of it that shares bytes with this one, but begins elsewhere.
    pub overlaps: Option<(usize, DependFacts)>,
    /// Further constructs at the same place of which the same is true.
    pub others: u64,
    /// The tasks that are named, and their creators.
    pub tasks: Vec<TaskFacts>,
}

/// Something about the run as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Loops had more iterations than threads, at the most `iterations` for `threads`.
    CrowdedLoops {
        /// How many loops.
        loops: u64,
        /// The most iterations of one.
        iterations: u64,
        /// The threads that it had.
        threads: u32,
    },
    /// The option `team` overrides `OMP_NUM_THREADS`.
    UnusedThreads {
        /// The value of the variable.
        asked: String,
        /// That of the option.
        team: u32,
    },
    /// A thread told nothing for long while others waited, so many times.
    Watchdog {
        /// How often.
        firings: u64,
    },
    /// So many tasks were created where their team has one thread.
    Alone {
        /// How many.
        tasks: u64,
    },
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program came to its end.
    Complete,
    /// It did not: the text says what stopped it ("exit() inside a parallel region", "killed by
    /// SIGSEGV"). It may be borrowed, so that a signal handler can make one without allocating.
    Incomplete(Cow<'static, str>),
}

/// What a verdict of "no race" is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guarantee {
    /// The schedules that it is for.
    pub schedules: Schedules,
    /// The smallest team that had a worksharing loop with more iterations than threads. Iterations
    /// that one thread ran
    /// were not checked against each other.
    pub crowded_team: Option<u32>,
    /// What was not seen, in one line each. If there is any, nothing is promised.
    pub unseen: Vec<String>,
}

/// The schedules that a verdict is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedules {
    /// All schedules of this input.
    #[default]
    All,
    /// Only schedules that take locks (and see atomics) in this order.
    ThisLockOrder,
    /// The same, and critical sections in conflict counted as ordered as they were (`locks=dc`).
    ThisOrderOfSections,
}

/// The closing summary.
#[derive(Clone, Debug)]
pub struct SummaryFacts {
    /// Distinct races that were reported.
    pub races: u64,
    /// Races that were found again at the same pair of sites and not reported again.
    pub repeated: u64,
    /// Explicit tasks created.
    pub tasks: u64,
    /// Parallel regions met.
    pub regions: u64,
    /// Accesses that reached the detector (those settled by the fast path are not counted).
    pub accesses: u64,
    /// Accesses by threads that OpenMP did not create.
    pub foreign_accesses: u64,
    /// Team size in force.
    pub team: u32,
    /// How the run ended.
    pub ending: Ending,
    /// What the verdict is worth.
    pub guarantee: Guarantee,
}

/// Where the time of a run went, and how much there was to do.
#[derive(Clone, Debug)]
pub struct StatsFacts {
    /// From the start of the tool to its end.
    pub total: Duration,
    /// What the tool did of that, in parts. The rest is the program with the hooks, and the OpenMP
    /// runtime.
    pub parts: Vec<(&'static str, Duration)>,
    /// Explicit tasks.
    pub tasks: u64,
    /// Tasks that were joined by others, phases of implicit ones included.
    pub joins: u64,
    /// Times that a task got the promise of another.
    pub promises: u64,
    /// Times that a thread went on after another.
    pub turns: u64,
    /// Cells that the hooks dealt with themselves, beside redundant accesses.
    pub shortened: u64,
    /// Cells that the tool dealt with.
    pub told: u64,
    /// Of these, cells with which it was like before.
    pub cached: u64,
    /// Questions of order between two steps.
    pub questions: u64,
    /// Points that were visited to answer them.
    pub searched: u64,
    /// Bytes of shadow memory that may be in use.
    pub shadow: usize,
    /// Bytes of the detector's tables.
    pub tables: usize,
    /// Times that they were compacted.
    pub compactions: u64,
}
