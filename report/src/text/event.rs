//! The report of something that is wrong with an event.

use std::fmt::Write;

use super::race::RULE;
use super::stacks::{site_text, stack_of_task, write_stack};
use super::tasks::write_task;
use super::{Headline, TextOptions};
use crate::model::{EventFacts, EventFault, Fulfilment, WaitKind};
use crate::symbols::{Frame, Symbolize};

/// The report of a fault as text.
pub fn event_text(facts: &EventFacts, symbols: &(impl Symbolize + ?Sized), options: &TextOptions) -> String {
    let fault = match facts.fault {
        EventFault::FulfilledTwice { .. } => "event fulfilled twice",
        EventFault::NeverFulfilled { .. } => "event never fulfilled",
        EventFault::Deadlock { .. } | EventFault::LockHeld { .. } => "deadlock",
    };
    let tool = match options.headline {
        Headline::DetSan => "DetSan",
        Headline::ThreadSanitizer => "ThreadSanitizer",
    };
    let mut out = format!("{RULE}WARNING: {tool}: {fault} (pid={})\n", options.pid);
    let text = Text { facts, symbols, options };
    let place = text.write(&mut out);
    let _ = writeln!(out, "SUMMARY: DetSan: {fault} {}", site_text(place.as_ref(), options));
    out + RULE
}

struct Text<'a, S: ?Sized> {
    facts: &'a EventFacts,
    symbols: &'a S,
    options: &'a TextOptions,
}

impl<S: Symbolize + ?Sized> Text<'_, S> {
    /// Writes what is wrong, and returns its place.
    fn write(&self, out: &mut String) -> Option<Frame> {
        match &self.facts.fault {
            EventFault::FulfilledTwice { task, before, again } => {
                let number = self.facts.tasks[*task].number;
                let _ = writeln!(out, "  The event of task {number} is fulfilled again by {}, at:", self.who(again));
                let place = self.write_stack(out, &again.stack, again.by);
                let _ = writeln!(out, "  It was fulfilled before by {}, at:", self.who(before));
                self.write_stack(out, &before.stack, before.by);
                self.write_task(out, *task);
                place
            }
            EventFault::NeverFulfilled { task } => {
                let place = self.write_task(out, *task);
                out.push_str("  Its body has ended, but its event was never fulfilled: it is not complete.\n");
                place
            }
            EventFault::Deadlock { waiter, wait, stack, blocked } => {
                let number = self.facts.tasks[*waiter].number;
                let _ = writeln!(out, "  Task {number} waits {}, at:", kind_text(*wait));
                let place = self.write_stack(out, stack, Some(*waiter));
                for blocked in blocked {
                    self.write_task(out, blocked.task);
                    let number = self.facts.tasks[blocked.task].number;
                    let _ = match blocked.awaits.map(|task| self.facts.tasks[task].number) {
                        Some(awaited) => writeln!(out, "  Task {number} depends on task {awaited}."),
                        None => writeln!(
                            out,
                            "  The body of task {number} has ended, and nobody is left to fulfil its event."
                        ),
                    };
                }
                place
            }
            EventFault::LockHeld { waiter, stack, holder, taken_at } => {
                let [waiting, holding] = [waiter, holder].map(|task| self.facts.tasks[*task].number);
                let _ = writeln!(out, "  Task {waiting} waits for a lock, at:");
                let place = self.write_stack(out, stack, Some(*waiter));
                let _ = writeln!(out, "  Task {holding} took it at:");
                self.write_stack(out, taken_at, Some(*holder));
                self.write_task(out, *waiter);
                let mut ancestors = std::iter::successors(Some(*waiter), |task| self.facts.tasks[*task].creator);
                let _ = if waiter == holder {
                    writeln!(out, "  It has not given it back.")
                } else if !ancestors.any(|ancestor| ancestor == *holder) {
                    writeln!(out, "  All threads wait: task {holding} does not come to give it back.")
                } else {
                    writeln!(
                        out,
                        "  A task may run at once where it is created: task {holding} then cannot give it back before task {waiting} has ended."
                    )
                };
                place
            }
        }
    }

    fn who(&self, fulfilment: &Fulfilment) -> String {
        match fulfilment.by {
            Some(task) => format!("task {}", self.facts.tasks[task].number),
            None => "a thread that OpenMP did not create".to_owned(),
        }
    }

    fn write_stack(&self, out: &mut String, stack: &[u64], owner: Option<usize>) -> Option<Frame> {
        let frames = stack_of_task(&self.facts.tasks, self.symbols, stack, owner);
        write_stack(out, &frames, self.options);
        frames.into_iter().next()
    }

    fn write_task(&self, out: &mut String, task: usize) -> Option<Frame> {
        let facts = &self.facts.tasks[task];
        let creation = stack_of_task(&self.facts.tasks, self.symbols, &facts.created_at, facts.creator);
        write_task(out, &self.facts.tasks, task, &creation, self.options);
        creation.into_iter().next()
    }
}

