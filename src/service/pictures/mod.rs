//! Pictures of positions.
//!
//! A query is read as a `scene`, which `svg` draws, out of what is in `art`, in the colours of a `theme`. `png` paints
//! the drawing in dots.

mod art;
mod png;
mod scene;
mod svg;
mod theme;

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use serde::Deserialize;
use utoipa::ToSchema;

pub(super) use self::png::Painters;

use self::art::Symbols;
use self::scene::{Scene, View};
use self::theme::Theme;
use super::extract::{list, text_or_json};
use super::wire::{Refusal, SquareInput, Whole, game_query};
use super::{ApiError, Budget, Caller, NotModified, PaintingProblems, Query, QueryProblems, States};
use crate::rules::{Game, Move, ParseMoveError, Square};

/// The pictures that the board page is made of, by the names of their files.
pub(super) fn parts() -> [(&'static str, String); 5] {
    [
        ("animals.svg", svg::draw_symbols(Symbols::Pictures)),
        ("characters.svg", svg::draw_symbols(Symbols::Characters)),
        ("icon.svg", svg::draw_icon()),
        ("terrain-light.svg", svg::draw_terrain(Theme::LIGHT)),
        ("terrain-dark.svg", svg::draw_terrain(Theme::DARK)),
    ]
}

/// In pixels.
type Width = Whole<64, 2048>;

game_query! {
    struct BoardQuery {
        /// The move that is marked as the last one, such as `a3a4`, or `none`. Left out, it is the last of the game.
        #[param(max_length = 4, example = "a3a4")]
        last: Option<String>,
        /// Squares to mark: their names separated by commas, or a JSON array.
        #[param(inline, value_type = Option<Vec<SquareName>>, max_items = 63, style = Form, explode = false, example = json!(["d8"]))]
        highlight: Option<String>,
        /// A square, such as `a3` or `[0,2]`, whose piece's legal moves are shown.
        #[param(max_length = 16, example = "g7")]
        targets: Option<String>,
        /// Whether seat 1 sits at the bottom.
        flip: Option<bool>,
        /// The width of the picture in pixels; it is 9/7 as high. 448 if left out.
        #[param(inline)]
        size: Option<Width>,
        /// Whether rows and columns are named. They are if this is left out.
        coordinates: Option<bool>,
        /// The colours: `light` if left out.
        #[param(inline)]
        theme: Option<ThemeName>,
        /// What stands for the animals: `pictures` if left out.
        #[param(inline)]
        pieces: Option<SymbolsName>,
    }
}

/// The name of a square.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(value_type = String, pattern = "^[a-g][1-9]$", min_length = 2, max_length = 2)]
#[expect(dead_code, reason = "the document needs it, the code reads either form of a square")]
struct SquareName(Square);

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ThemeName {
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SymbolsName {
    Pictures,
    Characters,
}

impl ThemeName {
    fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::LIGHT,
            Self::Dark => Theme::DARK,
        }
    }
}

impl SymbolsName {
    fn symbols(self) -> Symbols {
        match self {
            Self::Pictures => Symbols::Pictures,
            Self::Characters => Symbols::Characters,
        }
    }
}

impl BoardQuery {
    fn view(&self) -> View {
        let usual = View::default();
        View {
            width: self.size.map_or(usual.width, |size| size.get() as u32),
            is_flipped: self.flip.unwrap_or(usual.is_flipped),
            has_coordinates: self.coordinates.unwrap_or(usual.has_coordinates),
            theme: self.theme.map_or(usual.theme, ThemeName::theme),
            symbols: self.pieces.map_or(usual.symbols, SymbolsName::symbols),
        }
    }

    fn scene(&self, game: &Game) -> Result<Scene, ApiError> {
        let mut scene = Scene::new(game, self.view());
        match self.last.as_deref() {
            None => {}
            Some("none") => scene.last = None,
            Some(text) => scene.last = Some(read_move(text)?),
        }
        for (i, square) in
            list(self.highlight.as_deref(), "/highlight", Square::COUNT)?.into_iter().enumerate()
        {
            scene.highlights |= on_board(square, &format!("/highlight/{i}"))?.into();
        }
        if let Some(text) = self.targets.as_deref() {
            let from = on_board(text_or_json(text, "/targets")?, "/targets")?;
            let moves = game.legal_moves().into_iter().filter(|mv| mv.from == from);
            scene.targets = moves.map(|mv| mv.to).collect();
        }
        Ok(scene)
    }
}

fn read_move(text: &str) -> Result<Move, ApiError> {
    text.parse().map_err(|error: ParseMoveError| ApiError::Malformed {
        pointer: Some("/last".to_owned()),
        detail: error.to_string(),
    })
}

fn on_board(square: SquareInput, pointer: &str) -> Result<Square, ApiError> {
    square.get().ok_or_else(|| Refusal::off_board(square).at(pointer))
}

/// A picture as SVG.
#[derive(Clone, Debug, ToSchema)]
#[schema(value_type = String, max_length = 131_072)]
#[expect(dead_code, reason = "the document needs it, the code serves text")]
struct SvgPicture(String);

/// A picture as PNG.
#[derive(Clone, Debug, ToSchema)]
#[schema(value_type = String, format = Binary, max_length = 16_777_216)]
#[expect(dead_code, reason = "the document needs it, the code serves bytes")]
struct PngPicture(Vec<u8>);

/// Draw a board as SVG.
///
/// Any game, with its last move, the targets of a piece, and squares to point at. Whose piece it is shows in its shape,
/// too: those of seat 0 are round, those of seat 1 are square. Title and description tell what is seen.
///
/// ![A game after its first move](/v1/board.svg?moves=a3a4&targets=g7&highlight=d8&size=224)
#[utoipa::path(tag = "pictures", params(BoardQuery), responses(
    (status = OK, description = "The picture.", body = SvgPicture, content_type = "image/svg+xml"),
    NotModified,
    QueryProblems,
))]
#[get("/v1/board.svg")]
pub(super) async fn draw_svg(
    query: Query<BoardQuery>,
    caller: Caller,
    states: Data<States>,
) -> Result<HttpResponse, ApiError> {
    let scene = query.0.scene(&states.game(&query.0.read_game()?).await?)?;
    caller.spend(Budget::Rules).await?;
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(svg::draw(&scene)))
}

/// Draw a board as PNG.
///
/// The picture that `/v1/board.svg` draws, in dots. Title and description are in it as text.
///
/// ![A game after its first move, in Chinese and in the dark](/v1/board.png?moves=a3a4&size=224&theme=dark&pieces=characters)
#[utoipa::path(tag = "pictures", params(BoardQuery), responses(
    (status = OK, description = "The picture.", body = PngPicture, content_type = "image/png"),
    NotModified,
    QueryProblems,
    PaintingProblems,
))]
#[get("/v1/board.png")]
pub(super) async fn draw_png(
    query: Query<BoardQuery>,
    caller: Caller,
    states: Data<States>,
    painters: Data<Painters>,
) -> Result<HttpResponse, ApiError> {
    let scene = query.0.scene(&states.game(&query.0.read_game()?).await?)?;
    caller.spend(Budget::Rules).await?;
    Ok(HttpResponse::Ok().content_type("image/png").body(painters.paint(scene).await?))
}
