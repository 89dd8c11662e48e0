//! Random games under every ruleset, each position compared with a slow, obvious twin.

mod mailbox;

use std::collections::BTreeSet;

use jungle::rules::{
    Action, Animal, Bitboard, DogAndWolf, Game, Illegality, JumpBlockedBy, Jumps, Move, NoLegalMoves,
    Outcome, OwnTraps, Piece, PlayError, Position, Ruleset, Setup, Side, Square, TrappedAttack, TrapsWeaken,
};
use mailbox::{Mailbox, is_den, place, places, square};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// All that decides a random game.
#[derive(Clone, Debug)]
struct Plan {
    ruleset: Ruleset,
    start: Setup,
    /// For each ply, which of the moves is played.
    picks: Vec<u16>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let picks = prop::collection::vec(any::<u16>(), 0..80);
    (rulesets(), proptest::option::weighted(0.7, scatters()), picks).prop_map(|(ruleset, scatter, picks)| {
        let start = scatter.map_or(ruleset.start, |scatter| scatter.setup(&ruleset));
        Plan { ruleset, start, picks }
    })
}

fn rulesets() -> impl Strategy<Value = Ruleset> {
    let named = prop::sample::select(Ruleset::NAMED.map(|named| named.ruleset).to_vec());
    prop_oneof![named, custom_rulesets()]
}

prop_compose! {
    /// Every combination of rules, with limits that a short game reaches.
    fn custom_rulesets()(
        choices in any::<[bool; 12]>(),
        no_capture_limit in proptest::option::of(1..30_u32),
        ply_limit in proptest::option::of(1..90_u32),
        repetition_limit in proptest::option::of(2..4_u32),
    ) -> Ruleset {
        let limits = Ruleset { no_capture_limit, ply_limit, repetition_limit, ..Ruleset::STANDARD };
        with_choices(choices, limits)
    }
}

fn with_choices(choices: [bool; 12], limits: Ruleset) -> Ruleset {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = choices;
    Ruleset {
        tiger_jumps: if a { Jumps::BothWays } else { Jumps::VerticalOnly },
        lion_jumps: if b { Jumps::BothWays } else { Jumps::VerticalOnly },
        jump_blocked_by: if c { JumpBlockedBy::AnyRat } else { JumpBlockedBy::EnemyRat },
        own_traps: if d { OwnTraps::Open } else { OwnTraps::Closed },
        traps_weaken: if e { TrapsWeaken::Opponent } else { TrapsWeaken::BothSides },
        trapped_attack: if f { TrappedAttack::FullRank } else { TrappedAttack::RankZero },
        equal_rank_captures: g,
        elephant_captures_rat: h,
        rat_captures_rat_across_bank: i,
        river_rat_captures_elephant: j,
        dog_and_wolf: if k { DogAndWolf::WolfAboveDog } else { DogAndWolf::DogAboveWolf },
        no_legal_moves: if l { NoLegalMoves::Loses } else { NoLegalMoves::Draws },
        ..limits
    }
}

/// Pieces thrown onto the board, not yet where the rules let them stand.
#[derive(Clone, Debug)]
struct Scatter {
    pieces: Vec<(Piece, prop::sample::Index)>,
    /// Where they are thrown.
    aim: prop::sample::Index,
    /// How close to the aim they land: of that many free squares each chooses one.
    spread: usize,
    plies: u32,
    plies_since_capture: u32,
}

fn scatters() -> impl Strategy<Value = Scatter> {
    let piece = (prop::sample::select(&Side::ALL[..]), prop::sample::select(&Animal::ALL[..]))
        .prop_map(|(side, animal)| Piece { side, animal });
    let pieces = prop::collection::vec((piece, any::<prop::sample::Index>()), 2..10);
    let spread = prop_oneof![Just(6), Just(20), Just(Square::COUNT)];
    let aim = any::<prop::sample::Index>();
    let scatter = (pieces, aim, spread, 0..40_u32, 0..20_u32);
    scatter.prop_map(|(pieces, aim, spread, plies, quiet)| Scatter {
        pieces,
        aim,
        spread,
        plies,
        plies_since_capture: quiet.min(plies),
    })
}

