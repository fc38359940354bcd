//! Programs and folders that misbehave: each gets a clear outcome, and the rest of the run goes on.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::{harness, normalised, results, run, score, suite};

/// The outcome and the notes of a program.
fn outcome<'a>(results: &'a serde_json::Value, start: &str) -> (&'a str, String) {
    let cases = results["cases"].as_array().expect("a list");
    let case = cases.iter().find(|case| case["name"].as_str().is_some_and(|name| name.starts_with(start)));
    let measurement = &case.unwrap_or_else(|| panic!("{start} is there"))["results"]["detsan -O0"];
    let notes: Vec<&str> =
        measurement["notes"].as_array().expect("a list").iter().filter_map(serde_json::Value::as_str).collect();
    (measurement["outcome"].as_str().expect("a word"), notes.join("; "))
}

/// Scores hostile programs into `out`, and makes sure that they leave nothing behind. Returns the
/// table.
fn score_hostile(out: &Path, arguments: &[&str]) -> String {
    let before = files(&suite("hostile"));
    let child = harness()
        .args(score("hostile", arguments))
        .arg("--out")
        .arg(out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the harness can be run");
    let mark = format!("DATARACEBENCH_HARNESS_RUN={}-", child.id());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(results(out)["partial"], false);
    assert_eq!(files(&suite("hostile")), before, "nothing was written into the suite");
    assert_eq!(marked(&mark), Vec::<String>::new(), "no process was left");
    String::from_utf8(output.stdout).expect("text")
}

/// Asserts the outcome of a program, and a part of its notes; an empty one stands for none.
fn check(results: &serde_json::Value, start: &str, expected: &str, note: &str) {
    let (outcome, notes) = outcome(results, start);
    assert_eq!(outcome, expected, "{start}: {notes}");
    assert!(notes.contains(note) && (!note.is_empty() || notes.is_empty()), "{start}: {notes}");
}

#[test]
fn programs_that_never_end() {
    let out = tempfile::tempdir().expect("a temporary directory");
    score_hostile(out.path(), &["--filter", "H0[23]", "--timeout", "10"]);
    let results = results(out.path());
    check(&results, "H02", "time-out", "still running when its time was up");
    check(&results, "H03", "TP", "time-out: it was still running");
}

#[test]
fn every_program_gets_an_outcome() {
    let out = tempfile::tempdir().expect("a temporary directory");
    let table = score_hostile(out.path(), &["--filter", "H(01|0[4-9]|1.)", "--timeout", "100", "--memory", "300"]);
    let results = results(out.path());
    let check = |start: &str, expected: &str, note: &str| check(&results, start, expected, note);
    check("H01", "build failure", "undeclared");
    check("H04", "TN", "it printed more than is kept");
    check("H05", "TN", "");
    check("H06", "crash", "because of the processes");
    check("H07", "TN", "");
    check("H08", "TN", "");
    check("H09", "crash", "because of the memory");
    check("H10", "crash", "signal 6 ended it");
    check("H11", "crash", "signal 25 ended it");
    check("H12", "TN", "");
    insta::assert_snapshot!(normalised(&table));
    let size = fs::metadata(out.path().join("score.json")).expect("it is there").len();
    assert!(size < 1 << 20, "what a program prints is not kept: {size} bytes");
}

/// Names of the files in a directory.
fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("readable").file_name().into_string().expect("text")).collect();
    names.sort();
    names
}

/// Processes with `mark` in their environment.
fn marked(mark: &str) -> Vec<String> {
    let pids =
        fs::read_dir("/proc").expect("Linux has it").filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    pids.filter(|pid| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable.starts_with(mark.as_bytes()))
    })
    .collect()
}

#[test]
fn a_folder_that_is_no_suite() {
    let empty = tempfile::tempdir().expect("a temporary directory");
    for command in ["score", "list"] {
        let said = run([command.as_ref(), "--suite".as_ref(), empty.path().as_os_str()]);
        assert_eq!((said.status, said.stdout.as_str()), (Some(3), ""));
        assert!(said.stderr.contains("is no suite"), "{}", said.stderr);
    }
    let said = run(["score", "--suite", "/nowhere/at/all"]);
    assert_eq!(said.status, Some(3));
    assert!(said.stderr.contains("/nowhere/at/all: No such file"), "{}", said.stderr);
}

#[test]
fn nothing_selected() {
    let said = run(score("small", &["--filter", "nothing-of-the-kind"]));
    assert_eq!(said.status, Some(3));
    let said = run(score("small", &["--group", "target"]));
    assert_eq!(said.status, Some(3));
    assert!(
        said.stderr.contains("no program of the suite is in the group 'target': it has all, depend"),
        "{}",
        said.stderr
    );
}

