"""The course of a game: one table of its phases says who may act, what is open to them, and what follows by itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from ludograph.domain.kernel.game import Chance, Choice, Fact, Opening, Refused, Seat, Who
from ludograph.domain.kernel.sentences import listed


class _Phased(Protocol):
    @property
    def phase(self) -> str: ...


S = TypeVar("S", bound=_Phased)
T = TypeVar("T")


def sure(part: T | None) -> T:
    """A part of a state that is there in the phase that asks for it, though its type cannot say so."""
    assert part is not None
    return part


class Phase(Struct, Generic[S], frozen=True):
    """What goes on in a phase: what can be done, what is open to a seat, and what follows by itself."""

    when: str = ""
    """`This is an open auction`: said to whoever comes with another verb."""
    verbs: tuple[str, ...] = ()
    """All that can be done; where none are named, each action says itself when it can be."""
    open: Callable[[S, Seat], Iterable[Choice]] | None = None
    follow: Callable[[S, Chance], Fact | Iterable[Fact] | None] | None = None
    """The next consequence, several that come together, or None where somebody has to decide."""
    anybody: bool = False
    """Whether everybody may act, asked or not."""
    who: str = ""
    """Said to whoever is not asked, in place of whose turn it is."""


class Course(Struct, Generic[S], frozen=True):
    """The phases of a game in the order of play, and the rules that are broken out of turn.

    `turn`, `choices` and `follow` serve a `Game`; one with more to ask begins with them, or takes the checks singly.
    """

    phases: Mapping[str, Phase[S]]
    asked: Callable[[S], Sequence[Seat]]
    """The seats that may act, whose turn it is first."""
    over: str | None
    """The rule that nobody acts after the end."""
    who: str | None = None
    """That only those act who are asked."""
    when: str | None = None
    """That only what the phase is for can be done."""
    end: str = "over"
    """The phase that a match ends with."""
    ended: str = "The match is over."
    verb_first: bool = False
    """Whether what is done is asked before who does it."""
    everybody: Callable[[S], Sequence[Seat]] | None = None
    """All seats, where there is a phase in which everybody may act."""

    def turn(self, state: S, seat: Seat, verb: str) -> None:
        """Refuses everything after the end, whoever is not asked, and a verb of another phase."""
        phase = self.phases.get(state.phase)
        if phase is not None and verb in phase.verbs and (phase.anybody or seat in self.asked(state)):
            return  # as nearly always
        self.check_over(state)
        if self.verb_first:
            self.check_verb(state, verb)
        self.check_seat(state, seat)
        self.check_verb(state, verb)

    def check_over(self, state: S) -> None:
        """Refuses everything after the end."""
        if state.phase == self.end:
            raise Refused(self.over, self.ended)

    def check_seat(self, state: S, seat: Seat) -> None:
        """Refuses whoever is not asked."""
        phase = self.phases[state.phase]
        if phase.anybody or seat in (asked := self.asked(state)):
            return
        if phase.who:
            raise Refused(self.who, phase.who)
        raise Refused(self.who, "It is the turn of {seat} now.", seat=Who(asked[0]))

    def check_verb(self, state: S, verb: str) -> None:
        """Refuses a verb of another phase."""
        phase = self.phases[state.phase]
        if phase.verbs and verb not in phase.verbs:
            raise Refused(self.when, f"{phase.when}: one can only {listed(phase.verbs, last='or')}.")

    def choices(self, state: S, seat: Seat) -> tuple[Choice, ...]:
        """What is open to a seat now."""
        phase = self.phases.get(state.phase)
        if phase is None or phase.open is None:
            return ()
        return tuple(phase.open(state, seat)) if phase.anybody or seat in self.asked(state) else ()

    def openings(self, state: S) -> list[Opening]:
        """What is open to anybody now, seat by seat."""
        phase = self.phases.get(state.phase)
        if phase is None or phase.open is None:
            return []
        seats = sure(self.everybody)(state) if phase.anybody else sorted(self.asked(state))
        return [(seat, choice) for seat in seats for choice in phase.open(state, seat)]

    def follow(self, state: S, chance: Chance) -> Fact | Iterable[Fact] | None:
        """The next automatic consequence, or None where somebody has a choice or the match is over."""
        phase = self.phases.get(state.phase)
        return None if phase is None or phase.follow is None else phase.follow(state, chance)
