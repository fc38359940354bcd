//! The program that `detsan run` is asked to check: found as a shell finds it, and looked at before
//! it starts, because a program that cannot be checked would otherwise run to its end and seem to
//! have no races.

use crate::elf::{Defines, ElfError, ElfFacts};
use crate::loader::LibrarySearch;
use crate::search_path;
use detsan_options::exit_codes;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a program is not started.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub(crate) struct ProgramError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug, Error)]
enum Problem {
    #[error("not found")]
    NotFound,
    #[error("not found on the PATH: give the path of the program, such as ./program")]
    NotOnPath,
    #[error("not an executable file")]
    NotExecutable,
    #[error("a script cannot be checked: give the program that it starts")]
    Script,
    #[error("{0}, which cannot be checked: give a program built with `detsan cc`")]
    NotOurs(ElfError),
    #[error("linked statically, so that no tool can be loaded: link it dynamically with `detsan cc`")]
    Static,
    #[error("built for ThreadSanitizer, not for DetSan: link it with `detsan cc`")]
    ForThreadSanitizer,
    #[error("built for DetSan, but the hooks are not visible: link it with -rdynamic, as `detsan cc` does")]
    HooksHidden,
    #[error("not built for DetSan: build it with `detsan cc`")]
    NoHooks,
    #[error("not built for DetSan; as it starts your program, write: {0}")]
    Starter(String),
    #[error("uses gcc's OpenMP runtime, libgomp, which no tool can observe: link it with `detsan cc`")]
    Libgomp,
    #[error("does not use OpenMP, there is nothing to check: build it with -fopenmp, as `detsan cc` does")]
    NoOpenMp,
}

impl ProgramError {
    /// The exit status of `detsan run`.
    pub(crate) fn exit_code(&self) -> u8 {
        match self.problem {
            Problem::NotFound | Problem::NotOnPath => exit_codes::NOT_FOUND,
            Problem::NotExecutable => exit_codes::NOT_EXECUTABLE,
            _ => exit_codes::UNABLE,
        }
    }
}

/// Something that makes the check worth less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Warning {
    /// Reports will have no source lines.
    #[error("has no debug information, reports will not name source lines: compile it with -g")]
    NoDebugInfo,
    /// Part of the program runs in a runtime that has no OMPT interface.
    #[error("also uses gcc's OpenMP runtime, libgomp: tasks in the libraries that need it are not checked")]
    AlsoLibgomp,
}

/// The file that `name` stands for: itself if it has a slash, otherwise the first on `path` that
/// can be executed.
pub(crate) fn locate(name: &OsStr, path: Option<&OsStr>) -> Result<PathBuf, ProgramError> {
    let fail = |problem| Err(ProgramError { path: name.into(), problem });
    if !name.as_bytes().contains(&b'/') {
        let candidates = search_path::directories(path).into_iter().map(|directory| directory.join(name));
        let (executable, other): (Vec<_>, Vec<_>) =
            candidates.filter(|path| path.is_file()).partition(|path| search_path::is_executable(path));
        return match (executable.into_iter().next(), other.is_empty()) {
            (Some(found), _) => Ok(found),
            (None, true) => fail(Problem::NotOnPath),
            (None, false) => fail(Problem::NotExecutable),
        };
    }
    let found = PathBuf::from(name);
    if !found.exists() {
        fail(Problem::NotFound)
    } else if !search_path::is_executable(&found) {
        fail(Problem::NotExecutable)
    } else {
        Ok(found)
    }
}

/// Looks at the program at `path`, which `command` starts: can it be checked, and is the check
/// worth less for some reason?
pub(crate) fn inspect(path: &Path, command: &[OsString], search: &LibrarySearch) -> Result<Vec<Warning>, ProgramError> {
    inspect_elf(path, search).map_err(|problem| {
        let starts_another = matches!(problem, Problem::NoHooks | Problem::Script);
        let instead = if starts_another { with_detsan_inside(command, search) } else { None };
        ProgramError { path: path.to_owned(), problem: instead.map_or(problem, Problem::Starter) }
    })
}

