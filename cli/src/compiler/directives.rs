//! OpenMP directives in sources that are compiled without OpenMP: the compiler passes over them,
//! mostly in silence, and nothing would be checked.

use super::command_line::{Argument, CommandLine, InputKind, OpenMp};
use super::flags::OpenMpFlag;
use super::toolchain::Language;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// A warning for each source of `line` with a directive, if the compiler passes over it.
///
/// `-fno-openmp` says that this is meant.
pub(crate) fn ignored(line: &CommandLine, language: Language, openmp: OpenMpFlag) -> Vec<String> {
    let asks_for_text = ["-E", "-M", "-MM", "-w", "-fopenmp-simd"].iter().any(|flag| line.has_flag(flag));
    if openmp == OpenMpFlag::Added || line.openmp != OpenMp::Absent || !line.compiles() || asks_for_text {
        return Vec::new();
    }
    let sources = line.arguments.iter().filter_map(|argument| match argument {
        Argument::Input { path, kind: InputKind::Source, language } => Some((Path::new(path), language.as_deref())),
        _ => None,
    });
    let warning = |(path, named): (&Path, Option<&OsStr>)| {
        let is_fortran =
            language == Language::Fortran && named.is_none_or(|name| name.as_encoded_bytes().starts_with(b"f"));
        let number =
            fs::read(path).ok()?.split(|byte| *byte == b'\n').position(|line| is_directive(line, is_fortran))?;
        let (path, number) = (path.display(), number + 1);
        Some(format!("warning: {path}:{number} has OpenMP directives, which mean nothing without -fopenmp"))
    };
    sources.filter_map(warning).collect()
}

/// Whether a directive begins in `line`.
fn is_directive(line: &[u8], is_fortran: bool) -> bool {
    let line = line.trim_ascii_start();
    if is_fortran {
        return matches!(line, [b'!' | b'c' | b'C' | b'*', b'$', o, m, p, end, ..]
            if [*o, *m, *p].eq_ignore_ascii_case(b"omp") && end.is_ascii_whitespace());
    }
    let mut words =
        line.strip_prefix(b"#").unwrap_or_default().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    (words.next(), words.next()) == (Some(b"pragma"), Some(b"omp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_lines_of_their_own() {
        for line in ["#pragma omp parallel", "  # pragma\tomp task\r", "#pragma omp"] {
            assert!(is_directive(line.as_bytes(), false), "{line}");
        }
        for line in ["#pragma once", "// #pragma omp task", "#pragma ompx", "#include <omp.h>", "", "#", "pragma omp"] {
            assert!(!is_directive(line.as_bytes(), false), "{line}");
        }
        for line in ["!$omp parallel", "  !$OMP task", "c$omp do", "*$omp do"] {
            assert!(is_directive(line.as_bytes(), true), "{line}");
        }
        for line in ["! $omp parallel", "!$ x = 1", "call c", "!$omp", "#pragma omp task"] {
            assert!(!is_directive(line.as_bytes(), true), "{line}");
        }
    }

    #[test]
    fn the_command_may_say_that_it_is_meant() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let source = directory.path().join("a.c");
        fs::write(&source, "int x;\n#pragma omp parallel\n#pragma omp task\n").expect("written");
        let warnings = |flags: &str, openmp| {
            let words = flags.split_whitespace().map(Into::into).chain([source.clone().into()]).collect::<Vec<_>>();
            ignored(&CommandLine::read(&words), Language::C, openmp)
        };
        let expected =
            format!("warning: {}:2 has OpenMP directives, which mean nothing without -fopenmp", source.display());
        assert_eq!(warnings("-c", OpenMpFlag::AsGiven), [expected]);
        for flags in ["-c -fopenmp", "-c -fno-openmp", "-E", "-c -fopenmp-simd", "-c -w", "--version"] {
            assert_eq!(warnings(flags, OpenMpFlag::AsGiven), [""; 0], "{flags}");
        }
        assert_eq!(warnings("-c", OpenMpFlag::Added), [""; 0]);
    }
}
