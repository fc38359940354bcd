//! The compilers: which one a command uses, and what it knows about libomp.

use super::vectors::Vectors;
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

/// What Fortran needs, in the words of Debian and Ubuntu.
pub(crate) const INSTALL_FORTRAN: &str = "apt-get install gfortran";

/// The language of a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Fortran.
    Fortran,
}

impl Language {
    /// The environment variable that names the compiler to use.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Language::C => "DETSAN_CC",
            Language::Cxx => "DETSAN_CXX",
            Language::Fortran => "DETSAN_FC",
        }
    }

    /// The name of clang's driver, which for Fortran only links.
    fn driver(self) -> &'static str {
        match self {
            Language::C | Language::Fortran => "clang",
            Language::Cxx => "clang++",
        }
    }
}

/// Whose compiler is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// clang and clang++.
    Llvm,
    /// gcc, g++ and gfortran.
    Gnu,
}

/// Whose command line a compiler understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// clang and compilers made from it, with what they may vectorise.
    Clang(Vectors),
    /// gcc and g++.
    Gcc,
    /// gfortran.
    Gfortran,
}

impl Family {
    /// That of the clang of this major version.
    fn clang(version: u32) -> Family {
        Family::Clang(Vectors::of_clang(version))
    }

    /// Whether it is clang, which can also link.
    pub(crate) fn is_clang(self) -> bool {
        self.maker() == Maker::Llvm
    }

    fn maker(self) -> Maker {
        match self {
            Family::Clang(_) => Maker::Llvm,
            Family::Gcc | Family::Gfortran => Maker::Gnu,
        }
    }
}

