//! `detsan-bench` measures what checking costs: beside other checkers (`compare`), in instructions
//! (`instructions`), and as programs grow (`growth`).
//!
//! Programs are found by name (`programs`) or listed by the user (`manifest`), built in several
//! variants (`build`, with what `toolbox` has found) and run (`process`, `launch`). Each command is
//! a module: it emits measurements, says what they mean (`statistics`, `goals`), and hands them to
//! `format` as a report.
//!
//! # Invariants
//!
//! 1. A run that failed is shown as such and never counts as a time.
//! 2. A checker that is not installed is said to be absent, and the others are measured.
//! 3. Times never change the exit status: other programs run on the machine, too.
//! 4. Standard output has the result and nothing else, and no path of this machine is in it.
#![forbid(unsafe_code)]

mod build;
mod cli;
mod compare;
mod configuration;
mod counters;
mod error;
mod exit_codes;
mod format;
mod growth;
mod instructions;
mod launch;
mod machine;
mod manifest;
mod process;
mod programs;
mod statistics;
mod toolbox;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Compare(args) => compare::compare(&args),
        Command::Instructions(args) => instructions::instructions(&args),
        Command::Growth(args) => growth::growth(&args),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("detsan-bench: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
