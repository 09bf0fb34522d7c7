"""What if: a match tried otherwise from a step on, in memory alone; how it is decided is given from outside."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rich.text import Text

from ludograph.domain.exchange.exporter import line_text
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Choice, Seat, verb_of
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.notation.values import ValueWriter
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.choices import choice_text
from ludograph.replay.sentences.guesses import single_actions
from ludograph.replay.sentences.step_sentences import wrapped


class Untried(ValueError):
    """A variation or a move in it that cannot be; the message is for the user."""


class VariationTools(NamedTuple):
    """By what variations are decided; each raises `Untried`."""

    begin: Callable[[Match, int, Observer], Match]
    """(match, step, observer): a match that stands as this one after the step, without what the observer does not know
    of it."""
    act: Callable[[Match, str], Match]
    """(match, line): the match with what somebody typed, not recorded."""
    command: Callable[[Match, int, Observer, tuple[str, ...]], str]
    """(match, step, observer, lines): the command that records such a variation as a fork."""


class VariationMove(NamedTuple):
    """What can be done: as it is listed, and the line that does it; none where something of it has to be typed."""

    shown: str
    line: str = ""


class Variation:
    """A variation on a match after a step, with the eyes of whoever looks at it."""

    def __init__(self, tools: VariationTools, main: ReplaySession) -> None:
        self.main = main
        self.base = main.at
        """The step after which it goes on otherwise."""
        self.lines: tuple[str, ...] = ()
        """What was done in it, as it is typed."""
        self.wrong = ""
        """What was wrong with the move that was asked for last."""
        self._tools = tools
        self._matches = [tools.begin(main.match, main.at, main.observer)]
        self.session = self._session()

    def _session(self) -> ReplaySession:
        """The variation as it stands, at its last step."""
        match = self._matches[-1]
        session = ReplaySession(match, self.main.observer, len(match.steps))
        session.terse, session.varied_after = self.main.terse, self.base
        return session

    @property
    def moves(self) -> list[VariationMove]:
        """What can be done now by whoever is to act."""
        match = self._matches[-1]
        found = match.open_to(match.state)
        awaited = [seat for seat, choices in found.items() if waited_for(choices)]
        return [move for seat in awaited or found for choice in found[seat] for move in _moves(match, seat, choice)]

    def do(self, text: str) -> bool:
        """Does a move, by its number among `moves` or as it is typed; says whether it can be done."""
        moves, match = self.moves, self._matches[-1]
        number = int(text) if text.isdecimal() and len(text) < 4 else 0
        line = moves[number - 1].line if 0 < number <= len(moves) else "" if number else text
        self.wrong = "" if line else f"{text} is no number of a move: type it out."
        if line:
            try:
                self._matches.append(self._tools.act(match, line))
            except Untried as wrong:
                self.wrong = str(wrong)
            else:
                self.lines = (*self.lines, line)
                self.session = self._session()
        return not self.wrong

    def take_back(self) -> bool:
        """Takes back the last move; says whether there was one."""
        if not self.lines:
            return False
        self.lines = self.lines[:-1]
        self._matches.pop()
        self.session = self._session()
        return True

    @property
    def command(self) -> str:
        """The command that records it as a fork."""
        return self._tools.command(self.main.match, self.base, self.main.observer, self.lines)

    def move_lines(self, width: int) -> list[Text]:
        """What was wrong, what was done, and what can be done, with numbers."""
        done = [f"{' ' * 4}{line}" for line in self.lines]
        moves = self.moves
        listed = [f"{at if move.line else '':>3} {move.shown}" for at, move in enumerate(moves, 1)]
        title = f"What if, after step {self.base}"
        lines = [Text(part, style="bold") for part in (title, *_wrapped([self.wrong] if self.wrong else [], width))]
        lines += [Text(part) for part in _wrapped([*done, *(listed or ["Nothing can be done: it is over."])], width)]
        if self.main.observer != JUDGE:
            who = self.main.observer_name if self.main.observer > 0 else "the table"
            note = f"What {who} has not seen is drawn anew here, as it could be."
            lines += [Text(), *(Text(part, style="dim") for part in _wrapped([note], width))]
        return lines


def _moves(match: Match, seat: Seat, choice: Choice) -> Iterator[VariationMove]:
    """A block of choices one by one, where they are few, else as a whole."""
    writer, name = ValueWriter(match.players, unknown=UNKNOWN), match.name(seat)
    actions = single_actions(choice)
    for action in actions:
        line = line_text(
            match,
            {"seat": writer.seat(seat), "do": verb_of(type(action).__name__)} | writer.fields(action),
        )
        yield VariationMove(line, line)
    if not actions:
        yield VariationMove(f"{name} {choice_text(choice, match.game, match.players)}")


def _wrapped(texts: list[str], width: int) -> Iterator[str]:
    for text in texts:
        yield from wrapped(text, width=width, rest=" " * 4)


__all__ = ["Untried", "Variation", "VariationMove", "VariationTools"]
