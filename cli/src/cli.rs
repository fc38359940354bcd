//! The command line of `detsan`, and its help.

use crate::error::CliError;
use clap::{CommandFactory, Parser, Subcommand};
use detsan_options::{OPTION_TABLE, USUAL_WIDTH, near};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "detsan",
    version,
    max_term_width = 100,
    about = "Finds determinacy races in OpenMP programs",
    after_help = "`detsan help options` lists the options of a run, `detsan help exit-codes` what a status means.\n\
                  Build and check a program:\n\n  detsan cc -O1 program.c -o program\n  detsan run ./program",
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile or link C with what DetSan needs
    #[command(
        disable_help_flag = true,
        override_usage = "detsan cc <arguments of the compiler>",
        after_help = "The compiler is the newest clang on the PATH (14 or newer), or the one that DETSAN_CC names. With gcc, clang \
                      links. All arguments are the compiler's own; `detsan help cc` shows this page.\n\n\
                      -fopenmp is added; -fno-openmp takes it away. The commands detsan-clang and detsan-gcc, links to detsan, \
                      take the place of these compilers in a build, and do not add it."
    )]
    Cc {
        /// Arguments of the compiler, passed on as they are
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Compile or link C++ with what DetSan needs
    #[command(
        name = "c++",
        disable_help_flag = true,
        override_usage = "detsan c++ <arguments of the compiler>",
        after_help = "The compiler is the newest clang++ on the PATH (14 or newer), or the one that DETSAN_CXX names. With g++, \
                      clang++ links. All arguments are the compiler's own; `detsan help c++` shows this page.\n\n\
                      -fopenmp is added; -fno-openmp takes it away. The commands detsan-clang++ and detsan-g++, links to detsan, \
                      take the place of these compilers in a build, and do not add it."
    )]
    Cxx {
        /// Arguments of the compiler, passed on as they are
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Compile or link Fortran with what DetSan needs
    #[command(
        disable_help_flag = true,
        override_usage = "detsan fc <arguments of the compiler>",
        after_help = "The compiler is the newest gfortran on the PATH, or the one that DETSAN_FC names; clang links. All arguments \
                      are the compiler's own; `detsan help fc` shows this page.\n\n\
                      -fopenmp is added; -fno-openmp takes it away. The command detsan-gfortran, a link to detsan, takes the \
                      place of gfortran in a build, and does not add it."
    )]
    Fc {
        /// Arguments of the compiler, passed on as they are
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Print the flags that `detsan cc` compiles with
    Cflags {
        /// Optimisation level of the build; at 0 fewer flags are needed
        #[arg(long, value_name = "LEVEL", default_value = "2")]
        opt: String,
        /// The flags that `detsan fc` compiles with, for gfortran
        #[arg(long)]
        fortran: bool,
    },
    /// Print the flags that `detsan cc` links an executable with
    #[command(
        after_help = "The flags are for clang. They go behind the objects. Shared libraries need only -fopenmp and \
                            -fno-sanitize-link-runtime: they find the hooks in the executable."
    )]
    Ldflags {
        /// Ask the C++ compiler, DETSAN_CXX, where libomp is
        #[arg(long = "c++")]
        cxx: bool,
        /// Add the runtime library of Fortran
        #[arg(long)]
        fortran: bool,
    },
    /// Run a program and report its races
    #[command(after_help = "The exit status is the program's own unless races were found or it was not started: \
                            `detsan help exit-codes` lists the numbers.")]
    Run {
        /// Threads of every parallel region, as the option team
        #[arg(long, value_name = "N")]
        team: Option<String>,
        /// Record the run for `detsan replay`, as the option record
        #[arg(long, value_name = "FILE")]
        record: Option<String>,
        /// An option of the run (see `detsan help options`); wins over DETSAN_OPTIONS; can be
        /// repeated
        #[arg(long = "option", value_name = "NAME=VALUE")]
        options: Vec<String>,
        /// The program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "PROGRAM")]
        command: Vec<OsString>,
    },
    /// Check a recorded run again, without the program
    #[command(
        after_help = "The reports and the exit status are those of the run that `detsan run --record FILE` recorded; a \
                            program that was ended by a signal has 128 plus its number. Options are those of the recorded run."
    )]
    Replay {
        /// An option that is to differ from the recorded run: exitcode, log_path, max_reports,
        /// max_reports_per_group, halt_on_error or
        /// print_summary; can be repeated
        #[arg(long = "option", value_name = "NAME=VALUE")]
        options: Vec<String>,
        /// The recorded run
        #[arg(value_name = "FILE")]
        trace: PathBuf,
    },
    /// Find out whether everything that DetSan needs is there and works
    Doctor,
    /// Print help on a command, on `options` or on `exit-codes`
    Help {
        /// A command or topic
        topic: Option<String>,
    },
}

/// Columns of the terminal, as far as lines of that length are easy to read.
pub(crate) fn width() -> usize {
    let columns = rustix::termios::tcgetwinsize(io::stdout()).map_or(0, |size| usize::from(size.ws_col));
    if columns == 0 { USUAL_WIDTH } else { columns.min(USUAL_WIDTH) }
}

