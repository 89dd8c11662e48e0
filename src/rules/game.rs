use thiserror::Error;

use super::{EndReason, Illegality, Move, MoveList, Outcome, Position, Ruleset, Side, Square};

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Moves a piece of the side on turn.
    Move(Move),
    /// Gives the game up.
    Resign(Side),
    /// Offers a draw; while the other side's offer stands, this accepts it.
    OfferDraw(Side),
    /// Accepts the other side's offer.
    AcceptDraw(Side),
    /// Declines the other side's offer.
    DeclineDraw(Side),
}

impl Action {
    /// The action seen in a mirror that swaps left and right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Move(mv) => Self::Move(mv.mirrored()),
            Self::Resign(_) | Self::OfferDraw(_) | Self::AcceptDraw(_) | Self::DeclineDraw(_) => self,
        }
    }

    /// The move, if it is one.
    pub const fn as_move(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Resign(_) | Self::OfferDraw(_) | Self::AcceptDraw(_) | Self::DeclineDraw(_) => None,
        }
    }
}

/// Why an action does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    GameOver(Outcome),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegality),
    /// There is no offer to answer.
    #[error("there is no draw offer to answer")]
    NoDrawOffer,
    /// The offer is the player's own.
    #[error("the draw offer that stands is the player's own")]
    OwnDrawOffer,
}

/// A position with all that was played before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    actions: Vec<Action>,
    position: Position,
    /// The positions since the last capture, the present one left out: no other can come again.
    earlier: Vec<Position>,
    draw_offer: Option<Side>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game that starts from a position.
    pub fn new(start: Position) -> Self {
        Self {
            start,
            actions: Vec::new(),
            position: start,
            earlier: Vec::new(),
            draw_offer: None,
            outcome: start.outcome(),
        }
    }

    /// Makes room for so many more actions.
    pub fn reserve(&mut self, actions: usize) {
        self.actions.reserve(actions);
        self.earlier.reserve(actions);
    }

    /// Where it started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What was played, in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The positions since the last capture, oldest first, the present one left out.
    pub fn earlier_positions(&self) -> &[Position] {
        &self.earlier
    }

    /// The side whose draw offer stands; none once the game is over.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer.filter(|_| self.outcome.is_none())
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How many times the position has been on the board, this time included.
    pub fn repetitions(&self) -> u32 {
        let earlier = self.earlier.iter().filter(|earlier| earlier.is_repetition_of(&self.position));
        earlier.map(|_| 1).sum::<u32>() + 1
    }

    /// The legal moves; none once the game is over.
    pub fn legal_moves(&self) -> MoveList {
        match self.outcome {
            Some(_) => MoveList::new(),
            None => self.position.legal_moves(),
        }
    }

    /// Checks whether an action applies.
    ///
    /// # Errors
    ///
    /// The reason why it does not.
    pub fn check(&self, action: Action) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::GameOver(outcome));
        }
        match action {
            Action::Move(mv) => Ok(self.position.check_move(mv)?),
            Action::OfferDraw(side) if self.draw_offer == Some(side) => Err(PlayError::OwnDrawOffer),
            Action::OfferDraw(_) | Action::Resign(_) => Ok(()),
            Action::AcceptDraw(side) | Action::DeclineDraw(side) => match self.draw_offer {
                None => Err(PlayError::NoDrawOffer),
                Some(offer) if offer == side => Err(PlayError::OwnDrawOffer),
                Some(_) => Ok(()),
            },
        }
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// The action does not apply; the game is as it was.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.check(action)?;
        match action {
            Action::Move(mv) => self.play_move(mv),
            Action::OfferDraw(side) if self.draw_offer.is_none() => self.draw_offer = Some(side),
            Action::DeclineDraw(_) => self.draw_offer = None,
            Action::OfferDraw(_) | Action::AcceptDraw(_) => {
                self.outcome = Some(Outcome::drawn(EndReason::Agreement));
            }
            Action::Resign(side) => self.outcome = Some(Outcome::won(!side, EndReason::Resignation)),
        }
        self.actions.push(action);
        Ok(())
    }

    /// Plays an action, and if only a count of plies or repetitions has ended the game, goes on all the same.
    ///
    /// # Errors
    ///
    /// As [`Game::play`].
    pub fn play_past_draws(&mut self, action: Action) -> Result<(), PlayError> {
        let outcome = self.outcome;
        if outcome.is_some_and(Outcome::is_counted_draw) {
            self.outcome = None;
        }
        self.play(action).inspect_err(|_| self.outcome = outcome)
    }

    /// The game as far as it matters for what comes, for a game that goes on: what was played before the last
    /// capture is left out, and so is where the rules let a game start.
    ///
    /// Games that agree in this have the same moves, results and values from here on.
    #[must_use]
    pub fn essence(&self) -> Self {
        let with_start = |position: &Position| position.with_start(Ruleset::STANDARD.start);
        let earlier: Vec<Position> = self.earlier.iter().map(with_start).collect();
        let position = with_start(&self.position);
        let moves = self.actions.iter().rev().filter(|action| action.as_move().is_some());
        let mut actions: Vec<Action> = moves.take(earlier.len()).copied().collect();
        actions.reverse();
        actions.extend(self.draw_offer().map(Action::OfferDraw));
        let start = *earlier.first().unwrap_or(&position);
        Self { start, actions, position, earlier, draw_offer: self.draw_offer, outcome: self.outcome }
    }

    /// The game seen in a mirror that swaps left and right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let actions: Vec<Action> = self.actions.iter().map(|action| action.mirrored()).collect();
        let mut game = Self::new(self.start.mirrored());
        for mv in actions.iter().filter_map(|action| action.as_move()) {
            game.step(mv);
        }
        Self { actions, draw_offer: self.draw_offer, outcome: self.outcome, ..game }
    }

    /// Whether the mirror's is the one to keep of the game and its mirror image: of both it is the same.
    pub fn is_mirror_first(&self) -> bool {
        let start = self.start.setup();
        let moves = self.actions.iter().filter_map(|action| action.as_move());
        let squares = || {
            let of_start = start.pieces().map(|(_, square)| square);
            of_start.chain(moves.clone().flat_map(|mv| [mv.from, mv.to]))
        };
        squares().map(Square::mirrored).lt(squares())
    }

    fn play_move(&mut self, mv: Move) {
        let mover = self.position.turn();
        self.step(mv);
        if self.draw_offer == Some(!mover) {
            self.draw_offer = None;
        }
        self.outcome = self.judge();
    }

    /// Makes a legal move on the board, and remembers what may come again.
    fn step(&mut self, mv: Move) {
        let next = self.position.play_unchecked(mv);
        if next.plies_since_capture() == 0 {
            self.earlier.clear();
        } else {
            self.earlier.push(self.position);
        }
        self.position = next;
    }

    /// The outcome by the board, then by repetition, then by the counters.
    fn judge(&self) -> Option<Outcome> {
        let by_repetition = || {
            let limit = self.position.ruleset().repetition_limit?;
            (self.repetitions() >= limit).then_some(Outcome::drawn(EndReason::Repetition))
        };
        self.position.decision().or_else(by_repetition).or_else(|| self.position.counted_draw())
    }
}
