//! Records as bytes. The two halves stand side by side, one case per record, so that they can be
//! compared.
//!
//! Addresses, tasks and places are written as differences to the last ones, and a text is written
//! once and then named by its number: neighbouring records are alike, and most take two to six
//! bytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::convert::Infallible;

use detsan_detector::{
    AccessMode, Atomicity, Completion, Deferral, Depend, DependKind, Event, Field, FieldMut, GuardId, Location, LockId,
    LockRule, SignalId, SiteId, SlotId, TaskId, TeamId,
};
use detsan_report::{Ending, Guarantee, Memory, Schedules, escaped};

use crate::record::{Access, Finish, LocalQuestion, Record, Site, Start};
use crate::wire::{Cursor, Malformed, put_difference, put_number, put_text};

/// First byte of each record. 0 is none of them, and an access has the top bit set.
pub(crate) mod tag {
    use detsan_detector::Event;

    pub(crate) const START: u8 = 1;
    pub(crate) const DIRECTORY: u8 = 2;
    pub(crate) const CALL: u8 = 3;
    pub(crate) const SITE: u8 = 4;
    pub(crate) const FRAMES: u8 = 5;
    pub(crate) const STATIC_VARIABLE: u8 = 6;
    pub(crate) const LOCAL_VARIABLE: u8 = 7;
    pub(crate) const PLACE: u8 = 8;
    pub(crate) const DIRECTIVE: u8 = 9;
    /// An event: this, and the number of its kind.
    pub(crate) const EVENT: u8 = 16;
    pub(crate) const LAST_EVENT: u8 = EVENT + Event::KINDS - 1;
    pub(crate) const FORGET: u8 = 79;
    pub(crate) const STALE: u8 = 80;
    pub(crate) const NOT_STALE: u8 = 81;
    pub(crate) const MEMORY: u8 = 82;
    pub(crate) const PRIVATE: u8 = 83;
    pub(crate) const INCIDENT: u8 = 84;
    pub(crate) const CLAUSES: u8 = 85;
    pub(crate) const FINISH: u8 = 96;
    pub(crate) const KILLED: u8 = 97;
    /// An access: the mode, the atomicity and the usual lengths are in the same byte.
    pub(crate) const ACCESS: u8 = 0x80;
    pub(crate) const ACCESS_WRITE: u8 = 1;
    pub(crate) const ACCESS_ATOMIC: u8 = 2;
    pub(crate) const ACCESS_LENGTH_SHIFT: u8 = 2;
    pub(crate) const ACCESS_LENGTH_MASK: u8 = 7;
    /// It is at the same place as the access before.
    pub(crate) const ACCESS_SAME_SITE: u8 = 0x20;
    /// It is recorded elsewhere: an offset follows.
    pub(crate) const ACCESS_OFFSET: u8 = 0x40;
}

/// Lengths of accesses that have a number of their own; 0 says that the length follows.
const LENGTHS: [u64; 6] = [0, 1, 2, 4, 8, 16];

/// In place of the number of a length: the length follows, and the slot.
const LENGTH_AND_SLOT: usize = 6;

/// The values that differences refer to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    /// End of the last access, or of the memory forgotten last.
    address: u64,
    pc: u64,
    task: u32,
    site: u32,
}

/// Writes records.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    last: Last,
    texts: HashMap<String, u64>,
}

/// Reads records.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    last: Last,
    texts: Vec<String>,
    /// How long the texts were that have been named, in all and in this record.
    named: u64,
    named_in_record: u64,
    /// Bytes that have been read.
    taken: u64,
}

/// The greatest number of a signal that Linux has.
const LAST_SIGNAL: u8 = 64;

/// Length of all texts that may be named in a record, and in all, with what each byte of the trace
/// adds.
const NAMED_TEXTS: u64 = 64 << 20;
const NAMED_BY_BYTE: u64 = 256;

