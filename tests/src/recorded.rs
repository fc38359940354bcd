//! Recorded runs against the oracle: what libomp does is a legal stream of events, and on it the detector is right.
//!
//! The detector's own tests hold it against the oracle on streams that were made up. Here the streams are those of real
//! programs, as the tool has recorded them. A trace says more than the oracle knows of, about memory that changes hands;
//! that is applied here:
//!
//! - **Forgotten memory** gets a new number, so that the oracle takes it for other memory.
//! - **Stale accesses.** An answer that the memory of an access has changed hands since holds for all older accesses to it as well.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use detsan_detector::{Access as CellAccess, Completion, Depend, Detector, Event, Race, RaceAccess, TaskId};
use detsan_oracle::{LockRule, Oracle, RecordedAccess};
use detsan_trace::{Access, Cells, Reader, Record, cell_number, cell_numbers, words};

/// What a comparison has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Events that are no accesses.
    pub events: u64,
    /// Accesses to cells.
    pub accesses: u64,
    /// Cells on which both found a race.
    pub racy_cells: u64,
}

/// Sends a trace through the detector and the oracle.
///
/// # Errors
///
/// When it cannot be read, when its events are not legal, or when the two disagree.
pub fn compare(trace: &Path) -> Result<Seen, String> {
    let file = File::open(trace).map_err(|error| format!("{}: {error}", trace.display()))?;
    let reader = Reader::new(BufReader::new(file)).map_err(|error| error.to_string())?;
    let records: Vec<Record> = reader.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let mut comparison = Comparison {
        later_facts: later_facts(&records),
        detector: Detector::new(),
        oracle: Oracle::new(LockRule::Exclusion),
        cells: Cells::default(),
        numbers: BTreeMap::new(),
        next_number: 0,
        times: HashMap::new(),
        histories: HashMap::new(),
        events: 0,
        seen: Seen::default(),
    };
    for (at, record) in records.iter().enumerate() {
        let answers = records[at + 1..].iter().take_while(|record| !is_event(record));
        let stale = answers.filter_map(|record| if let Record::Stale(stale) = record { Some(*stale) } else { None });
        comparison.take(record, stale).map_err(|problem| format!("record {}, {record:?}: {problem}", at + 1))?;
    }
    Ok(comparison.seen)
}

/// Whether a record is something that happened, and no definition or answer.
fn is_event(record: &Record) -> bool {
    event(record, &LaterFacts::default(), TaskId(0)).is_some()
        || matches!(record, Record::Access(_) | Record::Forget { .. } | Record::Depend { .. } | Record::Detach { .. })
}

/// What is told of a task after its creation, and belongs to the event of its creation.
#[derive(Debug, Default)]
struct LaterFacts {
    depends: HashMap<TaskId, Vec<Depend>>,
    completion: HashMap<TaskId, Completion>,
}

fn later_facts(records: &[Record]) -> LaterFacts {
    let mut facts = LaterFacts::default();
    for record in records {
        match record {
            Record::Depend { task, depends } => {
                facts.depends.insert(*task, depends.clone());
            }
            Record::Detach { task } => {
                facts.completion.insert(*task, Completion::Detached);
            }
            _ => {}
        }
    }
    facts
}

/// The event of a record that is no access, with what is told later; `next` is the task that is created next.
fn event(record: &Record, later: &LaterFacts, next: TaskId) -> Option<Event> {
    Some(match record {
        Record::Create { parent, deferral, site } => Event::Create {
            parent: *parent,
            deferral: *deferral,
            completion: later.completion.get(&next).copied().unwrap_or(Completion::AtEnd),
            depends: later.depends.get(&next).cloned().unwrap_or_default(),
            site: *site,
        },
        Record::Run { task } => Event::Run { task: *task },
        Record::End { task } => Event::End { task: *task },
        Record::Fulfill { task, by } => Event::Fulfill { task: *task, by: *by },
        Record::Taskwait { task } => Event::Taskwait { task: *task },
        Record::TaskwaitDepend { task, depends } => Event::TaskwaitDepend { task: *task, depends: depends.clone() },
        Record::TaskgroupBegin { task } => Event::TaskgroupBegin { task: *task },
        Record::TaskgroupEnd { task } => Event::TaskgroupEnd { task: *task },
        Record::Fork { parent, size, .. } => Event::Fork { parent: *parent, size: *size },
        Record::Barrier { team } => Event::Barrier { team: *team },
        Record::Join { team } => Event::Join { team: *team },
        Record::Acquire { task, lock } => Event::Acquire { task: *task, lock: *lock },
        Record::AcquireShared { task, lock } => Event::AcquireShared { task: *task, lock: *lock },
        Record::Release { task, lock } => Event::Release { task: *task, lock: *lock },
        Record::InitialiseBegin { task, guard } => Event::InitialiseBegin { task: *task, guard: *guard },
        Record::InitialiseEnd { task, guard } => Event::InitialiseEnd { task: *task, guard: *guard },
        Record::Pass { task, guard } => Event::Pass { task: *task, guard: *guard },
        _ => return None,
    })
}

