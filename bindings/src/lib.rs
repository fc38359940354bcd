//! OMPT, OpenMP's tools interface, as Rust sees it: the types, constants and function pointers of
//! `omp-tools.h`.
//!
//! [`ompt`] is generated and committed, so that building needs neither libclang nor the header. The
//! test `drift` fails when it no longer is what the installed header gives; then run
//! `cargo run -p detsan-bindings --features regenerate --bin regenerate-bindings` and look at the
//! difference.
//!
//! An enumeration of C may hold values that its declaration does not name (a newer runtime sends a
//! new kind of work), and a Rust `enum` may not. So every one of them is a transparent struct
//! around the integer, with the named values as associated constants:
//! `ompt_callbacks_t::ompt_callback_task_create`.
//!
//! Nothing here is written by hand, therefore the lints about names and documentation are off for
//! it.
#![no_std]

#[cfg(feature = "regenerate")]
pub mod regenerate;

#[allow(missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(clippy::all, clippy::undocumented_unsafe_blocks, clippy::missing_safety_doc)]
#[rustfmt::skip]
pub mod ompt;

pub use ompt::*;
