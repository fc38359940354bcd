//! How much memory there is.

use rustix::process::{Resource, getrlimit};
use std::fs;

/// What is taken for the machine's memory if it cannot be asked.
const USUAL: u64 = 4 << 30;

/// What a command may plan to use: a quarter of what it can have, as tables are copied when they
/// grow.
pub(crate) fn share() -> u64 {
    let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
    let total = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let least = limits.into_iter().flatten().chain(total).chain(group).min();
    least.unwrap_or(USUAL) / 4
}

/// The memory that `/proc/meminfo` tells of, in bytes.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("MemTotal:       16307500 kB\nMemFree: 1 kB\n"), Some(16_307_500 << 10));
        assert_eq!(total("MemFree: 1 kB\n"), None);
        assert!(share() > 1 << 20);
    }
}
