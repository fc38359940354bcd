//! Findings as JSON, one object a line, for programs. `docs/findings.md` has the format.

use std::fmt::Write;
use std::path::Path;

use crate::finding::{Finding, RaceKind};
use crate::model::{
    AccessFacts, AccessMode, Ending, EventFault, Fulfilment, Note, RaceFacts, SummaryFacts, TaskFacts, TaskKind,
    WaitKind,
};
use crate::stack::construct;
use crate::symbols::{Construct, Frame, Symbolize};
use crate::text::{TextOptions, guarantee_lines, stack_of_task};

/// Version of the format. It grows when a reader of the one before could go wrong.
pub const FINDINGS_VERSION: u32 = 1;

/// The first line of a file of findings.
pub fn start_json(version: &str, pid: u32) -> String {
    let mut object = Object::of("start");
    object.number("version", FINDINGS_VERSION).text("detsan", version).number("pid", pid);
    object.into_line()
}

/// A finding as one line of JSON. `is_shown` says whether the text of the run has it as well.
pub fn finding_json(
    finding: &Finding,
    is_shown: bool,
    symbols: &(impl Symbolize + ?Sized),
    options: &TextOptions,
) -> String {
    let mut object = match finding {
        Finding::Race(race) => race_object(race, symbols, options),
        Finding::Event(facts) => {
            let place = Places { tasks: &facts.tasks, symbols, options };
            event_object(&facts.fault, &place)
        }
        Finding::LoneDepend(facts) => {
            let place = Places { tasks: &facts.tasks, symbols, options };
            let mut object = Object::of("lone-depend");
            object.value("task", &place.task(facts.task)).number("others", facts.others);
            if let Some(stack) = &facts.taskwait {
                object.value("taskwait", &place.stack(stack, Some(facts.task)));
            }
            object
        }
        Finding::Note(note) => note_object(note),
        Finding::Summary(summary) => summary_object(summary),
    };
    object.flag("shown", is_shown);
    object.into_line()
}

fn race_object(race: &RaceFacts, symbols: &(impl Symbolize + ?Sized), options: &TextOptions) -> Object {
    let place = Places { tasks: &race.tasks, symbols, options };
    let mut object = Object::of(match race.kind() {
        RaceKind::Race => "race",
        RaceKind::UseAfterScope => "use-after-scope",
        RaceKind::UseAfterFree => "use-after-free",
    });
    object.value("later", &access_value(&race.later, &place)).value("earlier", &access_value(&race.earlier, &place));
    object
}

fn access_value<S: Symbolize + ?Sized>(access: &AccessFacts, place: &Places<'_, S>) -> String {
    let mut object = Object::new();
    object.text(
        "mode",
        match access.mode {
            AccessMode::Read => "read",
            AccessMode::Write => "write",
            AccessMode::End => "end",
            AccessMode::Free => "free",
        },
    );
    object.flag("atomic", access.atomic);
    if let AccessMode::Read | AccessMode::Write = access.mode {
        object.number("size", access.size).number("address", access.address);
    }
    object.value("task", &place.task(access.task)).value("stack", &place.stack(&access.stack, Some(access.task)));
    object.into_text()
}

fn event_object<S: Symbolize + ?Sized>(fault: &EventFault, place: &Places<'_, S>) -> Object {
    let mut object = Object::of(if fault.is_deadlock() { "deadlock" } else { "event-error" });
    match fault {
        EventFault::FulfilledTwice { task, before, again } => {
            object.text("what", "fulfilled-twice").value("task", &place.task(*task));
            object.value("before", &fulfilment_value(before, place)).value("again", &fulfilment_value(again, place));
        }
        EventFault::NeverFulfilled { task } => {
            object.text("what", "never-fulfilled").value("task", &place.task(*task));
        }
        EventFault::Deadlock { waiter, wait, stack, blocked } => {
            object.text(
                "what",
                match wait {
                    WaitKind::Taskwait => "taskwait",
                    WaitKind::Depend => "depend",
                    WaitKind::Taskgroup => "taskgroup",
                    WaitKind::Barrier => "barrier",
                    WaitKind::RegionEnd => "region-end",
                    WaitKind::Ordered => "ordered",
                    WaitKind::Sink => "sink",
                    WaitKind::Poll => "poll",
                },
            );
            object.value("task", &place.task(*waiter)).value("stack", &place.stack(stack, Some(*waiter)));
            object.value("blocked", &list(blocked.iter().map(|blocked| place.task(blocked.task))));
        }
        EventFault::LockHeld { waiter, stack, holder, taken_at } => {
            object.text("what", "lock").value("task", &place.task(*waiter));
            object.value("stack", &place.stack(stack, Some(*waiter))).value("holder", &place.task(*holder));
            object.value("taken_at", &place.stack(taken_at, Some(*holder)));
        }
    }
    object
}

