//! The detector against the brute-force oracle: on random streams, on all streams up to some length, and on streams
//! that were written by hand or once went wrong.
//!
//! A failure prints a stream that was made as small as possible. To keep it, put the text into
//! `detector/tests/regressions/`, where every file is replayed.

mod compare;
mod exhaustive;
mod random;
mod regressions;
mod settling;
