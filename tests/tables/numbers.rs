//! How many positions are won, lost and drawn: numbers that others have found too.

use jungle::engine::tablebase::{Census, Tables};
use jungle::rules::{NoLegalMoves, Ruleset};

use crate::{Folder, four_pieces};

/// The numbers of RULES.md, positions, wins, losses, draws and the latest end; of the draws, those without a move.
fn census(numbers: [u64; 4], longest: u16, stuck: u64) -> Census {
    let [positions, wins, losses, draws] = numbers;
    Census { positions, wins, losses, draws, stuck, longest }
}

fn count(tables: &Tables, ruleset: &Ruleset, pieces: usize) -> Census {
    Census::of(tables, ruleset, pieces, 2).unwrap()
}

#[test]
fn the_shipped_tables_have_the_counts_of_the_standard_rules() {
    let tables = Tables::shipped();
    let two = census([160_068, 82_717, 64_461, 12_890], 34, 0);
    let three = census([54_355_896, 30_277_979, 23_397_652, 680_265], 67, 1_212);
    assert_eq!([2, 3].map(|pieces| count(&tables, &Ruleset::STANDARD, pieces)), [two, three]);
}

#[test]
fn two_pieces_have_the_counts_of_the_leiden_rules() {
    let folder = Folder::built(&Ruleset::LEIDEN, 2);
    let (tables, _) = Tables::open(&folder.0).unwrap();
    let two = census([160_068, 82_852, 64_501, 12_715], 34, 0);
    assert_eq!(count(&tables, &Ruleset::LEIDEN, 2), two);
}

#[test]
#[ignore = "takes minutes: with --release"]
fn three_and_four_pieces_have_the_counts_of_the_leiden_rules() {
    let tables = four_pieces(&Ruleset::LEIDEN);
    let three = census([54_355_896, 30_297_857, 23_369_820, 688_219], 67, 1_212);
    let four = census([9_685_376_064, 5_468_840_343, 4_001_236_449, 215_299_272], 118, 355_554);
    assert_eq!([3, 4].map(|pieces| count(&tables, &Ruleset::LEIDEN, pieces)), [three, four]);
}

/// The published table leaves out the positions that have no legal move. Its numbers come out where such a position is
/// a loss to the positions before it. Of its wins there are 16 more than its own positions, losses and draws leave.
#[test]
#[ignore = "takes minutes: with --release"]
fn four_pieces_have_the_published_counts() {
    let ruleset = Ruleset { no_legal_moves: NoLegalMoves::Loses, ..Ruleset::LEIDEN };
    let Census { positions, wins, losses, draws, stuck, .. } = count(&four_pieces(&ruleset), &ruleset, 4);
    let published = [9_685_020_510, 5_468_841_129 - 16, 4_001_236_829, 214_942_568];
    assert_eq!([positions - stuck, wins, losses - stuck, draws], published);
}
