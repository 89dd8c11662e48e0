//! Entries of the tables against a plain search forward by the slow twin of the rules.

use jungle::engine::tablebase::{Material, Tables, Verdict};
use jungle::rules::{NoLegalMoves, Position, Ruleset};

use crate::mailbox::Mailbox;
use crate::{Folder, Random};

/// The plies that a plain search looks ahead.
const DEPTH: u16 = 4;

/// How a game ends that is over on the board, or in which nobody can move.
fn ended(mailbox: &Mailbox, ruleset: &Ruleset) -> Option<Verdict> {
    let turn = mailbox.to_setup().turn;
    if let Some((winner, _)) = mailbox.win() {
        return Some(if winner == Some(turn) { Verdict::Win(0) } else { Verdict::Loss(0) });
    }
    mailbox.legal_moves().is_empty().then_some(match ruleset.no_legal_moves {
        NoLegalMoves::Loses => Verdict::Loss(0),
        NoLegalMoves::Draws => Verdict::Draw,
    })
}

/// How a game ends within so many plies, if it is forced to.
fn search(mailbox: &Mailbox, ruleset: &Ruleset, depth: u16) -> Option<Verdict> {
    if let Some(verdict) = ended(mailbox, ruleset) {
        return Some(verdict);
    }
    if depth == 0 {
        return None;
    }
    let mut found: Vec<Option<Verdict>> = Vec::new();
    // The quickest win first, so that no longer one is taken for it.
    for mv in mailbox.legal_moves() {
        let next = search(&mailbox.after(mv), ruleset, depth - 1).map(Verdict::a_ply_before);
        if next == Some(Verdict::Win(1)) {
            return next;
        }
        found.push(next);
    }
    match found.iter().flatten().max() {
        Some(&win @ Verdict::Win(_)) => Some(win),
        _ => found.into_iter().collect::<Option<Vec<_>>>()?.into_iter().max(),
    }
}

/// What the table says of the position after each move, by the twin's moves; the best for who moves.
fn best_after(tables: &Tables, mailbox: &Mailbox, ruleset: &Ruleset) -> Option<Verdict> {
    let look = |next: Mailbox| {
        let position = || Position::new(&next.to_setup(), ruleset).unwrap();
        ended(&next, ruleset).or_else(|| tables.probe(&position())).unwrap().a_ply_before()
    };
    mailbox.legal_moves().into_iter().map(|mv| look(mailbox.after(mv))).max()
}

fn assert_agree(tables: &Tables, position: &Position) -> Verdict {
    let ruleset = position.ruleset();
    let told = tables.probe(position).unwrap_or_else(|| panic!("{} is in no table", position.setup()));
    let mailbox = Mailbox::new(&position.setup(), ruleset);
    assert_eq!(Some(told), best_after(tables, &mailbox, ruleset), "{}", position.setup());
    let found = search(&mailbox, ruleset, DEPTH);
    match told.plies() {
        Some(0..=DEPTH) => assert_eq!(found, Some(told), "{}", position.setup()),
        // A draw for want of moves is found as well.
        _ => assert!(matches!(found, None | Some(Verdict::Draw)), "{} {told:?} {found:?}", position.setup()),
    }
    told
}

#[test]
fn random_entries_of_every_three_piece_table_are_what_a_plain_search_finds() {
    let tables = Tables::shipped();
    let mut random = Random(1);
    let mut near = 0;
    for material in Material::all(3) {
        for _ in 0..3 {
            let position = random.position(material, &Ruleset::STANDARD);
            near += u32::from(assert_agree(&tables, &position).plies().is_some_and(|plies| plies <= DEPTH));
        }
    }
    assert!(near > 60, "{near} of the ends are near enough for the search to find them");
}

#[test]
fn random_entries_of_two_pieces_agree_under_every_field() {
    let rulesets = [
        Ruleset::LEIDEN,
        Ruleset::TRADITIONAL,
        Ruleset::MISTBOARD,
        Ruleset {
            equal_rank_captures: false,
            jump_blocked_by: jungle::rules::JumpBlockedBy::EnemyRat,
            trapped_attack: jungle::rules::TrappedAttack::RankZero,
            river_rat_captures_elephant: true,
            lion_jumps: jungle::rules::Jumps::VerticalOnly,
            ..Ruleset::CLASSIC
        },
    ];
    let mut random = Random(2);
    for ruleset in rulesets {
        let folder = Folder::built(&ruleset, 2);
        let (tables, _) = Tables::open(&folder.0).unwrap();
        for material in Material::all(2) {
            for _ in 0..10 {
                assert_agree(&tables, &random.position(material, &ruleset));
            }
        }
    }
}
