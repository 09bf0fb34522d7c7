"""Chance that asks: the outcomes of an entry one by one, from whoever sits at the table and sees them.

What could be answered is what the eyes at the screen hold possible: an answer that is missing would tell where it lies.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from cli.table.entries import Listener, words_of
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.chance import Outcome, Unseen
from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, TABLE, Action, Asked, Faces, Game, Impossible, Numbers, Refused, Wanted
from domain.kernel.play import Unread, play
from domain.kernel.sentences import Speaker

T = TypeVar("T")
Possible = Callable[[], Sequence[str]]
"""The answers that a question would take, worked out only where somebody wants to see them."""
Told = Sequence[Outcome | None]
"""Outcomes of an entry as far as somebody at the screen told them; `??` or None for what the record knows of itself."""
Ask = Callable[[str, Possible], str]
"""Shows a question and returns the answer."""
MOST_NUMBERS: Final = 200
"""No more numbers than this are said to be possible."""


class Dropped(Exception):
    """Whoever was asked gave no answer: the entry is dropped."""


class Asking(Unseen):
    """Asks for what the record does not know.

    What may stay unknown is asked only of eyes that see it: a scribe has no answer to what lies in a hand.
    `ask` shows a question and returns the answer, `tell` a message; `coming` says what could follow what was told.
    """

    def __init__(
        self,
        listener: Listener,
        speaker: Speaker,
        eyes: Observer,
        ask: Ask,
        tell: Callable[[str], None],
        coming: Callable[[Told], Sequence[str]],
    ) -> None:
        super().__init__()
        self._eyes = eyes
        self._coming = coming
        self._told: list[Outcome | None] = []
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
        found: tuple[Any, ...] = ()
        for known in entry.known:
            answer: Any = entry.blank
            if self._asks and known == entry.blank and self._sees(entry):
                answer = self._asked(entry, before + found)
            found += (known if answer == entry.blank else answer,)
            self._told.append(answer)
        return found

    def _sees(self, entry: Asked[Any]) -> bool:
        """Whether the eyes at the screen see it, or it cannot be left unknown."""
        return not entry.hidden or self._eyes == JUDGE or TABLE in entry.to or self._eyes in entry.to

    def _asked(self, entry: Asked[Any], before: tuple[Any, ...]) -> Outcome:
        """The answer to a question for one outcome."""
        if isinstance(entry, Faces):
            return self._card(entry, before)
        return self._number(entry.among(before))

    def _possible(self) -> Sequence[str]:
        return self._coming(self._told)

    def _card(self, entry: Faces, before: Cards) -> Card:
        """The answer to a question for a card: one that can lie there."""
        while True:
            code = self._answer(self._card_question(entry, len(self._told)))
            if self._fits(code, entry, before):
                return code
            self._answers = []

    def _number(self, among: Sequence[Any]) -> int:
        """The answer to a question for a number."""
        while True:
            answer = self._answer(f"Which number ({among[0]} to {among[-1]})? ")
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

    def _answer(self, question: str) -> str:
        """The next answer; several may be given at once, none at all drops the entry."""
        while not self._answers:
            line = self._ask(question, self._possible).strip()
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


class Found(Exception):
    """What could come next is found out: the entry need not be followed further."""

    def __init__(self, coming: Sequence[str]) -> None:
        super().__init__()
        self.coming = coming


class Foreseeing(Unseen):
    """Takes outcomes as far as they were told, then raises `Found` with what could come next."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self._left = list(told)

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """What is wanted, be it for players to tell or for nobody."""
        return super().ask(replace(wanted, missing=""))

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        """One entry, outcome by outcome."""
        found: tuple[Any, ...] = ()
        for known in entry.known:
            if not self._left:
                raise Found(_coming(entry, known, before + found))
            found += (_taken(entry, known, self._left.pop(0), before + found),)
        return found


def coming(game: Game, view: Any, seat: int, move: Action | Unread, told: Told) -> Sequence[str]:
    """What could come after the outcomes told of an entry, as far as this view of the match knows.

    Where it does not know enough to follow the entry, any card could.
    """
    try:
        play(game, view, seat, move, Foreseeing(told))
    except Found as found:
        return found.coming
    except Refused:
        pass
    return (*game.deck.by_code, UNKNOWN)


def _coming(entry: Asked[Any], known: object, before: tuple[Any, ...]) -> Sequence[str]:
    if known != entry.blank:
        return [str(one) for one in entry.known if one != entry.blank] if entry.heap else [str(known)]
    if isinstance(entry, Numbers):
        return [str(one) for one in entry.among(before)[:MOST_NUMBERS]]
    return [*entry.among(before), UNKNOWN] if entry.hidden else entry.among(before)


def _taken(entry: Asked[Any], known: Any, told: Any, before: tuple[Any, ...]) -> Any:
    """An outcome as it was told, else as it is known."""
    if isinstance(entry, Numbers) and isinstance(told, str) and told.isascii() and told.isdigit():
        told = int(told)
    if told in (None, UNKNOWN):
        return entry.among(before)[0] if known is None else known
    if told not in (known, *entry.elsewhere) and told not in entry.among(before):
        raise Impossible("placed", f"{told} cannot come here.")
    return told
