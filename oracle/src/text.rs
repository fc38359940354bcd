//! Streams as text, one event a line.
//!
//! ```text
//! # Anything after a hash is a comment.
//! create 1 by 0 undeferred detached depend(out:3, in:4, inoutset:5, mutexinoutset:6, out:all) @7
//! run 1
//! write 2 by 1 atomic bytes 0011 @8
//! read 2 by 1 @9
//! write 3 by 1 slot 2 @9          (what belongs to one thread)
//! clauses 3 depend(in:5)          (what a runtime tells of a task after its creation)
//! detach 3
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
//! The words after the first number of a line come in any order. The numbers that an event hands
//! out are written for the reader and checked. `@` gives the site. A text that is not a legal
//! stream is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, DependKind, Event, Field, FieldMut, GuardId,
    Location, LockId, SignalId, SiteId, SlotId, TaskId, TeamId,
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
        let Named { event, actor, tasks, team } = self.0;
        if let Event::Access { cell, access } = event {
            return write_access(f, *cell, access, *actor);
        }
        let (before, after) = event.words();
        f.write_str(before)?;
        // The number after the words is the one that is handed out, or the first of the event.
        let handed_out = match (event, team) {
            (Event::Create { .. }, _) => tasks.first().map(|task| task.0),
            (_, team) => team.map(|team| team.0),
        };
        let mut first = handed_out.is_none();
        if let Some(number) = handed_out {
            write!(f, " {number}")?;
        }
        event.try_fields(|field| write_field(f, &field, std::mem::take(&mut first)))?;
        if !after.is_empty() {
            write!(f, " {after}")?;
        }
        if let Event::Fork { .. } | Event::Barrier { .. } = event {
            write!(f, " tasks")?;
            tasks.iter().try_for_each(|task| write!(f, " {}", task.0))?;
        }
        Ok(())
    }
}

fn write_field(f: &mut Formatter<'_>, field: &Field<'_>, first: bool) -> fmt::Result {
    let mut number = |keyword: &str, number: u32| match first {
        true => write!(f, " {number}"),
        false => write!(f, " {keyword} {number}"),
    };
    match *field {
        Field::Task(task) | Field::By(Some(task)) => number("by", task.0),
        Field::Team(team) => number("team", team.0),
        Field::Lock(lock) => number("lock", lock.0),
        Field::Guard(guard) => number("guard", guard.0),
        Field::Signal(signal) => number("signal", signal.0),
        Field::Site(site) => write_site(f, *site),
        Field::Deferral(Deferral::Undeferred) => write!(f, " undeferred"),
        Field::Completion(Completion::Detached) => write!(f, " detached"),
        Field::Depends(depends) => write_depends(f, depends),
        Field::By(None)
        | Field::Size(_)
        | Field::Deferral(Deferral::Deferred)
        | Field::Completion(Completion::AtEnd)
        | Field::Cell(_)
        | Field::Access(_) => Ok(()),
    }
}

fn write_access(f: &mut Formatter<'_>, cell: u64, access: &Access, actor: Option<TaskId>) -> fmt::Result {
    let verb = if access.mode == AccessMode::Write { "write" } else { "read" };
    write!(f, "{verb} {cell} by {}", actor.map_or(0, |task| task.0))?;
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
    /// Numbers, by the word before them.
    numbers: BTreeMap<&'a str, u64>,
    /// Words without a number.
    flags: BTreeSet<&'a str>,
    tasks: Vec<u32>,
    site: Option<SiteId>,
    depends: Option<Vec<Depend>>,
    bytes: Option<u8>,
}

/// Words that a number follows.
const KEYWORDS: [&str; 6] = ["by", "team", "lock", "guard", "signal", "slot"];

/// Words of fields that stand alone.
const FLAGS: [&str; 4] = ["undeferred", "deferred", "detached", "atomic"];

