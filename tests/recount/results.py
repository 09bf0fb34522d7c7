"""Who has won, how often and with what: win rates, scores, pairs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import ceil
from typing import Any, Final

from tests.recount.comparing import Recount, Row
from tests.recount.counting import (
    Given,
    chosen,
    finished,
    grouped,
    mean,
    median,
    percent,
    plays,
    same,
    spread,
    within,
)
from tests.recount.rated import ALL_GAMES, rated
from tests.recount.records import Json, Record

Seated = tuple[Record, str]
"""A player of a match."""


def win_rates(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and player, and per player over all games of several."""
    played = [(record, name) for record in finished(records, {**given, "game": None}) for name in record.players]
    newest = {(one["game"], one["player"]): one["rating"] for one in rated(records)}
    by_game = grouped(played, lambda one: one[0].game)
    by_game[ALL_GAMES] = [one for one in played if len(one[0].players) > 1]
    for game, everybody in by_game.items():
        if not same(game, given.get("game")):
            continue
        rows = [
            _standing(game, name, own, newest.get((game, name)))
            for name, own in grouped(everybody, lambda one: one[1]).items()
            if len(own) >= int(given.get("fewest", 1))
        ]
        for row in rows:
            row["place"] = 1 + sum(_better(other) < _better(row) for other in rows)
            if same(row["player"], given.get("player")):
                yield row


def _standing(game: str, name: str, own: list[Seated], rating: float | None) -> Row:
    known = [record for record, _ in own if record.winners is not None]
    won = sum(name in (record.winners or ()) for record in known)
    scores = [score for record, _ in own if (score := (record.scores or {})[name]) is not None]
    low, high = within(won, len(known))
    one_game = game != ALL_GAMES
    return {
        "game": game,
        "player": name,
        "matches": len(own),
        "decided": len(known),
        "won": won,
        "won_percent": percent(won, len(known)),
        "even_percent": mean(
            100 * len(record.winners or ()) / len(record.players) for record in known if len(record.players) > 1
        ),
        "won_percent_from": low,
        "won_percent_to": high,
        "rating": rating,
        "average_place": mean((record.places or {}).get(name) for record, _ in own),
        "average_score": mean(scores) if one_game else None,
        "lowest_score": min(scores, default=None) if one_game else None,
        "highest_score": max(scores, default=None) if one_game else None,
    }


def _better(row: Row) -> tuple[Any, ...]:
    """What is less where a row comes before another."""
    share, place, score = row["won_percent"], row["average_place"], row["average_score"]
    return (
        -row["won"],
        (share is None, -round(share or 0, 1)),
        (place is None, round(place or 0, 2)),
        (score is None, -round(score or 0, 2)),
    )


def scores(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and number of players."""
    wanted = [record for record in finished(records, given) if plays(record, given.get("player"))]
    for (game, players), own in grouped(wanted, lambda one: (one.game, len(one.players))).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        mine = [(one, name) for one in own for name in one.players if same(name, given.get("player"))]
        every = [(one.scores or {})[name] for one, name in mine]
        known = sorted(score for score in every if score is not None)
        decided = [one for one in own if one.winners is not None and players > 1]
        yield {
            "game": game,
            "players": players,
            "matches": len(own),
            "scores": len(known),
            "average": mean(known),
            "spread": spread(known),
            "lowest": min(known, default=None),
            "lower_quarter": quarter(known, 1),
            "median": median(known),
            "upper_quarter": quarter(known, 3),
            "highest": max(known, default=None),
            "winners_average": mean((one.scores or {})[name] for one, name in mine if name in (one.winners or ())),
            "average_lead": mean(lead(one) for one in own),
            "shared_percent": percent(sum(len(one.winners or ()) > 1 for one in decided), len(decided)),
            "unknown_scores": len(every) - len(known),
        }


def quarter(ordered: list[int], which: int) -> int | None:
    """The least of them that so many quarters of all do not exceed."""
    return ordered[ceil(len(ordered) * which / 4) - 1] if ordered else None


LOWEST_WINS: Final = ("conundruze",)


def lead(record: Record) -> int | None:
    """By how much the first is ahead of the second, where the winners have the best score."""
    points = list((record.scores or {}).values())
    if record.winners is None or len(points) < 2 or None in points:
        return None
    first, second = sorted(points, reverse=record.game not in LOWEST_WINS)[:2]
    won = {(record.scores or {})[name] for name in record.winners}
    return int(abs(first - second)) if won == {first} else None


def head_to_head(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player and opponent."""
    met = [
        (record, *pair)
        for record in finished(records, given)
        if record.places is not None
        for pair in permutations(record.players, 2)
        if same(pair[0], given.get("player")) and same(pair[1], given.get("opponent"))
    ]
    for (player, opponent), own in grouped(met, lambda one: one[1:]).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        behind = [_gap(record.places, player, opponent) for record, *_ in own]
        gaps = [_gap(record.scores, player, opponent) for record, *_ in own]
        ahead = sum(gap < 0 for gap in behind if gap is not None)
        yield {
            "player": player,
            "opponent": opponent,
            "matches": len(own),
            "ahead": ahead,
            "level": behind.count(0),
            "behind": len(own) - ahead - behind.count(0),
            "ahead_percent": percent(ahead, len(own)),
            "average_difference": mean(gaps) if len({record.game for record, *_ in own}) == 1 else None,
        }


def _gap(of: Json | None, player: str, opponent: str) -> int | None:
    """What one has more than the other; None where it is not known."""
    one, other = (of or {})[player], (of or {})[opponent]
    return None if one is None or other is None else one - other


def players(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    seated = [(record, name) for record in chosen(records, given) for name in record.players]
    for player, own in grouped(seated, lambda one: one[1]).items():
        if len(own) < int(given.get("fewest", 1)) or not same(player, given.get("player")):
            continue
        games = Counter(record.game for record, _ in own)
        others = Counter(name for record, _ in own for name in record.players if name != player)
        yield {
            "player": player,
            "matches": len(own),
            "games": len(games),
            "won": sum(player in (record.winners or ()) for record, _ in own),
            "most_played": _most(games),
            "most_often_with": _most(others),
            "first_played": min(record.day for record, _ in own),
            "last_played": max(record.day for record, _ in own),
        }


def _most(counted: Counter[str]) -> str | None:
    """What comes most often; of several the first by name."""
    return min(counted, key=lambda name: (-counted[name], name), default=None)


RECOUNTS = {
    "win-rates": Recount(
        win_rates, "game player", tried={"game": ("sun-bid", "Aucteraden", "all games"), "round": ("final", "1")}
    ),
    "scores": Recount(scores, "game players"),
    "head-to-head": Recount(head_to_head, "player opponent"),
    "players": Recount(players, "player"),
}
