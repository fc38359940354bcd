//! The syntax of `DETSAN_OPTIONS`: `name=value:name=value`, where `'…'` around a value protects a
//! `:` inside it.

use crate::error::OptionsError;
use std::fmt;
use std::str::FromStr;

/// A name and the text of a value, neither of them checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The option.
    pub name: String,
    /// Its value, without quotes.
    pub value: String,
}

/// The option that is a question, and needs no value.
const HELP: &str = "help";

fn help() -> Assignment {
    Assignment { name: HELP.to_owned(), value: "1".to_owned() }
}

/// Reads one `name=value` whose value is meant as it stands, as on a command line: nothing ends it,
/// nothing is quoted.
impl FromStr for Assignment {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        if text == HELP {
            return Ok(help());
        }
        let (name, value) = text.split_once('=').ok_or_else(|| OptionsError::NoValue { text: text.to_owned() })?;
        Ok(Assignment { name: name.to_owned(), value: value.to_owned() })
    }
}

/// Writes the assignment so that [`parse_assignments`] reads the same one.
impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Assignment { name, value } = self;
        if value.contains([':', '\'']) {
            write!(f, "{name}='{}'", value.replace('\'', "''"))
        } else {
            write!(f, "{name}={value}")
        }
    }
}

/// Writes `assignments` as the text of `DETSAN_OPTIONS`.
pub fn join_assignments(assignments: &[Assignment]) -> String {
    assignments.iter().map(Assignment::to_string).collect::<Vec<_>>().join(":")
}

/// Reads the text of `DETSAN_OPTIONS`. Empty pieces, as in `team=1::` or a text that starts with
/// `:`, are passed over.
pub fn parse_assignments(text: &str) -> Result<Vec<Assignment>, OptionsError> {
    let mut assignments = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(':');
        if rest.is_empty() {
            return Ok(assignments);
        }
        let name_end = rest.find([':', '=']).unwrap_or(rest.len());
        let name = &rest[..name_end];
        let Some(after_name) = rest[name_end..].strip_prefix('=') else {
            if name != HELP {
                return Err(OptionsError::NoValue { text: name.to_owned() });
            }
            assignments.push(help());
            rest = &rest[name_end..];
            continue;
        };
        let value;
        (value, rest) = match after_name.strip_prefix('\'') {
            Some(quoted) => take_quoted(quoted).ok_or_else(|| OptionsError::BadQuote { name: name.to_owned() })?,
            None => {
                let (value, rest) = after_name.split_at(after_name.find(':').unwrap_or(after_name.len()));
                (value.to_owned(), rest)
            }
        };
        assignments.push(Assignment { name: name.to_owned(), value });
    }
}

/// Splits `text`, which starts behind an opening quote, into the quoted value and what follows the
/// closing quote: the end or a `:`.
fn take_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('\'')?;
        value.push_str(part);
        match after.strip_prefix('\'') {
            Some(after_pair) => {
                value.push('\'');
                rest = after_pair;
            }
            None if after.is_empty() || after.starts_with(':') => return Some((value, after)),
            None => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The assignments in `text` as `name → value`, or the error.
    fn read(text: &str) -> String {
        match parse_assignments(text) {
            Ok(list) => list.iter().map(|a| format!("{} → {}", a.name, a.value)).collect::<Vec<_>>().join("; "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn pieces_are_separated_by_colons() {
        assert_eq!(read(""), "");
        assert_eq!(read("a=1"), "a → 1");
        assert_eq!(read(":a=1::b=:c=x=y:"), "a → 1; b → ; c → x=y");
        assert_eq!(read("help"), "help → 1");
        assert_eq!(read("a=1:help:b=2"), "a → 1; help → 1; b → 2");
        assert_eq!(read("help=0"), "help → 0");
        assert_eq!("help".parse::<Assignment>().map(|help| help.to_string()), Ok("help=1".to_owned()));
        assert_eq!(read("a=1:b"), "option 'b' has no value: write name=value");
    }

    #[test]
    fn quotes_protect_colons() {
        assert_eq!(read("a='x:y':b=2"), "a → x:y; b → 2");
        assert_eq!(read("a='it''s':b=''"), "a → it's; b → ");
        assert_eq!(read("a=it's"), "a → it's");
        for text in ["a='x", "a='x'y", "a='x''"] {
            assert_eq!(
                read(text),
                "bad quotes in the value of option 'a': write a='…', with '' for a quote inside",
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let pieces = ["", "x", "'", "''", ":", "a:b", "'quoted'", "x=y", "ü:'ü"];
        let list: Vec<_> =
            pieces.iter().map(|value| Assignment { name: "n".to_owned(), value: (*value).to_owned() }).collect();
        assert_eq!(parse_assignments(&join_assignments(&list)), Ok(list));
    }

    #[test]
    fn a_value_on_the_command_line_is_taken_as_it_stands() {
        let assignment: Assignment = "log_path='a:b'=c".parse().expect("it has a value");
        assert_eq!(assignment.value, "'a:b'=c");
        assert!("log_path".parse::<Assignment>().is_err());
    }
}
