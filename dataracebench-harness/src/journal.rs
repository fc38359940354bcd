//! The folder of a run: a lock against a second harness, and a journal from which an interrupted
//! run goes on.
//!
//! Every result is appended to the journal when it is there, so that even a harness that is killed
//! loses nothing but the programs that were running. A last line that was not written to its end is
//! passed over.
//!
//! The programs of a suite run as the user does, and can write where the harness does. So each line
//! ends with a seal, which depends on all lines before, and the file is looked at before it grows.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::results::{Configuration, Measurement, Settings, Shard};
use crate::suite::Case;

/// Name of the journal.
const JOURNAL: &str = "journal.jsonl";
/// Name of the lock.
const LOCK: &str = "lock";

/// The folder cannot be used.
#[derive(Debug, Error)]
pub(crate) enum FolderError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("another harness is at work in {}: wait for it, or choose another folder with --out", .0.display())]
    InUse(PathBuf),
    #[error("{} holds a run that was interrupted: continue it with --resume, or choose another folder", .0.display())]
    Interrupted(PathBuf),
    #[error("{} holds no run that could be resumed", .0.display())]
    NothingToResume(PathBuf),
    #[error("{} was changed by something else than the harness: remove it, and begin anew", .0.display())]
    Changed(PathBuf),
    #[error("the run in {} was asked for something else: {difference}", path.display())]
    Different { path: PathBuf, difference: String },
}

/// The first line of a journal.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    settings: Settings,
    shard: Option<Shard>,
}

/// Every other line of a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    case: String,
    /// Of the program's text.
    digest: String,
    configuration: Configuration,
    measurement: Measurement,
}

/// Results by program and configuration.
pub(crate) type Measurements = BTreeMap<(String, Configuration), Measurement>;

/// Whether a run begins anew or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// It begins anew.
    Fresh,
    /// It goes on where it was interrupted.
    Resume,
}

/// The folder of a run, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder if it is not there, and takes it.
    ///
    /// # Errors
    ///
    /// When it cannot be made, or another harness has it.
    pub(crate) fn take(path: &Path) -> Result<Folder, FolderError> {
        fs::create_dir_all(path).map_err(|error| io_error(path, error))?;
        let lock_path = path.join(LOCK);
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(|error| io_error(&lock_path, error))?;
        match rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Folder { path: path.to_path_buf(), _lock: lock }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(FolderError::InUse(path.to_path_buf())),
            Err(error) => Err(io_error(&lock_path, error.into())),
        }
    }

    /// Opens the journal, and returns what it holds already.
    ///
    /// # Errors
    ///
    /// When there is an interrupted run that was not asked for, or none that was, or one with other
    /// settings.
    pub(crate) fn journal(
        &self,
        start: Start,
        settings: &Settings,
        shard: Option<Shard>,
        cases: &[&Case],
    ) -> Result<(Journal, Measurements), FolderError> {
        let path = self.path.join(JOURNAL);
        let header = Header { settings: settings.clone(), shard };
        let found = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(io_error(&path, error)),
        };
        let measurements = match (start, found) {
            (Start::Fresh, Some(_)) => return Err(FolderError::Interrupted(self.path.clone())),
            (Start::Resume, None) => return Err(FolderError::NothingToResume(self.path.clone())),
            (Start::Fresh, None) => Measurements::new(),
            (Start::Resume, Some(text)) => {
                let lines = unsealed(&text).ok_or_else(|| FolderError::Changed(path.clone()))?;
                read(&lines, &header, cases)
                    .map_err(|difference| FolderError::Different { path: self.path.clone(), difference })?
            }
        };
        // Written anew: what belongs to programs that have changed, and a line that was cut off,
        // are gone.
        let file = File::create(&path).map_err(|error| io_error(&path, error))?;
        let mut journal = Journal { path, file: Some(file), length: 0, seal: 0 };
        journal.append(&header)?;
        for case in cases {
            let of_case = measurements.iter().filter(|((name, _), _)| *name == case.name);
            for ((_, configuration), measurement) in of_case {
                journal.add(case, *configuration, measurement)?;
            }
        }
        Ok((journal, measurements))
    }

    /// Writes a file of results, in one step: a reader sees the old one or the new one.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let attempt = || -> io::Result<()> {
            // Readable by others, as far as the user's mask lets it.
            let permissions = fs::Permissions::from_mode(0o666);
            let mut file = tempfile::Builder::new().permissions(permissions).tempfile_in(&self.path)?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        attempt().map_err(|error| io_error(&path, error))
    }
}

