//! Names as they may be printed: a file or function can be called anything, and must not end a line
//! of a report, nor tell a terminal what to do.

use std::borrow::Cow;

use crate::symbols::{Frame, Place, SourceLocation, Variable};

/// Whether printing `c` does more than to show it: controls, and what turns the direction of a
/// text.
fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped_but(text: &str, keeps: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |c: char| is_active(c) && !keeps(c);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_escaped(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// A name on one line: `\n`, `\u{1b}` and the like in place of what is no character to be seen.
pub fn escaped(name: &str) -> Cow<'_, str> {
    escaped_but(name, |_| false)
}

/// The same for a text of several lines.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escaped_but(text, |c| c == '\n')
}

fn escape(name: &mut String) {
    if let Cow::Owned(shown) = escaped(name) {
        *name = shown;
    }
}

/// Something with names in it.
pub(crate) trait Escape: Sized {
    /// Escapes its names.
    fn escape(&mut self);

    fn into_escaped(mut self) -> Self {
        self.escape();
        self
    }
}

impl Escape for SourceLocation {
    fn escape(&mut self) {
        escape(&mut self.file);
    }
}

impl Escape for Place {
    fn escape(&mut self) {
        self.module.iter_mut().for_each(escape);
    }
}

impl Escape for Frame {
    fn escape(&mut self) {
        self.function.iter_mut().for_each(escape);
        self.location.iter_mut().for_each(Escape::escape);
        self.place.escape();
    }
}

impl Escape for Variable {
    fn escape(&mut self) {
        escape(&mut self.name);
        self.function.iter_mut().for_each(escape);
        self.element.iter_mut().for_each(escape);
        self.declared_at.iter_mut().for_each(Escape::escape);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_to_be_seen_is_written_out() {
        for (name, shown) in [
            ("größer λ \u{fffd} \\n", "größer λ \u{fffd} \\n"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\x1b[31mred\x7f\u{9b}", "\\u{1b}[31mred\\u{7f}\\u{9b}"),
            ("x\u{202e}c.exe\u{2029}", "x\\u{202e}c.exe\\u{2029}"),
        ] {
            assert_eq!(escaped(name), shown);
            assert_eq!(escaped(shown), shown);
        }
        assert_eq!(escaped_lines("a\n\x07b\n"), "a\n\\u{7}b\n");
    }
}
