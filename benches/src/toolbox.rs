//! Finds the compiler and the checkers, and makes sure that those which may be absent work.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use detsan_tests::toolchain::Toolchain;

use crate::configuration::{Configuration, Variant};
use crate::error::BenchError;
use crate::process;

/// Names another compiler than [`DEFAULT_CLANG`], for DetSan as for the others.
const COMPILER_VARIABLE: &str = "DETSAN_CC";
/// The same for C++.
const CXX_COMPILER_VARIABLE: &str = "DETSAN_CXX";
/// What the kernels are compiled with: all variants by the same compiler.
const DEFAULT_CLANG: &str = "clang-19";
/// What Archer says when it is at work.
const ARCHER_AT_WORK: &str = "Archer detected OpenMP application with TSan";
/// A compiler, or a program that does nothing, takes less.
pub(crate) const BUILD_LIMIT: Duration = Duration::from_secs(120);

/// Where everything is.
#[derive(Debug)]
pub(crate) struct Toolbox {
    /// DetSan.
    pub(crate) detsan: Toolchain,
    /// clang.
    pub(crate) clang: PathBuf,
    /// Archer's library, once it has been found.
    archer: PathBuf,
}

/// Facts about this machine and what is installed, without paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Versions {
    /// The version of clang.
    pub(crate) compiler: String,
    /// The name of libomp's file, and the package that it is from.
    pub(crate) openmp: String,
    /// The version of DetSan.
    pub(crate) detsan: String,
}

impl Toolbox {
    /// Looks for what nothing can be measured without.
    ///
    /// # Errors
    ///
    /// When DetSan is not built.
    pub(crate) fn find() -> Result<Toolbox, BenchError> {
        let clang = env::var_os(COMPILER_VARIABLE).filter(|name| !name.is_empty());
        let clang = clang.map_or_else(|| DEFAULT_CLANG.into(), PathBuf::from);
        Ok(Toolbox { detsan: Toolchain::find()?, clang, archer: PathBuf::new() })
    }

    /// What is installed.
    ///
    /// # Errors
    ///
    /// When a compiler or DetSan does not say what it is.
    pub(crate) fn versions(&self) -> Result<Versions, BenchError> {
        let openmp = PathBuf::from(self.file_of_clang("libomp.so")?);
        let openmp = fs::canonicalize(&openmp).unwrap_or(openmp);
        let file = openmp.file_name().unwrap_or_default().display().to_string();
        Ok(Versions {
            compiler: first_line(Command::new(&self.clang).arg("--version"))?,
            openmp: package_of(&openmp).map_or_else(|| file.clone(), |package| format!("{file} of {package}")),
            detsan: first_line(Command::new(self.detsan.detsan()).arg("--version"))?,
        })
    }

    /// The compiler for C++ that goes with [`Toolbox::clang`].
    pub(crate) fn clang_cxx(&self) -> PathBuf {
        let name = self.clang.file_name().unwrap_or_default().to_string_lossy().replacen("clang", "clang++", 1);
        self.clang.with_file_name(name)
    }

    /// `detsan`, with the compiler that the others are compiled by.
    pub(crate) fn detsan_command(&self) -> Command {
        let mut command = detsan_tests::process::command(self.detsan.detsan());
        self.name_compilers(&mut command);
        command
    }

    /// Lets every `detsan` that `command` starts use the compilers of the others.
    pub(crate) fn name_compilers(&self, command: &mut Command) {
        command.env(COMPILER_VARIABLE, &self.clang).env(CXX_COMPILER_VARIABLE, self.clang_cxx());
    }

    /// The flags that DetSan compiles with.
    ///
    /// # Errors
    ///
    /// When it does not say.
    pub(crate) fn detsan_flags(&self) -> Result<Vec<String>, BenchError> {
        let line = first_line(self.detsan_command().arg("cflags"))?;
        Ok(line.split_whitespace().map(str::to_owned).collect())
    }

    /// Archer's library. Only what [`Toolbox::probe`] has found present has one.
    pub(crate) fn archer(&self) -> &Path {
        &self.archer
    }

