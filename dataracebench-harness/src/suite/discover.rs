//! Finds the programs of a suite, and chooses among them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, io};

use regex::Regex;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::builtin;
use super::case::{ALL, Case, Language};
use crate::published;

/// The directories of a DataRaceBench checkout that hold programs.
const DIRECTORIES: [&str; 2] = ["micro-benchmarks", "micro-benchmarks-fortran"];
/// The files of a checkout that name versions. The newest is that of the checkout: the history is
/// not always kept up.
const VERSION_FILES: [&str; 2] = ["VERSION_HISTORY.txt", "README.md"];
/// The group of the programs whose verdicts have been published.
const PUBLISHED: &str = "published";

/// Why a suite cannot be scored.
#[derive(Debug, Error)]
pub(crate) enum SuiteError {
    #[error("{}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error(
        "{} is no suite: it has no program with a name like DRB001-name-orig-yes.c, and neither have {} in it",
        path.display(),
        DIRECTORIES.join(" and ")
    )]
    NoSuite { path: PathBuf },
    #[error("{} and {} have the same name", one.display(), other.display())]
    SameName { one: PathBuf, other: PathBuf },
    #[error("no program of the suite is in the group '{group}': it has {}", known.join(", "))]
    NoSuchGroup { group: String, known: Vec<String> },
    #[error("no program of the suite is left after --group, --filter, --lang and --shard")]
    NothingSelected,
    #[error("no program of the suite is called '{0}': `dataracebench-harness list` has the names")]
    NoSuchCase(String),
    #[error("'{name}' may be any of {}", candidates.join(", "))]
    Ambiguous { name: String, candidates: Vec<String> },
}

/// The programs of a suite.
#[derive(Clone, Debug)]
pub(crate) struct Suite {
    /// What it is called.
    pub(crate) name: String,
    /// Its version, if it says so.
    pub(crate) version: Option<String>,
    /// Its programs, in the order of their names.
    pub(crate) cases: Vec<Case>,
}

/// Which programs of a suite are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Selection {
    /// Groups, one of which it must be in. None stands for all.
    pub(crate) groups: Vec<String>,
    /// An expression that its name must match.
    pub(crate) filter: Option<String>,
    /// Languages, one of which it must be in. None stands for all.
    pub(crate) languages: Vec<Language>,
}

impl Suite {
    /// The suite in a directory: a checkout of DataRaceBench, or a directory of programs.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or holds no program.
    pub(crate) fn open(path: &Path) -> Result<Suite, SuiteError> {
        // Programs are compiled in other directories.
        let path = fs::canonicalize(path).map_err(|error| unreadable(path, error))?;
        let mut directories: Vec<PathBuf> =
            DIRECTORIES.iter().map(|name| path.join(name)).filter(|directory| directory.is_dir()).collect();
        if directories.is_empty() {
            directories.push(path.clone());
        }
        let mut cases = Vec::new();
        for directory in &directories {
            read_directory(directory, &mut cases)?;
        }
        if cases.is_empty() {
            return Err(SuiteError::NoSuite { path });
        }
        let homes = [path.clone(), path.join("..")];
        let texts = homes.iter().flat_map(|home| VERSION_FILES.map(|name| fs::read_to_string(home.join(name)).ok()));
        let version = version(texts.flatten());
        let name = if version.is_some() { "DataRaceBench".to_owned() } else { file_name(&path) };
        Suite::new(name, version, cases)
    }

