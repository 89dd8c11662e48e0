"""Plays a game against the bot: `python play.py http://127.0.0.1:8080`."""

import asyncio
import sys

from jungle import Game, Jungle, Problem


async def main(base_url):
    async with Jungle(base_url) as jungle:
        game = Game(jungle)
        answer = await game.legal_moves()

        # A problem tells what is wrong, by a code and, where the rules refuse an action, a reason.
        try:
            await game.apply("d5d6")
        except Problem as problem:
            print(f"python: {problem.code}, {problem.fields['reason']}")

        # Whoever does not want to wait any longer hangs up, and the bot stops thinking.
        try:
            async with asyncio.timeout(0.3):
                await game.bot_move(limits={"time_ms": 5000})
        except TimeoutError:
            print("python: cancelled a long thought")

        while answer["status"]["phase"] == "playing":
            # Your move: here just any, but the same one each time.
            moves = answer["legal_moves"]
            answer = await game.apply(moves[len(game.actions) * 7 % len(moves)]["notation"])
            if answer["status"]["phase"] == "playing":
                answer = await game.bot_move(level=1)
        print(f"python: {answer['status']['phase']} after {len(game.actions)} plies")


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"))
