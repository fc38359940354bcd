//! The report of one race.

use std::fmt::Write;

use super::depend::{why_not_ordered, write_depends};
use super::location::write_location;
use super::order::{creators_up_to_region, why_unordered};
use super::stacks::{creation_stack, site_text, stack_of_task, write_stack};
use super::tasks::write_task;
use super::{Headline, TextOptions};
use crate::model::{AccessFacts, AccessMode, MemoryFacts, RaceFacts, TaskKind};
use crate::symbols::{DebugInfo, Frame, Symbolize};

pub(super) const RULE: &str = "==================\n";

/// Tasks whose creation is printed.
const MOST_TASKS: usize = 12;

/// The report of a race as text.
pub fn race_text(race: &RaceFacts, symbols: &(impl Symbolize + ?Sized), options: &TextOptions) -> String {
    let stack = |access: &AccessFacts| stack_of_task(&race.tasks, symbols, &access.stack, Some(access.task));
    let (earlier, later) = (stack(&race.earlier), stack(&race.later));

    let mut out = String::from(RULE);
    let headline = match options.headline {
        Headline::DetSan => "DetSan: determinacy race",
        Headline::ThreadSanitizer => "ThreadSanitizer: data race",
    };
    let _ = writeln!(out, "WARNING: {headline} (pid={})", options.pid);
    for (access, previous, frames) in [(&race.later, "", &later), (&race.earlier, "previous ", &earlier)] {
        let _ = writeln!(out, "  {}:", access_text(race, access, previous));
        write_stack(&mut out, frames, options);
    }
    write_location(&mut out, race, symbols, options);
    write_tasks(&mut out, race, symbols, options);
    let _ = writeln!(out, "  The two are unordered: {}.", why_unordered(race, symbols));
    if let Some(why) = why_not_ordered(race) {
        let _ = writeln!(out, "  Note: {why}.");
    }
    write_scope(&mut out, race);
    write_free(&mut out, race);
    write_note(&mut out, [later.first(), earlier.first()]);
    let (one, other) = (site_text(later.first(), options), site_text(earlier.first(), options));
    let _ = writeln!(out, "SUMMARY: DetSan: determinacy race {one} and {other}");
    out + RULE
}

/// `Previous atomic write of size 4 at 0x4010 by task 3`
fn access_text(race: &RaceFacts, access: &AccessFacts, previous: &str) -> String {
    let atomic = if access.atomic { "atomic " } else { "" };
    let others = if access.or_one_like_it { " or one like it" } else { "" };
    let task = match race.tasks.get(access.task) {
        Some(task) => format!("task {}{others}", task.number),
        None => "an unknown task".to_owned(),
    };
    let (size, address) = (access.size, access.address);
    let text = match (access.mode, &race.memory) {
        (AccessMode::Read, _) => format!("{previous}{atomic}read of size {size} at {address:#x} by {task}"),
        (AccessMode::Write, _) => format!("{previous}{atomic}write of size {size} at {address:#x} by {task}"),
        (AccessMode::Free, MemoryFacts::Heap { start, .. }) => {
            format!("{previous}free of the block at {start:#x} by {task}")
        }
        (AccessMode::Free, _) => format!("{previous}free of the memory by {task}"),
        (AccessMode::End, MemoryFacts::TaskData { .. }) => format!("{previous}end of {task}, created at"),
        (AccessMode::End, _) => format!("{previous}return from the variable's function by {task}, called at"),
    };
    text[..1].to_uppercase() + &text[1..]
}

/// Writes where the two tasks and their creators come from, up to the region; each once.
fn write_tasks(out: &mut String, race: &RaceFacts, symbols: &(impl Symbolize + ?Sized), options: &TextOptions) {
    let accessors = [race.later.task, race.earlier.task];
    let chains = accessors.map(|task| creators_up_to_region(race, task));
    let (heads, rests) =
        (chains.iter().flat_map(|chain| chain.first()), chains.iter().flat_map(|chain| chain.iter().skip(1)));
    let mut tasks: Vec<usize> = Vec::new();
    for &task in heads.chain(rests) {
        // That the initial task created something goes without saying.
        let obvious = race.tasks[task].kind == TaskKind::Initial && !accessors.contains(&task);
        if !obvious && !tasks.contains(&task) {
            tasks.push(task);
        }
    }
    for &task in tasks.iter().take(MOST_TASKS) {
        write_task(out, &race.tasks, task, &creation_stack(race, symbols, task), options);
        write_depends(out, &race.tasks[task].depends, symbols);
    }
    if let Some(more) = tasks.len().checked_sub(MOST_TASKS).filter(|&more| more > 0) {
        let _ = writeln!(out, "  … and the {more} tasks above them");
    }
}

