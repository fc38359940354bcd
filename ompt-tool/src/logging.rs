//! The event log: `tracing`, to where the reports go.

use std::sync::Mutex;

use detsan_options::Verbosity;
use tracing::Level;

use crate::output::Log;

/// Starts the log, if the option `verbose` asks for one.
pub(crate) fn start(verbosity: Verbosity) {
    let level = match verbosity {
        Verbosity::Off => return,
        Verbosity::Info => Level::INFO,
        Verbosity::Debug => Level::DEBUG,
        Verbosity::Trace => Level::TRACE,
    };
    // The program's clock is not ours to read, and a log without times can be compared between runs.
    tracing_subscriber::fmt().with_max_level(level).with_writer(Mutex::new(Log)).with_ansi(false).without_time().init();
}
