//! The command line.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::configuration::Configuration;
use crate::error::BenchError;
use crate::exit_codes;
use crate::format::{OutputArgs, name_of};
use crate::manifest;
use crate::programs::{self, Workload, own_directory};

/// Measures what checking a program costs.
#[derive(Debug, Parser)]
#[command(name = "detsan-bench", version, term_width = 100, after_help = exit_codes::help())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run kernels, or programs of your own, under DetSan, ThreadSanitizer and Archer, side by side
    #[command(after_help = exit_codes::help())]
    Compare(CompareArgs),
    /// Count the instructions that kernels execute
    #[command(after_help = exit_codes::help())]
    Instructions(InstructionsArgs),
    /// Measure how the cost of checking grows with the program
    #[command(after_help = exit_codes::help())]
    Growth(GrowthArgs),
}

/// How large the kernels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Class {
    /// A moment
    Small,
    /// Seconds under a checker
    Medium,
    /// Minutes under a checker
    Large,
}

#[derive(Debug, Args)]
pub(crate) struct KernelArgs {
    /// Kernels, or programs of the manifest, by name [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) kernel: Vec<String>,
    /// Folder of the kernels [default: those of this project]
    #[arg(long, value_name = "DIR")]
    pub(crate) kernels: Option<PathBuf>,
    /// Measure the programs that this file lists, and no kernels
    #[arg(long, value_name = "FILE", conflicts_with_all = ["kernels", "class"])]
    pub(crate) manifest: Option<PathBuf>,
    /// Size of the kernels
    #[arg(long, default_value = "small")]
    pub(crate) class: Class,
    /// Seconds that a run may take
    #[arg(long, value_name = "S", default_value = "600")]
    pub(crate) timeout: NonZeroU64,
}

impl KernelArgs {
    /// What is to be measured.
    ///
    /// # Errors
    ///
    /// When there is nothing, a name is unknown, or the manifest is wrong.
    pub(crate) fn workloads(&self) -> Result<Vec<Workload>, BenchError> {
        if let Some(manifest) = &self.manifest {
            return programs::choose(manifest::read(manifest)?, "program", &self.kernel);
        }
        let directory = self.kernels.clone().unwrap_or_else(|| own_directory("kernels"));
        programs::find(&directory, &self.kernel, &name_of(&self.class))
    }

    /// The size of the kernels. Programs of a manifest have their own arguments.
    pub(crate) fn class(&self) -> Option<String> {
        self.manifest.is_none().then(|| name_of(&self.class))
    }

    /// How long a run may take.
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout.get())
    }

    /// The options as they were given, without paths.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.class().into_iter().flat_map(|class| ["--class".to_owned(), class]).collect();
        words.extend(self.manifest.iter().flat_map(|_| ["--manifest".to_owned(), "FILE".to_owned()]));
        if !self.kernel.is_empty() {
            words.extend(["--kernel".to_owned(), self.kernel.join(",")]);
        }
        words.extend(self.kernels.iter().flat_map(|_| ["--kernels".to_owned(), "DIR".to_owned()]));
        words
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) kernels: KernelArgs,
    /// How often every program is run in every configuration
    #[arg(long, value_name = "N", default_value = "5")]
    pub(crate) repetitions: NonZeroU32,
    /// Configurations, by name [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) config: Vec<Configuration>,
    /// Level of optimisation
    #[arg(long, value_name = "LEVEL", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) opt_level: u8,
    /// Which configuration goes first in the first repetition; the order is rotated by one in each
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct InstructionsArgs {
    #[command(flatten)]
    pub(crate) kernels: KernelArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GrowthArgs {
    /// Curves, by name [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) curve: Vec<String>,
    /// Points of each curve: its largest n, and halves of it
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u32).range(2..=12))]
    pub(crate) points: u32,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
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
        for name in ["compare", "instructions", "growth"] {
            let mut command = Cli::command().find_subcommand(name).expect("a subcommand").clone();
            texts.push_str(&format!("\n==== {name}\n\n{}", command.render_long_help()));
        }
        insta::assert_snapshot!(texts);
    }

    #[test]
    fn bad_command_lines_are_refused() {
        for line in [
            "",
            "compare --class huge",
            "compare --repetitions 0",
            "compare --config valgrind",
            "compare --opt-level 9",
            "compare --format pdf",
            "compare --timeout 0",
            "compare fib",
            "compare --manifest a.toml --class small",
            "compare --manifest a.toml --kernels folder",
            "growth --points 1",
            "growth --points many",
            "instructions --repetitions 3",
        ] {
            let words = ["detsan-bench"].into_iter().chain(line.split_whitespace());
            assert!(Cli::try_parse_from(words).is_err(), "{line}");
        }
    }
}
