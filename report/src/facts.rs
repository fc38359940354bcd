//! From what was found, in terms of tasks and places, to the facts of a report.
//!
//! A live run and a replay go the same way: each knows its tasks and places as [`Origins`].

use std::collections::{HashMap, HashSet};

use detsan_detector::{AccessMode, Atomicity, Depend, DependKind, Race, RaceAccess, SiteId, TaskId};

use crate::dedup::{CodeSite, Deduplicator};
use crate::finding::Finding;
use crate::groups::Groups;
use crate::model::{
    AccessFacts, AccessMode as FactMode, BlockedTask, CallStack, DependFacts, DependKind as FactKind, EventFacts,
    EventFault, Fulfilment, LoneDependFacts, MemoryFacts, Note, RaceFacts, TaskFacts, TaskKind, WaitKind,
};
use crate::symbols::Symbolize;

/// Size of the access at a place where variables end: a function returns, or a task ends. It writes
/// them all, so that it races with whatever may still use them.
pub const END_OF_SCOPE: u64 = u64::MAX;

/// Size of the access at a place where memory is given back. It writes all of it, so that it races
/// with whoever may still use it.
pub const FREE: u64 = u64::MAX - 1;

/// What is known of tasks and places.
pub trait Origins {
    /// The creator of `task`; the initial task has none.
    fn parent(&self, task: TaskId) -> Option<TaskId>;
    /// Which thread of its team the implicit task `task` is; `None` if it is no implicit task.
    fn thread(&self, task: TaskId) -> Option<u32>;
    /// Where `task` was created, or its region met.
    fn creation_site(&self, task: TaskId) -> SiteId;
    /// Code address and callers of a place, innermost first; empty for [`SiteId::NONE`].
    fn stack(&self, site: SiteId) -> CallStack;
    /// Code address of a place, 0 for [`SiteId::NONE`].
    fn code(&self, site: SiteId) -> u64;
    /// Bytes that are accessed at a place.
    fn size(&self, site: SiteId) -> u64;
}

/// An access that found a race, and where.
#[derive(Clone, Copy, Debug)]
pub struct RacyAccess {
    /// The word that the race is on.
    pub word: u64,
    /// First byte of the access.
    pub address: u64,
    /// Its length.
    pub length: u64,
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

/// Something that a run finds besides races.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incident {
    /// The event of a detached task is fulfilled for a second time.
    FulfilledTwice {
        /// The task.
        task: TaskId,
        /// The first time.
        before: Call,
        /// The second.
        again: Call,
    },
    /// The program ends, and nobody has fulfilled the event of a task.
    NeverFulfilled {
        /// The task.
        task: TaskId,
    },
    /// A task waits for others that cannot complete.
    Deadlock {
        /// The task.
        waiter: TaskId,
        /// At what.
        wait: WaitKind,
        /// Where.
        site: SiteId,
        /// The tasks that cannot complete, each with the one that it depends on.
        blocked: Vec<(TaskId, Option<TaskId>)>,
    },
    /// A task waits for a lock that cannot be given back.
    LockHeld {
        /// The task.
        waiter: TaskId,
        /// Where.
        site: SiteId,
        /// The task that has the lock.
        holder: TaskId,
        /// Where it took it.
        taken_at: SiteId,
    },
    /// A `depend` item orders nothing.
    LoneDepend {
        /// The task that has it, or that waits at the `taskwait` that has it.
        task: TaskId,
        /// Where the `taskwait` is, if it is one.
        taskwait: Option<SiteId>,
        /// The item.
        item: Clause,
        /// A sibling and an item of it that shares bytes with this one, but begins elsewhere.
        overlaps: Option<(TaskId, Clause)>,
        /// Further constructs at the same place of which the same is true.
        others: u64,
    },
    /// Something about the run as a whole.
    Note(Note),
}

/// A call of `omp_fulfill_event`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The task that makes it; `None` for a thread that OpenMP did not create.
    pub by: Option<TaskId>,
    /// Where.
    pub site: SiteId,
}

