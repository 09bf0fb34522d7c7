"""What is told of one game's matches, fact by fact, and what many recounts of a single game do with it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.recount.comparing import Row
from tests.recount.counting import Given, chosen, mean, percent
from tests.recount.records import Json, Record


def of_game(records: Iterable[Record], game: str, given: Given) -> Iterator[Record]:
    """The chosen matches of a game, where `players` is asked for those of so many."""
    for record in chosen(records, given):
        if record.game == game and len(record.players) == int(given.get("players", len(record.players))):
            yield record


def known(value: Any) -> Any:
    """A value, None where it is `??`."""
    return None if value == "??" else value


def column(rows: Iterable[Json], name: str) -> list[Any]:
    """One value of each row."""
    return [row[name] for row in rows]


def average(rows: Iterable[Json], name: str) -> float | None:
    """The mean of a column, where it is known."""
    return mean(column(rows, name))


def share(flags: Iterable[Any]) -> float | None:
    """How many of a hundred of those that are known."""
    answers = [bool(flag) for flag in flags if flag is not None]
    return percent(sum(answers), len(answers))


def share_of(rows: Iterable[Json], name: str) -> float | None:
    """How many of a hundred rows have this, of those where it is known."""
    return share(column(rows, name))


def means(rows: Sequence[Json], **names: str) -> Row:
    """The mean of several columns, by the names that the report gives them."""
    return {told: average(rows, name) for told, name in names.items()}


def tally(rules: Sequence[str], came: Iterable[tuple[str, str]], matches: int) -> Iterator[Row]:
    """The rows of a report `rules`: of pairs of a rule and a match in which it came up; none without matches."""
    came = list(came)
    for rule in rules if matches else ():
        hits = [match for one, match in came if one == rule]
        yield {
            "rule": rule,
            "times": len(hits),
            "matches": len(set(hits)),
            "matches_percent": percent(len(set(hits)), matches),
            "average_in_match": len(hits) / matches,
        }