impl Encoder {
    /// Appends `record` to `out`.
    pub(crate) fn put(&mut self, out: &mut Vec<u8>, record: &Record) {
        match record {
            Record::Start(start) => {
                out.push(tag::START);
                self.text(out, &start.version);
                self.text(out, &start.options);
                put_number(out, start.pid.into());
                out.push(match start.locks {
                    LockRule::Sets => 0,
                    LockRule::DoesNotCommute => 1,
                });
            }
            Record::Directory(directory) => {
                out.push(tag::DIRECTORY);
                self.optional(out, directory.as_deref(), Self::text);
            }
            Record::Call { caller, pc } => {
                out.push(tag::CALL);
                put_number(out, (*caller).into());
                self.pc(out, *pc);
            }
            Record::Site(Site { pc, context, size }) => {
                out.push(tag::SITE);
                self.pc(out, *pc);
                put_number(out, (*context).into());
                put_number(out, *size);
            }
            Record::Frames { address, frames } => {
                out.push(tag::FRAMES);
                self.pc(out, *address);
                put_number(out, frames.len() as u64);
                for frame in frames {
                    self.frame(out, frame);
                }
            }
            Record::Directive { address, location } => {
                out.push(tag::DIRECTIVE);
                self.pc(out, *address);
                self.optional(out, location.as_ref(), Self::location);
            }
            Record::StaticVariable { address, size, variable } => {
                out.push(tag::STATIC_VARIABLE);
                put_number(out, *address);
                put_number(out, *size);
                self.optional(out, variable.as_ref(), Self::variable);
            }
            Record::LocalVariable { question, variable } => {
                out.push(tag::LOCAL_VARIABLE);
                let LocalQuestion { return_address, frame_address, address, size } = *question;
                for number in [return_address, frame_address, address, size] {
                    put_number(out, number);
                }
                self.optional(out, variable.as_ref(), Self::variable);
            }
            Record::Place { address, place } => {
                out.push(tag::PLACE);
                put_number(out, *address);
                self.place(out, place);
            }
            Record::Event(event) => self.event(out, event),
            Record::Access(access) => self.access(out, access),
            Record::Forget { address, length } => {
                out.push(tag::FORGET);
                self.range(out, *address);
                put_number(out, *length);
                self.last.address = address.wrapping_add(*length);
            }
            Record::Stale(stale) => out.push(if *stale { tag::STALE } else { tag::NOT_STALE }),
            Record::Memory { word, memory } => {
                out.push(tag::MEMORY);
                put_number(out, *word);
                self.memory(out, memory);
            }
            Record::Private { word } => {
                out.push(tag::PRIVATE);
                put_number(out, *word);
            }
            Record::Clauses { task, clauses } => {
                out.push(tag::CLAUSES);
                self.task(out, *task);
                self.clauses(out, clauses);
            }
            Record::Incident(incident) => {
                out.push(tag::INCIDENT);
                self.incident(out, incident);
            }
            Record::Finish(finish) => self.finish(out, finish),
            Record::Killed { signal, name } => {
                out.extend([tag::KILLED, *signal]);
                put_text(out, name);
            }
        }
    }

    fn access(&mut self, out: &mut Vec<u8>, access: &Access) {
        let slot = match access.atomicity {
            Atomicity::Slot(slot) => Some(slot),
            _ => None,
        };
        let usual = || LENGTHS.iter().skip(1).position(|length| *length == access.length).map_or(0, |index| index + 1);
        let length = slot.map_or_else(usual, |_| LENGTH_AND_SLOT);
        let mut first = tag::ACCESS | (length as u8) << tag::ACCESS_LENGTH_SHIFT;
        if access.mode == AccessMode::Write {
            first |= tag::ACCESS_WRITE;
        }
        if access.atomicity == Atomicity::Atomic {
            first |= tag::ACCESS_ATOMIC;
        }
        let same_site = access.site.0 == self.last.site;
        if same_site {
            first |= tag::ACCESS_SAME_SITE;
        }
        if access.offset != 0 {
            first |= tag::ACCESS_OFFSET;
        }
        out.push(first);
        self.range(out, access.address);
        if length == 0 || slot.is_some() {
            put_number(out, access.length);
        }
        if let Some(slot) = slot {
            put_number(out, slot.0);
        }
        if !same_site {
            self.site(out, access.site);
        }
        if access.offset != 0 {
            put_number(out, access.offset);
        }
        self.last.address = access.address.wrapping_add(access.length);
    }

