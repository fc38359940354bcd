//! A table of words, as plain text or as Markdown.

/// The cells of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with this first line.
    pub(crate) fn new(head: impl IntoIterator<Item = impl Into<String>>) -> Grid {
        Grid { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a line. It has as many cells as the first.
    pub(crate) fn push(&mut self, row: Vec<String>) {
        assert_eq!(row.len(), self.head.len(), "a row has a cell for each column");
        self.rows.push(row);
    }

    /// The first line.
    pub(crate) fn head(&self) -> &[String] {
        &self.head
    }

    /// The other lines.
    pub(crate) fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Plain text. A column of numbers stands to the right.
    pub(crate) fn text(&self) -> String {
        let lines = || [&self.head].into_iter().chain(&self.rows);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let numeric: Vec<bool> = (0..self.head.len()).map(|column| self.is_numeric(column)).collect();
        let mut text = String::new();
        for line in lines() {
            let mut padded = String::new();
            for ((cell, width), numeric) in line.iter().zip(&widths).zip(&numeric) {
                let cell = if *numeric { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
                padded.push_str(&cell);
            }
            text.push_str(padded.trim_end());
            text.push('\n');
        }
        text
    }

    /// Markdown.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule: String =
            (0..self.head.len()).map(|column| if self.is_numeric(column) { "---:|" } else { "---|" }).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}|{rule}\n{rows}", line(&self.head))
    }

    /// Whether a column has numbers and dashes only.
    fn is_numeric(&self, column: usize) -> bool {
        let cell = |row: &Vec<String>| row[column] == "-" || row[column].parse::<f64>().is_ok();
        !self.rows.is_empty() && self.rows.iter().all(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let mut grid = Grid::new(["name", "n"]);
        grid.push(vec!["a|b".to_owned(), "7".to_owned()]);
        grid.push(vec!["longer".to_owned(), "-".to_owned()]);
        grid.push(vec!["c".to_owned(), "12".to_owned()]);
        insta::assert_snapshot!(grid.text(), @r"
        name     n
        a|b      7
        longer   -
        c       12
        ");
        insta::assert_snapshot!(grid.markdown(), @r"
        | name | n |
        |---|---:|
        | a\|b | 7 |
        | longer | - |
        | c | 12 |
        ");
    }
}
