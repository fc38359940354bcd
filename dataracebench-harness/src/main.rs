//! `dataracebench-harness` scores race checkers: it builds and runs the programs of a suite under
//! each of them, and says how many of the races were found, and how many reports were wrong.
//!
//! A run goes through these steps, each in a module of its own: the programs of a suite and what it
//! says about them (`suite`); the checkers and how they build and run a program (`tools`); running
//! one with bounds (`process`); judging what came of it (`job`); doing that for all, several at a
//! time (`runner`), while a journal is kept (`journal`); counting (`score`); and giving it out
//! (`format`).
//!
//! # Invariants
//!
//! 1. Nothing is known about a program but its text: no verdict and no group comes from a list of
//!    names.
//! 2. A program that did not come to its end is not clean. Only TP, TN, FP and FN count as
//!    verdicts.
//! 3. Whatever a program does, the run goes on: every program has an outcome.
//! 4. Standard output has the result and nothing else.
#![forbid(unsafe_code)]

mod cli;
mod commands;
mod compare;
mod data;
mod error;
mod exit_codes;
#[cfg(test)]
mod fixtures;
mod format;
mod job;
mod journal;
mod outcome;
mod process;
mod progress;
mod published;
mod reports;
mod results;
mod runner;
mod score;
mod show;
mod suite;
mod tools;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use error::HarnessError;

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("dataracebench-harness: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn dispatch(command: Command) -> Result<u8, HarnessError> {
    match command {
        Command::Score(args) => commands::score(&args),
        Command::List { suite, select } => commands::list(&suite, &select),
        Command::Show { case, from, suite, measure } => commands::show(&case, from.as_deref(), &suite, &measure),
        Command::Compare { before, after } => commands::compare(&before, &after),
        Command::Merge { files, output } => commands::merge(&files, &output),
        Command::Launch { file_mib, command } => Err(process::launch(file_mib, &command).into()),
    }
}
