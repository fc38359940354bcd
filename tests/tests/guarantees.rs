//! What the last lines of a run promise, for each row of docs/guarantees.md.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use detsan_options::exit_codes::RACES;
use detsan_tests::process::{self, Ended};
use detsan_tests::report;
use detsan_tests::toolchain::Toolchain;

const ALL: &str = "all schedules of this input";

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| Toolchain::find().unwrap_or_else(|error| panic!("{error}")));

/// How a part of the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// `detsan cc`, with clang behind it.
    Clang,
    /// `detsan cc`, with gcc behind it.
    Gcc,
    /// clang alone, without instrumentation.
    Plain,
}

fn directory() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guarantees");
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

fn command(by: By) -> std::process::Command {
    match by {
        By::Plain => process::command("clang-19"),
        By::Clang | By::Gcc => {
            let mut command = process::command(TOOLCHAIN.detsan());
            command.arg("cc");
            if by == By::Gcc {
                command.env("DETSAN_CC", "gcc");
            }
            command
        }
    }
}

fn succeed(command: &mut std::process::Command) {
    let run = process::run(command).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run.ended, Ended::Exit(0), "{command:?}: {}", run.stderr);
}

fn object(test: &str, name: &str, by: By, flags: &[&str]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(format!("{name}.c"));
    let object = directory().join(format!("{test}-{name}.o"));
    succeed(command(by).args(["-fopenmp", "-g", "-c"]).args(flags).arg(source).arg("-o").arg(&object));
    object
}

/// Links the two halves, compiled in these ways; `test` makes the names of files differ.
fn program(test: &str, main: By, part: By, flags: &[&str]) -> PathBuf {
    let main = object(test, "guarantees", main, flags);
    let part = object(test, "guarantees-part", part, flags);
    let program = directory().join(test);
    succeed(command(By::Clang).args(["-fopenmp"]).args([&main, &part]).arg("-o").arg(&program));
    program
}

/// The same, with the second half in a shared library `lib<test>.so.1`.
fn program_with_library(test: &str, main: By) -> PathBuf {
    let part = object(test, "guarantees-part", By::Plain, &["-fPIC", "-O1"]);
    let main = object(test, "guarantees", main, &["-O1"]);
    let (directory, program) = (directory(), directory().join(test));
    let library = directory.join(format!("lib{test}.so.1"));
    let name = format!("-Wl,-soname,lib{test}.so.1");
    succeed(process::command("clang-19").args(["-shared", &name]).arg(part).arg("-o").arg(&library));
    let path = format!("-Wl,-rpath,{}", directory.display());
    succeed(command(By::Clang).args(["-fopenmp", &path]).args([&main, &library]).arg("-o").arg(&program));
    program
}

/// The guarantee of a run with these arguments, and what it printed.
fn guarantee(program: &Path, argument: &str, environment: &[(&str, &str)]) -> (String, String) {
    let run = process::run(TOOLCHAIN.check(program).arg(argument).envs(environment.iter().copied()));
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(run.ended, Ended::Exit(RACES.into()), "{}", run.stderr);
    let found = report::parse(&run.stderr).unwrap_or_else(|malformed| panic!("{malformed}: {}", run.stderr));
    (found.guarantee.unwrap_or(run.stderr), run.stdout)
}

#[track_caller]
fn says(program: &Path, argument: &str, expected: &str) {
    assert_eq!(guarantee(program, argument, &[]).0, expected, "{argument}");
}

static CHECKED: LazyLock<PathBuf> = LazyLock::new(|| program("checked", By::Clang, By::Clang, &["-O1"]));

#[test]
fn a_program_that_is_checked_as_a_whole_keeps_all_schedules() {
    for argument in ["", "call", "pointer", "serial", "created", "libc", "spawn", "small-loop"] {
        says(&CHECKED, argument, ALL);
    }
    let unoptimised = program("unoptimised", By::Clang, By::Clang, &["-O0"]);
    for argument in ["call", "pointer", "created", "libc"] {
        says(&unoptimised, argument, ALL);
    }
}

