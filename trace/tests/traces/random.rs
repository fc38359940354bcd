//! Random records: every kind, with edges and nonsense in every field.

use std::borrow::Cow;
use std::convert::Infallible;

use detsan_detector::{
    AccessMode, Atomicity, Completion, Deferral, Depend, DependKind, Event, FieldMut, GuardId, Location, LockId,
    LockRule, SignalId, SiteId, SlotId, TaskId, TeamId,
};
use detsan_report::{
    Call, Clause, Construct, DebugInfo, Ending, Frame, Guarantee, Incident, Memory, Note, Place, Role, Schedules,
    SourceLocation, Variable, VariableKind, WaitKind,
};

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
use detsan_trace::{Access, Finish, LocalQuestion, Record, Site, Start, Writer};
use fastrand::Rng;

/// Of so many records, 15 are no events, each of another kind.
const KINDS: usize = 40;

/// Rows of the table of events.
const CREATE: u8 = 0;
const RUN: u8 = 3;

/// A trace with these records.
pub fn trace_of(records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).expect("memory takes everything");
    for record in records {
        writer.write(record).expect("memory takes everything");
    }
    writer.flush().expect("memory takes everything");
    writer.into_sink()
}

/// A number that is often small, often at an edge, and sometimes anything.
pub fn number(rng: &mut Rng) -> u64 {
    match rng.u8(..5) {
        0 => rng.u64(..4),
        1 => rng.u64(..1000),
        2 => 0x7f12_3456_0000 + rng.u64(..4096),
        3 => *rng.choice(&[u64::MAX, 1 << 63, u64::from(u32::MAX), 0x7f, 0x80]).expect("there are some"),
        _ => rng.u64(..),
    }
}

fn small(rng: &mut Rng) -> u32 {
    number(rng) as u32
}

fn text(rng: &mut Rng) -> String {
    let texts = ["", "main", "/home/me/a.c", "größer", "x::y<int>"];
    if rng.bool() { (*rng.choice(&texts).expect("there are some")).to_owned() } else { "long ".repeat(rng.usize(..50)) }
}

fn option<T>(rng: &mut Rng, make: fn(&mut Rng) -> T) -> Option<T> {
    rng.bool().then(|| make(rng))
}

fn choice<T: Copy>(rng: &mut Rng, all: &[T]) -> T {
    *rng.choice(all).expect("there are some")
}

fn construct(rng: &mut Rng) -> Construct {
    choice(rng, &[Construct::Task, Construct::ParallelRegion, Construct::TargetRegion, Construct::Unknown])
}

fn location(rng: &mut Rng) -> SourceLocation {
    SourceLocation { file: text(rng), line: small(rng), column: option(rng, small) }
}

fn place(rng: &mut Rng) -> Place {
    Place { module: option(rng, text), offset: number(rng) }
}

fn frame(rng: &mut Rng) -> Frame {
    let construct = construct(rng);
    Frame {
        function: option(rng, text),
        role: choice(rng, &[Role::Function, Role::Glue, Role::Body(construct), Role::Wrapper(construct)]),
        location: option(rng, location),
        place: place(rng),
        symbol_offset: option(rng, number),
        debug_info: choice(rng, &[DebugInfo::Present, DebugInfo::Absent]),
    }
}

fn variable(rng: &mut Rng) -> Variable {
    Variable {
        name: text(rng),
        kind: choice(rng, &[VariableKind::Static, VariableKind::Local, VariableKind::Parameter]),
        function: option(rng, text),
        address: number(rng),
        size: option(rng, number),
        offset: number(rng),
        element: option(rng, text),
        declared_at: option(rng, location),
    }
}

/// Some clauses.
pub fn depends(rng: &mut Rng) -> Vec<Depend> {
    let kinds = [DependKind::In, DependKind::Out, DependKind::InOutSet, DependKind::MutexInOutSet];
    let count = rng.usize(..4);
    let depend = |_| {
        // Few locations, so that clauses meet.
        let location = if rng.bool() { Some(Location(rng.u64(..3))) } else { option(rng, number).map(Location) };
        Depend { location, kind: choice(rng, &kinds) }
    };
    (0..count).map(depend).collect()
}

