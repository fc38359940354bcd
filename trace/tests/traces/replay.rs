//! A replay finds what the detector found.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use detsan_detector::{Access as CellAccess, Cell, Detector, Event, Past, Race, SiteId};
use detsan_oracle::{Policy, Rng as OracleRng, Shape, walk};
use detsan_report::{Ending, Finding, Guarantee, Incident, Memory, Note};
use detsan_trace::{
    Access, Ended, Finish, Reader, Record, ReplayError, Replayed, Site, Start, Told, read_start, replay, words,
};

use crate::MEMORY;
use crate::random::trace_of;

/// A race as a report shows it: both places and tasks, and the word.
type Shown = (u64, u32, u64, u32, u64);

/// An access to the bytes of `mask`, rounded up to a range.
fn ranged(cell: u64, access: &CellAccess) -> Access {
    let first = u64::from(access.bytes.0.trailing_zeros());
    let last = 7 - u64::from(access.bytes.0.leading_zeros());
    let CellAccess { mode, atomicity, site, .. } = *access;
    Access { address: cell * 4 + first, length: last - first + 1, offset: 0, mode, atomicity, site }
}

/// The records of a stream. Every place has its number as code address.
fn records_of(events: &[Event]) -> Vec<Record> {
    let mut records = vec![Record::Start(Start::default())];
    let mut sites = 0;
    for event in events {
        let mut event = event.clone();
        if let Event::Create { site, .. } | Event::Access { access: CellAccess { site, .. }, .. } = event {
            while sites < site.0 {
                sites += 1;
                records.push(Record::Site(Site { pc: sites.into(), context: 1, size: 4 }));
            }
        }
        if let Event::Fork { site, .. } = &mut event {
            *site = SiteId(1);
        }
        records.push(match event {
            Event::Access { cell, access } => Record::Access(ranged(cell, &access)),
            event => event.into(),
        });
    }
    records.push(Record::Finish(finish()));
    records
}

fn finish() -> Finish {
    Finish {
        status: 0,
        ending: Ending::Complete,
        guarantee: Guarantee::default(),
        foreign_accesses: 0,
        races: 0,
        tasks: 0,
        regions: 0,
        accesses: 0,
    }
}

/// What the detector finds, with the same answers: every `n`th question is answered with yes.
fn found_directly(events: &[Event], n: usize) -> (Vec<Race>, Vec<bool>) {
    let mut detector = Detector::default();
    let mut cells: BTreeMap<u64, Cell> = BTreeMap::new();
    let (mut races, mut answers) = (Vec::new(), Vec::new());
    for event in events {
        let Event::Access { cell, access } = event else {
            detector.apply(event);
            continue;
        };
        let Access { address, length, .. } = ranged(*cell, access);
        for (word, bytes) in words(address, length) {
            let stale = |_: &_, _: &mut Past<'_>| {
                answers.push(answers.len() % n == n - 1);
                answers[answers.len() - 1]
            };
            detector.access(cells.entry(word / 4).or_default(), CellAccess { bytes, ..*access }, stale, &mut races);
        }
    }
    (races, answers)
}

/// Replays a trace and returns the races that it shows.
fn shown(trace: &[u8]) -> (Vec<Shown>, Replayed) {
    let mut reader = Reader::new(trace).expect("it is a trace");
    let start = read_start(&mut reader).expect("it has a beginning");
    let mut shown = Vec::new();
    let mut report = |told: Told<'_>| {
        let Finding::Race(facts) = told.finding else { panic!("there are only races") };
        let (earlier, later) = (&facts.earlier, &facts.later);
        let number = |task: usize| facts.tasks[task].number;
        shown.push((earlier.stack[0], number(earlier.task), later.stack[0], number(later.task), later.address & !3));
        ControlFlow::Continue(())
    };
    let replayed = replay(reader, start, 0, MEMORY, &mut report);
    (shown, replayed)
}

/// Streams of random programs, without barriers of the initial team, which have no region.
fn streams() -> impl Iterator<Item = Vec<Event>> {
    (0..400).filter_map(|seed| {
        let mut rng = OracleRng::new(seed);
        let policy = if seed % 2 == 0 { Policy::AnyOrder } else { Policy::DepthFirst };
        let shape = Shape::random(&mut rng, policy);
        let events = walk(&mut rng, &shape);
        let initial = |event: &Event| matches!(event, Event::Barrier { team } if team.0 == 0);
        (!events.iter().any(initial)).then_some(events)
    })
}

#[test]
fn a_replay_finds_what_the_detector_found_with_the_same_answers() {
    let (mut races, mut stale) = (0, 0);
    for events in streams() {
        for n in [usize::MAX, 2] {
            let (direct, answers) = found_directly(&events, n);
            let trace = with_answers(&events, &answers);
            let (found, replayed) = shown(&trace);
            assert!(matches!(replayed.ended, Ended::Finished(_)), "{:?}", replayed.ended);
            assert_eq!(replayed.mismatches, 0);
            // Each pair of places and modes once, as the tally does.
            assert_eq!(replayed.tally.found, found.len() as u64);
            assert_eq!(replayed.tally.found + replayed.tally.repeated, direct.len() as u64);
            for shown in &found {
                let same = |race: &&Race| {
                    (race.earlier.site.0.into(), race.earlier.task.0, race.later.site.0.into(), race.later.task.0)
                        == (shown.0, shown.1, shown.2, shown.3)
                };
                assert!(direct.iter().any(|race| same(&race)), "{shown:?} in {direct:?}");
            }
            races += direct.len();
            stale += answers.iter().filter(|answer| **answer).count();
        }
    }
    assert!(races > 1000 && stale > 500, "{races} races and {stale} answers");
}

