//! Finds the checkers, and makes sure that each can build and run a small program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::{RunRequest, Tool, Toolbox, build_steps, judge, run_spec};
use crate::job;
use crate::process::{self, Ended};
use crate::results::Configuration;
use crate::suite::Case;

/// Names another directory for the parts of DetSan.
const BIN_DIR_VARIABLE: &str = "DETSAN_BIN_DIR";
/// Newest version of clang to look for. Far away from any that there is.
const NEWEST_CLANG: u32 = 40;
/// Oldest version of clang that is looked for.
const OLDEST_CLANG: u32 = 14;
/// What Archer says when it is at work.
const ARCHER_AT_WORK: &str = "Archer detected OpenMP application with TSan";

/// A program that every checker must be able to check.
const PROBE: &str = "int main(void) {\n#pragma omp parallel\n  { }\n  return 0;\n}\n";

/// A checker that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToolInfo {
    /// Which.
    pub(crate) tool: Tool,
    /// What it is exactly.
    pub(crate) version: String,
    /// Threads of a parallel region under it.
    pub(crate) threads: u32,
    /// Why it is absent, if it is.
    pub(crate) absent: Option<String>,
}

/// Looks for the parts of `tools`, tries each of them in `directory`, and says what was found.
pub(crate) fn detect(
    tools: &[Tool],
    team: Option<u32>,
    directory: &Path,
    stop: &AtomicBool,
) -> (Toolbox, Vec<ToolInfo>) {
    let mut toolbox = Toolbox::default();
    let mut infos = Vec::new();
    for tool in tools {
        let found = find(*tool, &mut toolbox);
        let works = found.and_then(|version| probe(*tool, &toolbox, directory, stop).map(|()| version));
        let (version, absent) = match works {
            Ok(version) => (version, None),
            Err(reason) => (String::new(), Some(reason)),
        };
        infos.push(ToolInfo { tool: *tool, version, threads: tool.team(team), absent });
    }
    (toolbox, infos)
}

/// Puts the parts of `tool` into the box and returns its version, or why it is absent.
fn find(tool: Tool, toolbox: &mut Toolbox) -> Result<String, String> {
    match tool {
        Tool::Detsan => {
            toolbox.detsan = find_detsan()?;
            first_line(&toolbox.detsan, "--version")
        }
        Tool::Archer | Tool::Tsan => {
            let clang = find_clang().ok_or("no clang from version 14 on is on the PATH")?;
            let version = first_line(&clang, "--version")?;
            let library_folder = library_folder(&clang)?;
            if tool == Tool::Archer {
                toolbox.archer = find_below(&library_folder, "libarcher.so", 2)
                    .ok_or_else(|| format!("there is no libarcher.so in {}", library_folder.display()))?;
            }
            toolbox.clangxx = clangxx_beside(&clang);
            toolbox.symbolizer = find_symbolizer(&library_folder);
            toolbox.fortran_link = fortran_link();
            toolbox.clang = clang;
            Ok(version)
        }
    }
}

/// `detsan` in the directory that the environment names, or beside this program, or on the path.
fn find_detsan() -> Result<PathBuf, String> {
    if let Some(directory) = env::var_os(BIN_DIR_VARIABLE).filter(|directory| !directory.is_empty()) {
        let detsan = PathBuf::from(directory).join("detsan");
        let missing = format!("{} (from {BIN_DIR_VARIABLE}) does not exist", detsan.display());
        return fs::canonicalize(detsan).map_err(|_| missing);
    }
    let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.join("detsan")));
    beside
        .filter(|path| path.is_file())
        .or_else(|| find_on_path("detsan"))
        .ok_or_else(|| format!("no detsan beside this program or on the PATH: run ci/build, or set {BIN_DIR_VARIABLE}"))
}

/// The newest clang on the path.
fn find_clang() -> Option<PathBuf> {
    let numbered = (OLDEST_CLANG..=NEWEST_CLANG).rev().map(|version| format!("clang-{version}"));
    numbered.chain(["clang".to_owned()]).find_map(|name| find_on_path(&name))
}

