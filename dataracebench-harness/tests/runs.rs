//! Whole runs: scored, interrupted and resumed, in shards, against a baseline, with all tools.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use common::{harness, normalised, results, run, score, suite};

#[test]
fn a_small_suite() {
    let said = run(score("small", &["--repeat", "2"]));
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    insta::assert_snapshot!(normalised(&said.stdout));
    assert!(said.stderr.contains("/5] T05-taskwait-orig-no.f90 detsan -O0: TN"), "{}", said.stderr);
}

#[test]
fn the_argument_reaches_the_program() {
    let said = run(score("small", &["--filter", "var", "--dataset", "9"]));
    assert!(said.stdout.contains("T04-argument-var-yes.cpp  yes   FN"), "{}", said.stdout);
}

#[test]
fn all_tools_and_levels() {
    let said = run(score("small", &["--filter", "T0[24]", "--tool", "tsan,archer,detsan", "--opt-level", "2,0"]));
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let head = said.stdout.lines().find(|line| line.starts_with("program ")).expect("a table");
    let columns: Vec<&str> =
        head.split("  ").map(str::trim).filter(|word| !word.is_empty() && *word != "pairs").collect();
    let tools = ["detsan -O0", "detsan -O2", "archer -O0", "archer -O2", "tsan -O0", "tsan -O2"];
    assert_eq!(columns[2..], tools, "{}", said.stdout);
    assert!(!said.stdout.contains("absent") && !said.stdout.contains("crash:"), "{}", said.stdout);
}

#[test]
fn every_format_is_written() {
    let out = tempfile::tempdir().expect("a temporary directory");
    let folder = out.path().to_str().expect("text");
    let formats = "markdown,csv,drb-csv,html,baseline";
    let said = run(score("small", &["--filter", "T01", "--format", formats, "--out", folder]));
    assert_eq!((said.status, said.stdout.as_str()), (Some(0), ""), "{}", said.stderr);
    for name in ["score.md", "score.csv", "score-drb.csv", "score.html", "baseline.json", "score.json"] {
        let text = fs::read_to_string(out.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.contains("T01-two-tasks-orig-yes.c"), "{name}");
    }
    assert!(!out.path().join("journal.jsonl").exists(), "the run has come to its end");

    let shown = run(["show", "T01", "--from", out.path().join("score.json").to_str().expect("text")]);
    insta::assert_snapshot!(shown.stdout);
    let now = run(["show", "T01", "--suite", suite("small").to_str().expect("text")]);
    assert_eq!(now.stdout, shown.stdout);
}

#[test]
fn shards_make_the_whole() {
    let out = tempfile::tempdir().expect("a temporary directory");
    let mut files = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let folder = out.path().join(shard.replace('/', "-"));
        let said = run(score("small", &["--shard", shard, "--out", folder.to_str().expect("text")]));
        assert_eq!(said.status, Some(0), "{}", said.stderr);
        files.push(folder.join("score.json"));
    }
    let arguments = |files: &[std::path::PathBuf]| {
        ["merge".into()].into_iter().chain(files.iter().cloned()).collect::<Vec<std::path::PathBuf>>()
    };
    let merged = run(arguments(&files));
    let whole = run(score("small", &[]));
    assert_eq!(normalised(&merged.stdout), normalised(&whole.stdout));
    let without_one = run(arguments(&files[1..]));
    assert!(without_one.stdout.starts_with("small: 3 programs — PARTIAL"), "{}", without_one.stdout);
}

