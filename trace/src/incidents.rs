//! What a run finds besides races as bytes, beside [`codec`](crate::codec).

use detsan_report::{Call, Clause, Incident, Note, WaitKind, escaped};

use crate::codec::{Decoder, Encoder, put_depends, take_depends};
use crate::wire::{Cursor, Malformed, put_number};

/// First byte of each incident.
mod kind {
    pub(super) const FULFILLED_TWICE: u8 = 0;
    pub(super) const NEVER_FULFILLED: u8 = 1;
    pub(super) const DEADLOCK: u8 = 2;
    pub(super) const LOCK_HELD: u8 = 3;
    pub(super) const LONE_DEPEND: u8 = 4;
    pub(super) const CROWDED_LOOPS: u8 = 5;
    pub(super) const UNUSED_THREADS: u8 = 6;
    pub(super) const WATCHDOG: u8 = 7;
    pub(super) const ALONE: u8 = 8;
}

const WAITS: [WaitKind; 8] = [
    WaitKind::Taskwait,
    WaitKind::Depend,
    WaitKind::Taskgroup,
    WaitKind::Barrier,
    WaitKind::RegionEnd,
    WaitKind::Ordered,
    WaitKind::Sink,
    WaitKind::Poll,
];

impl Encoder {
    pub(crate) fn incident(&mut self, out: &mut Vec<u8>, incident: &Incident) {
        match incident {
            Incident::FulfilledTwice { task, before, again } => {
                out.push(kind::FULFILLED_TWICE);
                self.task(out, *task);
                self.call(out, before);
                self.call(out, again);
            }
            Incident::NeverFulfilled { task } => {
                out.push(kind::NEVER_FULFILLED);
                self.task(out, *task);
            }
            Incident::Deadlock { waiter, wait, site, blocked } => {
                out.push(kind::DEADLOCK);
                self.task(out, *waiter);
                out.push(WAITS.iter().position(|known| known == wait).expect("the table has all waits") as u8);
                self.site(out, *site);
                put_number(out, blocked.len() as u64);
                for (task, awaits) in blocked {
                    self.task(out, *task);
                    self.optional(out, awaits.as_ref(), |encoder, out, task| encoder.task(out, *task));
                }
            }
            Incident::LockHeld { waiter, site, holder, taken_at } => {
                out.push(kind::LOCK_HELD);
                self.task(out, *waiter);
                self.site(out, *site);
                self.task(out, *holder);
                self.site(out, *taken_at);
            }
            Incident::LoneDepend { task, taskwait, item, overlaps, others } => {
                out.push(kind::LONE_DEPEND);
                self.task(out, *task);
                self.optional(out, taskwait.as_ref(), |encoder, out, site| encoder.site(out, *site));
                self.clauses(out, std::slice::from_ref(item));
                self.optional(out, overlaps.as_ref(), |encoder, out, (task, item)| {
                    encoder.task(out, *task);
                    encoder.clauses(out, std::slice::from_ref(item));
                });
                put_number(out, *others);
            }
            Incident::Note(Note::CrowdedLoops { loops, iterations, threads }) => {
                out.push(kind::CROWDED_LOOPS);
                put_number(out, *loops);
                put_number(out, *iterations);
                put_number(out, (*threads).into());
            }
            Incident::Note(Note::UnusedThreads { asked, team }) => {
                out.push(kind::UNUSED_THREADS);
                self.text(out, asked);
                put_number(out, (*team).into());
            }
            Incident::Note(Note::Watchdog { firings }) => {
                out.push(kind::WATCHDOG);
                put_number(out, *firings);
            }
            Incident::Note(Note::Alone { tasks }) => {
                out.push(kind::ALONE);
                put_number(out, *tasks);
            }
        }
    }

    fn call(&mut self, out: &mut Vec<u8>, call: &Call) {
        self.optional(out, call.by.as_ref(), |encoder, out, task| encoder.task(out, *task));
        self.site(out, call.site);
    }

    /// Clauses, with the memory that they name.
    pub(crate) fn clauses(&mut self, out: &mut Vec<u8>, clauses: &[Clause]) {
        put_depends(out, &clauses.iter().map(|clause| clause.depend).collect::<Vec<_>>());
        for clause in clauses {
            put_number(out, clause.length);
            self.memory(out, &clause.memory);
        }
    }
}

impl Decoder {
    pub(crate) fn incident(&mut self, from: &mut Cursor<'_>) -> Result<Incident, Malformed> {
        Ok(match from.byte()? {
            kind::FULFILLED_TWICE => {
                Incident::FulfilledTwice { task: self.task(from)?, before: self.call(from)?, again: self.call(from)? }
            }
            kind::NEVER_FULFILLED => Incident::NeverFulfilled { task: self.task(from)? },
            kind::DEADLOCK => {
                let waiter = self.task(from)?;
                let wait = WAITS.get(usize::from(from.byte()?)).ok_or(Malformed("there is no such wait"))?;
                let site = self.site(from)?;
                let count = from.count()?;
                let blocked = (0..count).map(|_| Ok((self.task(from)?, self.optional(from, Self::task)?)));
                Incident::Deadlock { waiter, wait: *wait, site, blocked: blocked.collect::<Result<_, _>>()? }
            }
            kind::LOCK_HELD => Incident::LockHeld {
                waiter: self.task(from)?,
                site: self.site(from)?,
                holder: self.task(from)?,
                taken_at: self.site(from)?,
            },
            kind::LONE_DEPEND => Incident::LoneDepend {
                task: self.task(from)?,
                taskwait: self.optional(from, Self::site)?,
                item: self.clause(from)?,
                overlaps: self.optional(from, |decoder, from| Ok((decoder.task(from)?, decoder.clause(from)?)))?,
                others: from.number()?,
            },
            kind::CROWDED_LOOPS => Incident::Note(Note::CrowdedLoops {
                loops: from.number()?,
                iterations: from.number()?,
                threads: from.small()?,
            }),
            kind::UNUSED_THREADS => {
                let asked = escaped(&self.text(from)?).into_owned();
                Incident::Note(Note::UnusedThreads { asked, team: from.small()? })
            }
            kind::WATCHDOG => Incident::Note(Note::Watchdog { firings: from.number()? }),
            kind::ALONE => Incident::Note(Note::Alone { tasks: from.number()? }),
            _ => return Err(Malformed("there is no such incident")),
        })
    }

    fn call(&mut self, from: &mut Cursor<'_>) -> Result<Call, Malformed> {
        Ok(Call { by: self.optional(from, Self::task)?, site: self.site(from)? })
    }

    fn clause(&mut self, from: &mut Cursor<'_>) -> Result<Clause, Malformed> {
        let clauses = self.clauses(from)?;
        let [clause] = <[Clause; 1]>::try_from(clauses).map_err(|_| Malformed("it is not one item"))?;
        Ok(clause)
    }

    /// Clauses, with the memory that they name.
    pub(crate) fn clauses(&mut self, from: &mut Cursor<'_>) -> Result<Vec<Clause>, Malformed> {
        let depends = take_depends(from)?;
        let clause = |depend| Ok(Clause { depend, length: from.number()?, memory: self.memory(from)? });
        depends.into_iter().map(clause).collect()
    }
}
