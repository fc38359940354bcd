//! Names for the addresses of programs that are built by the compilers that users have.

mod openmp;
mod plain;
mod support;
