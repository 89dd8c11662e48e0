use std::fmt::{self, Display, Formatter};

use super::elo::Interval;
use super::ladder::Ladder;
use crate::engine::Level;

/// A drawing of a ladder: Elo by level, with error bars, as SVG.
///
/// Written by hand, since it is a page of text: a plotting library would bring more than it takes away.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// What to draw.
    pub ladder: &'a Ladder,
    /// What stands above it.
    pub title: &'a str,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
/// The edges of the area between the axes.
const LEFT: f64 = 72.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = HEIGHT - 60.0;
/// Half the width of the ends of an error bar.
const CAP: f64 = 5.0;
/// The most lines across.
const MOST_TICKS: f64 = 7.0;

/// Colours that can be read by day and by night, and fonts that are found on most machines.
const STYLE: &str = "\
text { font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #1f2328; }
.title { font-size: 17px; font-weight: 600; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.paper { fill: #ffffff; }
.grid { stroke: #d1d9e0; }
.axis { fill: none; stroke: #1f2328; }
.line { fill: none; stroke: #0969da; stroke-width: 2; }
.error { fill: none; stroke: #0969da; }
.point { fill: #0969da; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.paper { fill: #0d1117; }
.grid { stroke: #3d444d; }
.axis { stroke: #e6edf3; }
.line, .error { stroke: #58a6ff; }
.point { fill: #58a6ff; }
}";

/// Where values are on the paper.
struct Scale {
    low: f64,
    high: f64,
    /// The Elo between two lines across.
    step: f64,
    first: f64,
    last: f64,
}

impl Scale {
    fn new(strengths: &[(Level, Interval)]) -> Self {
        let bounds = strengths.iter().map(|(_, elo)| (elo.low, elo.high));
        let (low, high) = bounds.fold((0.0_f64, 1.0_f64), |(a, b), (low, high)| (a.min(low), b.max(high)));
        let step = round_step((high - low) / MOST_TICKS);
        let number =
            |strength: Option<&(Level, Interval)>| strength.map_or(1.0, |(level, _)| f64::from(level.get()));
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            first: number(strengths.first()) - 0.5,
            last: number(strengths.last()) + 0.5,
        }
    }

    fn x(&self, level: Level) -> f64 {
        LEFT + (f64::from(level.get()) - self.first) / (self.last - self.first) * (RIGHT - LEFT)
    }

    fn y(&self, elo: f64) -> f64 {
        BOTTOM - (elo - self.low) / (self.high - self.low) * (BOTTOM - TOP)
    }

    /// The Elo of each line across.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|index| self.low + f64::from(index) * self.step)
    }
}

/// The next greater of 1, 2, 5, 10, 20, 50, ...
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= step);
    factor.unwrap_or(10.0) * power
}

impl Display for Chart<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let strengths = self.ladder.strengths();
        let scale = Scale::new(&strengths);
        let title = escape(self.title);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">"#
        )?;
        writeln!(f, "<title>{title}</title>\n<style>\n{STYLE}\n</style>")?;
        writeln!(f, r#"<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>"#)?;
        writeln!(f, r#"<text class="title middle" x="{}" y="32">{title}</text>"#, WIDTH / 2.0)?;
        write_axes(f, &scale)?;
        write_levels(f, &scale, &strengths)?;
        writeln!(f, "</svg>")
    }
}

fn write_axes(f: &mut Formatter<'_>, scale: &Scale) -> fmt::Result {
    for elo in scale.ticks() {
        let y = scale.y(elo);
        writeln!(f, r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{RIGHT}" y2="{y:.1}"/>"#)?;
        writeln!(f, r#"<text class="end" x="{:.1}" y="{:.1}">{elo:.0}</text>"#, LEFT - 8.0, y + 4.5)?;
    }
    writeln!(f, r#"<path class="axis" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>"#)?;
    let (x, y) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
    let below = BOTTOM + 44.0;
    writeln!(
        f,
        r#"<text class="middle" x="{x}" y="{below}">level; the bars are 95 % confidence intervals</text>"#
    )?;
    writeln!(
        f,
        r#"<text class="middle" transform="translate(20 {y}) rotate(-90)">strength above the lowest level, Elo</text>"#
    )
}

fn write_levels(f: &mut Formatter<'_>, scale: &Scale, strengths: &[(Level, Interval)]) -> fmt::Result {
    let place = |&(level, elo): &(Level, Interval)| (scale.x(level), scale.y(elo.value));
    let points: Vec<String> = strengths.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    writeln!(f, r#"<polyline class="line" points="{}"/>"#, points.join(" "))?;
    for strength in strengths {
        let (x, y) = place(strength);
        let (level, elo) = strength;
        let (low, high) = (scale.y(elo.low), scale.y(elo.high));
        let (left, right) = (x - CAP, x + CAP);
        writeln!(
            f,
            r#"<path class="error" d="M{x:.1} {low:.1}V{high:.1}M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}"/>"#
        )?;
        writeln!(f, r#"<circle class="point" cx="{x:.1}" cy="{y:.1}" r="4"/>"#)?;
        writeln!(f, r#"<text class="end" x="{:.1}" y="{:.1}">{:.0}</text>"#, x - 9.0, y - 7.0, elo.value)?;
        writeln!(f, r#"<text class="middle" x="{x:.1}" y="{:.1}">{}</text>"#, BOTTOM + 20.0, level.get())?;
    }
    Ok(())
}

/// The text as XML holds it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
