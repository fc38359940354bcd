//! Reads the lines of JSON that DetSan writes with the option `findings`.
//!
//! `docs/findings.md` has the format. A field that nobody here needs is left out.

use serde::Deserialize;

/// The version of the format that is read here.
pub const VERSION: u32 = 1;

/// One line.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// The first line of a process.
    Start {
        /// Version of the format.
        version: u32,
    },
    /// Two accesses race.
    Race(Race),
    /// A variable is used that may be gone.
    UseAfterScope(Race),
    /// Memory is used that may have been given back.
    UseAfterFree(Race),
    /// Something is wrong with an event.
    EventError {
        /// What.
        what: String,
    },
    /// The program waits for what can never come.
    Deadlock {
        /// For what.
        what: String,
    },
    /// A `depend` item orders nothing.
    LoneDepend {},
    /// Something about the run as a whole.
    Note {
        /// What.
        what: String,
    },
    /// The end of the run.
    Summary(Summary),
}

impl Finding {
    /// The race that it is, if it is one that the text of the run has.
    pub fn shown_race(&self) -> Option<&Race> {
        match self {
            Finding::Race(race) | Finding::UseAfterScope(race) | Finding::UseAfterFree(race) => {
                Some(race).filter(|race| race.shown)
            }
            _ => None,
        }
    }
}

/// Two accesses.
#[derive(Clone, Debug, Deserialize)]
pub struct Race {
    /// The one that ran later.
    pub later: Access,
    /// The one that ran earlier.
    pub earlier: Access,
    /// Whether the text of the run has it.
    pub shown: bool,
}

impl Race {
    /// Both accesses.
    pub fn accesses(&self) -> [&Access; 2] {
        [&self.later, &self.earlier]
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It ends the life of the variable.
    End,
    /// It gives the memory back.
    Free,
}

/// One access.
#[derive(Clone, Debug, Deserialize)]
pub struct Access {
    /// What it does.
    pub mode: Mode,
    /// The calls that led to it, innermost first.
    pub stack: Vec<Frame>,
}

/// A call.
#[derive(Clone, Debug, Deserialize)]
pub struct Frame {
    /// The source file; none without debug information.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u32>,
}

impl Frame {
    /// Name of the file without its directories, and the line.
    pub fn place(&self) -> Option<(&str, u32)> {
        let file = self.file.as_deref()?;
        Some((file.rsplit('/').next().unwrap_or(file), self.line?))
    }
}

/// The end of a run.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Summary {
    /// Distinct races.
    pub races: u64,
    /// What the verdict is worth; none for a run that was cut short.
    pub guarantee: Option<Vec<String>>,
    /// Why the run was cut short.
    pub incomplete: Option<String>,
}

/// Lines that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the findings: {problem}")]
pub struct MalformedFindings {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads the findings of one or more processes.
///
/// # Errors
///
/// When a whole line is no finding, or of another version. A last line without an end is left out:
/// the process was killed.
pub fn read(text: &str) -> Result<Vec<Finding>, MalformedFindings> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut findings = Vec::new();
    for (line, content) in (1..).zip(whole.lines()) {
        let malformed = |problem| MalformedFindings { line, problem };
        let finding = serde_json::from_str(content).map_err(|error| malformed(error.to_string()))?;
        if let Finding::Start { version } = finding
            && version != VERSION
        {
            return Err(malformed(format!("it is of version {version}, and {VERSION} is read here")));
        }
        findings.push(finding);
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = r#"{"finding":"start","version":1,"detsan":"0.1.0","pid":7}"#;
    const RACE: &str = r#"{"finding":"use-after-free","later":{"mode":"free","atomic":false,"stack":[{"function":"f","file":"d/a.c","line":3,"column":1}]},"earlier":{"mode":"read","stack":[]},"shown":true}"#;

    #[test]
    fn findings_are_read() {
        let text = format!("{START}\n{RACE}\n");
        let findings = read(&text).expect("they are whole");
        let race = findings.iter().find_map(Finding::shown_race).expect("there is one");
        assert_eq!((race.later.mode, race.later.stack[0].place()), (Mode::Free, Some(("a.c", 3))));
    }

    #[test]
    fn a_line_without_an_end_is_left_out_and_others_must_be_right() {
        assert_eq!(read(&format!("{START}\n{RACE}")).expect("the rest is whole").len(), 1);
        assert_eq!(read("{}\n").expect_err("it is no finding").line, 1);
        let newer = START.replace("\"version\":1", "\"version\":2");
        assert!(read(&format!("{newer}\n")).expect_err("it is of another version").to_string().contains("version 2"));
    }
}
