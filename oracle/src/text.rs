//! Streams as text, one event a line.
//!
//! ```text
//! # Anything after a hash is a comment.
//! create 1 by 0 undeferred detached depend(out:3, in:4, inoutset:5, mutexinoutset:6, out:all) @7
//! run 1
//! write 2 by 1 atomic bytes 0011 @8
//! read 2 by 1 @9
//! write 3 by 1 slot 2 @9          (what belongs to one thread)
//! end 1
//! fulfill 1 by 0                  (without `by`: from outside of OpenMP)
//! taskwait 0
//! taskwait 0 depend(in:3)
//! taskgroup begin 0
//! taskgroup end 0
//! fork 1 by 0 tasks 2 3           (team 1, its implicit tasks are 2 and 3)
//! barrier 1 tasks 4 5
//! join 1
//! acquire 0 lock 2
//! acquire 0 lock 2 shared
//! acquire 0 lock 2 unordered      (it keeps its holders apart and orders nothing)
//! release 0 lock 2
//! initialise 0 guard 1            (from here on …)
//! initialised 0 guard 1           (… until here)
//! pass 0 guard 1
//! signal 4 by 0                   (task 0 publishes signal 4)
//! await 4 by 0
//! discard 4
//! expect race 8 9                 (the sites of a race that the stream has; all races are to be listed)
//! expect clean
//! ```
//!
//! The words after the first number of a line come in any order. The numbers that an event hands out are written for
//! the reader and checked. `@` gives the site. A text that is not a legal stream is refused.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, DependKind, Event, GuardId, Location,
    LockId, SignalId, SiteId, SlotId, TaskId, TeamId,
};

use crate::machine::Machine;
use crate::named::{Named, name};

/// A stream, and what is known about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The stream.
    pub events: Vec<Event>,
    /// The pairs of sites that race, if the text says so.
    pub expected: Option<Vec<(SiteId, SiteId)>>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    message: String,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

const KINDS: [(DependKind, &str); 4] = [
    (DependKind::In, "in"),
    (DependKind::Out, "out"),
    (DependKind::InOutSet, "inoutset"),
    (DependKind::MutexInOutSet, "mutexinoutset"),
];

impl Display for Recording {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for named in name(&self.events) {
            writeln!(f, "{}", Line(&named))?;
        }
        match self.expected.as_deref() {
            None => Ok(()),
            Some([]) => writeln!(f, "expect clean"),
            Some(pairs) => pairs.iter().try_for_each(|(a, b)| writeln!(f, "expect race {} {}", a.0, b.0)),
        }
    }
}

