"""What values can be meant as where no verb stands before them: `9MS`, `12`, `r2c1`, or a card that is turned up.

And the other way: which values need not be written, because nothing else could stand there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ludograph.domain.entry.draft import prefilled
from ludograph.domain.entry.lookahead import LookaheadChance, OutcomesFound, next_outcomes
from ludograph.domain.entry.observed_match import ObservedMatch, verb_in
from ludograph.domain.entry.unseen_outcomes import UnseenLeftOut
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Choice, Fact, FreeText, Refused, Seat
from ludograph.domain.kernel.play import play
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.name_matcher import is_whole_number
from ludograph.domain.notation.parser import NOTHING_SETTLED, LineParser
from ludograph.domain.notation.tokens import TokenizedLine
from ludograph.domain.notation.values import ValueWriter


class PossibleAction(NamedTuple):
    """An action that values alone can be meant as, the values, and whether it could be done with them now."""

    seat: Seat
    verb: str
    body: TokenizedLine
    """The values and outcomes; empty where the card that is named is the one that the action moves by itself."""
    legal: bool
    settled: Mapping[str, Any] = NOTHING_SETTLED
    """Fields that are not said, because they can have one value only."""
    chosen: bool = True
    """Whether anything was chosen by what is said; else it is what chance brought."""


def possible_actions(
    observed: ObservedMatch, parser: LineParser, tokens: TokenizedLine, only: Seat | None = None
) -> Iterator[PossibleAction]:
    """Every action that somebody waits for and that can take these values, of one seat where it is named.

    What may be said is never meant so: it can be anything.
    """
    body = tokens.after(0)
    for seat, choices in observed.open.items():
        if not body.items or only not in (None, seat) or _may_be_rank(observed, choices, body):
            continue
        for choice in choices:
            if not choice.idle:
                yield from _meant(observed, parser, seat, choice, body)


def settled(
    observed: ObservedMatch, parser: LineParser, seat: Seat, verb: str, given: Mapping[str, Any] = NOTHING_SETTLED
) -> dict[str, Any]:
    """The fields that can have one value only beside those given, and these values, as a line has them.

    What nobody here knows is `??` where cards are real; where the program deals, the record knows it.
    """
    match = observed.match
    blocks = [one for one in observed.open.get(seat, ()) if verb_in(one) == verb and _holds(parser, one, given)]
    fields = [field for field in fields_of(blocks[0].action) if field.name not in given] if blocks else []
    blocks = [prefilled(match, observed.view, seat, one, observed.observer) for one in blocks] if fields else []
    writer, found = ValueWriter(match.players, unknown="??"), {}
    for field in fields:
        values = {value for one in blocks for value in islice(one.values.get(field.name, (None,)), 2)}
        if field.shape.kind == "text" or len(values) > 1 or (values == {None} and not field.required):
            continue
        written = writer.value(field.shape, *values)
        if not (match.start.seed is not None and "??" in (written, *(written if isinstance(written, list) else ()))):
            found[field.name] = "??" if written is None else written
    return found


def silent_fields(
    observed: ObservedMatch, parser: LineParser, seat: Seat, verb: str, body: TokenizedLine
) -> Mapping[str, Any]:
    """The fields that are not said in what stands behind a verb, and their values.

    They can have one value only; or a card stands there that is turned up, and not what may be said: `duck 4s`.
    """
    reading = parser.fields.certain(verb, body)
    if reading is None:
        known: Mapping[str, Any] = settled(observed, parser, seat, verb)
        return known if known and parser.fields.certain(verb, body, known) is not None else NOTHING_SETTLED
    blocks = [one for one in observed.open.get(seat, ()) if verb_in(one) == verb]
    if not reading.values or not blocks or any(_holds(parser, one, reading.values) for one in blocks):
        return NOTHING_SETTLED
    unsaid = _unsaid(blocks[0])
    is_outcome = unsaid and _turns_up(observed, parser, seat, verb, (unsaid, body))
    return unsaid if is_outcome else NOTHING_SETTLED


def most_likely(observed: ObservedMatch, parser: LineParser, found: Sequence[PossibleAction]) -> list[PossibleAction]:
    """Of several actions those that can be meant: any that is whole goes before one that would need more outcomes.

    And of those by which the same happens the first.
    """
    if len({(one.seat, one.verb) for one in found}) > 1 and not any(one.chosen for one in found):
        found = [one for one in found if _is_whole(observed, parser, one)] or found
    if len({one.verb for one in found}) > 1:
        lines = [parser.action(one.seat, one.verb, one.body, one.settled).line for one in found]
        happens = [_happens(observed, parser, line) for line in lines]
        if happens[0] is not None and all(facts == happens[0] for facts in happens):
            return [found[0]]
    return [*found]


def _may_be_rank(observed: ObservedMatch, choices: Iterable[Choice], body: TokenizedLine) -> bool:
    """Whether a word is a rank where a card has to be named: then it need not be a number."""
    if len(body.items) > 1 or body.items[0].text not in {face.rank for face in observed.match.game.deck.faces}:
        return False
    open_fields = [field for one in choices if not one.idle for field in fields_of(one.action)]
    return any(field.shape.kind == "card" and field.required for field in open_fields)


def _meant(
    observed: ObservedMatch, parser: LineParser, seat: Seat, choice: Choice, body: TokenizedLine
) -> Iterator[PossibleAction]:
    """What values can be meant as of one block of choices."""
    verb, fields = verb_in(choice), fields_of(choice.action)
    known = settled(observed, parser, seat, verb)
    if not any(field.shape.kind == "text" for field in fields):
        # A card that is spent is named: what is left out of a line without a verb may be a slip.
        plain = {name: value for name, value in known.items() if _is_unsaid(value) or not _is_card(fields, name)}
        for silent in (NOTHING_SETTLED, plain):
            legal = _fits(parser, choice, fields, body, silent)
            if legal is not None:
                yield PossibleAction(seat, verb, body, legal, silent)
                return
    known |= {name: "" for name, held in choice.values.items() if isinstance(held, FreeText) and held.optional}
    known |= _unsaid(choice)
    if known.keys() < {field.name for field in fields}:
        return
    if _turns_up(observed, parser, seat, verb, (known, body)):
        yield PossibleAction(seat, verb, body, True, known, chosen=False)
    elif not _is_asked(observed, seat) and _moves(observed, parser, Line(seat, verb, known), body):
        yield PossibleAction(seat, verb, body.after(len(body.items)), True, known, chosen=False)


def _unsaid(choice: Choice) -> dict[str, Any]:
    """The fields that may be left out."""
    fields = [field for field in fields_of(choice.action) if not field.required and field.shape.kind != "text"]
    return {field.name: None for field in fields if None in choice.values.get(field.name, (None,))}


def _is_card(fields: Sequence[Field], name: str) -> bool:
    return any(field.name == name and field.shape.kind == "card" for field in fields)


def _is_unsaid(value: Any) -> bool:
    """Whether a value tells nothing: none, no words, or what nobody here has seen."""
    return {UNKNOWN, "", None}.issuperset(value if isinstance(value, list) else [value])


def _is_asked(observed: ObservedMatch, seat: Seat) -> bool:
    """Whether there is any action for which a seat has to say more than the verb."""
    return any(field.required for one in observed.open[seat] if not one.idle for field in fields_of(one.action))


def _fits(
    parser: LineParser, choice: Choice, fields: Sequence[Field], body: TokenizedLine, silent: Mapping[str, Any]
) -> bool | None:
    """Whether an action could be done with these values now; None where it takes none such."""
    reading = parser.fields.certain(verb_in(choice), body, silent)
    if reading is None or not reading.values:
        return None
    needed = [field for field in fields if field.required]
    if not {*reading.values, *silent} >= {field.name for field in needed}:
        return None
    legal = _holds(parser, choice, {**silent, **reading.values})
    return legal if legal or needed else None


def _turns_up(
    observed: ObservedMatch, parser: LineParser, seat: Seat, verb: str, said: tuple[Mapping[str, Any], TokenizedLine]
) -> bool:
    """Whether the first of these values could be what an action turns up."""
    known, body = said
    if parser.fields.certain(verb, body, known) is None:
        return False
    line, game = parser.action(seat, verb, body, known).line, observed.match.game
    first = str(line.drawn[0]) if line.drawn else ""
    # A roll may stand alone; a card alone does not say that the only place for another one is meant.
    if not first or not (is_whole_number(first) or all(map(_is_unsaid, known.values()))):
        return False
    possible = next_outcomes(game, observed.view, seat, line.move(game, parser.reader), ())
    return possible is not None and first in possible


def _moves(observed: ObservedMatch, parser: LineParser, line: Line, body: TokenizedLine) -> bool:
    """Whether an action moves this one card by itself, which everybody sees: it is taken from a pile of discards."""
    card = parser.names.card(body.items)
    if not card.known or not body.is_end(card.count) or body.end(0) < len(body.items):
        return False
    facts = _happens(observed, parser, line)
    first = facts[0] if facts else None
    cards = [field.name for field in fields_of(type(first)) if field.shape.kind == "card"] if first else []
    return any(getattr(first, name) == card.value for name in cards)


def _is_whole(observed: ObservedMatch, parser: LineParser, one: PossibleAction) -> bool:
    """Whether nothing more would be asked for."""
    line, game = parser.action(one.seat, one.verb, one.body, one.settled).line, observed.match.game
    chance = UnseenLeftOut(observed.observer, parser.reader, line.drawn or ())
    try:
        play(game, observed.view, one.seat, line.move(game, parser.reader), chance)
    except Refused:
        return False
    return not chance.told


def _happens(observed: ObservedMatch, parser: LineParser, line: Line) -> tuple[Fact, ...] | None:
    """What would happen, as this view tells; None where it cannot be, or chance has a part in it."""
    game = observed.match.game
    try:
        return play(game, observed.view, line.actor, line.move(game, parser.reader), LookaheadChance(())).facts
    except (Refused, OutcomesFound):
        return None


def _holds(parser: LineParser, choice: Choice, raw: Mapping[str, Any]) -> bool:
    """Whether a block of choices has these values, whatever is said in them."""
    fields = {field.name: field for field in fields_of(choice.action)}
    for name, written in raw.items():
        if name not in fields:
            return False
        if fields[name].shape.kind != "text":
            try:
                value = parser.reader.value(fields[name].shape, written, hidden=True)
            except ValueError:
                return False
            if value not in choice.values.get(name, ()):
                return False
    return True
