//! Files that a run makes where its options say: also in a directory that others may write to.
//!
//! Someone else can put a link, a pipe or a file of their own under the name that a run is going to
//! use, as in `/tmp`. What would be written would go where they want it, or overwrite a file of the
//! user.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Linux's `O_NOFOLLOW` and `O_NONBLOCK`, on x86-64.
const NO_FOLLOW: i32 = 0x2_0000;
const NON_BLOCKING: i32 = 0x800;

/// Linux's error for a link where none is followed.
const LOOP: i32 = 40;

/// In the mode of a directory: everyone may write to it.
const WRITABLE_BY_OTHERS: u32 = 0o002;

/// Makes an empty file at `path`, in the place of one that is there.
///
/// # Errors
///
/// When that is not possible; and in a directory that others may write to, when a link is there, or
/// something that somebody else has made.
pub fn create_file(path: &Path) -> io::Result<File> {
    let file = open_file(path)?;
    // What is not regular has no length.
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Opens the file at `path`, or makes it.
///
/// # Errors
///
/// As [`create_file`].
pub fn open_file(path: &Path) -> io::Result<File> {
    open_own(path, OpenOptions::new().write(true))
}

/// Opens the file at `path` to be written to at its end, or makes it.
///
/// # Errors
///
/// As [`create_file`].
pub fn append_to_file(path: &Path) -> io::Result<File> {
    open_own(path, OpenOptions::new().append(true))
}

fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_shared = fs::metadata(directory).is_ok_and(|directory| directory.mode() & WRITABLE_BY_OTHERS != 0);
    if !is_shared {
        return options.create(true).open(path);
    }
    options.custom_flags(NO_FOLLOW | NON_BLOCKING);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        result => return result,
    }
    let file = options.open(path).map_err(|error| match error.raw_os_error() {
        Some(LOOP) => io::Error::other("it is a link, in a directory that others may write to"),
        _ => error,
    })?;
    let (found, ours) = (file.metadata()?, fs::metadata("/proc/self")?);
    if !found.is_file() || found.uid() != ours.uid() || found.nlink() != 1 {
        return Err(io::Error::other("somebody else may have put it there, in a directory that others may write to"));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    /// A directory with this mode, for one test.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str, mode: u32) -> Directory {
            let path = std::env::temp_dir().join(format!("detsan-options-{name}-{}", std::process::id()));
            fs::create_dir(&path).expect("made");
            fs::set_permissions(&path, Permissions::from_mode(mode)).expect("mode set");
            Directory(path)
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn refusal(path: &Path) -> String {
        create_file(path).expect_err("refused").to_string()
    }

    #[test]
    fn links_are_followed_only_where_nobody_else_can_put_them() {
        for (name, mode, is_followed) in [("private", 0o755, true), ("shared", 0o1777, false)] {
            let directory = Directory::new(name, mode);
            let at = |name: &str| directory.0.join(name);
            fs::write(at("target"), "text").expect("written");
            symlink(at("target"), at("link")).expect("linked");
            symlink(at("nowhere"), at("dangling")).expect("linked");
            assert_eq!(create_file(&at("link")).is_ok(), is_followed);
            assert_eq!(create_file(&at("dangling")).is_ok(), is_followed);
            assert_eq!(fs::read_to_string(at("target")).expect("read"), if is_followed { "" } else { "text" });
            assert_eq!(at("nowhere").exists(), is_followed);
        }
    }

    #[test]
    fn in_a_shared_directory_a_file_has_to_be_ours_alone() {
        let directory = Directory::new("ours", 0o1777);
        let at = |name: &str| directory.0.join(name);
        create_file(&at("new")).expect("made");
        fs::write(at("old"), "text").expect("written");
        create_file(&at("old")).expect("made anew");
        assert_eq!(fs::read_to_string(at("old")).expect("read"), "");
        fs::hard_link(at("old"), at("hard")).expect("linked");
        assert!(refusal(&at("hard")).contains("somebody else may have put it there"));
        symlink(at("new"), at("soft")).expect("linked");
        assert!(refusal(&at("soft")).contains("it is a link"));
        assert!(create_file(&at("missing/file")).is_err());
    }
}