struct Line<'a>(&'a Named);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tasks = |f: &mut Formatter<'_>| {
            write!(f, " tasks")?;
            self.0.tasks.iter().try_for_each(|task| write!(f, " {}", task.0))
        };
        match &self.0.event {
            Event::Create { parent, deferral, completion, depends, site } => {
                write!(f, "create {} by {}", self.0.tasks[0].0, parent.0)?;
                if *deferral == Deferral::Undeferred {
                    write!(f, " undeferred")?;
                }
                if *completion == Completion::Detached {
                    write!(f, " detached")?;
                }
                write_depends(f, depends)?;
                write_site(f, *site)
            }
            Event::Run { task } => write!(f, "run {}", task.0),
            Event::End { task } => write!(f, "end {}", task.0),
            Event::Fulfill { task, by: Some(by) } => write!(f, "fulfill {} by {}", task.0, by.0),
            Event::Fulfill { task, by: None } => write!(f, "fulfill {}", task.0),
            Event::Taskwait { task } => write!(f, "taskwait {}", task.0),
            Event::TaskwaitDepend { task, depends } => {
                write!(f, "taskwait {}", task.0)?;
                write_depends(f, depends)
            }
            Event::TaskgroupBegin { task } => write!(f, "taskgroup begin {}", task.0),
            Event::TaskgroupEnd { task } => write!(f, "taskgroup end {}", task.0),
            Event::Fork { parent, .. } => {
                let team = self.0.team.expect("a fork makes a team");
                write!(f, "fork {} by {}", team.0, parent.0)?;
                tasks(f)
            }
            Event::Barrier { team } => {
                write!(f, "barrier {}", team.0)?;
                tasks(f)
            }
            Event::Join { team } => write!(f, "join {}", team.0),
            Event::Acquire { task, lock } => write!(f, "acquire {} lock {}", task.0, lock.0),
            Event::AcquireShared { task, lock } => write!(f, "acquire {} lock {} shared", task.0, lock.0),
            Event::AcquireUnordered { task, lock } => write!(f, "acquire {} lock {} unordered", task.0, lock.0),
            Event::Release { task, lock } => write!(f, "release {} lock {}", task.0, lock.0),
            Event::InitialiseBegin { task, guard } => write!(f, "initialise {} guard {}", task.0, guard.0),
            Event::InitialiseEnd { task, guard } => write!(f, "initialised {} guard {}", task.0, guard.0),
            Event::Pass { task, guard } => write!(f, "pass {} guard {}", task.0, guard.0),
            Event::Signal { task, signal } => write!(f, "signal {} by {}", signal.0, task.0),
            Event::Await { task, signal } => write!(f, "await {} by {}", signal.0, task.0),
            Event::Discard { signal } => write!(f, "discard {}", signal.0),
            Event::Access { cell, access } => {
                let verb = if access.mode == AccessMode::Write { "write" } else { "read" };
                write!(f, "{verb} {cell} by {}", self.0.actor.map_or(0, |task| task.0))?;
                match access.atomicity {
                    Atomicity::Plain => {}
                    Atomicity::Atomic => write!(f, " atomic")?,
                    Atomicity::Slot(slot) => write!(f, " slot {}", slot.0)?,
                }
                if access.bytes != ByteMask::FULL {
                    write!(f, " bytes {:04b}", access.bytes.0)?;
                }
                write_site(f, access.site)
            }
        }
    }
}

fn write_depends(f: &mut Formatter<'_>, depends: &[Depend]) -> fmt::Result {
    for (i, depend) in depends.iter().enumerate() {
        let word = KINDS.iter().find(|(kind, _)| *kind == depend.kind).map_or("", |(_, word)| word);
        write!(f, "{}{word}:", if i == 0 { " depend(" } else { ", " })?;
        match depend.location {
            Some(location) => write!(f, "{}", location.0)?,
            None => write!(f, "all")?,
        }
    }
    if depends.is_empty() { Ok(()) } else { write!(f, ")") }
}

fn write_site(f: &mut Formatter<'_>, site: SiteId) -> fmt::Result {
    if site == SiteId::NONE { Ok(()) } else { write!(f, " @{}", site.0) }
}

impl FromStr for Recording {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut recording = Recording::default();
        let mut machine = Machine::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            let parsed = if line.is_empty() { Ok(()) } else { recording.parse_line(line, &mut machine) };
            parsed.map_err(|message| ParseError { line: i + 1, message })?;
        }
        Ok(recording)
    }
}

impl Recording {
    fn parse_line(&mut self, line: &str, machine: &mut Machine) -> Result<(), String> {
        if let Some(expectation) = line.strip_prefix("expect ") {
            let expected = self.expected.get_or_insert_default();
            return match expectation.split_whitespace().collect::<Vec<_>>()[..] {
                ["clean"] if expected.is_empty() => Ok(()),
                ["race", a, b] => {
                    expected.push((SiteId(number(a)?), SiteId(number(b)?)));
                    Ok(())
                }
                _ => Err(format!("`{line}` is not an expectation")),
            };
        }
        let words = Words::new(line)?;
        let (tasks, teams) = (machine.task_count(), machine.team_count());
        let event = words.event()?;
        machine.apply(&event).map_err(|illegal| format!("`{line}` cannot come here: {}", illegal.0))?;
        words.check_numbers(&event, machine, tasks, teams)?;
        self.events.push(event);
        Ok(())
    }
}

