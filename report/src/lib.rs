//! From what was found to what is told: facts, names for addresses, and reporters.
#![deny(unsafe_code)]

mod dedup;
mod escape;
mod facts;
#[cfg(test)]
mod fake;
mod finding;
mod groups;
mod json;
mod model;
mod positions;
mod stack;
mod symbols;
mod text;

pub use dedup::{CodeSite, Deduplicator};
pub use escape::{escaped, escaped_lines};
pub use facts::{
    Call, Clause, END_OF_SCOPE, FREE, Incident, Memory, Origins, RacyAccess, Tally, Verdict, code_sides,
    incident_facts, race_facts,
};
pub use finding::{Finding, RaceKind};
pub use groups::{Groups, Hidden, Sort};
pub use json::{FINDINGS_VERSION, finding_json, start_json};
pub use model::{
    AccessFacts, AccessMode, BlockedTask, CallStack, DependFacts, DependKind, Ending, EventFacts, EventFault,
    Fulfilment, Guarantee, LoneDependFacts, MemoryFacts, Note, RaceFacts, Schedules, StatsFacts, SummaryFacts,
    TaskFacts, TaskKind, WaitKind,
};
pub use stack::call_stack;
pub use symbols::{
    Construct, DebugInfo, Frame, LinkedFunction, Module, ObjectFiles, Place, Role, SourceLocation, Symbolize,
    Symbolizer, Variable, VariableKind, exports, map_file, modules_of_maps, modules_of_this_process,
};
pub use text::{
    Count, Headline, NOT_STARTED, SUMMARY_SPACE, Stop, TextOptions, counts_text, elsewhere_text, failure_into,
    finding_text, first_hidden_text, hidden_text, last_words_into, last_words_text, moved_into, own_file_text,
    raced_before_text, replaced_text, stats_text, stopped_into, summary_into, summary_text,
};
