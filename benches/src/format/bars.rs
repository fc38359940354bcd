//! Grouped bars on a logarithmic scale.

use super::svg::{Anchor, COLOURS, Picture, marks};

/// The bars of one colour.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// What the legend says.
    pub(crate) name: String,
    /// A value for each group, or none.
    pub(crate) values: Vec<Option<f64>>,
}

/// A chart.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The first line.
    pub(crate) title: String,
    /// The second line.
    pub(crate) subtitle: String,
    /// Names of the groups.
    pub(crate) groups: Vec<String>,
    /// The bars. Ratios: 1 is where nothing is lost or gained.
    pub(crate) series: Vec<Series>,
}

const LEFT: f64 = 48.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 56.0;
const PLOT_HEIGHT: f64 = 280.0;
const BAR_WIDTH: f64 = 20.0;
const GROUP_GAP: f64 = 18.0;
const LEGEND_LINE: f64 = 18.0;
const LEAST_WIDTH: f64 = 420.0;

impl Chart {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let group_width = (self.series.len() as f64 * BAR_WIDTH + GROUP_GAP).max(72.0);
        let plot_width = (group_width * self.groups.len() as f64).max(LEAST_WIDTH - LEFT - RIGHT);
        let legend_top = TOP + PLOT_HEIGHT + 36.0;
        let height = legend_top + LEGEND_LINE * self.series.len() as f64 + 8.0;
        let mut picture = Picture::new(LEFT + plot_width + RIGHT, height);
        picture.text((LEFT, 22.0), Anchor::Start, "title", &self.title);
        picture.text((LEFT, 40.0), Anchor::Start, "small", &self.subtitle);

        let values = || self.series.iter().flat_map(|series| series.values.iter().flatten().copied());
        let marks = marks(values().fold(1.0, f64::min), values().fold(1.0, f64::max));
        let (bottom, top) = (marks[0].ln(), marks[marks.len() - 1].ln());
        let place = |value: f64| TOP + PLOT_HEIGHT * (top - value.ln()) / (top - bottom);
        for mark in &marks {
            let colour = if *mark == 1.0 { "#444" } else { "#ddd" };
            picture.line((LEFT, place(*mark)), (LEFT + plot_width, place(*mark)), colour);
            picture.text((LEFT - 6.0, place(*mark) + 4.0), Anchor::End, "small", &format!("{mark}×"));
        }

        for (index, group) in self.groups.iter().enumerate() {
            let start = LEFT + group_width * index as f64;
            picture.text((start + group_width / 2.0, TOP + PLOT_HEIGHT + 18.0), Anchor::Middle, "group", group);
            let first = start + (group_width - BAR_WIDTH * self.series.len() as f64) / 2.0;
            for (position, series) in self.series.iter().enumerate() {
                let x = first + BAR_WIDTH * position as f64;
                let middle = x + BAR_WIDTH / 2.0;
                let Some(value) = series.values[index] else {
                    picture.text((middle, place(1.0) - 4.0), Anchor::Middle, "value", "–");
                    continue;
                };
                // Bars grow from 1: upwards for slower, downwards for faster.
                let (high, low) = (place(value.max(1.0)), place(value.min(1.0)));
                let size = (BAR_WIDTH - 2.0, (low - high).max(1.0));
                picture.bar(
                    (x + 1.0, high),
                    size,
                    COLOURS[position % COLOURS.len()],
                    &format!("{group}, {}: {value:.2}×", series.name),
                );
                let label = if value < 1.0 { low + 10.0 } else { high - 3.0 };
                picture.text((middle, label), Anchor::Middle, "value", &short(value));
            }
        }
        for (position, series) in self.series.iter().enumerate() {
            let y = legend_top + LEGEND_LINE * position as f64;
            picture.bar((LEFT, y), (12.0, 12.0), COLOURS[position % COLOURS.len()], &series.name);
            picture.text((LEFT + 18.0, y + 10.0), Anchor::Start, "legend", &series.name);
        }
        picture.finish()
    }
}

/// As many digits as have room above a bar.
fn short(value: f64) -> String {
    if value < 9.95 { format!("{value:.1}") } else { format!("{value:.0}") }
}
