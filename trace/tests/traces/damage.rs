//! Files that are no traces, or not any more.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use detsan_detector::{Completion, Deferral, Event, SiteId, TaskId, TeamId};
use detsan_trace::{BLOCK_HEADER, Ended, ReadError, Reader, Record, Start, Told, read_start, replay, seal};
use fastrand::Rng;

use crate::MEMORY;
use crate::random::{depends, last, record, start, trace_of};

/// Bytes before the first block.
const BEGINNING: usize = 12;

/// A small trace of a few blocks, its records, and where its blocks end.
fn sample(rng: &mut Rng) -> (Vec<u8>, Vec<Record>, Vec<(usize, usize)>) {
    let mut writer = detsan_trace::Writer::new(Vec::new()).expect("memory takes everything");
    let mut records = Vec::new();
    let mut ends = vec![(BEGINNING, 0)];
    for block in 0..4 {
        for number in 0..6 {
            let record = match (block, number) {
                (0, 0) => start(rng),
                (3, 5) => last(rng),
                _ => record(rng, false),
            };
            writer.write(&record).expect("memory takes everything");
            records.push(record);
        }
        writer.flush().expect("memory takes everything");
        ends.push((writer.sink().len(), records.len()));
    }
    (writer.into_sink(), records, ends)
}

/// The records of a file up to its end or to what is wrong with it.
fn read(trace: &[u8]) -> (Vec<Record>, Option<ReadError>) {
    let mut reader = match Reader::new(trace) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut records = Vec::new();
    for record in reader.by_ref() {
        match record {
            Ok(record) => records.push(record),
            Err(error) => {
                assert!(reader.next().is_none(), "nothing comes after an error");
                return (records, Some(error));
            }
        }
    }
    (records, None)
}

#[test]
fn other_files_are_told_from_traces() {
    let message = |file: &[u8]| read(file).1.expect("refused").to_string();
    for file in [&b""[..], b"\x7fELF", b"\x89DETSAN\r\n\x01\0\0\0", b"DETSAN\n"] {
        assert_eq!(message(file), "not a trace: record one with 'detsan run --record FILE'");
    }
    let present = detsan_trace::VERSION;
    assert_eq!(
        message(b"\x89DETSAN\n\x03\0\0\0"),
        format!(
            "a trace of version 3, and this DetSan reads version {present}: use the DetSan that recorded it, or record it again"
        )
    );
    assert_eq!(
        message(b"\x89DETSAN\n\0\0\0\0"),
        "the trace is damaged, in the block at byte 0: there has never been such a version"
    );
    assert_eq!(message(b"\x89DETSAN\n\x03"), "the trace was cut short, at byte 9");
    let header = [&b"\x89DETSAN\n"[..], &present.to_le_bytes()].concat();
    assert_eq!(message(&header), "the trace was cut short, at byte 12");
}

#[test]
fn a_trace_cut_short_is_good_up_to_its_last_whole_block() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..20 {
        let (trace, records, ends) = sample(&mut rng);
        for length in BEGINNING..trace.len() {
            let (read, error) = read(&trace[..length]);
            let (end, whole) = *ends.iter().rfind(|(end, _)| *end <= length).expect("the beginning is there");
            assert_eq!(read, records[..whole], "cut at {length}");
            assert!(matches!(error, Some(ReadError::CutShort { offset }) if offset == end as u64), "{error:?}");
        }
    }
}

#[test]
fn a_flipped_bit_is_noticed_in_its_block() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..10 {
        let (trace, records, ends) = sample(&mut rng);
        for byte in 0..trace.len() {
            let mut damaged = trace.clone();
            damaged[byte] ^= 1 << rng.u8(..8);
            let (read, error) = read(&damaged);
            assert!(error.is_some(), "byte {byte}");
            // A block whose length is damaged may look cut short.
            let whole = ends.iter().rfind(|(end, _)| *end <= byte).map_or(0, |(_, whole)| *whole);
            assert_eq!(read, records[..whole], "byte {byte}");
        }
    }
}

#[test]
fn blocks_that_are_missing_doubled_or_swapped_are_noticed() {
    let mut rng = Rng::with_seed(6);
    let (trace, _, ends) = sample(&mut rng);
    let block = |number: usize| &trace[ends[number].0..ends[number + 1].0];
    for order in [&[0, 2, 3][..], &[0, 1, 1, 2, 3], &[0, 2, 1, 3], &[1, 2, 3], &[0, 1, 2, 3, 3]] {
        let mut file = trace[..BEGINNING].to_vec();
        order.iter().for_each(|number| file.extend(block(*number)));
        assert!(matches!(read(&file).1, Some(ReadError::Damaged { .. })), "{order:?}");
    }
}

#[test]
fn nothing_may_follow_the_end() {
    let mut rng = Rng::with_seed(7);
    let twice = trace_of(&[start(&mut rng), last(&mut rng), Record::Stale(true)]);
    assert!(matches!(read(&twice).1, Some(ReadError::Damaged { .. })));
}