impl Scatter {
    /// Lets each piece fall onto a free square where it may stand, one of each kind and no piece in a den.
    fn setup(&self, ruleset: &Ruleset) -> Setup {
        let mut setup = Setup::EMPTY;
        setup.plies = self.plies;
        setup.turn = if self.plies.is_multiple_of(2) { Side::White } else { Side::Black };
        setup.plies_since_capture = self.plies_since_capture;
        for &(piece, choice) in &self.pieces {
            let free = self.free_squares(piece, &Mailbox::new(&setup, ruleset));
            // A second piece of a kind is left out.
            let _ = setup.place(piece, free[choice.index(free.len())]);
        }
        setup
    }

    /// The squares nearest to the aim where a piece may stand without ending the game.
    fn free_squares(&self, piece: Piece, board: &Mailbox) -> Vec<Square> {
        let aim = Square::ALL[self.aim.index(Square::COUNT)];
        let is_free = |&square: &Square| {
            let place = place(square);
            board.at(place).is_none() && board.ground_refusal(piece, place).is_none() && !is_den(place)
        };
        let mut free: Vec<Square> = Square::ALL.into_iter().filter(is_free).collect();
        free.sort_by_key(|square| aim.column().abs_diff(square.column()) + aim.row().abs_diff(square.row()));
        free.truncate(self.spread);
        free
    }
}

/// Plays a plan on both boards, past draws, and shows each position with all its boards to a visitor.
fn play(plan: &Plan, mut visit: impl FnMut(&Game, &[Mailbox])) {
    let start = Position::new(&plan.start, &plan.ruleset).expect("a plan starts with a legal setup");
    let mut game = Game::new(start);
    let mut history = vec![Mailbox::new(&plan.start, &plan.ruleset)];
    visit(&game, &history);
    for &pick in &plan.picks {
        let board = &history[history.len() - 1];
        let Some(mv) = choose(board, usize::from(pick)) else { return };
        history.push(board.after(mv));
        game.play_past_draws(Action::Move(mv)).expect("the twin knows the legal moves");
        visit(&game, &history);
    }
}

/// One of the moves; every other pick is for a capture, where there is one.
fn choose(board: &Mailbox, pick: usize) -> Option<Move> {
    let moves = board.legal_moves();
    let is_capture = |mv: &&Move| board.at(place(mv.to)).is_some();
    let captures: Vec<&Move> = moves.iter().filter(is_capture).collect();
    if pick.is_multiple_of(2) && !captures.is_empty() {
        return Some(*captures[pick / 2 % captures.len()]);
    }
    (!moves.is_empty()).then(|| moves[pick / 2 % moves.len()])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_position_of_a_random_game_is_as_the_twin_says(plan in plans()) {
        play(&plan, |game, history| {
            let board = &history[history.len() - 1];
            assert_same_moves(game.position(), board);
            assert_same_refusals(game.position(), board);
            assert_same_count_and_targets(game.position());
            assert_same_position(game.position(), board);
            assert_same_end(game, history);
            assert_symmetric(game.position(), board);
        });
    }
}

