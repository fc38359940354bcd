//! The OMPT tool libdetsan.so.
