//! Reads what a checker reported: pairs of places in the source.
//!
//! DetSan writes findings as values. A report of ThreadSanitizer is text: it begins with a
//! headline, then describes two accesses, each with its stack. The place of an access is the
//! innermost frame in the program's own file: an access may happen inside of a library's function,
//! or in a header, on behalf of the line that the suite names.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use detsan_test_support::findings::{self, Finding, Frame, MalformedFindings};
use regex::Regex;
use serde::{Deserialize, Serialize};

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Place {
    /// File name without directories; empty if the report does not tell it.
    pub(crate) file: String,
    /// Line, from 1 on; 0 if the report does not tell it.
    pub(crate) line: u32,
}

impl Place {
    fn unknown() -> Place {
        Place { file: String::new(), line: 0 }
    }

    /// How it is shown in a text about the file `program`.
    pub(crate) fn shown_in(&self, program: &str) -> String {
        match (self.line, self.file == program) {
            (0, _) => "?".to_owned(),
            (line, true) => line.to_string(),
            (line, false) => format!("{}:{line}", self.file),
        }
    }
}

/// Two places whose accesses race. Which of them comes first means nothing, so the pair is ordered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct LinePair {
    low: Place,
    high: Place,
}

impl LinePair {
    /// The pair of `one` and `other`.
    pub(crate) fn new(one: Place, other: Place) -> LinePair {
        if one <= other { LinePair { low: one, high: other } } else { LinePair { low: other, high: one } }
    }

    /// Both places.
    pub(crate) fn places(&self) -> [&Place; 2] {
        [&self.low, &self.high]
    }

    /// How it is shown in a text about the file `program`.
    pub(crate) fn shown_in(&self, program: &str) -> String {
        format!("{}+{}", self.low.shown_in(program), self.high.shown_in(program))
    }
}

impl fmt::Display for LinePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} and {}:{}", self.low.file, self.low.line, self.high.file, self.high.line)
    }
}

/// What a checker reported in one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reported {
    /// How many reports there were.
    pub(crate) races: u32,
    /// The pairs of lines that they name.
    pub(crate) pairs: BTreeSet<LinePair>,
}

static HEADLINE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^WARNING: ThreadSanitizer: data race").expect("a valid expression"));
static ACCESS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(?i:previous )?(?i:atomic )?(?i:read|write) of size ").expect("a valid expression"));
static FRAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^#\d+ .*?(?<file>[^\s/:<>]+):(?<line>\d+)(?::\d+)?(?: \(.*)?$").expect("a valid expression")
});

/// The races among DetSan's findings about the program with the file name `program`.
pub(crate) fn of_findings(text: &str, program: &str) -> Result<Reported, MalformedFindings> {
    let mut reported = Reported::default();
    for race in findings::read(text)?.iter().filter_map(Finding::shown_race) {
        let [later, earlier] = race.accesses().map(|access| {
            let places = access.stack.iter().filter_map(Frame::place);
            places.map(|(file, line)| Place { file: file.to_owned(), line }).collect::<Vec<_>>()
        });
        add(&mut reported, [&later, &earlier], program);
    }
    Ok(reported)
}

/// Reads the reports of ThreadSanitizer in `text`, which may have other lines, about the program
/// with the file name `program`.
pub(crate) fn parse(text: &str, program: &str) -> Reported {
    let mut reported = Reported::default();
    let mut accesses: Option<Vec<Vec<Place>>> = None;
    // Whether the frames that follow belong to an access, or to the creation of a task, thread or
    // block.
    let mut in_access = false;
    for line in text.lines().map(str::trim) {
        if HEADLINE.is_match(line) {
            finish(&mut reported, accesses.replace(Vec::new()), program);
            in_access = false;
        } else if let Some(accesses) = &mut accesses {
            if ACCESS.is_match(line) {
                accesses.push(Vec::new());
                in_access = true;
            } else if !line.starts_with('#') {
                in_access = false;
            } else if let (true, Some(stack), Some(frame)) = (in_access, accesses.last_mut(), FRAME.captures(line)) {
                stack.extend(frame["line"].parse().ok().map(|line| Place { file: frame["file"].to_owned(), line }));
            }
        }
    }
    finish(&mut reported, accesses, program);
    reported
}

