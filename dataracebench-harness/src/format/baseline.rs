//! The verdicts alone, in a file that changes only when a verdict does.

use crate::compare::Baseline;
use crate::results::Results;

/// The file.
pub(super) fn render(results: &Results) -> String {
    serde_json::to_string_pretty(&Baseline::of(results)).expect("a baseline can be written as JSON") + "\n"
}