    /// The suite inside of this project, written into `directory`, where it can be compiled.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn builtin(directory: &Path) -> Result<Suite, SuiteError> {
        let mut cases = Vec::new();
        for (name, text) in builtin::FILES {
            let path = directory.join(name);
            fs::write(&path, text).map_err(|error| unreadable(&path, error))?;
            cases.extend(Case::new(name, path, (*text).to_owned()));
        }
        if cases.is_empty() {
            return Err(SuiteError::NoSuite { path: directory.to_path_buf() });
        }
        Suite::new(builtin::NAME.to_owned(), None, cases)
    }

    fn new(name: String, version: Option<String>, mut cases: Vec<Case>) -> Result<Suite, SuiteError> {
        cases.sort_by(|one, other| one.name.cmp(&other.name));
        if let Some(pair) = cases.windows(2).find(|pair| pair[0].name == pair[1].name) {
            return Err(SuiteError::SameName { one: pair[0].path.clone(), other: pair[1].path.clone() });
        }
        for case in &mut cases {
            if published::has_verdicts(&case.name) {
                case.groups.insert(PUBLISHED.to_owned());
            }
        }
        Ok(Suite { name, version, cases })
    }

    /// The programs that are meant.
    ///
    /// # Errors
    ///
    /// When a group has no program at all, or nothing is left.
    pub(crate) fn select(&self, selection: &Selection) -> Result<Vec<&Case>, SuiteError> {
        if let Some(group) = selection.groups.iter().find(|group| !self.cases.iter().any(|case| case.is_in(group))) {
            return Err(SuiteError::NoSuchGroup { group: group.clone(), known: self.groups() });
        }
        let filter = selection.filter.as_deref().map(|text| Regex::new(text).expect("checked on the command line"));
        let is_meant = |case: &&Case| {
            (selection.groups.is_empty() || selection.groups.iter().any(|group| case.is_in(group)))
                && filter.as_ref().is_none_or(|filter| filter.is_match(&case.name))
                && (selection.languages.is_empty() || selection.languages.contains(&case.language))
        };
        let cases: Vec<&Case> = self.cases.iter().filter(is_meant).collect();
        if cases.is_empty() { Err(SuiteError::NothingSelected) } else { Ok(cases) }
    }

    /// The program with this name, or the only one whose name begins so.
    ///
    /// # Errors
    ///
    /// When there is none, or more than one.
    pub(crate) fn find(&self, name: &str) -> Result<&Case, SuiteError> {
        if let Some(case) = self.cases.iter().find(|case| case.name == name) {
            return Ok(case);
        }
        let candidates: Vec<&Case> = self.cases.iter().filter(|case| case.name.starts_with(name)).collect();
        match candidates[..] {
            [] => Err(SuiteError::NoSuchCase(name.to_owned())),
            [case] => Ok(case),
            _ => Err(SuiteError::Ambiguous {
                name: name.to_owned(),
                candidates: candidates.iter().map(|case| case.name.clone()).collect(),
            }),
        }
    }

    /// All groups that a program of the suite is in.
    fn groups(&self) -> Vec<String> {
        let groups: BTreeSet<&str> = self.cases.iter().flat_map(|case| &case.groups).map(String::as_str).collect();
        [ALL].into_iter().chain(groups).map(str::to_owned).collect()
    }
}