#[test]
fn calls_of_objects_that_are_not_checked_are_counted() {
    for (test, level) in [("plain-part-0", "-O0"), ("plain-part-2", "-O2")] {
        let program = program(test, By::Clang, By::Plain, &[level]);
        let calls = |number| {
            format!("partial: calls of part_increments, which was not compiled for DetSan, were not checked ({number})")
        };
        says(&program, "call", &calls("2 calls"));
        says(&program, "pointer", &calls("1 call"));
        // Calls from outside of any region concern no other task.
        says(&program, "serial", ALL);
        says(&program, "", ALL);
    }
}

#[test]
fn calls_of_library_functions_that_follow_pointers_are_counted() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/guarantees-followers.cpp");
    let build = |name: &str, flags: &[&str]| {
        let program = directory().join(name);
        let mut compiler = process::command(TOOLCHAIN.detsan());
        succeed(compiler.args(["c++", "-g", "-O0", "-std=c++17"]).args(flags).arg(&source).arg("-o").arg(&program));
        program
    };
    let program = build("followers", &[]);
    says(&program, "strcpy", ALL);
    says(&program, "string", ALL);
    says(&program, "print", ALL);
    says(&program, "", ALL);
    says(&program, "copy", "partial: accesses in calls of std::ostream were not checked (1 call)");
    let (sscanf, _) = guarantee(&program, "sscanf", &[]);
    assert!(sscanf.contains("sscanf were not checked (1 call)"), "{sscanf}");
    let in_library = build("followers-in-library", &["-DIN_LIBRARY"]);
    let (string, _) = guarantee(&in_library, "string", &[]);
    assert!(string.starts_with("partial: accesses in calls of std::string were not checked"), "{string}");
}

#[test]
fn tasks_and_regions_of_objects_that_are_not_checked_are_named() {
    let program = program("plain-tasks", By::Clang, By::Plain, &["-O1"]);
    says(
        &program,
        "created",
        "partial: the parallel region at guarantees-part.c:8 runs code not compiled for DetSan (1 time); \
         partial: the tasks created at guarantees-part.c:11 run code not compiled for DetSan (1 task); \
         partial: the tasks created at guarantees-part.c:13 run code not compiled for DetSan (1 task)",
    );
}

#[test]
fn a_program_without_instrumentation_says_that_nothing_was_checked() {
    let program = program("plain", By::Plain, By::Plain, &["-O1"]);
    let (guarantee, _) = guarantee(&program, "", &[]);
    assert!(
        guarantee.starts_with("partial: nothing was checked; partial: the parallel region at guarantees.c:"),
        "{guarantee}"
    );
}

#[test]
fn calls_into_libraries_are_counted_unless_they_are_trusted() {
    let program = program_with_library("guaranteesone", By::Clang);
    says(&program, "call", "partial: calls into libguaranteesone.so.1 were not checked (2 calls)");
    says(&program, "pointer", "partial: calls into libguaranteesone.so.1 were not checked (1 call)");
    says(&program, "", ALL);
    let trusted = [("DETSAN_OPTIONS", "trusted_libraries=other,guaranteesone")];
    assert_eq!(guarantee(&program, "call", &trusted).0, ALL);
    let tasks = guarantee(&program, "created", &[]).0;
    assert!(tasks.contains("the tasks created at guarantees-part.c:11 run code"), "{tasks}");
    assert_eq!(guarantee(&program, "created", &trusted).0, ALL);
}

#[test]
fn without_the_pass_calls_are_looked_for_in_the_code() {
    let checked = program("gcc", By::Gcc, By::Gcc, &["-O1"]);
    says(&checked, "call", ALL);
    says(&checked, "loop", "this input, for teams of up to 4 threads that share out loops as in this run");
    let plain = program("gcc-plain", By::Gcc, By::Plain, &["-O1"]);
    let (said, _) = guarantee(&plain, "call", &[]);
    let expected =
        "calls of part_increments, which was not compiled for DetSan, may have been made and were not checked";
    assert!(said.contains(expected), "{said}");
    let library = program_with_library("guaranteestwo", By::Gcc);
    let (said, _) = guarantee(&library, "call", &[]);
    assert!(said.contains("calls into libguaranteestwo.so.1 may have been made and were not checked"), "{said}");
}

