use crate::rules::BySide;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    pub(super) land: &'static str,
    pub(super) line: &'static str,
    pub(super) water: &'static str,
    pub(super) wave: &'static str,
    /// Of traps and dens.
    pub(super) mark: &'static str,
    pub(super) label: &'static str,
    pub(super) last: &'static str,
    pub(super) highlight: &'static str,
    pub(super) target: &'static str,
    /// What pieces are made of.
    pub(super) disc: &'static str,
    /// What tells whose they are, beside their shape.
    pub(super) sides: BySide<&'static str>,
}

impl Theme {
    pub(super) const LIGHT: Self = Self {
        land: "#ecdcb2",
        line: "#b99f68",
        water: "#9cd3ec",
        wave: "#3f8fb8",
        mark: "#8a6a35",
        label: "#6b5226",
        last: "#e0a100",
        highlight: "#b0128f",
        target: "#1a7a32",
        disc: "#fffaf0",
        sides: BySide(["#c3252b", "#1d4fa8"]),
    };

    pub(super) const DARK: Self = Self {
        land: "#40392b",
        line: "#6f6349",
        water: "#1c4a66",
        wave: "#6fb3d6",
        mark: "#b8965a",
        label: "#d8c59a",
        last: "#f0b81e",
        highlight: "#f07ad8",
        target: "#5fd07c",
        disc: "#f4ecdc",
        sides: BySide(["#d8454a", "#3f78d8"]),
    };
}
