"""Random matches for tests: any game, any number of seats, any options, played from `choices` alone."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from json import dumps
from random import Random
from typing import Any
from uuid import UUID

from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Game, Options, Refused
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.match.aggregate import Match, Setting, Stamp, start_match
from ludograph.domain.notation.matchfile import chunks

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Leo", "Max")
STAMP = Stamp(datetime(2026, 11, 20, tzinfo=UTC), "00" * 16)


def stamp() -> Stamp:
    """Always the same, so that two runs can be compared."""
    return STAMP


def random_start(game: Game, random: Random, names: Sequence[str] = NAMES) -> Match:
    """A match just begun, with some number of seats and options that fit it."""
    while True:
        seats = random.choice(game.seats)
        setting = Setting(tuple(names[:seats]), random_options(game, seats, random), None, str(random.random()))
        try:
            return start_match(game, UUID(int=random.getrandbits(128), version=4), setting, STAMP)
        except Refused as refused:
            if refused.rule in (game.faults.seats, game.faults.deal) and refused.rule != game.faults.options:
                raise


def random_options(game: Game, seats: int, random: Random) -> Options:
    """Options at random; a game may still refuse how they go together."""
    values = {field.name: list(values_of(field.shape, seats)) or [field.default] for field in fields_of(game.options)}
    return game.options(**{name: random.choice(allowed) for name, allowed in values.items()})


def values_of(shape: Shape, seats: int) -> Iterator[Any]:
    """The values that a field with few of them can have; none where only its default is sure to fit."""
    if shape.kind == "flag":
        yield from (False, True)
    elif shape.kind == "word":
        yield from shape.words
    elif shape.kind == "seat":
        yield from range(1, seats + 1)
    elif shape.kind == "list" and shape.item is not None and shape.item.words:
        words = shape.item.words
        yield from (words, (), words[:1], words[1:], words[::2], words[1::2])
    for one in shape.shapes:
        yield from values_of(one, seats)


def random_match(game: Game, random: Random, steps: int = 10_000) -> Match:
    """A match played to its end, or for so many steps."""
    return played_on(random_start(game, random), random, steps)


def played_on(match: Match, random: Random, steps: int = 10_000) -> Match:
    """The match played by bots to its end, or until it has so many steps."""
    bots = Bots(match.game, len(match.players), random)
    while len(match.steps) < steps and (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(*move, STAMP)
    return match


def observers(match: Match) -> list[Observer]:
    """Everybody who may look: the judge, the table, each seat."""
    return [JUDGE, TABLE, *range(1, len(match.players) + 1)]


def read_back(match: Match, observer: Observer) -> Match:
    """The match as its export for an observer tells it, read as a match of its own."""
    source = "".join(dumps(line) + "\n" for line in exported(match, observer)).encode()
    (chunk,) = chunks(BytesIO(source))
    return Builder(chunk, stamp).match()


def all_games() -> list[str]:
    """The games, for parametrized tests."""
    return list(GAMES)
