//! Traces from end to end: what is written is read, what is damaged is refused, and a replay finds
//! what the detector finds.

mod damage;
mod random;
mod replay;
mod round_trip;

/// Enough memory for the replays here.
const MEMORY: u64 = 256 << 20;
