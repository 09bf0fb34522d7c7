"""Stores of many matches, and matches of many steps, made as fast as can be through the same doors as any other."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.bots.moves import Bots, play_match
from ludograph.domain.exchange.importer import Importer
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import NAMELESS, About, Match, Setting, start_match
from ludograph.domain.store.recorder import Recorder, match_id_of
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms

SHORT: Final = "fools-down"
"""The game whose matches can be the shortest."""
LONG: Final = "conundruze"
"""A game that is played to so many points as its options say."""
SHORTEST: Final = 12
"""No template has more steps."""
TEMPLATES: Final = 20
PEOPLE: Final = 500
EVENT: Final = 100
"""So many matches belong to a tournament, and as many to none."""


def fill(path: Path, matches: int) -> None:
    """So many matches that are over, each under its own id and between its own players, sealed event by event.

    They are copies of a few that bots have played. Every second hundred belongs to a tournament of its own.
    """
    random = Random(matches)
    with Recorder(path) as recorder:
        service = TournamentService(recorder)
        for number in range(0, matches, 2 * EVENT):
            service.open(Terms(f"Open {number // (2 * EVENT) + 1}", "wins", "wins"))
        waiting = []
        for number, template in zip(range(matches), _templates(recorder), strict=False):
            waiting.append(_copy(template, number, random))
            if len(waiting) == Importer.BATCH or number == matches - 1:
                recorder.record(*waiting)
                waiting.clear()


def _templates(recorder: Recorder) -> Iterator[Match]:
    """A few short matches, again and again."""
    found: list[Match] = []
    for seed in count():
        match = _begun(recorder, SHORT, str(seed), buy_in=20)
        match = play_match(Bots(match.game, 2, Random(seed)), match, recorder.stamp)
        if match.game.result(match.state).over and len(match.steps) <= SHORTEST:
            found.append(match)
        if len(found) == TEMPLATES:
            break
    while True:
        yield from found


def _begun(recorder: Recorder, game: str, seed: str, **options: Any) -> Match:
    chosen = GAMES[game].options(**options)
    setting = Setting(("Ann", "Ben"), chosen, None, seed, About(source=""))
    return start_match(GAMES[game], NAMELESS, setting, recorder.stamp())


def _copy(template: Match, number: int, random: Random) -> Match:
    """A match as the template, between others and under an id of its own; its digests are worked out anew."""
    block, within = divmod(number, EVENT)
    about = {"event": f"Open {block // 2 + 1}", "round": "1", "table": str(within + 1)} if block % 2 == 0 else {}
    players = tuple(f"Person {one}" for one in random.sample(range(1, PEOPLE + 1), 2))
    start = replace(template.start, players=players, source=f"m{number}", **about)
    named = replace(template, start=start, history=(start, *template.history[1:]))
    return named.under(match_id_of(start.source))


def long_match(recorder: Recorder, steps: int) -> Match:
    """A match of so many steps that stand, which goes on; not recorded yet."""
    match = _begun(recorder, LONG, "long", play_to=1_000_000)
    bots = Bots(match.game, 2, Random(steps), limit=10 * steps)
    while len(match.steps) < steps:
        move = bots.move(match.state, len(match.steps))
        assert move is not None
        match = match.play(*move, recorder.stamp())
    return match.under(UUID(int=steps, version=4))
