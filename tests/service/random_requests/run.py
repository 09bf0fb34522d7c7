"""Random requests, each followed by looks at what everybody may then do: nothing more, and nothing less, than before.

After each request the model says what every token gives. What is answered has to fit it, and what a token gives may
have grown only by somebody who had the right on both sides.
"""

import asyncio
from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any, Final

from ludograph.domain.store.url import Place
from ludograph.replay.service.http.settings import Settings
from tests.service.random_requests.allowance import Allowance, Hidden
from tests.service.random_requests.asgi import Answered, lifespan
from tests.service.random_requests.contents import Contents, Unlike
from tests.service.random_requests.model import Grant, Rights, plain
from tests.service.random_requests.routes import REQUESTS, Ask
from tests.service.random_requests.world import Visitor, World

EPISODE: Final = 700
"""So many random requests are sent to one store."""
DENIED: Final = (400, 401, 403, 404, 409, 422)
LATE: Final = timedelta(hours=1)
Known = dict[tuple[str, str], Rights]


class Wrong(AssertionError):
    """Something was answered that the model does not allow, or the other way round."""


class Figures:
    """What was asked, and how it was answered."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        """By kind of token."""
        self.statuses: Counter[int] = Counter()
        self.routes: Counter[str] = Counter()
        self.random = self.changes = self.grew = self.shrank = self.compared = 0

    def add(self, who: Visitor, answered: Answered) -> None:
        self.requests[who.kind] += 1
        self.statuses[answered.status] += 1

    @property
    def total(self) -> int:
        return self.requests.total()


class Run:
    """One store, and so many random requests to it."""

    def __init__(self, world: World, figures: Figures) -> None:
        self.world, self.model, self.random, self.figures = world, world.model, world.random, figures
        self.trail: list[str] = []
        """What was asked so far that was taken."""
        self.seats: dict[tuple[str, str], int] = {}
        """In which seat the holder of a player's token was ever seen in a match."""
        self.allowance = Allowance(world)
        self.contents = Contents(world, self.allowance)

    async def go(self, count: int) -> None:
        """Sends the requests, and at the end lets everybody look at some matches."""
        async with lifespan(self.world.app):
            await self.world.build()
        self.world.narrow()
        self._check_seats(self.model.everything())
        async with lifespan(self.world.app):
            await self.allowance.look()
            for number in range(count):
                await self.once()
                if number % 25 == 24:
                    for _ in range(10):
                        await self.probe(self.random.choice(self.world.visitors), self._any(), eyes=True)
            for who in self.world.visitors:
                for match in self.random.sample(list(self.model.games), 4):
                    await self.probe(who, match)

    def _any(self) -> str:
        return self.random.choice(list(self.model.games))

    # One random request

    async def once(self) -> None:
        """A request, and what has to be so after it."""
        world, random = self.world, self.random
        route = random.choices(list(REQUESTS), [weight for weight, _ in REQUESTS.values()])[0]
        for _ in range(random.choice([1, 12])):  # often by whoever may
            who = random.choice(world.visitors)
            ask = REQUESTS[route][1](world, who)
            may = self.allowance.may(who, ask)
            if may:
                break
        before, counted = self.model.everything(), self._count()
        answered = await world.ask(
            who, route.partition(" ")[0], ask.path, ask.query, ask.body, headers=ask.headers, pieces=self._pieces(ask)
        )
        self.figures.add(who, answered)
        self.figures.random += 1
        self.figures.routes[route] += 1
        told = f"{who.kind} {self.model.held(who.tokens)} asked {route} {ask}: {answered}"
        self._check_status(may, ask, answered, told)
        taken = 200 <= answered.status < 300
        if not (taken and ask.kind) and counted != self._count():
            raise Wrong(f"changed though it was refused, or only looked at: {told}")
        if taken:
            self.contents.check(who, ask, answered, told)
            if ask.kind:
                self.trail.append(f"{who.kind} {who.tokens} {route} {ask.path} {str(ask.body)[:200]} {answered.status}")
                await self._changed(who, ask, answered, before, told)

    def _pieces(self, ask: Ask) -> int:
        return 2 if ask.match else 1

    def _count(self) -> tuple[int, ...]:
        """How much the store holds."""
        heads = self.world.beside.store
        with heads.cursor() as c:
            c.execute("SELECT (SELECT count(*) FROM stored_events), count(*), count(revoked_at) FROM tokens")
            found = tuple(c.fetchall()[0])
            if heads.has_table(c, "devices"):  # those that were refused have no digest
                c.execute("SELECT count(digest), count(ended_at) FROM devices")
                found += tuple(c.fetchall()[0])
            return found

    def _check_status(self, may: bool, ask: Ask, answered: Answered, told: str) -> None:
        if answered.status >= 500 or answered.status in (0, 405, 415, 429):
            raise Wrong(f"a fault: {told}")
        if not may and answered.status not in DENIED:
            raise Wrong(f"not theirs, but taken: {told}")
        if may and ask.kind != "session" and answered.status in (401, 403):
            raise Wrong(f"theirs, but refused: {told}")
        looks = ask.need in ("read", "see", "free", "store", "blind") and not ask.kind
        if may and looks and ask.exact and answered.status != 200:
            raise Wrong(f"not answered: {told}")

    # What a request that was taken changed

    async def _changed(self, who: Visitor, ask: Ask, answered: Answered, before: Known, told: str) -> None:
        ruled = {one: "rule" in self.model.rights(who.tokens, one).powers for one in self.model.games}
        owners = {one: self.model.owner(one) for one in self.model.games}
        directed = [cup for cup in self.model.cups if self.model.directs(who.tokens, cup)]
        self.contents.forget()
        self._apply(who, ask, answered, ruled)
        after = self.model.everything()
        self.figures.changes += 1
        self.figures.grew += any(one.beyond(before.get(key, Rights())) for key, one in after.items())
        self.figures.shrank += any(one.beyond(after.get(key, Rights())) for key, one in before.items())
        for (text, match), rights in after.items():
            if rights.beyond(before.get((text, match), Rights())):
                was = owners.get(match)
                if not self._justified(who, ask, self.model.grants[text], match, was, ruled, directed):
                    raise Wrong(f"{self.model.grants[text]} gained {rights} in {match} by no right: {told}")
        self._check_seats(after)
        await self.allowance.look()
        await self._look_around(ask, before, after)

    def _apply(self, who: Visitor, ask: Ask, answered: Answered, ruled: dict[str, bool]) -> None:
        """Tells the model what is so from now on."""
        world, kind = self.world, ask.kind
        if kind == "amend":
            old = self.model.games[ask.match].players
            world.found(ask.match)
            if not ruled[ask.match]:
                self._ended(ask.match, old)
        elif kind == "invite":
            made = answered.json
            match, cup = (ask.match, None) if ask.match else (None, ask.cup)
            seat = None
            if match and made["role"] == "player":
                names = [plain(one) for one in self.model.games[match].players]
                seat = int(made["as"]) if made["as"].isdigit() else names.index(plain(made["as"])) + 1
            moment = self.model.tick()
            found = Grant(made["token"], made["id"], made["role"], match, cup, made["as"], moment, seat)
            found.code = made["code"]
            world.granted(found)
            world.comes("invited", made["token"])
        elif kind == "table links":
            self._given(answered.json)
        elif kind == "end":
            ask.about[0].ended = True
        elif kind == "session":
            world.comes("invited", *world.opened(answered, ask.about), browser=True)
        elif kind == "leave":
            for one in (self.model.devices[one] for one in who.tokens if who.browser):
                one.ended = True
        elif kind == "close device":
            ask.about.ended = True
        elif ask.cup:
            world.decided(ask.cup, kind, answered.json, ask.match)

    def _given(self, told: dict[str, Any]) -> None:
        """The links of a table that are not known yet."""
        for seat, made in enumerate([told["scribe"], *told["players"]]):
            text = made["link"].partition("#")[2]
            if text not in self.model.grants:
                moment, match = self.model.tick(), told["match"]
                found = Grant(text, made["id"], made["role"], match, None, made["as"], moment, seat or None)
                found.code = made["code"]
                self.world.granted(found)
                self.world.comes("invited", text)

    def _ended(self, match: str, old: tuple[str, ...]) -> None:
        """Players who are called otherwise by the word of no director lose their links for the match."""
        new = self.model.games[match].players
        most = max(len(old), len(new))
        names = [[plain(one) for one in some] + [""] * (most - len(some)) for some in (old, new)]
        gone = {seat for seat, (a, b) in enumerate(zip(*names, strict=True), start=1) if a != b}
        for one in self.model.grants.values():
            if one.role == "player" and one.match == match and one.seat in gone:
                one.ended = True

    def _justified(
        self,
        who: Visitor,
        ask: Ask,
        grant: Grant,
        match: str,
        was: str | None,
        ruled: dict[str, bool],
        directed: list[str],
    ) -> bool:
        """Whether what a token gained was given by somebody who had the right on both sides."""
        owner, kind = self.model.owner(match), ask.kind
        if kind in ("invite", "table links"):
            return ask.cup in directed and grant.role != "director" and (not ask.match or was == ask.cup)
        if kind == "start":
            return ask.cup in directed and match not in ruled and grant.tournament in (None, ask.cup)
        if kind == "place":
            return ask.match == match and ruled[match] and ask.cup in directed and grant.tournament == ask.cup
        if kind == "undo":  # what they had was theirs to give back
            named = grant.role == "player" if owner == was else grant.tournament == owner
            return ask.cup in directed and was == ask.cup and named
        if kind == "amend" and ask.match == match and owner != was:
            stores = self.model.directs(who.tokens, None)
            return ruled[match] and (stores or owner in directed) and grant.tournament == owner
        renamed = kind in ("rename", "exchange") and owner == was == ask.cup and ask.cup in directed
        return (renamed or (kind == "amend" and ask.match == match)) and grant.role == "player"

    def _check_seats(self, known: Known) -> None:
        """Nobody with a player's token ever sees the cards of two seats of a match."""
        for (text, match), rights in known.items():
            if self.model.grants[text].role == "player":
                (seat,) = rights.eyes
                if self.seats.setdefault((text, match), seat) != seat:
                    raise Wrong(f"{self.model.grants[text]} came to another seat of {match}")

    # Looks at what everybody may

    async def _look_around(self, ask: Ask, before: Known, after: Known) -> None:
        """Everybody whose tokens give something else now, and some others, look at the matches concerned."""
        other = {key for key in {*before, *after} if before.get(key) != after.get(key)}
        texts, matches = {text for text, _ in other}, {match for _, match in other}
        matches |= {ask.match} - {""}
        matches &= set(self.model.games)
        for match in self.random.sample(sorted(matches), min(len(matches), 3)):
            for who in self.world.visitors:
                if texts.intersection(one.text for one in self.model.held(who.tokens)) or self.random.random() < 0.12:
                    await self.probe(who, match, eyes=self.random.random() < 0.4)

    async def probe(self, who: Visitor, match: str, *, eyes: bool = False) -> None:
        """Looks with the best eyes, writes what changes nothing, and with `eyes` looks with any others."""
        best = look_at(match)
        asks = [("GET", best), ("POST", self.random.choice(WRITES)(match))]
        if eyes:
            what = self.random.choice(["", "/log", "/result", "/grown"])
            seat = self.random.randint(-1, len(self.model.games[match].players))
            name = {-1: "judge", 0: "table"}.get(seat, str(seat))
            asks.append(
                ("GET", Ask(f"/api/matches/{match}{what}", query={"as": name}, match=match, need="read", eyes=seat))
            )
        for method, ask in asks:
            answered = await self.world.ask(who, method, ask.path, ask.query, ask.body)
            self.figures.add(who, answered)
            told = f"{who.kind} {self.model.held(who.tokens)} tried {ask}: {answered}"
            expected = self.allowance.may(who, ask)
            fits = answered.status == (200 if method == "GET" else 422)
            if expected != fits or (not fits and answered.status not in (401, 403, 404)):
                raise Wrong(f"should be {'theirs' if expected else 'refused'}: {told}")
            if fits and method == "GET":
                self.contents.check(who, ask, answered, told)


