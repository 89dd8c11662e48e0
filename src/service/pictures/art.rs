//! The drawings, each a symbol of a sheet in `art/`; `art/README.md` tells whose they are.

use std::sync::LazyLock;

use crate::rules::{Animal, ByAnimal};

/// Animals in colour, in a square of 32 units.
const ANIMALS: &str = include_str!("art/animals.svg");
/// The animals' Chinese characters, in a square of 64 units; they are of the colour that they are used with.
const CHARACTERS: &str = include_str!("art/characters.svg");
/// What rows and columns are called, in the same way.
const LABELS: &str = include_str!("art/labels.svg");

static BY_PICTURE: LazyLock<ByAnimal<&str>> = LazyLock::new(|| each(ANIMALS));
static BY_CHARACTER: LazyLock<ByAnimal<&str>> = LazyLock::new(|| each(CHARACTERS));

/// What stands for an animal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Symbols {
    /// Its picture.
    #[default]
    Pictures,
    /// Its Chinese character.
    Characters,
}

impl Symbols {
    /// The symbol of an animal, whose id is the animal's name.
    pub(super) fn of(self, animal: Animal) -> &'static str {
        match self {
            Self::Pictures => BY_PICTURE[animal],
            Self::Characters => BY_CHARACTER[animal],
        }
    }
}

/// The symbol of a row or a column, or of a rank.
pub(super) fn label(letter: char) -> &'static str {
    symbol(LABELS, &format!("label-{letter}"))
}

fn each(sheet: &'static str) -> ByAnimal<&'static str> {
    ByAnimal(Animal::ALL.map(|animal| symbol(sheet, animal.name())))
}

/// A symbol of a sheet, which has one a line.
fn symbol(sheet: &'static str, id: &str) -> &'static str {
    let start = format!("<symbol id=\"{id}\" ");
    sheet.lines().find(|line| line.starts_with(&start)).expect("the sheet has every symbol")
}