/// What is known of one cell, until it is forgotten.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    /// Accesses of steps that began at this time or before are stale.
    stale: u32,
    /// A race has been found: the detector may forget accesses now.
    racy: bool,
}

struct Comparison {
    later_facts: LaterFacts,
    detector: Detector,
    oracle: Oracle,
    cells: Cells,
    /// What the oracle calls a cell, by its number.
    numbers: BTreeMap<u64, u64>,
    next_number: u64,
    /// When the step of an access began, by the number of its event.
    times: HashMap<usize, u32>,
    histories: HashMap<u64, History>,
    /// Events that the oracle has seen.
    events: usize,
    seen: Seen,
}

impl Comparison {
    fn take(&mut self, record: &Record, mut stale: impl Iterator<Item = bool>) -> Result<(), String> {
        match record {
            Record::Access(access) => return self.access(access, &mut stale),
            Record::Forget { address, length } => self.forget(*address, *length),
            // They are part of the creation.
            Record::Depend { .. } | Record::Detach { .. } => {}
            _ => {
                let next = TaskId(self.oracle.machine().task_count() as u32);
                if let Some(event) = event(record, &self.later_facts, next) {
                    self.apply_to_oracle(&event)?;
                    self.detector.apply(&event);
                    self.seen.events += 1;
                }
            }
        }
        Ok(())
    }

    fn apply_to_oracle(&mut self, event: &Event) -> Result<(), String> {
        self.oracle.apply(event).map_err(|illegal| format!("{event:?} is not legal: {}", illegal.0))?;
        self.events += 1;
        Ok(())
    }

    fn forget(&mut self, address: u64, length: u64) {
        self.cells.forget(address, length);
        if let Some(range) = cell_numbers(address, length) {
            let forgotten: Vec<u64> = self.numbers.range(range).map(|(cell, _)| *cell).collect();
            for cell in forgotten {
                self.numbers.remove(&cell);
            }
        }
    }

    fn access(&mut self, access: &Access, stale: &mut dyn Iterator<Item = bool>) -> Result<(), String> {
        let Access { address, length, offset, mode, atomicity, site } = *access;
        for (word, bytes) in words(address, length) {
            let place = word.wrapping_add(offset);
            let number = *self.numbers.entry(cell_number(place)).or_insert_with(|| {
                self.next_number += 1;
                self.next_number
            });
            let access = CellAccess { mode, atomicity, bytes, site };
            let mut truth: Vec<RecordedAccess> = self.oracle.racing_with(number, access).cloned().collect();
            let history = self.histories.entry(number).or_default();
            let mut unanswered = false;
            let answer = |earlier: &RaceAccess| {
                let answer = stale.next();
                unanswered |= answer.is_none();
                if answer == Some(true) {
                    history.stale = history.stale.max(earlier.time);
                }
                answer == Some(true)
            };
            let mut reports = Vec::new();
            self.detector.access(self.cells.cell(place), access, answer, &mut reports);
            if unanswered {
                return Err(format!("the detector asks at {word:#x} what the trace does not answer"));
            }
            truth.retain(|earlier| self.times[&earlier.event] > history.stale);
            judge(&reports, &truth, history)?;
            let is_racy = history.racy;
            self.times.insert(self.events, self.detector.clock());
            self.apply_to_oracle(&Event::Access { cell: number, access })?;
            self.seen.accesses += 1;
            self.seen.racy_cells += u64::from(is_racy && !truth.is_empty());
        }
        match stale.next() {
            None => Ok(()),
            Some(_) => Err("the trace has answers that the detector has not asked for".to_owned()),
        }
    }
}

/// Every report must be a race; the first race on a cell must be reported.
fn judge(reports: &[Race], truth: &[RecordedAccess], history: &mut History) -> Result<(), String> {
    for report in reports {
        let earlier = &report.earlier;
        let is_it = |access: &RecordedAccess| {
            (earlier.task, earlier.mode, earlier.atomicity, earlier.site)
                == (access.task, access.access.mode, access.access.atomicity, access.access.site)
                && access.access.bytes.within(earlier.bytes)
        };
        if !truth.iter().any(is_it) {
            return Err(format!("{report:?} is no race; the access races with {truth:?}"));
        }
    }
    if reports.is_empty() && !truth.is_empty() && !history.racy {
        return Err(format!("missed: the access races with {truth:?}"));
    }
    history.racy |= !reports.is_empty();
    Ok(())
}
