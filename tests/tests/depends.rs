//! What reports say about `depend` clauses: those of racing tasks, and those that nobody else
//! names.

use std::path::Path;
use std::sync::LazyLock;

use detsan_options::OPTIONS_VARIABLE;
use detsan_options::exit_codes::RACES;
use detsan_tests::process::{Ended, Run};
use detsan_tests::programs::{Programs, run};

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("depends")));

fn depends(options: &str) -> Run {
    let run = run(PROGRAMS.check("depends").env(OPTIONS_VARIABLE, options));
    assert_eq!((run.ended, run.stdout.as_str()), (Ended::Exit(RACES.into()), "2\n"), "{}", run.stderr);
    run
}

/// The line up to the address that differs from run to run, and what is behind it.
fn without_address(line: &str) -> String {
    match line.split_once(" at 0x") {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_hexdigit())),
        None => line.to_owned(),
    }
}

/// The lone items that were told of, each with the line of its construct.
fn lone_items(run: &Run) -> Vec<(String, String)> {
    let notes = run.stderr.split("NOTE: DetSan: lone depend item").skip(1);
    let part = |note: &str, marker: &str| {
        note.lines().find_map(|line| line.split_once(marker)).map(|(_, after)| after.to_owned())
    };
    let item = |note: &str| {
        let item = note.lines().nth(1).expect("a note has a sentence").trim();
        without_address(item.split_once(" orders nothing").expect("it says what the item does").0)
    };
    notes
        .map(|note| (item(note), part(note, "SUMMARY: DetSan: lone depend item ").expect("a note has a place")))
        .map(|(item, place)| (item, place.split(':').nth(1).expect("a place has a line").to_owned()))
        .collect()
}

#[test]
fn a_race_comes_with_the_clauses_of_both_tasks() {
    let run = depends("");
    let lines: Vec<String> = run.stderr.lines().map(|line| without_address(line.trim())).collect();
    let wanted = [
        "depend(in: a[4], 32 bytes)",
        "depend(out/inout: a[0], 32 bytes)",
        "Note: their depend items overlap, but have different start addresses: these do not order each other.",
    ];
    for wanted in wanted {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}\n{}", run.stderr);
    }
}

#[test]
fn items_that_nobody_else_names_are_told_of_if_asked_for() {
    assert!(!depends("").stderr.contains("lone depend item"));
    let run = depends("team=1:lone_depends=1");
    let expected = [
        ("depend(in: y, 4 bytes) of task 3", "12"),
        ("depend(out/inout: a[0], 32 bytes) of task 4", "14"),
        ("depend(in: a[4], 32 bytes) of task 5", "16"),
        ("depend(out/inout: b[1], 4 bytes) of task 7", "19"),
        ("depend(in: z, 4 bytes) of a taskwait", "24"),
        ("depend(out/inout: w, 4 bytes) of task 15", "25"),
        ("depend(in: x, 4 bytes) of task 16", "28"),
    ];
    assert_eq!(lone_items(&run), expected.map(|(item, line)| (item.to_owned(), line.to_owned())), "{}", run.stderr);
    assert!(run.stderr.contains("The same is true of 6 more constructs met at this place."), "{}", run.stderr);
    assert!(
        run.stderr.contains("of task 5, but only items with the same start address order tasks."),
        "{}",
        run.stderr
    );
}
