//! Compiles the passes against the headers of LLVM. What they call is in the compiler that loads them.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The version of LLVM whose interfaces the passes are written for.
const VERSION: &str = "19";

/// Names the `llvm-config` to ask.
const VARIABLE: &str = "DETSAN_LLVM_CONFIG";

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=src");
    let command = env::var(VARIABLE).unwrap_or_else(|_| format!("llvm-config-{VERSION}"));
    let ask = |question: &str| {
        let output = Command::new(&command).arg(question).output();
        match output {
            Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            _ => panic!(
                "{command} {question} failed: install the headers of LLVM {VERSION} (apt-get install llvm-{VERSION}-dev), or name \
                 an llvm-config of that version by {VARIABLE}"
            ),
        }
    };
    let version = ask("--version");
    assert!(
        version.starts_with(&format!("{VERSION}.")),
        "{command} is of LLVM {version}, the passes are for {VERSION}"
    );
    let has_rtti = ask("--has-rtti") == "YES";
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").warnings(true).flag("-fno-exceptions").flag("-isystem").flag(ask("--includedir"));
    if !has_rtti {
        build.flag("-fno-rtti");
    }
    for flag in ["-Wno-unused-parameter", "-Wno-comment", "-fvisibility=hidden", "-fvisibility-inlines-hidden"] {
        build.flag_if_supported(flag);
    }
    let sources = fs::read_dir(Path::new("src")).expect("src can be read");
    let mut sources: Vec<_> = sources.map(|entry| entry.expect("src can be read").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    sources.sort();
    build.files(sources).compile("detsan_passes");
}