/// The trace of a stream with the answers behind the accesses that asked.
fn with_answers(events: &[Event], answers: &[bool]) -> Vec<u8> {
    let records = records_of(events);
    let mut detector = Detector::default();
    let mut cells: BTreeMap<u64, Cell> = BTreeMap::new();
    let mut answers = answers.iter();
    let mut all = Vec::new();
    let mut events = events.iter();
    for record in records {
        let access = match record {
            Record::Access(access) => Some(access),
            _ => None,
        };
        all.push(record);
        let Some(Access { address, length, mode, atomicity, site, .. }) = access else { continue };
        // Everything that happened before.
        for event in events.by_ref() {
            match event {
                Event::Access { .. } => break,
                event => detector.apply(event),
            }
        }
        for (word, bytes) in words(address, length) {
            let stale = |_: &_, _: &mut Past<'_>| {
                let answer = *answers.next().expect("the same questions are asked");
                all.push(Record::Stale(answer));
                answer
            };
            let access = CellAccess { mode, atomicity, bytes, site };
            detector.access(cells.entry(word / 4).or_default(), access, stale, &mut Vec::new());
        }
    }
    assert!(answers.next().is_none());
    trace_of(&all)
}

/// Two tasks write to one word; `answers` stand behind the second write.
fn two_writers(answers: &[Record], end: Option<Record>) -> Vec<u8> {
    let text = "create 1 by 0 @1\ncreate 2 by 0 @2\nrun 1\nwrite 0 by 1 @3\nend 1\nrun 2\nwrite 0 by 2 @4";
    let recording: detsan_oracle::Recording = text.parse().expect("it is a stream");
    let mut records = records_of(&recording.events);
    records.pop();
    records.extend_from_slice(answers);
    records.extend(end);
    trace_of(&records)
}

#[test]
fn stale_and_private_memory_is_no_race() {
    let end = || Some(Record::Finish(finish()));
    let memory = Record::Memory { word: 0, memory: Memory::Static };
    assert_eq!(shown(&two_writers(&[Record::Stale(false), memory], end())).0, [(3, 1, 4, 2, 0)]);
    assert_eq!(shown(&two_writers(&[Record::Stale(true)], end())).0, []);
    assert_eq!(shown(&two_writers(&[Record::Stale(false), Record::Private { word: 0 }], end())).0, []);
}

#[test]
fn questions_that_were_not_answered_are_counted() {
    let end = || Some(Record::Finish(finish()));
    assert_eq!(shown(&two_writers(&[], end())).1.mismatches, 1);
    assert_eq!(shown(&two_writers(&[Record::Stale(false), Record::Stale(false)], end())).1.mismatches, 1);
    assert_eq!(shown(&two_writers(&[Record::Stale(false)], end())).1.mismatches, 0);
}

#[test]
fn where_a_trace_is_cut_short_only_what_was_answered_is_reported() {
    let (races, replayed) = shown(&two_writers(&[], None));
    assert_eq!((races, replayed.mismatches), (vec![], 0));
    assert!(matches!(replayed.ended, Ended::Broken(ReplayError::Read(_))));
    let (races, replayed) = shown(&two_writers(&[Record::Stale(false)], None));
    assert_eq!((races, replayed.mismatches), (vec![(3, 1, 4, 2, 0)], 0));
    let killed = Record::Killed { signal: 15, name: "SIGTERM".into() };
    let (races, replayed) = shown(&two_writers(&[Record::Stale(false)], Some(killed)));
    assert_eq!(races.len(), 1);
    assert!(matches!(replayed.ended, Ended::Killed { signal: 15, .. }));
}

#[test]
fn forgotten_memory_is_no_race() {
    let mut records = records_of(
        &"create 1 by 0 @1\nrun 1\nwrite 0 by 1 @2\nend 1\nrun 0\nwrite 0 by 0 @3"
            .parse::<detsan_oracle::Recording>()
            .expect("it is a stream")
            .events,
    );
    let end =
        records.iter().position(|record| matches!(record, Record::Event(Event::End { .. }))).expect("the task ends");
    records.insert(end, Record::Forget { address: 2, length: 1 });
    let (races, replayed) = shown(&trace_of(&records));
    assert_eq!((races.len(), replayed.mismatches), (0, 0));
}

#[test]
fn a_note_comes_after_the_races_before_it() {
    let end = Some(Record::Finish(finish()));
    let trace = two_writers(&[Record::Stale(false), Record::Incident(Incident::Note(Note::Alone { tasks: 1 }))], end);
    let mut reader = Reader::new(&trace[..]).expect("it is a trace");
    let start = read_start(&mut reader).expect("it has a beginning");
    let mut said = Vec::new();
    replay(reader, start, 0, MEMORY, &mut |told| {
        said.push(if let Finding::Note(_) = told.finding { "note" } else { "race" });
        ControlFlow::Continue(())
    });
    assert_eq!(said, ["race", "note"]);
}

#[test]
fn the_caller_can_stop_a_replay() {
    let trace = two_writers(&[Record::Stale(false)], Some(Record::Finish(finish())));
    let mut reader = Reader::new(&trace[..]).expect("it is a trace");
    let start = read_start(&mut reader).expect("it has a beginning");
    let replayed = replay(reader, start, 0, MEMORY, &mut |_| ControlFlow::Break(()));
    assert!(matches!(replayed.ended, Ended::Stopped));
}
