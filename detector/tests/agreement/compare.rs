//! Two ways to compare the detector with the oracle on one stream.
//!
//! [`races`] makes the accesses of the stream and compares the reports. [`order`] ignores them: after every event it
//! asks the detector about each step so far, whether that comes before the running one, and so compares the whole order
//! of steps, pair by pair.
//!
//! Each comes in a second form, in which the detector forgets tasks after many of the events. In half of the comparisons of the first kind an embedder does to cells what it can
//! do itself ([`Settling`]). That must change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Cell, Detector, Embedding, Event, LockRule, Race, SiteId, TaskId,
};
use detsan_oracle::{LockRule as Rule, NodeId, Oracle, RecordedAccess, Recording, shrink};

use crate::settling::Settling;

/// What the detector draws from locks by default: mutual exclusion, and the order that it implies.
pub const LOCK_RULE: Rule = Rule::ExclusionAndOrder;

/// What one comparison has seen; sums tell that a test has tested something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub streams: u64,
    pub events: u64,
    pub reports: u64,
    pub clean_cells: u64,
    pub racy_cells: u64,
    pub ordered: u64,
    pub unordered: u64,
    pub settled: u64,
}

impl Seen {
    pub fn add(&mut self, other: Seen) {
        self.streams += other.streams;
        self.events += other.events;
        self.reports += other.reports;
        self.clean_cells += other.clean_cells;
        self.racy_cells += other.racy_cells;
        self.ordered += other.ordered;
        self.unordered += other.unordered;
        self.settled += other.settled;
    }
}

/// A comparison: what it saw, or how the two disagree.
pub type Comparison = fn(&[Event]) -> Result<Seen, String>;

/// The reports.
pub const RACES: [Comparison; 2] = [races_settled, races_while_forgetting];
/// The order of all steps.
pub const ORDER: [Comparison; 2] = [order, order_while_forgetting];
/// The reports, with the does-not-commute order.
pub const RACES_THAT_DO_NOT_COMMUTE: [Comparison; 2] =
    [races_that_do_not_commute, races_that_do_not_commute_settled_while_forgetting];

/// Makes the accesses of the stream. Every race that the detector reports must be one, with both sides as they were; and
/// the first access that completes a race on a cell must be reported at once. (After that the detector may forget
/// accesses to that cell.) The embedder settles what it can.
fn races_settled(events: &[Event]) -> Result<Seen, String> {
    compare_races(events, LockRule::Sets, Forgetting::Never, Some(Settling::default()))
}

/// The same with a detector that forgets, and does everything itself.
fn races_while_forgetting(events: &[Event]) -> Result<Seen, String> {
    compare_races(events, LockRule::Sets, Forgetting::often(), None)
}

/// The same, with the does-not-commute order.
fn races_that_do_not_commute(events: &[Event]) -> Result<Seen, String> {
    compare_races(events, LockRule::DoesNotCommute, Forgetting::Never, None)
}

/// The same with both, a detector that forgets and an embedder that settles.
fn races_that_do_not_commute_settled_while_forgetting(events: &[Event]) -> Result<Seen, String> {
    compare_races(events, LockRule::DoesNotCommute, Forgetting::often(), Some(Settling::default()))
}

/// Whether tasks that are over are forgotten on the way.
#[derive(Clone, Debug)]
enum Forgetting {
    Never,
    /// After one event of three. Which ones depends on what has happened so far, so that among all streams there is one for nearly every choice.
    Often(DefaultHasher),
}

impl Forgetting {
    fn often() -> Forgetting {
        Forgetting::Often(DefaultHasher::new())
    }

    /// Whether it is time to, after `event`.
    fn is_due(&mut self, event: Option<&Event>) -> bool {
        match self {
            Forgetting::Never => false,
            Forgetting::Often(past) => {
                event.map(std::mem::discriminant).hash(past);
                past.finish().is_multiple_of(3)
            }
        }
    }
}

/// The cells of a comparison. Which tasks are taken for alike is up to `likeness`.
struct Cells<'a, L> {
    cells: Vec<&'a mut Cell>,
    likeness: L,
}

impl<L: Fn(TaskId) -> u64> Embedding for Cells<'_, L> {
    fn each_cell(&mut self, visit: &mut dyn FnMut(&mut [Cell])) {
        self.cells.iter_mut().for_each(|cell| visit(std::slice::from_mut(*cell)));
    }

    fn likeness(&mut self, task: TaskId, _: SiteId) -> u64 {
        (self.likeness)(task)
    }
}

