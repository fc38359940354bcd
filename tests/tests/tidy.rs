//! The form of the sources and of the documentation: widths of lines, and that what is named is
//! there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Columns that a line of a comment or of Markdown may have.
const WIDTH: usize = 100;

/// Folders whose comments are still wider. One that is not any more must be taken from here.
const STILL_WIDE: [&str; 5] = ["access-hooks", "detector", "fuzz", "hook-abi", "ompt-tool"];

/// What is built, and what programs leave.
const NOT_OURS: [&str; 2] = ["target", ".git"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it is a folder of the project").to_path_buf()
}

/// The files below `folder` with one of these endings, by their names from the root.
fn files(folder: &Path, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("it can be read") {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.extend((!NOT_OURS.contains(&name.as_str())).then_some(path));
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let path = path.strip_prefix(root()).expect("it is below the root");
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

/// The lines of a file that are too wide: those that `counts`, outside of fences and tables, that
/// have a space to break at.
fn wide_lines(file: &str, counts: impl Fn(&str) -> bool) -> Vec<String> {
    let text = fs::read_to_string(root().join(file)).expect("it can be read");
    let mut in_fence = false;
    let mut wide = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.trim_start().trim_start_matches(['/', '!']).trim_start();
        in_fence ^= content.starts_with("```");
        let may_be_wide = in_fence || content.starts_with('|') || !content.contains(' ');
        if counts(line) && !may_be_wide && line.chars().count() > WIDTH {
            wide.push(format!("{file}:{number}"));
        }
    }
    wide
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The folder at the root that a file is in.
fn top(file: &str) -> &str {
    file.split('/').next().unwrap_or(file)
}

#[test]
fn comments_have_at_most_100_columns() {
    let mut sources = files(&root(), &[".rs"]);
    // The other programs in C++ are checked ones: marks and baselines name their lines.
    sources.extend(files(&root().join("compiler-pass"), &[".cpp", ".h"]));
    assert!(sources.len() > 300, "only {} sources", sources.len());
    let wide: Vec<String> = sources.iter().flat_map(|file| wide_lines(file, is_comment)).collect();
    let (known, new): (Vec<String>, Vec<String>) = wide.into_iter().partition(|line| STILL_WIDE.contains(&top(line)));
    assert!(new.is_empty(), "too wide:\n{}", new.join("\n"));
    let narrow: Vec<&&str> =
        STILL_WIDE.iter().filter(|folder| !known.iter().any(|line| top(line) == **folder)).collect();
    assert!(narrow.is_empty(), "not wide any more: {narrow:?}");
}

#[test]
fn lines_of_markdown_have_at_most_100_columns() {
    let pages = files(&root(), &[".md"]);
    assert!(pages.len() > 15, "only {} pages", pages.len());
    let wide: Vec<String> = pages.iter().flat_map(|file| wide_lines(file, |_| true)).collect();
    assert!(wide.is_empty(), "too wide:\n{}", wide.join("\n"));
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The code map, one paragraph for each of its folders.
fn code_map() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it can be read");
    let map = text.split("\n## ").find(|section| section.starts_with("Code map\n")).expect("there is a code map");
    let mut folders = Vec::new();
    for paragraph in map.split("\n\n").filter(|paragraph| paragraph.starts_with("**`")) {
        let named = paragraph.split("**").skip(1).step_by(2).flat_map(quoted);
        let named = named.filter_map(|name| name.strip_suffix('/'));
        folders.extend(named.map(|name| (name.to_owned(), paragraph.to_owned())));
    }
    folders
}

#[test]
fn the_code_map_names_every_folder_and_only_such_as_exist() {
    let folders = fs::read_dir(root()).expect("it can be read").map(|entry| entry.expect("it can be read"));
    let folders = folders.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let there: BTreeSet<String> =
        names.filter(|name| !name.starts_with('.') && !NOT_OURS.contains(&name.as_str())).collect();
    let named: BTreeSet<String> = code_map().into_iter().map(|(folder, _)| folder).collect();
    assert_eq!(named, there);
}

#[test]
fn what_the_code_map_says_of_a_folder_is_there() {
    for (folder, paragraph) in code_map() {
        for name in quoted(&paragraph).filter(|name| name.starts_with("src/") || name.starts_with("suite/")) {
            assert!(root().join(&folder).join(name).exists(), "{folder} has no {name}");
        }
    }
}

/// The crates that a crate uses, as its manifest has them.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap_or_default();
    let is_used = |table: &&str| table.starts_with("dependencies]") || table.starts_with("build-dependencies]");
    let used = manifest.split("\n[").filter(is_used).collect::<String>();
    let ours = used.lines().filter_map(|line| line.strip_prefix("detsan-"));
    ours.filter_map(|line| line.split(['.', ' ']).next()).map(str::to_owned).collect()
}

#[test]
fn the_code_map_says_which_crates_a_crate_uses() {
    for (folder, paragraph) in code_map().into_iter().filter(|(folder, _)| folder != "ci" && folder != "docs") {
        let uses = paragraph.lines().find_map(|line| line.strip_prefix("Uses ")).unwrap_or_default();
        let named: BTreeSet<String> = quoted(uses).map(str::to_owned).collect();
        assert_eq!(named, dependencies(&folder), "{folder}");
    }
}

#[test]
fn files_that_the_documentation_names_are_there() {
    let crates: BTreeSet<String> = code_map().into_iter().map(|(folder, _)| folder).collect();
    let mut count = 0;
    for page in files(&root(), &[".md"]).iter().filter(|page| *page != "CHANGELOG.md") {
        let text = fs::read_to_string(root().join(page)).expect("it can be read");
        let prose: String = text.split("```").step_by(2).collect();
        let is_path =
            |name: &&str| crates.contains(top(name)) && name.contains('/') && !name.contains(['*', '<', ' ', ':']);
        for name in quoted(&prose).filter(is_path) {
            count += 1;
            let beside = root().join(page).parent().expect("it is in a folder").join(name);
            assert!(root().join(name).exists() || beside.exists(), "{page} names {name}");
        }
    }
    assert!(count > 50, "only {count} names");
}
