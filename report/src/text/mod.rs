//! Reports as text, in ThreadSanitizer's outline, so that people and scripts that know that find
//! their way.

mod depend;
mod event;
mod hidden;
mod location;
mod lone;
mod order;
mod process;
mod race;
mod stacks;
mod stats;
mod summary;
mod tasks;

use std::path::PathBuf;

use crate::escape::escaped;

pub use hidden::{first_hidden_text, hidden_text};
pub(crate) use location::racy_bytes;
pub use process::{NOT_STARTED, Stop, moved_into, own_file_text, raced_before_text, replaced_text, stopped_into};
pub(crate) use stacks::creation_stack;
pub(crate) use stacks::stack_of_task;
pub use stats::stats_text;
pub(crate) use summary::guarantee_lines;
pub use summary::{
    Count, SUMMARY_SPACE, counts_text, elsewhere_text, failure_into, last_words_into, last_words_text, summary_into,
    summary_text,
};

use crate::finding::Finding;
use crate::symbols::Symbolize;

/// A finding in words.
pub fn finding_text(finding: &Finding, symbols: &(impl Symbolize + ?Sized), options: &TextOptions) -> String {
    match finding {
        Finding::Race(race) => race::race_text(race, symbols, options),
        Finding::Event(event) => event::event_text(event, symbols, options),
        Finding::LoneDepend(lone) => lone::lone_depend_text(lone, symbols, options),
        Finding::Note(note) => summary::note_text(note),
        Finding::Summary(summary) => summary_text(summary),
    }
}

/// What the text depends on besides the facts.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// Number of the process.
    pub pid: u32,
    /// Files below this directory are named relative to it.
    pub base_directory: Option<PathBuf>,
    /// First line of a report.
    pub headline: Headline,
}

impl TextOptions {
    /// For the process that asks: files are named relative to where it runs.
    pub fn of_this_process() -> TextOptions {
        TextOptions {
            pid: std::process::id(),
            // As the names of files are.
            base_directory: std::env::current_dir()
                .ok()
                .map(|path| escaped(&path.to_string_lossy()).into_owned().into()),
            headline: Headline::DetSan,
        }
    }
}

/// Whose words the first line of a report has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headline {
    /// `WARNING: DetSan: determinacy race`
    DetSan,
    /// `WARNING: ThreadSanitizer: data race`, for scripts that look for it.
    ThreadSanitizer,
}
