//! `detsan run`: what it starts, what it refuses, and what it says.

mod common;

use common::Lab;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn the_program_runs_with_the_tool_and_keeps_its_status() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    assert_eq!(lab.detsan("run ./program x y z").verdict(), "3: tool loaded:");
    assert_eq!(lab.detsan("run -- ./program --team --option").verdict(), "2: tool loaded:");
    // abort(): the signal reaches whoever waits for detsan.
    assert_eq!(lab.detsan("run ./program a").status, -1);
}

#[test]
fn a_program_without_a_slash_is_looked_for_on_the_path() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    let here = [("PATH", lab.at(".").into_os_string())];
    let here: Vec<_> = here.iter().map(|(name, value)| (*name, value.as_os_str())).collect();
    assert_eq!(lab.detsan_with("run program x", &here).verdict(), "1: tool loaded:");
    assert_eq!(
        lab.detsan("run program").verdict(),
        "127: detsan: program: not found on the PATH: give the path of the program, such as ./program"
    );
}

#[test]
fn options_reach_the_tool_and_the_command_line_wins() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    let environment = [("DETSAN_OPTIONS", OsStr::new("exitcode=3:verbose=info"))];
    let outcome = lab.detsan_with("run --team 1 --option exitcode=4 --option log_path=a:b ./program", &environment);
    assert_eq!(outcome.verdict(), "0: tool loaded: exitcode=3:verbose=info:team=1:exitcode=4:log_path='a:b'");
}

#[test]
fn wrong_options_start_nothing() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    insta::assert_snapshot!(
        lab.detsan("run --team 0 ./program").verdict(),
        @"2: detsan: --team: bad value '0' of option 'team': expected 1 to 1024 threads (see `detsan help options`)"
    );
    insta::assert_snapshot!(
        lab.detsan("run --option exitcod=1 ./program").verdict(),
        @"2: detsan: --option: unknown option 'exitcod': did you mean exitcode? (see `detsan help options`)"
    );
    insta::assert_snapshot!(
        lab.detsan_with("run ./program", &[("DETSAN_OPTIONS", OsStr::new("halt_on_error=maybe"))]).verdict(),
        @"2: detsan: DETSAN_OPTIONS: bad value 'maybe' of option 'halt_on_error': expected 0 or 1 (see `detsan help options`)"
    );
    assert_eq!(lab.detsan("run").status, 2);
}

#[test]
fn help_on_options_can_be_asked_for_with_an_option() {
    let lab = Lab::bare();
    let expected = lab.detsan("help options").silent_success().stdout;
    assert!(expected.contains("exitcode="));
    assert_eq!(lab.detsan("run --option help=1 ./program").silent_success().stdout, expected);
}

#[test]
fn programs_that_cannot_be_checked_are_refused() {
    let lab = Lab::new();
    for command in [
        "clang-19 -fopenmp -g openmp.c -o plain_openmp",
        "clang-19 -g plain.c -o plain",
        "clang-19 -static plain.c -o static",
        "clang-19 -fopenmp -fsanitize=thread openmp.c -o tsan_clang",
        "gcc -fopenmp -g openmp.c -o libgomp",
        "clang-19 -fopenmp openmp.c -Wl,-u,__detsan_attach lib/libdetsan_hooks.a -o hidden",
        "gcc -fopenmp -rdynamic openmp.c -Wl,-u,__detsan_attach lib/libdetsan_hooks.a -o hooks_libgomp",
    ] {
        lab.tool(command).silent_success();
    }
    lab.detsan("cc -fno-openmp plain.c -o no_openmp").silent_success();
    lab.write("script", "#!/bin/sh\nexec ./program\n");
    lab.write("text", "no program at all");
    for name in ["script", "text"] {
        fs::set_permissions(lab.at(name), fs::Permissions::from_mode(0o755)).expect("made executable");
    }

    let programs = [
        "plain_openmp",
        "plain",
        "static",
        "tsan_clang",
        "libgomp",
        "hidden",
        "hooks_libgomp",
        "no_openmp",
        "script",
        "text",
        "openmp.c",
        "missing",
        "lib",
    ];
    let verdicts = programs.map(|name| lab.detsan(&format!("run ./{name}")).verdict());
    insta::assert_snapshot!(verdicts.join("\n"));
}