fn compare_races(
    events: &[Event],
    rule: LockRule,
    mut forgetting: Forgetting,
    mut settling: Option<Settling>,
) -> Result<Seen, String> {
    let mut detector = Detector::new(rule);
    let mut oracle = Oracle::new(match rule {
        LockRule::Sets => LOCK_RULE,
        LockRule::DoesNotCommute => Rule::DoesNotCommute,
    });
    let mut cells: BTreeMap<u64, Cell> = BTreeMap::new();
    let mut racy = BTreeSet::new();
    let mut seen = Seen { streams: 1, events: events.len() as u64, ..Seen::default() };
    let mut reports = Vec::new();
    for event in events {
        if let Event::Access { cell, access } = event {
            let truth: Vec<RecordedAccess> = oracle.racing_with(*cell, *access).cloned().collect();
            let now = oracle.record(*cell, *access);
            reports.clear();
            let history = cells.entry(*cell).or_default();
            match &mut settling {
                Some(settling) => settling.access(&mut detector, history, *access, &mut reports),
                None => {
                    detector.access(history, *access, |_, _| false, &mut reports);
                }
            }
            for report in &reports {
                if !describes(&report.later, &now) {
                    return Err(format!("the later side of {report:?} is not the access that was made, {now:?}"));
                }
                if !truth.iter().any(|earlier| describes(&report.earlier, earlier)) {
                    return Err(false_report(report, &truth));
                }
            }
            if racy.contains(cell) {
                // The detector's promise for this cell is kept.
            } else if !truth.is_empty() {
                racy.insert(*cell);
                if reports.is_empty() {
                    return Err(format!("missed: {now:?} races with {truth:?}"));
                }
            }
            seen.reports += reports.len() as u64;
        } else {
            if let Some(settling) = &mut settling {
                settling.adopt(&mut detector);
            }
            detector.apply(event);
        }
        oracle.apply(event).map_err(|illegal| format!("{event:?} is not legal: {}", illegal.0))?;
        if forgetting.is_due(Some(event)) {
            // The names of tasks are compared, so that none may stand for another.
            let likeness = |task: TaskId| u64::from(task.0);
            if let Some(settling) = &mut settling {
                settling.adopt(&mut detector);
                settling.forget();
            }
            detector.compact(&mut Cells { cells: cells.values_mut().collect(), likeness });
        }
    }
    seen.settled = settling.map_or(0, |settling| settling.settled);
    seen.racy_cells = racy.len() as u64;
    seen.clean_cells = (cells.len() - racy.len()) as u64;
    Ok(seen)
}

/// Whether one side of a report is the recorded access. Accesses of one step at one site are reported as one, and
/// some bytes of an access may have been forgotten.
fn describes(side: &detsan_detector::RaceAccess, access: &RecordedAccess) -> bool {
    side.task == access.task
        && side.mode == access.access.mode
        && side.atomicity == access.access.atomicity
        && side.site == access.access.site
        && access.access.bytes.overlaps(side.bytes)
}

fn false_report(report: &Race, truth: &[RecordedAccess]) -> String {
    format!("false: {report:?} is not a race; the access races with {truth:?}")
}

/// Compares the order of all steps, after every event.
///
/// Each step writes to a cell of its own. To ask whether it comes before the running step, that one reads a copy of the
/// cell: a race is reported exactly if it does not.
fn order(events: &[Event]) -> Result<Seen, String> {
    compare_order(events, Forgetting::Never)
}

/// [`order`], with a detector that forgets.
fn order_while_forgetting(events: &[Event]) -> Result<Seen, String> {
    compare_order(events, Forgetting::often())
}

fn compare_order(events: &[Event], mut forgetting: Forgetting) -> Result<Seen, String> {
    let mut detector = Detector::default();
    let mut oracle = Oracle::new(LOCK_RULE);
    let mut cells: BTreeMap<NodeId, (RecordedAccess, Cell)> = BTreeMap::new();
    let mut seen = Seen { streams: 1, ..Seen::default() };
    let mut reports = Vec::new();
    let begin = std::iter::once(None);
    for event in begin.chain(events.iter().map(Some)) {
        match event {
            Some(Event::Access { .. }) => continue,
            Some(event) => {
                detector.apply(event);
                oracle.apply(event).map_err(|illegal| format!("{event:?} is not legal: {}", illegal.0))?;
            }
            None => {}
        }
        let Some(node) = oracle.current_node() else { continue };
        let read = oracle.record(0, access(AccessMode::Read, SiteId(1)));
        for (written, cell) in cells.values() {
            reports.clear();
            detector.access(&mut { *cell }, read.access, |_, _| false, &mut reports);
            let race = oracle.race(written, &read);
            if race == reports.is_empty() {
                let (task, precedes) = (written.task, if race { "precedes" } else { "does not precede" });
                return Err(format!("the detector says that the write by {task:?} {precedes} {:?} now", read.task));
            }
            *(if race { &mut seen.unordered } else { &mut seen.ordered }) += 1;
        }
        cells.entry(node).or_insert_with(|| {
            let write = oracle.record(0, access(AccessMode::Write, SiteId(2)));
            let mut cell = Cell::default();
            detector.access(&mut cell, write.access, |_, _| false, &mut reports);
            (write, cell)
        });
        if forgetting.is_due(event) {
            detector.compact(&mut Cells { cells: cells.values_mut().map(|(_, cell)| cell).collect(), likeness: |_| 0 });
        }
        seen.events += 1;
    }
    Ok(seen)
}

fn access(mode: AccessMode, site: SiteId) -> Access {
    Access { mode, atomicity: Atomicity::Plain, bytes: ByteMask::FULL, site }
}

/// Runs `comparison`, and panics with a [`disagreement`].
#[track_caller]
pub fn agree(comparison: Comparison, events: &[Event], origin: impl Fn() -> String) -> Seen {
    disagreement(comparison, events).unwrap_or_else(|text| panic!("{}\n{text}", origin()))
}

/// Runs `comparison`; if it fails, or if the detector panics, makes the stream small and returns its text.
pub fn disagreement(comparison: Comparison, events: &[Event]) -> Result<Seen, String> {
    outcome(comparison, events).map_err(|first| {
        let small = shrink(events, &mut |candidate| outcome(comparison, candidate).is_err());
        let message = outcome(comparison, &small).err().unwrap_or_default();
        let text = Recording { events: small, expected: None };
        format!("first seen as: {first}\nmade small: {message}\n\n{text}")
    })
}

fn outcome(comparison: Comparison, events: &[Event]) -> Result<Seen, String> {
    quietly(|| catch_unwind(AssertUnwindSafe(|| comparison(events)))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("the detector panics: {}", text.unwrap_or_default()))
    })
}

/// Calls `f`, whose panics on this thread are caught and not printed: there are hundreds while a stream is made small.
fn quietly<T>(f: impl FnOnce() -> T) -> T {
    thread_local!(static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let result = f();
    QUIET.set(false);
    result
}
