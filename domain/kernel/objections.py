"""What is wrong with an action, a start or an outcome: a template whose seats are called by the players' names.

And what no rule of a game should do, and one that is tried out may: it fails at a step, or never comes to an end.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.marks import TABLE

MOST_CONSEQUENCES: Final = 10_000
"""More never follows from one action by itself: in matches between bots it was 31 facts at most."""


class Who(int):
    """A seat among the values of an objection: whoever prints it calls the seat by its player's name."""


class Objection(ValueError):
    """What is wrong, as a template over `values`; without any the text stands as it is. It is never altered."""

    def __init__(self, why: str, /, **values: Any) -> None:
        super().__init__(why)
        self.why = why
        self.values: dict[str, Any] = values

    def told(self, players: Sequence[str] = ()) -> str:
        """The sentence, with the names of these players for their seats."""
        if not self.values:
            return self.why
        names = {name: _name(value, players) for name, value in self.values.items()}
        sentence = self.why.format(**names)
        return sentence if players else sentence[:1].upper() + sentence[1:]

    def __str__(self) -> str:
        return self.told()

    def __reduce__(self) -> tuple[Any, ...]:
        """As it comes from another process: pickled as other exceptions are, what was given by name would be lost."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[Objection], args: tuple[Any, ...], fields: dict[str, Any]) -> Objection:
    objection = kind.__new__(kind, *args)
    objection.__dict__.update(fields)
    return objection


def _name(value: object, players: Sequence[str]) -> str:
    if isinstance(value, tuple):
        return ", ".join(_name(entry, players) for entry in value)
    if value == TABLE and isinstance(value, Who):
        return "the table"
    if isinstance(value, Who):
        return players[value - 1] if value <= len(players) else f"seat {int(value)}"
    return str(value)


class Impossible(Objection):
    """An outcome that cannot be. `kind` is a field of `Outcomes`, by which a game names the rule broken.

    A game that asks for an outcome to which a rule of its own applies names that `rule` here. `lies` is the card that
    cannot be there, where it is a single one: the engine says where it lies.
    """

    def __init__(
        self, kind: str, why: str, /, rule: str | None = None, *, lies: Card | None = None, **values: Any
    ) -> None:
        super().__init__(why, **values)
        self.kind = kind
        self.rule = rule
        self.lies = lies


class Outcomes(Struct, frozen=True):
    """The rule that is broken by each kind of impossible outcome: the first one where no other is named."""

    rule: str
    count: str = ""
    """Too few or too many, or left out though the record does not know them."""
    unknown: str = ""
    """`??` where everybody saw the card."""
    code: str = ""
    """No card of the deck."""
    placed: str = ""
    """A card that cannot be there: it lies elsewhere, or does not belong to the pile."""
    conflict: str = ""
    """Not what the record says lies there."""
    stray: str = ""
    """An order where nothing was shuffled; without a rule of its own that of `count`."""

    def broken(self, kind: str) -> str:
        """The rule that an outcome of this kind breaks."""
        return getattr(self, kind) or (self.count if kind == "stray" else "") or self.rule


class Endless(RuntimeError):
    """What follows from an action by itself does not come to an end."""


def endless(last: object) -> Endless:
    """The error that says so; `last` is the fact, or the facts that came together, that followed last."""
    what = type(last[-1] if isinstance(last, tuple) and last else last).__name__
    return Endless(f"What follows by itself does not come to an end: {what} comes again and again.")


def note_step(wrong: Exception, step: int) -> None:
    """Has an error say at which step it came; an objection of a game, and one from before the first, is left as it is.

    Of several steps the first that is noted counts, for it is the innermost.
    """
    if step and not isinstance(wrong, Objection):
        wrong.add_note(f"step {step}")


def failed_step(wrong: Exception) -> str:
    """At which step an error came, as `step 12`; nothing where it carries none."""
    notes: list[str] = getattr(wrong, "__notes__", [])
    return notes[0] if notes else ""
