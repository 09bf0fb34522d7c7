"""What values can be meant as where no verb stands before them: `9MS`, `12`, `r2c1`, or a card that is turned up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ludograph.domain.entry.lookahead import next_outcomes
from ludograph.domain.entry.screen import Sight, verb_in
from ludograph.domain.kernel.game import Choice, Seat
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.line_reader import LineReader


class Way(Struct, frozen=True):
    """An action that values alone can be meant as, where they begin, and whether it could be done with them now."""

    seat: Seat
    verb: str
    begin: int
    legal: bool


def possible_actions(sight: Sight, listener: LineReader, text: str, begin: int, only: Seat | None) -> Iterator[Way]:
    """Every action that somebody waits for and that can take these values, of one seat where it is named.

    What may be said is never meant so: it can be anything.
    """
    words = listener.words(text, begin)
    ranks = {face.rank for face in sight.match.game.deck.faces}
    for seat, choices in sight.open().items():
        cards = any(field.shape.kind == "card" for one in choices for field in fields_of(one.action) if not one.idle)
        if cards and words and words[0].text in ranks and len(words) == 1:
            continue  # the rank of a card, or a number
        for choice in choices:
            fields = fields_of(choice.action)
            talk = any(field.shape.kind == "text" for field in fields)
            if not words or talk or choice.idle or only not in (None, seat):
                continue
            legal = _fits(sight, listener, seat, choice, text, begin)
            if legal is not None:
                yield Way(seat, verb_in(choice), begin, legal)


def _fits(sight: Sight, listener: LineReader, seat: Seat, choice: Choice, text: str, begin: int) -> bool | None:
    """Whether an action could be done with these values now; None where it takes none such."""
    verb, fields = verb_in(choice), fields_of(choice.action)
    reading = listener.reading(verb, text, begin)
    if reading is None:
        return None
    if fields:
        needed = [field for field in fields if field.required]
        if not reading.values or not reading.values.keys() >= {field.name for field in needed}:
            return None
        legal = _is_open(listener, choice, fields, reading.values)
        return legal if legal or needed else None
    line, _ = listener.line(seat, verb, text, begin)
    possible = next_outcomes(sight.match.game, sight.view, seat, line.move(sight.match.game, listener.reader), ())
    return None if possible is None or not line.drawn else str(line.drawn[0]) in possible


def _is_open(listener: LineReader, choice: Choice, fields: Sequence[Field], raw: Mapping[str, Any]) -> bool:
    """Whether a block of choices has these values."""
    for field in fields:
        if field.name in raw:
            try:
                value = listener.reader.value(field.shape, raw[field.name], hidden=True)
            except ValueError:
                return False
            if value not in choice.values.get(field.name, ()):
                return False
    return True
