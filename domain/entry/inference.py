"""What values can be meant as where no verb stands before them: `9MS`, `12`, `r2c1`, or a card that is turned up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ludograph.domain.entry.lookahead import next_outcomes
from ludograph.domain.entry.observed_match import ObservedMatch, verb_in
from ludograph.domain.kernel.game import Choice, Seat
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.tokens import TokenizedLine


class PossibleAction(NamedTuple):
    """An action that values alone can be meant as, the values, and whether it could be done with them now."""

    seat: Seat
    verb: str
    body: TokenizedLine
    legal: bool


def possible_actions(
    observed: ObservedMatch, parser: LineParser, tokens: TokenizedLine, only: Seat | None = None
) -> Iterator[PossibleAction]:
    """Every action that somebody waits for and that can take these values, of one seat where it is named.

    What may be said is never meant so: it can be anything.
    """
    body = tokens.after(0)
    ranks = {face.rank for face in observed.match.game.deck.faces}
    is_rank = len(body.items) == 1 and body.items[0].text in ranks
    for seat, choices in observed.open.items():
        cards = any(field.shape.kind == "card" for one in choices for field in fields_of(one.action) if not one.idle)
        if not body.items or (cards and is_rank) or only not in (None, seat):
            continue  # a rank alone may be a card, or a number
        for choice in choices:
            if choice.idle or any(field.shape.kind == "text" for field in fields_of(choice.action)):
                continue
            legal = _fits(observed, parser, seat, choice, body)
            if legal is not None:
                yield PossibleAction(seat, verb_in(choice), body, legal)


def _fits(observed: ObservedMatch, parser: LineParser, seat: Seat, choice: Choice, body: TokenizedLine) -> bool | None:
    """Whether an action could be done with these values now; None where it takes none such."""
    verb, fields = verb_in(choice), fields_of(choice.action)
    reading = parser.fields.certain(verb, body)
    if reading is None:
        return None
    if fields:
        needed = [field for field in fields if field.required]
        if not reading.values or not reading.values.keys() >= {field.name for field in needed}:
            return None
        legal = _is_open(parser, choice, fields, reading.values)
        return legal if legal or needed else None
    line, game = parser.action(seat, verb, body).line, observed.match.game
    possible = next_outcomes(game, observed.view, seat, line.move(game, parser.reader), ())
    return None if possible is None or not line.drawn else str(line.drawn[0]) in possible


def _is_open(parser: LineParser, choice: Choice, fields: Sequence[Field], raw: Mapping[str, Any]) -> bool:
    """Whether a block of choices has these values."""
    for field in fields:
        if field.name in raw:
            try:
                value = parser.reader.value(field.shape, raw[field.name], hidden=True)
            except ValueError:
                return False
            if value not in choice.values.get(field.name, ()):
                return False
    return True
