//! The compilers: which one a command uses, and what it knows about libomp.

use crate::loader::LibrarySearch;
use crate::search_path;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};
use thiserror::Error;

/// The oldest clang that serves: the first one that takes flags which may stay unused.
pub(crate) const OLDEST_CLANG: u32 = 14;

/// What to install, in the words of Debian and Ubuntu.
const INSTALL: &str = "apt-get install clang-19 libomp-19-dev";

/// The language of a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

impl Language {
    /// The environment variable that names the compiler to use.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Language::C => "DETSAN_CC",
            Language::Cxx => "DETSAN_CXX",
        }
    }

    /// The name of clang's driver.
    fn driver(self) -> &'static str {
        match self {
            Language::C => "clang",
            Language::Cxx => "clang++",
        }
    }
}

/// Whose command line a compiler understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// clang and compilers made from it.
    Clang,
    /// gcc.
    Gcc,
}

/// A compiler that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compiler {
    /// The program and arguments that always follow it (`ccache clang-19`, `clang-19 --driver-mode=g++`).
    pub(crate) command: Vec<OsString>,
    /// Whose flags it takes.
    pub(crate) family: Family,
}

/// A clang on the search path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clang {
    /// Its major version.
    pub(crate) version: u32,
    /// The driver for C.
    pub(crate) path: PathBuf,
}

/// No compiler can be used.
#[derive(Debug, Error)]
pub(crate) enum ToolchainError {
    #[error("no clang on the PATH: install one ({INSTALL}) or set {}", .0.variable())]
    NoClang(Language),
    #[error("{} is clang {}, DetSan needs {OLDEST_CLANG} or newer: install one ({INSTALL})", .0.path.display(), .0.version)]
    TooOld(Clang),
    #[error("{variable}={text} is neither clang nor gcc: name a compiler of these")]
    UnknownFamily { variable: &'static str, text: String },
    #[error("{variable}={text} is clang {version}, DetSan needs {OLDEST_CLANG} or newer: name a newer one")]
    ChosenTooOld {
        variable: &'static str,
        text: String,
        version: u32,
    },
    #[error("{variable}={text} cannot be started: {error}")]
    CannotStart {
        variable: &'static str,
        text: String,
        error: io::Error,
    },
}

/// Where compilers are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    directories: Vec<PathBuf>,
}

impl Toolchain {
    /// The directories of `PATH`.
    pub(crate) fn from_env() -> Toolchain {
        Toolchain {
            directories: search_path::directories(env::var_os("PATH").as_deref()),
        }
    }

    /// The compiler for `language`: the one that the environment names, or the newest clang.
    pub(crate) fn compiler(&self, language: Language) -> Result<Compiler, ToolchainError> {
        match env::var_os(language.variable()).filter(|text| !text.is_empty()) {
            Some(text) => chosen(language, &text),
            None => self.clang(language),
        }
    }

    /// The newest clang, whatever the environment names.
    pub(crate) fn clang(&self, language: Language) -> Result<Compiler, ToolchainError> {
        let newest = self
            .all_clangs()
            .into_iter()
            .next()
            .ok_or(ToolchainError::NoClang(language))?;
        if newest.version < OLDEST_CLANG {
            return Err(ToolchainError::TooOld(newest));
        }
        Ok(Compiler {
            command: newest.command(language),
            family: Family::Clang,
        })
    }

    /// Every clang, the newest first. `clang-19` is taken by its name, plain `clang` is asked.
    pub(crate) fn all_clangs(&self) -> Vec<Clang> {
        let mut found: Vec<Clang> = Vec::new();
        for directory in &self.directories {
            let Ok(entries) = fs::read_dir(directory) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let Some(suffix) = name.to_str().and_then(|name| name.strip_prefix("clang")) else {
                    continue;
                };
                let path = entry.path();
                if !search_path::is_executable(&path) {
                    continue;
                }
                let version = match suffix {
                    "" => clang_version(&version_text(&[path.clone().into()]).unwrap_or_default()),
                    _ => suffix.strip_prefix('-').and_then(|number| number.parse().ok()),
                };
                match version {
                    Some(version) if !found.iter().any(|clang| clang.version == version) => {
                        found.push(Clang { version, path });
                    }
                    _ => {}
                }
            }
        }
        found.sort_by_key(|clang| std::cmp::Reverse(clang.version));
        found
    }
}

impl Clang {
    /// How to call it for `language`. The driver for C++ stands beside the one for C, or is the same program.
    fn command(&self, language: Language) -> Vec<OsString> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let driver = self.path.with_file_name(name.replacen("clang", language.driver(), 1));
        if search_path::is_executable(&driver) {
            vec![driver.into()]
        } else {
            vec![self.path.clone().into(), "--driver-mode=g++".into()]
        }
    }
}

impl Compiler {
    /// A process that runs the compiler.
    pub(crate) fn process(&self) -> Command {
        let mut process = Command::new(&self.command[0]);
        process.args(&self.command[1..]);
        process
    }

