//! The names under which DetSan is a compiler: `detsan cc` and its like, and links to the command
//! that are named after a compiler.
//!
//! Build systems want one word, put it into file names, and look in it for *clang* or *gcc*.

use super::flags::OpenMpFlag;
use super::toolchain::{Compiler, Language, Maker, Toolchain, ToolchainError};
use std::ffi::OsStr;
use std::path::Path;

/// How DetSan was called as a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Role {
    pub(crate) language: Language,
    /// Whose compiler it stands for; `None` for the one that the environment names.
    maker: Option<Maker>,
    pub(crate) openmp: OpenMpFlag,
}

/// Links to the command, and what each stands for. `ci/build` and `ci/install` make them.
const LINKS: [(&str, Language, Maker); 5] = [
    ("detsan-clang", Language::C, Maker::Llvm),
    ("detsan-clang++", Language::Cxx, Maker::Llvm),
    ("detsan-gcc", Language::C, Maker::Gnu),
    ("detsan-g++", Language::Cxx, Maker::Gnu),
    ("detsan-gfortran", Language::Fortran, Maker::Gnu),
];

impl Role {
    /// That of a program which was started as `name`.
    pub(crate) fn of_program(name: &OsStr) -> Option<Role> {
        let name = Path::new(name).file_name()?;
        let (_, language, maker) = LINKS.into_iter().find(|(link, ..)| name == *link)?;
        Some(Role { language, maker: Some(maker), openmp: OpenMpFlag::AsGiven })
    }

    /// That of `detsan word`.
    pub(crate) fn of_command(word: &OsStr) -> Option<Role> {
        let language = match word.to_str()? {
            "cc" => Language::C,
            "c++" => Language::Cxx,
            "fc" => Language::Fortran,
            _ => return None,
        };
        Some(Role { language, maker: None, openmp: OpenMpFlag::Added })
    }

    /// The compiler to call.
    pub(crate) fn compiler(self, toolchain: &Toolchain) -> Result<Compiler, ToolchainError> {
        match self.maker {
            Some(maker) => toolchain.compiler_of(maker, self.language),
            None => toolchain.compiler(self.language),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_which_compiler() {
        let of = |name: &str| Role::of_program(OsStr::new(name)).map(|role| (role.language, role.maker));
        assert_eq!(of("/opt/bin/detsan-clang++"), Some((Language::Cxx, Some(Maker::Llvm))));
        assert_eq!(of("detsan-gfortran"), Some((Language::Fortran, Some(Maker::Gnu))));
        for name in ["detsan", "/opt/detsan-gcc/detsan", "clang", "detsan-clang-19", ""] {
            assert_eq!(of(name), None, "{name}");
        }
    }

    #[test]
    fn the_scripts_make_the_links() {
        let script = include_str!("../../../ci/links");
        let line = script.lines().find_map(|line| line.strip_prefix("for name in ")).expect("a loop");
        let made: Vec<_> = line.trim_end_matches("; do").split(' ').collect();
        assert_eq!(made, LINKS.map(|(name, ..)| name));
    }
}