fn clauses(rng: &mut Rng, task: TaskId) -> Vec<Clause> {
    let depends = depends(rng);
    depends.into_iter().map(|depend| Clause { depend, length: number(rng), memory: memory(rng, task) }).collect()
}

fn memory(rng: &mut Rng, task: TaskId) -> Memory {
    let (start, size) = (number(rng), number(rng));
    match rng.u8(..4) {
        0 => Memory::Static,
        1 => Memory::Heap { start, size, site: SiteId(small(rng)) },
        2 => Memory::Stack { function: start, frame_address: size },
        _ => Memory::TaskData { task, start, size },
    }
}

/// Any record but a last one. Tasks and teams are drawn from small numbers if `plausible`.
pub fn record(rng: &mut Rng, plausible: bool) -> Record {
    let id = |rng: &mut Rng| if plausible { rng.u32(..6) } else { small(rng) };
    let task = TaskId(id(rng));
    match rng.usize(..KINDS) {
        0 => Record::Directory(option(rng, text)),
        1 => Record::Call { caller: id(rng), pc: number(rng) },
        2 => Record::Site(Site { pc: number(rng), context: id(rng), size: number(rng) }),
        3 => Record::Frames { address: number(rng), frames: (0..rng.usize(..3)).map(|_| frame(rng)).collect() },
        4 => Record::StaticVariable { address: number(rng), size: number(rng), variable: option(rng, variable) },
        5 => {
            let question = LocalQuestion {
                return_address: number(rng),
                frame_address: number(rng),
                address: number(rng),
                size: number(rng),
            };
            Record::LocalVariable { question, variable: option(rng, variable) }
        }
        6 => Record::Place { address: number(rng), place: place(rng) },
        7 => Record::Access(access(rng, plausible)),
        8 => Record::Forget { address: number(rng), length: number(rng) },
        9 => Record::Stale(rng.bool()),
        10 => Record::Memory { word: number(rng), memory: memory(rng, task) },
        11 => Record::Directive { address: number(rng), location: option(rng, location) },
        12 => Record::Incident(incident(rng, plausible)),
        13 => Record::Clauses { task, clauses: clauses(rng, task) },
        14 => Record::Private { word: number(rng) },
        _ => Record::Event(event(rng, plausible)),
    }
}

/// Any incident.
fn incident(rng: &mut Rng, plausible: bool) -> Incident {
    let task = |rng: &mut Rng| TaskId(if plausible { rng.u32(..6) } else { small(rng) });
    let site = |rng: &mut Rng| SiteId(small(rng));
    let call = |rng: &mut Rng| Call { by: rng.bool().then(|| task(rng)), site: site(rng) };
    let item = |rng: &mut Rng| Clause {
        depend: Depend { location: option(rng, number).map(Location), kind: DependKind::In },
        length: number(rng),
        memory: memory(rng, TaskId(0)),
    };
    match rng.u8(..9) {
        0 => Incident::FulfilledTwice { task: task(rng), before: call(rng), again: call(rng) },
        1 => Incident::NeverFulfilled { task: task(rng) },
        2 => Incident::Deadlock {
            waiter: task(rng),
            wait: choice(rng, &WAITS),
            site: site(rng),
            blocked: (0..rng.usize(..3)).map(|_| (task(rng), rng.bool().then(|| task(rng)))).collect(),
        },
        3 => Incident::LockHeld { waiter: task(rng), site: site(rng), holder: task(rng), taken_at: site(rng) },
        4 => Incident::LoneDepend {
            task: task(rng),
            taskwait: rng.bool().then(|| site(rng)),
            item: item(rng),
            overlaps: rng.bool().then(|| (task(rng), item(rng))),
            others: number(rng),
        },
        5 => Incident::Note(Note::CrowdedLoops { loops: number(rng), iterations: number(rng), threads: small(rng) }),
        6 => Incident::Note(Note::UnusedThreads { asked: text(rng), team: small(rng) }),
        7 => Incident::Note(Note::Watchdog { firings: number(rng) }),
        _ => Incident::Note(Note::Alone { tasks: number(rng) }),
    }
}

