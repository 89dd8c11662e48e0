use super::Position;

/// Counts the move sequences of a length; a finished game has none, and draws by counting are left aside.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            position.legal_moves().into_iter().map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
        }
    }
}