fn unreadable(path: &Path, error: io::Error) -> SuiteError {
    SuiteError::Unreadable { path: path.to_path_buf(), error }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Adds the programs in `directory` to `cases`. A text that is not UTF-8 is read as far as it is.
fn read_directory(directory: &Path, cases: &mut Vec<Case>) -> Result<(), SuiteError> {
    for entry in fs::read_dir(directory).map_err(|error| unreadable(directory, error))? {
        let path = entry.map_err(|error| unreadable(directory, error))?.path();
        let name = file_name(&path);
        if !path.is_file() || Case::new(&name, path.clone(), String::new()).is_none() {
            continue;
        }
        let bytes = fs::read(&path).map_err(|error| unreadable(&path, error))?;
        cases.extend(Case::new(&name, path, String::from_utf8_lossy(&bytes).into_owned()));
    }
    Ok(())
}

/// The newest version in the history (`V1.3.0 2020-08-19`) and in the title of the description (`#
/// DataRaceBench 1.4.0`).
fn version(texts: impl Iterator<Item = String>) -> Option<String> {
    static VERSION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^(?:[Vv]|# DataRaceBench [Vv]?)(\d+(?:\.\d+)+)\b").expect("a valid expression")
    });
    let number = |word: &str| word.split('.').map(|part| part.parse::<u32>().unwrap_or(u32::MAX)).collect::<Vec<_>>();
    let words = texts.flat_map(|text| VERSION.captures_iter(&text).map(|word| word[1].to_owned()).collect::<Vec<_>>());
    words.max_by_key(|word| number(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(files: &[(&str, &str)]) -> (tempfile::TempDir, Result<Suite, SuiteError>) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("created");
            fs::write(path, text).expect("written");
        }
        let suite = Suite::open(directory.path());
        (directory, suite)
    }

    fn names(cases: &[&Case]) -> Vec<String> {
        cases.iter().map(|case| case.name.clone()).collect()
    }

    #[test]
    fn a_checkout_has_two_directories_and_a_version() {
        let (_directory, suite) = suite(&[
            ("VERSION_HISTORY.txt", "V1.3.2 2020\n  * things\nV1.9.0 2023\n"),
            ("README.md", "# DataRaceBench 1.10.0\n\nsince v.1.99\n"),
            ("micro-benchmarks/DRB002-b-orig-no.c", "#pragma omp task\n"),
            ("micro-benchmarks/polybench/polybench.h", ""),
            ("micro-benchmarks/utilities/DRB009-x-yes.c", ""),
            ("micro-benchmarks-fortran/DRB001-a-orig-yes.f95", "!$omp simd\n"),
        ]);
        let suite = suite.expect("a suite");
        assert_eq!((suite.name.as_str(), suite.version.as_deref()), ("DataRaceBench", Some("1.10.0")));
        assert_eq!(names(&suite.cases.iter().collect::<Vec<_>>()), ["DRB001-a-orig-yes.f95", "DRB002-b-orig-no.c"]);
    }

    #[test]
    fn a_directory_of_programs_is_a_suite_and_another_is_none() {
        let (_directory, few) = suite(&[("A1-x-yes.c", ""), ("notes.txt", "")]);
        assert_eq!(few.expect("a suite").cases.len(), 1);
        let (directory, none) = suite(&[("notes.txt", "")]);
        let message = none.expect_err("no suite").to_string();
        assert!(message.contains("is no suite") && message.contains(&file_name(directory.path())), "{message}");
        let gone = directory.path().join("gone");
        assert!(matches!(Suite::open(&gone), Err(SuiteError::Unreadable { .. })));
    }

    #[test]
    fn programs_are_chosen_by_group_name_and_language() {
        let (_directory, suite) = suite(&[
            ("A1-x-yes.c", "#pragma omp task\n"),
            ("A2-y-no.cpp", "#pragma omp taskloop\n"),
            ("A3-z-no.c", "#pragma omp simd\n"),
        ]);
        let suite = suite.expect("a suite");
        let select = |groups: &[&str], filter: Option<&str>, languages: &[Language]| {
            suite.select(&Selection {
                groups: groups.iter().map(|group| (*group).to_owned()).collect(),
                filter: filter.map(str::to_owned),
                languages: languages.to_vec(),
            })
        };
        assert_eq!(names(&select(&[], None, &[]).expect("some")).len(), 3);
        assert_eq!(names(&select(&["all"], None, &[]).expect("some")).len(), 3);
        assert_eq!(names(&select(&["task"], None, &[]).expect("some")), ["A1-x-yes.c", "A2-y-no.cpp"]);
        assert_eq!(names(&select(&["simd", "taskloop"], Some("[yz]"), &[Language::C]).expect("some")), ["A3-z-no.c"]);
        assert!(matches!(select(&["task"], Some("z"), &[]), Err(SuiteError::NothingSelected)));
        assert_eq!(
            select(&["tasks"], None, &[]).expect_err("no such group").to_string(),
            "no program of the suite is in the group 'tasks': it has all, simd, task, taskloop"
        );
    }

    #[test]
    fn a_program_is_found_by_the_start_of_its_name() {
        let (_directory, suite) = suite(&[("A1-x-yes.c", ""), ("A12-y-no.c", ""), ("A12-y-no.f90", "")]);
        let suite = suite.expect("a suite");
        assert_eq!(suite.find("A1-").expect("found").name, "A1-x-yes.c");
        assert_eq!(suite.find("A12-y-no.c").expect("found").name, "A12-y-no.c");
        assert!(matches!(suite.find("A12"), Err(SuiteError::Ambiguous { .. })));
        assert!(matches!(suite.find("B"), Err(SuiteError::NoSuchCase(_))));
    }
}
