"""Plays a whole game through the client generated from the document: `python generated.py BASE_URL`."""

import sys

from client import Client
from client.api.bot import analyse_game, choose_move
from client.api.rules import apply_action, list_moves
from client.models import AnalysisRequest, ApplyRequest, BotMoveRequest, LegalMovesRequest, Problem

# A status that the document does not name raises.
CLIENT = Client(sys.argv[1], raise_on_unexpected_status=True)


def call(operation, request):
    """The answer, or an end of the program with the problem that came instead."""
    answer = operation.sync(client=CLIENT, body=request)
    if answer is None or isinstance(answer, Problem):
        sys.exit(f"{operation.__name__}: {answer}")
    return answer


def choose(moves):
    """The move of the side on turn: the bot's for seat 0, else a legal one picked without a random number."""
    legal = call(list_moves, LegalMovesRequest(moves=moves)).legal_moves
    if len(moves) % 2 == 0:
        return call(choose_move, BotMoveRequest(moves=moves, level=1)).action.notation
    return legal[len(moves) * 7 % len(legal)].notation


moves, phase = [], "playing"
while phase == "playing":
    action = choose(moves)
    phase = call(apply_action, ApplyRequest(moves=moves, action=action)).status.phase
    moves.append(action)
lines = call(analyse_game, AnalysisRequest(moves=moves[:2], lines=2)).lines
print(f"generated: expected {[line.moves[0] for line in lines]} after {moves[:2]}")
print(f"generated: {phase} after {len(moves)} plies")
