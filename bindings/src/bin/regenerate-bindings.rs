//! Writes `src/ompt.rs` anew.

use std::process::ExitCode;

use detsan_bindings::regenerate::{committed_path, generate};

fn main() -> ExitCode {
    let written = generate().and_then(|text| {
        std::fs::write(committed_path(), text).map_err(|error| format!("{}: {error}", committed_path().display()))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("regenerate-bindings: {message}");
            ExitCode::FAILURE
        }
    }
}
