//! The note on a `depend` item that no sibling names.

use std::fmt::Write;

use super::TextOptions;
use super::depend::item_text;
use super::race::RULE;
use super::stacks::{site_text, stack_of_task, write_stack};
use super::tasks::write_task;
use crate::model::LoneDependFacts;
use crate::symbols::Symbolize;

/// The note as text.
pub fn lone_depend_text(facts: &LoneDependFacts, symbols: &(impl Symbolize + ?Sized), options: &TextOptions) -> String {
    let tasks = &facts.tasks;
    let named = &tasks[facts.task];
    let mut out = format!("{RULE}NOTE: DetSan: lone depend item (pid={})\n", options.pid);
    let item = item_text(&facts.item, symbols);
    let (whose, others, creator) = match &facts.taskwait {
        Some(_) => ("a taskwait".to_owned(), "no task", Some(facts.task)),
        None => (format!("task {}", named.number), "no other task", named.creator),
    };
    let siblings =
        creator.map_or_else(String::new, |creator| format!(" that task {} has created", tasks[creator].number));
    let _ = writeln!(out, "  {item} of {whose} orders nothing: {others}{siblings} names this location.");
    if let Some((task, other)) = &facts.overlaps {
        let other = item_text(other, symbols);
        let number = tasks[*task].number;
        let _ = writeln!(
            out,
            "  It overlaps {other} of task {number}, but only items with the same start address order tasks."
        );
    }
    match facts.others {
        0 => {}
        1 => out.push_str("  The same is true of 1 more construct met at this place.\n"),
        others => {
            let _ = writeln!(out, "  The same is true of {others} more constructs met at this place.");
        }
    }
    let place = match &facts.taskwait {
        Some(stack) => {
            let frames = stack_of_task(tasks, symbols, stack, Some(facts.task));
            let _ = writeln!(out, "  Task {} waits at:", named.number);
            write_stack(&mut out, &frames, options);
            frames
        }
        None => {
            let frames = stack_of_task(tasks, symbols, &named.created_at, named.creator);
            write_task(&mut out, tasks, facts.task, &frames, options);
            frames
        }
    };
    let _ = writeln!(out, "SUMMARY: DetSan: lone depend item {}", site_text(place.first(), options));
    out + RULE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Headline;
    use crate::fake::{FakeSymbols, explicit, implicit, initial};
    use crate::model::{DependFacts, DependKind, MemoryFacts};
    use crate::symbols::{Construct, Role};
    use insta::assert_snapshot;

    const REGION: Role = Role::Body(Construct::ParallelRegion);

    fn depend(kind: DependKind, address: u64) -> DependFacts {
        DependFacts { kind, address: Some(address), length: 32, memory: MemoryFacts::Static }
    }

    /// A region (0x800) whose body creates tasks in lines 10 and 12 (0x1000, 0x1200) and waits in
    /// line 14 (0x1400).
    fn text(change: impl FnOnce(&mut LoneDependFacts)) -> String {
        let symbols = FakeSymbols::default()
            .at(0x800, "main", "tasks.c", 8, 3)
            .outlined(0x1000, "main", REGION, "tasks.c", 10, 5)
            .outlined(0x1200, "main", REGION, "tasks.c", 12, 5)
            .outlined(0x1400, "main", REGION, "tasks.c", 14, 5);
        let mut facts = LoneDependFacts {
            item: depend(DependKind::In, 0x4010),
            task: 3,
            taskwait: None,
            overlaps: None,
            others: 0,
            tasks: vec![initial(), implicit(1, 0, &[0x800], 0), explicit(2, &[0x1000], 1), explicit(3, &[0x1200], 1)],
        };
        change(&mut facts);
        let options = TextOptions { pid: 1234, base_directory: Some("/home/me".into()), headline: Headline::DetSan };
        lone_depend_text(&facts, &symbols, &options)
    }

    #[test]
    fn an_item_of_a_task() {
        assert_snapshot!(text(|_| ()), @r"
        ==================
        NOTE: DetSan: lone depend item (pid=1234)
          depend(in: 32 bytes at 0x4010) of task 3 orders nothing: no other task that task 1 has created names this location.
          Task 3 (explicit), created by task 1 at:
            #0 main [parallel region] tasks.c:12:5
        SUMMARY: DetSan: lone depend item tasks.c:12:5 (main)
        ==================
        ");
    }

    #[test]
    fn an_item_of_many_tasks_that_overlaps_another() {
        let change = |facts: &mut LoneDependFacts| {
            facts.overlaps = Some((2, depend(DependKind::InOut, 0x4000)));
            facts.others = 7;
        };
        assert_snapshot!(text(change), @r"
        ==================
        NOTE: DetSan: lone depend item (pid=1234)
          depend(in: 32 bytes at 0x4010) of task 3 orders nothing: no other task that task 1 has created names this location.
          It overlaps depend(out/inout: 32 bytes at 0x4000) of task 2, but only items with the same start address order tasks.
          The same is true of 7 more constructs met at this place.
          Task 3 (explicit), created by task 1 at:
            #0 main [parallel region] tasks.c:12:5
        SUMMARY: DetSan: lone depend item tasks.c:12:5 (main)
        ==================
        ");
    }

    #[test]
    fn an_item_of_a_taskwait() {
        let change = |facts: &mut LoneDependFacts| {
            facts.taskwait = Some(vec![0x1400]);
            facts.task = 1;
            facts.others = 1;
        };
        assert_snapshot!(text(change), @r"
        ==================
        NOTE: DetSan: lone depend item (pid=1234)
          depend(in: 32 bytes at 0x4010) of a taskwait orders nothing: no task that task 1 has created names this location.
          The same is true of 1 more construct met at this place.
          Task 1 waits at:
            #0 main [parallel region] tasks.c:14:5
        SUMMARY: DetSan: lone depend item tasks.c:14:5 (main)
        ==================
        ");
    }
}
