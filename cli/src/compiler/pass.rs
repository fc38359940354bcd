//! The compiler pass, a plugin of clang: checks of whole loops, checks in line, and checks of
//! accesses that ThreadSanitizer's pass leaves out.
//!
//! A plugin fits one version of LLVM, and finds the functions that it calls in the compiler that
//! loads it. Where that is not so the pass is left out, which makes programs slower and changes no
//! verdict, but for the accesses that only the pass sees.

use super::toolchain::{Compiler, Family};
use super::vectors::Vectors;
use crate::elf::ElfFacts;
use crate::install::{self, Part};
use crate::search_path;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The library in which clang has the functions that the pass calls.
const LLVM: &str = "libLLVM.so.19.1";

/// Why a compiler is called without the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    /// It is of another kind or version.
    OtherCompiler,
    /// It may not have the functions that the pass calls.
    OtherLlvm,
    /// The pass is not installed.
    NotInstalled(String),
}

/// The pass for `compiler`.
pub(crate) fn find_for(compiler: &Compiler) -> Result<PathBuf, Without> {
    if compiler.family != Family::Clang(Vectors::Narrow) {
        return Err(Without::OtherCompiler);
    }
    let is_linked = program(compiler).and_then(|path| ElfFacts::read(&path).ok());
    if !is_linked.is_some_and(|facts| facts.needed.iter().any(|library| library == LLVM)) {
        return Err(Without::OtherLlvm);
    }
    install::find(Part::Pass).map_err(|error| Without::NotInstalled(error.to_string()))
}

/// How clang is told to load the pass.
pub(crate) fn flag(pass: &Path) -> OsString {
    let mut flag = OsString::from("-fpass-plugin=");
    flag.push(pass);
    flag
}

/// The file that is executed.
fn program(compiler: &Compiler) -> Option<PathBuf> {
    fs::canonicalize(search_path::find(Path::new(&compiler.command[0]))?).ok()
}
