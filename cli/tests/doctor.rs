//! `detsan doctor` where something is wrong. That it finds nothing wrong with the real parts is an
//! end-to-end test.

mod common;

use common::{Lab, nowhere};

#[test]
fn missing_parts_are_problems() {
    let lab = Lab::bare();
    let outcome = lab.detsan("doctor");
    assert_eq!(outcome.status, 1, "{outcome:#?}");
    let problems: Vec<_> = outcome.stdout.lines().filter(|line| line.starts_with("PROBLEM")).collect();
    assert_eq!(problems.len(), 3, "{problems:#?}");
    for (problem, part) in problems.iter().zip(["libdetsan.so", "libdetsan_hooks.a", "libdetsan_doors.a"]) {
        assert!(problem.contains(&format!("{part} is missing")), "{problem}");
    }
    assert!(outcome.stdout.contains("with OMPT"), "{outcome:#?}");
    assert!(outcome.stdout.ends_with("3 problems: DetSan does not work here yet\n"));
}

#[test]
fn a_tool_that_reports_nothing_is_a_problem() {
    let lab = Lab::new();
    let outcome = lab.detsan("doctor");
    assert_eq!(outcome.status, 1, "{outcome:#?}");
    let expected = "expected that the race in a C program is reported, but it ended with status 0: tool loaded:";
    assert!(outcome.stdout.contains(expected), "{outcome:#?}");
    // The clean program is as clean as it must be.
    assert!(outcome.stdout.contains("no race is reported in a clean C program\n"), "{outcome:#?}");
}

#[test]
fn a_missing_compiler_is_a_problem() {
    let lab = Lab::new();
    let outcome = lab.detsan_with("doctor", &[("PATH", nowhere().as_os_str())]);
    assert_eq!(outcome.status, 1, "{outcome:#?}");
    assert!(outcome.stdout.contains("PROBLEM  compiler           no clang on the PATH"), "{outcome:#?}");
    assert!(outcome.stdout.contains("apt-get install clang-19 libomp-19-dev"), "{outcome:#?}");
}

#[test]
fn what_the_compiler_does_not_take_is_listed() {
    let lab = Lab::new();
    let outcome = lab.detsan("doctor");
    assert!(outcome.stdout.contains("takes every tasking construct of OpenMP 5.2\n"), "{outcome:#?}");
    let outcome = lab.detsan_with("doctor", &[("DETSAN_CC", "gcc".as_ref())]);
    let listed =
        "does not take: depend(inoutset: …), depobj update(inoutset), omp_all_memory, taskwait depend(…) nowait\n";
    assert!(outcome.stdout.contains(listed), "{outcome:#?}");
}
