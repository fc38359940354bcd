//! Headings, tables and remarks, as plain text or as Markdown.

use std::fmt::Write;

/// A table. The first column has names, the others have numbers, which stand to the right.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// The first line.
    pub(crate) head: Vec<String>,
    /// The other lines, as long as the first.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with this first line.
    pub(crate) fn new(head: impl IntoIterator<Item = impl Into<String>>) -> Grid {
        Grid { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a line: a name, and a cell for every other column.
    pub(crate) fn push(&mut self, name: impl Into<String>, cells: impl IntoIterator<Item = String>) {
        let row: Vec<String> = [name.into()].into_iter().chain(cells).collect();
        assert_eq!(row.len(), self.head.len(), "a row has a cell for each column");
        self.rows.push(row);
    }

    fn text(&self) -> String {
        let all = || [&self.head].into_iter().chain(&self.rows);
        let mut widths = vec![0; self.head.len()];
        for row in all() {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let line = |row: &Vec<String>| {
            let mut line = format!("{:<1$}", row[0], widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                write!(line, "  {cell:>width$}").expect("text can be written to");
            }
            line.trim_end().to_owned() + "\n"
        };
        all().map(line).collect()
    }

    fn markdown(&self) -> String {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | ").replace('\n', " "));
        let rule = format!("|---|{}\n", "---:|".repeat(self.head.len() - 1));
        line(&self.head) + &rule + &self.rows.iter().map(line).collect::<String>()
    }
}

/// A heading and what stands under it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    /// The heading.
    pub(crate) title: String,
    /// A table.
    pub(crate) grid: Option<Grid>,
    /// Remarks.
    pub(crate) lines: Vec<String>,
}

impl Section {
    /// A table under a heading.
    pub(crate) fn table(title: impl Into<String>, grid: Grid) -> Section {
        Section { title: title.into(), grid: Some(grid), lines: Vec::new() }
    }

    /// Remarks under a heading.
    pub(crate) fn list(title: impl Into<String>, lines: Vec<String>) -> Section {
        Section { title: title.into(), grid: None, lines }
    }
}

/// All of a result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    /// The heading of all.
    pub(crate) title: String,
    /// Where, with what and how it was measured.
    pub(crate) facts: Vec<(&'static str, String)>,
    /// What came of it.
    pub(crate) sections: Vec<Section>,
}

impl Document {
    /// Plain text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        let width = self.facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in &self.facts {
            writeln!(text, "{name:<width$}  {value}").expect("text can be written to");
        }
        for section in &self.sections {
            let grid = section.grid.as_ref().map_or_else(String::new, Grid::text);
            let lines: String = section.lines.iter().map(|line| format!("{line}\n")).collect();
            write!(text, "\n== {}\n\n{grid}{lines}", section.title).expect("text can be written to");
        }
        text
    }

    /// Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n", self.title);
        for (name, value) in &self.facts {
            writeln!(text, "- {name}: {value}").expect("text can be written to");
        }
        for section in &self.sections {
            let grid = section.grid.as_ref().map_or_else(String::new, |grid| grid.markdown() + "\n");
            let lines: String = section.lines.iter().map(|line| format!("- {line}\n")).collect();
            let end = if lines.is_empty() { "" } else { "\n" };
            write!(text, "\n### {}\n\n{}", section.title, (grid + &lines + end).trim_end())
                .expect("text can be written to");
            text.push('\n');
        }
        text
    }
}
