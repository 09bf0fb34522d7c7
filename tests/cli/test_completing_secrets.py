"""What Tab and the questions of `play` offer is the same in two matches that differ only in what nobody there saw."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from ludograph.cli.table.completion import line_completions
from ludograph.cli.table.live import LiveTable
from ludograph.cli.table.questions import EntryCancelled, PossibleAnswers
from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.exporter import exported, line_text
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.strict_json import Unreadable
from tests.questions import Paper
from tests.worlds import STAMP, observers, random_match, read_back, stamp

PAIRS = 30
"""So many pairs of cards are tried for each match: most cannot change places unseen."""
TWINS, LINES = 2, 7
"""So many of them are compared, by so many lines."""


def swapped(match: Match, one: str, other: str) -> Match | None:
    """The match with two cards changed for each other wherever the record names them; None where that cannot be."""
    text = "".join(json.dumps(line) + "\n" for line in exported(match, JUDGE))
    code = re.compile(f'"({re.escape(one)}|{re.escape(other)})"')
    text = code.sub(lambda found: f'"{other if found[1] == one else one}"', text)
    (chunk,) = chunks(BytesIO(text.encode()))
    try:
        return Builder(chunk, stamp).match()
    except (Refused, Unreadable):
        return None


def twins(match: Match, random: Random) -> Iterator[tuple[Match, list[Observer]]]:
    """Matches in which two cards have changed places, each with all who cannot know that."""
    mine = {observer: list(exported(match, observer)) for observer in observers(match)}
    pairs = list(combinations(match.game.deck.by_code, 2))
    for one, other in random.sample(pairs, min(PAIRS, len(pairs))):
        twin = swapped(match, one, other)
        if twin is not None and list(exported(twin, JUDGE)) != mine[JUDGE]:
            blind = [eyes for eyes in mine if eyes != JUDGE and list(exported(twin, eyes)) == mine[eyes]]
            if blind:
                yield twin, random.sample(blind, min(len(blind), 2))


def lines_of(match: Match, random: Random) -> list[str]:
    """What may be entered next: a move of each seat as the match file would have it, whole and begun."""
    bots, found = Bots(match.game, len(match.players), random), []
    move = bots.move(match.state, len(match.steps))
    if move is None:
        return [""]
    *_, line = exported(match.play(move.seat, move.action, STAMP), JUDGE)
    whole = line_text(match, line)
    entry = whole.partition(" >")[0]
    for text in (whole, f"{entry} > ", whole.partition(" ")[2]):
        found += [text[:at] for at, letter in enumerate(text) if letter == " " or (at and text[at - 1] == " ")]
    found += [f"{name} {choice.action.__name__.lower()} " for name in match.players for choice in _open(match)]
    return list(dict.fromkeys(["", *found, entry]))


def some(lines: list[str], random: Random) -> list[str]:
    return random.sample(lines, min(len(lines), LINES))


def _open(match: Match) -> list[Any]:
    return [choice for choices in match.open_to(match.state).values() for choice in choices][:3]


def questions(match: Match, eyes: Observer, line: str) -> list[tuple[str, tuple[str, ...]]]:
    """What an entry is asked for, with the answers that are offered, as long as nobody saw the card."""
    asked: list[tuple[str, tuple[str, ...]]] = []

    def ask(question: str, possible: PossibleAnswers) -> str:
        asked.append((question, tuple(possible())))
        if "??" not in asked[-1][1]:
            raise EntryCancelled
        return "??"

    recorder: Any = Paper()
    LiveTable(recorder, match, eyes, lambda told: None, ask).enter(line)
    return asked


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_by_what_is_offered(game: str, seed: int) -> None:
    random = Random(f"{game}/{seed}")
    match = random_match(GAMES[game], random, random.randrange(2, 30))
    for known_to in (JUDGE, 1):
        record = read_back(match, known_to)
        lines = some(lines_of(match, random), random)
        for twin, blind in islice(twins(record, random), TWINS):
            for eyes in blind:
                for line in lines:
                    assert line_completions(record, eyes, line) == line_completions(twin, eyes, line), (eyes, line)
                    assert questions(record, eyes, line) == questions(twin, eyes, line), (eyes, line)


@pytest.mark.parametrize("game", GAMES)
def test_who_knows_less_is_offered_what_their_own_record_would_offer(game: str) -> None:
    random = Random(game)
    match = random_match(GAMES[game], random, 12)
    for eyes in observers(match):
        poorer = read_back(match, eyes)
        for line in some(lines_of(match, random), random):
            assert line_completions(match, eyes, line) == line_completions(poorer, eyes, line), (eyes, line)
