//! Where and with what something was measured. No paths: results are for publishing.

use std::fs;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::toolbox::Versions;

/// The head of every result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The command line, with paths left out.
    pub(crate) command: String,
    /// Name of the processor.
    pub(crate) processor: String,
    /// How many cores there are.
    pub(crate) cores: usize,
    /// Version of the compiler.
    pub(crate) compiler: String,
    /// The OpenMP runtime.
    pub(crate) openmp: String,
    /// Version of DetSan.
    pub(crate) detsan: String,
    /// Size of the kernels, if they have one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) class: Option<String>,
    /// How often everything was run.
    pub(crate) repetitions: u32,
}

impl Header {
    /// For a run of `words` here.
    pub(crate) fn new(words: &[String], versions: Versions, class: Option<String>, repetitions: u32) -> Header {
        let Versions { compiler, openmp, detsan } = versions;
        let command = format!("detsan-bench {}", words.join(" "));
        Header { command, processor: processor(), cores: cores(), compiler, openmp, detsan, class, repetitions }
    }

    /// One that is the same everywhere.
    #[cfg(test)]
    pub(crate) fn example() -> Header {
        Header {
            command: "detsan-bench example --format table".to_owned(),
            processor: "Example 3000".to_owned(),
            cores: 2,
            compiler: "clang version 19.1.7".to_owned(),
            openmp: "libomp.so.5".to_owned(),
            detsan: "detsan 0.1.0".to_owned(),
            class: None,
            repetitions: 3,
        }
    }

    /// What stands under a title.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let plural = if self.cores == 1 { "" } else { "s" };
        let class = self.class.iter().map(|class| ("class", class.clone()));
        let start = [
            ("command", self.command.clone()),
            ("machine", format!("{} core{plural}, {}", self.cores, self.processor)),
            ("compiler", self.compiler.clone()),
            ("OpenMP", self.openmp.clone()),
            ("DetSan", self.detsan.clone()),
        ];
        start.into_iter().chain(class).chain([("repetitions", self.repetitions.to_string())]).collect()
    }
}

/// How many cores this process may use.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    line.and_then(|line| line.split_once(": "))
        .map_or_else(|| "unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}
