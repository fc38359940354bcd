//! Reads back what DetSan says, as far as the tests need it: which pairs of accesses, and what the
//! verdict is worth.
//!
//! The kernels are judged by the findings. The text is read by the tests of the text.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fmt, fs};

use detsan_test_support::findings::{self, Finding};

/// First line of a report.
const HEADLINE: &str = "WARNING: DetSan: determinacy race";
/// Last line of a report.
const LAST_LINE: &str = "SUMMARY: DetSan: determinacy race";
/// What the guarantee of the verdict stands behind.
const GUARANTEE: &str = "guarantee: ";

/// What one side of a race does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It returns from the function whose variable it is; the place is the call of that function.
    Return,
    /// It gives the memory back; the place is the call of `free` or the like.
    Free,
}

/// A place in a source that reads or writes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// What the access does.
    pub mode: Mode,
    /// File name, without directories.
    pub file: String,
    /// Line, from 1 on.
    pub line: u32,
}

/// The two accesses of a race. Which of them ran first is chance, so the pair has no order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair(Site, Site);

impl Pair {
    /// The pair of `one` and `other`.
    pub fn new(one: Site, other: Site) -> Pair {
        if one <= other { Pair(one, other) } else { Pair(other, one) }
    }

    /// The two.
    pub fn sites(&self) -> [&Site; 2] {
        [&self.0, &self.1]
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::Read => "read",
            Mode::Write => "write",
            Mode::Return => "return",
            Mode::Free => "free",
        };
        write!(f, "{mode} {}:{}", self.file, self.line)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", self.0, self.1)
    }
}

/// What DetSan said in one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The races, by mode and line.
    pub races: BTreeSet<Pair>,
    /// What the verdict is worth, if that was said; `; ` stands between several lines.
    pub guarantee: Option<String>,
}

/// A text that should be DetSan's and is not.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the report: {problem}")]
pub struct MalformedReport {
    /// Line of the text, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Cow<'static, str>,
}

/// What the file of findings at `path` has of a run.
///
/// # Errors
///
/// When the file cannot be read, or an access in it has no source line.
pub fn read(path: &Path) -> Result<Findings, MalformedReport> {
    let malformed = |problem: String| MalformedReport { line: 0, problem: problem.into() };
    let text = fs::read_to_string(path).map_err(|error| malformed(error.to_string()))?;
    let all = findings::read(&text).map_err(|error| malformed(error.to_string()))?;
    let mut found = Findings::default();
    for race in all.iter().filter_map(Finding::shown_race) {
        let [Some(one), Some(other)] = race.accesses().map(site) else {
            return Err(malformed(format!("an access has no source line: {race:?}")));
        };
        found.races.insert(Pair::new(one, other));
    }
    found.guarantee = all.iter().find_map(|finding| match finding {
        Finding::Summary(summary) => summary.guarantee.as_ref().map(|lines| lines.join("; ")),
        _ => None,
    });
    Ok(found)
}

fn site(access: &findings::Access) -> Option<Site> {
    let (file, line) = access.stack.first()?.place()?;
    let mode = match access.mode {
        findings::Mode::Read => Mode::Read,
        findings::Mode::Write => Mode::Write,
        findings::Mode::End => Mode::Return,
        findings::Mode::Free => Mode::Free,
    };
    Some(Site { mode, file: file.to_owned(), line })
}

/// Reads `text`, which may have other lines between the reports.
///
/// # Errors
///
/// When a report is cut short, or an access in it has no source line.
pub fn parse(text: &str) -> Result<Findings, MalformedReport> {
    let mut findings = Findings::default();
    let mut open: Option<Vec<Site>> = None;
    let mut pending: Option<Mode> = None;
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        let malformed = |problem: &'static str| MalformedReport { line, problem: problem.into() };
        if content.starts_with(HEADLINE) {
            if open.replace(Vec::new()).is_some() {
                return Err(malformed("a report begins inside of another"));
            }
        } else if content.starts_with(LAST_LINE) {
            let sites = open.take().ok_or(malformed("a report ends that has not begun"))?;
            let [one, other] = <[Site; 2]>::try_from(sites).map_err(|_| malformed("not two accesses"))?;
            findings.races.insert(Pair::new(one, other));
        } else if let Some(guarantee) = content.find(GUARANTEE) {
            let said = &content[guarantee + GUARANTEE.len()..];
            findings.guarantee = Some(match findings.guarantee.take() {
                Some(before) => format!("{before}; {said}"),
                None => said.to_owned(),
            });
        } else if let Some(sites) = &mut open {
            if let Some(mode) = access_mode(content) {
                pending = Some(mode);
            } else if let Some(mode) = pending.take() {
                let (file, line) = source_line(content).ok_or(malformed("the access has no source line"))?;
                sites.push(Site { mode, file, line });
            }
        }
    }
    match open {
        None => Ok(findings),
        Some(_) => Err(MalformedReport { line: text.lines().count(), problem: "the last report has no end".into() }),
    }
}

