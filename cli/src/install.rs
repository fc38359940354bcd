//! The parts of DetSan that lie beside the command: the tool and the compiler pass, which are
//! shared libraries, the hooks and the doors of libraries, which are archives, and headers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, io};
use thiserror::Error;

/// The variable that names the directory of the parts.
const VARIABLE: &str = "DETSAN_LIB_DIR";

/// A part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What libomp loads into the checked program.
    Tool,
    /// What is linked into the checked program.
    Hooks,
    /// What is linked into its shared libraries.
    Doors,
    /// What clang loads when it compiles the checked program.
    Pass,
    /// What stands in front of a header of libstdc++.
    Header,
}

impl Part {
    /// Its file name.
    pub(crate) fn file_name(self) -> &'static str {
        match self {
            Part::Tool => "libdetsan.so",
            Part::Hooks => "libdetsan_hooks.a",
            Part::Doors => "libdetsan_doors.a",
            Part::Pass => "libdetsan_pass.so",
            Part::Header => "headers/bits/c++config.h",
        }
    }
}

/// A part is missing.
#[derive(Debug, Error)]
pub(crate) enum InstallError {
    #[error("{} is missing, looked in {}: set {VARIABLE} to its directory", part.file_name(), shown(looked_in))]
    Missing { part: Part, looked_in: Vec<PathBuf> },
    #[error("cannot tell where the detsan command is: {0}: set {VARIABLE} to the directory of its libraries")]
    Unknown(#[from] io::Error),
}

fn shown(directories: &[PathBuf]) -> String {
    directories.iter().map(|directory| directory.display().to_string()).collect::<Vec<_>>().join(" and ")
}

/// The directory of headers that a compiler searches before its own.
pub(crate) fn find_headers() -> Result<PathBuf, InstallError> {
    let mut directory = find(Part::Header)?;
    for _ in Path::new(Part::Header.file_name()).components().skip(1) {
        directory.pop();
    }
    Ok(directory)
}

/// The path of `part`.
pub(crate) fn find(part: Part) -> Result<PathBuf, InstallError> {
    let chosen = env::var_os(VARIABLE).filter(|directory| !directory.is_empty());
    find_in(part, directories(chosen.as_deref(), &env::current_exe()?))
}

/// Where to look: in the `chosen` directory alone; otherwise beside the command (a build) and in
/// `lib/detsan` beside the `bin` of the command (an installation).
fn directories(chosen: Option<&OsStr>, command: &Path) -> Vec<PathBuf> {
    if let Some(chosen) = chosen {
        return vec![chosen.into()];
    }
    let beside = command.parent().unwrap_or(Path::new("/"));
    let mut directories = vec![beside.to_path_buf()];
    directories.extend(beside.parent().map(|prefix| prefix.join("lib/detsan")));
    directories
}

fn find_in(part: Part, directories: Vec<PathBuf>) -> Result<PathBuf, InstallError> {
    let found = directories.iter().map(|directory| directory.join(part.file_name())).find(|path| path.is_file());
    match found {
        // The checked program may run in another directory.
        Some(path) => Ok(std::path::absolute(path)?),
        None => Err(InstallError::Missing { part, looked_in: directories }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn parts_are_found_beside_the_command_or_in_lib() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let (bin, lib) = (root.path().join("bin"), root.path().join("lib/detsan"));
        let command = bin.join("detsan");
        fs::create_dir_all(&bin).expect("created");
        fs::create_dir_all(&lib).expect("created");

        let error = find_in(Part::Tool, directories(None, &command)).expect_err("there is none");
        let expected = format!(
            "libdetsan.so is missing, looked in {} and {}: set DETSAN_LIB_DIR to its directory",
            bin.display(),
            lib.display()
        );
        assert_eq!(error.to_string(), expected);

        fs::write(lib.join("libdetsan.so"), "").expect("written");
        assert_eq!(find_in(Part::Tool, directories(None, &command)).expect("found"), lib.join("libdetsan.so"));
        fs::write(bin.join("libdetsan.so"), "").expect("written");
        assert_eq!(find_in(Part::Tool, directories(None, &command)).expect("found"), bin.join("libdetsan.so"));
    }

    #[test]
    fn a_chosen_directory_is_the_only_one() {
        assert_eq!(
            directories(Some(OsStr::new("/opt/detsan")), Path::new("/usr/bin/detsan")),
            [Path::new("/opt/detsan")]
        );
    }
}
