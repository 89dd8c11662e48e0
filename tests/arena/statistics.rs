//! Against numbers that others publish: the tests of fastchess, `app/tests/elo_test.cpp` and `sprt_test.cpp` of
//! <https://github.com/Disservin/fastchess>, whose six counts become five by adding up won-lost and drawn-drawn pairs.

use jungle::arena::{Interval, Sprt, Tally, Verdict, expected_score, superiority};

#[track_caller]
fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} instead of {expected}");
}

fn elo(pairs: [u64; 5]) -> Interval {
    Interval::of_pairs(&pairs).unwrap().elo()
}

fn sprt(text: &str) -> Sprt {
    text.parse().unwrap()
}

#[test]
fn elo_is_what_fastchess_makes_of_the_same_pairs() {
    for (pairs, value, margin) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65),
        ([332, 433, 498, 333, 334], -8.64, 10.33),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
    ] {
        let elo = elo(pairs);
        assert_near(elo.value, value, 0.01);
        assert_near(elo.margin(), margin, 0.01);
        assert!(elo.low < elo.value && elo.value < elo.high);
    }
    assert_near(superiority(&[332, 433, 498, 333, 334]).unwrap(), 0.0505, 0.0001);
    assert!(superiority(&[34, 54, 63, 64, 75]).unwrap() > 0.9999);
}

#[test]
fn the_ratio_is_what_fastchess_makes_of_the_same_pairs() {
    for (pairs, test, ratio) in
        [([223, 9863, 21279, 10037, 246], "0.5,2.5", -3.07), ([871, 26175, 55983, 26678, 821], "0,2", -4.98)]
    {
        assert_near(sprt(test).ratio(&pairs), ratio, 0.01);
        assert_eq!(sprt(test).verdict(&pairs), Some(Verdict::Lesser));
    }
}

/// Not far from the middle, the exact ratio is near the normal one, `n (s1 - s0) (2 m - s0 - s1) / (2 v)`.
#[test]
fn the_ratio_is_near_that_of_a_normal_distribution() {
    let pairs = [50_u64, 200, 500, 220, 60];
    let count = pairs.iter().sum::<u64>() as f64;
    let average = |value: &dyn Fn(f64) -> f64| {
        pairs.iter().zip(0..).map(|(&n, index)| n as f64 * value(f64::from(index) / 4.0)).sum::<f64>() / count
    };
    let mean = average(&|score| score);
    let variance = average(&|score| (score - mean).powi(2));
    let [low, high] = [0.0, 10.0].map(expected_score);
    let normal = count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
    assert_near(sprt("0,10").ratio(&pairs), normal, 0.02);
}

#[test]
fn a_match_seen_from_the_other_side_is_the_opposite() {
    let pairs = [3, 10, 20, 14, 9];
    let mut turned = pairs;
    turned.reverse();
    assert_near(elo(pairs).value, -elo(turned).value, 1e-9);
    assert_near(elo(pairs).low, -elo(turned).high, 1e-9);
    assert_near(sprt("-5,5").ratio(&pairs), -sprt("-5,5").ratio(&turned), 1e-6);
    assert_near(superiority(&pairs).unwrap() + superiority(&turned).unwrap(), 1.0, 1e-6);
}

#[test]
fn a_score_stands_for_elo_and_elo_for_a_score() {
    let known = |value| Interval { value, low: 0.25, high: 0.909_090_909 }.elo();
    assert_near(known(0.5).value, 0.0, 1e-9);
    assert_near(known(0.5).low, -190.85, 0.01);
    assert_near(known(0.5).high, 400.0, 0.01);
    // 76 of 78 points: an example in fastchess's output.
    assert_near(elo([0, 0, 2, 0, 37]).value, 631.91, 0.5);
    for elo in [-400.0, -10.0, 0.0, 190.85] {
        let score = expected_score(elo);
        assert_near(Interval { value: score, low: score, high: score }.elo().value, elo, 1e-9);
    }
}

#[test]
fn no_games_tell_nothing() {
    let none = [0; 5];
    assert_eq!(Interval::of_pairs(&none), None);
    assert_eq!(superiority(&none), None);
    assert_near(sprt("0,5").ratio(&none), 0.0, 0.0);
    assert_eq!(sprt("0,5").verdict(&none), None);
    let tally = Tally::default();
    assert_eq!((tally.games(), tally.score(), tally.elo()), (0, None, None));
}

#[test]
fn nothing_but_wins_leaves_elo_without_an_upper_bound() {
    let score = Interval::of_pairs(&[0, 0, 0, 0, 30]).unwrap();
    assert_near(score.value, 1.0, 0.0);
    assert_near(score.low, 0.9, 1e-9);
    let elo = score.elo();
    assert!(elo.value.is_infinite() && elo.value > 0.0 && elo.high.is_infinite());
    assert_near(elo.low, 381.7, 0.1);
    assert_near(superiority(&[0, 0, 0, 0, 1]).unwrap(), 0.75, 1e-9);
    let lost = self::elo([30, 0, 0, 0, 0]);
    assert!(lost.value.is_infinite() && lost.value < 0.0);
    assert_near(lost.high, -381.7, 0.1);
    assert!(sprt("0,50").ratio(&[0, 0, 0, 0, 100]) > Sprt::BOUND);
    assert!(sprt("0,50").ratio(&[100, 0, 0, 0, 0]) < -Sprt::BOUND);
}

#[test]
fn nothing_but_draws_is_level_but_not_for_certain() {
    let score = Interval::of_pairs(&[0, 0, 30, 0, 0]).unwrap();
    assert_near(score.value, 0.5, 0.0);
    assert_near(score.low, 0.45, 1e-9);
    assert_near(score.high, 0.55, 1e-9);
    assert_near(superiority(&[0, 0, 30, 0, 0]).unwrap(), 0.5, 0.0);
    // A score of one half is right in the middle of the one test, and the lesser of the other.
    assert_near(sprt("-5,5").ratio(&[0, 0, 30, 0, 0]), 0.0, 1e-6);
    assert!(sprt("0,5").ratio(&[0, 0, 30, 0, 0]) < 0.0);
    // One pair says next to nothing.
    let one = Interval::of_pairs(&[0, 0, 1, 0, 0]).unwrap();
    assert_near(one.low, 0.0, 0.0);
    assert_near(one.high, 1.0, 0.0);
}

#[test]
fn a_test_is_two_numbers_the_lesser_first() {
    for text in ["0,5", "-3.5,1", "-10,-5"] {
        assert_eq!(sprt(text).to_string(), text);
    }
    for text in ["", "0", "0,", ",5", "5,0", "0,0", "a,b", "0,NaN", "0,inf", "0,1e9", "0,5,10", "0 5"] {
        assert!(text.parse::<Sprt>().is_err(), "{text}");
    }
}