#[test]
fn a_lost_verdict_is_a_failure() {
    let out = tempfile::tempdir().expect("a temporary directory");
    let baseline = out.path().join("baseline.json");
    let path = baseline.to_str().expect("text");
    let made = run(score("small", &["--format", "baseline"]));
    fs::write(&baseline, &made.stdout).expect("written");
    let same = run(score("small", &["--baseline", path]));
    assert_eq!(same.status, Some(0), "{}", same.stderr);

    // As if a clean program had once been a race that was found, and there had been another one.
    let text = made.stdout.replace(
        "\"T02-two-tasks-orig-no.c\": {",
        "\"T00-gone-no.c\": {\"outcome\": \"TN\"}, \"T02-two-tasks-orig-no.c\": {",
    );
    fs::write(&baseline, text.replace("\"pairs_found\": 0", "\"pairs_found\": 1")).expect("written");
    let worse = run(score("small", &["--baseline", path]));
    assert_eq!(worse.status, Some(1));
    let (_, lost) = worse.stderr.split_once("worse than the baseline:\n").expect("it says so");
    assert_eq!(
        lost,
        "  T03-named-elsewhere-orig-yes.c detsan -O0: was TP at 1, is TP at 0\n  T00-gone-no.c: is not in the suite any more\n"
    );
    let results = out.path().join("score.json");
    fs::write(&results, run(score("small", &["--format", "json"])).stdout).expect("written");
    let compared = run(["compare", path, results.to_str().expect("text")]);
    assert_eq!(compared.status, Some(1));
    insta::assert_snapshot!(compared.stdout);
    assert_eq!(run(["compare", results.to_str().expect("text"), path]).status, Some(0));
}

/// Starts a run in `folder` that goes on for a while: the hostile programs that do not end.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    harness()
        .args(score("hostile", arguments))
        .arg("--out")
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the harness can be run")
}

fn signal(child: &Child, signal: Signal) {
    rustix::process::kill_process(Pid::from_child(child), signal).expect("it is running");
}

/// Waits until the journal has `count` results.
fn wait_for_results(folder: &Path, count: usize) {
    let start = Instant::now();
    loop {
        let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap_or_default();
        if journal.lines().count() > count {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no result after a minute: {journal}");
        thread::sleep(Duration::from_millis(20));
    }
}

const SHORT: [&str; 6] = ["--filter", "H01|H0[278]|H12", "--timeout", "6", "--jobs", "1"];

#[test]
fn an_interrupted_run_is_resumed_to_the_same_table() {
    let out = tempfile::tempdir().expect("a temporary directory");
    // Interrupted by Ctrl-C while the second program does not end; then killed; then to the end.
    let child = start(out.path(), &SHORT);
    wait_for_results(out.path(), 1);
    signal(&child, Signal::INT);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.starts_with("hostile: 5 programs — PARTIAL, 1 of 5 results"), "{table}");
    assert_eq!(results(out.path())["partial"], true);

    let folder = out.path().to_str().expect("text");
    let fresh = run(score("hostile", &[&SHORT[..], &["--out", folder]].concat()));
    assert_eq!(fresh.status, Some(4));
    assert!(fresh.stderr.contains("holds a run that was interrupted: continue it with --resume"), "{}", fresh.stderr);
    let other = run(score("hostile", &[&SHORT[..], &["--repeat", "2", "--resume", "--out", folder]].concat()));
    assert_eq!(other.status, Some(4));
    assert!(other.stderr.contains("repeat was 1 and is 2 now"), "{}", other.stderr);

    let mut child = start(out.path(), &[&SHORT[..], &["--resume"]].concat());
    wait_for_results(out.path(), 3);
    signal(&child, Signal::KILL);
    child.wait().expect("it ends");

    let resumed = run(score("hostile", &[&SHORT[..], &["--resume", "--out", folder]].concat()));
    assert_eq!(resumed.status, Some(0), "{}", resumed.stderr);
    let whole = run(score("hostile", &SHORT));
    assert_eq!(normalised(&resumed.stdout), normalised(&whole.stdout));
    assert_eq!(results(out.path())["partial"], false);
}

#[test]
fn a_second_harness_is_kept_out_of_the_folder() {
    let out = tempfile::tempdir().expect("a temporary directory");
    let child = start(out.path(), &SHORT);
    wait_for_results(out.path(), 1);
    let second = run(score("small", &["--out", out.path().to_str().expect("text")]));
    assert_eq!((second.status, second.stdout.as_str()), (Some(4), ""));
    assert!(second.stderr.contains("another harness is at work in"), "{}", second.stderr);
    signal(&child, Signal::TERM);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_built_in_suite_is_there() {
    let said = run(["list"]);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let last = said.stdout.lines().last().expect("a line");
    let counts: Vec<u32> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(counts[0] >= 100 && counts[1] >= 50 && counts[2] >= 50, "{last}");
    let of_group =
        |group| run(["list", "--group", group]).stdout.lines().filter(|line| line.starts_with("DSB")).count();
    assert!(of_group("depend") >= 15 && of_group("task") >= 35);
}
