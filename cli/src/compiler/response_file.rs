//! `@file` on a compiler's command line: its words, read as clang and gcc read them (GNU quoting).

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// How deep response files may name each other; a file that names itself stops here.
const MAX_DEPTH: u32 = 16;

/// `words` with every `@file` replaced by what the file holds. A file that cannot be read stays as
/// it is: the compiler will say what is wrong with it.
pub(crate) fn expand(words: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::new();
    for word in words {
        push_expanded(word, 0, &mut expanded);
    }
    expanded
}

fn push_expanded(word: &OsString, depth: u32, into: &mut Vec<OsString>) {
    let file = word.as_bytes().strip_prefix(b"@").filter(|_| depth < MAX_DEPTH);
    match file.and_then(|name| fs::read(std::ffi::OsStr::from_bytes(name)).ok()) {
        Some(text) => split(&text).iter().for_each(|inner| push_expanded(inner, depth + 1, into)),
        None => into.push(word.clone()),
    }
}

/// Splits `text` at white space. `'…'` and `"…"` hold words together, `\` takes the next character
/// as it is (not inside single quotes).
fn split(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote: Option<u8> = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(byte),
            (b'\'' | b'"', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_gnu_tools_do() {
        let split = |text: &str| split(text.as_bytes()).join(std::ffi::OsStr::new("|"));
        assert_eq!(split(" -c\n\ta.c  "), "-c|a.c");
        assert_eq!(split(r#"-D'A="x y"' "b \"c\"" d\ e '' f'\'"#), r#"-DA="x y"|b "c"|d e||f\"#);
        assert_eq!(split(""), "");
    }

    #[test]
    fn files_are_expanded_in_place_and_may_nest() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let at = |name: &str| OsString::from(format!("@{}", dir.path().join(name).display()));
        fs::write(dir.path().join("inner"), "-O2 b.c").expect("written");
        fs::write(dir.path().join("outer"), format!("a.c {}", at("inner").display())).expect("written");
        fs::write(dir.path().join("self"), at("self").as_bytes()).expect("written");

        let expanded = expand(&["-c".into(), at("outer"), "-g".into()]);
        assert_eq!(expanded, ["-c", "a.c", "-O2", "b.c", "-g"]);
        assert_eq!(expand(&[at("missing")]), [at("missing")]);
        assert_eq!(expand(&[at("self")]), [at("self")]);
    }
}