/// Counts a report, even if it was cut short: the checker has found a race.
fn finish(reported: &mut Reported, accesses: Option<Vec<Vec<Place>>>, program: &str) {
    let Some(accesses) = accesses else { return };
    let stack = |number: usize| accesses.get(number).map_or(&[][..], Vec::as_slice);
    add(reported, [stack(0), stack(1)], program);
}

/// Counts a race with these stacks of its accesses.
fn add(reported: &mut Reported, stacks: [&[Place]; 2], program: &str) {
    reported.races += 1;
    let [one, other] = stacks.map(|stack| {
        let own = stack.iter().find(|place| place.file == program);
        own.or(stack.first()).cloned().unwrap_or_else(Place::unknown)
    });
    reported.pairs.insert(LinePair::new(one, other));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> (u32, Vec<String>) {
        let reported = parse(text, "a.c");
        (reported.races, reported.pairs.iter().map(|pair| pair.shown_in("a.c")).collect())
    }

    const DETSAN: &str = r#"{"finding":"start","version":1}
{"finding":"race","later":{"mode":"write","stack":[{"file":"../a b/a.c","line":12}]},"earlier":{"mode":"read","stack":[{"file":"b.h","line":1},{"file":"a.c","line":10},{"file":"a.c","line":40}]},"shown":true}
"#;

    const TSAN: &str = "\
==================
WARNING: ThreadSanitizer: data race (pid=23623)
  Read of size 4 at 0x7ffc by thread T2 (mutexes: write M0):
    #0 memcpy <null> (program+0xe4930) (BuildId: f42e)
    #1 std::vector<int, std::allocator<int> >::operator[](unsigned long) /usr/include/c++/12/bits/stl_vector.h:1123:9 (program+0xe4) (BuildId: f4)
    #2 main.omp_outlined_debug__ /d/a.c:70:13 (program+0xe4930) (BuildId: f42e)

  Previous write of size 4 at 0x7ffc by main thread:
    #0 f(int) /d/b.h:65 (program+0xe4957) (BuildId: f42e)

  Thread T2 (tid=1, running) created by main thread at:
    #0 pthread_create <null> (program+0x61ec1)
    #1 main /d/a.c:5:1 (program+0x61ec1)

SUMMARY: ThreadSanitizer: data race /d/a.c:70:13 in main
==================
WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=1)
";

    #[test]
    fn the_innermost_frame_in_the_program_is_the_place() {
        let found = of_findings(DETSAN, "a.c").expect("they are whole");
        let found: Vec<_> = found.pairs.iter().map(|pair| pair.shown_in("a.c")).collect();
        assert_eq!(found, ["10+12"]);
        assert_eq!(pairs(TSAN), (1, vec!["70+b.h:65".to_owned()]));
    }

    #[test]
    fn the_same_pair_twice_is_two_reports_and_one_pair() {
        assert_eq!(pairs(&format!("{TSAN}{TSAN}")), (2, vec!["70+b.h:65".to_owned()]));
    }

    #[test]
    fn a_report_cut_short_counts_and_names_what_it_names() {
        let (start, _) = TSAN.split_once("  Previous").expect("there is a second access");
        assert_eq!(pairs(start), (1, vec!["?+70".to_owned()]));
        let without_symbols = TSAN.replace("/d/a.c:70:13", "<null>").replace("/d/b.h:65", "??:?");
        assert_eq!(pairs(&without_symbols), (1, vec!["?+stl_vector.h:1123".to_owned()]));
    }

    #[test]
    fn other_output_is_no_report() {
        assert_eq!(pairs("Write of size 4 at 0x1 by task 1:\n  #0 f a.c:1:1\n"), (0, vec![]));
    }
}