    /// Tries those of the configurations that may be absent, in `scratch`, and returns why if they
    /// are.
    ///
    /// # Errors
    ///
    /// When nothing can be run at all.
    pub(crate) fn probe(
        &mut self,
        configurations: &[Configuration],
        scratch: &Path,
    ) -> Result<BTreeMap<Configuration, String>, BenchError> {
        let wanted: Vec<Configuration> =
            configurations.iter().copied().filter(|configuration| configuration.variant() == Variant::Tsan).collect();
        let mut absent = BTreeMap::new();
        if wanted.is_empty() {
            return Ok(absent);
        }
        let program = match self.probe_tsan(scratch)? {
            Ok(program) => program,
            Err(reason) => {
                absent.extend(wanted.iter().map(|configuration| (*configuration, reason.clone())));
                return Ok(absent);
            }
        };
        let with_archer: Vec<Configuration> =
            wanted.into_iter().filter(|configuration| configuration.has_archer()).collect();
        if !with_archer.is_empty()
            && let Err(reason) = self.probe_archer(&program)?
        {
            absent.extend(with_archer.into_iter().map(|configuration| (configuration, reason.clone())));
        }
        Ok(absent)
    }

    /// A small program with ThreadSanitizer that runs, or why there is none.
    fn probe_tsan(&self, scratch: &Path) -> Result<Result<PathBuf, String>, BenchError> {
        let source = scratch.join("probe.c");
        let program = scratch.join("probe");
        let text = "int main(void) {\n#pragma omp parallel\n  { }\n  return 0;\n}\n";
        fs::write(&source, text).map_err(BenchError::Scratch)?;
        let mut compile = Command::new(&self.clang);
        compile.args(["-fopenmp", "-fsanitize=thread"]).arg(&source).arg("-o").arg(&program);
        // Reports are not asked for: libomp is not instrumented, so they would be wrong.
        for command in [&mut compile, process::command(&program).env("TSAN_OPTIONS", "report_bugs=0")] {
            let finished = process::run(command, BUILD_LIMIT).map_err(BenchError::Run)?;
            if let Some(failure) = finished.failure() {
                return Ok(Err(format!("ThreadSanitizer cannot check a small program: {failure}")));
            }
        }
        Ok(Ok(program))
    }

    /// Whether Archer takes part when `program` runs, or why not.
    fn probe_archer(&mut self, program: &Path) -> Result<Result<(), String>, BenchError> {
        self.archer = PathBuf::from(self.file_of_clang("libarcher.so")?);
        if !self.archer.is_file() {
            return Ok(Err("LLVM's library folder has no libarcher.so".to_owned()));
        }
        let mut command = process::command(program);
        command.env("OMP_TOOL_LIBRARIES", &self.archer).env("ARCHER_OPTIONS", "verbose=1");
        let finished = process::run(&mut command, BUILD_LIMIT).map_err(BenchError::Run)?;
        if (finished.stdout + &finished.stderr).contains(ARCHER_AT_WORK) {
            return Ok(Ok(()));
        }
        Ok(Err("Archer was loaded and did not start".to_owned()))
    }

    /// Where clang has a library; the bare name if it has none.
    fn file_of_clang(&self, name: &str) -> Result<String, BenchError> {
        first_line(Command::new(&self.clang).arg(format!("-print-file-name={name}")))
    }
}

/// The Debian package that a file is from, and its version: libomp itself does not say.
fn package_of(file: &Path) -> Option<String> {
    let owner = first_line(Command::new("dpkg-query").arg("--search").arg(file)).ok()?;
    let name = owner.split_once(": ")?.0;
    first_line(Command::new("dpkg-query").args(["--show", "--showformat=${Package} ${Version}\\n", name])).ok()
}

/// The first line that a command prints.
pub(crate) fn first_line(command: &mut Command) -> Result<String, BenchError> {
    let shown = command.get_program().display().to_string();
    let fail = |reason: String| BenchError::Command { command: shown.clone(), reason };
    let output = command.output().map_err(|error| fail(error.to_string()))?;
    let line = String::from_utf8_lossy(&output.stdout).lines().next().map(|line| line.trim().to_owned());
    line.filter(|_| output.status.success()).ok_or_else(|| fail(format!("it said nothing ({})", output.status)))
}
