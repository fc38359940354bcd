//! Symbolisation and wording of races.
#![deny(unsafe_code)]

mod dedup;
mod escape;
#[cfg(test)]
mod fake;
mod groups;
mod model;
mod positions;
mod stack;
mod symbols;
mod text;

pub use dedup::{CodeSite, Deduplicator};
pub use escape::{escaped, escaped_lines};
pub use groups::{Groups, Hidden, Sort};
pub use model::{
    AccessFacts, AccessMode, BlockedTask, CallStack, DependFacts, DependKind, Ending, EventFacts, EventFault,
    Fulfilment, Guarantee, LoneDependFacts, MemoryFacts, RaceFacts, Schedules, StatsFacts, SummaryFacts, TaskFacts,
    TaskKind, WaitKind,
};
pub use stack::call_stack;
pub use symbols::{
    Construct, DebugInfo, Frame, LinkedFunction, Module, ObjectFiles, Place, Role, SourceLocation, Symbolize,
    Symbolizer, Variable, VariableKind, exports, map_file, modules_of_maps, modules_of_this_process,
};
pub use text::{
    Count, Headline, NOT_STARTED, SUMMARY_SPACE, Stop, TextOptions, alone_text, counts_text, crowded_text,
    elsewhere_text, event_text, failure_into, first_hidden_text, hidden_text, last_words_into, last_words_text,
    lone_depend_text, moved_into, own_file_text, race_text, raced_before_text, replaced_text, stats_text, stopped_into,
    summary_into, summary_text, unused_threads_text, watchdog_text,
};
