//! The ways in which a program is built and run.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::{Deserialize, Serialize};

/// What a program is compiled and linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Variant {
    /// Nothing but OpenMP.
    Plain,
    /// DetSan's flags, and hooks that do nothing.
    Hooks,
    /// The same, and hooks that count.
    Count,
    /// `detsan cc`.
    Detsan,
    /// ThreadSanitizer.
    Tsan,
}

/// How many threads a parallel region has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// So many.
    Count(u32),
    /// As many as there are cores.
    Cores,
}

/// A way to build and run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Configuration {
    /// Not instrumented, one thread.
    Plain1,
    /// Not instrumented, all cores.
    Plain,
    /// Instrumented, with empty hooks.
    Hooks,
    /// DetSan, teams of one.
    Detsan1,
    /// DetSan, teams of four.
    Detsan4,
    /// ThreadSanitizer, one thread.
    Tsan1,
    /// ThreadSanitizer, all cores.
    Tsan,
    /// ThreadSanitizer with Archer, one thread.
    Archer1,
    /// ThreadSanitizer with Archer, all cores.
    Archer,
}

/// What there is to know about a configuration.
struct Entry {
    configuration: Configuration,
    name: &'static str,
    meaning: &'static str,
    variant: Variant,
    threads: Threads,
}

/// All configurations, in the order of the columns.
const TABLE: [Entry; 9] = [
    entry(Configuration::Plain1, "plain1", "not instrumented, one thread", Variant::Plain, Threads::Count(1)),
    entry(Configuration::Plain, "plain", "not instrumented, all cores", Variant::Plain, Threads::Cores),
    entry(Configuration::Hooks, "hooks", "instrumented, with hooks that do nothing", Variant::Hooks, Threads::Count(1)),
    entry(Configuration::Detsan1, "detsan1", "DetSan in teams of one", Variant::Detsan, Threads::Count(1)),
    entry(Configuration::Detsan4, "detsan4", "DetSan in teams of four", Variant::Detsan, Threads::Count(4)),
    entry(Configuration::Tsan1, "tsan1", "ThreadSanitizer, one thread", Variant::Tsan, Threads::Count(1)),
    entry(Configuration::Tsan, "tsan", "ThreadSanitizer, all cores", Variant::Tsan, Threads::Cores),
    entry(
        Configuration::Archer1,
        "archer1",
        "ThreadSanitizer with Archer, one thread",
        Variant::Tsan,
        Threads::Count(1),
    ),
    entry(Configuration::Archer, "archer", "ThreadSanitizer with Archer, all cores", Variant::Tsan, Threads::Cores),
];

const fn entry(
    configuration: Configuration,
    name: &'static str,
    meaning: &'static str,
    variant: Variant,
    threads: Threads,
) -> Entry {
    Entry { configuration, name, meaning, variant, threads }
}

impl Configuration {
    fn entry(self) -> &'static Entry {
        TABLE.iter().find(|entry| entry.configuration == self).expect("every configuration is in the table")
    }

    /// Its name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        self.entry().name
    }

    /// What it is, in a few words.
    pub(crate) fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// What it runs.
    pub(crate) fn variant(self) -> Variant {
        self.entry().variant
    }

    /// Whether Archer takes part.
    pub(crate) fn has_archer(self) -> bool {
        matches!(self, Configuration::Archer1 | Configuration::Archer)
    }

    /// Threads of a parallel region, on a machine with so many cores.
    pub(crate) fn threads(self, cores: usize) -> usize {
        match self.entry().threads {
            Threads::Count(count) => count as usize,
            Threads::Cores => cores,
        }
    }
}

impl ValueEnum for Configuration {
    fn value_variants<'a>() -> &'a [Configuration] {
        const ALL: [Configuration; TABLE.len()] = {
            let mut all = [Configuration::Plain1; TABLE.len()];
            let mut index = 0;
            while index < TABLE.len() {
                all[index] = TABLE[index].configuration;
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.meaning()))
    }
}
