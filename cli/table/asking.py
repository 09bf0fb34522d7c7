"""Chance that asks: the outcomes of an entry one by one, from whoever sits at the table and sees them."""

from collections.abc import Callable, Sequence
from typing import Final

from cli.table.entries import Listener, words_of
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.chance import Written
from domain.kernel.game import EVERYBODY, TABLE, Audience, LeftOut
from domain.kernel.sentences import Speaker

Possible = Callable[[], Sequence[str]]
"""The answers that a question would take, worked out only where somebody wants to see them."""
Ask = Callable[[str, Possible], str]
"""Shows a question and returns the answer."""
MOST_NUMBERS: Final = 200
"""No more numbers than this are said to be possible."""


class Dropped(Exception):
    """Whoever was asked gave no answer: the entry is dropped."""


class Asking(Written):
    """Asks for what the record does not know; `ask` shows a question and returns the answer, `tell` a message."""

    def __init__(self, listener: Listener, speaker: Speaker, ask: Ask, tell: Callable[[str], None]) -> None:
        super().__init__(listener.game.deck)
        self._listener = listener
        self._speaker = speaker
        self._ask = ask
        self._tell = tell
        self._answers: list[str] = []
        self._wanted = range(0)

    def expect(self, count: int, *, omissible: int = 0, left_out: LeftOut = "known") -> bool:
        """Asks for nothing yet; what nobody ever sees where it is left out is not asked for."""
        self._unseen = count if left_out == "unseen" else 0
        self._wanted = range(len(self.drawn), len(self.drawn) + count)
        return False

    def card(
        self, known: Card, among: Callable[[], Sequence[str]], *, to: Audience = EVERYBODY, hidden: bool = False
    ) -> Card:
        """The face as far as recorded, else as answered: one that can lie there."""
        if known != UNKNOWN or self._unseen:
            self._unseen -= bool(self._unseen)
            return self._keep_card(known, to)

        def possible() -> Sequence[str]:
            return [*among(), UNKNOWN] if hidden else among()

        while True:
            code = self._answer(self._card_question(to, hidden), possible)
            if self._fits(code, among, hidden):
                return self._keep_card(code, to)
            self._answers = []

    def number(self, known: int | None, among: Sequence[int], *, to: Audience = EVERYBODY) -> int:
        """The number as far as recorded, else as answered."""
        if known is not None:
            return self._keep_number(known, to)

        def possible() -> Sequence[str]:
            return [str(one) for one in among[:MOST_NUMBERS]]

        while True:
            answer = self._answer(f"Which number ({among[0]} to {among[-1]})? ", possible)
            if answer.isascii() and answer.isdigit() and int(answer) in among:
                return self._keep_number(int(answer), to)
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

    def _card_question(self, to: Audience, hidden: bool) -> str:
        whose = "" if TABLE in to else f" for {self._speaker.seats(to)} alone" if to else " that nobody sees"
        at = len(self.drawn)
        which = (
            f" {self._wanted.index(at) + 1} of {len(self._wanted)}"
            if len(self._wanted) > 1 and at in self._wanted
            else ""
        )
        return f"Which card{which}{whose}{' (?? if not seen here)' if hidden else ''}? "

    def _fits(self, code: str, among: Callable[[], Sequence[str]], hidden: bool) -> bool:
        """Whether it can be this card; says why not."""
        deck = self._listener.game.deck
        if code == UNKNOWN:
            if not hidden:
                self._tell("Everybody sees this card: write its face, not ??.")
            return hidden
        if deck.read(code) is None:
            self._tell(f"{code} is no card of {deck.title}.")
            return False
        if code not in among():
            self._tell(f"{self._speaker.card(code)} cannot come here: it lies elsewhere, or does not belong here.")
            return False
        return True
