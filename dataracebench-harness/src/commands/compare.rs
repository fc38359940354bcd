//! `compare`: which verdicts differ between two runs.

use std::path::Path;

use super::output::print;
use crate::compare::{Baseline, Change, table};
use crate::error::HarnessError;
use crate::exit_codes;

/// Prints a table.
pub(crate) fn compare(before: &Path, after: &Path) -> Result<u8, HarnessError> {
    let (before, after) = (Baseline::read(before)?, Baseline::read(after)?);
    let changes = before.changes(&after).map_err(HarnessError::Compare)?;
    print(&table(&changes))?;
    Ok(if changes.iter().any(Change::is_loss) { exit_codes::WORSE } else { exit_codes::DONE })
}