#[test]
fn a_program_that_starts_the_program_is_told_apart() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    lab.tool("clang-19 -g plain.c -o starter").silent_success();
    for (arguments, expected) in [
        (
            "run ./starter -v ./program x",
            "./starter: not built for DetSan; as it starts your program, write: ./starter -v detsan run ./program x",
        ),
        ("run ./starter ./starter", "./starter: not built for DetSan: build it with `detsan cc`"),
    ] {
        assert_eq!(lab.detsan(arguments).verdict(), format!("125: detsan: {expected}"));
    }
}

#[test]
fn words_that_are_near_are_offered() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    for (arguments, expected) in [
        ("run --teams 4 ./program", "unknown option '--teams': did you mean --team? (see `detsan help run`)"),
        ("rnu ./program", "unknown command 'rnu': did you mean run? (see `detsan help`)"),
        ("./program", "unknown command './program': did you mean detsan run ./program? (see `detsan help`)"),
    ] {
        assert_eq!(lab.detsan(arguments).verdict(), format!("2: detsan: {expected}"));
    }
    let wrong = lab.detsan_with("run ./program", &[("DETSAN_OPTIONS", OsStr::new("verbosity=info"))]);
    let expected =
        "2: detsan: DETSAN_OPTIONS: unknown option 'verbosity': did you mean verbose? (see `detsan help options`)";
    assert_eq!(wrong.verdict(), expected);
    let help = lab.detsan("help options").silent_success().stdout;
    let asked = lab.detsan_with("run ./program", &[("DETSAN_OPTIONS", OsStr::new("help"))]);
    assert_eq!(asked.silent_success().stdout, help);
}

#[test]
fn a_program_without_debug_information_runs_with_a_warning() {
    let lab = Lab::new();
    lab.detsan("cc -g0 openmp.c -o program").silent_success();
    insta::assert_snapshot!(lab.detsan("run ./program").verdict(), @r"
    0: detsan: ./program: has no debug information, reports will not name source lines: compile it with -g
    tool loaded:
    ");
}

#[test]
fn openmp_may_come_from_a_library_of_the_program() {
    let lab = Lab::new();
    lab.write("library.c", "int team(void) { int n = 0;\n#pragma omp parallel\n n = 1; return n; }\n");
    lab.write("user.c", "int team(void); int main(void) { return team(); }\n");
    fs::create_dir(lab.at("libraries")).expect("created");
    lab.detsan("cc -fPIC -shared library.c -o libraries/libteam.so").silent_success();
    lab.detsan("cc -fno-openmp user.c -Llibraries -lteam -Wl,-rpath,$ORIGIN/libraries -o user").silent_success();
    assert!(!lab.needed("user").iter().any(|name| name.starts_with("libomp")));
    assert_eq!(lab.detsan("run ./user").verdict(), "1: tool loaded:");
}

#[test]
fn a_second_tool_is_refused() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    let set = |path: &OsStr| lab.detsan_with("run ./program", &[("OMP_TOOL_LIBRARIES", path)]).verdict();
    assert_eq!(
        set(OsStr::new("/usr/lib/libarcher.so")),
        "125: detsan: OMP_TOOL_LIBRARIES is already set to /usr/lib/libarcher.so: only one OMPT tool can be loaded, unset it"
    );
    assert_eq!(set(lab.lib().join("libdetsan.so").as_os_str()), "0: tool loaded:");
}

#[test]
fn a_missing_tool_is_named() {
    let lab = Lab::new();
    lab.detsan("cc -g openmp.c -o program").silent_success();
    fs::remove_file(lab.lib().join("libdetsan.so")).expect("removed");
    let expected = format!(
        "125: detsan: libdetsan.so is missing, looked in {}: set DETSAN_LIB_DIR to its directory",
        lab.lib().display()
    );
    assert_eq!(lab.detsan("run ./program").verdict(), expected);
}
