//! Small plots side by side, with two logarithmic axes each.

use super::svg::{Anchor, COLOURS, Picture, marks};

/// A line of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its points. What is not positive has no place on a logarithmic axis and is left out.
    pub(crate) points: Vec<(f64, f64)>,
}

/// A plot.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The first line above it.
    pub(crate) title: String,
    /// The second line above it.
    pub(crate) subtitle: String,
    /// In the order of the legend. The first has a thin line beside it that shows what growing with
    /// n would be.
    pub(crate) lines: Vec<Line>,
}

/// Plots with a common legend.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The heading.
    pub(crate) title: String,
    /// What the lines are.
    pub(crate) legend: Vec<String>,
    /// The plots.
    pub(crate) panels: Vec<Panel>,
}

const COLUMNS: usize = 4;
const TOP: f64 = 64.0;
const PANEL: (f64, f64) = (240.0, 220.0);
/// Where in a panel the plot begins, and how large it is.
const PLOT: (f64, f64) = (44.0, 44.0);
const PLOT_SIZE: (f64, f64) = (180.0, 134.0);
/// Colour of the line that a cost would have which grows as n does.
const REFERENCE: &str = "#999";
/// An axis has about so many marks.
const MARKS: usize = 6;

impl Sheet {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let columns = COLUMNS.min(self.panels.len()).max(2);
        let rows = self.panels.len().div_ceil(columns);
        let mut picture = Picture::new(PANEL.0 * columns as f64, TOP + PANEL.1 * rows as f64);
        picture.text((16.0, 24.0), Anchor::Start, "title", &self.title);
        for (index, name) in self.legend.iter().enumerate() {
            let x = 16.0 + 160.0 * index as f64;
            picture.bar((x, 38.0), (12.0, 12.0), COLOURS[2 * index % COLOURS.len()], name);
            picture.text((x + 18.0, 48.0), Anchor::Start, "legend", name);
        }
        let x = 16.0 + 160.0 * self.legend.len() as f64;
        picture.line((x, 44.0), (x + 12.0, 44.0), REFERENCE);
        picture.text((x + 18.0, 48.0), Anchor::Start, "legend", "proportional to n");
        for (index, panel) in self.panels.iter().enumerate() {
            let column = (index % columns) as f64;
            let row = (index / columns) as f64;
            panel.draw(&mut picture, (PANEL.0 * column, TOP + PANEL.1 * row));
        }
        picture.finish()
    }
}

/// A logarithmic axis.
struct Axis {
    marks: Vec<f64>,
    /// Where the first and the last mark are.
    ends: (f64, f64),
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone, ends: (f64, f64)) -> Axis {
        let marks = marks(values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
        Axis { marks, ends }
    }

    fn place(&self, value: f64) -> f64 {
        let (first, last) = (self.marks[0].ln(), self.marks[self.marks.len() - 1].ln());
        self.ends.0 + (self.ends.1 - self.ends.0) * (value.ln() - first) / (last - first)
    }

    /// The marks that have room.
    fn labelled(&self) -> impl Iterator<Item = f64> {
        self.marks.iter().copied().step_by(self.marks.len().div_ceil(MARKS))
    }
}

impl Panel {
    fn draw(&self, picture: &mut Picture, (left, top): (f64, f64)) {
        let (start_x, start_y) = (left + PLOT.0, top + PLOT.1);
        let (end_x, end_y) = (start_x + PLOT_SIZE.0, start_y + PLOT_SIZE.1);
        picture.text((start_x, top + 18.0), Anchor::Start, "name", &self.title);
        picture.text((start_x, top + 34.0), Anchor::Start, "small", &self.subtitle);
        let shown = |line: &Line| -> Vec<(f64, f64)> {
            line.points.iter().copied().filter(|(x, y)| *x > 0.0 && *y > 0.0).collect()
        };
        let all: Vec<(f64, f64)> = self.lines.iter().flat_map(shown).collect();
        if all.is_empty() {
            picture.text((start_x, start_y + 20.0), Anchor::Start, "small", "not measured");
            return;
        }
        let x_axis = Axis::new(all.iter().map(|(x, _)| *x), (start_x, end_x));
        let y_axis = Axis::new(all.iter().map(|(_, y)| *y), (end_y, start_y));
        for mark in x_axis.labelled() {
            let x = x_axis.place(mark);
            picture.line((x, start_y), (x, end_y), "#e4e4e4");
            picture.text((x, end_y + 14.0), Anchor::Middle, "value", &short(mark));
        }
        for mark in y_axis.labelled() {
            let y = y_axis.place(mark);
            picture.line((start_x, y), (end_x, y), "#e4e4e4");
            picture.text((start_x - 5.0, y + 3.0), Anchor::End, "value", &short(mark));
        }
        if let Some((x, y)) = self.lines.first().and_then(|line| shown(line).last().copied()) {
            // From the last point back to where it leaves the plot.
            let lowest_y = y_axis.marks[0];
            let back = (x / x_axis.marks[0]).min(y / lowest_y);
            picture.line(
                (x_axis.place(x / back), y_axis.place(y / back)),
                (x_axis.place(x), y_axis.place(y)),
                REFERENCE,
            );
        }
        for (index, line) in self.lines.iter().enumerate().rev() {
            let places: Vec<(f64, f64)> =
                shown(line).into_iter().map(|(x, y)| (x_axis.place(x), y_axis.place(y))).collect();
            picture.curve(&places, COLOURS[2 * index % COLOURS.len()]);
        }
    }
}

/// A mark in few letters.
fn short(value: f64) -> String {
    match value {
        1e9.. => format!("{}G", value / 1e9),
        1e6.. => format!("{}M", value / 1e6),
        1e3.. => format!("{}k", value / 1e3),
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}
