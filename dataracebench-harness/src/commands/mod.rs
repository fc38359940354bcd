//! The subcommands. Each returns the exit status.

mod compare;
mod list;
mod merge;
mod output;
mod score;
mod show;

pub(crate) use compare::compare;
pub(crate) use list::list;
pub(crate) use merge::merge;
pub(crate) use score::score;
pub(crate) use show::show;

use std::path::Path;

use tempfile::TempDir;

use crate::cli::SuiteArgs;
use crate::error::HarnessError;
use crate::suite::Suite;

/// A directory that goes away at the end.
fn scratch() -> Result<TempDir, HarnessError> {
    tempfile::Builder::new().prefix("dataracebench-harness-").tempdir().map_err(HarnessError::Scratch)
}

/// The suite that is meant. The built-in one is unpacked into `scratch`.
fn open_suite(args: &SuiteArgs, scratch: &Path) -> Result<Suite, HarnessError> {
    match &args.suite {
        Some(path) => Ok(Suite::open(path)?),
        None => {
            let directory = scratch.join("suite");
            std::fs::create_dir_all(&directory).map_err(HarnessError::Scratch)?;
            Ok(Suite::builtin(&directory)?)
        }
    }
}