/// One event of each kind, blank.
fn kinds() -> impl Iterator<Item = Event> {
    (0..Event::KINDS).filter_map(Event::blank)
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Result<Self, String> {
        let (line, rest, depends) = match line.split_once("depend(") {
            None => (line, "", None),
            Some((before, rest)) => {
                let (items, after) = rest.split_once(')').ok_or("`depend(` without `)`")?;
                (before, after, Some(parse_depends(items)?))
            }
        };
        let verbs = kinds().map(|event| event.words().0).chain(["read", "write"]);
        let is_first = |verb: &&str| line.strip_prefix(verb).is_some_and(|rest| rest.starts_with(' '));
        let Some(verb) = verbs.filter(is_first).max_by_key(|verb| verb.len()) else {
            return Err(format!("`{}` is not an event", line.split(' ').next().unwrap_or("")));
        };
        let mut words = line[verb.len()..].split_whitespace().chain(rest.split_whitespace());
        let subject = number(words.next().ok_or("a number is missing")?)?;
        let mut parsed = Words { verb, depends, subject, ..Words::default() };
        while let Some(word) = words.next() {
            let mut operand = || words.next().ok_or(format!("`{word}` without a number"));
            match word {
                "bytes" => {
                    let bits = operand()?;
                    let mask = u8::from_str_radix(bits, 2).map_err(|_| format!("`{bits}` is not four bits"))?;
                    parsed.bytes = Some(mask);
                }
                "tasks" => parsed.tasks = words.by_ref().map(number).collect::<Result<_, _>>()?,
                _ if KEYWORDS.contains(&word) => {
                    parsed.numbers.insert(word, number(operand()?)?);
                }
                _ if FLAGS.contains(&word) || kinds().any(|event| event.words().1 == word) => {
                    parsed.flags.insert(word);
                }
                _ => match word.strip_prefix('@') {
                    Some(site) => parsed.site = Some(SiteId(number(site)?)),
                    None => return Err(format!("`{word}` is not known")),
                },
            }
        }
        Ok(parsed)
    }

    /// The event that has this verb, the words after it, and a field for the clauses if there are
    /// any.
    fn event(&self) -> Result<Event, String> {
        if let "read" | "write" = self.verb {
            return self.access();
        }
        let fits = |event: &Event| {
            let (before, after) = event.words();
            let others = kinds().map(|event| event.words().1).filter(|word| *word != after);
            let takes_clauses = event.try_fields(|f| if let Field::Depends(_) = f { Err(()) } else { Ok(()) }).is_err();
            before == self.verb
                && (after.is_empty() || self.flags.contains(after))
                && !others.into_iter().any(|word| self.flags.contains(word))
                && (takes_clauses || self.depends.is_none())
        };
        let mut event = kinds().find(fits).ok_or(format!("`{}` does not go with its other words", self.verb))?;
        let mut first = !matches!(event, Event::Create { .. } | Event::Fork { .. });
        event.try_fields_mut(|field| self.fill(field, std::mem::take(&mut first)))?;
        Ok(event)
    }

    /// Gives a field its value. The `first` one is the number after the verb.
    fn fill(&self, field: FieldMut<'_>, first: bool) -> Result<(), String> {
        let number = |keyword: &str| match self.numbers.get(keyword) {
            _ if first => Ok(self.subject),
            Some(number) => u32::try_from(*number).map_err(|_| format!("`{number}` is too large")),
            None => Err(format!("`{}` without `{keyword}`", self.verb)),
        };
        match field {
            FieldMut::Task(task) => *task = TaskId(number("by")?),
            FieldMut::By(by) => *by = number("by").ok().map(TaskId),
            FieldMut::Team(team) => *team = TeamId(number("team")?),
            FieldMut::Lock(lock) => *lock = LockId(number("lock")?),
            FieldMut::Guard(guard) => *guard = GuardId(number("guard")?),
            FieldMut::Signal(signal) => *signal = SignalId(number("signal")?),
            FieldMut::Site(site) => *site = self.site.unwrap_or(SiteId::NONE),
            FieldMut::Size(size) => *size = self.tasks.len() as u32,
            FieldMut::Deferral(deferral) if self.flags.contains("undeferred") => *deferral = Deferral::Undeferred,
            FieldMut::Completion(completion) if self.flags.contains("detached") => *completion = Completion::Detached,
            FieldMut::Depends(depends) => *depends = self.depends.clone().unwrap_or_default(),
            FieldMut::Deferral(_) | FieldMut::Completion(_) | FieldMut::Cell(_) | FieldMut::Access(_) => {}
        }
        Ok(())
    }

    fn access(&self) -> Result<Event, String> {
        let atomicity = match self.numbers.get("slot") {
            Some(slot) => Atomicity::Slot(SlotId(*slot)),
            None if self.flags.contains("atomic") => Atomicity::Atomic,
            None => Atomicity::Plain,
        };
        Ok(Event::Access {
            cell: self.subject.into(),
            access: Access {
                mode: if self.verb == "write" { AccessMode::Write } else { AccessMode::Read },
                atomicity,
                bytes: self.bytes.map_or(ByteMask::FULL, ByteMask),
                site: self.site.unwrap_or(SiteId::NONE),
            },
        })
    }

    /// Whether the numbers that are written for the reader are those that the event hands out.
    fn check_numbers(&self, event: &Event, machine: &Machine, tasks: usize, teams: usize) -> Result<(), String> {
        let handed_out: Vec<u32> = (tasks as u32..machine.task_count() as u32).collect();
        let written = match event {
            Event::Create { .. } => handed_out == [self.subject],
            Event::Fork { .. } => handed_out == self.tasks && self.subject == teams as u32,
            Event::Barrier { .. } => handed_out == self.tasks,
            Event::Access { .. } => self.numbers.get("by").copied() == machine.running().map(|task| task.0.into()),
            _ => true,
        };
        if written { Ok(()) } else { Err("a number is not the one that belongs here".into()) }
    }
}

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
run 3
create 5 by 3
clauses 5 depend(in:3)
detach 5
run 5
end 5
fulfill 5
barrier 1 tasks 6 7
join 1
expect race 8 9
";

    #[test]
    fn what_is_written_is_what_was_read() {
        let recording: Recording = ALL.parse().unwrap();
        assert_eq!(recording.events.len(), 38);
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
