//! A directory to build and run programs in, with stand-ins for the hooks and the tool.
//!
//! The stand-ins show what the command does with the two parts: how programs are linked with the
//! one and started with the other. That the parts themselves work is for the end-to-end tests.
#![allow(dead_code, reason = "each test program uses a part of this")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Defines every symbol that the test programs call. No flag of DetSan is used to compile it.
const HOOKS: &str = r#"
void *__detsan_attach(unsigned version, const void *callbacks) { (void)version; (void)callbacks; return 0; }
void __tsan_init(void) {}
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}
void __tsan_read1(void *a) { (void)a; }
void __tsan_read4(void *a) { (void)a; }
void __tsan_read8(void *a) { (void)a; }
void __tsan_write1(void *a) { (void)a; }
void __tsan_write4(void *a) { (void)a; }
void __tsan_write8(void *a) { (void)a; }
void *__tsan_memcpy(void *d, const void *s, unsigned long n) { return __builtin_memcpy(d, s, n); }
void *__tsan_memset(void *d, int c, unsigned long n) { return __builtin_memset(d, c, n); }
"#;

/// Says that it was loaded and with which options, and declines to observe anything.
const TOOL: &str = r#"
#include <stdio.h>
#include <stdlib.h>
void *ompt_start_tool(unsigned version, const char *runtime) {
    const char *options = getenv("DETSAN_OPTIONS");
    fprintf(stderr, "tool loaded: %s\n", options ? options : "no options");
    (void)version;
    (void)runtime;
    return 0;
}
"#;

/// An OpenMP program whose status is the number of its arguments.
pub const OPENMP_PROGRAM: &str = r#"
#include <omp.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int threads = 0;
    if (argc > 1 && argv[1][0] == 'a') abort();
#pragma omp parallel
#pragma omp single
    threads = omp_get_num_threads();
    return threads < 1 ? 99 : argc - 1;
}
"#;

/// A program without OpenMP.
pub const PLAIN_PROGRAM: &str = "int main(void) { return 0; }\n";

/// The directory.
pub struct Lab {
    dir: tempfile::TempDir,
}

/// What a command did.
#[derive(Debug)]
pub struct Outcome {
    /// Its status; -1 if a signal ended it.
    pub status: i32,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Outcome {
    fn of(output: Output) -> Outcome {
        Outcome {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Panics unless the command succeeded and had nothing to complain about.
    #[track_caller]
    pub fn silent_success(self) -> Outcome {
        assert!(self.status == 0 && self.stderr.is_empty(), "{self:#?}");
        self
    }

    /// `status: stderr`, for comparison.
    pub fn verdict(&self) -> String {
        format!("{}: {}", self.status, self.stderr.trim_end())
    }
}

impl Lab {
    /// A directory with the sources `openmp.c` and `plain.c`, and nothing in the place of DetSan's
    /// parts.
    pub fn bare() -> Lab {
        let lab = Lab { dir: tempfile::tempdir().expect("a temporary directory") };
        lab.write("openmp.c", OPENMP_PROGRAM);
        lab.write("plain.c", PLAIN_PROGRAM);
        fs::create_dir(lab.lib()).expect("created");
        lab
    }

    /// The same with the stand-ins.
    pub fn new() -> Lab {
        let lab = Lab::bare();
        lab.write("hooks.c", HOOKS);
        lab.write("tool.c", TOOL);
        lab.tool("clang-19 -O1 -fPIC -fno-builtin -c hooks.c -o hooks.o").silent_success();
        lab.tool("ar rc lib/libdetsan_hooks.a hooks.o").silent_success();
        lab.tool("ar rc lib/libdetsan_doors.a").silent_success();
        lab.tool("clang-19 -O1 -shared -fPIC tool.c -o lib/libdetsan.so").silent_success();
        lab
    }

    /// The path of a file in the directory.
    pub fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The directory of DetSan's parts.
    pub fn lib(&self) -> PathBuf {
        self.at("lib")
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).expect("written");
    }

    /// Runs a command of the system. Words are separated by spaces.
    #[track_caller]
    pub fn tool(&self, command: &str) -> Outcome {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().expect("a command"));
        process.args(words).current_dir(self.dir.path());
        Outcome::of(process.output().unwrap_or_else(|error| panic!("{command}: {error}")))
    }

    /// Runs `detsan`. Words are separated by spaces.
    #[track_caller]
    pub fn detsan(&self, arguments: &str) -> Outcome {
        self.detsan_with(arguments, &[])
    }

    /// Runs `detsan` in an environment that also holds `variables`.
    #[track_caller]
    pub fn detsan_with(&self, arguments: &str, variables: &[(&str, &OsStr)]) -> Outcome {
        self.start(Path::new(env!("CARGO_BIN_EXE_detsan")), arguments, variables)
    }

    /// Runs `detsan` by a link to it with another name.
    #[track_caller]
    pub fn detsan_as(&self, name: &str, arguments: &str) -> Outcome {
        let link = self.at(name);
        if !link.exists() {
            symlink(env!("CARGO_BIN_EXE_detsan"), &link).expect("linked");
        }
        self.start(&link, arguments, &[])
    }

    fn start(&self, program: &Path, arguments: &str, variables: &[(&str, &OsStr)]) -> Outcome {
        let mut process = Command::new(program);
        process.args(arguments.split_whitespace()).current_dir(self.dir.path());
        for name in ["DETSAN_OPTIONS", "DETSAN_CC", "DETSAN_CXX", "DETSAN_FC", "OMP_TOOL_LIBRARIES", "OMP_TOOL"] {
            process.env_remove(name);
        }
        process.env("DETSAN_LIB_DIR", self.lib()).envs(variables.iter().copied());
        Outcome::of(process.output().expect("detsan starts"))
    }

    /// The symbols of a file, as `nm` lists them.
    #[track_caller]
    pub fn symbols(&self, flags: &str, file: &str) -> String {
        self.tool(&format!("nm {flags} {file}")).stdout
    }

    /// The libraries that a file names as needed.
    #[track_caller]
    pub fn needed(&self, file: &str) -> Vec<String> {
        let listing = self.tool(&format!("readelf -d {file}")).silent_success().stdout;
        let names = listing.lines().filter(|line| line.contains("(NEEDED)"));
        names.filter_map(|line| Some(line.split_once('[')?.1.trim_end_matches(']').to_owned())).collect()
    }
}

/// A path that no test creates.
pub fn nowhere() -> &'static Path {
    Path::new("/nonexistent")
}