/// Says what it means that one side ends the life of the variable.
fn write_scope(out: &mut String, race: &RaceFacts) {
    let (end, other) = match (race.earlier.mode, race.later.mode) {
        (AccessMode::End, _) => (&race.earlier, &race.later),
        (_, AccessMode::End) => (&race.later, &race.earlier),
        _ => return,
    };
    let number = |access: &AccessFacts| race.tasks.get(access.task).map_or(0, |task| task.number);
    let owner = match &race.memory {
        MemoryFacts::TaskData { .. } => format!("task {} has ended", number(end)),
        _ => "the variable's function has returned".to_owned(),
    };
    let _ = writeln!(out, "  Use after scope: task {} may run when {owner}.", number(other));
}

/// Says what it means that one side gives the memory back, or both.
fn write_free(out: &mut String, race: &RaceFacts) {
    let number = |access: &AccessFacts| race.tasks.get(access.task).map_or(0, |task| task.number);
    let (earlier, later) = (number(&race.earlier), number(&race.later));
    let _ = match (race.earlier.mode, race.later.mode) {
        (AccessMode::Free, AccessMode::Free) => writeln!(out, "  Double free: both tasks give the memory back."),
        (AccessMode::Free, _) => {
            writeln!(out, "  Use after free: task {later} may run when task {earlier} has freed the memory.")
        }
        (_, AccessMode::Free) => {
            writeln!(out, "  Use after free: task {earlier} may run when task {later} has freed the memory.")
        }
        _ => Ok(()),
    };
}

