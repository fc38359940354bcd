//! What can go wrong in a command, and the exit status that says so.

use std::io;
use std::path::PathBuf;

use detsan_tests::toolchain::ToolchainError;
use thiserror::Error;

use crate::exit_codes;

/// Why a command failed: something that the user or the environment did.
#[derive(Debug, Error)]
pub(crate) enum BenchError {
    /// A name on the command line that is none.
    #[error("no {what} '{name}'{} (there are {})", suggestion(near.as_deref()), .known.join(", "))]
    UnknownName {
        /// What it should have been the name of.
        what: &'static str,
        /// The name.
        name: String,
        /// The known name that is most like it.
        near: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// A directory without kernels.
    #[error("{}: no kernels (*.c) here; name another directory with --kernels", .0.display())]
    NoKernels(PathBuf),
    /// A list of programs that says something wrong.
    #[error("{}: {reason}", path.display())]
    Manifest {
        /// The list.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A file that is needed and cannot be read, or a directory that cannot be made.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Several forms cannot share standard output.
    #[error("several formats need a folder: give one with --out")]
    ManyFormats,
    /// DetSan is not built, or cannot compile.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// A command that has to work did not.
    #[error("{command}: {reason}")]
    Command {
        /// What was run.
        command: String,
        /// What came of it.
        reason: String,
    },
    /// Nothing here counts instructions.
    #[error("instructions cannot be counted here: {0}")]
    NoCounter(String),
    /// A program could not be started or watched.
    #[error("cannot run a program: {0}")]
    Run(io::Error),
    /// The scratch directory.
    #[error("cannot make a scratch directory: {0}: set TMPDIR to a directory with room")]
    Scratch(io::Error),
    /// Standard output.
    #[error("cannot write the result: {0}")]
    Stdout(io::Error),
}

impl BenchError {
    /// The exit status after this error.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            BenchError::UnknownName { .. }
            | BenchError::NoKernels(_)
            | BenchError::Manifest { .. }
            | BenchError::ManyFormats => exit_codes::USAGE,
            _ => exit_codes::FAILED,
        }
    }

    /// For [`Result::map_err`]: an error about the file `path`.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> BenchError {
        let path = path.into();
        move |error| BenchError::File { path, error }
    }
}

fn suggestion(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(": did you mean {near}?"))
}