/// A compiler that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compiler {
    /// The program and arguments that always follow it (`ccache clang-19`, `clang-19
    /// --driver-mode=g++`).
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
    #[error("no {0} on the PATH: install one, or set {variable}", variable = .1.variable())]
    NoGcc(&'static str, Language),
    #[error("no gfortran on the PATH: install one ({INSTALL_FORTRAN}) or set DETSAN_FC")]
    NoGfortran,
    #[error("{variable}={text} is neither clang nor gcc: name a compiler of these")]
    UnknownFamily { variable: &'static str, text: String },
    #[error("DETSAN_FC={0} is not gfortran, the one Fortran compiler that DetSan works with: name a gfortran")]
    NotGfortran(String),
    #[error("{variable}={text} is clang {version}, DetSan needs {OLDEST_CLANG} or newer: name a newer one")]
    ChosenTooOld { variable: &'static str, text: String, version: u32 },
    #[error("{variable}={text} is DetSan itself: name the compiler behind it")]
    Ourselves { variable: &'static str, text: String },
    #[error("{variable}={text} cannot be started: {error}")]
    CannotStart { variable: &'static str, text: String, error: io::Error },
}

/// Where compilers are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    directories: Vec<PathBuf>,
}

impl Toolchain {
    /// The directories of `PATH`.
    pub(crate) fn from_env() -> Toolchain {
        Toolchain { directories: search_path::directories(env::var_os("PATH").as_deref()) }
    }

    /// The compiler for `language`: the one that the environment names, or the newest clang or
    /// gfortran.
    pub(crate) fn compiler(&self, language: Language) -> Result<Compiler, ToolchainError> {
        match env::var_os(language.variable()).filter(|text| !text.is_empty()) {
            Some(text) => chosen(language, &text),
            None if language == Language::Fortran => self.gfortran(),
            None => self.clang(language),
        }
    }

    /// The compiler of `maker` for `language`: the one that the environment names, if it is of this
    /// maker, or the newest.
    pub(crate) fn compiler_of(&self, maker: Maker, language: Language) -> Result<Compiler, ToolchainError> {
        let named = env::var_os(language.variable()).filter(|text| !text.is_empty());
        if let Some(compiler) = named.map(|text| chosen(language, &text)).transpose()?
            && compiler.family.maker() == maker
        {
            return Ok(compiler);
        }
        match (maker, language) {
            (Maker::Gnu, Language::Fortran) => self.gfortran(),
            (Maker::Gnu, Language::C | Language::Cxx) => self.gcc(language),
            (Maker::Llvm, _) => self.clang(language),
        }
    }

    /// The newest gcc or g++.
    fn gcc(&self, language: Language) -> Result<Compiler, ToolchainError> {
        let name = if language == Language::Cxx { "g++" } else { "gcc" };
        let ask = |path: &Path| match identify(language, &[path.into()]) {
            Ok(Identity::Gcc(version)) => Some(version),
            _ => None,
        };
        let newest = self.all_versions(name, ask).into_iter().next().ok_or(ToolchainError::NoGcc(name, language))?;
        Ok(Compiler { command: vec![newest.1.into()], family: Family::Gcc })
    }

    /// The newest gfortran.
    fn gfortran(&self) -> Result<Compiler, ToolchainError> {
        let ask = |path: &Path| match identify(Language::Fortran, &[path.into()]) {
            Ok(Identity::Gcc(version)) => Some(version),
            _ => None,
        };
        let newest = self.all_versions("gfortran", ask).into_iter().next().ok_or(ToolchainError::NoGfortran)?;
        Ok(Compiler { command: vec![newest.1.into()], family: Family::Gfortran })
    }

    /// The clang that links what gcc or gfortran has compiled for `language`.
    pub(crate) fn linker(&self, language: Language) -> Result<Compiler, ToolchainError> {
        match language {
            Language::C | Language::Cxx => self.clang(language),
            // Nothing but the C compiler can be chosen here.
            Language::Fortran => match self.compiler(Language::C)? {
                compiler if compiler.family.is_clang() => Ok(compiler),
                _ => self.clang(Language::C),
            },
        }
    }

    /// The newest clang, whatever the environment names.
    pub(crate) fn clang(&self, language: Language) -> Result<Compiler, ToolchainError> {
        let newest = self.all_clangs().into_iter().next().ok_or(ToolchainError::NoClang(language))?;
        if newest.version < OLDEST_CLANG {
            return Err(ToolchainError::TooOld(newest));
        }
        Ok(Compiler { command: newest.command(language), family: Family::clang(newest.version) })
    }

    /// Every clang, the newest first.
    pub(crate) fn all_clangs(&self) -> Vec<Clang> {
        let ask = |path: &Path| match identify(Language::C, &[path.into()]) {
            Ok(Identity::Clang(version)) => Some(version),
            _ => None,
        };
        self.all_versions("clang", ask).into_iter().map(|(version, path)| Clang { version, path }).collect()
    }

    /// Every version of the compiler `name`, the newest first. `clang-19` is taken by its name,
    /// plain `clang` is asked.
    fn all_versions(&self, name: &str, ask: impl Fn(&Path) -> Option<u32>) -> Vec<(u32, PathBuf)> {
        let mut found: Vec<(u32, PathBuf)> = Vec::new();
        for directory in &self.directories {
            let Ok(entries) = fs::read_dir(directory) else { continue };
            for entry in entries.flatten() {
                let file = entry.file_name();
                let Some(suffix) = file.to_str().and_then(|file| file.strip_prefix(name)) else {
                    continue;
                };
                let path = entry.path();
                if !search_path::is_executable(&path) {
                    continue;
                }
                let version = match suffix {
                    "" => ask(&path),
                    _ => suffix.strip_prefix('-').and_then(|number| number.parse().ok()),
                };
                match version {
                    Some(version) if !found.iter().any(|(known, _)| *known == version) => found.push((version, path)),
                    _ => {}
                }
            }
        }
        found.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
        found
    }
}

impl Clang {
    /// How to call it for `language`. The driver for C++ stands beside the one for C, or is the
    /// same program.
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
        process_of(&self.command)
    }

    /// The compiler as a user would type it.
    pub(crate) fn shown(&self) -> String {
        self.command.join(OsStr::new(" ")).to_string_lossy().into_owned()
    }

    /// What the compiler says about its version.
    pub(crate) fn version_text(&self) -> io::Result<String> {
        version_text(&self.command)
    }

    /// Where this compiler finds the library `file_name`, if it does.
    pub(crate) fn library(&self, file_name: &str) -> Option<PathBuf> {
        let question = format!("-print-file-name={file_name}");
        let output = self.process().arg(question).stderr(Stdio::null()).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
        // Without such a library the answer is the bare name.
        path.is_absolute().then_some(path)
    }

    /// The libomp that this compiler links, if it is installed.
    pub(crate) fn libomp(&self) -> Option<PathBuf> {
        fs::canonicalize(self.library("libomp.so")?).ok()
    }

    /// The directory of libomp, if programs would not find the library without being told.
    pub(crate) fn libomp_dir_to_name(&self) -> Option<PathBuf> {
        dir_to_name(&self.libomp()?)
    }
}

/// The directory of `library`, if programs would not find the library without being told.
pub(crate) fn dir_to_name(library: &Path) -> Option<PathBuf> {
    if LibrarySearch::from_system().finds_same_file(library) {
        return None;
    }
    library.parent().map(Path::to_path_buf)
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
    let Some(program) = command.first() else {
        return Err(ToolchainError::UnknownFamily { variable, text: shown });
    };
    if is_this_program(Path::new(program)) {
        return Err(ToolchainError::Ourselves { variable, text: shown });
    }
    match identify(language, &command) {
        Ok(Identity::Gcc(_)) if language == Language::Fortran => Ok(Compiler { command, family: Family::Gfortran }),
        Ok(Identity::Gcc(_)) => Ok(Compiler { command, family: Family::Gcc }),
        Ok(_) if language == Language::Fortran => Err(ToolchainError::NotGfortran(shown)),
        Ok(Identity::Clang(version)) if version < OLDEST_CLANG => {
            Err(ToolchainError::ChosenTooOld { variable, text: shown, version })
        }
        Ok(Identity::Clang(version)) => Ok(Compiler { command, family: Family::clang(version) }),
        Ok(Identity::Neither) => Err(ToolchainError::UnknownFamily { variable, text: shown }),
        Err(error) => Err(ToolchainError::CannotStart { variable, text: shown, error }),
    }
}

/// A process that runs `command`.
fn process_of(command: &[OsString]) -> Command {
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]);
    // A script behind these names may call DetSan again, which must not come back to the script.
    for language in [Language::C, Language::Cxx, Language::Fortran] {
        process.env_remove(language.variable());
    }
    process
}

