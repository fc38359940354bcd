//! Where the dynamic loader finds libraries: its rules (ld.so(8)), without starting the program.
//!
//! This is a forecast. What it cannot know (the hardware subdirectories, `LD_PRELOAD`, `dlopen`) it
//! leaves out.

use crate::elf::ElfFacts;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Directories that are searched without being configured.
const DEFAULT_DIRECTORIES: &[&str] =
    &["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/// The system's part of the search.
#[derive(Clone, Debug)]
pub(crate) struct LibrarySearch {
    from_environment: Vec<PathBuf>,
    from_system: Vec<PathBuf>,
}

/// A library that a program needs, directly or through others.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    /// The name by which it is needed.
    pub(crate) name: String,
    /// What was found under that name.
    pub(crate) facts: Option<ElfFacts>,
}

impl LibrarySearch {
    /// The directories of this system, without `LD_LIBRARY_PATH`.
    pub(crate) fn from_system() -> LibrarySearch {
        let mut from_system = Vec::new();
        read_configuration(Path::new("/etc/ld.so.conf"), 0, &mut from_system);
        from_system.extend(DEFAULT_DIRECTORIES.iter().map(PathBuf::from));
        LibrarySearch { from_environment: Vec::new(), from_system }
    }

    /// The directories of this system and of `LD_LIBRARY_PATH`.
    pub(crate) fn from_env() -> LibrarySearch {
        let path = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let from_environment = env::split_paths(&path).filter(|directory| !directory.as_os_str().is_empty()).collect();
        LibrarySearch { from_environment, ..LibrarySearch::from_system() }
    }

    /// Whether a program that needs `library` gets this very file without being told where it is.
    pub(crate) fn finds_same_file(&self, library: &Path) -> bool {
        let soname = ElfFacts::read(library).ok().and_then(|facts| facts.soname);
        let name = soname.map(PathBuf::from).or_else(|| library.file_name().map(PathBuf::from)).unwrap_or_default();
        let found = self.from_system.iter().map(|directory| directory.join(&name)).find(|path| path.exists());
        let same = |found: PathBuf| Some(fs::canonicalize(found).ok()? == fs::canonicalize(library).ok()?);
        found.and_then(same).unwrap_or(false)
    }

    /// Every library that `program` at `path` needs, breadth first as the loader goes.
    pub(crate) fn libraries(&self, program: &ElfFacts, path: &Path) -> Vec<Library> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut queue = VecDeque::from([(program.clone(), origin(path))]);
        while let Some((facts, origin)) = queue.pop_front() {
            for name in &facts.needed {
                if !seen.insert(name.clone()) {
                    continue;
                }
                let path = self.find(name, &facts, &origin, program);
                let facts = path.as_ref().and_then(|path| ElfFacts::read(path).ok());
                if let (Some(path), Some(facts)) = (&path, &facts) {
                    queue.push_back((facts.clone(), self::origin(path)));
                }
                found.push(Library { name: name.clone(), facts });
            }
        }
        found
    }

    /// The file for the library `name`, needed by a file with these `facts` and this `origin`.
    /// `DT_RPATH` counts only where there is no `DT_RUNPATH`, and that of the program holds for its
    /// libraries too.
    fn find(&self, name: &str, facts: &ElfFacts, origin: &Path, program: &ElfFacts) -> Option<PathBuf> {
        if name.contains('/') {
            return Some(PathBuf::from(name)).filter(|path| path.is_file());
        }
        let rpath: &[String] = if facts.runpath.is_empty() { &facts.rpath } else { &[] };
        let inherited: &[String] =
            if facts.runpath.is_empty() && program.runpath.is_empty() { &program.rpath } else { &[] };
        let expand = |directory: &String| {
            let origin = origin.to_string_lossy();
            PathBuf::from(directory.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin))
        };
        let directories = rpath
            .iter()
            .chain(inherited)
            .map(expand)
            .chain(self.from_environment.iter().cloned())
            .chain(facts.runpath.iter().map(expand))
            .chain(self.from_system.iter().cloned());
        // The loader passes over a file of another machine.
        directories.map(|directory| directory.join(name)).find(|path| path.is_file() && ElfFacts::read(path).is_ok())
    }
}

/// The directory that `$ORIGIN` stands for.
fn origin(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    path.parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Adds the directories of a configuration file like `/etc/ld.so.conf`.
fn read_configuration(path: &Path, depth: u32, into: &mut Vec<PathBuf>) {
    let Ok(text) = fs::read_to_string(path) else { return };
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        match line.split_once(char::is_whitespace) {
            Some(("include", pattern)) if depth < 4 => {
                for file in matching_files(pattern.trim(), path) {
                    read_configuration(&file, depth + 1, into);
                }
            }
            // Everything else with a space is for `ldconfig` alone.
            Some(_) => {}
            None if line.starts_with('/') => into.push(PathBuf::from(line)),
            None => {}
        }
    }
}

/// The files that `pattern` stands for, in order. A `*` is understood in the file name, where every
/// system has it.
fn matching_files(pattern: &str, included_from: &Path) -> Vec<PathBuf> {
    let pattern = included_from.parent().unwrap_or(Path::new("/")).join(pattern);
    let (Some(directory), Some(name)) = (pattern.parent(), pattern.file_name().and_then(|name| name.to_str())) else {
        return Vec::new();
    };
    let Some((start, end)) = name.split_once('*') else {
        return vec![pattern];
    };
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        })
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_files_include_others() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let at = |name: &str| root.path().join(name);
        fs::create_dir(at("conf.d")).expect("created");
        fs::write(at("main.conf"), "# first\ninclude conf.d/*.conf\n/opt/main # here\nhwcap 1 x\n").expect("written");
        fs::write(at("conf.d/b.conf"), "/opt/b\n").expect("written");
        fs::write(at("conf.d/a.conf"), "/opt/a1\n/opt/a2\n").expect("written");
        fs::write(at("conf.d/ignored"), "/opt/ignored\n").expect("written");

        let mut directories = Vec::new();
        read_configuration(&at("main.conf"), 0, &mut directories);
        assert_eq!(directories, ["/opt/a1", "/opt/a2", "/opt/b", "/opt/main"].map(PathBuf::from));
    }

    #[test]
    fn the_libraries_of_this_test_are_found() {
        let path = env::current_exe().expect("a path");
        let facts = ElfFacts::read(&path).expect("an ELF file");
        let libraries = LibrarySearch::from_env().libraries(&facts, &path);
        assert!(libraries.iter().any(|library| library.name.starts_with("libc.so")));
        for library in &libraries {
            assert!(library.facts.is_some(), "{} was not found", library.name);
        }
    }

    #[test]
    fn a_library_elsewhere_is_not_the_one_that_is_found() {
        let search = LibrarySearch::from_system();
        let path = env::current_exe().expect("a path");
        let facts = ElfFacts::read(&path).expect("an ELF file");
        let libc = search.find("libc.so.6", &facts, Path::new("/"), &facts).expect("every program has one");
        assert!(search.finds_same_file(&libc));

        let root = tempfile::tempdir().expect("a temporary directory");
        let copy = root.path().join("libc.so.6");
        fs::copy(&libc, &copy).expect("copied");
        assert!(!search.finds_same_file(&copy));
    }
}