/// The command as it has to be if its first word is not the program that is to be checked, but
/// starts it: `time ./program` becomes `time detsan run ./program`.
fn with_detsan_inside(command: &[OsString], search: &LibrarySearch) -> Option<String> {
    let path = env::var_os("PATH");
    let can_be_checked =
        |name: &OsString| locate(name, path.as_deref()).is_ok_and(|path| inspect_elf(&path, search).is_ok());
    let place = 1 + command[1..].iter().position(can_be_checked)?;
    let shown = |words: &[OsString]| words.join(OsStr::new(" ")).to_string_lossy().into_owned();
    Some(format!("{} detsan run {}", shown(&command[..place]), shown(&command[place..])))
}

fn inspect_elf(path: &Path, search: &LibrarySearch) -> Result<Vec<Warning>, Problem> {
    let facts = ElfFacts::read(path).map_err(|error| match error {
        ElfError::Script => Problem::Script,
        other => Problem::NotOurs(other),
    })?;
    if !facts.has_interpreter {
        return Err(Problem::Static);
    }

    let libraries = search.libraries(&facts, path);
    let needs = |name: &str| libraries.iter().any(|library| library.name.starts_with(name));
    // The file decides, since libomp also goes by the names libgomp.so and libiomp5.so; the name
    // where there is no file.
    let is_libomp = |facts: &ElfFacts| facts.libomp == Defines::Exported;
    let uses_libomp = libraries.iter().any(|library| match &library.facts {
        Some(facts) => is_libomp(facts),
        None => library.name.starts_with("libomp.so") || library.name.starts_with("libiomp5.so"),
    });
    let uses_libgomp = libraries
        .iter()
        .any(|library| library.name.starts_with("libgomp.so") && !library.facts.as_ref().is_some_and(is_libomp));

    match facts.hooks {
        Defines::Exported => {}
        Defines::Hidden => return Err(Problem::HooksHidden),
        Defines::No if facts.tsan_runtime != Defines::No || needs("libtsan.so") => {
            return Err(Problem::ForThreadSanitizer);
        }
        Defines::No if uses_libgomp && !uses_libomp => return Err(Problem::Libgomp),
        Defines::No => return Err(Problem::NoHooks),
    }
    match (uses_libomp, uses_libgomp) {
        (true, _) => {}
        (false, true) => return Err(Problem::Libgomp),
        (false, false) => return Err(Problem::NoOpenMp),
    }

    let mut warnings = Vec::new();
    if uses_libgomp {
        warnings.push(Warning::AlsoLibgomp);
    }
    if !facts.has_debug_info {
        warnings.push(Warning::NoDebugInfo);
    }
    Ok(warnings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn programs_are_found_as_a_shell_finds_them() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let at = |name: &str| root.path().join(name);
        for (name, mode) in [("a/prog", 0o644), ("b/prog", 0o755), ("b/data", 0o644)] {
            fs::create_dir_all(at(name).parent().expect("a directory")).expect("created");
            fs::write(at(name), "").expect("written");
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).expect("mode set");
        }
        let path = std::env::join_paths([at("a"), at("b")]).expect("a search path");
        let find = |name: &str| locate(OsStr::new(name), Some(&path));
        let code = |name: &str| find(name).expect_err("not a program").exit_code();

        assert_eq!(find("prog").expect("found"), at("b/prog"));
        assert_eq!(code("data"), exit_codes::NOT_EXECUTABLE);
        assert_eq!(code("missing"), exit_codes::NOT_FOUND);
        assert_eq!(code("./missing"), exit_codes::NOT_FOUND);
        assert_eq!(code(at("a").to_str().expect("UTF-8")), exit_codes::NOT_EXECUTABLE);
        assert_eq!(code(at("a/prog").to_str().expect("UTF-8")), exit_codes::NOT_EXECUTABLE);
    }
}