/// Whether `program` is DetSan, under whatever name: it would call itself without an end.
fn is_this_program(program: &Path) -> bool {
    let Some(found) = search_path::find(program) else { return false };
    matches!((fs::canonicalize(found), env::current_exe()), (Ok(found), Ok(this)) if found == this)
}

/// What a program turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Identity {
    /// clang, with its major version.
    Clang(u32),
    /// gcc or gfortran, with its major version.
    Gcc(u32),
    /// Something else.
    Neither,
}

/// Asks a compiler for the macros that it predefines in `language`: they say what it is under
/// whatever name it goes.
fn identify(language: Language, command: &[OsString]) -> io::Result<Identity> {
    let language = match language {
        Language::C | Language::Cxx => "c",
        Language::Fortran => "f95-cpp-input",
    };
    let mut process = process_of(command);
    process.args(["-E", "-dM", "-x", language, "/dev/null"]);
    let output = process.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    Ok(identity(&String::from_utf8_lossy(&output.stdout)))
}

fn identity(macros: &str) -> Identity {
    let value = |name: &str| -> Option<u32> {
        let definition = macros.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name));
        definition?.trim().parse().ok()
    };
    match (value("__clang_major__ "), value("__GNUC__ ")) {
        (Some(version), _) => Identity::Clang(version),
        (None, Some(version)) => Identity::Gcc(version),
        (None, None) => Identity::Neither,
    }
}

