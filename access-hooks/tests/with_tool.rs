//! The hooks with a tool attached, one that writes down what it is told (`c/fake_tool.c`). Each C program checks what was
//! heard; here they are built and run, and what they cannot see of themselves is checked: how they end.

mod common;

use std::path::PathBuf;
use std::sync::OnceLock;

use common::{Unit, build, compile, instrumented, link, link_shared, plain, run, run_to_success};
use object::{Object, ObjectSymbol};

fn with_fake_tool(unit: Unit, flags: &[&str]) -> PathBuf {
    build("clang-19", &[unit, plain("fake_tool.c")], flags)
}

/// Runs the cases of a program, which is built once.
macro_rules! cases {
    ($program:literal: $($case:ident)*) => {
        fn program() -> &'static PathBuf {
            static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
            PROGRAM.get_or_init(|| with_fake_tool(plain($program), &[]))
        }
        $(
            #[test]
            fn $case() {
                run_to_success(program(), &[stringify!($case)], &[]);
            }
        )*
    };
}

mod sized {
    use super::*;
    cases!("sized.c": fast_path after_checks_in_line volatiles everywhere detached vptr_update versions);
}

mod shortcuts {
    use super::*;
    cases!("shortcuts.c": formulas none_after_attach taken offsets other_keys no_step later_cells misaligned empty_cells stack
        known_calls others_never ranges rows fresh_descriptor settled not_settled own_shortcuts
        parts_of_cells recent_interval longer_lists);
}

mod calls {
    use super::*;
    cases!("calls.c": entries_and_exits in_line overflow not_followed jumps);

    /// The calls before the tool came are known if it was expected from the start.
    #[test]
    fn followed_from_the_start_if_a_tool_is_expected() {
        let tool = ("OMP_TOOL_LIBRARIES", "libdetsan.so");
        for level in ["-O0", "-O1", "-O2"] {
            let program = with_fake_tool(instrumented("early.c"), &[level]);
            // main and depth; without a tool to wait for, depth alone.
            assert_eq!(run_to_success(&program, &[], &[tool]), "2\n");
            assert_eq!(run_to_success(&program, &[], &[tool, ("OMP_TOOL", "enabled")]), "2\n");
            for environment in [&[][..], &[tool, ("OMP_TOOL", "Disabled")], &[("OMP_TOOL_LIBRARIES", "")]] {
                assert_eq!(run_to_success(&program, &[], environment), "1\n", "{environment:?}");
            }
        }
    }
}

mod allocator {
    use super::*;
    cases!("allocator.c": blocks failures reallocations mappings library_calls detached);
}

#[test]
fn atomics() {
    run_to_success(&with_fake_tool(plain("atomics.c"), &[]), &[], &[]);
}

#[test]
fn ranges() {
    run_to_success(&with_fake_tool(plain("ranges.c"), &["-fno-builtin"]), &[], &[]);
}

#[test]
fn locks_of_the_thread_library() {
    run_to_success(&with_fake_tool(plain("locks.c"), &[]), &[], &[]);
}

#[test]
fn locks_and_static_variables_of_cpp() {
    for (compiler, level) in [("clang++-19", "-O0"), ("clang++-19", "-O2"), ("g++", "-O0"), ("g++", "-O2")] {
        let objects = [
            compile(compiler, &plain("locks.cc"), &[level, "-std=c++17"]),
            compile("clang-19", &plain("fake_tool.c"), &[level]),
        ];
        let program = common::built("locks.", &format!("{compiler}{level}"));
        link(&objects, &program, &[]);
        run_to_success(&program, &[], &[]);
    }
}

/// Builds a program with the fake tool and a fake libomp, and runs it.
fn check_with_fake_libomp(source: &str) {
    let libomp = shared_library("clang-19", plain("libfake_omp.c"), &["-Wno-missing-prototypes"]);
    let objects = [plain(source), plain("fake_tool.c")].map(|unit| compile("clang-19", &unit, &["-O1"]));
    let program = objects[0].with_extension("with_libomp");
    link(&[&objects[..], &[libomp]].concat(), &program, &[]);
    run_to_success(&program, &[], &[]);
}

#[test]
fn task_reductions() {
    check_with_fake_libomp("reductions.c");
}

#[test]
fn calls_that_may_block() {
    check_with_fake_libomp("blocking.c");
}

mod ending {
    use super::*;

