"""Random requests, each followed by looks at what everybody may then do: nothing more, and nothing less, than before.

After each request the model says what every token gives. What is answered has to fit it, and what a token gives may
have grown only by somebody who had the right on both sides.
"""

import asyncio
from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any, Final

from domain.notation.values import json_text
from domain.records.places import Place
from replay.page import grown
from replay.service.settings import Settings
from replay.shapes.log import log_json
from replay.shapes.matches import result_json, show_json
from tests.service.random_requests.asgi import Answered, lifespan
from tests.service.random_requests.model import JUDGE, Grant, Rights, plain
from tests.service.random_requests.routes import REQUESTS, Ask, stored
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
        self.shown: set[str] = set()
        """The matches that there are at all for those who ask, where one tournament alone is shown."""
        self._said: dict[tuple[str, str, int], bytes] = {}

    async def go(self, count: int) -> None:
        """Sends the requests, and at the end lets everybody look at some matches."""
        async with lifespan(self.world.app):
            await self.world.build()
        self.world.narrow()
        self._check_seats(self.model.everything())
        async with lifespan(self.world.app):
            await self._look_which()
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
            may = self.may(who, ask)
            if may:
                break
        before, counted = self.model.everything(), self._count()
        answered = await world.ask(
            who, route.partition(" ")[0], ask.path, ask.query, ask.body, headers=ask.headers, pieces=self._pieces(ask)
        )
        self.figures.add(who, answered)
        self.figures.random += 1
        self.figures.routes[route] += 1
        told = f"{who.kind} {[self.model.grants[one] for one in who.tokens]} asked {route} {ask}: {answered}"
        self._check_status(may, ask, answered, told)
        taken = 200 <= answered.status < 300
        if not (taken and ask.kind) and counted != self._count():
            raise Wrong(f"changed though it was refused, or only looked at: {told}")
        if taken:
            self._check_content(who, ask, answered, told)
            if ask.kind:
                self.trail.append(f"{who.kind} {who.tokens} {route} {ask.path} {str(ask.body)[:200]} {answered.status}")
                await self._changed(who, ask, answered, before, told)

    def _pieces(self, ask: Ask) -> int:
        return 2 if ask.match else 1

    def _count(self) -> tuple[int, ...]:
        """How much the store holds."""
        with self.world.beside.heads.cursor() as c:
            c.execute("SELECT (SELECT count(*) FROM stored_events), count(*), count(revoked_at) FROM tokens")
            return tuple(c.fetchall()[0])

    def _check_status(self, may: bool, ask: Ask, answered: Answered, told: str) -> None:
        if answered.status >= 500 or answered.status in (0, 405, 415, 429):
            raise Wrong(f"a fault: {told}")
        if not may and answered.status not in DENIED:
            raise Wrong(f"not theirs, but taken: {told}")
        if may and ask.kind != "session" and answered.status in (401, 403):
            raise Wrong(f"theirs, but refused: {told}")
        if may and ask.exact and ask.need in ("read", "see", "free", "blind") and not ask.kind and answered.status != 200:
            raise Wrong(f"not answered: {told}")

    # What the model says

    async def _look_which(self) -> None:
        """Where one tournament alone is shown: those of its name, and of others no more than it ever had at a table."""
        only, model = self.world.only, self.model
        self.shown = set(model.games)
        if only:
            listed = await self.world.ask(self.world.store, "GET", "/api/matches")
            self.shown = {one["match"] for one in listed.json}
            named = {one.id for one in model.games.values() if model.named(one.event) == only}
            cup = model.cups[only]
            if not named <= self.shown <= named | cup.started | cup.placed:
                raise Wrong(f"other matches are shown: {self.shown}, and {named} name the tournament")

    def may(self, who: Visitor, ask: Ask) -> bool:
        """Whether somebody may ask this."""
        if ask.need != "blind" and self.world.only:
            if (ask.cup and ask.cup != self.world.only) or (ask.match and ask.match not in self.shown):
                return False
        if ask.need == "blind":
            return ask.kind != "session" or (ask.about is not None and not ask.about.ended)
        if who.tokens and not who.browser and not self.model.holds(who.tokens):
            return False
        if ask.need == "free":
            return True
        if ask.need in ("see", "direct", "end", "place"):
            return self._may_in_cup(who, ask)
        return self._may_in_match(who, ask)

    def _may_in_cup(self, who: Visitor, ask: Ask) -> bool:
        model = self.model
        if ask.need == "see":
            return not self.world.settings.delay or model.attends(who.tokens, ask.cup)
        directs = model.directs(who.tokens, ask.cup)
        if ask.need == "place":
            return directs and "rule" in model.rights(who.tokens, ask.match).powers
        if ask.need == "end":
            one, name = ask.about
            return directs and name == one.id and one in self._ended_by(ask.cup)
        if ask.kind == "invite" and ask.match:
            return directs and model.owner(ask.match) == ask.cup
        return directs

    def _ended_by(self, cup: str) -> list[Grant]:
        """The tokens that a tournament's director may end."""
        model = self.model
        every = [one for one in model.grants.values() if one.role != "director" and not one.ended]
        return [one for one in every if one.tournament == cup or (one.match and model.owner(one.match) == cup)]

    def _may_in_match(self, who: Visitor, ask: Ask) -> bool:
        rights = self.model.rights(who.tokens, ask.match)
        if ask.need == "read":
            seen = not self.world.settings.delay or "attend" in rights.powers
            return seen and (ask.eyes is None or ask.eyes in rights.eyes)
        if ask.need == "confirm":
            return self._may_confirm(who, ask, rights)
        if ask.need == "header":
            return "record" in rights.powers and self._may_say(who, ask, rights)
        return ask.need in rights.powers

    def _may_confirm(self, who: Visitor, ask: Ask, rights: Rights) -> bool:
        if ask.about == JUDGE:
            return "rule" in rights.powers
        own = {
            seat
            for text in who.tokens
            if self.model.grants[text].role == "player"
            for seat in self.model.of(self.model.grants[text], ask.match).eyes
        }
        if ask.about is None and not own and JUDGE in rights.eyes:  # they are asked as the judge
            return "rule" in rights.powers
        return "record" in rights.powers or (bool(own) and (ask.about in (None, 0) or ask.about in own))

    def _may_say(self, who: Visitor, ask: Ask, rights: Rights) -> bool:
        """Whether a header may be made to say this."""
        start, model = stored(self.world, ask.match).start, self.model
        said = {key: ask.about[key] for key in ("event", "round", "table", "players") if key in ask.about}
        now = {"event": start.event, "round": start.round, "table": start.table, "players": list(start.players)}
        changed = {key for key, value in said.items() if value != now[key]}
        owner = model.owner(ask.match)
        if ("event" in changed or (owner and changed)) and "rule" not in rights.powers:
            return False
        if "event" not in changed or not said["event"]:
            return True
        named = model.named(said["event"])
        return (named is not None and named == owner) or model.directs(who.tokens, named)

    # What a request that was taken changed

    async def _changed(self, who: Visitor, ask: Ask, answered: Answered, before: Known, told: str) -> None:
        ruled = {one: "rule" in self.model.rights(who.tokens, one).powers for one in self.model.games}
        owners = {one: self.model.owner(one) for one in self.model.games}
        directed = [cup for cup in self.model.cups if self.model.directs(who.tokens, cup)]
        self._said.clear()
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
        await self._look_which()
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
            world.granted(Grant(made["token"], made["id"], made["role"], match, cup, made["as"], moment, seat))
            world.comes("invited", made["token"])
        elif kind == "end":
            ask.about[0].ended = True
        elif ask.cup:
            world.decided(ask.cup, kind, answered.json, ask.match)

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
        if kind == "invite":
            return ask.cup in directed and grant.role != "director" and (not ask.match or was == ask.cup)
        if kind == "start":
            return ask.cup in directed and match not in ruled and grant.tournament in (None, ask.cup)
        if kind == "place":
            return ask.match == match and ruled[match] and ask.cup in directed and grant.tournament == ask.cup
        if kind == "undo":  # what they had was theirs to give back
            return ask.cup in directed and was == ask.cup and owner != ask.cup and grant.tournament == owner
        if kind == "amend" and ask.match == match and owner != was:
            stores = self.model.directs(who.tokens, None)
            return ruled[match] and (stores or owner in directed) and grant.tournament == owner
        return kind == "amend" and ask.match == match and grant.role == "player"

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
                if texts.intersection(who.tokens) or self.random.random() < 0.12:
                    await self.probe(who, match, eyes=self.random.random() < 0.4)

    async def probe(self, who: Visitor, match: str, *, eyes: bool = False) -> None:
        """Looks with the best eyes, writes what changes nothing, and with `eyes` looks with any others."""
        best = REQUESTS_OF_PROBES[0](match)
        asks = [("GET", best), ("POST", self.random.choice(REQUESTS_OF_PROBES[1:])(match))]
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
            told = f"{who.kind} {[self.model.grants[one] for one in who.tokens]} tried {ask}: {answered}"
            expected = self.may(who, ask)
            fits = answered.status == (200 if method == "GET" else 422)
            if expected != fits or (not fits and answered.status not in (401, 403, 404)):
                raise Wrong(f"should be {'theirs' if expected else 'refused'}: {told}")
            if fits and method == "GET":
                self._check_content(who, ask, answered, told)

    # What is read

    def _check_content(self, who: Visitor, ask: Ask, answered: Answered, told: str) -> None:
        """What was read is, to the letter, what the eyes that they have may know."""
        if ask.need == "read" and ask.path.startswith("/api/") and not ask.path.endswith("/follow"):
            rights = self.model.rights(who.tokens, ask.match)
            best = JUDGE if JUDGE in rights.eyes else max(0, *(sorted(rights.eyes - {0}, reverse=True) or [0])[-1:])
            eyes = best if ask.eyes is None else ask.eyes
            what = ask.path.rpartition("/")[2]
            if answered.body != self._reads(what, ask.match, eyes):
                raise Wrong(f"not what {eyes} may know: {told}")
            self.figures.compared += 1
        if ask.path.endswith("/desk") and ask.need == "record":
            judges = JUDGE in self.model.rights(who.tokens, ask.match).eyes
            if answered.json["judge"] != judges:
                raise Wrong(f"other eyes at the desk: {told}")
        if ask.path.endswith("/tokens") and not ask.kind:
            if {one["id"] for one in answered.json} != {one.id for one in self._ended_by(ask.cup)}:
                raise Wrong(f"other tokens are listed: {told}")
        if ask.kind == "who":
            held = [self.model.grants[one].id for one in who.tokens if not self.model.grants[one].ended]
            if [one["id"] for one in answered.json] != held:
                raise Wrong(f"other tokens are held: {told}")

    def _reads(self, what: str, match: str, eyes: int) -> bytes:
        """What a second reader of the store works out for these eyes."""
        key = (what if what in ("log", "result", "grown") else "show", match, eyes)
        if key not in self._said:
            found: Any
            now = stored(self.world, match)
            if key[0] == "log":
                found = list(log_json(now, eyes, lambda number: number >= 1))
            elif key[0] == "result":
                found = result_json(now, eyes)
            elif key[0] == "grown":
                found = grown(now, eyes, 0)
            else:
                found = show_json(now, eyes, len(now.steps)) | {"version": now.version}
            self._said[key] = json_text(found).encode()
        return self._said[key]


REQUESTS_OF_PROBES: Final = (
    lambda match: Ask(f"/api/matches/{match}", match=match, need="read"),
    lambda match: Ask(f"/api/matches/{match}/notes", {"text": " "}, match=match, need="remark"),
    lambda match: Ask(f"/api/matches/{match}/actions", {"line": "nonsense"}, match=match, need="record"),
    lambda match: Ask(f"/api/matches/{match}/rulings", {"text": " ", "by": "Dora"}, match=match, need="rule"),
)


def tried(store: Place, seed: str, count: int, figures: Figures) -> None:
    """Sends so many random requests to a new store. Raises `Wrong`."""
    random = Random(seed)
    delay = LATE if random.random() < 0.25 else timedelta()
    world = World(store, random, Settings(entries=10**6, delay=delay), alone=random.random() < 0.12)
    run = Run(world, figures)
    try:
        asyncio.run(run.go(count))
    except Wrong as wrong:
        trail = "\n".join(run.trail[-30:])
        raise Wrong(f"{wrong}\nseed {seed}, request {len(run.trail)} that was taken, after:\n{trail}") from None
    finally:
        world.close()
