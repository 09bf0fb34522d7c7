"""A store to ask: tournaments, matches that belong to them in every way or to nobody, and tokens of every kind."""

from datetime import timedelta
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import About, Setting, start_match
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Role, Tokens
from ludograph.domain.store.url import Place
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from ludograph.replay.service.app import application
from ludograph.replay.service.http.settings import Settings
from tests.service.random_requests.asgi import Answered, ask
from tests.service.random_requests.model import Cup, Decision, Device, Game, Grant, Model

PLAYERS: Final = ("Ann", "Ben", "Cleo")
CUPS: Final = {"Cup": "sorcerous-futures", "Bowl": "sun-bid", "Vase": "sorcerous-futures"}
ROUNDS: Final = 3
EVENTS: Final = ("", "Cup", "cup", "\uff23up", "\u0421up", "C\u200dup", "Cup 2", "Bowl", "BOWL", "Vase", "Friendly")
"""What headers say: names of tournaments, the same to the eye or only nearly the same, and others."""
ALIKE: Final = ("Ann", "ANN", "\uff21nn", "\u0410nn", "Ben", "Cleo", "Zoe")
MOST: Final = 45
"""No more visitors than these ask; of those who were invited the oldest go."""


class Nothing:
    """Where the log of the service goes."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        """Nothing is kept."""


class Visitor(NamedTuple):
    """Somebody who asks: of which kind, with which tokens, and whether as a program or as a browser."""

    kind: str
    tokens: tuple[str, ...] = ()
    browser: bool = False

    @property
    def headers(self) -> dict[str, str]:
        if not self.tokens:
            return {}
        if self.browser:
            return {"Cookie": f"ludograph={'.'.join(self.tokens)}"}
        return {"Authorization": f"Bearer {self.tokens[0]}"}


class World:
    """The service, what its store holds, and what the model says of it."""

    def __init__(self, store: Place, random: Random, settings: Settings, *, alone: bool = False) -> None:
        self.random = random
        self.settings = settings
        self.model = Model()
        self.recorder = Recorder(store, Sources(bytes=Random(random.random()).randbytes))
        self.app = application(self.recorder, settings, out=Nothing())  # type: ignore[arg-type]
        self.beside = Recorder(store)
        """A second reader of the same store, which the service does not know of."""
        self.visitors = [Visitor("nobody")]
        self.sources: dict[str, str] = {}
        """The ids of their files by which some matches can be named."""
        self.asked = 0
        self.only = ""
        """The one tournament that is shown; else the whole store."""
        self._alone = alone

    def close(self) -> None:
        self.recorder.close()
        self.beside.close()

    async def ask(
        self, who: Visitor, method: str, path: str, query: dict[str, str] | None = None, body: Any = None, **more: Any
    ) -> Answered:
        """Sends a request; each comes from an address of its own, for limits are not what is tried here."""
        self.asked += 1
        address = f"10.{self.asked >> 16 & 255}.{self.asked >> 8 & 255}.{self.asked & 255}"
        headers = who.headers | more.pop("headers", {})
        return await ask(self.app, method, path, query or {}, headers, body, address=address, **more)

    # What is there

    async def build(self) -> None:
        """Opens the tournaments, starts matches, and makes tokens of every kind."""
        store = self.grant("director")
        self.store = Visitor("director of the store", (store,))
        self.visitors.append(self.store)
        for name, game in CUPS.items():
            opened = TournamentService(self.recorder).open(Terms(name, "score", ""))
            self.model.cups[str(opened.id)] = Cup(str(opened.id), name)
            await self._seated(str(opened.id), game)
        for name, event in (("a", ""), ("b", "Cup"), ("c", "Friendly"), ("d", self.random.choice(EVENTS)), ("e", "")):
            game = self.random.choice(("sorcerous-futures", "sorcerous-futures", "sun-bid"))
            players = self.random.sample(PLAYERS, 3)
            self._match(game, tuple(players), About(event, "1", "1", "", name), written=name == "e")
        await self._tokens()

    def narrow(self) -> None:
        """The service begins anew over the same store, for one tournament alone if that is wanted."""
        if self._alone:
            self.only = self.random.choice(list(self.model.cups))
            self.settings = self.settings._replace(tournament=UUID(self.only))
        self.app = application(self.recorder, self.settings, out=Nothing())  # type: ignore[arg-type]

    async def _seated(self, cup: str, game: str) -> None:
        path = f"/api/tournaments/{cup}"
        size = {"game": game, "size": "3", "method": "random", "rounds": ROUNDS, "seed": "s"}
        asked = [
            ("enter", f"{path}/players", {"players": list(PLAYERS)}),
            ("seat", f"{path}/rounds", size),
            ("start", f"{path}/rounds/1/start", {}),
        ]
        for kind, where, body in asked:
            found = await self.ask(self.store, "POST", where, body=body)
            assert found.status == 201, found.body
            self.decided(cup, kind, found.json)

    def _match(self, game: str, players: tuple[str, ...], about: About, *, written: bool) -> None:
        """Starts a match; a written one has the cards that another of the same players was dealt."""
        kind, seed = GAMES[game], str(self.random.random())
        setting = Setting(players, kind.options(), None, seed, about)
        if written:
            dealt = start_match(kind, uuid4(), setting, self.recorder.stamp()).start.deal
            setting = Setting(players, kind.options(), dealt, None, about)
        made = self.recorder.start(kind, setting)
        self.sources[str(made.id)] = about.source
        self.found(str(made.id))

    async def _tokens(self) -> None:
        random, cups, games = self.random, list(self.model.cups), list(self.model.games)
        free = list(self.sources)
        for match in [*free, *random.sample(games, 2)]:
            name = random.choice(self.model.games[match].players)
            self.comes("player of a match", self.grant("player", match=match, eyes=name))
        for cup in cups[:2]:
            for name in random.sample(ALIKE, 2):
                self.comes("player of a tournament", self.grant("player", tournament=cup, eyes=name))
            for eyes in ("table", "judge"):
                self.comes("scribe of a tournament", self.grant("scribe", tournament=cup, eyes=eyes))
        for name in random.sample(ALIKE, 2):
            self.comes("player of the store", self.grant("player", eyes=name))
        for match in [random.choice(games), *random.sample(free, 2)]:
            self.comes("scribe of a match, eyes of the table", self.grant("scribe", match=match, eyes="table"))
            self.comes("scribe of a match, eyes of the judge", self.grant("scribe", match=match, eyes="judge"))
        for cup in cups:
            self.comes("director of a tournament", self.grant("director", tournament=cup))
        self.comes("scribe of the store", self.grant("scribe", eyes=random.choice(("table", "judge"))))
        for some in (cups[:2], cups[1:]):
            await self._browser([self.grant("director", tournament=cup) for cup in some])
        for _ in range(4):
            every = random.sample([one for one in self.model.grants.values() if one.role != "director"], 3)
            names = ("match", "tournament", "eyes")
            again = [self.grant(one.role, **{name: getattr(one, name) for name in names}) for one in every]
            await self._browser(
                [*again, self.grant("director", tournament=random.choice(cups))][random.randint(0, 2) :]
            )

    async def _browser(self, texts: list[str]) -> None:
        """A browser in which these links were opened, one after the other."""
        shown = Visitor("browser", (), browser=True)
        for text in texts:
            opened = await self.ask(shown, "POST", "/api/session", body={"token": text})
            shown = shown._replace(tokens=self.opened(opened, self.model.grants[text]))
        self.comes("browser", *shown.tokens, browser=True)

    # What the model is told of

    def comes(self, kind: str, *tokens: str, browser: bool = False) -> None:
        """Somebody asks from now on."""
        self.visitors.append(Visitor(kind, tokens, browser))
        if len(self.visitors) > MOST:
            del self.visitors[next(at for at, one in enumerate(self.visitors) if one.kind == "invited")]

    def grant(self, role: Role, *, match: str | None = None, tournament: str | None = None, eyes: str = "judge") -> str:
        """A token as whoever runs the store makes it."""
        seat = self.model.games[match].players.index(eyes) + 1 if match and role == "player" else None
        text, made = Tokens(self.recorder).make(
            role,
            match=self.beside.find(match) if match else None,
            tournament=TournamentService(self.beside).find(tournament).id if tournament else None,
            observer=eyes,
            until=self.recorder.sources.now() + timedelta(hours=9),
            seat=seat,
        )
        self.granted(Grant(text, made.id, role, match, tournament, eyes, self.model.tick(), seat))
        return text

    def granted(self, grant: Grant) -> None:
        """A token was made."""
        self.model.grants[grant.text] = grant

    def opened(self, answered: Answered, grant: Grant) -> tuple[str, ...]:
        """A link was opened: the secrets that the browser has now."""
        assert answered.status == 201, answered
        secrets = tuple(answered.cookie.partition("=")[2].partition(";")[0].split("."))
        if secrets[0] not in self.model.devices:
            self.model.devices[secrets[0]] = Device(secrets[0], grant)
        return secrets

    def found(self, match: str) -> None:
        """A match stands as its record has it now: only who sits there, and which event it names."""
        stands, games = self.beside.load(self.beside.find(match)), self.model.games
        moment = self.model.tick()
        if match not in games:
            games[match] = Game(match, stands.start.event, [(moment, stands.players)])
        games[match].event = stands.start.event
        if games[match].players != stands.players:
            games[match].sat.append((moment, stands.players))

    def decided(self, cup: str, kind: str, told: Any, match: str = "") -> None:
        """Something was decided of a tournament; with `undo` the last of it stands no more."""
        found, moment = self.model.cups[cup], self.model.tick()
        if "rename" in (kind, found.stands[-1].kind if kind == "undo" else ""):
            for one in self.model.games:  # the matches of the tournament are corrected with it
                self.found(one)
        if kind == "undo":
            found.stands.pop()
            return
        matches = tuple(one["match"] for one in told["matches"]) if kind == "start" else (match,) * bool(match)
        found.stands.append(Decision(kind, matches, moment))
        if kind == "place":
            found.placed.update(matches)
        if kind == "start":
            for one in matches:
                self.found(one)
            found.started.update(matches)
