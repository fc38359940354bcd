//! The OMPT tool `libdetsan.so`: libomp loads it into the checked program, where it drives the detector.
//!
//! # Life of an event
//!
//! `callbacks` (OMPT) and `slow_path` (the access hooks) are the two ways in. Both are thin: they take the lock, convert, and make one call into
//! [`tool::Tool`], which is safe code but for the shadow memory. Everything a user reads is worded by `detsan-report`.
//!
//! # Ground rules
//!
//! 1. Nothing here runs without [`gate::enter`], which holds the lock, keeps the tool from observing itself, and turns
//!    late calls into nothing.
//! 2. The tool's memory is apart from the program's ([`allocator`]): it never allocates through the program's interposed functions, nor from the same heap.
//! 3. A race is written when it is found. Ending is only a summary.

mod accesses;
mod allocator;
mod baton;
mod blocks;
mod bodies;
mod callbacks;
mod captured;
mod checked_code;
mod clauses;
mod compaction;
mod cooperation;
mod deques;
mod destination;
mod ending;
mod endless;
mod events;
mod findings;
mod forgetting;
mod gate;
mod gnu;
mod held_signals;
mod lineage;
mod loaded;
mod locks;
mod logging;
mod lone;
mod memory;
mod order;
mod origins;
mod output;
mod past;
mod polls;
mod queue;
mod races;
mod recorder;
mod reductions;
mod regions;
mod scopes;
mod seat;
mod session;
mod shadow;
mod signals;
mod sites;
mod slow_path;
mod start;
mod statics;
mod stopwatch;
mod synchronisation;
mod tasking;
mod tasks;
mod thread;
mod tool;
mod trusted;
mod turns;
mod unseen;
mod watchdog;
mod worker;
mod yields;

pub use start::ompt_start_tool;
