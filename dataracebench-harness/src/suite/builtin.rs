//! The suite inside of this project, embedded into the binary.

/// Name and text of every file of the suite, in the order of their names.
pub(super) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtin_suite.rs"));

/// What results call it.
pub(super) const NAME: &str = "built-in";
