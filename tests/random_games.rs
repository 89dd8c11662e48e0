//! Random games under every ruleset, each position compared with a slow, obvious twin.

mod mailbox;

use std::collections::BTreeSet;
use std::fmt::Debug;

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
        tiger_jumps in either(Jumps::BothWays, Jumps::VerticalOnly),
        lion_jumps in either(Jumps::BothWays, Jumps::VerticalOnly),
        jump_blocked_by in either(JumpBlockedBy::AnyRat, JumpBlockedBy::EnemyRat),
        own_traps in either(OwnTraps::Open, OwnTraps::Closed),
        traps_weaken in either(TrapsWeaken::Opponent, TrapsWeaken::BothSides),
        trapped_attack in either(TrappedAttack::FullRank, TrappedAttack::RankZero),
        captures in any::<[bool; 4]>(),
        dog_and_wolf in either(DogAndWolf::WolfAboveDog, DogAndWolf::DogAboveWolf),
        no_legal_moves in either(NoLegalMoves::Loses, NoLegalMoves::Draws),
        no_capture_limit in proptest::option::of(1..30_u32),
        ply_limit in proptest::option::of(1..90_u32),
        repetition_limit in proptest::option::of(2..4_u32),
    ) -> Ruleset {
        Ruleset {
            tiger_jumps,
            lion_jumps,
            jump_blocked_by,
            own_traps,
            traps_weaken,
            trapped_attack,
            equal_rank_captures: captures[0],
            elephant_captures_rat: captures[1],
            rat_captures_rat_across_bank: captures[2],
            river_rat_captures_elephant: captures[3],
            dog_and_wolf,
            no_legal_moves,
            no_capture_limit,
            ply_limit,
            repetition_limit,
            start: Ruleset::STANDARD.start,
        }
    }
}

fn either<T: Clone + Debug>(one: T, other: T) -> impl Strategy<Value = T> {
    prop_oneof![Just(one), Just(other)]
}

/// Pieces thrown onto the board, not yet where the rules let them stand.
#[derive(Clone, Debug)]
struct Scatter {
    throw: Throw,
    plies: u32,
    plies_since_capture: u32,
}

#[derive(Clone, Debug)]
struct Throw {
    /// Each piece with the number of its square among those it may choose from.
    pieces: Vec<(Piece, usize)>,
    /// Where they are thrown.
    aim: Square,
    /// How close to the aim they land: of that many free squares each chooses one.
    spread: usize,
}

fn scatters() -> impl Strategy<Value = Scatter> {
    (prop_oneof![2 => melees(), 1 => hunts()], 0..40_u32, 0..20_u32)
        .prop_map(|(throw, plies, quiet)| Scatter { throw, plies, plies_since_capture: quiet.min(plies) })
}

prop_compose! {
    /// Pieces of both sides, often about the traps.
    fn melees()(
        pieces in prop::collection::vec((pieces_of(&Side::ALL), 0..Square::COUNT), 2..10),
        aim in prop_oneof![prop::sample::select(&Square::ALL[..]), either(Square::D1, Square::D9)],
        spread in prop::sample::select(&[6, 20, Square::COUNT][..]),
    ) -> Throw {
        Throw { pieces, aim, spread }
    }
}

prop_compose! {
    /// One piece in a corner, many around it: few other games end for want of moves.
    fn hunts()(
        prey in pieces_of(&[Side::Black]),
        hunters in prop::collection::vec((pieces_of(&[Side::White]), 0..Square::COUNT), 2..8),
        aim in prop::sample::select(&[Square::A1, Square::G1, Square::A9, Square::G9][..]),
    ) -> Throw {
        Throw { pieces: [vec![(prey, 0)], hunters].concat(), aim, spread: 5 }
    }
}

fn pieces_of(sides: &'static [Side]) -> impl Strategy<Value = Piece> {
    let piece = (prop::sample::select(sides), prop::sample::select(&Animal::ALL[..]));
    piece.prop_map(|(side, animal)| Piece { side, animal })
}