/// What `incident` is to a report.
pub fn incident_facts(origins: &impl Origins, incident: &Incident) -> Finding {
    let mut tasks = Tasks::default();
    let fault = match incident {
        Incident::FulfilledTwice { task, before, again } => {
            let task = tasks.add(origins, *task);
            let [before, again] = [before, again].map(|call| Fulfilment {
                by: call.by.map(|by| tasks.add(origins, by)),
                stack: origins.stack(call.site),
            });
            EventFault::FulfilledTwice { task, before, again }
        }
        Incident::NeverFulfilled { task } => EventFault::NeverFulfilled { task: tasks.add(origins, *task) },
        Incident::Deadlock { waiter, wait, site, blocked } => {
            let blocked = blocked.iter().map(|(task, awaits)| {
                let awaits = awaits.map(|awaited| tasks.add(origins, awaited));
                BlockedTask { task: tasks.add(origins, *task), awaits }
            });
            let blocked = blocked.collect();
            let waiter = tasks.add(origins, *waiter);
            EventFault::Deadlock { waiter, wait: *wait, stack: origins.stack(*site), blocked }
        }
        Incident::LockHeld { waiter, site, holder, taken_at } => {
            let [waiter, holder] = [waiter, holder].map(|task| tasks.add(origins, *task));
            let [stack, taken_at] = [site, taken_at].map(|site| origins.stack(*site));
            EventFault::LockHeld { waiter, stack, holder, taken_at }
        }
        Incident::LoneDepend { task, taskwait, item, overlaps, others } => {
            let task = tasks.add(origins, *task);
            let item = depend_facts(origins, &mut tasks, item);
            let overlaps = overlaps
                .as_ref()
                .map(|(sibling, item)| (tasks.add(origins, *sibling), depend_facts(origins, &mut tasks, item)));
            let taskwait = taskwait.map(|site| origins.stack(site));
            let (others, tasks) = (*others, tasks.facts);
            return Finding::LoneDepend(LoneDependFacts { item, task, taskwait, overlaps, others, tasks });
        }
        Incident::Note(note) => return Finding::Note(note.clone()),
    };
    Finding::Event(EventFacts { fault, tasks: tasks.facts })
}

/// The facts of `race`, found by `access` in `memory`.
///
/// `clauses` are those of the two tasks, as far as they have any.
pub fn race_facts(
    origins: &impl Origins,
    race: &Race,
    access: RacyAccess,
    memory: &Memory,
    clauses: &[(TaskId, Vec<Clause>)],
) -> RaceFacts {
    let mut tasks = Tasks::default();
    let earlier_task = tasks.add(origins, actor(origins, &race.earlier));
    let later_task = tasks.add(origins, actor(origins, &race.later));
    let memory = memory_facts(origins, &mut tasks, memory);
    for (task, index) in [(race.earlier.task, earlier_task), (race.later.task, later_task)] {
        let clauses = clauses.iter().find(|(owner, _)| *owner == task).map_or(&[][..], |(_, clauses)| clauses);
        tasks.facts[index].depends = clauses.iter().map(|clause| depend_facts(origins, &mut tasks, clause)).collect();
    }
    let size = origins.size(race.earlier.site);
    let first_byte = match size {
        // Larger accesses are aligned to 8 bytes, or else nothing better is known.
        8 | 16 => access.word & !7,
        _ => access.word + u64::from(race.earlier.bytes.0.trailing_zeros()),
    };
    let earlier = access_facts(origins, &race.earlier, earlier_task, first_byte, size);
    let later = access_facts(origins, &race.later, later_task, access.address, access.length);
    RaceFacts { earlier, later, memory, tasks: tasks.facts }
}

fn memory_facts(origins: &impl Origins, tasks: &mut Tasks, memory: &Memory) -> MemoryFacts {
    match *memory {
        Memory::Heap { start, size, site } => MemoryFacts::Heap { start, size, allocated_at: origins.stack(site) },
        Memory::Stack { function, frame_address } => MemoryFacts::Stack { function, frame_address },
        Memory::TaskData { task, start, size } => {
            MemoryFacts::TaskData { task: Some(tasks.add(origins, task)), start, size }
        }
        Memory::Static => MemoryFacts::Static,
    }
}

/// What a report says of a `depend` item.
fn depend_facts(origins: &impl Origins, tasks: &mut Tasks, clause: &Clause) -> DependFacts {
    DependFacts {
        kind: match clause.depend.kind {
            DependKind::In => FactKind::In,
            DependKind::Out => FactKind::InOut,
            DependKind::InOutSet => FactKind::InOutSet,
            DependKind::MutexInOutSet => FactKind::MutexInOutSet,
        },
        address: clause.depend.location.map(|location| location.0),
        length: clause.length,
        memory: memory_facts(origins, tasks, &clause.memory),
    }
}

/// The task that makes the access. The end of a scope may have a task of its own, which was created
/// nowhere in the program.
fn actor(origins: &impl Origins, access: &RaceAccess) -> TaskId {
    let stands_in = origins.size(access.site) == END_OF_SCOPE && origins.creation_site(access.task) == SiteId::NONE;
    origins.parent(access.task).filter(|_| stands_in).unwrap_or(access.task)
}

fn access_facts(origins: &impl Origins, access: &RaceAccess, task: usize, address: u64, size: u64) -> AccessFacts {
    AccessFacts {
        mode: fact_mode(origins, access),
        atomic: access.atomicity == Atomicity::Atomic,
        size,
        address,
        stack: origins.stack(access.site),
        task,
        or_one_like_it: access.stands_for_others,
    }
}

