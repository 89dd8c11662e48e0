use jungle::arena::{Chart, Ladder, Match, Step, Tally};
use jungle::engine::Level;

use super::contest;

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// A ladder that was not played.
fn ladder(results: &[[u64; 5]]) -> Ladder {
    let step = |(pairs, number): (&[u64; 5], u8)| {
        let tally = Tally {
            won: pairs[4] * 2 + pairs[3] + pairs[2],
            drawn: pairs[3] + pairs[1],
            lost: pairs[0] * 2 + pairs[1] + pairs[2],
            pairs: *pairs,
            ..Tally::default()
        };
        Step { level: level(number), tally }
    };
    Ladder { lowest: level(1), steps: results.iter().zip(2..).map(step).collect() }
}

/// Checks that the text is XML as far as this project writes any: every element is closed in order.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap_or_else(|| panic!("<{part} does not end"));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && svg.trim_start().starts_with("<svg "), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn each_level_plays_the_one_below() {
    let conditions = contest("depth=1", "depth=1", 3);
    let mut seen = Vec::new();
    let levels = [1, 2, 3].map(level);
    let ladder = Ladder::climb(&levels, &conditions, &mut |level, _, _| seen.push(level.get())).unwrap();
    assert_eq!(seen, [2, 2, 2, 3, 3, 3]);
    let direct = Match { players: ["level=3", "level=2"].map(super::player), ..conditions };
    assert_eq!(ladder.steps[1], Step { level: level(3), tally: super::play(&direct).1 });
}

#[test]
fn steps_add_up_and_so_do_the_squares_of_their_errors() {
    let ladder = ladder(&[[5, 10, 20, 30, 35], [10, 10, 20, 30, 30]]);
    let [first, second] = [0, 1].map(|index| ladder.steps[index].elo());
    let strengths = ladder.strengths();
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} and {other}");
    near(strengths[0].1.value, 0.0);
    near(strengths[1].1.low, first.low);
    let total = strengths[2].1;
    near(total.value, first.value + second.value);
    near(
        (total.value - total.low).powi(2),
        (first.value - first.low).powi(2) + (second.value - second.low).powi(2),
    );
}

#[test]
fn the_table_has_a_row_for_each_level() {
    let table = ladder(&[[5, 10, 20, 30, 35], [0, 0, 0, 0, 10]]).to_string();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 5, "{table}");
    let columns = rows[0].matches('|').count();
    assert!(rows.iter().all(|row| row.matches('|').count() == columns), "{table}");
    assert!(rows[2].starts_with("| 1 |") && rows[2].ends_with("| 0 |"));
    assert!(
        rows[3].contains(" | 120 | 40 | 40 | 70.0 (64.3 to 75.7) | +147 (+102 to +198) | +147 ("),
        "{table}"
    );
    assert!(rows[4].contains(" | 20 | 0 | 0 | 100.0 (70.0 to 100.0) | more than +147 | +947 ("), "{table}");
}

#[test]
fn the_chart_is_well_formed_whatever_the_results_are() {
    for results in [
        &[][..],
        &[[0, 0, 0, 0, 0]],
        &[[0, 0, 10, 0, 0]],
        &[[9, 0, 0, 0, 0], [9, 0, 0, 0, 0]],
        &[[0, 0, 0, 0, 9]; 9],
        &[[5, 10, 20, 30, 35]; 9],
    ] {
        let ladder = ladder(results);
        let svg = Chart { ladder: &ladder, title: "a < b & c > d" }.to_string();
        assert_well_formed(&svg);
        assert_eq!(svg.matches("<circle ").count(), results.len() + 1);
        assert!(svg.contains("a &lt; b &amp; c &gt; d") && svg.contains("prefers-color-scheme: dark"));
        assert!(svg.matches("class=\"grid\"").count() <= 10, "{svg}");
    }
}
