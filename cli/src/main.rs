//! The `detsan` command: builds programs for DetSan, runs them, and finds out why that does not
//! work.
#![forbid(unsafe_code)]

mod cli;
mod compiler;
mod doctor;
mod elf;
mod error;
mod install;
mod loader;
mod memory;
mod probe;
mod program;
mod replay;
mod run;
mod search_path;
mod tasking;

use clap::Parser as _;
use cli::{Cli, Command};
use compiler::{Aids, Family, FortranRuntime, Language, Role, Toolchain, Vectors};
use detsan_report::escaped;
use error::CliError;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    // The arguments of a compiler are not ours to parse: clap never sees them.
    let words: Vec<OsString> = env::args_os().collect();
    let (name, command) = (words.first(), words.get(1));
    let result = if let Some(role) = name.and_then(|name| Role::of_program(name)) {
        compiler::run_compiler(role, &words[1..])
    } else if let Some((name, role)) = command.and_then(|name| Some((name, Role::of_command(name)?))) {
        compile(role, name, &words[2..])
    } else {
        cli::check(&words).and_then(|()| dispatch(Cli::parse().command))
    };
    result.unwrap_or_else(|error| {
        eprintln!("detsan: {}", escaped(&error.to_string()));
        ExitCode::from(error.exit_code())
    })
}

/// `detsan cc`, `detsan c++` and `detsan fc`. A lone `--help` is a question to us: the compiler's
/// own help says nothing about DetSan.
fn compile(role: Role, name: &OsStr, words: &[OsString]) -> Result<ExitCode, CliError> {
    if words == ["--help"] {
        print_text(&cli::help(name.to_str())?);
        return Ok(ExitCode::SUCCESS);
    }
    compiler::run_compiler(role, words)
}

fn dispatch(command: Command) -> Result<ExitCode, CliError> {
    match command {
        Command::Cc { .. } | Command::Cxx { .. } | Command::Fc { .. } => {
            unreachable!("commands of compilers are carried out before the command line is parsed")
        }
        Command::Cflags { opt, fortran } => {
            // Without a choice in the environment it is clang, or gfortran, which need not be
            // installed to answer this: if there is no clang to ask, the flags are such as every
            // clang takes.
            let chosen = env::var_os(Language::C.variable()).is_some_and(|text| !text.is_empty());
            let toolchain = Toolchain::from_env();
            let compiler = match fortran {
                true => None,
                false if chosen => Some(toolchain.compiler(Language::C)?),
                false => toolchain.clang(Language::C).ok(),
            };
            let fallback = if fortran { Family::Gfortran } else { Family::Clang(Vectors::None) };
            let family = compiler.as_ref().map_or(fallback, |compiler| compiler.family);
            let aids = compiler.as_ref().map(Aids::for_compiler).unwrap_or_default();
            let flags = compiler::compile_flags(family, opt != "0", &aids);
            print_text(&format!("{}\n", shell_words(&flags)));
        }
        Command::Ldflags { cxx, fortran } => {
            let language = if cxx { Language::Cxx } else { Language::C };
            let toolchain = Toolchain::from_env();
            let chosen = toolchain.compiler(language)?;
            let clang = if chosen.family.is_clang() { chosen } else { toolchain.clang(language)? };
            let gfortran = if fortran { Some(toolchain.compiler(Language::Fortran)?) } else { None };
            let runtime = gfortran.as_ref().map(FortranRuntime::of);
            let flags = compiler::link_flags(&compiler::libraries(&clang)?, runtime.as_ref());
            print_text(&format!("{}\n", shell_words(&flags)));
        }
        Command::Run { team, record, options, command } => {
            let team = team.map(|team| ("--team", format!("team={team}")));
            let record = record.map(|path| ("--record", format!("record={path}")));
            let options = options.into_iter().map(|option| ("--option", option));
            let options = team.into_iter().chain(record).chain(options).collect();
            return run::run(&run::Request { options, command });
        }
        Command::Replay { options, trace } => return replay::replay(&replay::Request { trace, options }),
        Command::Doctor => return doctor::doctor(),
        Command::Help { topic } => print_text(&cli::help(topic.as_deref())?),
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes to standard output. A reader that has gone away, as in `detsan help options | head -1`,
/// is no failure.
pub(crate) fn print_text(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// `words` as a shell reads them.
fn shell_words(words: &[OsString]) -> String {
    let quoted = words.iter().map(|word| {
        let word = word.to_string_lossy();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        let words = ["-Wl,-u,x", "/a b/lib.a", "it's", ""].map(OsString::from);
        assert_eq!(shell_words(&words), r"-Wl,-u,x '/a b/lib.a' 'it'\''s' ''");
    }
}
