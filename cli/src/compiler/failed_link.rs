//! Why a link failed that the linker blames on undefined symbols, as far as OpenMP is the reason.

use super::command_line::{CommandLine, OpenMp};
use super::flags::{self, OpenMpFlag};
use super::wrapper::cannot_start;
use crate::error::CliError;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, ExitStatus, Stdio};

/// Flag of clang: its messages go through a pipe to a terminal.
const IN_COLOUR: &str = "-fdiagnostics-color=always";

/// How linkers begin to say that a symbol is missing; its name follows.
const UNDEFINED: [&str; 2] = ["undefined reference to ", "undefined symbol: "];

/// How the names of OpenMP's functions begin, of the API and of the runtime.
const OPENMP: [&str; 4] = ["omp_", "ompx_", "__kmpc_", "GOMP_"];

/// Adds to `clang`, which carries out `line` and links, what [`run`] needs.
pub(super) fn prepare(line: &CommandLine, clang: &mut Command) {
    if line.openmp != OpenMp::On && line.compiles() && io::stderr().is_terminal() {
        clang.arg(IN_COLOUR);
    }
}

/// Runs `clang`, which carries out `line` and links. If symbols are missing, a last line says what
/// that may have to do with `-fopenmp`.
pub(super) fn run(mut clang: Command, line: &CommandLine, openmp: OpenMpFlag) -> Result<ExitStatus, CliError> {
    if line.openmp == OpenMp::On {
        return clang.status().map_err(|error| cannot_start(&clang, error));
    }
    let mut child = clang.stderr(Stdio::piped()).spawn().map_err(|error| cannot_start(&clang, error))?;
    let mut hint = None;
    if let Some(messages) = child.stderr.take() {
        for message in BufReader::new(messages).split(b'\n').map_while(Result::ok) {
            let _ = io::stderr().write_all(&[&message[..], b"\n"].concat());
            let message = String::from_utf8_lossy(&message);
            hint = hint.max(undefined(&message).and_then(|name| reason(name, flags::adds_openmp(line, openmp))));
        }
    }
    let status = child.wait().map_err(|error| cannot_start(&clang, error))?;
    if let Some(hint) = hint.filter(|_| !status.success()) {
        eprintln!("detsan: {}", hint.text());
    }
    Ok(status)
}

/// The symbol that is missing, if `message` says that one is.
fn undefined(message: &str) -> Option<&str> {
    let (_, name) = UNDEFINED.iter().find_map(|start| message.split_once(start))?;
    Some(name.trim_start_matches(['`', '\'', '"']))
}

/// What a missing symbol may have to do with `-fopenmp`. The greater reason is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// The flag was added, and made the compiler see more of the sources than the program has.
    Added,
    /// The flag is not there, and something that was compiled with it is.
    Absent,
}

fn reason(symbol: &str, was_added: bool) -> Option<Reason> {
    if was_added {
        return Some(Reason::Added);
    }
    OPENMP.iter().any(|start| symbol.starts_with(start)).then_some(Reason::Absent)
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Reason::Added => {
                "`detsan cc` adds -fopenmp, so sources see _OPENMP: \
                 if this program is to be built without OpenMP, give -fno-openmp to all of its commands"
            }
            Reason::Absent => "what is linked calls OpenMP, and -fopenmp is not given: give it to the link, too",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_symbols_are_found_in_the_words_of_linkers() {
        for message in [
            "/usr/bin/ld: a.c:6: undefined reference to `other'",
            "a.o:a.c:function main: error: undefined reference to 'other'",
            "ld.lld: error: undefined symbol: other",
        ] {
            assert_eq!(undefined(message).map(|name| name.trim_end_matches('\'')), Some("other"), "{message}");
        }
        assert_eq!(undefined("/usr/bin/ld: cannot find -lm"), None);
    }

    #[test]
    fn a_missing_function_of_openmp_is_told_apart() {
        assert_eq!(reason("other'", true), Some(Reason::Added));
        assert_eq!(reason("other'", false), None);
        assert_eq!(reason("omp_get_thread_num'", false), Some(Reason::Absent));
    }
}
