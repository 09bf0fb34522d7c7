"""Whether it matters where one sits, and who begins."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, finished, grouped, mean, percent, within
from tests.recount.records import Record


class Sat(NamedTuple):
    """A player of a finished match, in some place at the table."""

    record: Record
    player: str
    place: int


def seats(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game, number of players and seat."""
    sat = [
        Sat(record, player, seat)
        for record in finished(records, given)
        for seat, player in enumerate(record.players, start=1)
    ]
    yield from _rows(sat, given, "seat")


def starting_player(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game, number of players and distance from who began."""
    sat = []
    for record in finished(records, given):
        begins = _begins(record)
        if begins is not None:
            first = record.players.index(begins)
            many = len(record.players)
            sat += [Sat(record, record.players[(first + away) % many], away) for away in range(many)]
    yield from _rows(sat, given, "seats_after_first")


def _begins(record: Record) -> str | None:
    """Who began, by what was done: the first to suggest or to offer, the caster's left, who is first in a hand."""
    done = {"last-years-magic": "suggest", "sorcerous-futures": "offer"}
    if record.game == "conundruze":
        return record.players[(record.players.index(record.start["deal"]["caster"]) + 1) % len(record.players)]
    if record.game == "hand-of-the-hanataz":
        return str(record.start["deal"]["starter"])
    if record.game == "fools-down":
        return next((fact["order"][0] for fact in record.facts if fact["fact"] == "HandStarted"), None)
    acted = (line for line in record.steps if line["seat"] in record.players)
    verb = done.get(record.game)
    return next((line["seat"] for line in acted if verb in (None, line["action"]["do"])), None)


def _rows(sat: list[Sat], given: Given, column: str) -> Iterator[Row]:
    many = [one for one in sat if len(one.record.players) > 1]
    groups = grouped(many, lambda one: (one.record.game, len(one.record.players), one.place))
    for (game, players, place), own in groups.items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        known = [one for one in own if one.record.winners is not None]
        won = sum(one.player in (one.record.winners or ()) for one in known)
        even = [len(one.record.winners or ()) / players for one in known]
        deviation = sqrt(sum(one * (1 - one) for one in even))
        low, high = within(won, len(known))
        yield {
            "game": game,
            "players": players,
            column: place,
            "matches": len(own),
            "decided": len(known),
            "won": won,
            "won_percent": percent(won, len(known)),
            "even_percent": percent(sum(even), len(known)),
            "won_percent_from": low,
            "won_percent_to": high,
            "above_chance": (won - sum(even)) / deviation if deviation else None,
            "average_score": mean((one.record.scores or {})[one.player] for one in own),
            "average_place": mean((one.record.places or {}).get(one.player) for one in own),
        }


RECOUNTS = {
    "seats": Recount(seats, "game players seat"),
    "starting-player": Recount(starting_player, "game players seats_after_first"),
}
