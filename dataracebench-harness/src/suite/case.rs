//! One program of a suite: what its name, its comments and its directives say about it.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::ValueEnum;
use regex::Regex;
use serde::{Deserialize, Serialize};

use super::sites::ExpectedPair;
use super::{directives, errata, sites};

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
pub(crate) enum Language {
    /// C.
    #[value(name = "c")]
    #[serde(rename = "c")]
    C,
    /// C++.
    #[value(name = "c++")]
    #[serde(rename = "c++")]
    Cxx,
    /// Fortran.
    #[value(name = "fortran")]
    #[serde(rename = "fortran")]
    Fortran,
}

impl Language {
    /// By the ending of a file name.
    fn of(extension: &str) -> Option<Language> {
        match extension {
            "c" => Some(Language::C),
            "cpp" | "cc" | "cxx" => Some(Language::Cxx),
            "f" | "for" | "f90" | "f95" | "f03" | "f08" | "F" | "F90" | "F95" | "F03" | "F08" => {
                Some(Language::Fortran)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::C => "c",
            Language::Cxx => "c++",
            Language::Fortran => "fortran",
        })
    }
}

/// A program to be scored.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Its file name, which is unique in the suite.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its language.
    pub(crate) language: Language,
    /// Whether the suite says that it has a race.
    pub(crate) has_race: bool,
    /// The pairs of accesses that race, as its comments and the errata give them.
    pub(crate) pairs: Vec<ExpectedPair>,
    /// The OpenMP directives and clauses that it uses, which are the groups that it belongs to.
    pub(crate) groups: BTreeSet<String>,
    /// Whether it takes the size of its data as an argument.
    pub(crate) takes_argument: bool,
    /// Whether it is a PolyBench program, which needs a file and flags besides.
    pub(crate) is_polybench: bool,
    /// Its text.
    pub(crate) source: String,
}

static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[A-Za-z]+(?<id>\d+)-.*(?<race>yes|no)\.(?<extension>\w+)$").expect("a valid expression")
});

impl Case {
    /// The program with this name and text, if the name is that of a program.
    pub(crate) fn new(name: &str, path: PathBuf, source: String) -> Option<Case> {
        let parts = NAME.captures(name)?;
        let language = Language::of(&parts["extension"])?;
        Some(Case {
            name: name.to_owned(),
            path,
            language,
            has_race: &parts["race"] == "yes",
            pairs: errata::corrected(name, &source, sites::parse(&source)),
            groups: directives::groups(&source, language),
            takes_argument: name.contains("-var-"),
            is_polybench: source.contains("PolyBench"),
            source,
        })
    }

    /// Whether its file still has the text that was read.
    pub(crate) fn is_as_read(&self) -> bool {
        fs::read(&self.path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes) == self.source)
    }

    /// Whether it belongs to the group: to `all`, or to that of a directive or clause which it
    /// uses.
    pub(crate) fn is_in(&self, group: &str) -> bool {
        group == ALL || self.groups.contains(group)
    }

    /// A number that changes when the text does, so that a resumed run does not keep the result of
    /// another program.
    pub(crate) fn digest(&self) -> String {
        // FNV-1a, 64 bits.
        let hash = self
            .source
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        format!("{hash:016x}")
    }
}

/// The group of all programs.
pub(crate) const ALL: &str = "all";

/// The number in a program's name, without which DataRaceBench's own tables cannot be made: `27` of
/// `DRB027-…`.
pub(crate) fn number_of(name: &str) -> Option<&str> {
    NAME.captures(name)?.name("id").map(|id| id.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, source: &str) -> Option<Case> {
        Case::new(name, PathBuf::from(name), source.to_owned())
    }

    #[test]
    fn the_name_tells_the_verdict_the_language_and_the_argument() {
        let of = |name| case(name, "").map(|case| (case.language, case.has_race, case.takes_argument));
        assert_eq!(of("DRB002-antidep1-var-yes.c"), Some((Language::C, true, true)));
        assert_eq!(of("DRB100-task-reference-orig-no.cpp"), Some((Language::Cxx, false, false)));
        assert_eq!(of("DRB043-adi-parallel-no.F95"), Some((Language::Fortran, false, false)));
        assert_eq!(of("DRB165-taskdep4-orig-omp50-yes.c"), Some((Language::C, true, false)));
        for other in ["polybench.c", "signaling.h", "DRB001-antidep1-orig-maybe.c", "DRB001-yes.txt", "README.md"] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(number_of("DRB027-taskdependmissing-orig-yes.c"), Some("027"));
    }

    #[test]
    fn a_change_of_the_text_changes_the_digest() {
        let digest = |source| case("A1-x-no.c", source).expect("a program").digest();
        assert_eq!(digest("int x;"), digest("int x;"));
        assert_ne!(digest("int x;"), digest("int y;"));
    }
}
