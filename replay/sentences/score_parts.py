"""What the scores of a match are made of, part by part with the cards of each, as an observer knows it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.parts import ScorePart, scored
from ludograph.replay.timeline.timeline import Timeline


class StepPart(NamedTuple):
    """A part of a score, and the step that scored it."""

    step: int
    part: ScorePart


class PartRow(NamedTuple):
    """A line of a table of parts: what for, how much each is worth where that is the same for all, and what by seat."""

    label: str
    why: str
    cells: tuple[tuple[ScorePart, ...], ...]
    """For each seat, in the order of the table, the parts of this label."""

    @property
    def has_cards(self) -> bool:
        """Whether a seat has one part of it alone, with cards that say more than the amount."""
        return any(len(cell) == 1 and cell[0].cards for cell in self.cells)

    @property
    def amounts(self) -> list[int | str | None]:
        """What each seat has for it in all; None where it has nothing of it."""
        return [_added([part.amount for part in cell]) for cell in self.cells]


def step_parts(timeline: Timeline) -> Iterator[StepPart]:
    """All parts of all scores, in the order in which they were scored."""
    parts = timeline.match.game.parts
    for frame in timeline:
        if any(type(fact) in parts for fact in frame.facts):
            found = scored(parts, frame.facts, frame.before)
            yield from (StepPart(frame.number, part) for _, several in found for part in several)


def _added(amounts: Sequence[int | str]) -> int | str | None:
    numbers = [amount for amount in amounts if isinstance(amount, int)]
    return None if not amounts else sum(numbers) if len(numbers) == len(amounts) else UNKNOWN


def part_table(parts: Sequence[ScorePart], seats: Sequence[Seat]) -> list[PartRow]:
    """The parts added up under what they are for, in an order in which every seat has them."""
    labels: list[str] = []
    for seat in seats:
        place = 0
        for label in (part.label for part in parts if part.seat == seat):
            if label not in labels:
                labels.insert(place, label)
            place = labels.index(label) + 1
    return [_row(label, [part for part in parts if part.label == label], seats) for label in labels]


def _row(label: str, parts: Sequence[ScorePart], seats: Sequence[Seat]) -> PartRow:
    cells = tuple(tuple(part for part in parts if part.seat == seat) for seat in seats)
    whys = {part.why for part in parts}
    return PartRow(label, whys.pop() if len(whys) == 1 else "", cells)


__all__ = ["PartRow", "StepPart", "part_table", "step_parts"]
