//! The programs in `programs/`, compiled when a test first needs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::process::{self, Run};
use crate::toolchain::{Instrumentation, Toolchain};

/// The parts of DetSan, and the programs that were compiled with them.
#[derive(Debug)]
pub struct Programs {
    /// What compiles and checks them.
    pub toolchain: Toolchain,
    directory: PathBuf,
    compiled: Mutex<BTreeMap<String, PathBuf>>,
}

impl Programs {
    /// Keeps programs in `directory`, which is made if it is not there.
    ///
    /// # Panics
    ///
    /// When DetSan has not been built: the message says what to do.
    pub fn new(directory: &Path) -> Programs {
        let toolchain = Toolchain::find().unwrap_or_else(|error| panic!("{error}"));
        fs::create_dir_all(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        Programs { toolchain, directory: directory.into(), compiled: Mutex::default() }
    }

    /// The program made of `programs/<name>.c`, with debug information and DetSan's
    /// instrumentation.
    pub fn checked(&self, name: &str) -> PathBuf {
        self.compile(name, Instrumentation::Checked, &["-g", "-O1"])
    }

    /// The program made of `programs/<name>.c` in this way.
    ///
    /// # Panics
    ///
    /// When it does not compile.
    pub fn compile(&self, name: &str, instrumentation: Instrumentation, flags: &[&str]) -> PathBuf {
        let key = format!("{name}-{instrumentation:?}{}", flags.concat());
        // A test that failed to compile its program has poisoned the lock; the map is still whole.
        let mut compiled = self.compiled.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(program) = compiled.get(&key) {
            return program.clone();
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(format!("{name}.c"));
        let program = self.directory.join(&key);
        let flags: Vec<&str> = flags.iter().copied().chain(["-Wall", "-Wextra", "-pthread"]).collect();
        self.toolchain.compile(&source, &program, instrumentation, &flags).unwrap_or_else(|error| panic!("{error}"));
        compiled.insert(key, program.clone());
        program
    }

    /// A command that runs the checked program `name` under `detsan run`.
    pub fn check(&self, name: &str) -> Command {
        self.toolchain.check(&self.checked(name))
    }
}

/// Runs `command` to its end.
///
/// # Panics
///
/// When it cannot be started.
pub fn run(command: &mut Command) -> Run {
    process::run(command).unwrap_or_else(|error| panic!("{error}"))
}
