//! The checkers: how each is found, builds a program, runs it, and what it says.
//!
//! All of them are asked the same: the same sources, flags, arguments, limits and number of
//! threads, and the pairs of lines that they report are read by the same reader.

mod build;
mod detect;
mod judge;
mod run;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

pub(crate) use build::build_steps;
pub(crate) use detect::{ToolInfo, detect};
pub(crate) use judge::{Judgement, judge, reason, refusal_to_build};
pub(crate) use run::{RunRequest, run_spec};

/// Threads of a parallel region for a checker that watches threads, unless `--team` says otherwise.
pub(crate) const THREADS: u32 = 8;

/// A checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tool {
    /// DetSan.
    Detsan,
    /// ThreadSanitizer with Archer, which tells it about OpenMP.
    Archer,
    /// ThreadSanitizer alone.
    Tsan,
}

impl Tool {
    /// The number of threads that a parallel region has under it.
    pub(crate) fn team(self, asked: Option<u32>) -> u32 {
        asked.unwrap_or_else(|| match self {
            Tool::Detsan => detsan_options::Options::default().team,
            Tool::Archer | Tool::Tsan => THREADS,
        })
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Tool::Detsan => "detsan",
            Tool::Archer => "archer",
            Tool::Tsan => "tsan",
        })
    }
}

impl FromStr for Tool {
    type Err = String;

    fn from_str(text: &str) -> Result<Tool, String> {
        ValueEnum::from_str(text, false)
    }
}

/// Where the parts of the checkers are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Toolbox {
    /// The `detsan` command.
    pub(crate) detsan: PathBuf,
    /// clang, for ThreadSanitizer.
    pub(crate) clang: PathBuf,
    /// clang++, for ThreadSanitizer.
    pub(crate) clangxx: PathBuf,
    /// The library that Archer is.
    pub(crate) archer: PathBuf,
    /// What gives ThreadSanitizer's reports their lines.
    pub(crate) symbolizer: Option<PathBuf>,
    /// Flags with which clang links what gfortran has compiled; none without gfortran.
    pub(crate) fortran_link: Option<Vec<OsString>>,
}