fn fulfilment_value<S: Symbolize + ?Sized>(fulfilment: &Fulfilment, place: &Places<'_, S>) -> String {
    let mut object = Object::new();
    if let Some(task) = fulfilment.by {
        object.value("task", &place.task(task));
    }
    object.value("stack", &place.stack(&fulfilment.stack, fulfilment.by));
    object.into_text()
}

fn note_object(note: &Note) -> Object {
    let mut object = Object::of("note");
    match note {
        Note::CrowdedLoops { loops, iterations, threads } => {
            object.text("what", "crowded-loops").number("loops", *loops);
            object.number("iterations", *iterations).number("threads", *threads);
        }
        Note::UnusedThreads { asked, team } => {
            object.text("what", "unused-threads").text("asked", asked).number("team", *team);
        }
        Note::Watchdog { firings } => {
            object.text("what", "watchdog").number("firings", *firings);
        }
        Note::Alone { tasks } => {
            object.text("what", "alone").number("tasks", *tasks);
        }
    }
    object
}

fn summary_object(facts: &SummaryFacts) -> Object {
    let mut object = Object::of("summary");
    object.number("races", facts.races).number("repeated", facts.repeated).number("tasks", facts.tasks);
    object.number("regions", facts.regions).number("accesses", facts.accesses);
    object.number("foreign_accesses", facts.foreign_accesses).number("team", facts.team);
    match &facts.ending {
        Ending::Complete => object.value("guarantee", &list(guarantee_lines(facts).iter().map(|line| quoted(line)))),
        Ending::Incomplete(why) => object.text("incomplete", why),
    };
    object
}

/// Puts tasks and stacks into values.
struct Places<'a, S: ?Sized> {
    tasks: &'a [TaskFacts],
    symbols: &'a S,
    options: &'a TextOptions,
}

impl<S: Symbolize + ?Sized> Places<'_, S> {
    /// A task: its number, its kind, and where it was created.
    fn task(&self, index: usize) -> String {
        let mut object = Object::new();
        if let Some(task) = self.tasks.get(index) {
            object.number("number", task.number).text(
                "kind",
                match task.kind {
                    TaskKind::Initial => "initial",
                    TaskKind::Implicit { .. } => "implicit",
                    TaskKind::Explicit => "explicit",
                },
            );
            object.value("created_at", &self.stack(&task.created_at, task.creator));
        }
        object.into_text()
    }

    /// The calls of a stack that belongs to a task, innermost first.
    fn stack(&self, stack: &[u64], owner: Option<usize>) -> String {
        list(stack_of_task(self.tasks, self.symbols, stack, owner).iter().map(|frame| self.frame(frame)))
    }

    fn frame(&self, frame: &Frame) -> String {
        let mut object = Object::new();
        if let Some(function) = &frame.function {
            object.text("function", function);
        }
        if let Some(construct) = construct(frame) {
            object.text(
                "construct",
                match construct {
                    Construct::Task => "task",
                    Construct::ParallelRegion => "parallel",
                    Construct::TargetRegion => "target",
                    Construct::Unknown => "unknown",
                },
            );
        }
        match &frame.location {
            Some(location) => {
                let file = Path::new(&location.file);
                let base = self.options.base_directory.as_deref();
                let file = base.and_then(|base| file.strip_prefix(base).ok()).unwrap_or(file);
                object.text("file", &file.to_string_lossy()).number("line", location.line);
                if let Some(column) = location.column {
                    object.number("column", column);
                }
            }
            None => {
                if let Some(module) = &frame.place.module {
                    object.text("module", module);
                }
                object.number("offset", frame.place.offset);
            }
        }
        object.into_text()
    }
}

/// An object that is being written.
struct Object(String);

impl Object {
    fn new() -> Object {
        Object("{".to_owned())
    }

    /// The object of a line; the first field says what it is.
    fn of(finding: &str) -> Object {
        let mut object = Object::new();
        object.text("finding", finding);
        object
    }

    /// A field whose value is JSON.
    fn value(&mut self, name: &str, value: &str) -> &mut Object {
        let comma = if self.0.len() > 1 { "," } else { "" };
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
        self
    }

    fn text(&mut self, name: &str, text: &str) -> &mut Object {
        self.value(name, &quoted(text))
    }

    fn number(&mut self, name: &str, number: impl Into<u64>) -> &mut Object {
        self.value(name, &number.into().to_string())
    }

    fn flag(&mut self, name: &str, flag: bool) -> &mut Object {
        self.value(name, if flag { "true" } else { "false" })
    }

    fn into_text(self) -> String {
        self.0 + "}"
    }

