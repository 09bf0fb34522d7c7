"""The recorded matches that fit what somebody looks for."""

from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, NamedTuple, get_args

from ludograph.domain.games import GAMES
from ludograph.domain.match.final_result import Status
from ludograph.domain.notation.names import folded
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.match_summary import StartFields
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.domain.store.url import Place
from ludograph.domain.tournaments.service import TournamentService, tournaments_named

STATUSES: Final[tuple[str, ...]] = get_args(Status)


class ListedMatch(NamedTuple):
    """A match in a list: what is played by whom, where, and how it stands."""

    id: str
    game: str
    players: tuple[str, ...]
    status: str
    """`running`, `over` or `abandoned`."""
    steps: int
    winners: tuple[str, ...] | None
    """The names of those who have won; None before the end, and where the record cannot tell."""
    scores: tuple[Any, ...] | None
    """The scores after all rulings, by seat; None before the end."""
    event: str
    round: str
    table: str
    source: str
    """The `id` of the match file that it came from."""
    started_at: datetime


class MatchFilter(NamedTuple):
    """Which matches are meant; None, and an empty `text`, for any."""

    game: str | None = None
    player: str | None = None
    event: str | None = None
    round: str | None = None
    table: str | None = None
    status: str | None = None
    text: str = ""
    forks: bool = False
    """Whether forks of other matches are meant too."""
    is_played: Callable[[Listed], bool] = lambda listed: True
    """Whether one that is running is still to be played."""

    def let_through(self, listed: Listed) -> bool:
        """Whether a match is one of them."""
        start = listed.start
        return (
            self.game in (None, start.game)
            and (self.player is None or self.player.casefold() in (name.casefold() for name in start.players))
            and (self.event is None or start.event.casefold() == self.event.casefold())
            and self.round in (None, start.round)
            and self.table in (None, start.table)
            and self.status in (None, listed.status)
            and (self.status != "running" or self.is_played(listed))
            and _speaks_of(listed, self.text)
        )


def matches_of_store(store: Place, wanted: MatchFilter, limit: int | None) -> tuple[list[Listed], list[Damaged]]:
    """The matches of a store that are meant, as `find_matches` has them, and those that cannot be read."""
    damaged: list[Damaged] = []
    with closing(Recorder(store, making=False)) as recorder:
        return find_matches(recorder, wanted, limit, damaged), damaged


def listed_match(listed: Listed) -> ListedMatch:
    """What is told of a match in a list."""
    start, final = listed.start, listed.summary.final
    over = listed.status != "running" and final is not None and final.scores is not None
    winners = final.winners if over and final is not None and not isinstance(final.winners, str) else None
    return ListedMatch(
        *(str(listed.head.match), start.game, tuple(start.players), listed.status, listed.head.steps),
        winners=None if winners is None else tuple(start.players[seat - 1] for seat in winners),
        scores=tuple(final.scores) if over and final is not None else None,
        event=start.event,
        round=start.round,
        table=start.table,
        source=start.source,
        started_at=start.recorded_at,
    )


def check_filter(game: str | None, status: str | None) -> None:
    """Raises `LookupError` for a game or a status that there is not."""
    for value, known, what in ((game, tuple(GAMES), "game"), (status, STATUSES, "status")):
        if value is not None and value not in known:
            near = get_close_matches(value, known, 1)
            hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(known)}."
            raise LookupError(f"There is no {what} {value}. {hint}")


def find_matches(recorder: Recorder, wanted: MatchFilter, limit: int | None, damaged: list[Damaged]) -> list[Listed]:
    """The matches that are meant, in the order in which they began; with a limit the last of them.

    Those that cannot be read go into `damaged`.
    """
    if wanted.event:
        wanted = wanted._replace(event=_called(recorder, wanted.event))
    if wanted.status == "running":
        wanted = wanted._replace(is_played=TournamentService(recorder).is_played)
    if limit is not None:
        newest = recorder.listed_newest_first(damaged, forks=wanted.forks)
        return list(islice(filter(wanted.let_through, newest), limit))[::-1]
    if wanted.event is not None:
        found = recorder.listed_matching(_is_of(wanted.event), damaged, forks=wanted.forks)
        return list(filter(wanted.let_through, found))
    return list(filter(wanted.let_through, recorder.listed(damaged, forks=wanted.forks)))


def neighbours_of(recorder: Recorder, found: Sequence[Listed]) -> dict[str, list[str]]:
    """The ids of these matches, each with those before and after it, from which a short name must tell it."""
    with translated_store_errors(recorder.place):
        ids = [one.head.match for one in found]
        return {str(id): [str(other) for other in recorder.store.neighbours(id)] for id in ids}


def _speaks_of(listed: Listed, text: str) -> bool:
    """Whether a text is the beginning of a match's id, its round or table in words, or part of anything else told."""
    start, wanted = listed.start, folded(text)
    exact = (f"round {start.round}", f"table {start.table}")
    parts = (start.source, start.game, start.event, *start.players)
    return (
        str(listed.head.match).startswith(wanted)
        or wanted in map(folded, exact)
        or any(wanted in folded(part) for part in parts)
    )


def _called(recorder: Recorder, event: str) -> str:
    """What matches call a tournament; where none calls it so, the one that goes by this id, or begins like this."""
    if recorder.listed_matching(_is_of(event), []):
        return event
    found = tournaments_named(TournamentService(recorder).all(), event)
    return found[0].state.name if len(found) == 1 else event


def _is_of(event: str) -> Callable[[StartFields], bool]:
    return lambda start: start.event.casefold() == event.casefold()
