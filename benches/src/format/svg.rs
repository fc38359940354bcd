//! Pieces of SVG pictures: shapes and words, escaped.

use std::fmt::Write;

/// Colours that are told apart by people who do not see all of them (Okabe and Ito), in the order
/// of use.
pub(super) const COLOURS: [&str; 6] = ["#0072b2", "#56b4e9", "#d55e00", "#e69f00", "#009e73", "#cc79a7"];

/// Where a text has its given place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn.
#[derive(Debug)]
pub(super) struct Picture {
    width: f64,
    height: f64,
    body: String,
}

impl Picture {
    /// An empty picture.
    pub(super) fn new(width: f64, height: f64) -> Picture {
        Picture { width, height, body: String::new() }
    }

    /// A filled rectangle, with words that a viewer shows when it is pointed at.
    pub(super) fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str, hint: &str) {
        let hint = escaped(hint);
        self.add(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{colour}"><title>{hint}</title></rect>"#
        ));
    }

    /// A line of a grid or an axis.
    pub(super) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str) {
        self.add(format_args!(r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{colour}"/>"#));
    }

    /// A line through points, with a dot at each.
    pub(super) fn curve(&mut self, points: &[(f64, f64)], colour: &str) {
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.add(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/>"#,
            path.join(" ")
        ));
        for (x, y) in points {
            self.add(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="2.5" fill="{colour}"/>"#));
        }
    }

    /// Words.
    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.add(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" class="{class}">{text}</text>"#));
    }

    /// The whole picture.
    pub(super) fn finish(self) -> String {
        let Picture { width, height, body } = self;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" font-family="sans-serif" font-size="12">
<style>.title {{ font-size: 16px; font-weight: bold }} .small {{ font-size: 10px; fill: #555 }} .value {{ font-size: 9px; fill: #333 }}</style>
<rect width="100%" height="100%" fill="white"/>
{body}</svg>
"#
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("text can be written to");
    }
}

/// The powers of ten, and 2 and 5 times those, from the last that is not above `least` to the first
/// that is not below `greatest`: the marks of a logarithmic axis.
pub(super) fn marks(least: f64, greatest: f64) -> Vec<f64> {
    let first = least.log10().floor() as i32;
    let last = greatest.log10().ceil() as i32;
    let all: Vec<f64> =
        (first..=last).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power))).collect();
    let start = all.iter().rposition(|mark| *mark <= least).unwrap_or(0);
    let end = all.iter().position(|mark| *mark >= greatest).unwrap_or(all.len() - 1);
    all[start..=end.max((start + 1).min(all.len() - 1))].to_vec()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_enclose_the_values() {
        let shown = |least, greatest| format!("{:?}", marks(least, greatest));
        assert_eq!(shown(0.9, 30.0), "[0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0]");
        assert_eq!(shown(1.0, 1.0), "[1.0, 2.0]");
        assert_eq!(shown(3.0, 4.0), "[2.0, 5.0]");
    }
}