/// Tells how to get source lines where there are none.
fn write_note(out: &mut String, accesses: [Option<&Frame>; 2]) {
    let mut modules: Vec<&str> = accesses
        .into_iter()
        .flatten()
        .filter(|frame| frame.debug_info == DebugInfo::Absent)
        .filter_map(|frame| frame.place.module.as_deref())
        .collect();
    modules.dedup();
    for module in modules {
        let _ = writeln!(
            out,
            "  Note: there is no debug info in {module}: build with -g to see source lines and variables"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSymbols, access, explicit, implicit, initial};
    use crate::symbols::{Construct, Role, SourceLocation, Variable, VariableKind};
    use insta::assert_snapshot;
    use std::path::PathBuf;

    fn text(race: &RaceFacts, symbols: &FakeSymbols) -> String {
        let options =
            TextOptions { pid: 1234, base_directory: Some(PathBuf::from("/home/me")), headline: Headline::DetSan };
        race_text(race, symbols, &options)
    }

    const TASK: Role = Role::Body(Construct::Task);
    const REGION: Role = Role::Body(Construct::ParallelRegion);

    /// `main` begins a region in line 8 (0x800); its body creates tasks in lines 10 and 12 (0x1000,
    /// 0x1200), whose bodies access something in lines 11 and 13 (0x1100, 0x1300).
    fn program() -> FakeSymbols {
        FakeSymbols::default()
            .at(0x800, "main", "racy.c", 8, 3)
            .outlined(0x1000, "main", REGION, "racy.c", 10, 5)
            .outlined(0x1100, "main", TASK, "racy.c", 11, 7)
            .outlined(0x1200, "main", REGION, "racy.c", 12, 5)
            .outlined(0x1300, "main", TASK, "racy.c", 13, 7)
    }

    /// The initial task, an implicit one and two explicit ones created by it.
    fn tasks() -> Vec<crate::model::TaskFacts> {
        vec![initial(), implicit(1, 0, &[0x800], 0), explicit(2, &[0x1000], 1), explicit(3, &[0x1200], 1)]
    }

    fn variable(name: &str, kind: VariableKind, address: u64, size: u64, line: u32) -> Variable {
        Variable {
            name: name.to_owned(),
            kind,
            function: None,
            address,
            size: Some(size),
            offset: 0,
            element: None,
            declared_at: Some(SourceLocation { file: "/home/me/racy.c".to_owned(), line, column: None }),
        }
    }

    fn two_tasks(memory: MemoryFacts, address: u64) -> RaceFacts {
        RaceFacts {
            earlier: access(AccessMode::Read, address, &[0x1100], 2),
            later: access(AccessMode::Write, address, &[0x1300], 3),
            memory,
            tasks: tasks(),
        }
    }

    #[test]
    fn a_task_that_stands_for_others() {
        let mut race = two_tasks(MemoryFacts::Static, 0x4010);
        race.earlier.or_one_like_it = true;
        let text = text(&race, &program());
        assert!(text.contains("Previous read of size 4 at 0x4010 by task 2 or one like it:"), "{text}");
    }

    #[test]
    fn two_explicit_tasks_on_a_global() {
        let symbols = program().static_at(0x4010, variable("x", VariableKind::Static, 0x4010, 4, 5));
        assert_snapshot!(text(&two_tasks(MemoryFacts::Static, 0x4010), &symbols), @r"
        ==================
        WARNING: DetSan: determinacy race (pid=1234)
          Write of size 4 at 0x4010 by task 3:
            #0 main [task] racy.c:13:7
          Previous read of size 4 at 0x4010 by task 2:
            #0 main [task] racy.c:11:7
          Location: global variable 'x' of size 4 at 0x4010, declared at racy.c:5
          Task 3 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:12:5
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:10:5
          Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
            #0 main racy.c:8:3
          The two are unordered: both were created by task 1 (main [parallel region]), and no taskwait, taskgroup or depend orders them.
        SUMMARY: DetSan: determinacy race racy.c:13:7 (main) and racy.c:11:7 (main)
        ==================
        ");
    }

    #[test]
    fn an_element_of_a_static_array() {
        let array = Variable {
            function: Some("work".to_owned()),
            offset: 12,
            element: Some("a[3]".to_owned()),
            ..variable("a", VariableKind::Static, 0x4010, 40, 6)
        };
        let symbols = program().static_at(0x401c, array);
        let text = text(&two_tasks(MemoryFacts::Static, 0x401c), &symbols);
        assert_snapshot!(location_line(&text), @r"  Location: a[3], byte 12 of static variable 'a' of size 40 at 0x4010 in work, declared at racy.c:6");
    }

    fn location_line(text: &str) -> &str {
        text.lines().find(|line| line.starts_with("  Location:")).unwrap()
    }

    #[test]
    fn a_task_and_its_creator() {
        let symbols = program()
            .at(0x1400, "helper", "lib/helper.c", 3, 10)
            .outlined(0x1401, "main", REGION, "racy.c", 15, 5)
            .static_at(0x4010, variable("x", VariableKind::Static, 0x4010, 4, 5));
        let race = RaceFacts {
            earlier: access(AccessMode::Write, 0x4010, &[0x1100], 2),
            later: AccessFacts { atomic: true, ..access(AccessMode::Write, 0x4010, &[0x1400, 0x1401], 1) },
            memory: MemoryFacts::Static,
            tasks: tasks(),
        };
        assert_snapshot!(text(&race, &symbols), @r"
        ==================
        WARNING: DetSan: determinacy race (pid=1234)
          Atomic write of size 4 at 0x4010 by task 1:
            #0 helper lib/helper.c:3:10
            #1 main [parallel region] racy.c:15:5
          Previous write of size 4 at 0x4010 by task 2:
            #0 main [task] racy.c:11:7
          Location: global variable 'x' of size 4 at 0x4010, declared at racy.c:5
          Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
            #0 main racy.c:8:3
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:10:5
          The two are unordered: task 1 (main [parallel region]) goes on after creating task 2 without waiting for it.
        SUMMARY: DetSan: determinacy race lib/helper.c:3:10 (helper) and racy.c:11:7 (main)
        ==================
        ");
    }

    #[test]
    fn a_heap_block() {
        let symbols = program().at(0x700, "main", "racy.c", 7, 14);
        let memory = MemoryFacts::Heap { start: 0x5000, size: 400, allocated_at: vec![0x700] };
        assert_snapshot!(text(&two_tasks(memory, 0x5010), &symbols), @r"
        ==================
        WARNING: DetSan: determinacy race (pid=1234)
          Write of size 4 at 0x5010 by task 3:
            #0 main [task] racy.c:13:7
          Previous read of size 4 at 0x5010 by task 2:
            #0 main [task] racy.c:11:7
          Location: heap block of size 400 at 0x5000, offset 16, allocated at:
            #0 main racy.c:7:14
          Task 3 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:12:5
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:10:5
          Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
            #0 main racy.c:8:3
          The two are unordered: both were created by task 1 (main [parallel region]), and no taskwait, taskgroup or depend orders them.
        SUMMARY: DetSan: determinacy race racy.c:13:7 (main) and racy.c:11:7 (main)
        ==================
        ");
    }

    #[test]
    fn a_local_variable() {
        let local = Variable { function: Some("main".to_owned()), ..variable("y", VariableKind::Local, 0x7ff0, 4, 6) };
        let symbols = program().local_at(0x7ff0, local);
        let memory = MemoryFacts::Stack { function: 0x800, frame_address: 0x8000 };
        assert_snapshot!(text(&two_tasks(memory, 0x7ff0), &symbols), @r"
        ==================
        WARNING: DetSan: determinacy race (pid=1234)
          Write of size 4 at 0x7ff0 by task 3:
            #0 main [task] racy.c:13:7
          Previous read of size 4 at 0x7ff0 by task 2:
            #0 main [task] racy.c:11:7
          Location: local variable 'y' of size 4 at 0x7ff0 in main, declared at racy.c:6
          Task 3 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:12:5
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] racy.c:10:5
          Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
            #0 main racy.c:8:3
          The two are unordered: both were created by task 1 (main [parallel region]), and no taskwait, taskgroup or depend orders them.
        SUMMARY: DetSan: determinacy race racy.c:13:7 (main) and racy.c:11:7 (main)
        ==================
        ");
    }

    #[test]
    fn a_stack_frame_without_a_name_for_it() {
        let known = MemoryFacts::Stack { function: 0x800, frame_address: 0x8000 };
        assert_snapshot!(location_line(&text(&two_tasks(known, 0x7ff0), &program())), @r"  Location: a variable of main");
        let unknown = MemoryFacts::Stack { function: 0, frame_address: 0x8000 };
        assert_snapshot!(location_line(&text(&two_tasks(unknown, 0x7ff0), &program())), @r"  Location: a variable of a function that is not known");
    }

    #[test]
    fn a_captured_variable() {
        let memory = MemoryFacts::TaskData { task: Some(2), start: 0x6000, size: 48 };
        assert_snapshot!(location_line(&text(&two_tasks(memory, 0x6028), &program())), @r"  Location: captured variable of task 2, offset 40 of its 48 bytes of data");
    }

    #[test]
    fn no_debug_info() {
        // Tasks have no function in their name; the place of their creation has.
        let symbols = FakeSymbols::default()
            .symbol(0x800, "main", Role::Function, 0x20)
            .symbol(0x1000, "main", Role::Wrapper(Construct::ParallelRegion), 0x30)
            .symbol(0x1100, "", Role::Wrapper(Construct::Task), 0x8);
        let race = two_tasks(MemoryFacts::Static, 0x4010);
        assert_snapshot!(text(&race, &symbols), @r"
        ==================
        WARNING: DetSan: determinacy race (pid=1234)
          Write of size 4 at 0x4010 by task 3:
            #0 racy+0x1300
          Previous read of size 4 at 0x4010 by task 2:
            #0 main [task] (racy+0x1100)
          Location: memory at 0x4010 (racy+0x4010)
          Task 3 (explicit), created by task 1 at:
            #0 racy+0x1200
          Task 2 (explicit), created by task 1 at:
            #0 main [parallel region] (racy+0x1000)
          Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
            #0 main+0x20 (racy+0x800)
          The two are unordered: both were created by task 1 (main [parallel region]), and no taskwait, taskgroup or depend orders them.
          Note: there is no debug info in racy: build with -g to see source lines and variables
        SUMMARY: DetSan: determinacy race racy+0x1300 and racy+0x1100 (main)
        ==================
        ");
    }

    #[test]
    fn two_threads_of_a_region() {
        let symbols = program().outlined(0x900, "main", Role::Body(Construct::Unknown), "racy.c", 9, 5);
        let race = RaceFacts {
            earlier: access(AccessMode::Write, 0x4010, &[0x900], 1),
            later: access(AccessMode::Write, 0x4010, &[0x900], 2),
            memory: MemoryFacts::Static,
            tasks: vec![initial(), implicit(1, 0, &[0x800], 0), implicit(2, 1, &[0x800], 0)],
        };
        assert_snapshot!(text(&race, &symbols), @r"
        ==================
        WARNING: DetSan: determinacy race (pid=1234)
          Write of size 4 at 0x4010 by task 2:
            #0 main [parallel region] racy.c:9:5
          Previous write of size 4 at 0x4010 by task 1:
            #0 main [parallel region] racy.c:9:5
          Location: memory at 0x4010 (racy+0x4010)
          Task 2 (implicit, thread 1 of a parallel region), begun by task 0 at:
            #0 main racy.c:8:3
          Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
            #0 main racy.c:8:3
          The two are unordered: they are threads 0 and 1 of the parallel region begun by task 0 (main), and no barrier orders them.
        SUMMARY: DetSan: determinacy race racy.c:9:5 (main) and racy.c:9:5 (main)
        ==================
        ");
    }

    #[test]
    fn a_directive_is_known_better_by_its_body() {
        let symbols = program().directive(0x1300, "racy.c", 12, 9).directive(0x1000, "racy.c", 7, 1);
        let text = text(&two_tasks(MemoryFacts::Static, 0x4010), &symbols);
        let tasks = text.lines().skip_while(|line| !line.starts_with("  Task 3")).take(6);
        let places: Vec<&str> = tasks.map(|line| &line[2..]).collect();
        assert_snapshot!(places.join("\n"), @r"
        Task 3 (explicit), created by task 1 at:
          #0 main [parallel region] racy.c:12:9
        Task 2 (explicit), created by task 1 at:
          #0 main [parallel region] racy.c:10:5
        Task 1 (implicit, thread 0 of a parallel region), begun by task 0 at:
          #0 main racy.c:7:1
        ");
    }

    fn order_line(text: &str) -> &str {
        text.lines().find(|line| line.starts_with("  The two are unordered:")).unwrap()
    }

    #[test]
    fn tasks_of_two_threads() {
        let mut race = two_tasks(MemoryFacts::Static, 0x4010);
        race.tasks.push(implicit(4, 1, &[0x800], 0));
        race.tasks[3].creator = Some(4);
        assert_snapshot!(order_line(&text(&race, &program())), @r"  The two are unordered: they belong to threads 0 and 1 of the parallel region begun by task 0 (main), and no taskwait, taskgroup or barrier orders them.");
    }

    #[test]
    fn grandchildren() {
        let mut race = two_tasks(MemoryFacts::Static, 0x4010);
        race.tasks.push(explicit(4, &[0x1300], 3));
        race.later.task = 4;
        assert_snapshot!(order_line(&text(&race, &program())), @r"  The two are unordered: both descend from task 1 (main [parallel region]), one through task 2, the other through task 3, and no taskwait, taskgroup or depend orders them.");
        race.earlier.task = 1;
        assert_snapshot!(order_line(&text(&race, &program())), @r"  The two are unordered: task 1 (main [parallel region]) goes on without waiting for task 4, which descends from its child, task 3.");
    }

    #[test]
    fn tasks_that_nothing_is_known_of() {
        let mut race = two_tasks(MemoryFacts::Static, 0x4010);
        race.tasks[2] = crate::model::TaskFacts { creator: None, created_at: Vec::new(), ..race.tasks[2].clone() };
        let text = text(&race, &program());
        assert_snapshot!(order_line(&text), @r"  The two are unordered: nothing that was seen orders them.");
        assert!(text.contains("  Task 2 (explicit)\n"), "{text}");
    }

    #[test]
    fn long_ancestries_and_stacks_are_cut() {
        let mut race = two_tasks(MemoryFacts::Static, 0x4010);
        for number in 4..24 {
            race.tasks.push(explicit(number, &[0x1300], number as usize - 1));
        }
        race.later.task = 23;
        race.later.stack = vec![0x1300; 100];
        let text = text(&race, &program());
        assert!(text.contains("    #63 main"), "{text}");
        assert!(!text.contains("    #64 main"), "{text}");
        assert!(text.contains("    … and 36 more calls\n"), "{text}");
        assert!(text.contains("  … and the 11 tasks above them\n"), "{text}");
        assert!(text.contains("  Task 2 (explicit)"), "{text}");
    }

    #[test]
    fn the_first_line_of_thread_sanitizer() {
        let options = TextOptions { pid: 7, base_directory: None, headline: Headline::ThreadSanitizer };
        let text = race_text(&two_tasks(MemoryFacts::Static, 0x4010), &program(), &options);
        assert_eq!(text.lines().nth(1), Some("WARNING: ThreadSanitizer: data race (pid=7)"));
        assert!(text.contains("/home/me/racy.c:13:7"), "{text}");
    }
}
