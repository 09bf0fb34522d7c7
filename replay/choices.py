"""What somebody could do, or could have done, in short words."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from domain.kernel.cards import UNKNOWN
from domain.kernel.game import Choice, FreeText, Game, verb_of
from domain.kernel.shapes import Field, fields_of
from domain.notation.values import Writer
from domain.records.match import Match, waited_for
from replay.timeline import Frame, Timeline

MOST: Final = 12
"""More values of a field than this are not written out."""


class Open(NamedTuple):
    """What is open to a seat (or `TABLE`), a text for each block of choices; `awaited` if somebody waits for it."""

    seat: int
    texts: tuple[str, ...]
    awaited: bool


def open_in(match: Match, state: Any) -> list[Open]:
    """What is open to whom in a state, as far as whoever knows that state can tell; only those who have a choice."""
    return [
        Open(seat, tuple(choice_text(one, match.game, match.players) for one in choices), waited_for(choices))
        for seat, choices in match.open_to(state).items()
    ]


def could_have(timeline: Timeline, frame: Frame) -> tuple[str, ...]:
    """What whoever acted in a step could have done, that included, as the timeline's observer knew it then."""
    if frame.step is None:
        return ()
    match, before = timeline.match, timeline[frame.number - 1].state
    choices = match.game.choices(before, frame.step.actor)
    return tuple(choice_text(choice, match.game, match.players) for choice in choices)


def choice_text(choice: Choice, game: Game, players: Sequence[str]) -> str:
    """A block of choices in short: `raise 9..90`, `bid 7SK|PMSL`, `say [TEXT]`."""
    writer = Writer(players, unknown="??")
    words = [verb_of(choice.action.__name__)]
    for field in fields_of(choice.action):
        values = choice.values.get(field.name)
        if values is not None and list(islice(values, 2)) != [None]:
            words.append(_values(writer, field, values))
    return " ".join(words)


def _values(writer: Writer, field: Field, values: Sequence[Any]) -> str:
    if isinstance(values, FreeText):
        return "[TEXT]" if values.optional else "TEXT"
    if isinstance(values, range) and len(values) > 2 and values.step == 1:
        return f"{values[0]}..{values[-1]}"
    texts = [_text(writer.value(field.shape, value)) for value in islice(values, MOST + 1)]
    if field.secret is not None and "*" in field.secret.seen_by:  # everybody will see it: it must be named
        texts = [text.replace(UNKNOWN, "CARD") for text in texts]
    return "|".join(texts[:MOST]) + ("|..." if len(texts) > MOST else "")


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "nothing" if value is None else str(value)


__all__ = ["Open", "choice_text", "could_have", "open_in"]
