"""What may be a slip in a new match: it is running already, or a player is nearly called like somebody known."""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Final

from ludograph.cli.arguments import command_line
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import About
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Listed, Recorder

SIMILARITY: Final = 0.8
"""How alike two names are, from 0 to 1, of which one may be the other misspelt."""
MOST_RUNNING: Final = 2
"""No more matches than this are told to be running already."""
LATEST: Final = 500
"""So many matches are looked at, those that were begun last: more would take longer with every match that is stored."""
_DIGITS: Final = re.compile(r"\d+")


def new_match_warnings(store: Recorder, game: Game, players: Sequence[str], about: About) -> Iterator[str]:
    """A sentence for each; damaged matches are left to `verify`."""
    recorded = list(islice(store.listed_newest_first([]), LATEST))[::-1]
    running = [one for one in recorded if one.status == "running"]
    running_already = list(_running_already(running, game, players, about))
    yield from running_already[:MOST_RUNNING]
    if len(running_already) > MOST_RUNNING:
        yield f"And {len(running_already) - MOST_RUNNING} more: `{command_line('matches')}` lists them."
    known = dict.fromkeys(name for one in recorded for name in one.start.players)
    for name in players:
        similar = None if name in known else _similar_name(name, [other for other in known if other not in players])
        if similar:
            yield f"{name}: did you mean {similar}? The match is recorded with {name}; `amend` can put it right."


def _running_already(running: Sequence[Listed], game: Game, players: Sequence[str], about: About) -> Iterator[str]:
    """Matches of the same game and players, or at the same table of the same round."""
    seated = set(map(folded, players))
    for listed_ in running:
        start = listed_.start
        name = start.source or str(start.originator_id)
        goes_on = f"`{command_line('play', name)}` goes on with it."
        if start.game == game.id and set(map(folded, start.players)) == seated:
            yield f"A match of {game.title} with {listed(start.players)} is running already: {goes_on}"
        elif about.table and (start.event, start.round, start.table) == (about.event, about.round, about.table):
            yield f"At {_place(about)} a match is running already: {goes_on}"


def _place(about: About) -> str:
    parts = (f"table {about.table}", about.round and f"round {about.round}", about.event)
    return ", ".join(filter(None, parts))


def _similar_name(name: str, known: Collection[str]) -> str | None:
    """A known name that is nearly this one; where they differ in a number alone, that is meant so."""
    by_look = {folded(other): other for other in known if folded(other) == folded(name) or not _numbered(name, other)}
    found = get_close_matches(folded(name), by_look, 1, SIMILARITY)
    return by_look[found[0]] if found else None


def _numbered(name: str, other: str) -> bool:
    """Whether two names are the same but for a number in them."""
    return _DIGITS.sub("", folded(name)) == _DIGITS.sub("", folded(other))
