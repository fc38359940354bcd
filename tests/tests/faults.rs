//! Programs that end badly, surroundings that refuse, and what DetSan makes of it: what was found
//! is never lost, and a check that was cut short never looks clean.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use detsan_options::exit_codes::{RACES, UNABLE};
use detsan_tests::process::{self, Ended, Run};
use detsan_tests::programs::{Programs, run};
use detsan_tests::report;
use detsan_tests::toolchain::Instrumentation;

const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;
const SIGTERM: i32 = 15;

/// Status that the programs leave with on their own.
const OWN_STATUS: Ended = Ended::Exit(3);
const RACES_FOUND: Ended = Ended::Exit(RACES as i32);
const REFUSED: Ended = Ended::Exit(UNABLE as i32);

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults")));

fn endings(arguments: &[&str]) -> Run {
    run(PROGRAMS.check("endings").args(arguments))
}

/// How many races a run reported. Every report must be whole.
#[track_caller]
fn races(run: &Run) -> usize {
    match report::parse(&run.stderr) {
        Ok(findings) => findings.races.len(),
        Err(malformed) => panic!("{malformed}\n{}", run.stderr),
    }
}

/// The run came to its end by itself: it says what its verdict is worth.
#[track_caller]
fn assert_complete(run: &Run) {
    assert!(run.stderr.contains("guarantee: ") && !run.stderr.contains("incomplete"), "{}", run.stderr);
}

/// The run was cut short, and says so instead of giving a guarantee.
#[track_caller]
fn assert_incomplete(run: &Run) {
    assert!(run.stderr.contains("incomplete") && !run.stderr.contains("guarantee: "), "{}", run.stderr);
}

/// Whether this is neither success nor the program's own status nor that of a race.
fn is_error(ended: Ended) -> bool {
    matches!(ended, Ended::Exit(status) if status != 0) && ended != OWN_STATUS && ended != RACES_FOUND
}

#[track_caller]
fn assert_one_line(run: &Run, part: &str) {
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains(part), "{}", run.stderr);
}

#[test]
fn a_program_that_ends_by_itself_keeps_its_status_unless_it_raced() {
    for ending in ["return", "exit", "_exit", "quick_exit"] {
        let clean = endings(&["clean", ending]);
        assert_eq!((clean.ended, races(&clean)), (OWN_STATUS, 0), "{ending}: {}", clean.stderr);
        assert_complete(&clean);
        let racy = endings(&["race", ending]);
        assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{ending}: {}", racy.stderr);
        assert_complete(&racy);
    }
}

#[test]
fn what_the_program_printed_is_not_lost() {
    for race in ["clean", "race"] {
        for ending in ["return", "exit"] {
            assert!(endings(&[race, ending]).stdout.starts_with("started\n"));
            assert_eq!(endings(&[race, ending]).stdout.lines().count(), 2);
        }
    }
}

/// Compiles a program, and returns where it is.
fn compile(source: &str, name: &str, flags: &[&str]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(source);
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    PROGRAMS
        .toolchain
        .compile(&source, &program, Instrumentation::Checked, flags)
        .unwrap_or_else(|error| panic!("{error}"));
    program
}

#[test]
fn what_the_program_does_after_main_is_not_lost() {
    let program = PROGRAMS.checked("after-main");
    for (argument, expected) in [("clean", OWN_STATUS), ("race", RACES_FOUND)] {
        let ended = run(PROGRAMS.toolchain.check(&program).arg(argument));
        assert_eq!(ended.ended, expected, "{argument}: {}", ended.stderr);
        assert_eq!(ended.stdout, "main\nhandler\ndestructor\n", "{argument}");
        assert_complete(&ended);
    }
}

#[test]
fn units_that_a_fortran_program_leaves_open_are_written() {
    let program = compile("open-unit.f90", "open-unit", &["-g"]);
    let file = program.with_extension("txt");
    let ended = run(PROGRAMS.toolchain.check(&program).arg(&file));
    assert_eq!((ended.ended, ended.stdout.trim()), (RACES_FOUND, "to standard output"), "{}", ended.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("the unit has a file").trim(), "to the unit");
}

