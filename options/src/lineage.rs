//! Which of several programs with the same options this is.
//!
//! A program hands its environment on to the programs that it starts, and to the one that takes its
//! place by `exec`. With the options they get the names of its log and its recording. Each process
//! writes files of its own, and never over those of the others: this is what tells them apart, in a
//! variable of the environment.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::kind::{LogPath, TracePath, path_of};

/// The variable of the environment that holds a [`Lineage`].
pub const LINEAGE_VARIABLE: &str = "DETSAN_PROCESS";

/// A process among those that share their options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lineage {
    /// The process that was started first. The files with the names of the options are its own.
    pub first: u32,
    /// This process.
    pub process: u32,
    /// How many programs have been checked in this process, one after another, with the present
    /// one.
    pub image: u32,
    /// One of those before, which `exec` has replaced, had races.
    pub has_raced: bool,
}

impl Lineage {
    /// The process `pid` is the first, and no program has been checked in it yet.
    pub fn begin(pid: u32) -> Lineage {
        Lineage { first: pid, process: pid, image: 0, has_raced: false }
    }

    /// The program that is to be checked now in the process `pid`, with what its environment says.
    pub fn next(pid: u32, inherited: Option<&str>) -> Lineage {
        match inherited.and_then(|text| text.parse::<Lineage>().ok()) {
            Some(before) if before.process == pid => Lineage { image: before.image.saturating_add(1), ..before },
            Some(ancestor) => Lineage { first: ancestor.first, image: 1, ..Lineage::begin(pid) },
            None => Lineage { image: 1, ..Lineage::begin(pid) },
        }
    }

    /// Whether an earlier program in this process has written to the log.
    pub fn continues_log(&self) -> bool {
        self.image > 1
    }

    /// The file for the log.
    pub fn log(&self, path: &LogPath) -> Option<PathBuf> {
        match path {
            LogPath::Stderr => None,
            LogPath::File(pattern) => Some(self.path_of(pattern)),
        }
    }

    /// The file for the recording: each program has one of its own.
    pub fn trace(&self, path: &TracePath) -> Option<PathBuf> {
        match path {
            TracePath::Off => None,
            TracePath::File(pattern) => {
                let path = self.path_of(pattern);
                Some(if self.image > 1 { with_suffix(path, self.image) } else { path })
            }
        }
    }

    fn path_of(&self, pattern: &str) -> PathBuf {
        let path = path_of(pattern, self.process);
        let is_own = self.process == self.first || pattern.contains("%p");
        if is_own { path } else { self.beside(path) }
    }

    /// A file of this process beside one that is another's.
    pub fn beside(&self, path: PathBuf) -> PathBuf {
        with_suffix(path, self.process)
    }
}

fn with_suffix(path: PathBuf, number: u32) -> PathBuf {
    let mut path = path.into_os_string();
    path.push(format!(".{number}"));
    path.into()
}

/// The last character is 1 if there were races, and all other fields have a fixed width: a process
/// can set it at its place.
impl fmt::Display for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lineage { first, process, image, has_raced } = self;
        write!(f, "{first:010}:{process:010}:{image:010}:{}", u8::from(*has_raced))
    }
}

impl FromStr for Lineage {
    type Err = ();

    fn from_str(text: &str) -> Result<Lineage, ()> {
        let mut fields = text.split(':').map(|field| field.parse::<u32>().map_err(|_| ()));
        let mut next = || fields.next().unwrap_or(Err(()));
        let (first, process, image, raced) = (next()?, next()?, next()?, next()?);
        match (raced, fields.next()) {
            (0 | 1, None) => Ok(Lineage { first, process, image, has_raced: raced == 1 }),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(lineage: Lineage, pattern: &str) -> (String, String) {
        let text = |path: Option<PathBuf>| path.expect("a file").to_string_lossy().into_owned();
        let log = lineage.log(&LogPath::File(pattern.to_owned()));
        (text(log), text(lineage.trace(&TracePath::File(pattern.to_owned()))))
    }

    fn after(lineage: Lineage, pid: u32) -> Lineage {
        Lineage::next(pid, Some(&lineage.to_string()))
    }

    #[test]
    fn each_process_has_files_of_its_own() {
        let own = |name: &str| (name.to_owned(), name.to_owned());
        let first = after(Lineage::begin(7), 7);
        assert_eq!(first, Lineage::next(7, None));
        assert_eq!(files(first, "a"), own("a"));
        let child = after(first, 8);
        assert_eq!(files(child, "a"), own("a.8"));
        assert_eq!(files(child, "a.%p"), own("a.8"));
        assert_eq!(files(after(child, 9), "a"), own("a.9"));
        assert_eq!(files(after(child, 8), "a"), ("a.8".to_owned(), "a.8.2".to_owned()));
    }

    #[test]
    fn a_program_that_replaces_another_goes_on_with_its_log() {
        let first = Lineage { has_raced: true, ..Lineage::next(7, None) };
        let second = after(first, 7);
        assert_eq!(files(second, "a"), ("a".to_owned(), "a.2".to_owned()));
        assert!(second.continues_log() && second.has_raced && !first.continues_log());
        assert!(!after(first, 8).has_raced);
    }

    #[test]
    fn what_others_put_there_is_no_lineage() {
        for text in ["", "1", "1:2:3", "1:2:3:4", "1:2:3:0:0", "a:2:3:0"] {
            assert_eq!(text.parse::<Lineage>(), Err(()), "{text}");
        }
        let lineage = Lineage::next(7, None);
        assert_eq!(lineage.to_string(), "0000000007:0000000007:0000000001:0");
        assert_eq!(lineage.to_string().parse(), Ok(lineage));
    }
}
