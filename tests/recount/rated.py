"""Ratings, by the library that the program uses, from the places in each match."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from openskill.models import PlackettLuce

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, same
from tests.recount.records import Record, Records

ALL_GAMES = "all games"


def history(records: Sequence[Record]) -> Iterator[Row]:
    """What everybody's rating was after each match, in its game and over all."""
    model = PlackettLuce()
    known: dict[tuple[str, str], Any] = {}
    counted: Counter[tuple[str, str]] = Counter()
    for record in sorted((one for one in records if one.places), key=lambda one: one.when):
        places = record.places or {}
        for game in (record.game, ALL_GAMES):
            before = [[known.get((game, name)) or model.rating()] for name in record.players]
            after = model.rate(before, ranks=[float(places[name]) for name in record.players])
            for name, (old,), (rating,) in zip(record.players, before, after, strict=True):
                known[game, name] = rating
                counted[game, name] += 1
                yield {
                    "game": game,
                    "player": name,
                    "match_number": counted[game, name],
                    "day": record.when[0],
                    "match": record.id,
                    "before": old.mu - 3 * old.sigma,
                    "rating": rating.mu - 3 * rating.sigma,
                    "skill": rating.mu,
                    "uncertainty": rating.sigma,
                }


def rated(records: Sequence[Record], until: str = "9999") -> list[Row]:
    """The newest rating of each game and player, of matches till the end of a day."""
    told = (one for one in history(records) if one["day"].isoformat() <= until)
    return list({(one["game"], one["player"]): one for one in told}.values())


def ratings(records: Records, given: Given) -> Iterator[Row]:
    """A row per game and player, the best first."""
    there = {name for one in records if same(one.listed["event"], given.get("event")) for name in one.players}
    there |= {name for one in records.tournaments if one.is_called(given.get("event")) for name in one.shown["players"]}
    shown = [
        one
        for one in rated(records, given.get("until", "9999"))
        if same(one["game"], given.get("game"))
        and any(same(one["player"], name) for name in there)
        and one["match_number"] >= int(given.get("fewest", 1))
    ]
    for one in shown:
        better = [other for other in shown if round(other["rating"], 6) > round(one["rating"], 6)]
        if same(one["player"], given.get("player")):
            yield {
                "game": one["game"],
                "rank": 1 + sum(other["game"] == one["game"] for other in better),
                "player": one["player"],
                "rating": one["rating"],
                "skill": one["skill"],
                "uncertainty": one["uncertainty"],
                "skill_from": one["skill"] - 1.96 * one["uncertainty"],
                "skill_to": one["skill"] + 1.96 * one["uncertainty"],
                "matches": one["match_number"],
                "last_played": one["day"],
            }


def rating_history(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per match and player, of the players with the most matches."""
    events = {one.id: one.listed["event"] for one in records}
    shown = [
        one
        for one in history(records)
        if same(one["game"], given.get("game", ALL_GAMES))
        and same(events[one["match"]], given.get("event"))
        and same(one["player"], given.get("player"))
        and given.get("since", "") <= one["day"].isoformat() <= given.get("until", "9999")
    ]
    matches = Counter(one["player"] for one in shown)
    most = sorted(matches, key=lambda name: (-matches[name], name))[: int(given.get("players", 6))]
    told = [one for one in shown if one["player"] in most]
    yield from ({column: value for column, value in one.items() if column != "before"} for one in told)


RECOUNTS = {
    "ratings": Recount(ratings, "game player", tried={"game": ("sun-bid", "all games")}),
    "rating-history": Recount(
        rating_history, "match player", tried={"game": ("sun-bid", "last-years-magic"), "players": ("2", "20")}
    ),
}