#[test]
fn loops_and_sections_with_more_iterations_than_threads_are_for_this_distribution() {
    let shared =
        |threads| format!("this input, for teams of up to {threads} threads that share out loops as in this run");
    says(&CHECKED, "loop", &shared(4));
    says(&CHECKED, "sections", &shared(2));
    says(&CHECKED, "distribute", &shared(2));
    let large = [("DETSAN_OPTIONS", "team=16")];
    assert_eq!(guarantee(&CHECKED, "loop", &large).0, ALL);
}

#[test]
fn at_team_1_the_promise_is_for_tasks() {
    assert_eq!(guarantee(&CHECKED, "loop", &[("DETSAN_OPTIONS", "team=1")]).0, format!("{ALL}, tasks only"));
}

#[test]
fn teams_that_are_smaller_than_asked_for_are_said() {
    let small = |got| format!("partial: 1 parallel region had fewer threads than asked for (4 requested, {got} got)");
    assert_eq!(guarantee(&CHECKED, "", &[("OMP_THREAD_LIMIT", "2")]).0, small(2));
    assert_eq!(guarantee(&CHECKED, "", &[("OMP_MAX_ACTIVE_LEVELS", "0")]).0, small(1));
}

#[test]
fn teams_are_as_large_as_asked_for_where_the_program_cannot_tell() {
    for limit in ["KMP_DEVICE_THREAD_LIMIT", "KMP_ALL_THREADS"] {
        assert_eq!(guarantee(&CHECKED, "", &[(limit, "2")]).0, ALL, "{limit}");
    }
    assert_eq!(guarantee(&CHECKED, "dynamic", &[]), (ALL.to_owned(), "1\n".to_owned()));
}

#[test]
fn inner_levels_and_teams_of_the_user_are_kept() {
    let inner = |list| guarantee(&CHECKED, "nested", &[("OMP_NUM_THREADS", list)]);
    assert_eq!(inner("2,3").1, "3\n");
    // Without a list, inner regions have one thread, as they do without DetSan.
    assert_eq!(inner("2").1, "1\n");
    assert_eq!(guarantee(&CHECKED, "teams", &[("OMP_NUM_TEAMS", "3")]).1, "3\n");
}

#[test]
fn forked_children_are_counted() {
    says(&CHECKED, "fork", "partial: 1 child process was not checked");
}

#[test]
fn a_program_that_is_replaced_is_incomplete() {
    let (said, _) = guarantee(&CHECKED, "exec", &[]);
    let end =
        "DetSan: incomplete: the program was ended by exec; 0 races were found until then, later ones are not known\n";
    assert!(said.starts_with("DetSan: 0 races, 2 tasks, ") && said.ends_with(end), "{said}");
}

/// The last column of the table in docs/guarantees.md names tests of this file, or kernels that
/// expect the guarantee.
#[test]
fn each_row_of_the_table_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let page = read(root.join("../docs/guarantees.md"));
    let (own, mut rows) = (read(root.join("tests/guarantees.rs")), 0);
    let (_, table) = page.split_once("<!-- guarantees -->").expect("the page has the table");
    let (table, _) = table.split_once("<!-- /guarantees -->").expect("the table has an end");
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let test = row.trim_end_matches([' ', '|', '`']).rsplit('`').next().unwrap_or_default();
        if test.contains('/') {
            let kernel = read(root.join("kernels").join(test));
            assert!(kernel.contains("//@ guarantee: "), "{row}");
        } else {
            assert!(own.contains(&format!("#[test]\nfn {test}()")), "{row}");
        }
        rows += 1;
    }
    assert!(rows > 15, "the table has {rows} rows");
}
