//! What the harness and the tests share.
#![forbid(unsafe_code)]

pub mod findings;
