"""Matches with bots through the service, as tests begin and play them."""

from typing import Any, Final, NamedTuple

import httpx

from ludograph.domain.bots.opponents import Opponents
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import TABLE, verb_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import ValueWriter
from tests.service.robots import SHORT
from tests.service.running import Service, wait_until

Json = dict[str, Any]
QUICK: Final = "search:10"
SLOW: Final = 60.0
"""So many seconds bots may take: a process that thinks takes some to begin."""


class Begun(NamedTuple):
    """A match with bots, the request that began it answered, and each person by their link."""

    service: Service
    match: str
    answer: Json
    people: list[httpx.Client]

    @property
    def path(self) -> str:
        return f"/api/matches/{self.match}/play"

    def desk(self, person: int = 0) -> Json:
        """What somebody's page asks for."""
        found: Json = self.people[person].get(f"{self.path}/desk").json()
        return found

    def turn(self, person: int = 0) -> Json:
        """What their page asks for, once no bot thinks."""
        wait_until(lambda: not self.desk(person)["thinking"], SLOW)
        return self.desk(person)

    def act(self, person: int = 0) -> httpx.Response | None:
        """Somebody does any of what is open to them, or to the table; None where nobody waits for either."""
        desk, match = self.turn(person), self.recorded()
        chooser = Opponents(dict.fromkeys((desk["seat"], TABLE), "random"), "anything")
        move = chooser.move(match)
        if move is None:
            return None
        writer = ValueWriter(match.players, unknown=UNKNOWN)
        entry = {"seat": match.name(move.seat) if move.seat else "table", "do": verb_of(type(move.action).__name__)}
        entry |= writer.fields(move.action)
        return self.people[person].post(
            f"{self.path}/actions", json=entry, headers={"If-Match": f'"{desk["version"]}"'}
        )

    def recorded(self) -> Match:
        """The match as it stands in the store."""
        return self.service.recorder.load(self.service.recorder.find(self.match))


def begin(service: Service, game: str, *seats: str, **more: Any) -> httpx.Response:
    """Asks to begin a match as a director of the store; a seat with a colon, or `random`, is a bot's."""
    chosen = [{"bot": one} if one == "random" or ":" in one else {"player": one} for one in seats]
    options = {name: int(value) if value.isdigit() else value for name, value in map(_split, SHORT.get(game, ()))}
    client = service.client(service.token("director"))
    return client.post(f"/api/games/{game}/matches", json={"seats": chosen, "options": options}, **more)


def _split(option: str) -> tuple[str, str]:
    name, _, value = option.partition("=")
    return name, value


def begun(service: Service, game: str, *seats: str) -> Begun:
    """A short match that has begun, and its people at their phones."""
    answered = begin(service, game, *seats)
    assert answered.status_code == 201, answered.text
    found = answered.json()
    people = [service.browser(one["link"].partition("#")[2]) for one in found["links"]]
    return Begun(service, found["match"], found, people)
