//! Recorded runs against the oracle: what libomp does is a legal stream of events, and on it the
//! detector is right.
//!
//! The detector's own tests hold it against the oracle on streams that were made up. Here the
//! streams are those of real programs, as the tool has recorded them. A trace says more than the
//! oracle knows of, about memory that changes hands; that is applied here:
//!
//! - **Forgotten memory** gets a new number, so that the oracle takes it for other memory.
//! - **Stale accesses.** An answer that the memory of an access has changed hands since holds for
//!   all older accesses to it as well.

mod stream;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use detsan_detector::{Access as CellAccess, Detector, Event, LockRule, Past, Race, RaceAccess};
use detsan_oracle::{LockRule as Rule, Oracle, RecordedAccess};
use detsan_trace::{Access, Cells, Reader, Record, cell_number, cell_numbers, words};

use stream::Stream;

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
    let locks = if let Some(Record::Start(start)) = records.first() { start.locks } else { LockRule::default() };
    let rule = match locks {
        LockRule::Sets => Rule::ExclusionAndOrder,
        LockRule::DoesNotCommute => Rule::DoesNotCommute,
    };
    let mut comparison = Comparison {
        stream: Stream::of(&records),
        detector: Detector::new(locks),
        oracle: Oracle::new(rule),
        cells: Cells::default(),
        numbers: BTreeMap::new(),
        next_number: 0,
        times: HashMap::new(),
        histories: HashMap::new(),
        events: 0,
        seen: Seen::default(),
    };
    for (at, record) in records.iter().enumerate() {
        let answers = records[at + 1..].iter().take_while(|record| !record.is_event());
        let stale = answers.filter_map(|record| if let Record::Stale(stale) = record { Some(*stale) } else { None });
        comparison.take(record, stale).map_err(|problem| format!("record {}, {record:?}: {problem}", at + 1))?;
    }
    Ok(comparison.seen)
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
    stream: Stream,
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
            Record::Event(event) => {
                self.events += self.stream.tell(&mut self.oracle, event)?;
                self.detector.apply(event);
                self.seen.events += 1;
            }
            _ => {}
        }
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
            if self.oracle.machine().acting() != Some(self.detector.running()) {
                return Err(format!("{:?} makes an access and does not run", self.detector.running()));
            }
            let mut truth: Vec<RecordedAccess> = self.oracle.racing_with(number, access).cloned().collect();
            let history = self.histories.entry(number).or_default();
            let mut unanswered = false;
            let answer = |earlier: &RaceAccess, _: &mut Past<'_>| {
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
            let was_racy = history.racy;
            judge(&reports, &truth, history)?;
            self.seen.racy_cells += u64::from(history.racy && !was_racy);
            self.times.insert(self.events, self.detector.clock());
            let made = self.oracle.apply(&Event::Access { cell: number, access });
            made.map_err(|illegal| format!("it is not legal: {}", illegal.0))?;
            self.events += 1;
            self.seen.accesses += 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use detsan_detector::{AccessMode, Atomicity, Completion, Deferral, SiteId, TaskId};
    use detsan_trace::Writer;

    fn create(parent: u32) -> Record {
        let (deferral, completion) = (Deferral::Deferred, Completion::AtEnd);
        let (parent, site) = (TaskId(parent), SiteId::NONE);
        Event::Create { parent, deferral, completion, depends: Vec::new(), site }.into()
    }

    fn run(task: u32) -> Record {
        Event::Run { task: TaskId(task) }.into()
    }

    fn end(task: u32) -> Record {
        Event::End { task: TaskId(task) }.into()
    }

    fn write(site: u32) -> Record {
        let (mode, atomicity) = (AccessMode::Write, Atomicity::Plain);
        Record::Access(Access { address: 0x1002, length: 4, offset: 0, mode, atomicity, site: SiteId(site) })
    }

    /// What comes out of a trace with these events.
    fn compare_events(events: &[Record]) -> Result<Seen, String> {
        let file = tempfile::NamedTempFile::new().expect("a temporary file can be made");
        let mut writer = Writer::new(file.reopen().expect("it can be opened")).expect("written");
        for event in events {
            writer.write(event).expect("written");
        }
        writer.write(&Record::Killed { signal: 9, name: String::new() }).expect("written");
        writer.flush().expect("written");
        compare(file.path())
    }

    /// Two tasks write to two words, with `between` after the first, and `answers` behind the
    /// second write.
    fn two_writers(between: &[Record], answers: &[Record]) -> Result<Seen, String> {
        let first = [create(0), create(0), run(1), write(1), end(1)];
        let second = [run(2), write(2)];
        compare_events(&[&first[..], between, &second, answers, &[end(2)]].concat())
    }

    #[test]
    fn both_see_the_race_unless_memory_has_changed_hands() {
        let racy_cells = |seen: Result<Seen, String>| seen.map(|seen| seen.racy_cells);
        let stale = |answer: bool| [Record::Stale(answer), Record::Stale(answer)];
        assert_eq!(racy_cells(two_writers(&[], &stale(false))), Ok(2));
        assert_eq!(racy_cells(two_writers(&[], &stale(true))), Ok(0));
        let forget = |address| [Record::Forget { address, length: 1 }];
        assert_eq!(racy_cells(two_writers(&forget(0x1003), &stale(false)[..1])), Ok(1));
        assert_eq!(racy_cells(two_writers(&[Record::Forget { address: 0x1000, length: 8 }], &[])), Ok(0));
    }

    #[test]
    fn answers_must_fit_the_questions() {
        assert!(two_writers(&[], &[Record::Stale(false)]).unwrap_err().contains("does not answer"));
        let three = [Record::Stale(false), Record::Stale(false), Record::Stale(true)];
        assert!(two_writers(&[], &three).unwrap_err().contains("has not asked for"));
    }

    #[test]
    fn events_must_be_legal() {
        let too_early = [create(0), run(1), run(0), Event::Taskwait { task: TaskId(0) }.into()];
        assert!(compare_events(&too_early).unwrap_err().contains("has not completed"));
    }

    #[test]
    fn a_thread_outside_of_openmp_fulfils_an_event() {
        let task = TaskId(1);
        let by = Some(TaskId(2));
        let events = [
            create(0),
            Event::Detach { task }.into(),
            create(0),
            run(1),
            write(1),
            end(1),
            run(0),
            Event::Fulfill { task, by }.into(),
            Event::Taskwait { task: TaskId(0) }.into(),
            write(2),
        ];
        assert_eq!(compare_events(&events).map(|seen| seen.racy_cells), Ok(0));
    }
}
