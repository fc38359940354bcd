//! What the values of options can be: each kind says in words what it takes, and parses it.

use std::path::PathBuf;
use std::str::FromStr;

/// What an option takes.
pub(crate) struct Kind<T> {
    /// The values in words, for help and documentation; no `|`, which would end a cell of a
    /// Markdown table.
    pub(crate) values: &'static str,
    /// Turns the text of a value into the value, or says what was expected instead.
    pub(crate) parse: fn(&str) -> Result<T, String>,
}

/// A switch.
pub(crate) const SWITCH: Kind<bool> = Kind {
    values: "0 or 1",
    parse: |text| match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err("expected 0 or 1".to_owned()),
    },
};

/// The size of a team.
pub(crate) const TEAM: Kind<u32> = Kind {
    values: "1 to 1024",
    parse: |text| match number(text, "a number of threads")? {
        team @ 1..=1024 => Ok(team),
        _ => Err("expected 1 to 1024 threads".to_owned()),
    },
};

/// The exit status of a process.
pub(crate) const EXIT_STATUS: Kind<u8> = Kind { values: "0 to 255", parse: |text| number(text, "0 to 255") };

/// A count.
pub(crate) const COUNT: Kind<u64> = Kind { values: "a number", parse: |text| number(text, "a number") };

/// Where output goes.
pub(crate) const LOG_PATH: Kind<LogPath> = Kind {
    values: "`stderr` or a path",
    parse: |text| match text {
        "" => Err("expected stderr or a path".to_owned()),
        "stderr" => Ok(LogPath::Stderr),
        _ => Ok(LogPath::File(text.to_owned())),
    },
};

/// Where a recording goes.
pub(crate) const TRACE_PATH: Kind<TracePath> = Kind {
    values: "`off` or a path",
    parse: |text| match text {
        "" => Err("expected off or a path".to_owned()),
        "off" => Ok(TracePath::Off),
        _ => Ok(TracePath::File(text.to_owned())),
    },
};

/// Names of libraries.
pub(crate) const LIBRARIES: Kind<Vec<String>> = Kind {
    values: "`none` or names, with commas between",
    parse: |text| match text {
        "none" => Ok(Vec::new()),
        _ if text.split(',').all(|name| !name.is_empty() && !name.contains('/')) => {
            Ok(text.split(',').map(str::to_owned).collect())
        }
        _ => Err("expected none or names with commas between, such as openblas,mkl_core".to_owned()),
    },
};

/// What critical sections order.
pub(crate) const LOCKS: Kind<Locks> = Kind {
    values: "sets or dc",
    parse: |text| match text {
        "sets" => Ok(Locks::Sets),
        "dc" => Ok(Locks::DoesNotCommute),
        _ => Err("expected sets or dc".to_owned()),
    },
};

/// How much is logged.
pub(crate) const VERBOSITY: Kind<Verbosity> = Kind {
    values: "off, info, debug or trace",
    parse: |text| match text {
        "off" => Ok(Verbosity::Off),
        "info" => Ok(Verbosity::Info),
        "debug" => Ok(Verbosity::Debug),
        "trace" => Ok(Verbosity::Trace),
        _ => Err("expected off, info, debug or trace".to_owned()),
    },
};

/// Decimal digits only: `parse` would also take a sign.
fn number<T: FromStr>(text: &str, expected: &str) -> Result<T, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| format!("expected {expected}"))
}

/// Where reports and the event log go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogPath {
    /// Standard error.
    Stderr,
    /// A file; `%p` in the name stands for the process id. [`LogPath::resolve`] puts it in.
    File(String),
}

impl LogPath {
    /// The file to write for the process `pid`; `None` means standard error.
    pub fn resolve(&self, pid: u32) -> Option<PathBuf> {
        match self {
            LogPath::Stderr => None,
            LogPath::File(pattern) => Some(path_of(pattern, pid)),
        }
    }
}

/// Where the events of a run are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TracePath {
    /// They are not.
    Off,
    /// A file; `%p` in the name stands for the process id. [`TracePath::resolve`] puts it in.
    File(String),
}

impl TracePath {
    /// The file to write for the process `pid`; `None` if there is to be none.
    pub fn resolve(&self, pid: u32) -> Option<PathBuf> {
        match self {
            TracePath::Off => None,
            TracePath::File(pattern) => Some(path_of(pattern, pid)),
        }
    }
}

/// The path that `pattern` stands for in the process `pid`.
pub(crate) fn path_of(pattern: &str, pid: u32) -> PathBuf {
    PathBuf::from(pattern.replace("%p", &pid.to_string()))
}

/// What critical sections order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locks {
    /// Nothing: they exclude each other.
    Sets,
    /// Those of one lock with conflicting accesses stay in the order in which they ran.
    DoesNotCommute,
}

/// How much of its work the tool logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Nothing but reports.
    Off,
    /// What the tool found and decided when it started and ended.
    Info,
    /// Also every region, task and synchronisation.
    Debug,
    /// Also every access that reaches the detector.
    Trace,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pid_takes_the_place_of_every_mark() {
        let path = |pattern: &str| LogPath::File(pattern.to_owned()).resolve(42).expect("a file");
        assert_eq!(path("race.log"), PathBuf::from("race.log"));
        assert_eq!(path("%p/race.%p"), PathBuf::from("42/race.42"));
        assert_eq!(path("100%"), PathBuf::from("100%"));
        assert_eq!(LogPath::Stderr.resolve(42), None);
        assert_eq!(TracePath::File("%p.dts".to_owned()).resolve(42), Some(PathBuf::from("42.dts")));
        assert_eq!(TracePath::Off.resolve(42), None);
    }

    #[test]
    fn numbers_are_digits_in_range() {
        assert_eq!((EXIT_STATUS.parse)("255"), Ok(255));
        for text in ["256", "-1", "+1", "", "0x1", " 1"] {
            assert_eq!((EXIT_STATUS.parse)(text), Err("expected 0 to 255".to_owned()), "{text:?}");
        }
    }
}