    fn program() -> &'static PathBuf {
        static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
        PROGRAM.get_or_init(|| with_fake_tool(plain("ending.c"), &["-Wno-deprecated-declarations"]))
    }

    /// Ends with `status` while the tool wants `wanted`, and returns what was printed, what the tool heard and the status.
    fn end(how: &str, status: i32, wanted: i32, environment: &[(&str, &str)]) -> (String, String, Option<i32>) {
        let output = run(program(), &[how, &status.to_string(), &wanted.to_string()], environment);
        let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
        (text(output.stdout), text(output.stderr), output.status.code())
    }

    #[track_caller]
    fn check(how: &str, wanted: i32, printed: &str, told: &str, status: i32) {
        let expected = (printed.to_owned(), told.to_owned(), Some(status));
        assert_eq!(end(how, 5, wanted, &[]), expected, "{how}");
    }

    #[test]
    fn the_tool_hears_of_an_exit_after_the_programs_own_handlers() {
        for how in ["return", "exit"] {
            check(how, -1, "printed handler ", "finish: exit, 5\n", 5);
            check(how, 66, "printed handler ", "finish: exit, 5\n", 66);
            check(how, 0, "printed handler ", "finish: exit, 5\n", 0);
        }
    }

    #[test]
    fn the_tool_hears_of_a_fast_exit() {
        for how in ["_exit", "_Exit", "quick_exit"] {
            check(how, -1, "", "finish: fast exit, 5\n", 5);
            check(how, 66, "", "finish: fast exit, 5\n", 66);
        }
    }

    #[test]
    fn the_tool_hears_of_an_end_during_an_end_and_decides_the_status() {
        let both = "finish: exit, 5\nfinish: fast exit, 9\n".to_owned();
        for (of_tool, status) in [(-1, 9), (66, 66)] {
            let ended = end("exit", 5, of_tool, &[("LEAVE_IN_DESTRUCTOR", "1")]);
            assert_eq!(ended, ("printed handler ".to_owned(), both.clone(), Some(status)));
        }
    }

    #[test]
    fn a_tool_that_has_left_hears_of_the_end_all_the_same() {
        check("detached", 66, "printed handler ", "finish: exit, 5\n", 66);
    }

    #[test]
    fn a_program_that_was_to_be_checked_says_that_it_was_not() {
        let named = ("OMP_TOOL_LIBRARIES", "/lib/libother.so:/lib/libdetsan.so");
        for (how, printed) in [("return", "printed "), ("exit", "printed "), ("_exit", ""), ("quick_exit", "")] {
            let (text, said, status) = end(&format!("unattached {how}"), 5, 66, &[named]);
            assert_eq!((text.trim_end_matches("handler "), status), (printed, Some(5)), "{how}");
            assert!(said.starts_with("DetSan: nothing was checked: ") && said.lines().count() == 1, "{how}: {said}");
        }
        for environment in [&[][..], &[("OMP_TOOL_LIBRARIES", "libother.so")], &[named, ("OMP_TOOL", "disabled")]] {
            assert_eq!(end("unattached exit", 5, 66, environment).1, "", "{environment:?}");
        }
        // The child of a fork is not the one that was to be checked.
        for how in ["unattached fork", "unattached vfork"] {
            let (_, said, status) = end(how, 5, 66, &[named]);
            assert_eq!((said.lines().count(), status), (1, Some(5)), "{how}: {said}");
        }
    }

    #[test]
    fn children_are_left_alone() {
        check("fork", 66, "printed handler handler ", "finish: exit, 5\n", 66);
        check("vfork", 66, "printed handler ", "finish: exit, 5\n", 66);
    }
}

/// Builds a shared library that does not contain the hooks.
fn shared_library(compiler: &str, unit: Unit, flags: &[&str]) -> PathBuf {
    link_shared(&compile(compiler, &unit, &[&["-fPIC"], flags].concat()))
}

#[test]
fn entry_points_of_libomp() {
    check_with_fake_libomp("openmp.c");
}

#[test]
fn what_the_library_of_fortran_does() {
    let libgfortran = shared_library("clang-19", plain("libfake_gfortran.c"), &["-Wno-missing-prototypes"]);
    let objects = [plain("fortran.c"), plain("fake_tool.c")].map(|unit| compile("clang-19", &unit, &["-O1"]));
    let program = common::built("fortran", "");
    link(&[&objects[..], &[libgfortran]].concat(), &program, &[]);
    run_to_success(&program, &[], &[]);
}

#[test]
fn undeferred_tasks_of_libomp() {
    for level in ["-O0", "-O2"] {
        let objects = [
            compile("clang-19", &instrumented("libomp.c"), &[level, "-fopenmp"]),
            compile("clang-19", &plain("fake_tool.c"), &[level]),
        ];
        let program = common::built("libomp", level);
        link(&objects, &program, &["-fopenmp"]);
        run_to_success(&program, &[], &[]);
    }
}

#[test]
fn shared_libraries_find_the_hooks_in_the_executable() {
    for compiler in ["clang++-19", "g++"] {
        let library = shared_library(compiler, instrumented("library.cc"), &["-O1"]);
        let objects = [plain("with_library.c"), plain("fake_tool.c")].map(|unit| compile("clang-19", &unit, &["-O0"]));
        let program = common::built("with_library.", compiler);
        link(&[&objects[..], &[library]].concat(), &program, &[]);
        run_to_success(&program, &[], &[]);

        let data = std::fs::read(&program).expect("the program was built");
        let file = object::File::parse(&*data).expect("the program is an object file");
        let exports = |name| file.dynamic_symbols().any(|symbol| symbol.is_definition() && symbol.name() == Ok(name));
        for name in ["__detsan_attach", "__tsan_read16", "malloc", "free", "mmap", "_exit", "__kmpc_omp_task_begin_if0"]
        {
            assert!(exports(name), "{name}");
        }
        for name in ["memcpy", "memset", "pthread_mutex_lock", "pthread_rwlock_unlock", "mtx_lock", "__detsan_thread"] {
            assert!(!exports(name), "{name}");
        }
    }
}