def look_at(match: str) -> Ask:
    """With the best eyes."""
    return Ask(f"/api/matches/{match}", match=match, need="read")


WRITES: Final = (
    lambda match: Ask(f"/api/matches/{match}/notes", {"text": " "}, match=match, need="remark"),
    lambda match: Ask(f"/api/matches/{match}/actions", {"line": "nonsense"}, match=match, need="record"),
    lambda match: Ask(f"/api/matches/{match}/rulings", {"text": " ", "by": "Dora"}, match=match, need="rule"),
)
"""Requests that are understood and change nothing, whoever sends them."""


def tried(store: Place, seed: str, count: int, figures: Figures) -> None:
    """Sends so many random requests to a new store. Raises `Wrong`."""
    random = Random(seed)
    delay = LATE if random.random() < 0.25 else timedelta()
    world = World(store, random, Settings(entries=10**6, delay=delay), alone=random.random() < 0.12)
    run = Run(world, figures)
    try:
        asyncio.run(run.go(count))
    except (Wrong, Hidden, Unlike) as wrong:
        trail = "\n".join(run.trail[-30:])
        raise Wrong(f"{wrong}\nseed {seed}, request {len(run.trail)} that was taken, after:\n{trail}") from None
    finally:
        figures.compared += run.contents.compared
        world.close()