/// An event of any kind. Creations and runs are frequent, so that there are tasks.
fn event(rng: &mut Rng, plausible: bool) -> Event {
    let frequent = [CREATE, CREATE, RUN];
    let kind = if rng.u8(..10) == 0 { choice(rng, &frequent) } else { rng.u8(..Event::KINDS) };
    let mut event = Event::blank(kind).expect("there is an event of each kind");
    if let Event::Access { .. } = event {
        // Its place in a trace is a record of its own.
        event = Event::Discard { signal: SignalId(0) };
    }
    let id = |rng: &mut Rng, below: u32| if plausible { rng.u32(..below) } else { small(rng) };
    let Ok(()) = event.try_fields_mut::<Infallible>(|field| {
        match field {
            FieldMut::Task(task) => *task = TaskId(id(rng, 6)),
            FieldMut::By(by) => *by = rng.bool().then(|| TaskId(id(rng, 6))),
            FieldMut::Team(team) => *team = TeamId(id(rng, 3)),
            FieldMut::Lock(lock) => *lock = LockId(small(rng)),
            FieldMut::Guard(guard) => *guard = GuardId(small(rng)),
            FieldMut::Signal(signal) => *signal = SignalId(id(rng, 6)),
            FieldMut::Site(site) => *site = SiteId(small(rng)),
            FieldMut::Size(size) => *size = id(rng, 3),
            FieldMut::Deferral(deferral) => *deferral = choice(rng, &[Deferral::Deferred, Deferral::Undeferred]),
            FieldMut::Completion(completion) => *completion = choice(rng, &[Completion::AtEnd, Completion::Detached]),
            FieldMut::Depends(clauses) => *clauses = if rng.bool() { depends(rng) } else { Vec::new() },
            FieldMut::Cell(_) | FieldMut::Access(_) => {}
        }
        Ok(())
    });
    event
}

fn access(rng: &mut Rng, plausible: bool) -> Access {
    let (address, length) = if plausible {
        (0x1000 + rng.u64(..16), rng.u64(..10))
    } else {
        (number(rng), if rng.bool() { 1 << rng.u32(..5) } else { number(rng) })
    };
    Access {
        address,
        length,
        offset: if rng.bool() { 0 } else { number(rng) & !3 },
        mode: choice(rng, &[AccessMode::Read, AccessMode::Write]),
        atomicity: choice(rng, &[Atomicity::Plain, Atomicity::Atomic, Atomicity::Slot(SlotId(7))]),
        site: SiteId(if rng.bool() { 3 } else { small(rng) }),
    }
}

/// A first record.
pub fn start(rng: &mut Rng) -> Record {
    let locks = choice(rng, &[LockRule::Sets, LockRule::DoesNotCommute]);
    Record::Start(Start { version: text(rng), options: text(rng), pid: small(rng), locks })
}

/// A last record.
pub fn last(rng: &mut Rng) -> Record {
    if rng.bool() {
        return Record::Killed { signal: rng.u8(1..=64), name: text(rng) };
    }
    let why: Cow<'static, str> = Cow::Owned(text(rng));
    Record::Finish(Finish {
        status: rng.i32(..),
        ending: if rng.bool() { Ending::Complete } else { Ending::Incomplete(why) },
        guarantee: Guarantee {
            schedules: choice(rng, &[Schedules::All, Schedules::ThisLockOrder, Schedules::ThisOrderOfSections]),
            crowded_team: choice(rng, &[None, Some(1), Some(u32::MAX)]),
            unseen: (0..rng.usize(..3)).map(|_| text(rng)).collect(),
        },
        foreign_accesses: number(rng),
        races: number(rng),
        tasks: number(rng),
        regions: number(rng),
        accesses: number(rng),
    })
}
