//! `detsan cc`, `detsan c++` and `detsan fc`: an ordinary compiler command, with what DetSan needs
//! added to it.

mod command_line;
mod directives;
mod entry_points;
mod failed_link;
mod flags;
mod names;
pub(crate) mod pass;
mod response_file;
mod toolchain;
mod vectors;
mod wrapper;

pub(crate) use flags::{Aids, FlagError, FortranRuntime, compile_flags, link_flags};
pub(crate) use names::Role;
pub(crate) use toolchain::{Compiler, Family, INSTALL_FORTRAN, Language, Toolchain, ToolchainError};
pub(crate) use vectors::Vectors;
pub(crate) use wrapper::{exec, libraries, run_compiler};