/// Refuses a command line whose `words` clap would take for something else: an unknown command, or
/// an unknown option of `detsan run` in the place of the program.
pub(crate) fn check(words: &[OsString]) -> Result<(), CliError> {
    let Some(first) = words.get(1).map(|word| word.to_string_lossy()).filter(|word| !word.starts_with('-')) else {
        return Ok(());
    };
    let detsan = Cli::command();
    let names: Vec<&str> = detsan.get_subcommands().map(clap::Command::get_name).collect();
    if !names.contains(&&*first) {
        let meant = match Path::new(&words[1]).is_file() {
            true => vec![format!("detsan run {first}")],
            false => near(&first, names.into_iter()).into_iter().map(str::to_owned).collect(),
        };
        return Err(CliError::UnknownCommand { name: first.into_owned(), meant });
    }
    match Cli::try_parse_from(words) {
        Ok(Cli { command: Command::Run { command, .. } }) => check_program(words, &command, &detsan),
        // clap says what is wrong.
        _ => Ok(()),
    }
}

/// What stands in the place of the program is no option, unless `--` says so.
fn check_program(words: &[OsString], command: &[OsString], detsan: &clap::Command) -> Result<(), CliError> {
    let program = command[0].to_string_lossy();
    let place = words.len() - command.len();
    if !program.starts_with('-') || words[place - 1] == "--" {
        return Ok(());
    }
    let bare = program.trim_start_matches('-').split('=').next().unwrap_or_default();
    let run = detsan.find_subcommand("run").expect("it is a command");
    let flags = near(bare, run.get_arguments().filter_map(|argument| argument.get_long()));
    let mut meant: Vec<String> = flags.into_iter().map(|flag| format!("--{flag}")).collect();
    if meant.is_empty() {
        let options = near(bare, OPTION_TABLE.iter().map(|option| option.name));
        meant.extend(options.into_iter().map(|name| format!("--option {name}=…")));
    }
    Err(CliError::UnknownOption { name: program.into_owned(), meant })
}

/// The text of `detsan help topic`.
pub(crate) fn help(topic: Option<&str>) -> Result<String, CliError> {
    help_of(Cli::command(), topic)
}

fn help_of(mut detsan: clap::Command, topic: Option<&str>) -> Result<String, CliError> {
    detsan.build();
    match topic {
        None => Ok(detsan.render_help().to_string()),
        Some("options") => Ok(detsan_options::options_help(width())),
        Some("exit-codes") => Ok(detsan_options::exit_codes_help(width())),
        Some(name) => {
            let command = detsan.find_subcommand_mut(name).ok_or_else(|| CliError::NoSuchTopic(name.to_owned()))?;
            Ok(command.render_help().to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_texts() {
        let help = |topic| help_of(Cli::command().term_width(100), topic).expect("help");
        let mut text = help(None);
        for topic in ["cc", "c++", "fc", "cflags", "ldflags", "run", "replay", "doctor", "help"] {
            text.push_str(&format!("\n──── detsan help {topic}\n{}", help(Some(topic))));
        }
        insta::assert_snapshot!(text);
        let narrow = help_of(Cli::command().term_width(60), Some("replay")).expect("help");
        assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    }

    #[test]
    fn topics_are_known_or_refused() {
        assert_eq!(help(Some("options")).expect("help"), detsan_options::options_help(width()));
        assert_eq!(help(Some("exit-codes")).expect("help"), detsan_options::exit_codes_help(width()));
        let error = help(Some("fortran")).expect_err("no such topic");
        assert_eq!(error.to_string(), "no help on 'fortran': `detsan help` lists the commands and topics");
    }

    #[test]
    fn what_is_written_wrongly_is_named() {
        let check = |text: &str| {
            let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
            check(&words).map_err(|error| (error.exit_code(), error.to_string()))
        };
        let refusal = |text: &str| check(text).map_err(|(code, text)| format!("{code}: {text}")).expect_err("refused");
        assert_eq!(
            refusal("detsan run --teams 4 ./p"),
            "2: unknown option '--teams': did you mean --team? (see `detsan help run`)"
        );
        assert_eq!(
            refusal("detsan run --exitcode=3 ./p"),
            "2: unknown option '--exitcode=3': did you mean --option exitcode=…? (see `detsan help run`)"
        );
        assert_eq!(
            refusal("detsan run --verbosity info ./p"),
            "2: unknown option '--verbosity': did you mean --option verbose=…? (see `detsan help run`)"
        );
        assert_eq!(refusal("detsan run -x ./p"), "2: unknown option '-x' (see `detsan help run`)");
        assert_eq!(refusal("detsan rnu ./p"), "2: unknown command 'rnu': did you mean run? (see `detsan help`)");
        assert_eq!(
            refusal("detsan /bin/sh"),
            "2: unknown command '/bin/sh': did you mean detsan run /bin/sh? (see `detsan help`)"
        );
        assert_eq!(refusal("detsan frobnicate"), "2: unknown command 'frobnicate' (see `detsan help`)");
        for text in [
            "detsan",
            "detsan --help",
            "detsan run ./p --teams",
            "detsan run -- --teams",
            "detsan run",
            "detsan help rnu",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn the_program_keeps_its_own_arguments() {
        let parse = |words: &[&str]| Cli::try_parse_from(words).expect("valid").command;
        let Command::Run { team, options, command, .. } =
            parse(&["detsan", "run", "--team", "1", "--option", "exitcode=3", "./prog", "--team", "2", "--help", "--"])
        else {
            panic!("not a run")
        };
        assert_eq!((team.as_deref(), options.as_slice()), (Some("1"), ["exitcode=3".to_owned()].as_slice()));
        assert_eq!(command, ["./prog", "--team", "2", "--help", "--"]);

        let Command::Run { command, .. } = parse(&["detsan", "run", "--", "--odd", "-x"]) else { panic!("not a run") };
        assert_eq!(command, ["--odd", "-x"]);
        assert!(Cli::try_parse_from(["detsan", "run"]).is_err());
    }
}
