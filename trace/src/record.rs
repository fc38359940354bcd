//! What a trace is made of: one enum, in the order of the format's documentation.

use detsan_detector::{AccessMode, Atomicity, Event, LockRule, SiteId, TaskId};
use detsan_report::{Clause, Ending, Frame, Guarantee, Incident, Memory, Place, SourceLocation, Variable};

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

    /// Something that happened, but for accesses.
    Event(Event),
    /// The running task accesses memory.
    Access(Access),
    /// Memory changes hands: what was known of it is forgotten.
    Forget {
        /// First byte.
        address: u64,
        /// How many.
        length: u64,
    },

    /// The answer to the detector's next question, whether the memory of the access before has
    /// changed hands since an earlier access to it.
    Stale(bool),
    /// What the word at `word` is, asked for because the access before raced there.
    Memory {
        /// Address of the word.
        word: u64,
        /// The answer.
        memory: Memory,
    },
    /// The word at `word`, where the access before seemed to race, belongs to one thread: it is no
    /// race.
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

    /// What the run found besides races.
    Incident(Incident),
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
    /// Whether this is something that happened in the program, and no definition, answer or end.
    pub fn is_event(&self) -> bool {
        matches!(self, Record::Event(_) | Record::Access(_) | Record::Forget { .. })
    }
}

impl From<Event> for Record {
    fn from(event: Event) -> Record {
        Record::Event(event)
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
    /// What to add to the address, wrapping around, to come to the cells that stand for the memory:
    /// not 0 for private copies that share an address. A multiple of a cell.
    pub offset: u64,
    /// Read or write.
    pub mode: AccessMode,
    /// Plain, atomic, or in a slot.
    pub atomicity: Atomicity,
    /// Where.
    pub site: SiteId,
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
