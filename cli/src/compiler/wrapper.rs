//! Runs the compiler with what DetSan adds.
//!
//! clang takes the place of this process, so that its status is ours. gcc and gfortran compile in
//! the same way, but would link libgomp, which has no OMPT interface: a command of theirs that
//! links is split, they compile and clang links.

use super::command_line::{Argument, CommandLine, Goal, InputKind};
use super::directives;
use super::entry_points;
use super::failed_link;
use super::flags::{self, Aids, FortranRuntime, Libraries, OpenMpFlag, Share};
use super::names::Role;
use super::toolchain::{Compiler, Language, Toolchain};
use crate::error::CliError;
use crate::install::{self, Part};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

/// Carries out `detsan cc words…` and its like. A command that does not link never comes back, but
/// with an error.
pub(crate) fn run_compiler(role: Role, words: &[OsString]) -> Result<ExitCode, CliError> {
    let Role { language, openmp, .. } = role;
    let line = CommandLine::read(words);
    flags::check(&line)?;
    let toolchain = Toolchain::from_env();
    let compiler = role.compiler(&toolchain)?;
    for warning in directives::ignored(&line, language, openmp) {
        eprintln!("detsan: {warning}");
    }
    if !compiler.family.is_clang() && line.goal.links() {
        let fortran = (language == Language::Fortran).then(|| FortranRuntime::of(&compiler));
        return split(&line, &compiler, &toolchain.linker(language)?, fortran.as_ref(), openmp);
    }
    let mut process = compiler.process();
    failed_link::prepare(&line, &mut process);
    process.args(command_words(&line, words, &compiler, Vec::new(), openmp)?);
    if !line.goal.links() {
        return Err(exec(process));
    }
    Ok(exit_code(failed_link::run(process, &line, openmp)?))
}

/// The libraries of an executable that `compiler` links.
pub(crate) fn libraries(compiler: &Compiler) -> Result<Libraries, CliError> {
    Ok(Libraries { hooks: install::find(Part::Hooks)?, libomp_dir: compiler.libomp_dir_to_name() })
}

/// The arguments for `compiler`: the user's `words`, which read as `line`, and ours around them;
/// `more_libraries` go before the hooks, which stand in front of functions in them.
fn command_words(
    line: &CommandLine,
    words: &[OsString],
    compiler: &Compiler,
    more_libraries: Vec<OsString>,
    openmp: OpenMpFlag,
) -> Result<Vec<OsString>, CliError> {
    let family = compiler.family;
    let mut command = flags::leading(line, family, openmp);
    if line.has_end_of_flags {
        // Nothing could be added behind the `--`.
        command.extend(line.words());
    } else {
        command.extend_from_slice(words);
    }
    command.extend(flags::trailing(line, family, &Aids::for_compiler(compiler)));
    command.extend(more_libraries);
    let share = match line.goal {
        Goal::Executable => Share::Executable(libraries(compiler)?),
        Goal::SharedLibrary => Share::Library { doors: install::find(Part::Doors)? },
        _ => Share::Nothing,
    };
    command.extend(flags::linking(line, &share));
    Ok(command)
}

/// Replaces this process; the result says why that failed.
pub(crate) fn exec(mut process: Command) -> CliError {
    let error = process.exec();
    cannot_start(&process, error)
}

/// Compiles every source with `gcc` and links with `clang`, which is told about the runtime of
/// Fortran.
fn split(
    line: &CommandLine,
    gcc: &Compiler,
    clang: &Compiler,
    fortran: Option<&FortranRuntime>,
    openmp: OpenMpFlag,
) -> Result<ExitCode, CliError> {
    if line.has_flag("-v") || line.has_flag("-###") {
        eprintln!("detsan: {} links, because {} would link libgomp", clang.shown(), gcc.shown());
    }
    let objects = tempfile::tempdir().map_err(CliError::TemporaryDirectory)?;
    let mut link: Vec<OsString> = Vec::new();
    for (index, argument) in line.arguments.iter().enumerate() {
        match argument {
            Argument::Input { path, kind: InputKind::Source | InputKind::Assembly, language } => {
                let object = objects.path().join(format!("{index}.o"));
                let mut process = gcc.process();
                process.args(compile_words(line, gcc, path, language.as_ref(), &object, openmp));
                let status = wait(process)?;
                if !status.success() {
                    return Ok(exit_code(status));
                }
                link.push(object.into());
            }
            Argument::Input { path, .. } => link.push(path.clone()),
            Argument::Flag(words) if concerns_linker(&words[0].to_string_lossy()) => link.extend(words.iter().cloned()),
            Argument::Flag(_) => {}
        }
    }
    let linked = CommandLine::read(&link);
    let mut process = clang.process();
    let libraries = fortran.map_or_else(Vec::new, |runtime| runtime.linking(line));
    process.args(command_words(&linked, &link, clang, libraries, openmp)?);
    let status = failed_link::run(process, &linked, openmp)?;
    if !status.success() {
        let objects: Vec<OsString> = linked.inputs(InputKind::Object).cloned().collect();
        for (name, directive) in entry_points::without_libomp(&objects) {
            eprintln!(
                "detsan: {} made a call of {name}, which libomp does not have: the directive `{directive}` cannot be checked",
                gcc.shown()
            );
        }
    }
    Ok(exit_code(status))
}

/// The arguments for gcc that compile one input of `line` to `object`.
fn compile_words(
    line: &CommandLine,
    compiler: &Compiler,
    input: &OsString,
    language: Option<&OsString>,
    object: &Path,
    openmp: OpenMpFlag,
) -> Vec<OsString> {
    let mut words = flags::leading(line, compiler.family, openmp);
    for argument in &line.arguments {
        match argument {
            Argument::Flag(flag) if !is_output_or_language(&flag[0].to_string_lossy()) => {
                words.extend(flag.iter().cloned())
            }
            _ => {}
        }
    }
    words.extend(flags::trailing(line, compiler.family, &Aids::for_compiler(compiler)));
    if let Some(language) = language {
        words.extend(["-x".into(), language.clone()]);
    }
    words.extend(["-c".into(), input.clone(), "-o".into(), object.into()]);
    words
}

fn is_output_or_language(flag: &str) -> bool {
    flag.starts_with("-o") || flag.starts_with("-x") || flag.starts_with("--output") || flag.starts_with("--language")
}

/// Whether a gcc flag means something to the link, and the same to clang.
fn concerns_linker(flag: &str) -> bool {
    let exact = "-pthread -shared -pie -no-pie -rdynamic -nostdlib -nodefaultlibs -nostartfiles -nolibc -s -r -v -### -m64 \
                 -static-libgcc -static-libstdc++ -u -z -e -Xlinker -fopenmp -fno-openmp";
    let starts = ["-o", "-L", "-l", "-Wl,", "-B", "-T", "-fuse-ld=", "--sysroot"];
    exact.split_whitespace().any(|name| name == flag) || starts.iter().any(|start| flag.starts_with(start))
}

fn wait(mut process: Command) -> Result<ExitStatus, CliError> {
    process.status().map_err(|error| cannot_start(&process, error))
}

/// `process` could not be started.
pub(super) fn cannot_start(process: &Command, error: io::Error) -> CliError {
    CliError::CannotStart { program: process.get_program().to_owned(), error }
}

/// The status of a process that ended, as a shell would give it.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
}