impl Scatter {
    /// Lets each piece fall onto a free square where it may stand, one of each kind and no piece in a den.
    fn setup(&self, ruleset: &Ruleset) -> Setup {
        let mut setup = Setup::EMPTY;
        setup.plies = self.plies;
        setup.turn = if self.plies.is_multiple_of(2) { Side::White } else { Side::Black };
        setup.plies_since_capture = self.plies_since_capture;
        for &(piece, choice) in &self.throw.pieces {
            let free = self.throw.free_squares(piece, &Mailbox::new(&setup, ruleset));
            // A second piece of a kind is left out.
            let _ = setup.place(piece, free[choice % free.len()]);
        }
        setup
    }
}

impl Throw {
    /// The squares nearest to the aim where a piece may stand without ending the game.
    fn free_squares(&self, piece: Piece, board: &Mailbox) -> Vec<Square> {
        let is_free = |&square: &Square| {
            let place = place(square);
            board.at(place).is_none() && board.ground_refusal(piece, place).is_none() && !is_den(place)
        };
        let mut free: Vec<Square> = Square::ALL.into_iter().filter(is_free).collect();
        free.sort_by_key(|square| {
            self.aim.column().abs_diff(square.column()) + self.aim.row().abs_diff(square.row())
        });
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
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_position_of_a_random_game_is_as_the_twin_says(plan in plans()) {
        play(&plan, |game, history| {
            let board = &history[history.len() - 1];
            assert_same_moves(game.position(), board);
            assert_same_refusals(game.position(), board);
            assert_moves_are_told_alike(game.position());
            assert_same_position(game.position(), board);
            assert_same_end(game, history);
            assert_symmetric(game.position(), board);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_mirror_and_the_essence_of_a_game_go_on_as_it_does(plan in plans(), offer in any::<bool>()) {
        let mut twins = None;
        play(&plan, |game, _| {
            let before = twins.take();
            let mut game = game.clone();
            if game.outcome().is_some() {
                return;
            }
            if offer {
                game.play(Action::OfferDraw(game.position().turn())).expect("nobody has offered yet");
            }
            if let Some((mut mirrored, mut essence)) = before {
                let last = game.actions().iter().rev().find_map(|action| action.as_move());
                let mv = Action::Move(last.expect("there are twins only after a move"));
                play_on(&mut mirrored, mv.mirrored());
                play_on(&mut essence, mv);
                assert_going_on_alike(&game, &mirrored, &essence);
            }
            assert_going_on_alike(&game, &game.mirrored(), &game.essence());
            assert_eq!(game.mirrored().mirrored(), game);
            assert_eq!(game.essence().essence(), game.essence());
            let offers = usize::from(game.draw_offer().is_some());
            assert_eq!(game.essence().actions().len(), game.earlier_positions().len() + offers);
            assert!(!game.is_mirror_first() || !game.mirrored().is_mirror_first());
            twins = Some((game.mirrored(), game.essence()));
        });
    }
}

fn play_on(game: &mut Game, action: Action) {
    game.play(action).expect("it is as legal there");
}

fn assert_going_on_alike(game: &Game, mirrored: &Game, essence: &Game) {
    for twin in [mirrored, essence] {
        assert_eq!(twin.outcome(), game.outcome());
        assert_eq!(twin.repetitions(), game.repetitions());
        assert_eq!(twin.earlier_positions().len(), game.earlier_positions().len());
    }
    assert_eq!(mirrored.position(), &game.position().mirrored());
    assert_eq!(essence.position().setup(), game.position().setup());
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

fn assert_moves_are_told_alike(position: &Position) {
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len());
    assert_eq!(position.has_legal_moves(), !moves.is_empty());
    for &mv in &moves {
        let winner = position.play_unchecked(mv).decision().and_then(|outcome| outcome.winner);
        assert_eq!(position.is_winning(mv), winner == Some(position.turn()));
    }
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