/// The measurements in a journal; or, if it was written for another run, in what the two differ.
fn read(lines: &[String], header: &Header, cases: &[&Case]) -> Result<Measurements, String> {
    let mut lines = lines.iter().map(String::as_str);
    let first = lines.next().unwrap_or_default();
    let found: Header = serde_json::from_str(first).map_err(|error| format!("its journal cannot be read: {error}"))?;
    if let Some(difference) = difference(&found, header) {
        return Err(difference);
    }
    let digests: BTreeMap<&str, String> = cases.iter().map(|case| (case.name.as_str(), case.digest())).collect();
    let entries = lines.filter_map(|line| serde_json::from_str::<Entry>(line).ok());
    let current = entries.filter(|entry| digests.get(entry.case.as_str()) == Some(&entry.digest));
    Ok(current.map(|entry| ((entry.case, entry.configuration), entry.measurement)).collect())
}

/// The seal of a line of JSON, after a line with the seal `before`: FNV-1a, 64 bits.
fn seal(before: u64, line: &str) -> u64 {
    let bytes = before.to_le_bytes().into_iter().chain(line.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// What stands between the last field of a line and its seal.
const SEAL: &str = ",\"seal\":\"";

/// The lines of a journal without their seals; `None` if one does not fit. A last line that was cut
/// off is left out.
fn unsealed(text: &str) -> Option<Vec<String>> {
    let (whole, _) = text.rsplit_once('\n').unwrap_or_default();
    let mut before = 0;
    whole
        .lines()
        .map(|line| {
            let (fields, end) = line.rsplit_once(SEAL)?;
            let plain = format!("{fields}}}");
            before = seal(before, &plain);
            (end == format!("{before:016x}\"}}")).then_some(plain)
        })
        .collect()
}

/// The first setting in which two runs differ, in words.
fn difference(found: &Header, wanted: &Header) -> Option<String> {
    let fields = |header: &Header| {
        let value = serde_json::to_value(&header.settings).expect("settings can be written");
        let mut fields = value.as_object().expect("settings are an object").clone();
        fields.insert("shard".to_owned(), serde_json::to_value(header.shard).expect("a shard can be written"));
        fields
    };
    let (found, wanted) = (fields(found), fields(wanted));
    let differs = wanted.iter().find(|(name, value)| found.get(*name) != Some(value));
    differs.map(|(name, value)| {
        let found = found.get(name).map_or_else(|| "nothing".to_owned(), ToString::to_string);
        format!("{name} was {found} and is {value} now")
    })
}

fn io_error(path: &Path, error: io::Error) -> FolderError {
    FolderError::Io { path: path.to_path_buf(), error }
}

/// Whether `file` still is what `path` names, and as long as it was written.
fn is_as_written(file: &File, path: &Path, length: u64) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        // A device has no length.
        (Ok(ours), Ok(_)) if !ours.is_file() => true,
        (Ok(ours), Ok(found)) => (ours.dev(), ours.ino()) == (found.dev(), found.ino()) && found.len() == length,
        _ => false,
    }
}

/// The journal of a run that is going on.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    /// Gone after it could not be written, so that this is said once and the run goes on.
    file: Option<File>,
    /// What was written: bytes, and the seal of the last line.
    length: u64,
    seal: u64,
}