#[test]
fn a_c_program_can_open_a_library_in_cxx() {
    let library = compile("guarded.cpp", "libguarded.so", &["-fPIC", "-shared"]);
    let program = compile("opens-guarded.c", "opens-guarded", &["-g"]);
    for mut command in [process::command(&program), PROGRAMS.toolchain.check(&program)] {
        let ended = run(command.arg(&library));
        assert_eq!((ended.ended, ended.stdout.as_str()), (Ended::Exit(0), "7\n"), "{}", ended.stderr);
    }
}

#[test]
fn leaving_out_of_a_region_is_incomplete() {
    for place in ["region", "task"] {
        for ending in ["exit", "_exit", "quick_exit"] {
            let clean = endings(&["clean", ending, place]);
            assert_eq!((clean.ended, races(&clean)), (OWN_STATUS, 0), "{ending} {place}: {}", clean.stderr);
            assert_incomplete(&clean);
            let racy = endings(&["race", ending, place]);
            assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{ending} {place}: {}", racy.stderr);
            assert_incomplete(&racy);
        }
    }
}

#[test]
fn a_deadly_signal_is_incomplete_and_keeps_what_was_found() {
    let deadly = [("abort", SIGABRT), ("segv", SIGSEGV), ("overflow", SIGSEGV), ("15", SIGTERM)];
    for (ending, signal) in deadly {
        for place in ["main", "region", "task"] {
            let clean = endings(&["clean", ending, place]);
            assert_eq!((clean.ended, races(&clean)), (Ended::Signal(signal), 0), "{ending} {place}: {}", clean.stderr);
            assert_incomplete(&clean);
            let racy = endings(&["race", ending, place]);
            assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{ending} {place}: {}", racy.stderr);
            assert_incomplete(&racy);
        }
    }
}

/// The summary has been written by then.
#[test]
fn a_crash_after_the_summary_keeps_the_status_of_a_race() {
    let after_main = |race: &str| run(PROGRAMS.check("after-main").args([race, "abort"]));
    let clean = after_main("clean");
    assert_eq!((clean.ended, races(&clean)), (Ended::Signal(SIGABRT), 0), "{}", clean.stderr);
    let racy = after_main("race");
    assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{}", racy.stderr);
    assert_complete(&racy);
}

/// A destructor, or the handler of a signal that comes so late, may end the program once more.
#[test]
fn an_end_after_the_summary_keeps_the_status_of_a_race() {
    let after_main = |race: &str| run(PROGRAMS.check("after-main").args([race, "_exit"]));
    let clean = after_main("clean");
    assert_eq!((clean.ended, races(&clean)), (Ended::Exit(0), 0), "{}", clean.stderr);
    let racy = after_main("race");
    assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{}", racy.stderr);
    assert_complete(&racy);
}

/// Every signal whose action is to end the program.
#[test]
fn every_signal_that_ends_a_program_has_last_words() {
    let deadly = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31, 34, 50, 64];
    for signal in deadly {
        let clean = endings(&["clean", &signal.to_string(), "task"]);
        assert_eq!((clean.ended, races(&clean)), (Ended::Signal(signal), 0), "{signal}: {}", clean.stderr);
        assert_incomplete(&clean);
        assert!(clean.stderr.contains("the program was ended by SIG") || signal >= 34, "{signal}: {}", clean.stderr);
        let racy = endings(&["race", &signal.to_string(), "task"]);
        assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{signal}: {}", racy.stderr);
        assert_incomplete(&racy);
    }
}

#[test]
fn a_program_that_sets_no_handler_keeps_the_last_words() {
    let clean = endings(&["clean", "default-term", "task"]);
    assert_eq!((clean.ended, races(&clean)), (Ended::Signal(SIGTERM), 0), "{}", clean.stderr);
    assert_incomplete(&clean);
    let racy = endings(&["race", "default-term", "task"]);
    assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{}", racy.stderr);
    assert_incomplete(&racy);
}

