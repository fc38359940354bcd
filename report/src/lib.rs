//! Symbolisation and wording of races.

mod model;

pub use model::{
    AccessFacts, AccessMode, CallStack, Ending, Guarantee, MemoryFacts, RaceFacts, SummaryFacts, TaskFacts, TaskKind,
};
