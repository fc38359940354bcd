//! The compiler pass, where the kernels do not show it: that it is used, and what its loops tell.

use std::path::Path;
use std::sync::LazyLock;

use detsan_tests::process::{self, Ended};
use detsan_tests::programs::{Programs, run};
use detsan_tests::toolchain::Instrumentation;

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("pass")));

/// What clang makes of a program of the tests with the flags that `detsan cflags` prints.
fn intermediate_code(name: &str) -> String {
    let flags = run(process::command(PROGRAMS.toolchain.detsan()).arg("cflags")).stdout;
    assert!(flags.contains("-fpass-plugin="), "{flags}");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    let mut compile = process::command("clang-19");
    compile.args(flags.split_whitespace()).args(["-O2", "-S", "-emit-llvm", "-o", "-"]).arg(source);
    let made = run(&mut compile);
    assert_eq!(made.ended, Ended::Exit(0), "{}", made.stderr);
    made.stdout
}

#[test]
fn a_nest_of_loops_is_checked_before_it_begins_and_tells_that_it_runs() {
    let code = intermediate_code("long-nest.c");
    let work = code.split("define ").find(|function| function.contains("@__detsan_progress()"));
    let work = work.unwrap_or_else(|| panic!("no loop tells that it runs:\n{code}"));
    let calls: Vec<&str> = work.lines().filter(|line| line.contains("@__detsan_read_rows(")).collect();
    assert!(calls.iter().any(|call| call.contains("i64 8192, i64 0, i64 1, i64 8)")), "{calls:#?}");
}

#[test]
fn a_thread_that_computes_for_long_in_such_a_nest_keeps_its_turn() {
    let program = PROGRAMS.compile("long-nest", Instrumentation::Checked, &["-g", "-O2"]);
    let run = run(PROGRAMS.toolchain.check_in_team(&program).arg("1000000"));
    assert_eq!((run.ended, run.stdout.trim()), (Ended::Exit(0), "1"), "{}", run.stderr);
    assert!(!run.stderr.contains("told nothing"), "{}", run.stderr);
}

#[test]
fn short_copies_and_fills_are_loads_and_stores() {
    let code = intermediate_code("short-copies.c");
    // Loads, stores, and calls that copy or fill.
    let made_of = |name: &str| {
        let function = code.split("define ").find(|function| function.contains(&format!("@{name}(")));
        let function = function.unwrap_or_else(|| panic!("no function {name}:\n{code}"));
        let body = function.split("\n}").next().expect("a split has a first part");
        ["= load <", "store <", "@__tsan_mem"].map(|what| body.matches(what).count())
    };
    assert_eq!(made_of("copy_short"), [4, 4, 0]);
    assert_eq!(made_of("move_short"), [4, 4, 0]);
    assert_eq!(made_of("clear_short"), [0, 4, 0]);
    assert_eq!(made_of("copy_long"), [0, 0, 1]);
}