/// The words of one line, sorted out by what they are.
#[derive(Default)]
struct Words<'a> {
    verb: &'a str,
    subject: u32,
    by: Option<TaskId>,
    lock: Option<LockId>,
    guard: Option<GuardId>,
    tasks: Vec<u32>,
    site: Option<SiteId>,
    depends: Option<Vec<Depend>>,
    bytes: Option<u8>,
    undeferred: bool,
    detached: bool,
    atomicity: Option<Atomicity>,
    shared: bool,
    unordered: bool,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Result<Self, String> {
        let (line, depends) = match line.split_once("depend(") {
            None => (line.to_owned(), None),
            Some((before, rest)) => {
                let (items, after) = rest.split_once(')').ok_or("`depend(` without `)`")?;
                (format!("{before} {after}"), Some(parse_depends(items)?))
            }
        };
        let mut words = line.split_whitespace();
        let verb = match (words.next().unwrap_or(""), &mut words) {
            ("taskgroup", words) => match words.next() {
                Some("begin") => "taskgroup begin",
                Some("end") => "taskgroup end",
                _ => return Err("a taskgroup begins or ends".into()),
            },
            (verb, _) => VERBS.into_iter().find(|v| *v == verb).ok_or(format!("`{verb}` is not an event"))?,
        };
        let mut parsed = Words { verb, depends, ..Words::default() };
        parsed.subject = number(words.next().ok_or("a number is missing")?)?;
        while let Some(word) = words.next() {
            let mut operand = || words.next().ok_or(format!("`{word}` without a number"));
            match word {
                "by" => parsed.by = Some(TaskId(number(operand()?)?)),
                "lock" => parsed.lock = Some(LockId(number(operand()?)?)),
                "guard" => parsed.guard = Some(GuardId(number(operand()?)?)),
                "bytes" => {
                    let bits = operand()?;
                    let mask = u8::from_str_radix(bits, 2).map_err(|_| format!("`{bits}` is not four bits"))?;
                    parsed.bytes = Some(mask);
                }
                "undeferred" => parsed.undeferred = true,
                "deferred" => parsed.undeferred = false,
                "detached" => parsed.detached = true,
                "atomic" => parsed.atomicity = Some(Atomicity::Atomic),
                "slot" => parsed.atomicity = Some(Atomicity::Slot(SlotId(number(operand()?)?))),
                "shared" => parsed.shared = true,
                "unordered" => parsed.unordered = true,
                "tasks" => parsed.tasks = words.by_ref().map(number).collect::<Result<_, _>>()?,
                _ => match word.strip_prefix('@') {
                    Some(site) => parsed.site = Some(SiteId(number(site)?)),
                    None => return Err(format!("`{word}` is not known")),
                },
            }
        }
        Ok(parsed)
    }

    fn event(&self) -> Result<Event, String> {
        let task = TaskId(self.subject);
        let team = TeamId(self.subject);
        let signal = SignalId(self.subject);
        let by = || self.by.ok_or(format!("`{}` without `by`", self.verb));
        let lock = || self.lock.ok_or(format!("`{}` without `lock`", self.verb));
        let guard = || self.guard.ok_or(format!("`{}` without `guard`", self.verb));
        let site = self.site.unwrap_or(SiteId::NONE);
        let depends = self.depends.clone();
        Ok(match self.verb {
            "create" => Event::Create {
                parent: by()?,
                deferral: if self.undeferred { Deferral::Undeferred } else { Deferral::Deferred },
                completion: if self.detached { Completion::Detached } else { Completion::AtEnd },
                depends: depends.unwrap_or_default(),
                site,
            },
            "run" => Event::Run { task },
            "end" => Event::End { task },
            "fulfill" => Event::Fulfill { task, by: self.by },
            "taskwait" => match depends {
                Some(depends) => Event::TaskwaitDepend { task, depends },
                None => Event::Taskwait { task },
            },
            "taskgroup begin" => Event::TaskgroupBegin { task },
            "taskgroup end" => Event::TaskgroupEnd { task },
            "fork" => Event::Fork { parent: by()?, size: self.tasks.len() as u32 },
            "barrier" => Event::Barrier { team },
            "join" => Event::Join { team },
            "acquire" if self.shared => Event::AcquireShared { task, lock: lock()? },
            "acquire" if self.unordered => Event::AcquireUnordered { task, lock: lock()? },
            "acquire" => Event::Acquire { task, lock: lock()? },
            "release" => Event::Release { task, lock: lock()? },
            "initialise" => Event::InitialiseBegin { task, guard: guard()? },
            "initialised" => Event::InitialiseEnd { task, guard: guard()? },
            "pass" => Event::Pass { task, guard: guard()? },
            "signal" => Event::Signal { task: by()?, signal },
            "await" => Event::Await { task: by()?, signal },
            "discard" => Event::Discard { signal },
            "read" | "write" => Event::Access {
                cell: self.subject.into(),
                access: Access {
                    mode: if self.verb == "write" { AccessMode::Write } else { AccessMode::Read },
                    atomicity: self.atomicity.unwrap_or(Atomicity::Plain),
                    bytes: self.bytes.map_or(ByteMask::FULL, ByteMask),
                    site,
                },
            },
            verb => unreachable!("`{verb}` is listed as a verb"),
        })
    }

    /// Whether the numbers that are written for the reader are those that the event hands out.
    fn check_numbers(&self, event: &Event, machine: &Machine, tasks: usize, teams: usize) -> Result<(), String> {
        let handed_out: Vec<u32> = (tasks as u32..machine.task_count() as u32).collect();
        let written = match event {
            Event::Create { .. } => handed_out == [self.subject],
            Event::Fork { .. } => handed_out == self.tasks && self.subject == teams as u32,
            Event::Barrier { .. } => handed_out == self.tasks,
            Event::Access { .. } => self.by == machine.running(),
            _ => true,
        };
        if written { Ok(()) } else { Err("a number is not the one that belongs here".into()) }
    }
}

