"""Tables that had the same deal: where each went another way, and how each seat did beside the others."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStarted, origin_of
from ludograph.domain.match.final_result import final_of, status_of
from ludograph.domain.match.parting import step_apart
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.recorder import Recorder


class TableOfDeal(NamedTuple):
    """A finished table with the deal of another."""

    match: Match
    parted_at: int
    """The first step at which something else was done than in the match that is looked at; one more than all steps."""
    scores: tuple[int | None, ...]
    """After all rulings, by seat; None for what is not known."""
    matchpoints: tuple[float | None, ...]
    """By seat the part of the other tables at which the same seat did worse; an equal score counts half."""


class DealTables(NamedTuple):
    """All tables with one deal: those that are over, the one that is looked at first, and how many still play."""

    over: tuple[TableOfDeal, ...]
    playing: int


def tables_of_deal(recorder: Recorder, match: Match, damaged: list[Damaged]) -> DealTables:
    """The tables that had the deal of this match, with its game, options and number of players; forks are none.

    Those that cannot be read go into `damaged`. Raises `StoreError`.
    """
    seed = match.first.seed
    listed = recorder.listed_matching(lambda start: start.seed == seed, damaged)
    alike = [one for one in listed if _is_alike(one.start, match.start)]
    others = [recorder.load(one.head.match) for one in alike if one.status == "over"]
    over = [match, *(one for one in others if one.id != match.id)]
    scores = [_scores(one) for one in over]
    tables = []
    for at, (one, own) in enumerate(zip(over, scores, strict=True)):
        points = _matchpoints(one, own, scores[:at] + scores[at + 1 :])
        tables.append(TableOfDeal(one, step_apart(match, one), own, points))
    playing = sum(one.status == "running" for one in alike)
    return DealTables((tables[0], *sorted(tables[1:], key=lambda one: (-one.parted_at, one.match.id.hex))), playing)


class NotBeside(ValueError):
    """Two matches that are not shown beside each other; the message says why."""


def check_beside(recorder: Recorder, match: Match, other: Match, observer: Observer) -> None:
    """Raises `NotBeside` where two matches have not the same deal, or where one tells what is to come in the other.

    They have it where they began from one seed, or where forks lead back from both to one match. While what people play
    is not over, only the judge, who may know all of it, sees another table beside it.
    """
    if match.id == other.id:
        raise NotBeside("These are the same match: name another table of its deal.")
    if match.game is not other.game:
        raise NotBeside(f"One is a match of {match.game.title}, the other of {other.game.title}.")
    ways = [list(_way_back(recorder, one)) for one in (match, other)]
    named = [{id for one in way for id in _named(one)} for way in ways]
    from_one_seed = match.first.seed is not None and match.first.seed == other.first.seed
    if not named[0] & named[1] and not (from_one_seed and _is_alike(match.start, other.start)):
        raise NotBeside("They have not the same deal: `new --deal-of` and `fork` begin tables that have.")
    open_still = [way[-1] for way in ways if status_of(way[-1]) != "over"]  # what was abandoned may go on
    if open_still and observer != JUDGE:
        name = open_still[0].start.source or open_still[0].id
        raise NotBeside(
            f"{name} is not over, and another table could tell what is to come in it: only --as judge sees both."
        )


def _way_back(recorder: Recorder, match: Match) -> Iterator[Match]:
    """A match, what it is a fork of, and so on, as far as that is recorded."""
    seen = set[UUID]()
    while match.id not in seen:
        seen.add(match.id)
        yield match
        origin = origin_of(match.start)
        if origin is not None and recorder.has(origin.match):
            match = recorder.load(origin.match)


def _named(match: Match) -> Iterator[UUID]:
    """A match, and what it is a fork of, recorded or not."""
    yield match.id
    if (origin := origin_of(match.start)) is not None:
        yield origin.match


def _is_alike(one: AnyStarted, other: AnyStarted) -> bool:
    """Whether two matches have the same game, options, deal and number of players."""
    return (one.game, one.options, one.deal, len(one.players)) == (
        other.game,
        other.options,
        other.deal,
        len(other.players),
    )


def _scores(match: Match) -> "Scores":
    final = final_of(match, match.game.result(match.state))
    return tuple(score if isinstance(score, int) else None for score in final.scores)


Scores = tuple[int | None, ...]


def _matchpoints(match: Match, own: Scores, others: Sequence[Scores]) -> tuple[float | None, ...]:
    return tuple(_beaten(match, own, others, seat) for seat in range(1, len(own) + 1))


def _beaten(match: Match, own: Scores, others: Sequence[Scores], seat: Seat) -> float | None:
    """The part of the other tables that a seat beats there; None where nothing can be compared."""
    score = own[seat - 1]
    compared = [other[seat - 1] for other in others]
    known = [other for other in compared if other is not None]
    if score is None or not known:
        return None
    sign = -1 if match.game.fewest else 1
    return sum(1.0 if sign * score > sign * other else 0.5 * (score == other) for other in known) / len(known)
