//! The tables as a user sees them: help texts for the terminal, Markdown for README.md.

use crate::exit_codes::{EXIT_CODE_TABLE, OTHERWISE};
use crate::{OPTION_TABLE, OPTIONS_VARIABLE};

/// The help text on options: how to give them, and the table.
pub fn options_help() -> String {
    let mut text = format!(
        "Options are given in the environment, {OPTIONS_VARIABLE}=\"name=value:name=value\", or one by one with\n\
         `detsan run --option name=value`, which wins. In the environment, a value that contains ':' is written\n\
         in single quotes: log_path='a:b'.\n\n"
    );
    for option in OPTION_TABLE {
        let left = format!("{}=", option.name);
        let values = option.values.replace('`', "");
        text.push_str(&format!("  {left:<15} {}\n{:18}{values}; default: {}\n", option.help, "", option.default));
    }
    text
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

/// The help text on exit codes.
pub fn exit_codes_help() -> String {
    let mut text = "Exit status of detsan, and of a program that it checks:\n\n".to_owned();
    for info in EXIT_CODE_TABLE {
        text.push_str(&format!("  {:<6} {}\n", info.code, info.meaning));
    }
    text.push_str(&format!("  {:<6} {OTHERWISE}\n", "other"));
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
        insta::assert_snapshot!(options_help());
    }

    #[test]
    fn help_on_exit_codes() {
        insta::assert_snapshot!(exit_codes_help());
    }

    #[test]
    fn lines_fit_a_terminal() {
        for text in [options_help(), exit_codes_help()] {
            assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
        }
    }
}
