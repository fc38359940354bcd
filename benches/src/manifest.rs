//! Programs of the user's own to measure: a file in TOML that says how each is built and run.
//!
//! ```toml
//! [[program]]
//! name = "sort-8M"
//! directory = "sort"                  # beside the manifest; every variant is built in a copy
//! build = "$CC $CFLAGS sort.c -o sort $LDFLAGS -lm"
//! program = "sort"
//! arguments = ["-n", "8000000"]
//! expect = "sorted"
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::configuration::Variant;
use crate::error::BenchError;
use crate::launch::Expected;
use crate::programs::{Program, Project, Recipe, Workload};

/// The variants that a manifest may name. Hooks that count are built as those that do nothing.
const VARIANTS: [Variant; 4] = [Variant::Plain, Variant::Hooks, Variant::Detsan, Variant::Tsan];

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    program: Vec<Entry>,
}

/// A program in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Its name in the tables.
    name: String,
    /// Its folder, relative to the manifest's.
    directory: PathBuf,
    /// How it is built.
    build: Build,
    /// What the build makes, relative to the folder.
    program: PathBuf,
    /// What it is called with. It runs in the folder.
    #[serde(default)]
    arguments: Vec<String>,
    /// A regular expression that its output has to match, `^` and `$` being the ends of a line.
    #[serde(default)]
    expect: String,
    /// How DetSan's guarantee may begin.
    #[serde(default = "Expected::all_schedules")]
    guarantees: Vec<String>,
    /// Whether it has races.
    #[serde(default)]
    racy: bool,
}

/// The command of a build.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Build {
    /// One for all variants.
    Same(String),
    /// One for each.
    Each(BTreeMap<Variant, String>),
}

/// Reads a manifest.
///
/// # Errors
///
/// When it cannot be read, or what it says cannot be followed.
pub(crate) fn read(path: &Path) -> Result<Vec<Workload>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::file(path))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&text, folder).map_err(|reason| BenchError::Manifest { path: path.to_owned(), reason })
}

/// The programs that `text` lists, whose folders are relative to `folder`; or what is wrong.
fn parse(text: &str, folder: &Path) -> Result<Vec<Workload>, String> {
    let manifest: Manifest = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut names = BTreeSet::new();
    let mut workloads = Vec::new();
    for entry in manifest.program {
        let name = entry.name.clone();
        // Names become those of files.
        let is_fit = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || !name.chars().all(is_fit) {
            return Err(format!("program '{name}': a name has letters, digits, '-', '_' and '.' only"));
        }
        if !names.insert(name.to_lowercase()) {
            return Err(format!("program '{name}': another has this name"));
        }
        workloads.push(workload(entry, folder).map_err(|reason| format!("program '{name}': {reason}"))?);
    }
    if workloads.is_empty() {
        return Err("no program is listed".to_owned());
    }
    Ok(workloads)
}

fn workload(entry: Entry, folder: &Path) -> Result<Workload, String> {
    let directory = folder.join(&entry.directory);
    let directory = directory.canonicalize().map_err(|error| format!("{}: {error}", directory.display()))?;
    if !directory.is_dir() {
        return Err(format!("{} is no folder", directory.display()));
    }
    let commands = match entry.build {
        Build::Same(command) => VARIANTS.map(|variant| (variant, command.clone())).into(),
        Build::Each(commands) => commands,
    };
    let output = Expected::lines(&entry.expect).map_err(|error| format!("expect: {error}"))?;
    let project = Project { directory, commands, program: entry.program };
    Ok(Workload {
        program: Program { name: entry.name, recipe: Recipe::Project(project) },
        arguments: entry.arguments,
        expected: Expected { output, guarantees: entry.guarantees, is_racy: entry.racy },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(more: &str) -> String {
        format!("[[program]]\nname = 'a'\ndirectory = '.'\nbuild = 'make'\nprogram = 'a.out'\n{more}\n")
    }

    #[test]
    fn programs_are_listed() {
        let text = entry("arguments = ['-n', '3']\nexpect = 'ok$'\nracy = true")
            + "[[program]]\nname = 'b'\ndirectory = '.'\nprogram = 'b'\nbuild.tsan = 'make tsan'\nbuild.plain = 'make'\n";
        let workloads = parse(&text, Path::new(env!("CARGO_MANIFEST_DIR"))).expect("it is right");
        assert_eq!(workloads.len(), 2);
        assert_eq!(workloads[0].arguments, ["-n", "3"]);
        assert!(workloads[0].expected.is_racy && workloads[0].expected.output.is_match("all ok"));
        assert_eq!(workloads[1].expected.guarantees, Expected::all_schedules());
        let variants = |workload: &Workload| match &workload.program.recipe {
            Recipe::Project(project) => project.commands.keys().copied().collect::<Vec<_>>(),
            Recipe::Source(_) => Vec::new(),
        };
        assert_eq!(variants(&workloads[0]), VARIANTS);
        assert_eq!(variants(&workloads[1]), [Variant::Plain, Variant::Tsan]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refused = |text: &str| {
            let error = parse(text, Path::new(env!("CARGO_MANIFEST_DIR"))).expect_err(text);
            error.replace(env!("CARGO_MANIFEST_DIR"), "FOLDER")
        };
        insta::assert_snapshot!(refused("program = []"), @"no program is listed");
        insta::assert_snapshot!(refused(&entry("expect = '('")).lines().next().unwrap_or_default(), @"program 'a': expect: regex parse error:");
        insta::assert_snapshot!(refused(&(entry("") + &entry(""))), @"program 'a': another has this name");
        let text = entry("").replace("'.'", "'none'");
        insta::assert_snapshot!(refused(&text), @"program 'a': FOLDER/none: No such file or directory (os error 2)");
        let text = entry("").replace("'a'", "'a/b'");
        insta::assert_snapshot!(refused(&text), @"program 'a/b': a name has letters, digits, '-', '_' and '.' only");
        for text in [entry("runs = 3"), entry("build.valgrind = 'make'"), "[[program]]\nname = 'a'\n".to_owned()] {
            refused(&text);
        }
    }
}
