"""A page with the eyes of several observers holds what they know together, and no more."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache, reduce
from itertools import combinations, islice
from operator import getitem
from random import Random
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.page import page
from ludograph.replay.page.packing import AGAIN, AS_FIRST
from ludograph.replay.page.page_record import page_record
from tests.large import slow_but, times
from tests.playthrough import golden_match
from tests.twins import Twins, twins_of
from tests.worlds import observers, random_match

SHARED = (
    "zones",
    "parts",
    "choices",
    "boards",
    "stages",
    "possible",
    "cards",
    "card",
    "reading",
    "rules",
    "terms",
    "others",
    "holds",
)


def unpacked(whole: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """What one pair of eyes sees on a page, with everything put in where it is shown."""

    def drawn(zone: int) -> list[Any]:
        name, owner, parts, *rest = whole["zones"][zone]
        return [name, owner, [whole["parts"][at] for at in parts], *rest]

    def shown(step: dict[str, Any]) -> dict[str, Any]:
        beats = [
            {
                **beat,
                "zones": [(at, drawn(zone)) for at, zone in beat.get("zones", ())],
                "all": [drawn(zone) for zone in beat.get("all", ())],
                "board": [whole["boards"][board] for board in beat.get("board", ())],
                "stage": [whole["stages"][stage] for stage in beat.get("stage", ())],
            }
            for beat in step.get("beats", ())
        ]
        open_ = [whole["choices"][at] for at in step.get("open", ())]
        board = whole["boards"][step.get("board", 0)]
        zones = [drawn(zone) for zone in step.get("zones", ())]
        stage = [whole["stages"][at] for at in step.get("stage", ())]
        told = step.get("possible", [])
        possible = [(*told[at : at + 3], whole["possible"][told[at + 3]]) for at in range(0, len(told), 4)]
        here = {"zones": zones, "open": open_, "board": board, "beats": beats, "stage": stage, "possible": possible}
        return {**step, **here}

    return {**view, "steps": [shown(step) for step in view["steps"]]}


def views(match: Match, eyes: Sequence[Observer]) -> list[dict[str, Any]]:
    whole = page_record(match, eyes[0], others=eyes[1:], knows=True)
    first = {key: whole[key] for key in whole if key not in SHARED}
    others = [{**first, **one, "steps": list(steps_of(first, one))} for one in whole.get("others", ())]
    return [unpacked(whole, view) for view in (first, *others)]


def steps_of(first: dict[str, Any], other: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The steps that one of the others sees, put together as `eyes.js` does."""
    last: Any = AS_FIRST
    for base, differs in zip(first["steps"], other.get("steps", [AS_FIRST] * len(first["steps"])), strict=True):
        last = last if differs == AGAIN else differs
        pairs = last and not isinstance(last[0], list) and zip(last[::2], last[1::2], strict=True)
        step = deepcopy(base)
        for *way, key, there in [["zones", *pair] for pair in pairs] if pairs else last or ():
            inner = reduce(getitem, way, step)
            if there is None:
                del inner[key]
            else:
                inner[key] = there
        yield step


@pytest.mark.parametrize("game", GAMES)
def test_each_pair_of_eyes_sees_what_a_page_of_its_own_shows(game: str) -> None:
    match = golden_match(game)
    eyes = observers(match)
    assert views(match, eyes) == [view for one in eyes for view in views(match, [one])]


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "sun-bid"))
def test_the_faces_are_those_that_one_of_them_knows(game: str) -> None:
    match = golden_match(game)
    known = {one: {tuple(card) for card in page_record(match, one)["cards"]} for one in observers(match)}
    for eyes in combinations(known, 2):
        together = page_record(match, eyes[0], others=eyes[1:])["cards"]
        assert {tuple(card) for card in together} == known[eyes[0]] | known[eyes[1]]
        assert len(together) == len(known[eyes[0]] | known[eyes[1]])


@cache
def pairs(game: str) -> tuple[Twins, ...]:
    """Twins of this game for which two or more observers are blind."""

    def found() -> Iterator[Twins]:
        for number in range(5):
            random = Random(f"{game}/{number}")
            match = random_match(GAMES[game], random, random.choice((1, 5, 10, 20)))
            yield from (twins for twins in twins_of(match, random) if len(twins.blind) > 1)

    return tuple(islice(found(), 6))


@pytest.mark.parametrize("game", GAMES)
def test_what_none_of_them_has_seen_is_not_in_it(game: str) -> None:
    assert pairs(game)
    for twins in pairs(game)[: times(2, 3)]:
        first, *others = twins.blind
        one, other = (page(match, first, others=others, knows=True) for match in (twins.one, twins.other))
        assert one == other


@pytest.mark.parametrize("game", ["fools-down", "hand-of-the-hanataz", "last-years-magic", "sorcerous-futures"])
def test_what_one_of_them_has_seen_is_in_it(game: str) -> None:
    for twins in pairs(game):
        seeing = [one for one in observers(twins.one) if one not in (*twins.blind, JUDGE)]
        if seeing:
            assert page(twins.one, TABLE, others=seeing) != page(twins.other, TABLE, others=seeing)
            return
    pytest.fail("Nobody but the judge has seen any of this.")
