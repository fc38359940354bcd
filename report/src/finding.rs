//! What a run tells: one value for each thing, from the tool or a replay to the reporters.
//!
//! [`finding_text`](crate::finding_text) is the reporter for people, and
//! [`finding_json`](crate::finding_json) the one for programs.

use crate::model::{AccessMode, EventFacts, EventFault, LoneDependFacts, Note, RaceFacts, SummaryFacts};

/// Something that is told to the user.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Two accesses race.
    Race(RaceFacts),
    /// Something is wrong with an event, or the program waits for what can never come.
    Event(EventFacts),
    /// A `depend` item orders nothing.
    LoneDepend(LoneDependFacts),
    /// Something about the run as a whole.
    Note(Note),
    /// The end of the run: what was found, and what that is worth.
    Summary(SummaryFacts),
}

/// What sort of race it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceKind {
    /// Two tasks access a variable.
    Race,
    /// A task uses a variable whose function may have returned, or whose task may have ended.
    UseAfterScope,
    /// A task uses memory that may have been given back.
    UseAfterFree,
}

impl RaceFacts {
    /// What sort of race it is.
    pub fn kind(&self) -> RaceKind {
        match (self.earlier.mode, self.later.mode) {
            (AccessMode::Free, _) | (_, AccessMode::Free) => RaceKind::UseAfterFree,
            (AccessMode::End, _) | (_, AccessMode::End) => RaceKind::UseAfterScope,
            _ => RaceKind::Race,
        }
    }
}

impl EventFault {
    /// Whether the program can never go on.
    pub fn is_deadlock(&self) -> bool {
        matches!(self, EventFault::Deadlock { .. } | EventFault::LockHeld { .. })
    }
}
