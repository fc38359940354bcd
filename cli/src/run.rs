//! `detsan run`: checks the options and the program, sets the tool up and becomes the program.
//!
//! The program takes the place of this process, so that signals reach it and its status is the
//! answer.

use crate::cli;
use crate::compiler::exec;
use crate::error::CliError;
use crate::install::{self, Part};
use crate::loader::LibrarySearch;
use crate::{print_text, program};
use detsan_options::{
    Assignment, LINEAGE_VARIABLE, Lineage, LogPath, OPTIONS_VARIABLE, Options, OptionsError, TracePath,
    join_assignments, parse_assignments,
};
use detsan_report::escaped;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::env::{self, VarError};
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The variable in which libomp looks for OMPT tools.
const TOOL_VARIABLE: &str = "OMP_TOOL_LIBRARIES";

/// What to run, and how.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Options from the command line, in order, each with the flag that it was given by. They win
    /// over the environment.
    pub(crate) options: Vec<(&'static str, String)>,
    /// The program and its arguments.
    pub(crate) command: Vec<OsString>,
}

/// Carries out `detsan run`. Comes back only with an error, or after the help that the option
/// `help` asks for.
pub(crate) fn run(request: &Request) -> Result<ExitCode, CliError> {
    let assignments = merge(env::var(OPTIONS_VARIABLE), &request.options)?;
    let options = Options::from_assignments(&assignments).expect("each assignment is valid");
    if options.help {
        print_text(&detsan_options::options_help(cli::width()));
        return Ok(ExitCode::SUCCESS);
    }
    // The same file by two names is what the tool finds out.
    if let (LogPath::File(log), TracePath::File(trace)) = (&options.log_path, &options.record)
        && log == trace
    {
        return Err(CliError::SameFile(log.clone()));
    }

    let name = &request.command[0];
    let path = program::locate(name, env::var_os("PATH").as_deref())?;
    for warning in program::inspect(&path, &request.command, &LibrarySearch::from_env())? {
        eprintln!("detsan: {}: {warning}", escaped(&path.to_string_lossy()));
    }
    let tool = install::find(Part::Tool)?;
    refuse_second_tool(env::var_os(TOOL_VARIABLE).as_deref(), &tool)?;

    let mut process = Command::new(&path);
    process.arg0(name).args(&request.command[1..]);
    process.env(TOOL_VARIABLE, tool).env("OMP_TOOL", "enabled");
    process.env(OPTIONS_VARIABLE, join_assignments(&assignments));
    // A checked program may have started this command with options of its own. If this command
    // names no files, those of that program are meant, which are not to be written over.
    let names_files =
        request.options.iter().any(|(_, text)| text.starts_with("log_path=") || text.starts_with("record="));
    if names_files || env::var_os(LINEAGE_VARIABLE).is_none() {
        process.env(LINEAGE_VARIABLE, Lineage::begin(std::process::id()).to_string());
    }
    bound_the_stack();
    fix_addresses();
    Err(exec(process))
}

/// A limit that no stack comes near.
const LARGE_STACK: u64 = 64 << 30;

/// Where stacks may grow without a limit, Linux places what is mapped in the middle of the address
/// space, where the shadow memory has to be.
fn bound_the_stack() {
    let limits = getrlimit(Resource::Stack);
    if limits.current.is_none() {
        // If that is refused, the tool says what to do.
        let _ = setrlimit(Resource::Stack, Rlimit { current: Some(LARGE_STACK), ..limits });
    }
}

/// Has Linux place the program at the same addresses in every run, so that equal runs say the same.
fn fix_addresses() {
    use nix::sys::personality::{self, Persona};
    // Where that is not allowed, as in some containers, addresses and the count of accesses differ.
    let _ = personality::get().and_then(|persona| personality::set(persona | Persona::ADDR_NO_RANDOMIZE));
}

/// The assignments of the environment, then those of the command line. Each is valid.
fn merge(
    from_environment: Result<String, VarError>,
    from_command_line: &[(&'static str, String)],
) -> Result<Vec<Assignment>, CliError> {
    let environment = match from_environment {
        Ok(text) => parse_assignments(&text),
        Err(VarError::NotPresent) => Ok(Vec::new()),
        Err(VarError::NotUnicode(_)) => Err(OptionsError::NotUnicode),
    };
    let mut assignments = validated(OPTIONS_VARIABLE, environment)?;
    for (flag, text) in from_command_line {
        assignments.extend(validated(flag, text.parse().map(|assignment| vec![assignment]))?);
    }
    Ok(assignments)
}

/// The assignments, if they are valid; otherwise the error says where they were given.
fn validated(
    given_in: &'static str,
    assignments: Result<Vec<Assignment>, OptionsError>,
) -> Result<Vec<Assignment>, CliError> {
    let check = |list: Vec<Assignment>| Options::from_assignments(&list).map(|_| list);
    assignments.and_then(check).map_err(|error| CliError::Options { given_in, error })
}

/// libomp takes the first tool that wants to run, so a second one would be left out, or leave ours
/// out.
fn refuse_second_tool(set: Option<&OsStr>, tool: &Path) -> Result<(), CliError> {
    match set {
        Some(set) if !set.is_empty() && set != tool.as_os_str() => {
            Err(CliError::SecondTool(set.to_string_lossy().into_owned()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_wins_over_the_environment() {
        let words = |words: &[&str]| words.iter().map(|word| ("--option", (*word).to_owned())).collect::<Vec<_>>();
        let list = merge(Ok("exitcode=1:team=1".to_owned()), &words(&["exitcode=2", "log_path=a:b"])).expect("valid");
        assert_eq!(join_assignments(&list), "exitcode=1:team=1:exitcode=2:log_path='a:b'");
        assert_eq!(Options::from_assignments(&list).expect("valid").exit_code, 2);
        assert_eq!(merge(Err(VarError::NotPresent), &[]).expect("valid"), []);

        let refusal =
            |text: &str, more: &[&str]| merge(Ok(text.to_owned()), &words(more)).expect_err("refused").to_string();
        insta::assert_snapshot!(
            refusal("exitcode", &[]),
            @"DETSAN_OPTIONS: option 'exitcode' has no value: write name=value (see `detsan help options`)"
        );
        insta::assert_snapshot!(
            refusal("exitcode=1", &["exitcod=1"]),
            @"--option: unknown option 'exitcod': did you mean exitcode? (see `detsan help options`)"
        );
    }

    #[test]
    fn only_a_foreign_tool_is_refused() {
        let tool = Path::new("/lib/libdetsan.so");
        let check = |set: Option<&str>| refuse_second_tool(set.map(OsStr::new), tool);
        assert!(check(None).is_ok() && check(Some("")).is_ok() && check(Some("/lib/libdetsan.so")).is_ok());
        let error = check(Some("/lib/libarcher.so")).expect_err("a second tool");
        assert_eq!(
            error.to_string(),
            "OMP_TOOL_LIBRARIES is already set to /lib/libarcher.so: only one OMPT tool can be loaded, unset it"
        );
    }
}
