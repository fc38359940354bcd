//! The compiler pass, where the kernels do not show it: that it is used, and what its loops tell.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use detsan_options::exit_codes::RACES;
use detsan_tests::process::{self, Ended};
use detsan_tests::programs::{Programs, run};
use detsan_tests::toolchain::Instrumentation;

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("pass")));

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)
}

/// What clang makes of a program of the tests with the flags that `detsan cflags` prints, and
/// others.
fn intermediate_code(name: &str, others: &[&str]) -> String {
    let flags = run(process::command(PROGRAMS.toolchain.detsan()).arg("cflags")).stdout;
    assert!(flags.contains("-fpass-plugin="), "{flags}");
    let mut compile = process::command("clang-19");
    compile.args(flags.split_whitespace()).args(others).args(["-S", "-emit-llvm", "-o", "-"]).arg(source(name));
    let made = run(&mut compile);
    assert_eq!(made.ended, Ended::Exit(0), "{}", made.stderr);
    made.stdout
}

#[test]
fn a_nest_of_loops_is_checked_before_it_begins_and_tells_that_it_runs() {
    let code = intermediate_code("long-nest.c", &["-O2"]);
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

/// The definition of a function in intermediate code.
fn definition<'a>(code: &'a str, function: &str) -> &'a str {
    let is_it =
        |definition: &&str| definition.lines().next().is_some_and(|line| line.contains(&format!("@{function}(")));
    let found = code.split("\ndefine ").find(is_it).unwrap_or_else(|| panic!("{function} is not defined in\n{code}"));
    found.split("\n}").next().expect("split has a first part")
}

#[test]
fn optimised_code_checks_its_accesses_in_line() {
    let in_line =
        |code: &str| ["@__detsan_write4(", "@__detsan_enter(", "@__detsan_leave("].map(|hook| code.contains(hook));
    let calls =
        |code: &str| ["@__tsan_write4(", "@__tsan_func_entry(", "@__tsan_func_exit("].map(|hook| code.contains(hook));
    for level in ["-O1", "-O2", "-O3"] {
        let code = intermediate_code("in-line.c", &[level]);
        let set = definition(&code, "set");
        assert!(in_line(set) == [true; 3] && calls(set) == [false; 3], "{level}: {set}");
        assert!(set.contains("notail call preserve_mostcc void @__detsan_write4("), "{level}: {set}");
        // The thread's state lies at a known place, unless the code may be that of a library.
        assert!(code.contains("external dso_local thread_local(localexec)"), "{level}: {code}");
    }
    for level in ["-O0", "-Os", "-Oz"] {
        let code = intermediate_code("in-line.c", &[level]);
        let set = definition(&code, "set");
        assert!(in_line(set) == [false; 3] && calls(set) == [true; 3], "{level}: {set}");
    }
    let code = intermediate_code("in-line.c", &["-O2", "-fPIC"]);
    assert!(code.contains("external thread_local(initialexec)"), "{code}");
}

#[test]
fn functions_that_are_not_checked_are_followed_all_the_same() {
    for (level, entry) in [("-O0", "@__tsan_func_entry("), ("-O2", "@__detsan_enter(")] {
        let code = intermediate_code("in-line.c", &[level]);
        let unchecked = definition(&code, "unchecked");
        assert!(unchecked.contains(entry) && !unchecked.contains("write4("), "{level}: {unchecked}");
        let switched_off = intermediate_code("in-line.c", &[level, "-fno-sanitize=thread"]);
        assert!(!switched_off.contains("san_"), "{level}: {switched_off}");
    }
}

/// The function and line of a frame of a call stack.
fn frame(line: &str) -> Option<(&str, &str)> {
    let (function, place) = line.trim().strip_prefix('#')?.split_once(' ')?.1.rsplit_once(' ')?;
    Some((function, place.split(':').nth(1)?))
}

/// All of those that a report shows.
fn frames(report: &str) -> Vec<(&str, &str)> {
    report.lines().filter_map(frame).collect()
}

#[test]
fn call_stacks_are_right_after_exceptions_and_jumps() {
    for level in ["-O0", "-O1", "-O2"] {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pass/left{level}"));
        let compiled =
            PROGRAMS.toolchain.compile(&source("left.cpp"), &program, Instrumentation::Checked, &["-g", level]);
        compiled.unwrap_or_else(|error| panic!("{error}"));
        let run = run(PROGRAMS.toolchain.check(&program).env("DETSAN_OPTIONS", "team=1"));
        assert_eq!(run.ended, Ended::Exit(RACES.into()), "{level}: {}", run.stderr);
        let later = [("set", "23"), ("calls_set", "28"), ("race", "34"), ("main [parallel region]", "50")];
        let earlier = [("set", "23"), ("calls_set", "28"), ("race [task]", "33")];
        let expected = [later.as_slice(), &earlier].concat();
        assert!(frames(&run.stderr).starts_with(&expected), "{level}: {}", run.stderr);
    }
}

