use super::random::Random;
use super::variant::Variant;
use crate::rules::{Action, Bitboard, Game, Piece, Position, Setup, Side};

/// How often, in a hundred games, the game begins at the start of its ruleset.
const OPENING_PERCENT: usize = 55;
/// The least and the greatest number of random plies that such a game begins with.
const OPENING_PLIES: (usize, usize) = (4, 16);
/// How often, in a hundred, a piece takes part in a game that begins elsewhere.
const PIECE_PERCENTS: [usize; 5] = [20, 35, 50, 70, 90];
/// How many starts may fail before something is wrong.
const TRIES: usize = 1_000;

/// A game to be played: random moves from the start, or some of the pieces anywhere.
///
/// # Panics
///
/// No legal start is found, which cannot happen by chance.
pub(super) fn random_start(variant: Variant, random: &mut Random) -> Game {
    let is_opening = random.happens(OPENING_PERCENT);
    let mut start = || if is_opening { opening(variant, random) } else { arrangement(variant, random) };
    (0..TRIES).find_map(|_| start()).expect("one of so many starts is legal and not over")
}

fn opening(variant: Variant, random: &mut Random) -> Option<Game> {
    let ruleset = variant.ruleset();
    let mut game = Game::new(Position::new(&ruleset.start, &ruleset).ok()?);
    let (least, most) = OPENING_PLIES;
    for _ in 0..least + random.below(most - least + 1) {
        let mv = random.pick(&game.legal_moves());
        game.play(Action::Move(mv)).ok()?;
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

fn arrangement(variant: Variant, random: &mut Random) -> Option<Game> {
    let ruleset = variant.ruleset();
    let mut setup = Setup::EMPTY;
    setup.turn = random.pick(&Side::ALL);
    setup.plies = setup.turn.seat().into();
    let percent = random.pick(&PIECE_PERCENTS);
    let mut free = Bitboard::ALL;
    for piece in Piece::ALL {
        if random.happens(percent) {
            let ground: Vec<_> = (ruleset.ground(piece.side, piece.animal) & free).into_iter().collect();
            let square = random.pick(&ground);
            setup.place(piece, square).ok()?;
            free = free.without(square.into());
        }
    }
    let game = Game::new(Position::new(&setup, &ruleset).ok()?);
    game.outcome().is_none().then_some(game)
}
