//! Replay: a trace goes through the detector again, without the program.
//!
//! The detector asks for nothing but what is in the trace: the answers that the tool gave to its
//! questions stand behind the access that asked. So the same detector finds the same races, and a
//! changed one may find others; where it asks what has not been answered, [`Replayed::mismatches`]
//! tells.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::PathBuf;

use detsan_detector::{
    Access as CellAccess, ByteMask, Completion, Detector, Event, Past, Race, SiteId, TaskId, TeamId,
};
use detsan_hook_abi::CELL_SPAN;
use detsan_report::{
    CallStack, Clause, Finding, Memory, Origins, RacyAccess, Tally, Verdict, code_sides, incident_facts, race_facts,
};

use crate::budget::Budget;
use crate::cells::{Cells, PAGE_SPAN, Page, Piece, words};
use crate::legality::Legality;
use crate::places::Places;
use crate::reader::{ReadError, Reader};
use crate::record::{Access, Finish, Record, Start};
use crate::symbols::TraceSymbols;

/// Why a replay could not go on.
#[derive(Debug)]
pub enum ReplayError {
    /// The trace cannot be read further.
    Read(ReadError),
    /// An event cannot have happened in an OpenMP program.
    Illegal {
        /// Its number among the records, from 1.
        record: u64,
        /// Why not.
        problem: &'static str,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Read(error) => error.fmt(f),
            ReplayError::Illegal { record, problem } => {
                write!(f, "the trace is damaged, at record {record}: {problem}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// How a replay ended.
#[derive(Debug)]
pub enum Ended {
    /// With the program's own end.
    Finished(Finish),
    /// Where a signal had ended the program.
    Killed {
        /// Number of the signal.
        signal: u8,
        /// Its name.
        name: String,
    },
    /// Where the trace cannot be followed any more.
    Broken(ReplayError),
    /// Where the caller wanted it to.
    Stopped,
}

/// What came out of a replay.
#[derive(Debug)]
pub struct Replayed {
    /// How it ended.
    pub ended: Ended,
    /// Races.
    pub tally: Tally,
    /// Explicit tasks created.
    pub tasks: u64,
    /// Parallel regions met.
    pub regions: u64,
    /// Accesses to cells that the detector checked.
    pub accesses: u64,
    /// Accesses at which the detector asked more or less than the one that was recorded with.
    pub mismatches: u64,
}

/// What a replay tells, and what a reporter needs besides.
#[derive(Debug)]
pub struct Told<'a> {
    /// What was found.
    pub finding: &'a Finding,
    /// Names for addresses.
    pub symbols: &'a TraceSymbols,
    /// The process that was recorded.
    pub start: &'a Start,
    /// The directory that it ran in.
    pub directory: Option<PathBuf>,
    /// Whether a race is to be shown; it is no repeated one. Nothing else has a verdict.
    pub verdict: Option<Verdict>,
}

/// Sends `trace` through the detector. What there is to say goes to `report`, which may end the
/// replay.
///
/// `start` is the first record; see [`read_start`]. Of each group of races, the first `limit` are
/// to be shown; all, if that is 0. A trace whose replay needs more than about `memory` bytes cannot
/// be followed to its end.
pub fn replay<R: Read>(
    trace: Reader<R>,
    start: Start,
    limit: u64,
    memory: u64,
    report: &mut dyn FnMut(Told<'_>) -> ControlFlow<()>,
) -> Replayed {
    let mut replay = Replay {
        known: Known {
            detector: Detector::new(start.locks),
            places: Places::default(),
            implicit: HashMap::new(),
            budget: Budget::new(memory),
        },
        cells: Cells::default(),
        legality: Legality::new(),
        symbols: TraceSymbols::default(),
        tally: Tally::new(limit),
        start,
        directory: None,
        open: None,
        tasks: 0,
        regions: 0,
        mismatches: 0,
        report,
    };
    let ended = replay.follow(trace);
    Replayed {
        ended,
        accesses: replay.known.detector.statistics().accesses,
        tally: replay.tally,
        tasks: replay.tasks,
        regions: replay.regions,
        mismatches: replay.mismatches,
    }
}

/// Reads the first record.
///
/// # Errors
///
/// When there is none.
pub fn read_start<R: Read>(trace: &mut Reader<R>) -> Result<Start, ReplayError> {
    match trace.next() {
        Some(Ok(Record::Start(start))) => Ok(start),
        Some(Ok(_)) => Err(ReplayError::Illegal { record: 1, problem: "it does not say who was recorded" }),
        Some(Err(error)) => Err(ReplayError::Read(error)),
        None => Err(ReplayError::Read(ReadError::NotATrace)),
    }
}

/// What is known of tasks and places.
struct Known {
    detector: Detector,
    places: Places,
    /// Implicit tasks, with the place of their region and their thread.
    implicit: HashMap<TaskId, (SiteId, u32)>,
    budget: Budget,
}

impl Origins for Known {
    fn parent(&self, task: TaskId) -> Option<TaskId> {
        self.detector.parent(task).filter(|_| self.budget.take_names(1))
    }
    fn thread(&self, task: TaskId) -> Option<u32> {
        self.implicit.get(&task).map(|(_, thread)| *thread)
    }
    fn creation_site(&self, task: TaskId) -> SiteId {
        self.implicit.get(&task).map_or_else(|| self.detector.site(task), |(site, _)| *site)
    }
    fn stack(&self, site: SiteId) -> CallStack {
        self.places.stack(site, &self.budget)
    }
    fn code(&self, site: SiteId) -> u64 {
        self.places.code(site)
    }
    fn size(&self, site: SiteId) -> u64 {
        self.places.size(site)
    }
}

/// An access whose answers are still being read.
struct OpenAccess {
    access: Access,
    stale: VecDeque<bool>,
    /// What words are; `None` for those that belong to one thread.
    memory: Vec<(u64, Option<Memory>)>,
    /// Clauses of the tasks that race.
    clauses: Vec<(TaskId, Vec<Clause>)>,
}

/// About what a member of a team takes, or one of its phases, in all that is known of it.
const BYTES_OF_MEMBER: usize = 64;

/// What to make of a question that has no answer in the trace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unanswered {
    /// The detector is not the one that was recorded with.
    Mismatch,
    /// The recording ended before the answer.
    CutShort,
}

struct Replay<'a> {
    known: Known,
    cells: Cells,
    legality: Legality,
    symbols: TraceSymbols,
    tally: Tally,
    start: Start,
    directory: Option<String>,
    open: Option<OpenAccess>,
    tasks: u64,
    regions: u64,
    mismatches: u64,
    report: &'a mut dyn FnMut(Told<'_>) -> ControlFlow<()>,
}

impl Replay<'_> {
    fn follow<R: Read>(&mut self, trace: Reader<R>) -> Ended {
        // The first record has been read.
        for (record, number) in trace.zip(2..) {
            let illegal = |problem| Ended::Broken(ReplayError::Illegal { record: number, problem });
            let (ended, unanswered) = match record {
                Ok(Record::Finish(finish)) => (Ended::Finished(finish), Unanswered::Mismatch),
                Ok(Record::Killed { signal, name }) => (Ended::Killed { signal, name }, Unanswered::CutShort),
                Ok(record) => match self.take(record) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => return Ended::Stopped,
                    Err(problem) => (illegal(problem), Unanswered::CutShort),
                },
                Err(error) => (Ended::Broken(ReplayError::Read(error)), Unanswered::CutShort),
            };
            if self.settle(unanswered).is_break() {
                return Ended::Stopped;
            }
            return self.check_budget().map_or_else(illegal, |()| ended);
        }
        unreachable!("a trace ends with its last record or with an error")
    }

    /// Takes the next record: definitions and answers at once, an event after the access before it
    /// has all its answers.
    fn take(&mut self, record: Record) -> Result<ControlFlow<()>, &'static str> {
        self.known.budget.add_record();
        self.check_budget()?;
        let Some(record) = self.symbols.take(record) else {
            return Ok(ControlFlow::Continue(()));
        };
        match record {
            Record::Call { caller, pc } => self.known.places.add_call(caller, pc)?,
            Record::Site(site) => self.known.places.add_site(site),
            Record::Directory(directory) => self.directory = directory,
            Record::Stale(stale) => self.asking()?.stale.push_back(stale),
            Record::Private { word } => self.asking()?.memory.push((word, None)),
            Record::Memory { word, memory } => {
                self.legality.check(&record, &self.known.detector)?;
                self.asking()?.memory.push((word, Some(memory)));
            }
            Record::Clauses { .. } => {
                self.legality.check(&record, &self.known.detector)?;
                let Record::Clauses { task, clauses } = record else { unreachable!("it was matched above") };
                self.asking()?.clauses.push((task, clauses));
            }
            Record::Incident(ref incident) => {
                if self.settle(Unanswered::Mismatch).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                self.legality.check(&record, &self.known.detector)?;
                let finding = incident_facts(&self.known, incident);
                self.check_budget()?;
                return Ok(self.tell(&finding, None));
            }
            Record::Start(_) => return Err("it begins again"),
            event => {
                if self.settle(Unanswered::Mismatch).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                self.legality.check(&event, &self.known.detector)?;
                self.apply(event);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Refuses to go on if the replay takes too much.
    fn check_budget(&self) -> Result<(), &'static str> {
        let Known { detector, implicit, budget, .. } = &self.known;
        let detector = detector.footprint() + implicit.len() * BYTES_OF_MEMBER;
        budget.holds(self.cells.bytes() + self.symbols.bytes() + self.legality.bytes() + detector as u64);
        budget.check()
    }

    fn asking(&mut self) -> Result<&mut OpenAccess, &'static str> {
        self.open.as_mut().ok_or("an answer has no question")
    }

    fn apply(&mut self, record: Record) {
        match record {
            Record::Access(access) => {
                self.open =
                    Some(OpenAccess { access, stale: VecDeque::new(), memory: Vec::new(), clauses: Vec::new() });
            }
            Record::Forget { address, length } => self.cells.forget(address, length),
            Record::Event(event) => self.apply_event(&event),
            other => debug_assert!(!other.is_event()),
        }
    }

    fn apply_event(&mut self, event: &Event) {
        match event {
            Event::Create { parent, deferral, completion, depends, site } => {
                let task = self.known.detector.create(*parent, *deferral, *site);
                self.tasks += 1;
                if !depends.is_empty() {
                    self.apply_event(&Event::Depend { task, depends: depends.clone() });
                }
                if *completion == Completion::Detached {
                    self.known.detector.detach(task);
                }
            }
            Event::Fork { site, .. } => {
                self.known.detector.apply(event);
                self.regions += 1;
                // The initial team has the number 0.
                self.name_members(TeamId(self.regions as u32), *site);
            }
            Event::Barrier { team } => {
                let before = self.known.detector.members(*team).first().copied();
                let site = before.map_or(SiteId::NONE, |member| self.known.creation_site(member));
                self.known.detector.apply(event);
                self.name_members(*team, site);
            }
            Event::Depend { task, depends } | Event::TaskwaitDepend { task, depends } => {
                // Each clause is compared with those before it.
                if self.known.budget.take((depends.len() as u64).pow(2)) {
                    let before = self.known.detector.dependences(*task);
                    self.known.detector.apply(event);
                    self.legality.note_dependences(self.known.detector.dependences(*task).saturating_sub(before));
                }
            }
            _ => self.known.detector.apply(event),
        }
    }

    fn name_members(&mut self, team: TeamId, site: SiteId) {
        let members = self.known.detector.members(team);
        self.known.implicit.extend(members.iter().zip(0..).map(|(member, thread)| (*member, (site, thread))));
    }

    /// Makes the open access, now that all answers to it are there.
    fn settle(&mut self, unanswered: Unanswered) -> ControlFlow<()> {
        let Some(mut open) = self.open.take() else {
            return ControlFlow::Continue(());
        };
        let Access { address, length, offset, mode, atomicity, site } = open.access;
        let mut missing = false;
        let mut found = Vec::new();
        // The last transition, for as long as it holds for cells with the same content.
        let mut repeatable = None;
        let mut rest = address..address.saturating_add(length);
        while let Some(piece) = Piece::first_of(&rest, offset) {
            if piece.is_whole()
                && let Some((ByteMask::FULL, before, after)) = repeatable
            {
                let replaced = self.cells.replace(piece.page, (rest.end - rest.start) / PAGE_SPAN, before, after);
                self.known.budget.take(replaced / PAGE_SPAN);
                rest.start += replaced;
                if replaced > 0 {
                    continue;
                }
            }
            rest.start = piece.bytes.end;
            // What is left out is an error, which the next record meets.
            if !self.known.budget.holds(self.cells.bytes()) {
                break;
            }
            let mut page = self.cells.take(piece.page);
            if let (true, Some((ByteMask::FULL, before, after)), Page::Same(cell)) =
                (piece.is_whole(), repeatable, &mut page)
                && *cell == before
            {
                *cell = after;
                self.cells.put(piece.page, page);
                self.known.budget.take(1);
                continue;
            }
            let touched = words(piece.bytes.start, piece.bytes.end - piece.bytes.start);
            for (cell, (word, bytes)) in page.cells()[piece.first..].iter_mut().zip(touched) {
                let before = *cell;
                if let Some((same_bytes, same_before, after)) = repeatable
                    && (same_bytes, same_before) == (bytes, before)
                {
                    *cell = after;
                    continue;
                }
                let is_stale = |_: &_, _: &mut Past<'_>| {
                    open.stale.pop_front().unwrap_or_else(|| {
                        missing = true;
                        // What is not known to be a race is not reported.
                        true
                    })
                };
                let access = CellAccess { mode, atomicity, bytes, site };
                let pure = self.known.detector.access(cell, access, is_stale, &mut found);
                repeatable = pure.then_some((bytes, before, *cell));
                for race in found.drain(..) {
                    let memory = open.memory.iter().find(|(known, _)| *known == word).map(|(_, memory)| *memory);
                    self.report(&race, RacyAccess { word, address, length }, memory, &open.clauses)?;
                }
            }
            self.known.budget.take((piece.bytes.end - piece.bytes.start) / CELL_SPAN as u64);
            if piece.is_whole() {
                page.join();
            }
            self.cells.put(piece.page, page);
        }
        if unanswered == Unanswered::Mismatch && (missing || !open.stale.is_empty()) {
            self.mismatches += 1;
        }
        ControlFlow::Continue(())
    }

    /// Reports a race on a word, if it is a new one. `memory` is what the trace has on the word.
    fn report(
        &mut self,
        race: &Race,
        access: RacyAccess,
        memory: Option<Option<Memory>>,
        clauses: &[(TaskId, Vec<Clause>)],
    ) -> ControlFlow<()> {
        if !self.tally.may_be_new(race) || !self.tally.may_be_new_code(code_sides(race, &self.known)) {
            return ControlFlow::Continue(());
        }
        if memory == Some(None) {
            self.tally.retract(race);
            return ControlFlow::Continue(());
        }
        let memory = memory.flatten().unwrap_or(Memory::Static);
        let facts = race_facts(&self.known, race, access, &memory, clauses);
        let verdict = self.tally.judge(&facts, &self.symbols);
        if verdict == Verdict::Repeated {
            return ControlFlow::Continue(());
        }
        self.tell(&Finding::Race(facts), Some(verdict))
    }

    fn tell(&mut self, finding: &Finding, verdict: Option<Verdict>) -> ControlFlow<()> {
        (self.report)(Told {
            finding,
            verdict,
            symbols: &self.symbols,
            start: &self.start,
            directory: self.directory.as_ref().map(PathBuf::from),
        })
    }
}
