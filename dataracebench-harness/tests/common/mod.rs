//! Runs the harness, and reads what it says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use regex::Regex;

/// The harness, with DetSan where `ci/build` puts it.
pub fn harness() -> Command {
    let executable = Path::new(env!("CARGO_BIN_EXE_dataracebench-harness"));
    let mut command = Command::new(executable);
    if std::env::var_os("DETSAN_BIN_DIR").is_none() {
        // target/debug/dataracebench-harness: the parts are in target/release.
        let release = executable.parent().expect("it lies in a directory").with_file_name("release");
        assert!(release.join("detsan").is_file(), "{} has no detsan: run ci/build first", release.display());
        command.env("DETSAN_BIN_DIR", release);
    }
    command.stdin(Stdio::null());
    command
}

/// A suite beside this file.
pub fn suite(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites").join(name)
}

/// What the harness said.
pub struct Said {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        Said {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// Runs the harness with `arguments`.
pub fn run<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Said {
    harness().args(arguments).output().expect("the harness can be run").into()
}

/// The arguments that score a suite.
pub fn score(suite_name: &str, more: &[&str]) -> Vec<String> {
    let suite = suite(suite_name).display().to_string();
    ["score", "--suite", &suite, "--jobs", "2"].iter().chain(more).map(|word| (*word).to_owned()).collect()
}

/// The results in a folder.
pub fn results(folder: &Path) -> serde_json::Value {
    let text = fs::read_to_string(folder.join("score.json")).expect("there are results");
    serde_json::from_str(&text).expect("they are JSON")
}

/// Without times, and the version of what was installed.
pub fn normalised(text: &str) -> String {
    let times = Regex::new(r"(?m)( +\d+\.\d){2}$").expect("a valid expression");
    let versions = Regex::new(r"(?m)^(detsan|archer|tsan): .*$").expect("a valid expression");
    versions.replace_all(&times.replace_all(text, " TIMES"), "$1: VERSION").into_owned()
}
