"""A client of Jungle for Python 3.11: copy this file; it needs httpx."""

import asyncio

import httpx

# How often a request is sent at most, if the server is busy.
TRIES = 3
# A move of the bot takes 10 seconds at most, and the network may add to that; an analysis may take 60.
TIME_OUT = 15.0
# Who is told to wait longer than this hears of it instead.
LONGEST_WAIT = 10


class Problem(Exception):
    """The server said no: `code` is what to act on, and `fields` is all that it told."""

    def __init__(self, fields):
        super().__init__(f"{fields['code']}: {fields['detail']}")
        self.code = fields["code"]
        self.fields = fields


class Jungle:
    """A connection to a server. Cancelling the task that awaits an answer hangs up."""

    def __init__(self, base_url):
        # The time limit is that of the whole try, below.
        self.http = httpx.AsyncClient(base_url=base_url, timeout=None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.http.aclose()

    async def post(self, path, request):
        """The answer; raises `Problem`, `TimeoutError`, or an `httpx.HTTPError` of the network."""
        for attempt in range(TRIES):
            async with asyncio.timeout(TIME_OUT):
                response = await self.http.post(path, json=request)
            wait = seconds_to_wait(response)
            if wait is None or attempt == TRIES - 1:
                break
            await asyncio.sleep(wait)
        if response.headers.get("content-type", "").startswith("application/problem+json"):
            raise Problem(response.json())
        return response.raise_for_status().json()


def seconds_to_wait(response):
    """When a busy server wants the request again; `None` if it does not, or not soon."""
    wait = response.headers.get("retry-after", "")
    if response.status_code in (429, 503) and wait.isdecimal() and int(wait) <= LONGEST_WAIT:
        return int(wait)
    return None


class Game:
    """A game that goes on. The server knows it by its state; should it have forgotten that, the game is sent again."""

    def __init__(self, jungle, **start):
        """`start` is a `ruleset`, a `position`, both or neither."""
        self.jungle = jungle
        self.start = start
        self.actions = []
        self.state = None

    async def legal_moves(self):
        answer = await self.ask("/v1/legal-moves")
        self.state = answer["state"]
        return answer

    async def apply(self, action):
        answer = await self.ask("/v1/apply", action=action)
        self.advance(answer["state"], answer["applied"])
        return answer

    async def bot_move(self, **how):
        """`how` is a `level` or `limits`, and a `seed` if wanted."""
        answer = await self.ask("/v1/bot-move", **how)
        self.advance(answer["state"], answer["action"])
        return answer

    async def ask(self, path, **fields):
        if self.state is not None:
            try:
                return await self.jungle.post(path, {"state": self.state, **fields})
            except Problem as problem:
                if problem.code != "state_not_found":
                    raise
        return await self.jungle.post(path, {**self.start, "moves": self.actions, **fields})

    def advance(self, state, action):
        self.actions.append(action.get("notation", action))
        self.state = state
