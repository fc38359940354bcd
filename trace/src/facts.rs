//! From a race that the detector found to the facts of a report: the same way in a live run and in a replay.

use std::collections::{HashMap, HashSet};

use detsan_detector::{AccessMode, Atomicity, DependKind, Race, RaceAccess, SiteId, TaskId};
use detsan_report::{
    AccessFacts, AccessMode as FactMode, CallStack, CodeSite, Deduplicator, DependFacts, DependKind as FactKind,
    Groups, MemoryFacts, RaceFacts, Symbolize, TaskFacts, TaskKind,
};

use crate::record::{Clause, Memory};

/// Size of the access at a place where variables end: a function returns, or a task ends. It writes them all, so that it races with whatever may still use them.
pub const END_OF_SCOPE: u64 = u64::MAX;

/// Size of the access at a place where memory is given back. It writes all of it, so that it races with whoever may still use it.
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
pub fn depend_facts(origins: &impl Origins, tasks: &mut Tasks, clause: &Clause) -> DependFacts {
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

/// The task that makes the access. The end of a scope may have a task of its own, which was created nowhere in the program.
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
pub struct Tasks {
    facts: Vec<TaskFacts>,
    indices: HashMap<TaskId, usize>,
}

impl Tasks {
    /// Adds `task` and its creators, and returns its index.
    pub fn add(&mut self, origins: &impl Origins, task: TaskId) -> usize {
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

    /// What is known of the tasks that were added.
    pub fn into_facts(self) -> Vec<TaskFacts> {
        self.facts
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

    /// Whether `race` may be a new one; if not, it is counted, and there is nothing more to do. If it may be, [`Self::may_be_new_code`]
    /// knows more.
    #[inline]
    pub fn may_be_new(&mut self, race: &Race) -> bool {
        let pair = pair(race);
        let new = self.last != Some(pair) && self.pairs.insert(pair);
        self.last = Some(pair);
        self.repeated += u64::from(!new);
        new
    }

    /// The same, for its two [sides](code_sides): the calls that led to a place do not tell races apart.
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