fn kind_text(wait: WaitKind) -> &'static str {
    match wait {
        WaitKind::Taskwait => "at a taskwait for tasks that cannot complete",
        WaitKind::Depend => "at a depend clause for tasks that cannot complete",
        WaitKind::Taskgroup => "at the end of a taskgroup for tasks that cannot complete",
        WaitKind::Barrier => "at a barrier for tasks that cannot complete",
        WaitKind::RegionEnd => "at the end of a parallel region for tasks that cannot complete",
        WaitKind::Ordered => "for its turn in an ordered loop, which cannot come",
        WaitKind::Sink => "for an iteration of the loop that nobody is left to finish",
        WaitKind::Poll => "in a loop for another value of a variable, which nobody is left to write",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSymbols, explicit, implicit, initial};
    use crate::model::BlockedTask;
    use crate::symbols::{Construct, Role};
    use insta::assert_snapshot;

    const REGION: Role = Role::Body(Construct::ParallelRegion);

    /// A region (0x800) whose body creates tasks in lines 10 and 12 (0x1000, 0x1200) and does
    /// something in line 14 (0x1400).
    fn text(fault: EventFault) -> String {
        let symbols = FakeSymbols::default()
            .at(0x800, "main", "events.c", 8, 3)
            .outlined(0x1000, "main", REGION, "events.c", 10, 5)
            .outlined(0x1200, "main", REGION, "events.c", 12, 5)
            .outlined(0x1400, "main", REGION, "events.c", 14, 5)
            .at(0x1500, "thread", "events.c", 3, 5);
        let tasks = vec![initial(), implicit(1, 0, &[0x800], 0), explicit(2, &[0x1000], 1), explicit(3, &[0x1200], 1)];
        let options = TextOptions { pid: 1234, base_directory: Some("/home/me".into()), headline: Headline::DetSan };
        event_text(&EventFacts { fault, tasks }, &symbols, &options)
    }

    #[test]
    fn fulfilled_twice() {
        let before = Fulfilment { by: Some(1), stack: vec![0x1400] };
        let again = Fulfilment { by: None, stack: vec![0x1500] };
        assert_snapshot!(text(EventFault::FulfilledTwice { task: 2, before, again }), @r"
        ==================
        WARNING: DetSan: event fulfilled twice (pid=1234)
          The event of task 2 is fulfilled again by a thread that OpenMP did not create, at:
            #0 thread events.c:3:5
          It was fulfilled before by task 1, at:
            #0 main [parallel region] events.c:14:5
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] events.c:10:5
        SUMMARY: DetSan: event fulfilled twice events.c:3:5 (thread)
        ==================
        ");
    }

    #[test]
    fn never_fulfilled() {
        assert_snapshot!(text(EventFault::NeverFulfilled { task: 2 }), @r"
        ==================
        WARNING: DetSan: event never fulfilled (pid=1234)
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] events.c:10:5
          Its body has ended, but its event was never fulfilled: it is not complete.
        SUMMARY: DetSan: event never fulfilled events.c:10:5 (main)
        ==================
        ");
    }

    #[test]
    fn deadlock() {
        let blocked = vec![BlockedTask { task: 2, awaits: None }, BlockedTask { task: 3, awaits: Some(2) }];
        let fault = EventFault::Deadlock { waiter: 1, wait: WaitKind::Taskwait, stack: vec![0x1400], blocked };
        assert_snapshot!(text(fault), @r"
        ==================
        WARNING: DetSan: deadlock (pid=1234)
          Task 1 waits at a taskwait for tasks that cannot complete, at:
            #0 main [parallel region] events.c:14:5
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] events.c:10:5
          The body of task 2 has ended, and nobody is left to fulfil its event.
          Task 3 (explicit), created by task 1 at:
            #0 main [parallel region] events.c:12:5
          Task 3 depends on task 2.
        SUMMARY: DetSan: deadlock events.c:14:5 (main)
        ==================
        ");
    }

    #[test]
    fn a_lock_that_the_creator_holds() {
        let fault = EventFault::LockHeld { waiter: 2, stack: vec![0x1500], holder: 1, taken_at: vec![0x1400] };
        assert_snapshot!(text(fault), @r"
        ==================
        WARNING: DetSan: deadlock (pid=1234)
          Task 2 waits for a lock, at:
            #0 thread events.c:3:5
          Task 1 took it at:
            #0 main [parallel region] events.c:14:5
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] events.c:10:5
          A task may run at once where it is created: task 1 then cannot give it back before task 2 has ended.
        SUMMARY: DetSan: deadlock events.c:3:5 (thread)
        ==================
        ");
    }

    #[test]
    fn a_lock_that_nobody_comes_to_give_back() {
        let fault = EventFault::LockHeld { waiter: 1, stack: vec![0x1500], holder: 2, taken_at: vec![0x1400] };
        assert!(text(fault).contains("All threads wait: task 2 does not come to give it back."));
    }
}
