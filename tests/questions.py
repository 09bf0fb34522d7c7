"""Every question that `play` asks while matches with real cards are written down, to be read with one's own eyes.

`python -m tests.generate questions` writes the list anew; a test compares. Bots decide, and each outcome is answered
with any card or number that is offered. Who is asked is the judge, who sees all; the table is asked for less.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.cli.table.deal_questions import DealQuestions
from ludograph.cli.table.live import LiveTable
from ludograph.cli.table.questions import EntryCancelled, PossibleAnswers
from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Action, Game, verb_of
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match, Setting, Stamp, start_match
from ludograph.domain.notation.values import ValueWriter, text_of
from tests.worlds import NAMES, STAMP, random_start, read_back

FILE: Final = Path(__file__).parent / "questions.txt"
MATCHES, STEPS = 21, 150
"""So many matches of each game are written down, no more than so many actions of each."""
MORE: Final[dict[str, dict[str, Any]]] = {"conundruze": {"powers": True, "gatehouse": True}}
"""Options with which a game asks for what it otherwise seldom does."""


class Entry(NamedTuple):
    """An entry with what it was asked for, and the answers that were given."""

    verb: str
    questions: Sequence[str]
    answers: Sequence[str]


class Paper:
    """A recorder that keeps nothing but the match as it is."""

    def stamp(self) -> Stamp:
        return STAMP

    def refreshed(self, match: Match) -> Match:
        return match

    def record(self, match: Match) -> Match:
        return match


class Scribe:
    """Answers each question with something that could come; never, often or always that it was not seen."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.unseen = random.choice((0.0, 0.3, 1.0))
        self.questions: list[str] = []
        self.answers: list[str] = []

    def __call__(self, question: str, possible: PossibleAnswers) -> str:
        offered = possible()
        unseen = UNKNOWN in offered and self.random.random() < self.unseen
        self.questions.append(question)
        self.answers.append(UNKNOWN if unseen else self.random.choice(offered))
        return self.answers[-1]


@cache
def walked(game: str, eyes: Observer) -> list[Entry]:
    """All entries of all matches of a game, asked at a screen with these eyes."""
    return [entry for seed in range(MATCHES) for entry in _written_down(GAMES[game], eyes, seed)]


def _written_down(game: Game, eyes: Observer, seed: int) -> Iterator[Entry]:
    """A match of which at first is known what everybody sees, entry by entry."""
    random = Random(f"{game.id}/{seed}")
    start = read_back(_begun(game, seed, random), TABLE)
    recorder: Any = Paper()
    told: list[str] = []
    scribe = Scribe(random)
    live = LiveTable(recorder, start, eyes, told.append, scribe)
    bots = Bots(game, len(start.players), random, limit=STEPS)
    for _ in range(STEPS):
        move = bots.move(live.match.state, len(live.match.steps))
        if move is None:
            return
        scribe.questions, scribe.answers, steps = [], [], len(live.match.steps)
        live.enter(_line(live.match, move.seat, move.action, random))
        # A move may be refused, since a bot takes a ?? for a card; what was answered may not.
        assert len(live.match.steps) > steps or not scribe.questions, told[-3:]
        yield Entry(verb_of(type(move.action).__name__), scribe.questions, scribe.answers)


def _begun(game: Game, seed: int, random: Random) -> Match:
    """A match of as many players as its seed says; one of three has options at random, one those that ask for more."""
    if seed % 3 == 0:
        return random_start(game, random)
    players = NAMES[: game.seats[seed // 3 % len(game.seats)]]
    options = game.options(**MORE.get(game.id, {})) if seed % 3 == 1 else game.options()
    return start_match(game, UUID(int=seed), Setting(players, options, None, str(seed)), STAMP)


def _line(match: Match, seat: int, action: Action, random: Random) -> str:
    """An action as it is typed; a bid that is sealed is often not noted before all are revealed."""
    struct: type[Action] = type(action)
    verb, writer = verb_of(struct.__name__), ValueWriter(match.players, unknown=UNKNOWN)
    if verb == "seal" and random.random() < 0.5:
        return f"{match.name(seat)} seal ??"
    values = {field.name: writer.value(field.shape, getattr(action, field.name)) for field in fields_of(struct)}
    return f"{match.name(seat)} {text_of(match.game, verb, values)}"


def begun(game: str) -> Iterator[str]:
    """What is asked when a match begins with real cards: the first question about each part of a deal."""
    for seats in GAMES[game].seats:
        start = RealCards(GAMES[game], NAMES[:seats], {})
        for left_out in start.example:
            asked: list[str] = []

            def ask(question: str, possible: PossibleAnswers, asked: list[str] = asked) -> str:
                asked.append(question)
                raise EntryCancelled

            others = [field.name for field in fields_of(GAMES[game].deal) if field.question and field.name != left_out]
            given = {name: value for name, value in start.example.items() if name in others}
            with suppress(EntryCancelled):
                DealQuestions(start, ask, asked.append).deal(given)
            yield from asked


def listed(game: str) -> Iterator[str]:
    """Every question of a game by its verb; numbers that stand alone are left open, and names are Ann and Bob.

    Enter goes back, too, where it drops the entry: nothing was answered before.
    """
    found = {(entry.verb, _alike(question)) for entry in walked(game, JUDGE) for question in entry.questions}
    found |= {("(start)", _alike(question)) for question in begun(game)}
    for verb, question in sorted(found):
        yield f"{verb:15}{question}"


def _alike(question: str) -> str:
    names = dict.fromkeys(re.findall(rf"\b(?:{'|'.join(NAMES)})\b", question))
    for name, other in zip(names, ("{1}", "{2}"), strict=False):
        question = re.sub(rf"\b{name}\b", other, question)
    question = question.strip().replace("drops the entry", "back")
    question = re.sub(r"(?<=beside )[^?]+\?", "CARDS?", question)
    return re.sub(r"(?<!\{)\b\d+\b", "N", question).replace("{1}", "Ann").replace("{2}", "Bob")


def text() -> str:
    """The list of all games as its file has it."""
    return "\n".join(line for game in GAMES for line in (f"== {game}", "", *listed(game), ""))


def main() -> None:
    """Writes the list anew."""
    FILE.write_text(text())


if __name__ == "__main__":
    main()
