"""What somebody could do, or could have done: in short words as one would type it, and as a sentence goes on."""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from string import Formatter
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Choice, FreeText, Game, verb_of
from ludograph.domain.kernel.sentences import Speaker, listed
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.notation.values import ValueWriter
from ludograph.replay.timeline.timeline import Frame, Timeline

MOST: Final = 12
"""More values of a field than this are not written out."""
MOST_LISTS: Final = 400
"""So many lists are looked at to tell how long they may be."""
NAMED: Final = 3
"""More cards than this go by their codes."""


class Open(NamedTuple):
    """What is open to a seat (or `TABLE`), a text for each block of choices; `awaited` if somebody waits for it."""

    seat: int
    texts: tuple[str, ...]
    awaited: bool


def open_in(match: Match, state: Any) -> list[Open]:
    """What is open to whom in a state, as far as whoever knows that state can tell; only those who have a choice."""
    speaker = Speaker(match.game.deck, match.players)
    return [
        Open(seat, tuple(choice_told(one, match.game, speaker) for one in choices), waited_for(choices))
        for seat, choices in match.open_to(state).items()
    ]


def could_have(timeline: Timeline, frame: Frame) -> tuple[str, ...]:
    """What whoever acted in a step could have done, that included, as the timeline's observer knew it then."""
    if frame.step is None:
        return ()
    match, before = timeline.match, timeline[frame.number - 1].state
    choices = match.game.choices(before, frame.step.actor)
    speaker = Speaker(match.game.deck, match.players)
    return tuple(choice_told(choice, match.game, speaker) for choice in choices)


def choice_told(choice: Choice, game: Game, speaker: Speaker, *, brief: bool = False) -> str:
    """A block of choices as it goes on after `may`: `raise to 9-90`, `bid the Castle (7SK) or the Pact (9MS)`.

    With `brief` many cards are counted and not named, for whoever chooses among them next.
    """
    sentence = game.offers.get(choice.action, game.sentences[choice.action])
    told = _counted if brief else _told
    fields = {field.name: told(speaker, field, choice.values.get(field.name)) for field in fields_of(choice.action)}
    if isinstance(sentence, str) and all(fields[name] for name in _named_in(sentence)):
        text = sentence.format(**fields).removesuffix(".")
    else:
        verb = verb_of(choice.action.__name__).replace("_", " ")
        text = f"{verb} {', '.join(filter(None, fields.values()))}".rstrip()
    return text[:1].lower() + text[1:]


@cache
def _named_in(template: str) -> tuple[str, ...]:
    """The fields that a template tells."""
    return tuple(name for _, name, *_ in Formatter().parse(template) if name)


def _told(speaker: Speaker, field: Field, values: Sequence[Any] | None) -> str:
    """What a field may hold, as an enumeration; nothing where it may stay empty and nothing else is offered."""
    if values is None or isinstance(values, FreeText):
        return "" if values is None or values.optional else "in any words"
    if isinstance(values, range) and len(values) > 2 and values.step == 1:
        return f"{values[0]}-{values[-1]}"
    found = list(islice(values, MOST + 1))
    if found == [None]:
        return ""
    codes = field.shape.kind == "card" and len(found) > NAMED
    words = [
        str(value) if codes and value not in (None, UNKNOWN) else speaker.say(value, field.shape)
        for value in found[:MOST]
    ]
    return listed([*dict.fromkeys(words), *(["another"] if len(found) > MOST else [])], last="or")


def _counted(speaker: Speaker, field: Field, values: Sequence[Any] | None) -> str:
    """What a field may hold, where more cards than are named one by one are only counted."""
    if values is None or isinstance(values, FreeText) or len(values) <= NAMED:
        return _told(speaker, field, values)
    if field.shape.kind == "card":
        return f"one of {len(values)} cards"
    if field.shape.kind == "list" and field.shape.holds_cards:
        sizes = sorted({len(one) for one in islice(values, MOST_LISTS) if one is not None})
        return f"{sizes[0]} to {sizes[-1]} cards" if len(sizes) > 1 else _told(speaker, field, values)
    if field.shape.kind == "number" and tuple(values) == tuple(range(values[0], values[-1] + 1)):
        return f"{values[0]}-{values[-1]}"
    return _told(speaker, field, values)


def choice_text(choice: Choice, game: Game, players: Sequence[str]) -> str:
    """A block of choices in short: `raise 9..90`, `bid 7SK|PMSL`, `say [TEXT]`."""
    writer = ValueWriter(players, unknown="??")
    words = [verb_of(choice.action.__name__)]
    for field in fields_of(choice.action):
        values = choice.values.get(field.name)
        if values is not None and list(islice(values, 2)) != [None]:
            words.append(_values(writer, field, values))
    return " ".join(words)


def _values(writer: ValueWriter, field: Field, values: Sequence[Any]) -> str:
    if isinstance(values, FreeText):
        return "[TEXT]" if values.optional else "TEXT"
    if isinstance(values, range) and len(values) > 2 and values.step == 1:
        return f"{values[0]}..{values[-1]}"
    given = [value for value in islice(values, MOST + 2) if value is not None][: MOST + 1]
    texts = [_text(writer.value(field.shape, value)) for value in given]
    if field.secret is not None and "*" in field.secret.seen_by:  # everybody will see it: it must be named
        texts = [text.replace(UNKNOWN, "CARD") for text in texts]
    listed = "|".join(texts[:MOST]) + ("|..." if len(texts) > MOST else "")
    return f"[{listed}]" if None in islice(values, MOST + 1) else listed


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)


__all__ = ["Open", "choice_text", "choice_told", "could_have", "open_in"]
