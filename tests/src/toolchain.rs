//! The parts of DetSan that are tested, and the compiler behind them.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{self, Ended, Run};

/// Names another directory for the three files that `ci/build` makes.
pub const BIN_DIR_VARIABLE: &str = "DETSAN_BIN_DIR";

/// Optimisation levels that every kernel is compiled at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `-O0`
    O0,
    /// `-O2`
    O2,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 2] = [Level::O0, Level::O2];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::O0 => f.write_str("-O0"),
            Level::O2 => f.write_str("-O2"),
        }
    }
}

/// The language that a program is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Fortran.
    Fortran,
}

impl SourceLanguage {
    /// By the name of the source, if it is a language that the tests have programs in.
    pub fn of(source: &Path) -> Option<SourceLanguage> {
        match source.extension()?.to_str()? {
            "c" => Some(SourceLanguage::C),
            "cpp" => Some(SourceLanguage::Cxx),
            "f90" => Some(SourceLanguage::Fortran),
            _ => None,
        }
    }

    /// What a comment begins with.
    pub fn comment(self) -> &'static str {
        match self {
            SourceLanguage::C | SourceLanguage::Cxx => "//",
            SourceLanguage::Fortran => "!",
        }
    }
}

/// Whose compilers turn a source into objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// clang and clang++.
    Clang,
    /// gcc, g++ and gfortran.
    Gcc,
}

/// Why a program could not be built or started.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// `ci/build` has not been run.
    #[error("{}: no such file; run ci/build first, or set {BIN_DIR_VARIABLE}", .0.display())]
    NotBuilt(PathBuf),
    /// The compiler refused, or could not be run to its end.
    #[error("{command}\nended with {ended:?}\n{stderr}")]
    Compile {
        /// What was run.
        command: String,
        /// How it ended.
        ended: Ended,
        /// What it said.
        stderr: String,
    },
    /// A program could not be started.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether the compiler adds DetSan's instrumentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    /// Through `detsan cc`, `detsan c++` or `detsan fc`.
    Checked,
    /// In the same way, with gcc, g++ or gfortran behind it.
    CheckedGcc,
    /// By clang or gfortran alone.
    None,
}

/// Where the parts are.
#[derive(Clone, Debug)]
pub struct Toolchain {
    directory: PathBuf,
}

impl Toolchain {
    /// Looks for the parts.
    ///
    /// # Errors
    ///
    /// When one is missing.
    pub fn find() -> Result<Toolchain, ToolchainError> {
        let directory = match env::var_os(BIN_DIR_VARIABLE) {
            Some(directory) => PathBuf::from(directory),
            None => release_directory(&env::current_exe()?),
        };
        let toolchain = Toolchain { directory };
        let [hooks, doors] = ["libdetsan_hooks.a", "libdetsan_doors.a"].map(|name| toolchain.directory.join(name));
        for part in [toolchain.detsan(), toolchain.library(), hooks, doors] {
            if !part.is_file() {
                return Err(ToolchainError::NotBuilt(part));
            }
        }
        Ok(toolchain)
    }

    /// The `detsan` command.
    pub fn detsan(&self) -> PathBuf {
        self.directory.join("detsan")
    }

    /// The tool that libomp loads.
    pub fn library(&self) -> PathBuf {
        self.directory.join("libdetsan.so")
    }

    /// Compiles and links `source`, with `flags`, into `program`.
    ///
    /// # Errors
    ///
    /// When the compiler does not succeed or warns: the sources are ours.
    pub fn compile(
        &self,
        source: &Path,
        program: &Path,
        instrumentation: Instrumentation,
        flags: &[impl AsRef<OsStr>],
    ) -> Result<(), ToolchainError> {
        let language = SourceLanguage::of(source).unwrap_or(SourceLanguage::C);
        let mut command = match instrumentation {
            Instrumentation::Checked | Instrumentation::CheckedGcc => {
                let mut command = process::command(self.detsan());
                command.arg(match language {
                    SourceLanguage::C => "cc",
                    SourceLanguage::Cxx => "c++",
                    SourceLanguage::Fortran => "fc",
                });
                if instrumentation == Instrumentation::CheckedGcc {
                    command.envs([("DETSAN_CC", "gcc"), ("DETSAN_CXX", "g++")]);
                }
                command
            }
            Instrumentation::None => process::command(match language {
                SourceLanguage::C => "clang-19",
                SourceLanguage::Cxx => "clang++-19",
                SourceLanguage::Fortran => "gfortran",
            }),
        };
        command.arg("-fopenmp").args(flags).arg(source).arg("-o").arg(program);
        let Run { ended, stderr, .. } = process::run(&mut command)?;
        if ended != Ended::Exit(0) || !stderr.is_empty() {
            return Err(ToolchainError::Compile { command: format!("{command:?}"), ended, stderr });
        }
        Ok(())
    }

    /// A command that checks `program`: `detsan run`.
    pub fn check(&self, program: &Path) -> Command {
        let mut command = process::command(self.detsan());
        command.arg("run").arg(program);
        command
    }

    /// The same, and its findings go to a file.
    pub fn check_for_findings(&self, program: &Path, findings: &Path) -> Command {
        let mut command = process::command(self.detsan());
        command.args(["run", "--option"]).arg(format!("findings={}", findings.display())).arg(program);
        command
    }

    /// A command that checks `program` in teams of four threads.
    pub fn check_in_team(&self, program: &Path) -> Command {
        let mut command = process::command(self.detsan());
        command.args(["run", "--team", "4"]).arg(program);
        command
    }

    /// A command that checks `program`, records the run in `trace` and writes the reports to `log`.
    pub fn record(&self, program: &Path, trace: &Path, log: &Path) -> Command {
        let mut command = process::command(self.detsan());
        command.arg("run").arg("--record").arg(trace);
        command.arg("--option").arg(format!("log_path={}", log.display())).arg(program);
        command
    }

    /// A command that replays `trace`.
    pub fn replay(&self, trace: &Path) -> Command {
        let mut command = process::command(self.detsan());
        command.arg("replay").arg(trace);
        command
    }

    /// A command that has libomp load the tool into `program`, without the help of `detsan`.
    pub fn check_directly(&self, program: &Path) -> Command {
        let mut command = process::command(program);
        command.env("OMP_TOOL_LIBRARIES", self.library());
        command
    }
}

/// The directory `release` of the target directory that `executable` was built in
/// (`target/debug/deps/kernels-…`).
fn release_directory(executable: &Path) -> PathBuf {
    let profile = executable
        .ancestors()
        .skip(1)
        .find(|directory| !directory.ends_with("deps"))
        .expect("an executable lies in a directory");
    profile.with_file_name("release")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_directory_is_beside_the_one_of_the_test() {
        for executable in ["/t/debug/deps/kernels-0123", "/t/debug/measure-scale", "/t/release/measure-scale"] {
            assert_eq!(release_directory(Path::new(executable)), Path::new("/t/release"));
        }
    }
}