/// What `command --version` prints.
fn version_text(command: &[OsString]) -> io::Result<String> {
    let output = process_of(command).arg("--version").stderr(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_told_apart_by_their_macros() {
        assert_eq!(identity("#define __GNUC__ 4\n#define __clang_major__ 19\n"), Identity::Clang(19));
        assert_eq!(identity("#define __GNUC_MINOR__ 2\n#define __GNUC__ 12\n"), Identity::Gcc(12));
        assert_eq!(identity("#define __GFORTRAN__ 1\n#define __GNUC__ 13\n"), Identity::Gcc(13));
        assert_eq!(identity("total 4\n-rw-r--r-- 1 root root 0 null\n"), Identity::Neither);
    }

    /// A directory with executable files that answer as a clang, or a gfortran, of the given
    /// version does.
    fn directory_of(files: &[(&str, u32)]) -> (tempfile::TempDir, Toolchain) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for (name, version) in files {
            // Another process writes the file: one that this process has open for writing cannot be
            // executed, and a child that another test starts at this moment would hold it open.
            let name_of_version = if name.starts_with("clang") { "__clang_major__" } else { "__GNUC__" };
            let script = format!("#!/bin/sh\necho '#define {name_of_version} {version}'\n");
            let mut shell = Command::new("/bin/sh");
            shell
                .args(["-c", "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"", "sh", &script])
                .arg(dir.path().join(name));
            assert!(shell.status().expect("a shell").success());
        }
        let toolchain = Toolchain { directories: vec![dir.path().to_owned()] };
        (dir, toolchain)
    }

    #[test]
    fn the_newest_clang_is_taken_and_plain_clang_is_asked() {
        let (dir, toolchain) =
            directory_of(&[("clang-14", 14), ("clang-18", 18), ("clang", 17), ("clang-format-19", 19)]);
        let versions: Vec<_> = toolchain.all_clangs().iter().map(|clang| clang.version).collect();
        assert_eq!(versions, [18, 17, 14]);
        let compiler = toolchain.clang(Language::C).expect("a compiler");
        assert_eq!(compiler.command, [dir.path().join("clang-18")]);
        assert_eq!(compiler.family, Family::Clang(Vectors::None));
    }

    #[test]
    fn the_driver_for_cxx_stands_beside_or_is_the_same_program() {
        let (dir, toolchain) = directory_of(&[("clang-18", 18), ("clang++-18", 18)]);
        assert_eq!(toolchain.clang(Language::Cxx).expect("a compiler").command, [dir.path().join("clang++-18")]);
        let (dir, toolchain) = directory_of(&[("clang-18", 18)]);
        let command = toolchain.clang(Language::Cxx).expect("a compiler").command;
        assert_eq!(command, [dir.path().join("clang-18").into_os_string(), "--driver-mode=g++".into()]);
    }

    #[test]
    fn the_newest_gfortran_is_taken() {
        let (dir, toolchain) = directory_of(&[("gfortran", 12), ("gfortran-13", 13), ("clang", 19)]);
        assert_eq!(toolchain.gfortran().expect("a compiler").command, [dir.path().join("gfortran-13")]);
        let (_dir, toolchain) = directory_of(&[("clang", 19)]);
        assert!(matches!(toolchain.gfortran(), Err(ToolchainError::NoGfortran)));
    }

    #[test]
    fn no_clang_and_an_old_clang_are_told_apart() {
        let (_dir, toolchain) = directory_of(&[]);
        assert!(matches!(toolchain.clang(Language::C), Err(ToolchainError::NoClang(Language::C))));
        let (_dir, toolchain) = directory_of(&[("clang", 13)]);
        assert!(matches!(toolchain.clang(Language::C), Err(ToolchainError::TooOld(Clang { version: 13, .. }))));
    }
}