    pub(crate) fn memory(&mut self, out: &mut Vec<u8>, memory: &Memory) {
        match *memory {
            Memory::Static => out.push(0),
            Memory::Heap { start, size, site } => {
                out.push(1);
                put_number(out, start);
                put_number(out, size);
                self.site(out, site);
            }
            Memory::Stack { function, frame_address } => {
                out.push(2);
                put_number(out, function);
                put_number(out, frame_address);
            }
            Memory::TaskData { task, start, size } => {
                out.push(3);
                self.task(out, task);
                put_number(out, start);
                put_number(out, size);
            }
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>, finish: &Finish) {
        out.push(tag::FINISH);
        put_difference(out, finish.status.into());
        match &finish.ending {
            Ending::Complete => out.push(0),
            Ending::Incomplete(why) => {
                out.push(1);
                self.text(out, why);
            }
        }
        let Guarantee { schedules, crowded_team, unseen } = &finish.guarantee;
        out.push(match schedules {
            Schedules::All => 0,
            Schedules::ThisLockOrder => 1,
            Schedules::ThisOrderOfSections => 2,
        });
        put_number(out, crowded_team.map_or(0, u64::from));
        put_number(out, unseen.len() as u64);
        for what in unseen {
            self.text(out, what);
        }
        let Finish { foreign_accesses, races, tasks, regions, accesses, .. } = *finish;
        for number in [foreign_accesses, races, tasks, regions, accesses] {
            put_number(out, number);
        }
    }

    fn event(&mut self, out: &mut Vec<u8>, event: &Event) {
        out.push(tag::EVENT + event.kind());
        let Ok(()) = event.try_fields::<Infallible>(|field| {
            match field {
                Field::Task(task) => self.task(out, *task),
                Field::By(by) => self.optional(out, by.as_ref(), |encoder, out, by| encoder.task(out, *by)),
                Field::Team(TeamId(number))
                | Field::Lock(LockId(number))
                | Field::Guard(GuardId(number))
                | Field::Signal(SignalId(number))
                | Field::Size(number) => put_number(out, (*number).into()),
                Field::Site(site) => self.site(out, *site),
                Field::Deferral(deferral) => out.push((*deferral == Deferral::Undeferred).into()),
                Field::Completion(completion) => out.push((*completion == Completion::Detached).into()),
                Field::Depends(depends) => put_depends(out, depends),
                Field::Cell(_) | Field::Access(_) => unreachable!("a trace has accesses to addresses"),
            }
            Ok(())
        });
    }

    pub(crate) fn task(&mut self, out: &mut Vec<u8>, task: TaskId) {
        put_difference(out, i64::from(task.0) - i64::from(self.last.task));
        self.last.task = task.0;
    }

    pub(crate) fn site(&mut self, out: &mut Vec<u8>, site: SiteId) {
        put_difference(out, i64::from(site.0) - i64::from(self.last.site));
        self.last.site = site.0;
    }

    fn pc(&mut self, out: &mut Vec<u8>, pc: u64) {
        put_difference(out, pc.wrapping_sub(self.last.pc) as i64);
        self.last.pc = pc;
    }

    fn range(&mut self, out: &mut Vec<u8>, address: u64) {
        put_difference(out, address.wrapping_sub(self.last.address) as i64);
    }

    /// A text that was written before is named by its number, counted from 1.
    pub(crate) fn text(&mut self, out: &mut Vec<u8>, text: &str) {
        match self.texts.get(text) {
            Some(number) => put_number(out, *number),
            None => {
                self.texts.insert(text.to_owned(), self.texts.len() as u64 + 1);
                out.push(0);
                put_text(out, text);
            }
        }
    }

    pub(crate) fn optional<T: ?Sized>(
        &mut self,
        out: &mut Vec<u8>,
        value: Option<&T>,
        put: impl FnOnce(&mut Self, &mut Vec<u8>, &T),
    ) {
        out.push(value.is_some().into());
        if let Some(value) = value {
            put(self, out, value);
        }
    }
}

/// Kind and location of each clause; `omp_all_memory` has a bit of its own.
pub(crate) fn put_depends(out: &mut Vec<u8>, depends: &[Depend]) {
    put_number(out, depends.len() as u64);
    for depend in depends {
        let kind = match depend.kind {
            DependKind::In => 0,
            DependKind::Out => 1,
            DependKind::InOutSet => 2,
            DependKind::MutexInOutSet => 3,
        };
        match depend.location {
            None => out.push(kind | ALL_MEMORY),
            Some(location) => {
                out.push(kind);
                put_number(out, location.0);
            }
        }
    }
}

/// In the byte of a clause's kind: it names `omp_all_memory`, and no location follows.
const ALL_MEMORY: u8 = 0x80;

impl Decoder {
    /// Takes the next record.
    pub(crate) fn take(&mut self, from: &mut Cursor<'_>) -> Result<Record, Malformed> {
        let before = from.len();
        self.named_in_record = 0;
        let record = self.take_record(from)?;
        self.taken += (before - from.len()) as u64;
        Ok(record)
    }