#[test]
fn a_program_sees_its_own_actions_of_signals() {
    let mut plain = process::command(PROGRAMS.checked("actions"));
    let expected = "0 0 1 1 2 4 1 2 0 3 1\n";
    assert_eq!(run(&mut plain).stdout, expected);
    assert_eq!(run(&mut PROGRAMS.check("actions")).stdout, expected);
}

#[test]
fn even_after_sigkill_the_race_has_been_written() {
    let racy = endings(&["race", "kill", "region"]);
    assert_eq!((racy.ended, races(&racy)), (Ended::Signal(SIGKILL), 1), "{}", racy.stderr);
    let clean = endings(&["clean", "kill", "region"]);
    assert_eq!(clean.ended, Ended::Signal(SIGKILL));
    assert!(!clean.stderr.contains("guarantee"), "{}", clean.stderr);
}

#[test]
fn the_programs_own_signal_handler_stays() {
    let run = endings(&["clean", "handled-term", "task"]);
    assert_eq!(run.ended, Ended::Exit(4), "{}", run.stderr);
    assert_incomplete(&run);
}

/// Runs `handlers` in each place and with each team.
fn handlers(race: &str, how: &str, check: impl Fn(&Run, &str)) {
    for place in ["main", "region", "critical", "task"] {
        for team in ["1", "4"] {
            let run = run(PROGRAMS
                .check("handlers")
                .args([race, how, place])
                .env("DETSAN_OPTIONS", format!("team={team}:max_reports_per_group=0")));
            check(&run, &format!("{how} {place} team={team}"));
        }
    }
}

/// A signal that comes while its thread is inside of the tool waits until that has left.
#[test]
fn handlers_run_where_the_program_is_and_may_leave_from_there() {
    for how in ["return", "nested", "jump"] {
        handlers("race", how, |run, case| {
            assert_eq!(run.ended, RACES_FOUND, "{case}: {}", run.stderr);
            for line in ["run_before [task]", "run_after [task]"] {
                assert!(run.stderr.contains(line), "{case}: {}", run.stderr);
            }
            assert_complete(run);
        });
        handlers("clean", how, |run, case| {
            assert_ne!(run.ended, Ended::TimeOut, "{case}: {}", run.stderr);
            assert_complete(run);
        });
    }
}

#[test]
fn a_handler_that_ends_the_program_loses_no_race() {
    for how in ["_exit", "exit"] {
        handlers("race", how, |run, case| {
            assert_eq!(run.ended, RACES_FOUND, "{case}: {}", run.stderr);
            assert!(races(run) > 0, "{case}: {}", run.stderr);
            let last = run.stderr.lines().last().unwrap_or_default();
            assert!(last.starts_with("DetSan: "), "{case}: {}", run.stderr);
        });
    }
}

/// A fault cannot wait. Where the stack overflows inside of the tool, that is left by the jump, and
/// says so.
#[test]
fn a_jump_out_of_the_handler_of_a_fault_is_survived() {
    for how in ["fault", "overflow"] {
        handlers("race", how, |run, case| {
            assert_eq!(run.ended, RACES_FOUND, "{case}: {}", run.stderr);
            let last = run.stderr.lines().last().unwrap_or_default();
            let is_complete = run.stderr.contains("run_after [task]") && last.starts_with("DetSan: guarantee: ");
            let is_left = last.starts_with("DetSan: incomplete: a signal handler jumped out of DetSan");
            assert!(is_complete || is_left, "{case}: {}", run.stderr);
        });
    }
}

/// The tool has numbers for a long program only. The program goes on when they are used up.
#[test]
fn a_program_that_is_too_long_comes_to_its_end_unchecked() {
    let directory = tempfile::tempdir().expect("a directory");
    for (race, expected) in [("race", RACES_FOUND), ("clean", OWN_STATUS)] {
        for team in ["1", "4"] {
            for trace in ["off".to_owned(), directory.path().join("trace").display().to_string()] {
                let options = format!("team={team}:record={trace}");
                let ended = run(PROGRAMS.check("long").arg(race).env("DETSAN_OPTIONS", options));
                assert_eq!(ended.ended, expected, "{race} {team}: {}", ended.stderr);
                assert_eq!(ended.stdout, "19200 1200 1200\n", "{race} {team}");
                assert_eq!(races(&ended), usize::from(race == "race"), "{race} {team}: {}", ended.stderr);
                let last = ended.stderr.lines().last().unwrap_or_default();
                assert!(last.starts_with("DetSan: incomplete: the program is too long"), "{}", ended.stderr);
                if trace != "off" {
                    let replayed = run(process::command(PROGRAMS.toolchain.detsan()).arg("replay").arg(&trace));
                    let expected = if race == "race" { RACES_FOUND } else { REFUSED };
                    assert_eq!(replayed.ended, expected, "{race} {team}: {}", replayed.stderr);
                }
            }
        }
    }
}

