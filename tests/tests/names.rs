//! Names that are meant to be read in another way: of files, functions, variables and programs.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use detsan_options::exit_codes::RACES;
use detsan_tests::process::{self, Ended, Run};
use detsan_tests::programs::run;
use detsan_tests::report;
use detsan_tests::toolchain::Toolchain;

/// A race whose function, file and variable have such names.
const SOURCE: &str = "
#line 2 \"odd\\033[2J\\nDetSan: 0 races, all is well.c\"
int odd __asm__(\"odd\\033[31m\\nvariable\");
__attribute__((noinline)) void f(int x) __asm__(\"f\\033]0;title\\a\\n\");
void f(int x) { odd = x; }
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    f(1);
#pragma omp task
    f(2);
  }
  return 0;
}
";

#[track_caller]
fn assert_harmless(text: &str, what: &str) {
    let found = text.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(found, None, "{what}: {text}");
    assert!(!text.lines().any(|line| line.starts_with("DetSan: 0 races")), "{what}: {text}");
}

#[test]
fn names_do_not_end_lines_and_do_not_reach_the_terminal() {
    let toolchain = Toolchain::find().unwrap_or_else(|error| panic!("{error}"));
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let inside = directory.path().join(OsStr::from_bytes(b"dir\x1b[1m\xff"));
    fs::create_dir(&inside).expect("made");
    let program: OsString = OsStr::from_bytes(b"./prog\x1b[2J\nDetSan: 0 races\xfe").to_owned();
    fs::write(inside.join("odd.c"), SOURCE).expect("written");
    let in_directory = |words: &[&OsStr]| -> Run {
        let mut command = process::command(toolchain.detsan());
        run(command.args(words).current_dir(&inside))
    };
    let word = |text: &'static str| OsStr::new(text);
    for flags in ["-g", "-g0"] {
        let built = in_directory(&[word("cc"), word(flags), word("odd.c"), word("-o"), &program]);
        assert_eq!(built.ended, Ended::Exit(0), "{}", built.stderr);
        let live = in_directory(&[word("run"), word("--record"), word("run.dts"), word("--"), &program]);
        assert_eq!(live.ended, Ended::Exit(RACES.into()), "{}", live.stderr);
        assert_harmless(&live.stderr, "the run");
        if flags == "-g" {
            let races = report::parse(&live.stderr).unwrap_or_else(|malformed| panic!("{malformed}\n{}", live.stderr));
            assert_eq!(races.races.len(), 1, "{}", live.stderr);
            let file = "odd\\u{1b}[2J\\nDetSan: 0 races, all is well.c:4";
            assert!(live.stderr.contains(file), "{}", live.stderr);
        }
        let replay = in_directory(&[word("replay"), word("run.dts")]);
        assert_eq!(live.stderr.lines().last(), replay.stderr.lines().last());
        assert_harmless(&replay.stderr, "the replay");
    }
    fs::remove_file(inside.join(Path::new(&program))).expect("removed");
    assert_harmless(&in_directory(&[word("run"), &program]).stderr, "a program that is not there");
    assert_harmless(&in_directory(&[word("replay"), &program]).stderr, "a trace that is not there");
}
