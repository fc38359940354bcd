//! OpenMP constructs: what compilers make of them is shown as what the user wrote.

use crate::support::{Build, Ran};
use detsan_report::{Construct, Frame, Role, Symbolize};

fn construct(frame: &Frame) -> Option<Construct> {
    match frame.role {
        Role::Body(construct) | Role::Wrapper(construct) => Some(construct),
        Role::Function | Role::Glue => None,
    }
}

/// Checks that a mark is in one frame, which is the body of a construct in a function. Its caller
/// is a wrapper, which belongs to it, or the runtime, which is not shown.
fn check(ran: &Ran, label: &str, function: &str, expected: Construct) {
    let stack = ran.deep_stack(label);
    let seen: Vec<_> = stack.iter().map(|frame| (frame.function.as_deref(), construct(frame))).collect();
    assert_eq!(seen, [(Some(function), Some(expected))], "{label}: {stack:#?}");
    ran.assert_at(&stack[0], &format!("MARK(\"{label}\")"));
}

fn clang(level: &str) -> Ran {
    Build { compiler: "clang++-19", flags: &["-g", "-fopenmp", level], and_then: None }.run("tasks.cpp")
}

#[test]
fn constructs_of_clang_show_the_function_that_they_stand_in() {
    for level in ["-O0", "-O1", "-O2"] {
        let ran = clang(level);
        check(&ran, "region", "main", Construct::ParallelRegion);
        check(&ran, "task", "main", Construct::Task);
        assert_eq!(ran.symbolizer.directive(ran.mark("task").return_address), None);
        check(&ran, "taskloop", "main", Construct::Task);
        check(&ran, "outer_task", "nest", Construct::Task);
        check(&ran, "inner_task", "nest", Construct::Task);
        check(&ran, "method_task", "work::Worker::run", Construct::Task);
    }
}

#[test]
fn a_call_inlined_into_a_task_is_a_frame_of_its_own() {
    for level in ["-O0", "-O2"] {
        let ran = clang(level);
        let stack = ran.stack("helper");
        let seen: Vec<_> = stack.iter().map(|frame| (frame.function.as_deref(), construct(frame))).collect();
        assert_eq!(seen, [(Some("helper"), None), (Some("main"), Some(Construct::Task))]);
        ran.assert_at(&stack[1], "helper(); // calls helper");
    }
}

#[test]
fn a_call_from_a_task_is_on_top_of_it() {
    let ran = clang("-O0");
    let stack = ran.deep_stack("called");
    let seen: Vec<_> = stack.iter().map(|frame| (frame.function.as_deref(), construct(frame))).collect();
    assert_eq!(seen, [(Some("called"), None), (Some("main"), Some(Construct::Task))]);
    ran.assert_at(&stack[1], "called();");
}

#[test]
fn tasks_that_share_a_line_with_their_creator() {
    for level in ["-O0", "-O2"] {
        let ran = clang(level);
        for label in ["inner_in_line", "outer_in_line"] {
            let stack = ran.deep_stack(label);
            let seen: Vec<_> = stack.iter().map(|frame| (frame.function.as_deref(), construct(frame))).collect();
            assert_eq!(seen, [(Some("one_line"), Some(Construct::Task))]);
        }
    }
}

#[test]
fn instances_of_a_template_are_not_confused() {
    // The name of a task does not tell which instance it belongs to, so none is claimed.
    let ran = clang("-O0");
    for label in ["instance<int>", "instance<double>"] {
        assert_eq!(ran.functions(label), ["instance"]);
    }
}

#[test]
fn variables_of_tasks_and_shared_variables() {
    let ran = clang("-O0");
    let inside = ran.local_variable("outer_task", "inside");
    assert_eq!((inside.name.as_str(), inside.function.as_deref()), ("inside", Some("nest")));
    ran.assert_declared(&inside, "volatile int inside");
    let shared = ran.local_variable("main", "shared_local");
    assert_eq!((shared.name.as_str(), shared.function.as_deref()), ("shared_local", Some("main")));
    assert_eq!(shared.address, ran.address("shared_local"));
}

#[test]
fn without_debug_information_regions_have_names_and_tasks_are_known_as_tasks() {
    let ran = Build { compiler: "clang++-19", flags: &["-fopenmp", "-O1"], and_then: None }.run("tasks.cpp");
    let region = &ran.stack("region")[0];
    assert_eq!((region.function.as_deref(), construct(region)), (Some("main"), Some(Construct::ParallelRegion)));
    let task = &ran.stack("task")[0];
    assert_eq!((task.function.as_deref(), construct(task)), (None, Some(Construct::Task)));
}

#[test]
fn constructs_of_gcc() {
    for level in ["-O0", "-O2"] {
        let ran = Build { compiler: "gcc", flags: &["-g", "-fopenmp", level], and_then: None }.run("gnu.c");
        check(&ran, "region", "main", Construct::Unknown);
        check(&ran, "task", "main", Construct::Unknown);
        for (label, directive) in [("region", "#pragma omp parallel"), ("task", "#pragma omp task")] {
            let location = ran.symbolizer.directive(ran.mark(label).return_address).expect("gcc tells");
            assert_eq!(location.line, ran.position(directive).0, "{label}");
        }
        assert_eq!(ran.symbolizer.directive(ran.mark("main").return_address), None);
        let shared = ran.local_variable("main", "shared_local");
        assert_eq!((shared.name.as_str(), shared.address), ("shared_local", ran.address("shared_local")));
    }
}
