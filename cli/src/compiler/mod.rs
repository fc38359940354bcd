//! `detsan cc` and `detsan c++`: an ordinary compiler command, with what DetSan needs added to it.

mod command_line;
mod flags;
mod response_file;
mod toolchain;
mod wrapper;

pub(crate) use flags::{FlagError, compile_flags, link_flags};
pub(crate) use toolchain::{Compiler, Family, Language, Toolchain, ToolchainError};
pub(crate) use wrapper::{exec, libraries, run_compiler};
