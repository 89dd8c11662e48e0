use serde_json::json;
use utoipa::openapi::link::Link;
use utoipa::openapi::{OpenApi, RefOr};

use super::operations;

/// The operations that answer with a game.
const WITH_GAME: [&str; 8] = [
    "list_moves",
    "query_moves",
    "apply_action",
    "choose_move",
    "query_bot_move",
    "explain_action",
    "replay_game",
    "show_state",
];
const STATE: &str = "$response.body#/state";

/// Adds to every answer with a game what a caller may ask next: each operation that takes its state.
pub(super) fn describe(document: &mut OpenApi) {
    for operation in operations(document) {
        let is_game = operation.operation_id.as_deref().is_some_and(|id| WITH_GAME.contains(&id));
        let Some(RefOr::T(answer)) = operation.responses.responses.get_mut("200").filter(|_| is_game) else {
            continue;
        };
        answer.links.extend(next().map(|(name, link)| (name.to_owned(), link.into())));
    }
}

fn next() -> [(&'static str, Link); 4] {
    let link =
        |operation: &str, description: &str| Link::builder().operation_id(operation).description(description);
    let body = json!({"state": STATE});
    let action = json!({"state": STATE, "action": "$response.body#/legal_moves/0/notation"});
    [
        ("show_state", link("show_state", "The same game, by its id.").parameter("id", STATE).build()),
        ("list_moves", link("list_moves", "Its legal moves.").request_body(Some(body.clone())).build()),
        (
            "apply_action",
            link("apply_action", "The game after its first move.").request_body(Some(action)).build(),
        ),
        (
            "choose_move",
            link("choose_move", "The game after the bot's move.").request_body(Some(body)).build(),
        ),
    ]
}
