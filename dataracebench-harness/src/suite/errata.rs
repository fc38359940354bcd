//! Mistakes in the comments of DataRaceBench, kept as data (`data/errata.csv`).
//!
//! A correction is made only where it is one: the comment has the pair as the table has it, and the
//! expressions are at the places that the correction names. In a version of the suite whose lines
//! differ, a comment is left alone.

use std::sync::LazyLock;

use serde::Deserialize;

use super::sites::{self, ExpectedPair, Site};
use crate::data;

/// One line of the table.
#[derive(Debug, Deserialize)]
struct Row {
    program: String,
    written: String,
    meant: String,
}

/// A pair in the comment of a program, and one that stands for it.
#[derive(Debug)]
struct Erratum {
    program: String,
    written: ExpectedPair,
    meant: ExpectedPair,
}

static ERRATA: LazyLock<Vec<Erratum>> = LazyLock::new(|| {
    let pair = |text: &str| sites::parse(text).pop().expect("an embedded pair is well-formed");
    let rows: Vec<Row> = data::rows(include_str!("../../data/errata.csv"));
    rows.into_iter()
        .map(|row| Erratum { program: row.program, written: pair(&row.written), meant: pair(&row.meant) })
        .collect()
});

/// The pairs of the program `name`, corrected.
pub(super) fn corrected(name: &str, source: &str, pairs: Vec<ExpectedPair>) -> Vec<ExpectedPair> {
    let of_program: Vec<&Erratum> = ERRATA.iter().filter(|erratum| erratum.program == name).collect();
    if of_program.is_empty() {
        return pairs;
    }
    let lines: Vec<&str> = source.lines().collect();
    let mut corrected = Vec::new();
    for pair in pairs {
        let applies = |erratum: &&&Erratum| {
            same_places(&erratum.written, &pair)
                && [&erratum.meant.first, &erratum.meant.second].iter().all(|site| is_there(&lines, site))
        };
        let meant: Vec<ExpectedPair> = of_program.iter().filter(applies).map(|erratum| erratum.meant.clone()).collect();
        if meant.is_empty() {
            corrected.push(pair);
        } else {
            corrected.extend(meant);
        }
    }
    corrected
}

/// Whether two pairs are the same, apart from modes, which old versions of the suite leave out.
fn same_places(one: &ExpectedPair, other: &ExpectedPair) -> bool {
    let places =
        |pair: &ExpectedPair| [&pair.first, &pair.second].map(|site| (site.variable.clone(), site.line, site.column));
    places(one) == places(other)
}

/// Whether an expression is where a site says.
fn is_there(lines: &[&str], site: &Site) -> bool {
    let index = |number: u32| usize::try_from(number).ok()?.checked_sub(1);
    let text = index(site.line).and_then(|line| lines.get(line)).and_then(|line| line.get(index(site.column)?..));
    text.is_some_and(|text| text.starts_with(&site.variable))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of a program with this comment, and these texts at these lines.
    fn pairs(name: &str, comment: &str, lines: &[(usize, &str)]) -> Vec<String> {
        let mut text = vec![""; 80];
        text[0] = comment;
        for (line, content) in lines {
            text[line - 1] = content;
        }
        let source = text.join("\n");
        corrected(name, &source, sites::parse(&source)).iter().map(ExpectedPair::to_string).collect()
    }

    #[test]
    fn a_wrong_line_is_corrected_and_a_right_one_left_alone() {
        let name = "DRB036-truedepscalar-var-yes.c";
        let comment = "// tmp@67:5:W vs. tmp@67:5:W";
        assert_eq!(pairs(name, comment, &[(67, "    b = tmp;"), (68, "    tmp = c;")]), ["tmp@68:5:W vs. tmp@68:5:W"]);
        assert_eq!(pairs(name, comment, &[(67, "    tmp = c;"), (68, "    d = c;")]), ["tmp@67:5:W vs. tmp@67:5:W"]);
        let without_modes = "// tmp@67:5 vs. tmp@67:5";
        assert_eq!(pairs(name, without_modes, &[(68, "    tmp = c;")]), ["tmp@68:5:W vs. tmp@68:5:W"]);
        let other = "DRB035-truedepscalar-orig-yes.c";
        assert_eq!(pairs(other, comment, &[(68, "    tmp = c;")]), ["tmp@67:5:W vs. tmp@67:5:W"]);
    }

    #[test]
    fn a_pair_may_stand_for_several() {
        let lines = [(26, "      c = 1;"), (32, "      c += a;"), (34, "      c += b;"), (36, "      d = c;")];
        let found = pairs("DRB136-taskdep-mutexinoutset-orig-yes.c", "// d@36:7:W vs. d@36:7:W", &lines);
        assert_eq!(found.len(), 5);
        assert!(found.contains(&"c@34:7:W vs. c@36:11:R".to_owned()), "{found:?}");
    }
}
