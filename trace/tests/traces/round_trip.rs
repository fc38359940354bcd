//! What is written is read.

use std::collections::HashSet;
use std::io;
use std::mem::{Discriminant, discriminant};

use detsan_detector::Event;
use detsan_trace::{BLOCK_SIZE, KILLED_SPACE, Reader, Record, Sink, Writer, killed_block};
use fastrand::Rng;

use crate::random::{last, record, start, trace_of};

fn read(trace: &[u8]) -> Vec<Record> {
    let reader = Reader::new(trace).expect("it is a trace");
    reader.map(|record| record.expect("the trace is whole")).collect()
}

/// The kind of a record; of an event, also which one.
fn kind(record: &Record) -> (Discriminant<Record>, Option<u8>) {
    let event = if let Record::Event(event) = record { Some(event.kind()) } else { None };
    (discriminant(record), event)
}

#[test]
fn every_record_survives() {
    let mut rng = Rng::with_seed(1);
    let mut kinds = HashSet::new();
    for _ in 0..300 {
        let mut records = vec![start(&mut rng)];
        let count = rng.usize(..300);
        let plausible = rng.bool();
        records.extend((0..count).map(|_| record(&mut rng, plausible)));
        records.push(last(&mut rng));
        assert_eq!(read(&trace_of(&records)), records);
        kinds.extend(records.iter().map(kind));
    }
    // Eighteen that are no events, and each event but an access, which has a record of its own.
    assert_eq!(kinds.len(), 18 + usize::from(Event::KINDS) - 1, "every kind of record occurs");
}

#[test]
fn a_trace_of_many_blocks_and_a_record_larger_than_a_block() {
    let mut rng = Rng::with_seed(2);
    let mut records = vec![start(&mut rng)];
    for _ in 0..50_000 {
        records.push(record(&mut rng, false));
    }
    records.push(Record::Directory(Some("d".repeat(3 * BLOCK_SIZE))));
    records.push(Record::Stale(true));
    records.push(last(&mut rng));
    let trace = trace_of(&records);
    assert!(trace.len() > 8 * BLOCK_SIZE);
    assert_eq!(read(&trace), records);
}

#[test]
fn an_ordinary_access_takes_few_bytes() {
    let mut records = vec![Record::Start(Default::default())];
    let access = |address, site| {
        Record::Access(detsan_trace::Access {
            address,
            length: 8,
            offset: 0,
            mode: detsan_detector::AccessMode::Write,
            atomicity: detsan_detector::Atomicity::Plain,
            site: detsan_detector::SiteId(site),
        })
    };
    records.push(access(0x7f12_3456_0000, 1));
    let before = trace_of(&records).len();
    for number in 0..1000u64 {
        records.push(access(0x7f12_3456_0000 + 8 * number, 1 + number as u32 % 3));
    }
    assert!(trace_of(&records).len() - before <= 3 * 1000);
}

/// Keeps what a signal handler could reach.
#[derive(Default)]
struct Emergency {
    file: Vec<u8>,
    chain: u32,
    pending: Vec<u8>,
    place: Option<*const u8>,
}

impl Sink for Emergency {
    fn write(&mut self, bytes: &[u8], chain: u32) -> io::Result<()> {
        self.file.extend_from_slice(bytes);
        self.chain = chain;
        self.pending.clear();
        Ok(())
    }
    fn pending(&mut self, content: &[u8]) {
        assert!(content.starts_with(&self.pending), "content only grows");
        self.pending = content.to_vec();
        let place = *self.place.get_or_insert(content.as_ptr());
        assert_eq!(place, content.as_ptr(), "content stays where it is");
    }
}

#[test]
fn what_is_pending_can_be_saved_at_any_moment() {
    let mut rng = Rng::with_seed(3);
    let mut writer = Writer::new(Emergency::default()).expect("memory takes everything");
    let mut records = Vec::new();
    for number in 0..6000 {
        let record = if number == 0 { start(&mut rng) } else { record(&mut rng, false) };
        writer.write(&record).expect("memory takes everything");
        records.push(record);
        if number % 500 == 499 {
            let Emergency { file, chain, pending, .. } = writer.sink();
            let mut saved = file.clone();
            let (header, chain) = detsan_trace::seal(*chain, pending);
            saved.extend(header);
            saved.extend(pending);
            let mut block = [0; KILLED_SPACE];
            let length = killed_block(chain, 11, "SIGSEGV", &mut block);
            saved.extend(&block[..length]);
            let mut expected = records.clone();
            expected.push(Record::Killed { signal: 11, name: "SIGSEGV".to_owned() });
            assert_eq!(read(&saved), expected);
        }
    }
}

#[test]
fn a_sink_that_fails_is_an_error_of_the_writer() {
    struct Full(usize);
    impl Sink for Full {
        fn write(&mut self, bytes: &[u8], _: u32) -> io::Result<()> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(())
        }
    }
    assert!(Writer::new(Full(3)).is_err());
    let mut writer = Writer::new(Full(100)).map_err(|_| ()).expect("the beginning fits");
    for _ in 0..200 {
        writer.write(&Record::Stale(true)).expect("nothing is written yet");
    }
    assert_eq!(writer.flush().expect_err("the disk is full").kind(), io::ErrorKind::StorageFull);
}
