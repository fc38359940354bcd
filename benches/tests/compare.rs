//! Runs `detsan-bench` with the release build of DetSan, as a user does.

use std::process::{Command, Output, Stdio};

use detsan_tests::toolchain::{BIN_DIR_VARIABLE, Toolchain};

/// `detsan-bench`, with DetSan where `ci/build` puts it.
fn bench(arguments: &[&str]) -> Output {
    let toolchain = Toolchain::find().unwrap_or_else(|error| panic!("{error}"));
    let detsan = toolchain.detsan();
    let mut command = Command::new(env!("CARGO_BIN_EXE_detsan-bench"));
    command.env(BIN_DIR_VARIABLE, detsan.parent().expect("it lies in a directory"));
    command.args(arguments).stdin(Stdio::null()).output().expect("it can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn a_kernel_is_measured_in_every_configuration() {
    let results = tempfile::tempdir().expect("a directory");
    let folder = results.path().to_str().expect("a path of plain letters");
    let output = bench(&[
        "compare",
        "--class",
        "small",
        "--repetitions",
        "1",
        "--kernel",
        "fib",
        "--format",
        "json,svg",
        "--out",
        folder,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(results.path().join(name)).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&read("compare.json")).expect("it is JSON");
    let rows = json["summary"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().map(|row| row["configuration"].as_str().expect("a name")).collect();
    assert_eq!(names, ["plain1", "plain", "hooks", "detsan1", "detsan4", "tsan1", "tsan", "archer1", "archer"]);
    // Others may not be installed.
    for name in ["plain1", "plain", "hooks", "detsan1", "detsan4"] {
        let row = rows.iter().find(|row| row["configuration"] == name).expect("it is there");
        assert!(row["wall_median"].as_f64().is_some_and(|time| time > 0.0), "{name}");
    }
    assert!(json["kernels"][0]["executed"].as_u64().is_some_and(|accesses| accesses > 1000));
    assert!(read("compare.svg").starts_with("<svg"));
    for content in [text(&output.stdout), read("compare.json"), read("compare.svg")] {
        assert!(!content.contains(env!("CARGO_MANIFEST_DIR")) && !content.contains(folder), "a path is in the results");
    }
}

#[test]
fn a_kernel_that_is_wrong_is_a_failure_and_has_no_time() {
    let kernels = tempfile::tempdir().expect("a directory");
    let source = "#include <stdio.h>\nint main(void) { puts(\"wrong small WRONG 1 2\"); return 1; }\n";
    std::fs::write(kernels.path().join("wrong.c"), source).expect("a file");
    let folder = kernels.path().to_str().expect("a path of plain letters");
    let output = bench(&["compare", "--kernels", folder, "--config", "plain1", "--repetitions", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("wrong plain1: exit status 1: wrong small WRONG 1 2"),
        "{}",
        text(&output.stdout)
    );
}

/// A program of two files and a build of its own, which reads what lies beside it.
fn project(folder: &std::path::Path) -> String {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    std::fs::create_dir(folder.join("own")).expect("a folder");
    write("own/input", "20000\n");
    write("own/work.c", "void work(int *v, int n) {\n  for (int i = 0; i < n; i++) v[i] += i;\n}\n");
    write(
        "own/main.cc",
        r#"#include <cstdio>
extern "C" void work(int *v, int n);
static int v[40000];
int main(int argc, char **argv) {
  int n = 0;
  std::FILE *input = std::fopen(argc > 1 ? argv[1] : "", "r");
  if (!input || std::fscanf(input, "%d", &n) != 1) return 3;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    work(v, n);
#pragma omp task
    work(v + RACE * n, n);
  }
  std::printf("last is %d\n", v[n - 1]);
}
"#,
    );
    let entry = |name: &str, race: u8, more: &str| {
        let build = format!(
            "$CC $CFLAGS -c work.c && $CXX $CXXFLAGS -DRACE={race} -c main.cc && $CXX $CXXFLAGS work.o main.o -o own $LDFLAGS"
        );
        format!(
            "[[program]]\nname = '{name}'\ndirectory = 'own'\nprogram = 'own'\nbuild = '{build}'\n\
             arguments = ['input']\nexpect = '^last is [0-9]+$'\n{more}\n"
        )
    };
    entry("clean", 1, "") + &entry("racy", 0, "racy = true") + &entry("wrong", 0, "")
}

#[test]
fn programs_of_a_manifest_are_built_and_measured() {
    let folder = tempfile::tempdir().expect("a directory");
    let manifest = folder.path().join("programs.toml");
    std::fs::write(&manifest, project(folder.path())).expect("a file");
    let manifest = manifest.to_str().expect("a path of plain letters");
    let measured = |more: &[&str]| {
        bench(&[&["compare", "--manifest", manifest, "--repetitions", "1", "--format", "csv"], more].concat())
    };
    let output = measured(&["--kernel", "clean,racy", "--config", "plain1,hooks,detsan1,detsan4"]);
    let csv = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{csv}{}", text(&output.stderr));
    assert_eq!(csv.lines().count(), 1 + 2 * 4, "{csv}");
    assert!(!csv.contains(env!("CARGO_MANIFEST_DIR")) && !csv.contains(manifest));

    let output = measured(&["--kernel", "wrong", "--config", "detsan1"]);
    assert_eq!(output.status.code(), Some(1), "a race that nobody announced is a failure");
    let left: Vec<_> = std::fs::read_dir(folder.path().join("own")).expect("the folder").collect();
    assert_eq!(left.len(), 3, "nothing is built in the folder itself");
}

#[test]
fn wrong_command_lines_end_with_status_2() {
    for arguments in [
        &["compare", "--kernel", "fibb"][..],
        &["compare", "--config", "detsan7"],
        &["compare", "--format", "table,csv"],
        &["compare", "--verbose"],
        &["growth", "--curve", "taskz"],
        &["instructions", "--kernel", "none"],
    ] {
        let output = bench(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    assert!(text(&bench(&["compare", "--kernel", "fibb"]).stderr).contains("did you mean fib?"));
}

#[test]
fn a_point_of_a_curve_is_measured() {
    let output = bench(&["growth", "--curve", "nesting", "--points", "2", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 3);
}