    fn into_line(self) -> String {
        self.0 + "}\n"
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// A text in quotes, with what JSON does not take as it is escaped.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSymbols, explicit, implicit, initial};
    use crate::model::{EventFacts, Guarantee, MemoryFacts};
    use crate::symbols::Role;
    use crate::text::Headline;
    use insta::assert_snapshot;

    /// Two tasks of a region, created in lines 10 and 12.
    fn tasks() -> Vec<TaskFacts> {
        vec![initial(), implicit(1, 0, &[0x800], 0), explicit(2, &[0x1000], 1), explicit(3, &[0x1200], 1)]
    }

    /// The line of a finding, which any reader of JSON must take.
    fn line(finding: &Finding) -> String {
        let region = Role::Body(Construct::ParallelRegion);
        let symbols = FakeSymbols::default()
            .at(0x800, "main", "a.c", 8, 3)
            .outlined(0x1000, "main", region, "a.c", 10, 5)
            .outlined(0x1200, "main", region, "a.c", 12, 5)
            .at(0x1400, "odd \"name\"", "b.h", 3, 5);
        let options = TextOptions { pid: 1, base_directory: Some("/home/me".into()), headline: Headline::DetSan };
        let line = finding_json(finding, true, &symbols, &options);
        let parsed: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
        assert!(line.ends_with("}\n") && parsed["finding"].is_string(), "{line}");
        line
    }

    fn access(mode: AccessMode, pc: u64, task: usize) -> AccessFacts {
        let (atomic, or_one_like_it) = (false, false);
        AccessFacts { mode, atomic, size: 4, address: 0x5000, stack: vec![pc], task, or_one_like_it }
    }

    #[test]
    fn a_race() {
        let race = |mode| {
            let (earlier, later) = (access(AccessMode::Read, 0x1000, 2), access(mode, 0x1400, 3));
            line(&Finding::Race(RaceFacts { earlier, later, memory: MemoryFacts::Static, tasks: tasks() }))
        };
        assert_snapshot!(race(AccessMode::Write), @r#"{"finding":"race","later":{"mode":"write","atomic":false,"size":4,"address":20480,"task":{"number":3,"kind":"explicit","created_at":[{"function":"main","construct":"parallel","file":"a.c","line":12,"column":5}]},"stack":[{"function":"odd \"name\"","file":"b.h","line":3,"column":5}]},"earlier":{"mode":"read","atomic":false,"size":4,"address":20480,"task":{"number":2,"kind":"explicit","created_at":[{"function":"main","construct":"parallel","file":"a.c","line":10,"column":5}]},"stack":[{"function":"main","construct":"parallel","file":"a.c","line":10,"column":5}]},"shown":true}"#);
        assert!(race(AccessMode::End).contains(r#"{"finding":"use-after-scope""#));
        assert!(race(AccessMode::Free).contains(r#"{"finding":"use-after-free""#));
    }

    #[test]
    fn a_fault_of_an_event() {
        let event = |fault| line(&Finding::Event(EventFacts { fault, tasks: tasks() }));
        assert_snapshot!(event(EventFault::NeverFulfilled { task: 2 }), @r#"{"finding":"event-error","what":"never-fulfilled","task":{"number":2,"kind":"explicit","created_at":[{"function":"main","construct":"parallel","file":"a.c","line":10,"column":5}]},"shown":true}"#);
        let (stack, taken_at) = (vec![0x1400], vec![0x1000]);
        let lock = event(EventFault::LockHeld { waiter: 2, stack, holder: 1, taken_at });
        assert!(lock.starts_with(r#"{"finding":"deadlock","what":"lock""#), "{lock}");
    }

    #[test]
    fn a_note() {
        let note = Note::UnusedThreads { asked: "8\n".to_owned(), team: 4 };
        assert_snapshot!(line(&Finding::Note(note)), @r#"{"finding":"note","what":"unused-threads","asked":"8\u000a","team":4,"shown":true}"#);
    }

    #[test]
    fn a_summary() {
        let mut facts = SummaryFacts {
            races: 0,
            repeated: 0,
            tasks: 2,
            regions: 1,
            accesses: 11,
            foreign_accesses: 0,
            team: 4,
            ending: Ending::Complete,
            guarantee: Guarantee::default(),
        };
        assert_snapshot!(line(&Finding::Summary(facts.clone())), @r#"{"finding":"summary","races":0,"repeated":0,"tasks":2,"regions":1,"accesses":11,"foreign_accesses":0,"team":4,"guarantee":["all schedules of this input"],"shown":true}"#);
        facts.ending = Ending::Incomplete("why".into());
        assert!(line(&Finding::Summary(facts)).contains(r#""incomplete":"why""#));
    }
}
