//! Entry points of gcc's OpenMP runtime that libomp does not have: why a link failed, in terms of
//! the source.

use object::{Object, ObjectSymbol};
use std::ffi::OsString;
use std::fs;

/// What gcc 12 calls and libomp 19 does not define, by how the names begin, and the directive
/// behind it.
const MISSING: &[(&str, &str)] = &[
    ("GOMP_target_", "target"),
    ("GOMP_teams4", "teams inside of target"),
    ("GOMP_scope_start", "scope with a task reduction"),
    ("GOMP_error", "error"),
    ("GOMP_warning", "error"),
];

/// The directives in `files` that libomp cannot carry out for gcc, each with the entry point that
/// is missing.
pub(crate) fn without_libomp(files: &[OsString]) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for file in files {
        // What is no object file, or an archive, is left to the linker's own words.
        let Ok(data) = fs::read(file) else { continue };
        let Ok(object) = object::File::parse(&*data) else { continue };
        for symbol in object.symbols().filter(|symbol| symbol.is_undefined()) {
            let Ok(name) = symbol.name() else { continue };
            let directive = MISSING.iter().find(|(start, _)| name.starts_with(start));
            found.extend(directive.map(|(_, directive)| (name.to_owned(), *directive)));
        }
    }
    found.sort();
    found.dedup();
    found
}
