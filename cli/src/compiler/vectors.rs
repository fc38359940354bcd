//! How far clang may vectorise above `-O0`.
//!
//! clang's ThreadSanitizer pass comes after the vectorisers, calls hooks at accesses of 1, 2, 4, 8
//! and 16 bytes, and passes over wider ones and over masked ones. What it passes over would be
//! missed, so none of these may come into being:
//!
//! | flag | what it keeps from coming into being |
//! |---|---|
//! | `-mprefer-vector-width=128` | accesses of 32 and 64 bytes, where there is AVX |
//! | `-vectorizer-maximize-bandwidth=false` | the same in loops that call a function of `-fveclib` |
//! | `-enable-interleaved-mem-accesses=false` | an access to all that several iterations use of an array of structures, with what lies between |
//! | `-enable-if-conversion=false` | masked accesses in place of conditional ones; unmasked ones that the program would not have made |
//! | `-force-tail-folding-style=none` | masked accesses in place of the last iterations: short loops, `-Os`, cold functions |
//! | `-mno-gather`, `-mno-scatter` | masked accesses at several addresses |
//! | `-fno-slp-vectorize` | wide accesses in straight-line code: this vectoriser goes by the type that is stored, and by several registers in sums |
//!
//! (Seen on clang 19: without any one of them there are programs with such accesses, and with all
//! of them none was found, but for loops that say how wide they want to be, by `simdlen`, `safelen`
//! or `vectorize_width`. Their word goes before any flag.)
//!
//! Most of these flags are not for users, and come and go with versions: clang 18 has no
//! `-force-tail-folding-style`, and clang 21 vectorises loops that may end early, which read on
//! behind their end. So [`Vectors::Narrow`] is for versions for which all this has been looked at,
//! and the others do without vectors, which is slower.

/// What clang may make of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// Accesses of up to 16 bytes, which have hooks.
    Narrow,
    /// No vectors at all.
    None,
}

impl Vectors {
    /// What the clang of this major version can be told.
    pub(crate) fn of_clang(version: u32) -> Vectors {
        match version {
            19 => Vectors::Narrow,
            _ => Vectors::None,
        }
    }

    /// How it is told.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Vectors::Narrow => &[
                "-fno-slp-vectorize",
                "-mprefer-vector-width=128",
                "-mno-gather",
                "-mno-scatter",
                "-mllvm",
                "-vectorizer-maximize-bandwidth=false",
                "-mllvm",
                "-enable-interleaved-mem-accesses=false",
                "-mllvm",
                "-enable-if-conversion=false",
                "-mllvm",
                "-force-tail-folding-style=none",
                IN_SILENCE,
            ],
            Vectors::None => &[
                "-fno-slp-vectorize",
                "-fno-vectorize",
                "-mllvm",
                "-force-vector-width=1",
                "-mllvm",
                "-force-vector-interleave=1",
                IN_SILENCE,
            ],
        }
    }
}

/// The warning is that a loop marked `omp simd` was not vectorised, which is what is wanted here.
const IN_SILENCE: &str = "-Wno-pass-failed";