    fn take_record(&mut self, from: &mut Cursor<'_>) -> Result<Record, Malformed> {
        let tag = from.byte()?;
        Ok(match tag {
            tag::START => {
                let (version, options) = (self.text(from)?, self.text(from)?);
                let pid = from.small()?;
                let locks = match from.byte()? {
                    0 => LockRule::Sets,
                    1 => LockRule::DoesNotCommute,
                    _ => return Err(Malformed("there is no such rule for locks")),
                };
                Record::Start(Start { version, options, pid, locks })
            }
            tag::DIRECTORY => Record::Directory(self.optional(from, Self::text)?),
            tag::CALL => Record::Call { caller: from.small()?, pc: self.pc(from)? },
            tag::SITE => {
                let pc = self.pc(from)?;
                Record::Site(Site { pc, context: from.small()?, size: from.number()? })
            }
            tag::FRAMES => {
                let address = self.pc(from)?;
                let frames = (0..from.count()?).map(|_| self.frame(from)).collect::<Result<_, _>>()?;
                Record::Frames { address, frames }
            }
            tag::DIRECTIVE => {
                Record::Directive { address: self.pc(from)?, location: self.optional(from, Self::location)? }
            }
            tag::STATIC_VARIABLE => {
                let (address, size) = (from.number()?, from.number()?);
                Record::StaticVariable { address, size, variable: self.optional(from, Self::variable)? }
            }
            tag::LOCAL_VARIABLE => {
                let question = LocalQuestion {
                    return_address: from.number()?,
                    frame_address: from.number()?,
                    address: from.number()?,
                    size: from.number()?,
                };
                Record::LocalVariable { question, variable: self.optional(from, Self::variable)? }
            }
            tag::PLACE => Record::Place { address: from.number()?, place: self.place(from)? },
            tag::EVENT..=tag::LAST_EVENT => Record::Event(self.event(from, tag - tag::EVENT)?),
            tag::FORGET => {
                let (address, length) = (self.range(from)?, from.number()?);
                self.last.address = address.wrapping_add(length);
                Record::Forget { address, length }
            }
            tag::STALE => Record::Stale(true),
            tag::NOT_STALE => Record::Stale(false),
            tag::MEMORY => Record::Memory { word: from.number()?, memory: self.memory(from)? },
            tag::PRIVATE => Record::Private { word: from.number()? },
            tag::CLAUSES => Record::Clauses { task: self.task(from)?, clauses: self.clauses(from)? },
            tag::INCIDENT => Record::Incident(self.incident(from)?),
            tag::FINISH => Record::Finish(self.finish(from)?),
            tag::KILLED => match from.byte()? {
                // It is 0 for `exec`.
                signal @ 0..=LAST_SIGNAL => Record::Killed { signal, name: escaped(from.text()?).into_owned() },
                _ => return Err(Malformed("there is no such signal")),
            },
            tag if tag & tag::ACCESS != 0 => Record::Access(self.access(from, tag)?),
            _ => return Err(Malformed("there is no record with this tag")),
        })
    }

