//! Determinacy race detection for task graphs: events in, races out.
//!
//! The detector is told what tasks do ([`Event`]) and which memory they touch, in the order of one execution, and
//! decides for every pair of conflicting accesses whether *all* legal executions of the same events order it. It knows
//! nothing of OpenMP's runtime interface, of files or of threads.
#![forbid(unsafe_code)]

/// Keys are small numbers that nobody chooses to collide.
type FastMap<K, V> = hashbrown::HashMap<K, V, rustc_hash::FxBuildHasher>;
type FastSet<K> = hashbrown::HashSet<K, rustc_hash::FxBuildHasher>;

mod bags;
mod compaction;
mod depend;
mod detector;
mod does_not_commute;
mod dpst;
mod event;
mod guards;
mod history;
mod ids;
mod lock_order;
mod locks;
mod nesting;
mod oldest;
mod promises;
mod reachability;
mod siblings;

pub use compaction::Embedding;
pub use detector::{Detector, LockRule, Past, Statistics};
pub use event::{
    Access, AccessMode, Actor, Atomicity, ByteMask, Completion, Deferral, Depend, DependKind, Event, Field, FieldMut,
};
pub use history::{BUDGET, COVERING, Cell, Entry, IDENTIFIER_STEP, LIST, Parts, Race, RaceAccess, SPLIT, is_odd};
pub use ids::{GuardId, Location, LockId, SignalId, SiteId, SlotId, StepId, TaskId, TeamId};
