"""What an entry is asked for: its outcomes one by one, from whoever sits at the table and sees them.

What may stay unknown is asked only of an observer who sees it: a scribe has no answer to what lies in a hand.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from ludograph.domain.entry.unseen_outcomes import sees_outcome
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.chance import Outcome, Unseen
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import NOBODY, TABLE, Asked, Audience, Faces, Seat, Wanted
from ludograph.domain.notation.name_matcher import is_whole_number

T = TypeVar("T")


class OutcomeQuestion(NamedTuple):
    """An outcome that is asked for now."""

    entry: Asked[Any]
    label: str
    before: tuple[Any, ...]
    """All those of the same question that come before it."""
    last: bool
    """Whether the action will ask for no other."""
    named: bool
    """Whether it must be named, because others of its hand were."""

    @property
    def unseen(self) -> bool:
        """Whether nobody here need have seen it."""
        return self.entry.hidden and TABLE not in self.entry.to and not self.named

    @property
    def alone(self) -> Audience:
        """Who sees it, where that is not plain: neither everybody nor only the seat that it is for."""
        to = self.entry.to
        return () if TABLE in to or to in (NOBODY, (self.entry.seat,)) else to

    @property
    def among(self) -> Sequence[Any]:
        """All that it can be."""
        return self.entry.among(self.before)

    def fits(self, typed: str) -> bool:
        """Whether it can be this."""
        return (
            typed in self.among
            if isinstance(self.entry, Faces)
            else is_whole_number(typed) and int(typed) in self.among
        )


class AskingChance(Unseen):
    """Chance that asks for what is not known; each kind says how it is answered."""

    def __init__(self, observer: Observer, name: Callable[[Seat], str]) -> None:
        super().__init__()
        self._observer = observer
        self._name = name
        self._wanted: Wanted[Any] = Wanted(())
        self._left: list[str] = []

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """What is wanted as far as known, else as answered; what nobody ever sees is not asked for."""
        self._wanted = wanted
        self._left = list(wanted.labels(self._name))
        return super().ask(replace(wanted, missing=""))

    def shuffle(self, cards: Cards) -> Cards:
        """An order that nobody knows."""
        return (UNKNOWN,) * len(cards)

    @abstractmethod
    def answer(self, question: OutcomeQuestion) -> Outcome:
        """What is answered to a question."""

    def accept(self, answer: Any) -> None:
        """Called with each outcome in its order; with what stands for none where it was not asked for."""

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        """One entry, outcome by outcome."""
        found: tuple[Any, ...] = ()
        for known in entry.known:
            label = self._left.pop(0)
            answer: Any = entry.blank
            first = found[0] if entry.whole and found else None
            if known == entry.blank and first != UNKNOWN and self._is_asked(entry):
                last = not self._left and self._wanted.more == 0
                answer = self.answer(OutcomeQuestion(entry, label, before + found, last, first is not None))
            found += (known if answer == entry.blank else answer,)
            self.accept(answer)
        return found

    def _is_asked(self, entry: Asked[Any]) -> bool:
        """Whether the observer sees it, or it cannot be left unknown."""
        return self._wanted.left_out != "unseen" and (not entry.hidden or sees_outcome(self._observer, entry))


__all__ = ["AskingChance", "OutcomeQuestion"]
