"""Twins: two matches that differ only in cards that an observer has not seen, and what that observer is told of them.

`python -m tests.twins --matches 50 --seed 1` makes twins of random matches of every game, written down and dealt by
the program, enters legal and illegal actions and outcomes in both, and prints how many answers were compared. An
answer that one twin accepts and the other refuses tells no more than the acceptance itself, and is counted apart.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Impossible, Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import from_json
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import Reader
from ludograph.replay.shapes.matches import refused_json
from tests.worlds import STAMP, observers, random_match, stamp

Lines = list[dict[str, Any]]


class Twins(NamedTuple):
    """Two matches, and those who cannot tell them apart."""

    one: Match
    other: Match
    blind: list[Observer]


class Entry(NamedTuple):
    """Something to enter: an action line as JSON, and who decides in it."""

    actor: int
    line: dict[str, Any]


def read(lines: Lines) -> Match:
    """The match of these lines. Raises `Refused`, `Impossible` or `Unreadable`."""
    (chunk,) = chunks(BytesIO("".join(f"{json.dumps(line)}\n" for line in lines).encode()))
    return Builder(chunk, stamp).match()


def told(match: Match, observer: Observer) -> Lines:
    """Everything that an observer knows of a match."""
    return list(exported(match, observer))


def exchanged(value: Any, one: str, other: str) -> Any:
    """A value with two cards changed over, wherever they stand."""
    if isinstance(value, dict):
        return {key: exchanged(entry, one, other) for key, entry in value.items()}
    if isinstance(value, list):
        return [exchanged(entry, one, other) for entry in value]
    return {one: other, other: one}.get(value, value) if isinstance(value, str) else value


def hidden_from(match: Match, observer: Observer) -> list[str]:
    """The cards that never stood in anything that this observer was told."""
    seen = json.dumps(told(match, observer))
    return [code for code in match.game.deck.by_code if f'"{code}"' not in seen]


def twins_of(match: Match, random: Random) -> Iterator[Twins]:
    """Twins of a match, with those of its observers for whom they are the same."""
    lines = told(match, JUDGE)
    for observer in observers(match):
        spare = hidden_from(match, observer)
        if observer == JUDGE or len(spare) < 2:
            continue
        for _ in range(3):
            one, other = random.sample(spare, 2)
            swapped: Lines = exchanged(lines, one, other)
            if swapped == lines:
                continue
            try:
                first, second = read(lines), read(swapped)
            except (Refused, Impossible, Unreadable):
                continue
            if blind := [eyes for eyes in observers(first) if told(first, eyes) == told(second, eyes)]:
                yield Twins(first, second, blind)


def entries(match: Match, observer: Observer, random: Random) -> Iterator[Entry]:
    """What might be entered: what is open as the observer knows it, with all kinds of changes, and with outcomes."""
    view, deck = match.view(observer), list(match.game.deck.by_code)
    for seat, choices in match.open_to(view).items():
        for choice in random.sample(choices, min(len(choices), 6)):
            fields = {name: random.choice(values) for name, values in choice.values.items()}
            line = _line(match, seat, choice.action(**fields))
            yield from _with_outcomes(seat, line, deck, random)
            for name in fields:
                for wrong in (random.choice(deck), UNKNOWN, 99, [random.choice(deck)], None):
                    yield Entry(seat, line | {name: wrong})
            for other in (TABLE, *range(1, len(match.players) + 1)):
                yield Entry(other, line | {"seat": match.name(other)})


def _line(match: Match, seat: int, action: Any) -> dict[str, Any]:
    from ludograph.domain.notation.values import ValueWriter

    writer = ValueWriter(match.players, unknown=UNKNOWN)
    return {"seat": match.name(seat), "do": action.__struct_config__.tag} | writer.fields(action)


def _with_outcomes(seat: int, line: dict[str, Any], deck: list[str], random: Random) -> Iterator[Entry]:
    yield Entry(seat, line)
    for count in (1, 1, 1, 2, 2, 3, 4, 5, 8, 12):
        cards = random.sample(deck, min(count, len(deck)))
        yield Entry(seat, line | {"drawn": cards})
        if count > 1:
            yield Entry(seat, line | {"drawn": [UNKNOWN, *cards[1:]]})
            yield Entry(seat, line | {"drawn": [cards[0], cards[0], *cards[2:]]})
    yield Entry(seat, line | {"drawn": [random.randrange(30)]})
    yield Entry(seat, line | {"shuffled": random.sample(deck, len(deck) // 2)})


def answer(match: Match, entry: Entry, eyes: Observer) -> str:
    """What is said to these eyes about an entry: `accepted`, or the refusal."""
    reader = Reader(match.game.deck, match.players)
    try:
        line = from_json(match.game, reader, entry.line, json.dumps(entry.line))
        chance = match.chance(line.drawn, line.shuffled)
        match.play(line.actor, line.move(match.game, reader), STAMP, chance=chance, observer=eyes)
    except Refused as refused:
        return json.dumps(refused_json(refused, match.players))
    except Unreadable as wrong:
        return wrong.why
    return "accepted"


def differences(twins: Twins, random: Random, counts: Counter[str]) -> Iterator[str]:
    """What tells somebody more than they know: an answer that is not the same for both."""
    for eyes in random.sample(twins.blind, min(len(twins.blind), 3)):
        every = list(entries(twins.one, eyes, random))
        for entry in random.sample(every, min(len(every), 60)):
            if entry.actor not in (eyes, TABLE) and entry.actor not in twins.blind:
                continue  # what is wrong with a decision is explained to whoever makes it, as they know the match
            one, other = (answer(match, entry, eyes) for match in (twins.one, twins.other))
            counts["compared"] += 1
            if one == other:
                continue
            if "accepted" in (one, other):
                counts["accepted for one"] += 1
            else:
                counts["different"] += 1
                yield f"{twins.one.game.id}, {eyes}: {json.dumps(entry.line)}\n  {one}\n  {other}"


def dealt(match: Match) -> Match:
    """A match as if the program had dealt it."""
    start = replace(match.start, seed="seed")
    return replace(match, start=start, history=(start, *match.history[1:]))


Compared = Callable[[Twins, Random, Counter[str]], Iterator[str]]
"""What tells differences between twins, and counts what it compared."""


def run(game: str, matches: int, seed: int, counts: Counter[str], compared: Compared = differences) -> Iterator[str]:
    """Twins of so many random matches of a game, and what differs."""
    for number in range(matches):
        random = Random(f"{game}/{seed}/{number}")
        match = random_match(GAMES[game], random, random.choice((0, 1, 2, 5, 10, 20, 40)))
        for twins in twins_of(match, random):
            counts["pairs"] += 1
            yield from compared(twins, random, counts)
            yield from compared(Twins(dealt(twins.one), dealt(twins.other), twins.blind), random, counts)


def main(about: str | None = __doc__, compared: Compared = differences) -> None:
    """Prints what was compared."""
    parser = ArgumentParser(description=about)
    parser.add_argument("--matches", type=int, default=20, help="How many matches of each game.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    given = parser.parse_args()
    total: Counter[str] = Counter()
    for game in given.game or GAMES:
        counts: Counter[str] = Counter()
        for difference in islice(run(game, given.matches, given.seed, counts, compared), 5):
            print(difference)
        print(f"{game}: {dict(counts)}")
        total += counts
    print(f"all: {dict(total)}")
    sys.exit(1 if total["different"] else 0)


if __name__ == "__main__":
    main()
