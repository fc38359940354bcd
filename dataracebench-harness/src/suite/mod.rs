//! What is scored: the programs of a suite, and what is known about each of them.

mod builtin;
mod case;
mod directives;
mod discover;
mod errata;
mod sites;

pub(crate) use case::{Case, Language, number_of};
pub(crate) use discover::{Selection, Suite, SuiteError};
pub(crate) use sites::ExpectedPair;
