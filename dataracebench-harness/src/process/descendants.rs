//! The processes of a program, wherever they have gone: those that carry its mark in their
//! environment.
//!
//! A process that a program leaves behind may have left its session, too; what it cannot shed is
//! the environment that it was started with. On a system without `/proc`, or for processes of
//! another user, nothing is found.

use std::fs;

use rustix::process::{Pid, Signal};

/// The variable that holds the mark of a run.
pub(super) const MARK_VARIABLE: &str = "DATARACEBENCH_HARNESS_RUN";

/// What processes use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// How many there are.
    pub(super) processes: usize,
    /// Their resident memory together.
    pub(super) resident_kib: u64,
}

/// What the process `pid` uses.
pub(super) fn usage_of(pid: i32) -> Usage {
    let pages = fs::read_to_string(format!("/proc/{pid}/statm"))
        .ok()
        .and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok());
    let page_kib = rustix::param::page_size() as u64 / 1024;
    Usage { processes: 1, resident_kib: pages.unwrap_or(0) * page_kib }
}

/// What all processes with the mark use.
pub(super) fn usage_of_all(mark: &str) -> Usage {
    marked(mark).into_iter().map(usage_of).fold(Usage::default(), |sum, usage| Usage {
        processes: sum.processes + usage.processes,
        resident_kib: sum.resident_kib + usage.resident_kib,
    })
}

/// Kills all processes with the mark, and those that they start meanwhile.
pub(super) fn kill_all(mark: &str) {
    // A process that forks while it is being killed is found in the next round; a bound stops a
    // race that cannot be won.
    for _ in 0..100 {
        let pids = marked(mark);
        if pids.is_empty() {
            return;
        }
        for pid in pids.into_iter().filter_map(Pid::from_raw) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
    }
}

/// The processes with the mark. A zombie has no environment any more, and is none of them.
fn marked(mark: &str) -> Vec<i32> {
    let wanted = format!("{MARK_VARIABLE}={mark}");
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let has_mark = |pid: &i32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    pids.filter(has_mark).collect()
}
