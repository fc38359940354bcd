//! The racing places that a program names in its comments: `a[i+1]@64:10:R vs. a[i]@64:5:W`.
//!
//! Before version 1.3 DataRaceBench left out the last part, whether the access reads or writes.

use std::fmt;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Mode {
    /// It reads.
    #[serde(rename = "R")]
    Read,
    /// It writes.
    #[serde(rename = "W")]
    Write,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Read => "R",
            Mode::Write => "W",
        })
    }
}

/// One access of a race, as the program's comment describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Site {
    /// The expression that is accessed.
    pub(crate) variable: String,
    /// Its line, from 1 on.
    pub(crate) line: u32,
    /// Its column, from 1 on.
    pub(crate) column: u32,
    /// What is done to it, if that is said.
    pub(crate) mode: Option<Mode>,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}:{}", self.variable, self.line, self.column)?;
        self.mode.map_or(Ok(()), |mode| write!(f, ":{mode}"))
    }
}

/// Two accesses that race, as the program's comment describes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ExpectedPair {
    /// The access named first.
    pub(crate) first: Site,
    /// The access named second.
    pub(crate) second: Site,
}

impl fmt::Display for ExpectedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} vs. {}", self.first, self.second)
    }
}

static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    // `*p`, `p->b`, `p%b`, `a[i + 1][j]`, `a(i)`, and in one piece `output[outLen++]`.
    let site = |n| {
        format!(
            r"(?<v{n}>[*&]?[A-Za-z_][\w.%]*(?:->\w+)*(?:\[[^\]\n]*\]|\([^)\n]*\))*)@(?<l{n}>\d+):(?<c{n}>\d+)(?::(?<m{n}>[RWrw])\b)?"
        )
    };
    Regex::new(&format!(r"{}\s+vs\.?\s+{}", site(1), site(2))).expect("a valid expression")
});

/// The pairs that `source` names, in its order.
pub(crate) fn parse(source: &str) -> Vec<ExpectedPair> {
    let pair = |captures: Captures<'_>| {
        Some(ExpectedPair {
            first: site(&captures, ["v1", "l1", "c1", "m1"])?,
            second: site(&captures, ["v2", "l2", "c2", "m2"])?,
        })
    };
    PAIR.captures_iter(source).filter_map(pair).collect()
}

/// The site in these groups; none if a number is too large to be one of a line.
fn site(captures: &Captures<'_>, [variable, line, column, mode]: [&str; 4]) -> Option<Site> {
    Some(Site {
        variable: captures[variable].to_owned(),
        line: captures[line].parse().ok()?,
        column: captures[column].parse().ok()?,
        mode: captures.name(mode).map(|mode| match mode.as_str() {
            "R" | "r" => Mode::Read,
            _ => Mode::Write,
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_that_the_suite_has() {
        let check = |text: &str, expected: &[&str]| {
            let pairs: Vec<String> = parse(text).iter().map(ExpectedPair::to_string).collect();
            assert_eq!(pairs, expected, "{text}");
        };
        check("Data race pair: a[i+1]@64:10:R vs. a[i]@64:5:W", &["a[i+1]@64:10:R vs. a[i]@64:5:W"]);
        check("Data race pair: a[i+1]@64:10 vs. a[i]@64:5", &["a[i+1]@64:10 vs. a[i]@64:5"]);
        check(
            " * Data Race Pairs, a[i + 64]@33:5:W vs. a[i * 2]@33:17:R\n",
            &["a[i + 64]@33:5:W vs. a[i * 2]@33:17:R"],
        );
        check("2. output[outLen++]@73:5:W vs. *maxPos@7:1:R", &["output[outLen++]@73:5:W vs. *maxPos@7:1:R"]);
        check("!leads to a race. p%b@32:6:W vs. p->b@32:6:W", &["p%b@32:6:W vs. p->b@32:6:W"]);
        check("u[1 - p][i]@38:7:W vs. u[p][i - 1]@38:15:R", &["u[1 - p][i]@38:7:W vs. u[p][i - 1]@38:15:R"]);
        check("x@1:2:W vs. x@1:2:W\n  x@3:4:R vs.\n  x@1:2:W", &["x@1:2:W vs. x@1:2:W", "x@3:4:R vs. x@1:2:W"]);
        check("write to someone@example.org or x@12:3:W", &[]);
        check("x@99999999999:1:W vs. x@1:1:W", &[]);
    }
}
