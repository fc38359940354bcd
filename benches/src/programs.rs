//! The programs that are measured: finding them, and choosing some by name.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::BenchError;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// Its name, that of the file.
    pub(crate) name: String,
    /// Its source.
    pub(crate) source: PathBuf,
}

/// A directory of this package.
pub(crate) fn own_directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The C programs in `directory`, by name; all of them, or those that were asked for.
///
/// # Errors
///
/// When there are none, or one that was asked for is not there.
pub(crate) fn find(directory: &Path, wanted: &[String]) -> Result<Vec<Program>, BenchError> {
    let entries = fs::read_dir(directory).map_err(BenchError::file(directory))?;
    let mut programs = Vec::new();
    for entry in entries {
        let source = entry.map_err(BenchError::file(directory))?.path();
        let name = source.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        if let Some(name) = name.filter(|_| source.extension().is_some_and(|extension| extension == "c")) {
            programs.push(Program { name, source });
        }
    }
    if programs.is_empty() {
        return Err(BenchError::NoKernels(directory.to_owned()));
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    check_names("kernel", wanted, &names)?;
    programs.retain(|program| wanted.is_empty() || wanted.contains(&program.name));
    Ok(programs)
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
        assert!(matches!(find(directory.path(), &[]), Err(BenchError::NoKernels(_))));
        for name in ["b.c", "a.c", "kernel.h", "c.c"] {
            fs::write(directory.path().join(name), "").expect("a file");
        }
        let names = |wanted: &[String]| -> Vec<String> {
            find(directory.path(), wanted).expect("programs").into_iter().map(|program| program.name).collect()
        };
        assert_eq!(names(&[]), ["a", "b", "c"]);
        assert_eq!(names(&["c".to_owned(), "a".to_owned()]), ["a", "c"]);
        assert!(matches!(find(&directory.path().join("none"), &[]), Err(BenchError::File { .. })));
    }
}
