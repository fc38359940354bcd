//! What can go wrong in a command, and the exit status that says so.

use std::io;

use thiserror::Error;

use crate::exit_codes;
use crate::journal::FolderError;
use crate::results::ResultsError;
use crate::suite::SuiteError;

/// Why a command failed: something that the user or the environment did.
#[derive(Debug, Error)]
pub(crate) enum HarnessError {
    #[error(transparent)]
    Suite(#[from] SuiteError),
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("no tool is left:{}", .0.iter().map(|line| format!("\n  {line}")).collect::<String>())]
    NoTool(Vec<String>),
    #[error("cannot make a scratch directory: {0}: set TMPDIR to a directory with room")]
    Scratch(io::Error),
    #[error("cannot compare: {0}")]
    Compare(String),
    #[error("cannot merge: {0}")]
    Merge(String),
    #[error("the suite was changed while its programs ran, the results are not those of one suite:{}", .0.iter().map(|line| format!("\n  {line}")).collect::<String>())]
    SuiteChanged(Vec<String>),
    #[error("several formats need a folder: give one with --out")]
    ManyFormats,
    #[error("cannot write the result: {0}")]
    Stdout(io::Error),
    #[error("{0}")]
    Launch(#[from] crate::process::LaunchError),
    #[error("interrupted")]
    Interrupted,
}

impl HarnessError {
    /// The exit status after this error.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            HarnessError::ManyFormats => exit_codes::USAGE,
            HarnessError::Suite(_)
            | HarnessError::Results(_)
            | HarnessError::NoTool(_)
            | HarnessError::SuiteChanged(_)
            | HarnessError::Compare(_)
            | HarnessError::Merge(_) => exit_codes::INPUT,
            HarnessError::Folder(_) | HarnessError::Scratch(_) | HarnessError::Stdout(_) => exit_codes::OUTPUT,
            // As a shell says it.
            HarnessError::Launch(_) => 127,
            HarnessError::Interrupted => exit_codes::INTERRUPTED,
        }
    }
}