impl Journal {
    /// Adds a result.
    ///
    /// # Errors
    ///
    /// The first time that it cannot be written.
    pub(crate) fn add(
        &mut self,
        case: &Case,
        configuration: Configuration,
        measurement: &Measurement,
    ) -> Result<(), FolderError> {
        let entry =
            Entry { case: case.name.clone(), digest: case.digest(), configuration, measurement: measurement.clone() };
        self.append(&entry)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), FolderError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let plain = serde_json::to_string(line).expect("a result can be written as JSON");
        self.seal = seal(self.seal, &plain);
        let fields = plain.strip_suffix('}').expect("a line of the journal is an object");
        let text = format!("{fields}{SEAL}{:016x}\"}}\n", self.seal);
        let result = match is_as_written(file, &self.path, self.length) {
            false => Err(FolderError::Changed(self.path.clone())),
            true => file.write_all(text.as_bytes()).map_err(|error| io_error(&self.path, error)),
        };
        self.length += text.len() as u64;
        if result.is_err() {
            self.file = None;
        }
        result
    }

    /// Removes the journal of a run that has come to its end.
    ///
    /// # Errors
    ///
    /// When it cannot be removed.
    pub(crate) fn finish(self) -> Result<(), FolderError> {
        fs::remove_file(&self.path).map_err(|error| io_error(&self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use crate::suite::Selection;
    use crate::tools::Tool;
    use std::collections::BTreeSet;

    const DETSAN: Configuration = Configuration { tool: Tool::Detsan, level: 0 };

    fn settings(repeat: u32) -> Settings {
        Settings {
            suite: "s".to_owned(),
            version: None,
            selection: Selection::default(),
            configurations: vec![DETSAN],
            team: None,
            repeat,
            timeout: 1,
            memory_mib: 1,
            dataset: 1,
        }
    }

    fn measurement() -> Measurement {
        Measurement {
            outcome: Outcome::TrueNegative,
            notes: Vec::new(),
            pairs: BTreeSet::new(),
            runs: Vec::new(),
            build_seconds: 0.25,
            build_status: 0,
            report: "two\nlines".to_owned(),
        }
    }

    fn case(name: &str, source: &str) -> Case {
        Case::new(name, PathBuf::from(name), source.to_owned()).expect("a program")
    }

    #[test]
    fn a_second_harness_is_kept_out() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let first = Folder::take(directory.path()).expect("free");
        assert!(matches!(Folder::take(directory.path()), Err(FolderError::InUse(_))));
        drop(first);
        Folder::take(directory.path()).expect("free again");
    }

    #[test]
    fn a_journal_gives_back_what_still_holds() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let folder = Folder::take(directory.path()).expect("free");
        let (one, two) = (case("A1-x-no.c", "1"), case("A2-y-no.c", "2"));
        let resume = |repeat, cases: &[&Case]| folder.journal(Start::Resume, &settings(repeat), None, cases);

        assert!(matches!(resume(1, &[&one]), Err(FolderError::NothingToResume(_))));
        let (mut journal, _) = folder.journal(Start::Fresh, &settings(1), None, &[&one, &two]).expect("new");
        journal.add(&one, DETSAN, &measurement()).expect("written");
        journal.add(&two, DETSAN, &measurement()).expect("written");
        journal.file.as_mut().expect("open").write_all(b"{\"case\":\"A3").expect("written");
        drop(journal);

        let fresh = folder.journal(Start::Fresh, &settings(1), None, &[&one]);
        assert!(matches!(fresh, Err(FolderError::Interrupted(_))));
        let other = resume(2, &[&one]).expect_err("other settings").to_string();
        assert!(other.ends_with("asked for something else: repeat was 1 and is 2 now"), "{other}");

        let changed = case("A2-y-no.c", "2 changed");
        let (_, kept) = resume(1, &[&one, &changed]).expect("resumed");
        assert_eq!(kept, Measurements::from([(("A1-x-no.c".to_owned(), DETSAN), measurement())]));
        let (journal, kept) = resume(1, &[&one, &two]).expect("resumed");
        assert_eq!(kept.len(), 1, "the changed program is forgotten");
        journal.finish().expect("removed");
        assert!(matches!(resume(1, &[&one]), Err(FolderError::NothingToResume(_))));
    }

    #[test]
    fn a_journal_that_something_else_has_changed_is_refused() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let folder = Folder::take(directory.path()).expect("free");
        let path = directory.path().join(JOURNAL);
        let (one, two) = (case("A1-x-no.c", "1"), case("A2-y-no.c", "2"));
        let (mut journal, _) = folder.journal(Start::Fresh, &settings(1), None, &[&one, &two]).expect("new");
        journal.add(&one, DETSAN, &measurement()).expect("written");
        let text = fs::read_to_string(&path).expect("read");

        // While the run goes on: at its next line.
        let more = OpenOptions::new().append(true).open(&path).expect("opened").write_all(b"{}\n");
        more.expect("written");
        assert!(matches!(journal.add(&two, DETSAN, &measurement()), Err(FolderError::Changed(_))));

        // Before it is resumed: a verdict, a line more, one less.
        let lines: Vec<&str> = text.lines().collect();
        let verdict = text.replace("\"TN\"", "\"TP\"");
        assert_ne!(verdict, text);
        for changed in [verdict, format!("{text}{}\n", lines[1]), format!("{}\n", lines[1]), format!("{text}{{}}\n")] {
            fs::write(&path, &changed).expect("written");
            let resumed = folder.journal(Start::Resume, &settings(1), None, &[&one, &two]);
            assert!(matches!(resumed, Err(FolderError::Changed(_))), "{changed}");
        }
        fs::write(&path, &text).expect("written");
        let (_, kept) = folder.journal(Start::Resume, &settings(1), None, &[&one, &two]).expect("resumed");
        assert_eq!(kept.len(), 1);
    }

    #[test]
    fn a_disk_that_is_full_is_said_once() {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let mut journal = Journal { path: "/dev/full".into(), file: Some(full), length: 0, seal: 0 };
        assert!(journal.add(&case("A1-x-no.c", ""), DETSAN, &measurement()).is_err());
        assert!(journal.add(&case("A1-x-no.c", ""), DETSAN, &measurement()).is_ok());
    }
}