    fn event(&mut self, from: &mut Cursor<'_>, kind: u8) -> Result<Event, Malformed> {
        let mut event = Event::blank(kind).ok_or(Malformed("there is no record with this tag"))?;
        event.try_fields_mut(|field| {
            match field {
                FieldMut::Task(task) => *task = self.task(from)?,
                FieldMut::By(by) => *by = self.optional(from, Self::task)?,
                FieldMut::Team(TeamId(number))
                | FieldMut::Lock(LockId(number))
                | FieldMut::Guard(GuardId(number))
                | FieldMut::Signal(SignalId(number))
                | FieldMut::Size(number) => *number = from.small()?,
                FieldMut::Site(site) => *site = self.site(from)?,
                FieldMut::Deferral(deferral) => {
                    *deferral = if from.flag()? { Deferral::Undeferred } else { Deferral::Deferred };
                }
                FieldMut::Completion(completion) => {
                    *completion = if from.flag()? { Completion::Detached } else { Completion::AtEnd };
                }
                FieldMut::Depends(depends) => *depends = take_depends(from)?,
                FieldMut::Cell(_) | FieldMut::Access(_) => return Err(Malformed("an access has no address")),
            }
            Ok(())
        })?;
        Ok(event)
    }

    fn access(&mut self, from: &mut Cursor<'_>, first: u8) -> Result<Access, Malformed> {
        let length = usize::from(first >> tag::ACCESS_LENGTH_SHIFT & tag::ACCESS_LENGTH_MASK);
        let in_slot = length == LENGTH_AND_SLOT;
        if length >= LENGTHS.len() && !in_slot || in_slot && first & tag::ACCESS_ATOMIC != 0 {
            return Err(Malformed("an access is of no known form"));
        }
        let address = self.range(from)?;
        let length = if length == 0 || in_slot { from.number()? } else { LENGTHS[length] };
        let slot = if in_slot { Some(SlotId(from.number()?)) } else { None };
        let same_site = first & tag::ACCESS_SAME_SITE != 0;
        let site = if same_site { SiteId(self.last.site) } else { self.site(from)? };
        let offset = if first & tag::ACCESS_OFFSET != 0 { from.number()? } else { 0 };
        self.last.address = address.wrapping_add(length);
        Ok(Access {
            address,
            length,
            offset,
            mode: if first & tag::ACCESS_WRITE != 0 { AccessMode::Write } else { AccessMode::Read },
            atomicity: match slot {
                Some(slot) => Atomicity::Slot(slot),
                None if first & tag::ACCESS_ATOMIC != 0 => Atomicity::Atomic,
                None => Atomicity::Plain,
            },
            site,
        })
    }

    pub(crate) fn memory(&mut self, from: &mut Cursor<'_>) -> Result<Memory, Malformed> {
        Ok(match from.byte()? {
            0 => Memory::Static,
            1 => Memory::Heap { start: from.number()?, size: from.number()?, site: self.site(from)? },
            2 => Memory::Stack { function: from.number()?, frame_address: from.number()? },
            3 => Memory::TaskData { task: self.task(from)?, start: from.number()?, size: from.number()? },
            _ => return Err(Malformed("memory is of no known kind")),
        })
    }

    fn finish(&mut self, from: &mut Cursor<'_>) -> Result<Finish, Malformed> {
        let status = i32::try_from(from.difference()?).map_err(|_| Malformed("a status has more than 32 bits"))?;
        let ending = match from.byte()? {
            0 => Ending::Complete,
            1 => Ending::Incomplete(self.text(from)?.into()),
            _ => return Err(Malformed("there is no such ending")),
        };
        let guarantee = self.guarantee(from)?;
        Ok(Finish {
            status,
            ending,
            guarantee,
            foreign_accesses: from.number()?,
            races: from.number()?,
            tasks: from.number()?,
            regions: from.number()?,
            accesses: from.number()?,
        })
    }

