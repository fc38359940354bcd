//! "Did you mean": the known names that are near an unknown one.

/// Letters that two names begin with, from which on one may be taken for the other.
const COMMON_BEGINNING: usize = 5;

/// `: did you mean a or b?`, or nothing if there are no such names.
pub fn did_you_mean(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { String::new() } else { format!(": did you mean {}?", names.join(" or ")) }
}

/// The `names` near `word`, the nearest first. Case, `-` and `_` make no difference.
pub fn near<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect()
    };
    let word = plain(word);
    let mut found: Vec<_> = names
        .filter_map(|name| {
            let plain_name = plain(name);
            // A word that was cut short, such as `max` or `summary`, is near as well.
            let is_part = word.len() >= 3 && plain_name.windows(word.len()).any(|part| part == word);
            let common = word.iter().zip(&plain_name).take_while(|(a, b)| a == b).count();
            let edits = edits(&word, &plain_name);
            (is_part || common >= COMMON_BEGINNING || edits <= 2.min(plain_name.len() / 2)).then_some((edits, name))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to get from
/// `a` to `b`.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_offered_in_a_sentence() {
        assert_eq!(did_you_mean(&["run"]), ": did you mean run?");
        assert_eq!(did_you_mean(&["a", "b"]), ": did you mean a or b?");
        assert_eq!(did_you_mean(&[""; 0]), "");
    }

    #[test]
    fn edits_are_counted() {
        let count = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(count("team", "team"), 0);
        assert_eq!(count("", "team"), 4);
        assert_eq!(count("taem", "team"), 1);
        assert_eq!(count("team", "steam"), 1);
        assert_eq!(count("exitcode", "exit"), 4);
    }

    #[test]
    fn the_nearest_name_comes_first_and_far_ones_are_left_out() {
        let near = |word| near(word, ["team", "exitcode", "max_reports", "halt_on_error"].into_iter());
        assert_eq!(near("taem"), ["team"]);
        assert_eq!(near("Max-Reports"), ["max_reports"]);
        assert_eq!(near("reports"), ["max_reports"]);
        assert_eq!(near("haltonerror"), ["halt_on_error"]);
        assert_eq!(near("exitcodes_of_races"), ["exitcode"]);
        assert!(near("x").is_empty());
        assert!(near("").is_empty());
        assert!(near("colour").is_empty());
    }
}
