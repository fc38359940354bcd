//! Findings for programs: the option `findings`. Each is written as a line of JSON when it is found.

use std::io;

use detsan_options::{Lineage, TracePath, exit_codes};
use detsan_report::{Finding, Symbolize, TextOptions, escaped, finding_json, start_json};

use crate::destination::Destination;
use crate::output::{self, Content};

static FILE: Destination = Destination::none();

/// Writes findings, if the option asks for them.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Name of the file for messages; `None` if there is none to write to.
    name: Option<String>,
}

impl Findings {
    /// Opens the file that the option names. If that is not possible, returns the exit status and what to say.
    pub(crate) fn open(path: &TracePath, lineage: &Lineage) -> Result<Findings, (u8, String)> {
        let (Some(own), Some(asked)) = (lineage.trace(path), path.resolve(lineage.process)) else {
            return Ok(Findings::default());
        };
        let name = escaped(&own.to_string_lossy()).into_owned();
        let opened = output::open_own("findings", &asked, own, Content::Dropped, lineage, &FILE);
        opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                (exit_codes::USAGE, format!("log_path and findings name the same file, {name}: give each its own"))
            }
            _ => (exit_codes::USAGE, format!("cannot write findings to {name}: {error}")),
        })?;
        let mut findings = Findings { name: Some(name) };
        findings.write_line(&start_json(env!("CARGO_PKG_VERSION"), std::process::id()));
        Ok(findings)
    }

    /// Whether anything is written.
    pub(crate) fn is_wanted(&self) -> bool {
        self.name.is_some()
    }

    /// Writes a finding, which the text of the run has as well if it `is_shown`.
    pub(crate) fn write(&mut self, finding: &Finding, is_shown: bool, symbols: &impl Symbolize, options: &TextOptions) {
        if self.is_wanted() {
            self.write_line(&finding_json(finding, is_shown, symbols, options));
        }
    }

    fn write_line(&mut self, line: &str) {
        if FILE.write_all(line.as_bytes()).is_err() {
            output::set_lost();
            if let Some(name) = self.name.take() {
                output::say(&format!("DetSan: cannot write findings to {name}; there are more of them"));
            }
        }
    }
}

/// This process is the child of a `fork`: it leaves its parent's file alone.
pub(crate) fn forked() {
    FILE.close();
}