#[test]
fn a_program_that_closes_standard_error_is_reported_all_the_same() {
    let run = endings(&["race", "close-late"]);
    assert_eq!((run.ended, races(&run)), (RACES_FOUND, 1), "{}", run.stderr);
    assert_complete(&run);
}

/// Runs `descriptors` with what is done to the descriptors; returns the run, and the program's own
/// file.
fn descriptors(how: &str, options: &str) -> (Run, String) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(format!("own-{how}-{}", options.len()));
    let run = run(PROGRAMS.check("descriptors").arg(how).arg(&file).env("DETSAN_OPTIONS", options));
    (run, std::fs::read_to_string(&file).unwrap_or_default())
}

/// Where the program has closed or reused our descriptors, its own files stay its own.
#[test]
fn a_report_never_lands_in_a_file_of_the_program() {
    for how in ["close", "closefrom", "reuse", "error"] {
        let (run, own) = descriptors(how, "");
        assert_eq!((run.ended, races(&run), own.as_str()), (RACES_FOUND, 1, "the program's own\n"), "{how}");
        assert_complete(&run);
    }
    // Nothing is left to write to. The status tells.
    let (run, own) = descriptors("all", "");
    assert_eq!((run.ended, own.as_str()), (REFUSED, "the program's own\n"), "{}", run.stderr);
}

#[test]
fn a_log_is_written_to_though_the_program_has_closed_its_descriptor() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = directory.path().join("log");
    for verbose in ["off", "debug"] {
        for how in ["close", "closefrom", "reuse", "error", "all"] {
            let (run, own) = descriptors(how, &format!("verbose={verbose}:log_path={}", log.display()));
            let text = std::fs::read_to_string(&log).expect("the log is there");
            let has_terminal = !matches!(how, "error" | "all");
            let pointer = format!("DetSan: 1 race, see {}\n", log.display());
            let said = if has_terminal { pointer.as_str() } else { "" };
            assert_eq!((run.ended, run.stderr.as_str()), (RACES_FOUND, said), "{how}: {text}");
            assert_eq!(own, "the program's own\n", "{how}");
            assert_eq!(text.matches("WARNING: DetSan").count(), 1, "{how}: {text}");
            assert!(text.contains("DetSan: guarantee: "), "{how}: {text}");
        }
    }
}

#[test]
fn a_recording_goes_on_though_the_program_has_closed_its_descriptor() {
    let directory = tempfile::tempdir().expect("a directory");
    let trace = directory.path().join("trace");
    for how in ["close", "reuse", "all"] {
        let (_, own) = descriptors(how, &format!("record={}", trace.display()));
        assert_eq!(own, "the program's own\n", "{how}");
        let replayed = run(process::command(PROGRAMS.toolchain.detsan()).arg("replay").arg(&trace));
        assert_eq!((replayed.ended, races(&replayed)), (RACES_FOUND, 1), "{how}: {}", replayed.stderr);
    }
}

/// The log is gone and its descriptor, too: reports go to standard error, which is said.
#[test]
fn reports_that_have_lost_their_file_go_to_standard_error() {
    let (run, own) = descriptors("close", "log_path=/proc/self/fd/2");
    assert_eq!((run.ended, races(&run), own.as_str()), (RACES_FOUND, 1, "the program's own\n"), "{}", run.stderr);
}