fn assert_same_moves(position: &Position, board: &Mailbox) {
    assert_eq!(sorted(position.legal_moves()), sorted(board.legal_moves()), "{}", position.setup());
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// Every move from any square to any other is legal on both boards, or refused for the same reason.
fn assert_same_refusals(position: &Position, board: &Mailbox) {
    if board.win().is_some() {
        return;
    }
    for (from, to) in all_ways() {
        let mv = Move { from: square(from), to: square(to) };
        let refusal = position.check_move(mv).err().map(code);
        assert_eq!(refusal, board.refusal(from, to), "{mv} in {}", position.setup());
    }
}

fn all_ways() -> impl Iterator<Item = (mailbox::Place, mailbox::Place)> {
    places().flat_map(|from| places().map(move |to| (from, to)))
}

fn code(illegality: Illegality) -> &'static str {
    match illegality {
        Illegality::EmptySquare(_) => "empty_square",
        Illegality::NotYourPiece(..) => "not_your_piece",
        Illegality::NotAStep(_) => "not_a_step",
        Illegality::OwnDen(_) => "own_den",
        Illegality::OwnTrap(_) => "own_trap",
        Illegality::Water(..) => "water",
        Illegality::CannotJump(..) => "cannot_jump",
        Illegality::JumpBlocked(_) => "jump_blocked",
        Illegality::OwnPiece(..) => "own_piece",
        Illegality::WaterAndLand(..) => "water_and_land",
        Illegality::ElephantCannotTakeRat(_) => "elephant_cannot_take_rat",
        Illegality::RankTooLow { .. } => "rank_too_low",
    }
}

fn assert_same_count_and_targets(position: &Position) {
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len());
    assert_eq!(position.has_legal_moves(), !moves.is_empty());
    for from in Square::ALL {
        let targets: Vec<Square> = moves.iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
        assert_eq!(position.targets(from), Bitboard::of(&targets));
    }
}

/// The position that moves have led to is the one set up afresh, bitboards and key included.
fn assert_same_position(position: &Position, board: &Mailbox) {
    let setup = board.to_setup();
    assert_eq!(position.setup(), setup);
    assert_eq!(Position::new(&setup, position.ruleset()), Ok(*position));
    assert_eq!(setup.to_string().parse(), Ok(setup));
}

fn assert_same_end(game: &Game, history: &[Mailbox]) {
    let end = mailbox::end(history);
    assert_eq!(game.repetitions(), mailbox::repetitions(history));
    assert_eq!(game.outcome().map(|Outcome { winner, reason }| (winner, reason)), end);
    if let Some(outcome) = game.outcome() {
        assert!(game.legal_moves().is_empty());
        assert_eq!(game.check(Action::Resign(Side::White)), Err(PlayError::GameOver(outcome)));
    } else {
        assert_eq!(game.legal_moves(), game.position().legal_moves());
    }
}

fn assert_symmetric(position: &Position, board: &Mailbox) {
    let moves_of = |board: &Mailbox| {
        let seen = Position::new(&board.to_setup(), position.ruleset());
        sorted(seen.expect("the rules are the same from every side").legal_moves())
    };
    let moves_seen = |look: fn(Square) -> Square| {
        sorted(position.legal_moves().into_iter().map(|mv| Move { from: look(mv.from), to: look(mv.to) }))
    };
    assert_eq!(moves_of(&board.mirrored()), moves_seen(Square::mirrored));
    assert_eq!(moves_of(&board.swapped()), moves_seen(Square::flipped));
}

/// Without this the comparison could be right about too little.
#[test]
fn random_games_meet_every_reason() {
    let mut runner = TestRunner::deterministic();
    let mut ends = BTreeSet::new();
    let mut refusals = BTreeSet::new();
    for _ in 0..200 {
        let plan = plans().new_tree(&mut runner).expect("no plan is rejected").current();
        play(&plan, |game, _| {
            ends.extend(game.outcome().map(|outcome| format!("{:?}", outcome.reason)));
            let refusal =
                |(from, to)| game.position().check_move(Move { from: square(from), to: square(to) }).err();
            refusals.extend(all_ways().filter_map(refusal).map(code));
        });
    }
    let all_ends = ["AllCaptured", "DenEntered", "NoCaptureLimit", "NoLegalMoves", "PlyLimit", "Repetition"];
    assert_eq!(Vec::from_iter(ends), all_ends);
    assert_eq!(refusals.len(), 12, "{refusals:?}");
}
