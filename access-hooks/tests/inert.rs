//! Programs that are linked with the hooks and run without the tool do what they would do anyway.

mod common;

use common::{build, instrumented, run_to_success};

fn check(compiler: &str, source: &str, flags: &[&str]) {
    let program = build(compiler, &[instrumented(source)], flags);
    assert_eq!(run_to_success(&program, &[], &[]), "as it should be\n", "{compiler} {flags:?}");
    // The calls are followed if a tool is expected, even if it never comes.
    let expected = run_to_success(&program, &[], &[("OMP_TOOL_LIBRARIES", "none.so")]);
    assert_eq!(expected, "as it should be\n", "{compiler} {flags:?}");
}

#[test]
fn c_compiled_by_clang() {
    for level in ["-O0", "-O1", "-O2"] {
        check("clang-19", "values.c", &[level, "-mcx16"]);
    }
    check("clang-19", "values.c", &["-O2", "-mcx16", "-fno-builtin"]);
    let more = ["-mllvm", "-tsan-distinguish-volatile", "-mllvm", "-tsan-compound-read-before-write"];
    check("clang-19", "values.c", &[&["-O2", "-mcx16"], &more[..]].concat());
}

#[test]
fn c_compiled_by_gcc() {
    // gcc warns that ThreadSanitizer does not understand fences.
    for level in ["-O0", "-O1", "-O2"] {
        check("gcc", "values.c", &[level, "-mcx16", "-Wno-tsan"]);
    }
    check("gcc", "values.c", &["-O2", "-mcx16", "-Wno-tsan", "--param", "tsan-distinguish-volatile=1"]);
}

#[test]
fn cpp_compiled_by_clang() {
    for level in ["-O0", "-O1", "-O2"] {
        check("clang++-19", "values.cc", &[level, "-std=c++17"]);
    }
}

#[test]
fn cpp_compiled_by_gcc() {
    for level in ["-O0", "-O2"] {
        check("g++", "values.cc", &[level, "-std=c++17"]);
    }
}
