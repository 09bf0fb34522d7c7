"""Chance that asks: the outcomes of an entry one by one, from whoever sits at the table and sees them."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from cli.table.entries import Listener, words_of
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.chance import Unseen
from domain.kernel.game import TABLE, Asked, Faces, Wanted
from domain.kernel.sentences import Speaker

T = TypeVar("T")
Possible = Callable[[], Sequence[str]]
"""The answers that a question would take, worked out only where somebody wants to see them."""
Ask = Callable[[str, Possible], str]
"""Shows a question and returns the answer."""
MOST_NUMBERS: Final = 200
"""No more numbers than this are said to be possible."""


class Dropped(Exception):
    """Whoever was asked gave no answer: the entry is dropped."""


class Asking(Unseen):
    """Asks for what the record does not know; `ask` shows a question and returns the answer, `tell` a message."""

    def __init__(self, listener: Listener, speaker: Speaker, ask: Ask, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._listener = listener
        self._speaker = speaker
        self._ask = ask
        self._tell = tell
        self._answers: list[str] = []
        self._wanted = range(0)
        self._asks = True

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """What is wanted as far as recorded, else as answered; what nobody ever sees is not asked for."""
        if wanted.more is not None:
            self._wanted = range(len(self.drawn), len(self.drawn) + wanted.count + wanted.more)
        self._asks = wanted.left_out != "unseen"
        return super().ask(wanted)

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        """One entry, outcome by outcome."""
        if not self._asks:
            return entry.known
        found: tuple[Any, ...] = ()
        for known in entry.known:
            if known != entry.blank:
                found += (known,)
            elif isinstance(entry, Faces):
                found += (self._card(entry, before + found, len(self.drawn) + len(found)),)
            else:
                found += (self._number(entry.among(before + found)),)
        return found

    def _card(self, entry: Faces, before: Cards, at: int) -> Card:
        """The answer to a question for a card: one that can lie there."""

        def possible() -> Sequence[str]:
            among = entry.among(before)
            return [*among, UNKNOWN] if entry.hidden else among

        while True:
            code = self._answer(self._card_question(entry, at), possible)
            if self._fits(code, entry, before):
                return code
            self._answers = []

    def _number(self, among: Sequence[Any]) -> int:
        """The answer to a question for a number."""

        def possible() -> Sequence[str]:
            return [str(one) for one in among[:MOST_NUMBERS]]

        while True:
            answer = self._answer(f"Which number ({among[0]} to {among[-1]})? ", possible)
            if answer.isascii() and answer.isdigit() and int(answer) in among:
                return int(answer)
            self._tell(f"{answer} cannot be: a number from {among[0]} to {among[-1]} belongs here.")
            self._answers = []

    def shuffle(self, cards: Cards) -> Cards:
        """An order that nobody knows."""
        return (UNKNOWN,) * len(cards)

    def finish(self) -> None:
        """Says so where more was answered than was asked for."""
        if self._answers:
            self._tell(f"Not needed, and left out: {' '.join(self._answers)}.")

    def _answer(self, question: str, possible: Possible) -> str:
        """The next answer; several may be given at once, none at all drops the entry."""
        while not self._answers:
            line = self._ask(question, possible).strip()
            if not line:
                raise Dropped
            self._answers = self._listener.outcomes(words_of(line))
        return self._answers.pop(0)

    def _card_question(self, entry: Faces, at: int) -> str:
        to, wanted = entry.to, self._wanted
        whose = "" if TABLE in to else f" for {self._speaker.seats(to)} alone" if to else " that nobody sees"
        which = f" {wanted.index(at) + 1} of {len(wanted)}" if len(wanted) > 1 and at in wanted else ""
        return f"Which card{which}{whose}{' (?? if not seen here)' if entry.hidden else ''}? "

    def _fits(self, code: str, entry: Faces, before: Cards) -> bool:
        """Whether it can be this card; says why not."""
        deck = self._listener.game.deck
        if code == UNKNOWN:
            if not entry.hidden:
                self._tell("Everybody sees this card: write its face, not ??.")
            return entry.hidden
        if deck.read(code) is None:
            self._tell(f"{code} is no card of {deck.title}.")
            return False
        if code not in entry.among(before):
            self._tell(f"{self._speaker.card(code)} cannot come here: it lies elsewhere, or does not belong here.")
            return False
        return True