fn fact_mode(origins: &impl Origins, access: &RaceAccess) -> FactMode {
    match (origins.size(access.site), access.mode) {
        (END_OF_SCOPE, _) => FactMode::End,
        (FREE, _) => FactMode::Free,
        (_, AccessMode::Read) => FactMode::Read,
        (_, AccessMode::Write) => FactMode::Write,
    }
}

/// The tasks that a report names, each with its creators.
#[derive(Debug, Default)]
struct Tasks {
    facts: Vec<TaskFacts>,
    indices: HashMap<TaskId, usize>,
}

impl Tasks {
    /// Adds `task` and its creators, and returns its index.
    fn add(&mut self, origins: &impl Origins, task: TaskId) -> usize {
        let mut next = Some(task);
        // The task that `next` has created.
        let mut created: Option<usize> = None;
        while let Some(task) = next {
            let known = self.indices.get(&task).copied();
            let index = known.unwrap_or(self.facts.len());
            if let Some(created) = created {
                self.facts[created].creator = Some(index);
            }
            if known.is_some() {
                break;
            }
            self.indices.insert(task, index);
            next = origins.parent(task);
            created = Some(index);
            let kind = match (next, origins.thread(task)) {
                (None, _) => TaskKind::Initial,
                (_, Some(thread)) => TaskKind::Implicit { thread },
                _ => TaskKind::Explicit,
            };
            let created_at = origins.stack(origins.creation_site(task));
            self.facts.push(TaskFacts { number: task.0, kind, created_at, creator: None, depends: Vec::new() });
        }
        self.indices[&task]
    }
}

type Pair = (SiteId, AccessMode, SiteId, AccessMode);

/// The two sides of a race by their code addresses.
pub fn code_sides(race: &Race, origins: &impl Origins) -> [CodeSite; 2] {
    [&race.earlier, &race.later].map(|access| (origins.code(access.site), fact_mode(origins, access)))
}

/// Which races have been dealt with, and how many there were.
#[derive(Debug, Default)]
pub struct Tally {
    /// Pairs of places, which are told apart without debug information.
    pairs: HashSet<Pair>,
    /// The one that was asked about last: in a loop it is the same again and again.
    last: Option<Pair>,
    distinct: Deduplicator,
    /// Which of them are shown.
    pub groups: Groups,
    /// Distinct races.
    pub found: u64,
    /// Distinct races that were one of the first few of their group.
    in_front: u64,
    /// Races at a pair of places that was found before.
    pub repeated: u64,
}

/// What to do about a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was found before.
    Repeated,
    /// It is one of the first few of its group, and this manyth that is.
    Show(u64),
    /// It is new and only counted; it may be the first such.
    Hide {
        /// Whether no race was only counted before.
        is_first: bool,
    },
}

impl Tally {
    /// Of each group of races, the first `limit` are to be shown; all, if that is 0.
    pub fn new(limit: u64) -> Tally {
        Tally { groups: Groups::new(limit), ..Tally::default() }
    }

    /// Whether `race` may be a new one; if not, it is counted, and there is nothing more to do. If
    /// it may be, [`Self::may_be_new_code`] knows more.
    #[inline]
    pub fn may_be_new(&mut self, race: &Race) -> bool {
        let pair = pair(race);
        let new = self.last != Some(pair) && self.pairs.insert(pair);
        self.last = Some(pair);
        self.repeated += u64::from(!new);
        new
    }

    /// The same, for its two [sides](code_sides): the calls that led to a place do not tell races
    /// apart.
    pub fn may_be_new_code(&mut self, [earlier, later]: [CodeSite; 2]) -> bool {
        let new = !self.distinct.was_asked(earlier, later);
        self.repeated += u64::from(!new);
        new
    }

    /// Takes back that `race` has been dealt with: it turned out to be none.
    pub fn retract(&mut self, race: &Race) {
        self.pairs.remove(&pair(race));
        self.last = None;
    }

    /// Decides on a race that may be new, now that its facts are known. It is counted.
    pub fn judge(&mut self, facts: &RaceFacts, symbols: &(impl Symbolize + ?Sized)) -> Verdict {
        if !self.distinct.is_new(facts, symbols) {
            self.repeated += 1;
            return Verdict::Repeated;
        }
        self.found += 1;
        if self.groups.shows(facts, &mut self.distinct, symbols) {
            self.in_front += 1;
            Verdict::Show(self.in_front)
        } else {
            Verdict::Hide { is_first: self.groups.hidden() == 1 }
        }
    }
}

fn pair(race: &Race) -> Pair {
    (race.earlier.site, race.earlier.mode, race.later.site, race.later.mode)
}