    fn guarantee(&mut self, from: &mut Cursor<'_>) -> Result<Guarantee, Malformed> {
        let schedules = match from.byte()? {
            0 => Schedules::All,
            1 => Schedules::ThisLockOrder,
            2 => Schedules::ThisOrderOfSections,
            _ => return Err(Malformed("there is no such guarantee")),
        };
        let crowded_team = match u32::try_from(from.number()?) {
            Ok(0) => None,
            Ok(threads) => Some(threads),
            Err(_) => return Err(Malformed("a team has more than 32 bits")),
        };
        let mut unseen = Vec::new();
        for _ in 0..from.number()? {
            unseen.push(self.text(from)?);
        }
        Ok(Guarantee { schedules, crowded_team, unseen })
    }

    pub(crate) fn task(&mut self, from: &mut Cursor<'_>) -> Result<TaskId, Malformed> {
        self.last.task = shifted(self.last.task, from.difference()?)?;
        Ok(TaskId(self.last.task))
    }

    pub(crate) fn site(&mut self, from: &mut Cursor<'_>) -> Result<SiteId, Malformed> {
        self.last.site = shifted(self.last.site, from.difference()?)?;
        Ok(SiteId(self.last.site))
    }

    fn pc(&mut self, from: &mut Cursor<'_>) -> Result<u64, Malformed> {
        self.last.pc = self.last.pc.wrapping_add(from.difference()? as u64);
        Ok(self.last.pc)
    }

    fn range(&mut self, from: &mut Cursor<'_>) -> Result<u64, Malformed> {
        Ok(self.last.address.wrapping_add(from.difference()? as u64))
    }

    /// A name, as it may be printed.
    pub(crate) fn text(&mut self, from: &mut Cursor<'_>) -> Result<String, Malformed> {
        let text = self.raw_text(from)?;
        Ok(match escaped(&text) {
            Cow::Owned(shown) => shown,
            Cow::Borrowed(_) => text,
        })
    }

    fn raw_text(&mut self, from: &mut Cursor<'_>) -> Result<String, Malformed> {
        let number = from.number()?;
        if number == 0 {
            let text = from.text()?.to_owned();
            self.texts.push(text.clone());
            return Ok(text);
        }
        let index = usize::try_from(number - 1).ok();
        let text = index.and_then(|index| self.texts.get(index));
        let text = text.ok_or(Malformed("a text is named that has not been written"))?;
        self.named += text.len() as u64;
        self.named_in_record += text.len() as u64;
        if self.named_in_record > NAMED_TEXTS || self.named > NAMED_TEXTS + NAMED_BY_BYTE * self.taken {
            return Err(Malformed("its texts are longer than those of any recorded run"));
        }
        Ok(text.clone())
    }

    pub(crate) fn optional<T>(
        &mut self,
        from: &mut Cursor<'_>,
        take: impl FnOnce(&mut Self, &mut Cursor<'_>) -> Result<T, Malformed>,
    ) -> Result<Option<T>, Malformed> {
        if from.flag()? { take(self, from).map(Some) } else { Ok(None) }
    }
}

fn shifted(last: u32, difference: i64) -> Result<u32, Malformed> {
    let value = i64::from(last).checked_add(difference);
    value.and_then(|value| u32::try_from(value).ok()).ok_or(Malformed("a number has more than 32 bits"))
}

pub(crate) fn take_depends(from: &mut Cursor<'_>) -> Result<Vec<Depend>, Malformed> {
    let count = from.count()?;
    let take = |_| {
        let first = from.byte()?;
        let kind = match first & !ALL_MEMORY {
            0 => DependKind::In,
            1 => DependKind::Out,
            2 => DependKind::InOutSet,
            3 => DependKind::MutexInOutSet,
            _ => return Err(Malformed("there is no such kind of depend clause")),
        };
        let location = if first & ALL_MEMORY != 0 { None } else { Some(Location(from.number()?)) };
        Ok(Depend { location, kind })
    };
    (0..count).map(take).collect()
}
