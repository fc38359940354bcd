//! What can go wrong in a command, and the exit status that says so.

use crate::compiler::{FlagError, ToolchainError};
use crate::install::InstallError;
use crate::program::ProgramError;
use detsan_options::{OptionsError, did_you_mean, exit_codes};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a command failed: something that the user or the environment did. The message is one line
/// that says what to do.
#[derive(Debug, Error)]
pub(crate) enum CliError {
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error(transparent)]
    Install(#[from] InstallError),
    #[error("{given_in}: {error} (see `detsan help options`)")]
    Options { given_in: &'static str, error: OptionsError },
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error("OMP_TOOL_LIBRARIES is already set to {0}: only one OMPT tool can be loaded, unset it")]
    SecondTool(String),
    #[error("cannot start {}: {error}", program.display())]
    CannotStart { program: OsString, error: io::Error },
    #[error("cannot make a temporary directory: {0}")]
    TemporaryDirectory(io::Error),
    #[error("{}: {problem}", path.display())]
    Trace { path: PathBuf, problem: String },
    #[error("--option: a replay has no option '{name}': it takes {options}")]
    NotForReplay { name: String, options: String },
    #[error("cannot write the report to {name}: {error}")]
    CannotReport { name: String, error: io::Error },
    #[error("log_path: {} is the recorded run itself: name another file", path.display())]
    WouldOverwrite { path: PathBuf },
    #[error("log_path and record name the same file, {0}: give each its own")]
    SameFile(String),
    #[error("unknown option '{name}'{} (see `detsan help run`)", did_you_mean(meant))]
    UnknownOption { name: String, meant: Vec<String> },
    #[error("unknown command '{name}'{} (see `detsan help`)", did_you_mean(meant))]
    UnknownCommand { name: String, meant: Vec<String> },
    #[error("no help on '{0}': `detsan help` lists the commands and topics")]
    NoSuchTopic(String),
}

impl CliError {
    /// The exit status of `detsan` after this error.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            CliError::Flag(_)
            | CliError::Options { .. }
            | CliError::NotForReplay { .. }
            | CliError::WouldOverwrite { .. }
            | CliError::SameFile(_)
            | CliError::UnknownOption { .. }
            | CliError::UnknownCommand { .. }
            | CliError::NoSuchTopic(_) => exit_codes::USAGE,
            CliError::Toolchain(ToolchainError::NoClang(_) | ToolchainError::NoGfortran) => exit_codes::NOT_FOUND,
            CliError::Toolchain(ToolchainError::CannotStart { error, .. }) | CliError::CannotStart { error, .. } => {
                start_failure(error)
            }
            CliError::Program(error) => error.exit_code(),
            CliError::Toolchain(_)
            | CliError::Install(_)
            | CliError::SecondTool(_)
            | CliError::Trace { .. }
            | CliError::CannotReport { .. }
            | CliError::TemporaryDirectory(_) => exit_codes::UNABLE,
        }
    }
}

fn start_failure(error: &io::Error) -> u8 {
    match error.kind() {
        io::ErrorKind::NotFound => exit_codes::NOT_FOUND,
        _ => exit_codes::NOT_EXECUTABLE,
    }
}