#[test]
fn no_compiler() {
    let empty = tempfile::tempdir().expect("a temporary directory");
    let output = harness()
        .args(score("small", &["--tool", "detsan,archer,tsan"]))
        .env("PATH", empty.path())
        .output()
        .expect("the harness can be run");
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("detsan is absent: it cannot check a small program: detsan: no clang"), "{stderr}");
    assert!(stderr.contains("tsan is absent: no clang from version 14 on is on the PATH"), "{stderr}");
}

#[test]
fn no_detsan() {
    let empty = tempfile::tempdir().expect("a temporary directory");
    let output = harness()
        .args(score("small", &[]))
        .env("DETSAN_BIN_DIR", empty.path())
        .output()
        .expect("the harness can be run");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("(from DETSAN_BIN_DIR) does not exist"));
}

#[test]
fn results_that_cannot_be_written() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let said = run(score("small", &["--out", file.path().to_str().expect("text")]));
    assert_eq!((said.status, said.stdout.as_str()), (Some(4), ""));
    let said = run(score("small", &["--format", "csv,json"]));
    assert_eq!(said.status, Some(2));
    assert!(said.stderr.contains("several formats need a folder"), "{}", said.stderr);
}

#[test]
fn files_that_are_no_results() {
    let other = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(other.path(), "{\"format\": \"something else\"}").expect("written");
    let path = other.path().to_str().expect("text");
    for arguments in [vec!["compare", path, path], vec!["merge", path], vec!["show", "T01", "--from", path]] {
        let said = run(&arguments);
        assert_eq!((said.status, said.stdout.as_str()), (Some(3), ""), "{arguments:?}");
        assert!(said.stderr.contains(path), "{}", said.stderr);
    }
    let said = run(score("small", &["--baseline", path]));
    assert_eq!(said.status, Some(3));
}

#[test]
fn a_team_that_the_tool_refuses_is_unsupported() {
    let said = run(score("small", &["--filter", "T01", "--team", "4000000000"]));
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    assert!(said.stdout.contains("T01-two-tasks-orig-yes.c  yes   unsupported"), "{}", said.stdout);
}

/// Two programs: one that appends to `victim` and signals its process group, and one that is fine.
fn suite_that_writes_to(directory: &Path, victim: &Path) {
    let writer = format!(
        "#include <signal.h>\n#include <stdio.h>\nint main(void) {{\n  int x = 0;\n  signal(SIGTERM, SIG_IGN);\n  \
         kill(0, SIGTERM);\n  FILE *file = fopen(\"{}\", \"a\");\n  fputs(\"{{}}\\n\", file);\n  fclose(file);\n\
         #pragma omp parallel\n#pragma omp single\n  x = 1;\n  return x - 1;\n}}\n",
        victim.display()
    );
    fs::write(directory.join("W01-writes-no.c"), writer).expect("written");
    let fine =
        "int main(void) {\n  int x = 0;\n#pragma omp parallel\n#pragma omp single\n  x = 1;\n  return x - 1;\n}\n";
    fs::write(directory.join("W02-is-fine-no.c"), fine).expect("written");
}

#[test]
fn a_suite_that_changes_itself_is_noticed() {
    let (suite, out) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
    let victim = suite.path().join("W02-is-fine-no.c");
    suite_that_writes_to(suite.path(), &victim);
    let path = |directory: &Path| directory.to_str().expect("text").to_owned();
    let said = run(["score", "--suite", &path(suite.path()), "--jobs", "1", "--out", &path(out.path())]);
    assert_eq!(said.status, Some(3), "{}", said.stderr);
    assert!(said.stderr.contains("the suite was changed while its programs ran"), "{}", said.stderr);
    assert!(said.stderr.contains("W02-is-fine-no.c"), "{}", said.stderr);
}

#[test]
fn a_program_that_writes_into_the_journal_is_noticed() {
    let (suite, out) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
    suite_that_writes_to(suite.path(), &out.path().join("journal.jsonl"));
    let path = |directory: &Path| directory.to_str().expect("text").to_owned();
    let said = run(["score", "--suite", &path(suite.path()), "--jobs", "1", "--out", &path(out.path())]);
    assert_eq!(said.status, Some(4), "{}", said.stderr);
    assert!(said.stderr.contains("journal.jsonl was changed by something else than the harness"), "{}", said.stderr);
    let results = results(out.path());
    check(&results, "W01", "TN", "");
    check(&results, "W02", "TN", "");
}
