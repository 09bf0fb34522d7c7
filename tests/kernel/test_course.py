"""The table of phases: who may act, what is open and what follows, and which rule is broken otherwise."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from msgspec import Struct

from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.course import Course, Phase, sure
from ludograph.domain.kernel.game import Action, Chance, Choice, Fact, Refused, Seat


class Table(Struct, frozen=True):
    phase: str = "play"
    turn: Seat = 2
    rest: ClassVar[tuple[Seat, ...]] = ()


class Lay(Action, frozen=True):
    pass


class Shown(Fact, frozen=True):
    pass


def lays(state: Table, seat: Seat) -> Iterator[Choice]:
    yield Choice(Lay)


def shows(state: Table, chance: Chance) -> Fact:
    return Shown()


def course(**changes: object) -> Course[Table]:
    phases = {
        "play": Phase("Cards are laid", ("lay", "knock", "pass"), lays),
        "chat": Phase("All may speak", ("say",), lays, anybody=True),
        "vote": Phase("There is a vote", ("vote",), who="Only the dealer votes."),
        "count": Phase[Table](follow=shows),
    }
    return Course(phases, lambda state: (state.turn,), over="R-1", who="R-2", when="R-3", **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phase", "seat", "verb", "rule", "why"),
    [
        ("over", 2, "lay", "R-1", "The match is over."),
        ("play", 1, "lay", "R-2", "It is the turn of seat 2 now."),
        ("play", 1, "say", "R-2", "It is the turn of seat 2 now."),
        ("play", 2, "say", "R-3", "Cards are laid: one can only lay, knock or pass."),
        ("chat", 1, "lay", "R-3", "All may speak: one can only say."),
        ("vote", 1, "vote", "R-2", "Only the dealer votes."),
    ],
)
def test_it_is_refused_with_the_rule(phase: str, seat: Seat, verb: str, rule: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        course().turn(Table(phase), seat, verb)
    assert (refused.value.rule, str(refused.value)) == (rule, why)


def test_what_is_done_may_be_asked_before_who_does_it() -> None:
    with pytest.raises(Refused, match="one can only"):
        course(verb_first=True).turn(Table(), 1, "say")


@pytest.mark.parametrize(("phase", "seat", "verb"), [("play", 2, "knock"), ("chat", 1, "say"), ("count", 2, "lay")])
def test_who_is_asked_may_act(phase: str, seat: Seat, verb: str) -> None:
    course().turn(Table(phase), seat, verb)


@pytest.mark.parametrize(
    ("phase", "seat", "count"), [("play", 2, 1), ("play", 1, 0), ("chat", 1, 1), ("count", 2, 0), ("over", 2, 0)]
)
def test_what_is_open(phase: str, seat: Seat, count: int) -> None:
    assert course().choices(Table(phase), seat) == (Choice(Lay),) * count


def test_what_follows_by_itself() -> None:
    assert course().follow(Table("count"), Unseen()) == Shown()
    assert course().follow(Table("play"), Unseen()) is None
    assert course().follow(Table("over"), Unseen()) is None


def test_the_words_of_the_end_and_its_phase_are_the_games() -> None:
    with pytest.raises(Refused, match="Nothing is left"):
        course(end="play", ended="Nothing is left.").check_over(Table())
    course(end="play").check_over(Table("over"))


def test_a_part_that_is_there_is_given() -> None:
    assert sure(0) == 0
    with pytest.raises(AssertionError):
        sure(None)