/// `clang++-19` for `clang-19`.
fn clangxx_beside(clang: &Path) -> PathBuf {
    let name = clang.file_name().unwrap_or_default().to_string_lossy().replacen("clang", "clang++", 1);
    clang.with_file_name(name)
}

/// The folder of LLVM's libraries: that of `lib/clang/19`, which the compiler names.
fn library_folder(clang: &Path) -> Result<PathBuf, String> {
    let resources = PathBuf::from(first_line(clang, "-print-resource-dir")?);
    let folder = resources.ancestors().nth(2).map(Path::to_path_buf);
    let folder = folder.ok_or_else(|| format!("{} is no folder of LLVM", resources.display()))?;
    fs::canonicalize(&folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// A file in `folder`, or in folders in it up to a depth: libraries of a target may have one of
/// their own.
fn find_below(folder: &Path, name: &str, depth: u32) -> Option<PathBuf> {
    let direct = folder.join(name);
    if direct.is_file() {
        return Some(direct);
    }
    let below = depth.checked_sub(1)?;
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.iter().find_map(|folder| find_below(folder, name, below))
}

/// LLVM's symbolizer, which knows columns, or that of binutils.
fn find_symbolizer(library_folder: &Path) -> Option<PathBuf> {
    let own = library_folder.with_file_name("bin").join("llvm-symbolizer");
    let own = Some(own).filter(|path| path.is_file());
    own.or_else(|| find_on_path("llvm-symbolizer")).or_else(|| find_on_path("addr2line"))
}

/// How clang finds the libraries of gfortran.
fn fortran_link() -> Option<Vec<OsString>> {
    let gfortran = find_on_path("gfortran")?;
    let library = PathBuf::from(first_line(&gfortran, "-print-file-name=libgfortran.so").ok()?);
    let folder = fs::canonicalize(library.parent()?).ok()?;
    let mut search = OsString::from("-L");
    search.push(folder);
    Some(vec![search, "-lgfortran".into(), "-lquadmath".into(), "-lm".into()])
}

fn find_on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|directory| directory.join(name)).find(|path| path.is_file())
}

/// The first line that a command prints.
fn first_line(program: &Path, argument: &str) -> Result<String, String> {
    let cannot = |why: &dyn std::fmt::Display| format!("{} {argument}: {why}", program.display());
    let output = Command::new(program).arg(OsStr::new(argument)).output().map_err(|error| cannot(&error))?;
    let line = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().trim().to_owned();
    if output.status.success() && !line.is_empty() { Ok(line) } else { Err(cannot(&output.status)) }
}

/// Builds and runs a small program, and says why that does not work.
fn probe(tool: Tool, toolbox: &Toolbox, directory: &Path, stop: &AtomicBool) -> Result<(), String> {
    let attempt = || -> Result<(), String> {
        let directory = tempfile::tempdir_in(directory).map_err(|error| error.to_string())?;
        let directory = directory.path();
        let source = directory.join("P1-probe-no.c");
        fs::write(&source, PROBE).map_err(|error| error.to_string())?;
        let case = Case::new("P1-probe-no.c", source, PROBE.to_owned()).expect("it has the name of a program");
        let configuration = Configuration { tool, level: 0 };
        let request = RunRequest { directory, reports: directory, findings: directory, team: None, argument: None };
        let mut verbose = run_spec(toolbox, tool, &request);
        verbose.environment.push(("ARCHER_OPTIONS".to_owned(), "verbose=1".into()));
        let mut finished = None;
        for spec in build_steps(toolbox, &case, configuration, directory).into_iter().chain([verbose]) {
            let step = process::run(&spec, job::build_limits(), stop).map_err(|error| error.to_string())?;
            if step.ended != Ended::Exit(0) {
                return Err(judge::reason(&step));
            }
            finished = Some(step);
        }
        let finished = finished.expect("there is a step at least");
        if tool == Tool::Archer && !(finished.stdout.text + &finished.stderr.text).contains(ARCHER_AT_WORK) {
            return Err("it was loaded and did not start".to_owned());
        }
        Ok(())
    };
    attempt().map_err(|reason| format!("it cannot check a small program: {reason}"))
}