    /// The compiler as a user would type it.
    pub(crate) fn shown(&self) -> String {
        self.command.join(OsStr::new(" ")).to_string_lossy().into_owned()
    }

    /// What the compiler says about its version.
    pub(crate) fn version_text(&self) -> io::Result<String> {
        version_text(&self.command)
    }

    /// The libomp that this compiler links, if it is installed.
    pub(crate) fn libomp(&self) -> Option<PathBuf> {
        let output = self
            .process()
            .arg("-print-file-name=libomp.so")
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
        // Without a libomp the answer is the bare name.
        if path.is_absolute() {
            fs::canonicalize(path).ok()
        } else {
            None
        }
    }

    /// The directory of libomp, if programs would not find the library without being told.
    pub(crate) fn libomp_dir_to_name(&self) -> Option<PathBuf> {
        let libomp = self.libomp()?;
        if LibrarySearch::from_system().finds_same_file(&libomp) {
            return None;
        }
        libomp.parent().map(Path::to_path_buf)
    }
}

/// The compiler that the environment names in `text`: a program, or a program with arguments.
fn chosen(language: Language, text: &OsStr) -> Result<Compiler, ToolchainError> {
    let variable = language.variable();
    let shown = text.to_string_lossy().into_owned();
    let command: Vec<OsString> = if Path::new(text).exists() {
        vec![text.to_owned()]
    } else {
        shown.split_whitespace().map(OsString::from).collect()
    };
    if command.is_empty() {
        return Err(ToolchainError::UnknownFamily { variable, text: shown });
    }
    let version = version_text(&command).map_err(|error| ToolchainError::CannotStart {
        variable,
        text: shown.clone(),
        error,
    })?;
    match clang_version(&version) {
        Some(version) if version < OLDEST_CLANG => Err(ToolchainError::ChosenTooOld {
            variable,
            text: shown,
            version,
        }),
        Some(_) => Ok(Compiler {
            command,
            family: Family::Clang,
        }),
        None if version.contains("Free Software Foundation") => Ok(Compiler {
            command,
            family: Family::Gcc,
        }),
        None => Err(ToolchainError::UnknownFamily { variable, text: shown }),
    }
}

/// What `command --version` prints.
fn version_text(command: &[OsString]) -> io::Result<String> {
    let output = Command::new(&command[0])
        .args(&command[1..])
        .arg("--version")
        .stderr(Stdio::null())
        .output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The major version in the output of `clang --version`.
fn clang_version(text: &str) -> Option<u32> {
    let (_, after) = text.split_once("clang version ")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn versions_are_read() {
        assert_eq!(
            clang_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: …"),
            Some(19)
        );
        assert_eq!(clang_version("clang version 14.0.6"), Some(14));
        assert_eq!(clang_version("gcc (Debian 12.2.0-14) 12.2.0"), None);
    }

    /// A directory with executable files that print `clang version` and the given number.
    fn directory_of(files: &[(&str, u32)]) -> (tempfile::TempDir, Toolchain) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for (name, version) in files {
            let path = dir.path().join(name);
            fs::write(&path, format!("#!/bin/sh\necho clang version {version}.0.1\n")).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        }
        let toolchain = Toolchain {
            directories: vec![dir.path().to_owned()],
        };
        (dir, toolchain)
    }

    #[test]
    fn the_newest_clang_is_taken_and_plain_clang_is_asked() {
        let (dir, toolchain) = directory_of(&[
            ("clang-14", 14),
            ("clang-18", 18),
            ("clang", 17),
            ("clang-format-19", 19),
        ]);
        let versions: Vec<_> = toolchain.all_clangs().iter().map(|clang| clang.version).collect();
        assert_eq!(versions, [18, 17, 14]);
        let compiler = toolchain.clang(Language::C).expect("a compiler");
        assert_eq!(compiler.command, [dir.path().join("clang-18")]);
    }

    #[test]
    fn the_driver_for_cxx_stands_beside_or_is_the_same_program() {
        let (dir, toolchain) = directory_of(&[("clang-18", 18), ("clang++-18", 18)]);
        assert_eq!(
            toolchain.clang(Language::Cxx).expect("a compiler").command,
            [dir.path().join("clang++-18")]
        );
        let (dir, toolchain) = directory_of(&[("clang-18", 18)]);
        let command = toolchain.clang(Language::Cxx).expect("a compiler").command;
        assert_eq!(
            command,
            [dir.path().join("clang-18").into_os_string(), "--driver-mode=g++".into()]
        );
    }

    #[test]
    fn no_clang_and_an_old_clang_are_told_apart() {
        let (_dir, toolchain) = directory_of(&[]);
        assert!(matches!(
            toolchain.clang(Language::C),
            Err(ToolchainError::NoClang(Language::C))
        ));
        let (_dir, toolchain) = directory_of(&[("clang", 13)]);
        assert!(matches!(
            toolchain.clang(Language::C),
            Err(ToolchainError::TooOld(Clang { version: 13, .. }))
        ));
    }
}
