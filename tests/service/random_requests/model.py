"""What `docs/rights.md` promises, worked out a second time from what was asked and answered: nothing of the service."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple
from unicodedata import normalize

from msgspec import Struct

Role = Literal["player", "scribe", "director"]
Power = Literal["attend", "remark", "record", "rule"]
Eyes = int
"""-1 is the judge, 0 the table, else a seat."""
JUDGE: Final[Eyes] = -1
TABLE: Final[Eyes] = 0
POWERS: Final[Mapping[Role, frozenset[Power]]] = {
    "player": frozenset({"attend", "remark"}),
    "scribe": frozenset({"attend", "remark", "record"}),
    "director": frozenset({"attend", "remark", "record", "rule"}),
}


def plain(text: str) -> str:
    """What is the same for names that look the same to whoever reads them in capitals or in wide letters."""
    return " ".join(normalize("NFKC", text.replace("\u200d", "")).casefold().split())


class Grant(Struct):
    """A token, what it was made for, and whether it was ended."""

    text: str
    id: str
    role: Role
    match: str | None
    tournament: str | None
    eyes: str
    """`table`, `judge`, or a player's name."""
    made: int
    """The number of the moment at which it was made."""
    seat: int | None = None
    ended: bool = False
    code: str = ""
    """What opens its link on further devices."""


class Device(Struct):
    """A browser that opened the link of a token."""

    secret: str
    grant: Grant
    ended: bool = False


class Decision(NamedTuple):
    """What was decided of a tournament, and of which matches."""

    kind: str
    matches: tuple[str, ...]
    moment: int


class Cup(Struct):
    """A tournament: its decisions that stand, and the matches that it ever started or placed."""

    id: str
    name: str
    stands: list[Decision] = []
    started: set[str] = set()
    placed: set[str] = set()


class Game(Struct):
    """A match: its header, and who sat where from which moment on."""

    id: str
    event: str
    sat: list[tuple[int, tuple[str, ...]]]

    @property
    def players(self) -> tuple[str, ...]:
        return self.sat[-1][1]

    def at(self, moment: int) -> tuple[str, ...]:
        """Who sat there at a moment; who sat there first, if it had not begun."""
        return next((players for since, players in reversed(self.sat) if since <= moment), self.sat[0][1])


class Rights(NamedTuple):
    """What somebody may do in a match, and with whose eyes."""

    powers: frozenset[str] = frozenset()
    eyes: frozenset[Eyes] = frozenset()

    def __or__(self, other: object) -> "Rights":
        assert isinstance(other, Rights)
        return Rights(self.powers | other.powers, self.eyes | other.eyes)

    def beyond(self, other: "Rights") -> bool:
        """Whether there is anything in it that is not in the other."""
        return bool(self.powers - other.powers or self.eyes - other.eyes)


NONE: Final = Rights()


class Model:
    """Tournaments, matches and tokens as they should stand."""

    def __init__(self) -> None:
        self.moment = 0
        self.cups: dict[str, Cup] = {}
        self.games: dict[str, Game] = {}
        self.grants: dict[str, Grant] = {}
        self.devices: dict[str, Device] = {}

    def tick(self) -> int:
        """The number of a new moment."""
        self.moment += 1
        return self.moment

    def held(self, shown: Iterable[str]) -> list[Grant]:
        """What holds of what somebody shows: of a link that a browser opened, the secret of that browser alone."""
        found = []
        for one in shown:
            device = self.devices.get(one)
            if device is not None and not device.ended:
                found.append(device.grant)
            elif device is None and one in self.grants and not self.is_opened(self.grants[one]):
                found.append(self.grants[one])
        return [one for one in found if not one.ended]

    def is_opened(self, grant: Grant) -> bool:
        """Whether any browser ever opened the link of a token."""
        return any(one.grant is grant for one in self.devices.values())

    def owner(self, match: str) -> str | None:
        """The tournament to which a match belongs: that started it, else placed it first, else is named by it."""
        for cup in self.cups.values():
            if match in cup.started:
                return cup.id
        placed = [
            (one.moment, cup.id)
            for cup in self.cups.values()
            for one in cup.stands
            if one.kind == "place" and match in one.matches
        ]
        return min(placed)[1] if placed else self.named(self.games[match].event)

    def named(self, event: str) -> str | None:
        """The tournament that a header names."""
        return next((cup.id for cup in self.cups.values() if event and plain(cup.name) == plain(event)), None)

    def seat(self, grant: Grant, match: str) -> int | None:
        """Where the holder of a player's token sits in a match that it reaches."""
        game = self.games[match]
        if grant.match is not None:
            return grant.seat if grant.seat and grant.seat <= len(game.players) else None
        first = game.sat[0][1] if grant.tournament is None else game.at(grant.made)
        for seat, (then, now) in enumerate(zip(first, game.players, strict=False), start=1):
            if plain(then) == plain(now) == plain(grant.eyes):
                return seat
        return None

    def of(self, grant: Grant, match: str) -> Rights:
        """What a token gives in a match."""
        if grant.ended:
            return NONE
        reaches = grant.match == match if grant.match else grant.tournament in (None, self.owner(match))
        if not reaches:
            return NONE
        if grant.role == "player":
            seat = self.seat(grant, match)
            return NONE if seat is None else Rights(POWERS["player"], frozenset({seat}))
        judges = grant.role == "director" or grant.eyes == "judge"
        return Rights(POWERS[grant.role], frozenset({JUDGE if judges else TABLE}))

    def rights(self, texts: Iterable[str], match: str) -> Rights:
        """What somebody with these tokens may in a match; whoever has the judge's eyes may look with all."""
        found = NONE
        for one in self.held(texts):
            found |= self.of(one, match)
        every = range(JUDGE, len(self.games[match].players) + 1)
        return found._replace(eyes=frozenset(every) if JUDGE in found.eyes else found.eyes | {TABLE})

    def directs(self, texts: Iterable[str], tournament: str | None) -> bool:
        """Whether somebody directs a tournament; None is the store."""
        return any(
            one.role == "director"
            and one.match is None
            and (one.tournament is None or (tournament is not None and one.tournament == tournament))
            for one in self.held(texts)
        )

    def attends(self, texts: Iterable[str], tournament: str) -> bool:
        """Whether a tournament's decisions are known to somebody at once."""
        return any(one.match is None and one.tournament in (None, tournament) for one in self.held(texts))

    def holds(self, texts: Iterable[str]) -> bool:
        """Whether any of these tokens opens anything still."""
        return bool(self.held(texts))

    def everything(self) -> dict[tuple[str, str], Rights]:
        """What every token gives in every match."""
        owners = {match: self.owner(match) for match in self.games}
        return {
            (grant.text, match): found
            for grant in self.grants.values()
            for match in ([grant.match] if grant.match else self.games)
            if grant.match or grant.tournament in (None, owners[match])
            if (found := self.of(grant, match)) != NONE
        }
