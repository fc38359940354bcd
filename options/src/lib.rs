//! Options and exit codes, one table each.
