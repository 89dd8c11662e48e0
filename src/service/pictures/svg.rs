//! A scene as SVG, in squares of 64 units.
//!
//! Nothing in it comes from elsewhere, neither fonts nor styles, so that it looks the same wherever it is shown. What
//! tells terrain, sides and marks apart is their shape; colour only helps.

use std::fmt::{Arguments, Write};

use super::art::{Symbols, label};
use super::scene::{Scene, View};
use super::theme::Theme;
use crate::rules::terrain::{ALL_TRAPS, DENS, WATER};
use crate::rules::{Animal, Bitboard, BySide, Move, Position, Side, Square};

const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The width of a square.
const SQUARE: u32 = 64;
const WIDTH: u32 = SQUARE * Square::COLUMNS as u32;
const HEIGHT: u32 = SQUARE * Square::ROWS as u32;
/// Room for most pictures.
const USUAL_LENGTH: usize = 32 * 1024;

/// For straight lines, along which there is nothing to smooth; painting them smoothly took a quarter of the time.
const CRISP: &str = r#"shape-rendering="crispEdges""#;

// Paths from the top left of a square.
const WHOLE: &str = "h64v64h-64z";
const WAVES: &str = "m6 24q6.5-8 13 0t13 0 13 0 13 0m-52 22q6.5-8 13 0t13 0 13 0 13 0";
/// A net.
const TRAP: &str = "m8 32l24-24 24 24-24 24zm8-8l24 24m-16-32l24 24m0-16l-24 24m16-32l-24 24";
/// The mouth of a cave.
const DEN: &str = "m12 57v-27a20 20 0 0 1 40 0v27h-9v-24a11 11 0 0 0-22 0v24z";
const FRAME: &str = "m4 4h56v56h-56z";
const CORNERS: &str = "m5 20v-15h15m24 0h15v15m0 24v15h-15m-24 0h-15v-15";
/// What pieces are made of: round for white, square for black.
const DISCS: BySide<&str> = BySide([
    "m6 32a26 26 0 1 0 52 0a26 26 0 1 0-52 0z",
    "m20 6h24a14 14 0 0 1 14 14v24a14 14 0 0 1-14 14h-24a14 14 0 0 1-14-14v-24a14 14 0 0 1 14-14z",
]);
/// What their ranks stand on.
const BADGES: BySide<&str> = BySide([
    "m41 13a10 10 0 1 0 20 0a10 10 0 1 0-20 0z",
    "m46 3h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-10a5 5 0 0 1-5-5v-10a5 5 0 0 1 5-5z",
]);
const RING: &str = "m32 3a29 29 0 1 1-.1 0z";
const DOT: &str = "m32 22a10 10 0 1 1-.1 0z";

/// Draws a scene.
pub(super) fn draw(scene: &Scene) -> String {
    let mut drawing = Drawing { view: scene.view, text: String::with_capacity(USUAL_LENGTH) };
    drawing.begin(scene);
    drawing.define(scene.position);
    drawing.draw_terrain();
    drawing.draw_marks(scene);
    drawing.draw_coordinates();
    drawing.draw_pieces(scene.position);
    drawing.draw_targets(scene);
    drawing.end()
}

