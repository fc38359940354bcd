//! The tables as a user sees them: help texts for the terminal, Markdown for README.md.

use crate::exit_codes::{EXIT_CODE_TABLE, OTHERWISE};
use crate::{OPTION_TABLE, OPTIONS_VARIABLE};

/// Width of a terminal that does not say.
pub const USUAL_WIDTH: usize = 100;

/// Columns before the text of an entry.
const MARGIN: usize = 18;

/// The help text on options, for a terminal of `width` columns: how to give them, and the table.
pub fn options_help(width: usize) -> String {
    let how = format!(
        "Options are given in the environment, {OPTIONS_VARIABLE}=\"name=value:name=value\", or one by one with \
         `detsan run --option name=value`, which wins. In the environment, a value that contains ':' is written \
         in single quotes: log_path='a:b'."
    );
    let mut text = wrapped(&how, 0, width) + "\n";
    for option in OPTION_TABLE {
        let values = format!("{}; default: {}", option.values.replace('`', ""), option.default);
        text.push_str(&entry(&format!("{}=", option.name), option.help, width));
        text.push_str(&format!("{:MARGIN$}{}", "", wrapped(&values, MARGIN, width)));
    }
    text
}

/// An entry of a table: `name` and what it means.
fn entry(name: &str, meaning: &str, width: usize) -> String {
    // A long name pushes the first line to the right.
    let left = format!("  {name:<15} ");
    let beyond = left.len() - MARGIN;
    let body = wrapped(&format!("{}{meaning}", "x".repeat(beyond)), MARGIN, width);
    left + &body[beyond..]
}

/// `text` in lines of at most `width` columns, those after the first indented; ends in a newline.
fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent).max(20);
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > room {
            lines.push_str(&format!("\n{:indent$}", ""));
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines + "\n"
}

/// The table of options in Markdown.
pub fn options_markdown() -> String {
    let rows = OPTION_TABLE.iter().map(|option| {
        [
            format!("`{}`", option.name),
            option.values.to_owned(),
            format!("`{}`", option.default),
            option.help.to_owned(),
        ]
    });
    markdown(["option", "values", "default", "meaning"], rows)
}

/// The help text on exit codes, for a terminal of `width` columns.
pub fn exit_codes_help(width: usize) -> String {
    let mut text = "Exit status of detsan, and of a program that it checks:\n\n".to_owned();
    let codes = EXIT_CODE_TABLE.iter().map(|info| (info.code.to_string(), info.meaning));
    for (code, meaning) in codes.chain([("other".to_owned(), OTHERWISE)]) {
        text.push_str(&format!("  {code:<6} {}", wrapped(meaning, 9, width)));
    }
    text
}

/// The table of exit codes in Markdown.
pub fn exit_codes_markdown() -> String {
    let listed = EXIT_CODE_TABLE.iter().map(|info| [info.code.to_string(), info.meaning.to_owned()]);
    markdown(["status", "meaning"], listed.chain([["other".to_owned(), OTHERWISE.to_owned()]]))
}

/// A Markdown table, ending in a newline.
fn markdown<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
        text.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_on_options() {
        insta::assert_snapshot!(options_help(USUAL_WIDTH));
    }

    #[test]
    fn help_on_exit_codes() {
        insta::assert_snapshot!(exit_codes_help(USUAL_WIDTH));
    }

    #[test]
    fn lines_fit_a_terminal() {
        for width in [60, 80, USUAL_WIDTH, 200] {
            for text in [options_help(width), exit_codes_help(width)] {
                assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
            }
        }
    }
}
