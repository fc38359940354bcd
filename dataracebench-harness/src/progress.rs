//! Shows how far a run is, on standard error: a bar on a terminal, a line for every result
//! otherwise.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::runner::Event;

/// The state of the display.
#[derive(Debug)]
pub(crate) struct Progress {
    total: usize,
    done: usize,
    /// Only on a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A display for `total` jobs, `done` of which an earlier run has done.
    pub(crate) fn new(total: usize, done: usize) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}").expect("a valid template");
            let bar = ProgressBar::new(total as u64).with_style(style);
            bar.set_position(done as u64);
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Progress { total, done, bar }
    }

    /// Shows what has happened.
    pub(crate) fn show(&mut self, event: &Event<'_>) {
        match (event, &self.bar) {
            (Event::Started(job), Some(bar)) => bar.set_message(format!("{} {}", job.case.name, job.configuration)),
            (Event::Started(_), None) => {}
            (Event::Finished(..), Some(bar)) => bar.inc(1),
            (Event::Finished(job, measurement), None) => {
                self.done += 1;
                let time = measurement.build_seconds + measurement.run_seconds();
                let width = self.total.to_string().len();
                eprintln!(
                    "[{:width$}/{}] {} {}: {} ({time:.1} s)",
                    self.done, self.total, job.case.name, job.configuration, measurement.outcome
                );
            }
        }
    }

    /// Says something in between.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{text}")),
            None => eprintln!("{text}"),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