/// The limit on file sizes is the reports', too: the signal that it raises is not the program's.
#[test]
fn a_limit_on_file_sizes_does_not_end_the_program() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = directory.path().join("log");
    let mut limited = process::command("sh");
    let limit = "ulimit -f 8 && exec \"$@\"";
    let checked = PROGRAMS.checked("endings");
    let options = format!("verbose=trace:log_path={}", log.display());
    // libomp makes a file of 1024 bytes.
    limited.args(["-c", limit, "sh"]).arg(PROGRAMS.toolchain.detsan()).arg("run").arg(checked).arg("race");
    let run = run(limited.env("DETSAN_OPTIONS", options));
    assert_eq!((run.ended, run.stdout.lines().count()), (REFUSED, 2), "{}", run.stderr);
    assert!(run.stderr.contains("cannot write the report to "), "{}", run.stderr);
}

#[test]
fn a_program_without_standard_error_does_not_pass_as_checked() {
    let run = endings(&["clean", "close-early"]);
    assert!(is_error(run.ended), "{:?}", run.ended);
    assert_eq!(run.stdout, "started\n", "nothing is run that would go unchecked");
}

#[test]
fn a_forked_child_is_not_checked_and_does_no_harm() {
    for work in ["plain", "tasks"] {
        let run = run(PROGRAMS.check("forks").arg(work));
        assert_eq!(run.stdout, "child 5\n", "{work}: {}", run.stderr);
        assert_eq!((run.ended, races(&run)), (RACES_FOUND, 1), "{work}: {}", run.stderr);
        assert_eq!(run.stderr.matches("WARNING: DetSan").count(), 1, "{work}: {}", run.stderr);
        assert_eq!(run.stderr.matches("guarantee: ").count(), 1, "{work}: {}", run.stderr);
    }
}

#[test]
fn threads_outside_of_openmp_are_counted_and_take_the_guarantee_away() {
    let run = run(&mut PROGRAMS.check("threads"));
    assert_eq!((run.ended, races(&run)), (OWN_STATUS, 0), "{}", run.stderr);
    assert_eq!(run.stdout, "78\n");
    assert!(run.stderr.contains("threads that OpenMP did not create"), "{}", run.stderr);
    let guarantee = report::parse(&run.stderr).unwrap().guarantee.unwrap_or_default();
    assert!(guarantee.starts_with("partial: "), "{guarantee}");
}

#[test]
fn without_the_tool_the_hooks_do_nothing() {
    let program = PROGRAMS.checked("endings");
    let run = run(process::command(program).arg("race"));
    assert_eq!((run.ended, run.stderr.as_str()), (OWN_STATUS, ""));
    assert_eq!(run.stdout.lines().count(), 2);
}

#[test]
fn libomp_loads_the_tool_without_the_command() {
    let mut command = PROGRAMS.toolchain.check_directly(&PROGRAMS.checked("endings"));
    let racy = run(command.arg("race"));
    assert_eq!((racy.ended, races(&racy)), (RACES_FOUND, 1), "{}", racy.stderr);
}

#[test]
fn a_program_without_hooks_is_not_passed_off_as_checked() {
    let program = PROGRAMS.compile("endings", Instrumentation::None, &["-g", "-O1"]);
    let refused = run(PROGRAMS.toolchain.check(&program).arg("race"));
    assert_eq!((refused.ended, refused.stdout.as_str()), (REFUSED, ""), "{}", refused.stderr);
    assert_one_line(&refused, "detsan cc");
    let direct = run(PROGRAMS.toolchain.check_directly(&program).arg("race"));
    assert_one_line(&direct, "unchecked");
    assert_eq!(direct.ended, OWN_STATUS);
}

#[test]
fn a_program_that_does_not_use_openmp_is_not_passed_off_as_checked() {
    let unchecked = run(&mut PROGRAMS.check("sometimes"));
    assert_eq!((unchecked.ended, unchecked.stdout.as_str()), (OWN_STATUS, "done\n"));
    assert_one_line(&unchecked, "DetSan: nothing was checked: ");
    let checked = run(PROGRAMS.check("sometimes").arg("now"));
    assert_eq!((checked.ended, races(&checked)), (RACES_FOUND, 1), "{}", checked.stderr);
    assert!(!checked.stderr.contains("nothing was checked"), "{}", checked.stderr);
    let alone = run(&mut process::command(PROGRAMS.checked("sometimes")));
    assert_eq!((alone.ended, alone.stderr.as_str()), (OWN_STATUS, ""));
}