/// The mode of an access, if the line opens the description of one: `Previous atomic write of size
/// 4 at 0x… by task 3:`.
fn access_mode(line: &str) -> Option<Mode> {
    let line = line.to_lowercase();
    let line = line.strip_prefix("previous ").unwrap_or(&line);
    let line = line.strip_prefix("atomic ").unwrap_or(line);
    if line.starts_with("write of size ") {
        Some(Mode::Write)
    } else if line.starts_with("read of size ") {
        Some(Mode::Read)
    } else if line.starts_with("return from ") || line.starts_with("end of task ") {
        Some(Mode::Return)
    } else if line.starts_with("free of ") {
        Some(Mode::Free)
    } else {
        None
    }
}

/// File name and line of the innermost frame: `#0 function directory/file.c:12:5`.
fn source_line(frame: &str) -> Option<(String, u32)> {
    let frame = frame.strip_prefix("#0 ")?;
    let word = frame.split_whitespace().next_back()?;
    let (path, last) = word.rsplit_once(':')?;
    let last = last.parse().ok()?;
    // The column may be missing.
    let (path, line) = match path.rsplit_once(':') {
        Some((path, line)) => (path, line.parse().ok()?),
        None => (path, last),
    };
    let file = path.rsplit('/').next()?;
    Some((file.to_owned(), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
x = 1
==================
WARNING: DetSan: determinacy race
  Write of size 4 at 0x5555 by task 3:
    #0 main.omp_outlined.1(int) /home/a user/a.c:12:5
    #1 main /home/a.c:40:1

  Previous atomic read of size 4 at 0x5555 by task 2:
    #0 std::get<int, 2> b.c:9:17

  Task 3 was created at:
    #0 main a.c:11:1
SUMMARY: DetSan: determinacy race a.c:12:5 (main) and b.c:9:17 (get)
==================
DetSan: 1 race; guarantee: all schedules of this input
";

    #[test]
    fn the_first_frame_of_both_accesses_counts() {
        let findings = parse(REPORT).unwrap();
        let races: Vec<String> = findings.races.iter().map(Pair::to_string).collect();
        assert_eq!(races, ["read b.c:9 and write a.c:12"]);
        assert_eq!(findings.guarantee.as_deref(), Some("all schedules of this input"));
    }

    #[test]
    fn a_column_may_be_missing() {
        assert_eq!(source_line("#0 main [task] d/a.c:12"), Some(("a.c".into(), 12)));
        assert_eq!(source_line("#0 main [task] d/a.c:12:5"), Some(("a.c".into(), 12)));
        assert_eq!(source_line("#0 main program+0x12ab"), None);
    }

    #[test]
    fn other_output_is_no_report() {
        assert_eq!(parse("Write of size 4 at 0x1 by task 1:\n  #0 f a.c:1:1\n"), Ok(Findings::default()));
    }

    #[test]
    fn the_order_of_a_pair_does_not_matter() {
        let site = |mode, line| Site { mode, file: "a.c".into(), line };
        assert_eq!(
            Pair::new(site(Mode::Write, 1), site(Mode::Read, 2)),
            Pair::new(site(Mode::Read, 2), site(Mode::Write, 1))
        );
    }

    #[test]
    fn a_report_cut_short_is_an_error() {
        let (start, _) = REPORT.split_once("SUMMARY").unwrap();
        assert_eq!(parse(start).unwrap_err().problem, "the last report has no end");
        let without_line = REPORT.replace(" b.c:9:17\n", " (program+0x1234)\n");
        assert_eq!(parse(&without_line).unwrap_err().problem, "the access has no source line");
        let one_access = REPORT.replace("Previous atomic read", "Something");
        assert_eq!(parse(&one_access).unwrap_err().problem, "not two accesses");
    }
}
