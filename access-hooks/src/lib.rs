//! The __tsan_* entry points that are linked into the checked program.
