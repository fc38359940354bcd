//! The search path of the shell, `PATH`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The directories of `path`, the value of `PATH`. An empty entry is the current directory, as for
/// a shell.
pub(crate) fn directories(path: Option<&OsStr>) -> Vec<PathBuf> {
    let entries = path.map(|path| env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    entries.into_iter().map(|entry| if entry.as_os_str().is_empty() { PathBuf::from(".") } else { entry }).collect()
}

/// The file that a shell executes for `program`: itself if it has a slash, else the first on the
/// `PATH`.
pub(crate) fn find(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_path_buf());
    }
    let directories = directories(env::var_os("PATH").as_deref());
    directories.iter().map(|directory| directory.join(program)).find(|path| is_executable(path))
}

/// Whether `path` is a file that may be executed.
pub(crate) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