/// Seals `content` as the only block of a file.
fn file_with(content: &[u8]) -> Vec<u8> {
    let mut file = trace_of(&[]);
    file.extend(seal(0, content).0);
    file.extend(content);
    file
}

/// Replays a file, whatever it is. Returns what stopped it.
fn replay_anything(file: &[u8]) -> String {
    let mut reader = match Reader::new(file) {
        Ok(reader) => reader,
        Err(error) => return error.to_string(),
    };
    let start = match read_start(&mut reader) {
        Ok(start) => start,
        Err(error) => return error.to_string(),
    };
    let mut report = |told: Told<'_>| {
        let options = detsan_report::TextOptions { pid: 1, ..detsan_report::TextOptions::of_this_process() };
        assert!(!detsan_report::finding_text(told.finding, told.symbols, &options).is_empty());
        assert!(!detsan_report::finding_json(told.finding, true, told.symbols, &options).is_empty());
        ControlFlow::Continue(())
    };
    match replay(reader, start, 0, MEMORY, &mut report).ended {
        Ended::Broken(error) => error.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn content_that_was_damaged_before_it_was_sealed_does_no_harm() {
    let mut rng = Rng::with_seed(8);
    let mut outcomes = BTreeSet::new();
    for _ in 0..3000 {
        let mut records = vec![start(&mut rng)];
        let count = rng.usize(..40);
        records.extend((0..count).map(|_| record(&mut rng, true)));
        records.push(last(&mut rng));
        let mut content = trace_of(&records)[BEGINNING + BLOCK_HEADER..].to_vec();
        for _ in 0..rng.usize(1..4) {
            let byte = rng.usize(..content.len());
            match rng.u8(..3) {
                0 => content[byte] ^= 1 << rng.u8(..8),
                1 => content.truncate(byte.max(1)),
                _ => content[byte] = rng.u8(..),
            }
        }
        let file = file_with(&content);
        outcomes.insert(replay_anything(&file));
    }
    assert!(outcomes.len() > 10, "{outcomes:#?}");
}

/// Streams that are made as wrong as they can be without being refused, and every refusal on the
/// way.
#[test]
fn events_in_an_impossible_order_are_refused_and_all_others_do_no_harm() {
    let mut rng = Rng::with_seed(9);
    let mut refusals = BTreeSet::new();
    let mut accepted = 0;
    for _ in 0..300 {
        let mut records = vec![start(&mut rng)];
        for _ in 0..100 {
            let is_created = matches!(records.last(), Some(Record::Event(Event::Create { .. })));
            let candidates: Vec<Record> = if is_created && rng.bool() {
                // One of these is the new task, the others are refused.
                let depends = depends(&mut rng);
                (0..8).map(|task| Event::Depend { task: TaskId(task), depends: depends.clone() }.into()).collect()
            } else {
                vec![record(&mut rng, true)]
            };
            for candidate in candidates {
                records.push(candidate);
                let outcome = replay_anything(&trace_of(&records));
                if outcome.starts_with("the trace is damaged, at record ") {
                    records.pop();
                    // The number of the record is left out.
                    refusals.insert(outcome.rsplit(": ").next().unwrap_or_default().to_owned());
                } else {
                    assert!(outcome.starts_with("the trace was cut short"), "{outcome}");
                }
            }
        }
        accepted += records.len();
    }
    assert!(accepted > 300 * 30, "only {accepted} records were accepted");
    for expected in [
        "a call path goes on from one that is not known",
        "a task is named that does not exist",
        "a task does something after its end",
        "a task does something outside of the region that it is in",
        "a task starts before one that it depends on has completed",
        "a taskgroup ends that has not begun",
        "a taskwait ends before a task that it waits for",
        "a team has no members, or too many",
        "a team is named that does not exist",
        "a team meets that has no region",
        "an access touches nothing",
        "an answer has no question",
        "an event is fulfilled that is not there",
        "an implicit task ends by itself",
        "clauses come with the creation of their task",
    ] {
        assert!(refusals.contains(expected), "{expected}: {refusals:#?}");
    }
}

/// The detector would look for the end of a chain of groups that has none.
#[test]
fn a_task_that_outlives_its_group_opens_no_other() {
    let (deferral, completion, site) = (Deferral::Deferred, Completion::AtEnd, SiteId::NONE);
    let records = [
        Record::Start(Start::default()),
        Event::Fork { parent: TaskId(0), size: 1, site }.into(),
        Event::Create { parent: TaskId(1), deferral, completion, depends: Vec::new(), site }.into(),
        Event::Join { team: TeamId(1) }.into(),
        Event::TaskgroupBegin { task: TaskId(2) }.into(),
        Event::Taskwait { task: TaskId(2) }.into(),
    ];
    let outcome = replay_anything(&trace_of(&records));
    assert!(outcome.ends_with("a task opens a group after the end of its own"), "{outcome}");
}
