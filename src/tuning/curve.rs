//! The logistic curve between a lead and the chance to win.

/// The least and the greatest scale that is looked for.
const SCALES: (f64, f64) = (1.0, 4_000.0);
/// How often the interval that holds the scale is cut by a third.
const CUTS: u32 = 40;
/// No chance is nearer to 0 or 1 than this: a single surprise must not cost everything.
const LEAST_CHANCE: f64 = 1e-9;

/// The chance to win with these odds, given as their natural logarithm.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The surprise at what happened, in natural units: the cross entropy with the chance.
pub(super) fn surprise(chance: f64, happened: f64) -> f64 {
    let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
    -(happened * chance.ln() + (1.0 - happened) * (1.0 - chance).ln())
}

/// The lead that multiplies the odds by Euler's number, as the results have it.
pub(super) fn fit_scale(scores: &[f64], points: &[f64]) -> f64 {
    let loss = |scale: f64| -> f64 {
        scores.iter().zip(points).map(|(score, &points)| surprise(logistic(score / scale), points)).sum()
    };
    let (mut low, mut high) = SCALES;
    for _ in 0..CUTS {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    low
}
