//! Streams that were written by hand, or once went wrong: every file in `detector/tests/regressions/`.

use std::path::Path;

use detsan_detector::SiteId;
use detsan_oracle::{Oracle, Recording};

use crate::compare::{LOCK_RULE, agree, order, races};

#[test]
fn all_recordings_have_the_races_that_they_name_and_no_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut files: Vec<_> = folder.read_dir().expect("the folder exists").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "there are recordings");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let recording: Recording = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));

        let oracle = Oracle::of(&recording.events, LOCK_RULE).expect("the parser has checked the stream");
        let site = |access: usize| oracle.accesses()[access].access.site;
        let found: Vec<(SiteId, SiteId)> =
            oracle.races().iter().map(|pair| (site(pair.earlier), site(pair.later))).collect();
        let expected = recording.expected.unwrap_or_else(|| panic!("{name}: no `expect` line says what races"));
        assert_eq!(found, expected, "{name}: the races of the oracle, and those that the file names");

        agree(races, &recording.events, || name.clone());
        agree(order, &recording.events, || name.clone());
    }
}
