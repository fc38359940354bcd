//! Options and exit codes, one table each.
//!
//! The tool inside the checked program and the `detsan` command read the same `DETSAN_OPTIONS`, so
//! both take the meaning of every option from here: parsing, the help text and the table in
//! README.md come from [`OPTION_TABLE`], which one macro call in `table.rs` makes together with
//! [`Options`]. Adding an option is one entry there; adding an exit code is one entry in
//! `exit_codes.rs`.
//!
//! This crate is loaded into someone else's process: it has no dependencies, keeps no state and
//! prints nothing.
#![forbid(unsafe_code)]

mod create;
mod error;
pub mod exit_codes;
mod kind;
mod lineage;
mod render;
mod suggest;
mod syntax;
mod table;

pub use create::{append_to_file, create_file, open_file};
pub use error::OptionsError;
pub use kind::{Locks, LogPath, TracePath, Verbosity};
pub use lineage::{LINEAGE_VARIABLE, Lineage};
pub use render::{USUAL_WIDTH, exit_codes_help, exit_codes_markdown, options_help, options_markdown};
pub use suggest::{did_you_mean, near};
pub use syntax::{Assignment, join_assignments, parse_assignments};
pub use table::{OPTION_TABLE, OptionInfo, Options};

/// The environment variable that holds the options.
pub const OPTIONS_VARIABLE: &str = "DETSAN_OPTIONS";
