//! The programs that are measured: finding them, and choosing some by name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::configuration::Variant;
use crate::error::BenchError;
use crate::launch::Expected;

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Its name.
    pub(crate) name: String,
    /// How it is built.
    pub(crate) recipe: Recipe,
}

/// How a program is built.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    /// One file in C, compiled and linked by one command.
    Source(PathBuf),
    /// A folder of files, and the user's own command.
    Project(Project),
}

/// A folder that is built by a command of the user's.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    /// The folder. Every variant is built in a copy of it.
    pub(crate) directory: PathBuf,
    /// The command for a shell, for each variant that there is one for.
    pub(crate) commands: BTreeMap<Variant, String>,
    /// The program that it makes, within the folder.
    pub(crate) program: PathBuf,
}

/// A program, and a run of it that is measured.
#[derive(Clone, Debug)]
pub(crate) struct Workload {
    /// The program.
    pub(crate) program: Program,
    /// What it is called with.
    pub(crate) arguments: Vec<String>,
    /// What a run has to show to count.
    pub(crate) expected: Expected,
}

impl Program {
    /// One file in C.
    pub(crate) fn of_source(name: impl Into<String>, source: PathBuf) -> Program {
        Program { name: name.into(), recipe: Recipe::Source(source) }
    }
}

/// A directory of this package.
pub(crate) fn own_directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The C programs in `directory`, by name, in a class of size; all of them, or those that were
/// asked for.
///
/// # Errors
///
/// When there are none, or one that was asked for is not there.
pub(crate) fn find(directory: &Path, wanted: &[String], class: &str) -> Result<Vec<Workload>, BenchError> {
    let entries = fs::read_dir(directory).map_err(BenchError::file(directory))?;
    let mut kernels = Vec::new();
    for entry in entries {
        let source = entry.map_err(BenchError::file(directory))?.path();
        let name = source.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        if let Some(name) = name.filter(|_| source.extension().is_some_and(|extension| extension == "c")) {
            let expected = Expected::kernel(&format!("{name} {class} ok"));
            let program = Program::of_source(name, source);
            kernels.push(Workload { program, arguments: vec![class.to_owned()], expected });
        }
    }
    if kernels.is_empty() {
        return Err(BenchError::NoKernels(directory.to_owned()));
    }
    kernels.sort_by(|a, b| a.program.name.cmp(&b.program.name));
    choose(kernels, "kernel", wanted)
}

/// Those that were asked for, or all.
///
/// # Errors
///
/// When one that was asked for is not there.
pub(crate) fn choose(
    mut workloads: Vec<Workload>,
    what: &'static str,
    wanted: &[String],
) -> Result<Vec<Workload>, BenchError> {
    let names: Vec<&str> = workloads.iter().map(|workload| workload.program.name.as_str()).collect();
    check_names(what, wanted, &names)?;
    workloads.retain(|workload| wanted.is_empty() || wanted.contains(&workload.program.name));
    Ok(workloads)
}

/// Makes sure that every name that was asked for is known.
///
/// # Errors
///
/// The first that is not, with the known name that is most like it.
pub(crate) fn check_names(what: &'static str, wanted: &[String], known: &[&str]) -> Result<(), BenchError> {
    /// Below this likeness a suggestion would only confuse.
    const LIKENESS: f64 = 0.75;
    let Some(name) = wanted.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let likeness = |candidate: &str| strsim::jaro_winkler(candidate, name);
    let near = known.iter().filter(|candidate| likeness(candidate) > LIKENESS);
    let near = near.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).map(|near| (*near).to_owned());
    let known = known.iter().map(|name| (*name).to_owned()).collect();
    Err(BenchError::UnknownName { what, name: name.clone(), near, known })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_refused_with_a_suggestion() {
        let message = |name: &str| {
            let error = check_names("kernel", &[name.to_owned()], &["fib", "matmul", "sort"]);
            error.expect_err("it is not known").to_string()
        };
        insta::assert_snapshot!(message("matmult"), @"no kernel 'matmult': did you mean matmul? (there are fib, matmul, sort)");
        insta::assert_snapshot!(message("x"), @"no kernel 'x' (there are fib, matmul, sort)");
        assert!(check_names("kernel", &["sort".to_owned()], &["fib", "sort"]).is_ok());
    }

    #[test]
    fn sources_are_found_and_chosen() {
        let directory = tempfile::tempdir().expect("a directory");
        assert!(matches!(find(directory.path(), &[], "small"), Err(BenchError::NoKernels(_))));
        for name in ["b.c", "a.c", "kernel.h", "c.c"] {
            fs::write(directory.path().join(name), "").expect("a file");
        }
        let names = |wanted: &[String]| -> Vec<String> {
            let found = find(directory.path(), wanted, "small").expect("programs");
            found.into_iter().map(|workload| workload.program.name).collect()
        };
        assert_eq!(names(&[]), ["a", "b", "c"]);
        assert_eq!(names(&["c".to_owned(), "a".to_owned()]), ["a", "c"]);
        assert!(matches!(find(&directory.path().join("none"), &[], "small"), Err(BenchError::File { .. })));
    }
}
