//! The command line.

use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::thread;

use clap::{Args, Parser, Subcommand};
use regex::Regex;

use crate::exit_codes;
use crate::format::Format;
use crate::results::Shard;
use crate::suite::{Language, Selection};
use crate::tools::Tool;

/// Scores race checkers on DataRaceBench, or on the suite inside of this command.
#[derive(Debug, Parser)]
#[command(name = "dataracebench-harness", version, term_width = 100, args_override_self = true, after_help = exit_codes::help())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build, run and score programs
    #[command(after_help = exit_codes::help())]
    Score(Box<ScoreArgs>),
    /// List programs, and what the suite says about them
    List {
        #[command(flatten)]
        suite: SuiteArgs,
        #[command(flatten)]
        select: SelectArgs,
    },
    /// Show a source with the places that the suite names and those that were reported
    Show {
        /// Name of the program, or the beginning of it
        case: String,
        /// Results to take the reports from, instead of a run now
        #[arg(long, value_name = "SCORE.JSON")]
        from: Option<PathBuf>,
        #[command(flatten)]
        suite: SuiteArgs,
        #[command(flatten)]
        measure: MeasureArgs,
    },
    /// Say which verdicts differ between two runs
    Compare {
        /// Results or baseline of the first run
        before: PathBuf,
        /// Results or baseline of the second run
        after: PathBuf,
    },
    /// Put the shards of a run together
    Merge {
        /// Results of the shards
        #[arg(required = true, value_name = "SCORE.JSON")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Become a program, with bounds: a step of running one
    #[command(name = crate::process::SUBCOMMAND, hide = true)]
    Launch {
        /// Size of any file that it writes, in MiB
        file_mib: u64,
        /// The program and its arguments
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) measure: MeasureArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Continue the interrupted run in the folder of --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Score one of n parts of the programs, for `merge`
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
}

#[derive(Debug, Args)]
pub(crate) struct SuiteArgs {
    /// A checkout of DataRaceBench, from version 1.2 on, or a folder of programs named like its;
    /// without it, the suite inside of this command
    #[arg(long, value_name = "DIR")]
    pub(crate) suite: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// Programs that use an OpenMP directive or clause (depend, task, simd, …); `published` for
    /// those with published verdicts
    #[arg(long, value_delimiter = ',', default_value = "all")]
    pub(crate) group: Vec<String>,
    /// Programs whose name matches
    #[arg(long, value_name = "REGEX", value_parser = Regex::new)]
    pub(crate) filter: Option<Regex>,
    /// Programs in these languages [default: all]
    #[arg(long, value_delimiter = ',')]
    pub(crate) lang: Vec<Language>,
}

impl From<&SelectArgs> for Selection {
    fn from(args: &SelectArgs) -> Selection {
        Selection {
            groups: args.group.clone(),
            filter: args.filter.as_ref().map(|filter| filter.as_str().to_owned()),
            languages: args.lang.clone(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct MeasureArgs {
    /// Checkers
    #[arg(long, value_delimiter = ',', default_value = "detsan")]
    pub(crate) tool: Vec<Tool>,
    /// Threads of every parallel region [default: that of detsan, and 8 for the others]
    #[arg(long, value_name = "N")]
    pub(crate) team: Option<NonZeroU32>,
    /// Levels of optimisation
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_value = "0", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) opt_level: Vec<u8>,
    /// Runs of each program
    #[arg(long, value_name = "K", default_value = "1")]
    pub(crate) repeat: NonZeroU32,
    /// Programs that are built and run at a time [default: half of the processors]
    #[arg(long, value_name = "J")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Seconds that a run may take
    #[arg(long, value_name = "S", default_value = "60")]
    pub(crate) timeout: NonZeroU64,
    /// Memory that a run may take
    #[arg(long, value_name = "MIB", default_value = "4096")]
    pub(crate) memory: NonZeroU64,
    /// Argument of the programs that take one (`-var-`)
    #[arg(long, value_name = "N", default_value = "32")]
    pub(crate) dataset: u64,
}

impl MeasureArgs {
    /// How many programs to work on at a time. Programs have threads of their own.
    pub(crate) fn jobs(&self) -> usize {
        let half = || thread::available_parallelism().map_or(1, |count| (count.get() / 2).max(1));
        self.jobs.map_or_else(half, NonZeroUsize::get)
    }
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Forms of the results: one on standard output, or all in the folder of --out
    #[arg(long, value_delimiter = ',', default_value = "table")]
    pub(crate) format: Vec<Format>,
    /// Folder for the results, and for what --resume needs
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Results or baseline of an earlier run; a verdict that got worse is a failure
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_texts() {
        let mut texts = Cli::command().render_long_help().to_string();
        for name in ["score", "list", "show", "compare", "merge"] {
            let mut command = Cli::command().find_subcommand(name).expect("a subcommand").clone();
            texts.push_str(&format!("\n==== {name}\n\n{}", command.render_long_help()));
        }
        insta::assert_snapshot!(texts);
    }

    #[test]
    fn bad_command_lines_are_refused() {
        for line in [
            "score --group depend --filter (",
            "score --tool valgrind",
            "score --opt-level 9",
            "score --repeat 0",
            "score --shard 3/2",
            "score --resume",
            "score --format pdf",
            "score --lang rust",
            "compare a.json",
            "merge",
        ] {
            let words = ["dataracebench-harness"].into_iter().chain(line.split(' '));
            assert!(Cli::try_parse_from(words).is_err(), "{line}");
        }
    }
}