#[test]
fn a_program_that_another_tool_was_taken_for_is_not_passed_off_as_checked() {
    let other = PROGRAMS.compile("other_tool", Instrumentation::None, &["-shared", "-fPIC"]);
    let program = PROGRAMS.checked("sometimes");
    let with_tools = |tools: [&Path; 2]| {
        let mut command = process::command(&program);
        command.arg("now").env("OMP_TOOL_LIBRARIES", std::env::join_paths(tools).expect("a path has no colon"));
        run(&mut command)
    };
    let library = PROGRAMS.toolchain.library();
    let unchecked = with_tools([&other, &library]);
    assert_eq!((unchecked.ended, unchecked.stdout.as_str()), (OWN_STATUS, "done\n"));
    assert_one_line(&unchecked, "DetSan: nothing was checked: ");
    let checked = with_tools([&library, &other]);
    assert_eq!((checked.ended, races(&checked)), (RACES_FOUND, 1), "{}", checked.stderr);
}

#[test]
fn a_task_whose_completion_is_not_told_ends_the_program() {
    for team in ["1", "4"] {
        let run = run(PROGRAMS.check("proxy").env("DETSAN_OPTIONS", format!("team={team}")));
        assert_eq!(run.ended, REFUSED, "{}", run.stderr);
        assert!(run.stderr.starts_with("DetSan: a proxy task"), "{}", run.stderr);
        assert_incomplete(&run);
    }
}

#[test]
fn a_report_that_cannot_be_written_shows_in_the_status() {
    for race in ["clean", "race"] {
        let run = run(PROGRAMS.check("endings").arg(race).env("DETSAN_OPTIONS", "log_path=/dev/full"));
        assert_eq!(run.ended, REFUSED, "{race}: {}", run.stderr);
        assert_one_line(&run, "/dev/full");
    }
}

#[test]
fn a_log_path_that_cannot_be_opened_is_an_error() {
    let run = run(PROGRAMS.check("endings").arg("race").env("DETSAN_OPTIONS", "log_path=/nonexistent/log"));
    assert_one_line(&run, "/nonexistent/log");
    assert!(is_error(run.ended), "{:?}", run.ended);
    assert_eq!(run.stdout, "started\n", "nothing is run that would go unchecked");
}

#[test]
fn a_limit_on_address_space_is_an_error_that_says_what_to_do() {
    let program = PROGRAMS.checked("endings");
    let mut limited: Command = process::command("sh");
    limited
        .args(["-c", "ulimit -v 8000000 && exec \"$@\"", "sh"])
        .arg(&program)
        .env("OMP_TOOL_LIBRARIES", PROGRAMS.toolchain.library());
    let run = run(&mut limited);
    assert_eq!(run.ended, REFUSED, "{}", run.stderr);
    assert_one_line(&run, "ulimit");
}

/// valgrind tells the dynamic linker to load a library of its own. This one is not there, which is
/// no error.
#[test]
fn valgrind_is_refused() {
    let program = PROGRAMS.compile("endings", Instrumentation::Checked, &["-g"]);
    let mut command = PROGRAMS.toolchain.check(&program);
    let run = run(command.env("LD_PRELOAD", "/nowhere/vgpreload_core-amd64-linux.so"));
    assert_eq!(run.ended, REFUSED, "{}", run.stderr);
    assert!(run.stderr.contains("DetSan: valgrind has no room for shadow memory"), "{}", run.stderr);
}

#[test]
fn without_debug_information_a_race_is_reported_with_a_hint() {
    let program = PROGRAMS.compile("endings", Instrumentation::Checked, &["-O1", "-g0"]);
    let run = run(PROGRAMS.toolchain.check_directly(&program).arg("race"));
    assert_eq!(run.ended, RACES_FOUND, "{}", run.stderr);
    assert_eq!(run.stderr.matches("WARNING: DetSan: determinacy race").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("build with -g"), "{}", run.stderr);
}
