//! Streams that were written by hand, or once went wrong: every file in `detector/tests/regressions/`.

use std::path::Path;

use detsan_detector::SiteId;
use detsan_oracle::{Oracle, Recording};

use crate::compare::{LOCK_RULE, ORDER, RACES, RACES_THAT_DO_NOT_COMMUTE, disagreement};

/// Compares detector and oracle on the text of a file, and the oracle with the `expect` lines in it.
fn check(text: &str) -> Result<(), String> {
    let recording: Recording = text.parse().map_err(|error: detsan_oracle::ParseError| error.to_string())?;
    let oracle = Oracle::of(&recording.events, LOCK_RULE).expect("the parser has checked the stream");
    let site = |access: usize| oracle.accesses()[access].access.site;
    let found: Vec<(SiteId, SiteId)> =
        oracle.races().iter().map(|pair| (site(pair.earlier), site(pair.later))).collect();
    let expected = recording.expected.ok_or("no `expect` line says what races")?;
    if found != expected {
        return Err(format!("the oracle finds the races {found:?}, the file names {expected:?}"));
    }
    for comparison in [RACES, ORDER, RACES_THAT_DO_NOT_COMMUTE].into_iter().flatten() {
        disagreement(comparison, &recording.events)?;
    }
    Ok(())
}

#[test]
fn all_recordings_have_the_races_that_they_name_and_no_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut files: Vec<_> = folder.read_dir().expect("the folder exists").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "there are recordings");
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        if let Err(message) = check(&text) {
            failures.push(format!("{}\n{message}", file.file_name().unwrap_or_default().to_string_lossy()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