/// Draws a board without anything on it.
pub(super) fn draw_terrain(theme: Theme) -> String {
    let view = View { theme, ..View::default() };
    let mut drawing = Drawing { view, text: String::new() };
    drawing.add(format_args!(r#"<svg xmlns="{NAMESPACE}" viewBox="0 0 {WIDTH} {HEIGHT}">"#));
    drawing.draw_terrain();
    drawing.end()
}

/// Draws all animals side by side.
pub(super) fn draw_symbols(symbols: Symbols) -> String {
    let mut drawing = Drawing { view: View { symbols, ..View::default() }, text: String::new() };
    let width = SQUARE * Animal::COUNT as u32;
    drawing.add(format_args!(r#"<svg xmlns="{NAMESPACE}" viewBox="0 0 {width} {SQUARE}">"#));
    for (place, animal) in Animal::ALL.into_iter().enumerate() {
        let (symbol, name, x) = (symbols.of(animal), animal.name(), SQUARE * place as u32);
        let size = format_args!(r#"width="{SQUARE}" height="{SQUARE}""#);
        drawing.add(format_args!(r##"{symbol}<use href="#{name}" x="{x}" {size}/>"##));
    }
    drawing.end()
}

/// Draws what stands for all of this where there is room for little.
pub(super) fn draw_icon() -> String {
    let tiger = Symbols::Pictures.of(Animal::Tiger);
    format!(
        r##"<svg xmlns="{NAMESPACE}" viewBox="0 0 32 32">{tiger}<use href="#tiger" width="32" height="32"/></svg>"##
    )
}

/// A picture under way.
struct Drawing {
    view: View,
    text: String,
}

impl Drawing {
    fn add(&mut self, text: Arguments<'_>) {
        self.text.write_fmt(text).expect("a text takes whatever is written");
    }

    fn begin(&mut self, scene: &Scene) {
        let (title, description) = (scene.title(), scene.description());
        let (width, height) = (self.view.width, self.view.height());
        self.add(format_args!(
            r#"<svg xmlns="{NAMESPACE}" width="{width}" height="{height}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title desc"><title id="title">{title}</title><desc id="desc">{description}</desc>"#
        ));
    }

    fn end(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// Defines the symbols that are used.
    fn define(&mut self, position: Position) {
        let view = self.view;
        self.text.push_str("<defs>");
        for animal in Animal::ALL {
            if !position.animals(animal).is_empty() {
                self.text.push_str(view.symbols.of(animal));
            }
        }
        let letters = if view.has_coordinates { "123456789abcdefg" } else { "12345678" };
        letters.chars().for_each(|letter| self.text.push_str(label(letter)));
        self.text.push_str("</defs>");
    }

    fn draw_terrain(&mut self) {
        let Theme { land, line, water, wave, mark, .. } = self.view.theme;
        self.add(format_args!(r#"<path {CRISP} fill="{land}" d="M0 0H{WIDTH}V{HEIGHT}H0Z"/>"#));
        self.draw_on(WATER, WHOLE, format_args!(r#"{CRISP} fill="{water}""#));
        self.draw_on(WATER, WAVES, format_args!(r#"fill="none" stroke="{wave}" stroke-width="2.5""#));
        self.draw_on(ALL_TRAPS, TRAP, format_args!(r#"fill="none" stroke="{mark}" stroke-width="2""#));
        self.draw_on(Bitboard::of(&DENS.0), DEN, format_args!(r#"fill="{mark}""#));
        self.add(format_args!(r#"<path {CRISP} fill="none" stroke="{line}" stroke-width="1.5" d=""#));
        for column in 0..=Square::COLUMNS {
            self.add(format_args!("M{} 0V{HEIGHT}", u32::from(column) * SQUARE));
        }
        for row in 0..=Square::ROWS {
            self.add(format_args!("M0 {}H{WIDTH}", u32::from(row) * SQUARE));
        }
        self.text.push_str(r#""/>"#);
    }

    /// Draws the same on some squares.
    fn draw_on(&mut self, squares: Bitboard, path: &str, style: Arguments<'_>) {
        if squares.is_empty() {
            return;
        }
        self.add(format_args!(r#"<path {style} d=""#));
        for square in squares {
            let (x, y) = self.corner(square);
            self.add(format_args!("M{x} {y}{path}"));
        }
        self.text.push_str(r#""/>"#);
    }

    /// The top left of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.view.place(square);
        (u32::from(column) * SQUARE, u32::from(row) * SQUARE)
    }

    /// The last move, dashed where it came from, and what somebody points at.
    fn draw_marks(&mut self, scene: &Scene) {
        let Theme { last, highlight, .. } = self.view.theme;
        if let Some(Move { from, to }) = scene.last {
            let shade = format!(r#"fill="{last}" fill-opacity=".3" stroke="{last}" stroke-width="4""#);
            self.draw_on(from.into(), FRAME, format_args!(r#"{shade} stroke-dasharray="8 6""#));
            self.draw_on(to.into(), FRAME, format_args!("{shade}"));
        }
        let squares = scene.highlights;
        self.draw_on(squares, WHOLE, format_args!(r#"fill="{highlight}" fill-opacity=".15""#));
        self.draw_on(squares, CORNERS, format_args!(r#"fill="none" stroke="{highlight}" stroke-width="6""#));
    }

    /// Rows along the left edge, columns along the bottom, each in a corner that pieces leave free.
    fn draw_coordinates(&mut self) {
        if !self.view.has_coordinates {
            return;
        }
        let color = self.view.theme.label;
        self.add(format_args!(r#"<g fill="{color}">"#));
        for square in Bitboard::ALL {
            let ((x, y), (column, row)) = (self.corner(square), self.view.place(square));
            if column == 0 {
                self.label(char::from(b'1' + square.row()), (x, y), 13);
            }
            if row + 1 == Square::ROWS {
                self.label(char::from(b'a' + square.column()), (x + 51, y + 51), 13);
            }
        }
        self.text.push_str("</g>");
    }

    fn label(&mut self, letter: char, (x, y): (u32, u32), size: u32) {
        self.add(format_args!(
            r##"<use href="#label-{letter}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##
        ));
    }

    fn draw_pieces(&mut self, position: Position) {
        let Theme { disc, sides, .. } = self.view.theme;
        for side in Side::ALL {
            let (pieces, color) = (position.pieces(side), sides[side]);
            let style = format_args!(r#"fill="{disc}" stroke="{color}" stroke-width="4""#);
            self.draw_on(pieces, DISCS[side], style);
            self.draw_on(pieces, BADGES[side], format_args!(r#"fill="{color}""#));
            self.add(format_args!(r#"<g fill="{color}">"#));
            for square in pieces {
                let ((x, y), animal) = (self.corner(square), position.animal_at(square));
                self.add(format_args!(
                    r##"<use href="#{animal}" x="{}" y="{}" width="38" height="38"/>"##,
                    x + 13,
                    y + 14
                ));
            }
            self.text.push_str("</g>");
        }
        self.add(format_args!(r#"<g fill="{disc}">"#));
        for square in position.occupied() {
            let ((x, y), rank) = (self.corner(square), position.ruleset().rank(position.animal_at(square)));
            self.label(char::from(b'0' + rank), (x + 42, y + 4), 18);
        }
        self.text.push_str("</g>");
    }

    /// A dot where the way is free, a ring around what is taken.
    fn draw_targets(&mut self, scene: &Scene) {
        let (targets, occupied) = (scene.targets, scene.position.occupied());
        let color = self.view.theme.target;
        let ring = format_args!(r#"fill="none" stroke="{color}" stroke-width="6" stroke-dasharray="16 6.8""#);
        self.draw_on(targets & occupied, RING, ring);
        self.draw_on(targets & !occupied, DOT, format_args!(r#"fill="{color}" fill-opacity=".85""#));
    }
}