const VERBS: [&str; 18] = [
    "create",
    "run",
    "end",
    "fulfill",
    "taskwait",
    "fork",
    "barrier",
    "join",
    "acquire",
    "release",
    "initialise",
    "initialised",
    "pass",
    "signal",
    "await",
    "discard",
    "read",
    "write",
];

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

fn parse_depends(items: &str) -> Result<Vec<Depend>, String> {
    items.split(',').map(str::trim).filter(|item| !item.is_empty()).map(parse_depend).collect()
}

fn parse_depend(item: &str) -> Result<Depend, String> {
    let (word, location) = item.split_once(':').ok_or(format!("`{item}` is not kind:location"))?;
    let kind = KINDS.iter().find(|(_, w)| *w == word).ok_or(format!("`{word}` is not a kind of dependence"))?.0;
    let location = if location == "all" { None } else { Some(Location(number(location)?)) };
    Ok(Depend { location, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "\
create 1 by 0 undeferred detached depend(out:3, in:4, inoutset:5, mutexinoutset:6, out:all) @7
run 1
write 2 by 1 atomic bytes 0011 @8
read 2 by 1 @9
taskgroup begin 1
taskgroup end 1
acquire 1 lock 2
release 1 lock 2
acquire 1 lock 2 shared
release 1 lock 2
acquire 1 lock 3 unordered
release 1 lock 3
initialise 1 guard 3
initialised 1 guard 3
pass 1 guard 3
signal 4 by 1
await 4 by 1
discard 4
end 1
fulfill 1
run 0
taskwait 0
taskwait 0 depend(in:3)
fork 1 by 0 tasks 2 3
run 3
create 4 by 3 detached
fulfill 4 by 3
run 4
end 4
barrier 1 tasks 5 6
join 1
expect race 8 9
";

    #[test]
    fn what_is_written_is_what_was_read() {
        let recording: Recording = ALL.parse().unwrap();
        assert_eq!(recording.events.len(), 31);
        assert_eq!(recording.expected, Some(vec![(SiteId(8), SiteId(9))]));
        assert_eq!(recording.to_string(), ALL);
    }

    #[test]
    fn a_faulty_text_is_refused_with_the_line_and_the_word() {
        let message = |text: &str| text.parse::<Recording>().unwrap_err().to_string();
        assert_eq!(message("# fine\nfly 1"), "line 2: `fly` is not an event");
        assert_eq!(message("create 1 by x"), "line 1: `x` is not a number");
        assert_eq!(message("create 1 by 0 depend(on:1)"), "line 1: `on` is not a kind of dependence");
        assert_eq!(message("create 2 by 0"), "line 1: a number is not the one that belongs here");
        assert_eq!(message("write 0 by 0 soon"), "line 1: `soon` is not known");
        assert_eq!(message("write 0 by 0 bytes 7"), "line 1: `7` is not four bits");
        assert_eq!(message("expect nothing"), "line 1: `expect nothing` is not an expectation");
    }
}
