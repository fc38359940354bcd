//! README.md shows the tables of this crate, between markers, and nothing else between them.
//!
//! `DETSAN_UPDATE_README=1 cargo test -p detsan-options --test readme` writes the tables into
//! README.md.

use detsan_options::{exit_codes_markdown, options_markdown};
use std::path::Path;
use std::sync::Mutex;
use std::{env, fs};

const REFRESH: &str = "DETSAN_UPDATE_README=1 cargo test -p detsan-options --test readme";

/// Both tests may rewrite the file, and run at the same time.
static README: Mutex<()> = Mutex::new(());

/// Checks, or with `DETSAN_UPDATE_README` writes, what stands between `<!-- name -->` and `<!--
/// /name -->`.
fn check(name: &str, table: &str) {
    let _alone = README.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let readme = fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("README.md: {error}: write it, with the lines {open} and {close}, and run `{REFRESH}`")
    });

    let between = readme.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?)));
    let Some((before, (shown, after))) = between else {
        panic!("README.md has no lines {open} and {close}: put them where the table goes and run `{REFRESH}`");
    };
    assert!(!after.contains(&open), "README.md has more than one {open}");

    let wanted = format!("\n\n{table}\n");
    if env::var_os("DETSAN_UPDATE_README").is_some() {
        fs::write(&path, format!("{before}{open}{wanted}{close}{after}")).expect("README.md can be written");
    } else {
        assert!(
            shown == wanted,
            "README.md differs from the table of {name}: run `{REFRESH}`\n--- README.md\n{shown}\n--- table\n{wanted}"
        );
    }
}

#[test]
fn options_are_documented() {
    check("options", &options_markdown());
}

#[test]
fn exit_codes_are_documented() {
    check("exit-codes", &exit_codes_markdown());
}