#[test]
fn counters_of_profiles_and_coverage_are_no_accesses() {
    for level in ["-O0", "-O2"] {
        for counters in ["-fprofile-instr-generate", "--coverage"] {
            let program = PROGRAMS.compile("counted", Instrumentation::Checked, &["-g", level, counters]);
            let mut command = PROGRAMS.toolchain.check_in_team(&program);
            let run =
                run(command.env("LLVM_PROFILE_FILE", "/dev/null").env("GCOV_PREFIX", env!("CARGO_TARGET_TMPDIR")));
            let said = (run.ended, run.stdout.trim());
            assert_eq!(said, (Ended::Exit(0), "4"), "{level} {counters}: {}", run.stderr);
        }
    }
}

#[test]
fn libraries_check_their_accesses_in_line() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pass");
    let library = directory.join("libinline.so");
    let detsan = |arguments: &[&str], files: &[&Path]| {
        let made = run(process::command(PROGRAMS.toolchain.detsan()).arg("cc").args(arguments).args(files));
        assert_eq!(made.ended, Ended::Exit(0), "{}", made.stderr);
    };
    let program = directory.join("with-library");
    detsan(&["-O2", "-fPIC", "-shared", "-o"], &[&library, &source("in-line.c")]);
    detsan(&["-O2", "-o"], &[&program, &source("with-library.c"), &library]);
    let run = run(PROGRAMS.toolchain.check(&program).env("DETSAN_OPTIONS", "team=1"));
    assert_eq!(run.ended, Ended::Exit(RACES.into()), "{}", run.stderr);
    let expected = [("set", "4"), ("main [parallel region]", "11"), ("set", "4"), ("main [task]", "10")];
    assert!(frames(&run.stderr).starts_with(&expected), "{}", run.stderr);
}

/// The first call of a hook in a library may go through the loader, which must leave the program's
/// registers alone.
#[test]
fn libraries_compute_the_same_however_they_are_linked() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pass");
    let compile = |command: &mut Command, arguments: &[&str], files: &[&Path]| {
        let made = run(command.args(["-O2", "-fopenmp"]).args(arguments).args(files));
        assert_eq!(made.ended, Ended::Exit(0), "{}", made.stderr);
    };
    let sources = ["many-values.c", "passes-values-on.c", "calls-libraries.c"].map(source);
    let plain = directory.join("libraries-plain");
    let sources_of_plain = sources.each_ref().map(PathBuf::as_path);
    compile(&mut process::command("clang-19"), &["-o"], &[&[plain.as_path()], &sources_of_plain[..]].concat());
    let expected = run(&mut process::command(&plain)).stdout;

    for flags in [&["-Wl,-z,lazy"][..], &["-Wl,-z,now"], &["-Wl,-z,lazy", "-fno-plt"]] {
        let named = |name: &str| directory.join(format!("{name}{}", flags.concat()));
        let (inner, outer) = (named("libinner.so"), named("libouter.so"));
        let detsan = || {
            let mut command = process::command(PROGRAMS.toolchain.detsan());
            command.arg("cc").args(flags);
            command
        };
        compile(&mut detsan(), &["-fPIC", "-shared", "-o"], &[&inner, &sources[0]]);
        compile(&mut detsan(), &["-fPIC", "-shared", "-o"], &[&outer, &sources[1], &inner]);
        let [linked, opening] = ["linked", "opening"].map(named);
        compile(&mut detsan(), &["-o"], &[&linked, &sources[2], &outer, &inner]);
        compile(&mut detsan(), &["-DOPENS", "-o"], &[&opening, &sources[2]]);
        for (program, libraries) in [(linked, None), (opening, Some([&inner, &outer]))] {
            let libraries = || libraries.into_iter().flatten();
            let alone = run(process::command(&program).args(libraries()));
            assert_eq!((alone.ended, alone.stdout.as_str()), (Ended::Exit(0), expected.as_str()), "{}", alone.stderr);
            let checked = run(PROGRAMS.toolchain.check_in_team(&program).args(libraries()));
            assert_eq!(checked.ended, Ended::Exit(RACES.into()), "{program:?}: {}", checked.stderr);
            assert_eq!(checked.stdout, expected, "{program:?}");
        }
    }
}

/// A recorded run has no shortcuts: the tool hears of every access that a step makes for the first
/// time, of those to memory that nobody has touched before, too.
#[test]
fn recorded_runs_hear_of_first_accesses() {
    let program = PROGRAMS.compile("first-touch", Instrumentation::Checked, &["-g", "-O2"]);
    let [trace, log] = ["trace", "log"].map(|extension| program.with_extension(extension));
    let run = run(&mut PROGRAMS.toolchain.record(&program, &trace, &log));
    assert_eq!(run.ended, Ended::Exit(RACES.into()), "{}", run.stderr);
}

#[test]
fn short_copies_and_fills_are_loads_and_stores() {
    let code = intermediate_code("short-copies.c", &["-O2"]);
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
