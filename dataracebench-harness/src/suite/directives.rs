//! The OpenMP directives and clauses of a program, which are the groups that it belongs to.
//!
//! A group is the name of a directive or of a clause, as it stands in the source: `taskwait`,
//! `reduction`, `simd`. Two of them are a little more than the word: a `taskloop` also belongs to
//! `task`, since it makes tasks; and `depend` means dependences between tasks, so that of an
//! `ordered` directive, which orders iterations, belongs to `doacross`. Fortran's `do` is called
//! `for`. Comments and strings do not count.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::case::Language;

/// The groups of a program.
pub(super) fn groups(source: &str, language: Language) -> BTreeSet<String> {
    let directives = match language {
        Language::C | Language::Cxx => pragmas(&without_comments(source)),
        Language::Fortran => sentinels(source),
    };
    directives.iter().flat_map(|directive| words(directive)).collect()
}

/// Words of a directive that stand outside of parentheses: its name and its clauses.
fn words(directive: &str) -> BTreeSet<String> {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for c in directive.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
        // What is in parentheses separates words, too: `depend(in: x)if(0)`.
        if depth > 0 {
            outside.push(' ');
        }
    }
    let mut words: BTreeSet<String> = outside
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.chars().next().is_some_and(char::is_alphabetic))
        // The end of a construct is not another one.
        .take_while(|word| *word != "end")
        .map(|word| if word == "do" { "for".to_owned() } else { word.to_owned() })
        .collect();
    if words.contains("taskloop") {
        words.insert("task".to_owned());
    }
    if words.contains("ordered") && words.remove("depend") {
        words.insert("doacross".to_owned());
    }
    words
}

/// What stands after `#pragma omp` and in `_Pragma("omp …")`.
fn pragmas(source: &str) -> Vec<String> {
    static PRAGMA: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?m)^[ \t]*#[ \t]*pragma[ \t]+omp\b(.*)$|_Pragma\s*\(\s*"\s*omp\b([^"]*)""#)
            .expect("a valid expression")
    });
    let joined = source.replace("\r\n", "\n").replace("\\\n", " ");
    let text = |captures: regex::Captures<'_>| captures.get(1).or(captures.get(2)).map(|text| text.as_str().to_owned());
    PRAGMA.captures_iter(&joined).filter_map(text).collect()
}

/// What stands after `!$omp`, with lines that end in `&` joined.
fn sentinels(source: &str) -> Vec<String> {
    static SENTINEL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?mi)^[ \t]*[!c*]\$omp\b[ \t]*&?(.*)$").expect("a valid expression"));
    let mut directives: Vec<String> = Vec::new();
    let mut continues = false;
    for captures in SENTINEL.captures_iter(source) {
        let line = captures[1].split('!').next().unwrap_or("").trim_end().to_lowercase();
        let (line, goes_on) = line.strip_suffix('&').map_or((line.as_str(), false), |line| (line, true));
        match directives.last_mut() {
            Some(directive) if continues => {
                directive.push(' ');
                directive.push_str(line);
            }
            _ => directives.push(line.to_owned()),
        }
        continues = goes_on;
    }
    directives
}

/// The C or C++ source without its comments, and with its strings kept.
fn without_comments(source: &str) -> String {
    static COMMENT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"#).expect("a valid expression")
    });
    let kept = |captures: &regex::Captures<'_>| match &captures[0] {
        // A comment is a space; its line breaks stay, so that what follows it begins a line if it
        // did.
        comment if comment.starts_with('/') => format!(" {}", "\n".repeat(comment.matches('\n').count())),
        literal => literal.to_owned(),
    };
    COMMENT.replace_all(source, kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, source: &str, expected: &str) {
        let groups: Vec<String> = groups(source, language).into_iter().collect();
        assert_eq!(groups.join(" "), expected, "{source}");
    }

    #[test]
    fn directives_and_clauses_of_c() {
        check(Language::C, "#pragma omp task depend(in: x)if(0)\n", "depend if task");
        check(Language::C, "  # pragma omp parallel for \\\n  reduction(+:task)\n", "for parallel reduction");
        check(Language::C, "#pragma omp ordered depend(sink: i-1)\n", "doacross ordered");
        check(Language::C, "#pragma omp taskloop collapse(2)\n", "collapse task taskloop");
        check(Language::C, "#define T _Pragma(\"omp task\")\n", "task");
        check(Language::C, "#pragma omp task depend(iterator(i=0:n), in: a[f(i)]) shared(a)\n", "depend shared task");
        check(Language::C, "#pragma once\n#pragma omp\n", "");
    }

    #[test]
    fn comments_and_strings_do_not_count() {
        check(Language::C, "/* so:\n#pragma omp task\n*/\n#pragma omp barrier // then task\n", "barrier");
        check(Language::Cxx, "// #pragma omp task\n#pragma omp single /* taskwait */ nowait\n", "nowait single");
        check(Language::C, "char *s = \"/*\";\n#pragma omp task\nchar *t = \"*/\";\n", "task");
    }

    #[test]
    fn directives_of_fortran() {
        check(
            Language::Fortran,
            "!$omp parallel do private(i) &\n!$omp& schedule(static) ! task\n",
            "for parallel private schedule",
        );
        check(Language::Fortran, "  !$OMP TASK DEPEND(IN:X)\n!$omp end task\n", "depend task");
        check(Language::Fortran, "! $omp task\ncall omp_task()\n", "");
    }
}
