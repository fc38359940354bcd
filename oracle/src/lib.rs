//! The truth about event streams by brute force, and streams to test the detector with.
//!
//! The detector answers from clever structures; this crate answers from the definitions.
//! [`Machine`] says which tasks each event waits for, and from that which events may come next.
//! [`Oracle`] turns the same statement into a graph of steps with its full transitive closure, and
//! compares every pair of accesses. Nothing here is shared with the detector but the event
//! language.
//!
//! Streams to compare the two on come from three sources: [`walk()`] makes random ones,
//! [`Alphabet`] all of a given length, and [`Recording`] reads and writes them as text. A stream on
//! which the two disagree is made small by
//! [`shrink()`], and its text can be replayed.
//!
//! There are no programs here, only streams: every legal stream is one execution of some program
//! (what each task does in it, in order), so streams that are drawn directly cover programs and
//! schedules at once, and none of them deadlocks.
#![forbid(unsafe_code)]

mod bitset;
#[cfg(test)]
mod definition;
mod depend;
mod enumerate;
mod graph;
mod machine;
mod named;
mod rng;
mod shrink;
mod text;
mod walk;

pub use enumerate::{Action, Alphabet};
pub use graph::{LockRule, NodeId, Oracle, RacingPair, RecordedAccess};
pub use machine::{Guard, Illegal, Machine};
pub use rng::Rng;
pub use shrink::shrink;
pub use text::{ParseError, Recording};
pub use walk::{Policy, Shape, walk};
