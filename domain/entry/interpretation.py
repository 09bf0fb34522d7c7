"""The third stage of an entry: what a parsed line means in a match, where it may leave out who acts, and even the verb.

All of it is worked out as the observer knows the match. What can mean two things is asked, never guessed.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludograph.domain.entry.draft import prefilled
from ludograph.domain.entry.inference import PossibleAction, most_likely, possible_actions, settled, silent_fields
from ludograph.domain.entry.observed_match import ObservedMatch, verb_in
from ludograph.domain.kernel.game import TABLE, Choice, FreeText, Seat, verb_of
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.parser import LineHead, LineParser, ambiguous_verb, head_error
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.suggestions import did_you_mean
from ludograph.domain.notation.tokens import TokenizedLine
from ludograph.domain.notation.values import TABLE_NAME, ValueWriter, verbs


class AmbiguousEntry(ValueError):
    """What was written can mean two things, or nobody can do it: the message says what to write."""


class Interpretation(NamedTuple):
    """Actions in the order in which they are recorded, and where in the text the line goes on after them."""

    lines: tuple[Line, ...]
    stop: int


def interpret(observed: ObservedMatch, parser: LineParser, text: str, start: int = 0) -> Interpretation:
    """The action that stands in a line at a place, or one of each seat.

    Raises `AmbiguousEntry` or `Unreadable`.
    """
    tokens = parser.tokens(text, start + len(text[start:]) - len(text[start:].lstrip(" ;,")))
    head = parser.head(tokens)
    if not head.verbs or _is_value(observed, parser, tokens, head):
        return _implied(observed, parser, tokens, head)
    verb = _verb(observed, parser, head, head.seat)
    if head.seat is None and (several := _one_for_each(observed, parser, verb, head.body)):
        return several
    return _single(observed, parser, head.seat if head.seat is not None else _actor(observed, verb), verb, head.body)


def actor_and_verb(
    observed: ObservedMatch, parser: LineParser, head: LineHead, default: Seat | None
) -> tuple[Seat, str]:
    """Who does what by the head of a line; `default` is who does it where that does not say so.

    Raises `AmbiguousEntry`.
    """
    seat = head.seat if head.seat is not None else default
    verb = _verb(observed, parser, head, seat)
    return _actor(observed, verb) if seat is None else seat, verb


def _single(observed: ObservedMatch, parser: LineParser, seat: Seat, verb: str, body: TokenizedLine) -> Interpretation:
    """One action; what can have one value only need not be written in it."""
    silent = silent_fields(observed, parser, seat, verb, body)
    return _with_settled(observed, parser, PossibleAction(seat, verb, body, True, silent))


def _with_settled(observed: ObservedMatch, parser: LineParser, one: PossibleAction) -> Interpretation:
    line, stop = parser.action(one.seat, one.verb, one.body, one.settled)
    more = settled(observed, parser, one.seat, one.verb, line.fields)
    return Interpretation((replace(line, fields={**line.fields, **more}),), stop)


def _is_value(observed: ObservedMatch, parser: LineParser, tokens: TokenizedLine, head: LineHead) -> bool:
    """Whether what looks like a verb is the name of a card, as in `Rogue of Waves Ann card`.

    Raises `AmbiguousEntry` where it may as well be the beginning of a verb that is open: `f` for `fold` and the Fool.
    """
    if head.seat is not None or (not head.word and parser.fields.certain(head.verbs[0], head.body) is not None):
        return False
    legal = any(one.legal for one in possible_actions(observed, parser, tokens))
    able = [verb for verb in head.verbs if observed.able(verb)] if head.word else []
    if legal and able:
        raise AmbiguousEntry(f"`{head.word}` may be {listed(able, last='or')}, or a card: write more of it.")
    return legal


def _implied(observed: ObservedMatch, parser: LineParser, tokens: TokenizedLine, head: LineHead) -> Interpretation:
    """What is meant by values without a verb: the one action that can take them."""
    name = observed.match.name
    found = list(possible_actions(observed, parser, tokens))
    if head.seat is not None:
        found += possible_actions(observed, parser, head.body, head.seat)
    found = most_likely(observed, parser, [one for one in found if one.legal] or found)
    seats, doing = ({one.seat for one in found}, list(dict.fromkeys(one.verb for one in found)))
    several = None if doing and head.seat is None else _one_for_all(observed, parser, tokens, sure=not found)
    if several and found:
        names = listed([name(line.actor) for line in several.lines])
        raise AmbiguousEntry(
            f"This may be one value for {name(found[0].seat)}, or values for {names}: write "
            f"`{doing[0]}` before them, or the player's name."
        )
    if several:
        return several
    if len(doing) == 1 and len(seats) == 1:
        return _with_settled(observed, parser, found[0])
    if len(doing) == 1:
        _actor(observed, doing[0])
    if doing:
        raise AmbiguousEntry(f"This may be meant as {listed(doing, last='or')}: write that word before it.")
    raise _not_understood(observed, parser, tokens, head)


def _one_for_all(
    observed: ObservedMatch, parser: LineParser, tokens: TokenizedLine, *, sure: bool
) -> Interpretation | None:
    """Values without a verb for all who are to do the same."""
    for verb in dict.fromkeys(verb_in(one) for blocks in observed.open.values() for one in blocks if not one.idle):
        if several := _one_for_each(observed, parser, verb, tokens, sure=sure):
            return several
    return None


def _not_understood(observed: ObservedMatch, parser: LineParser, tokens: TokenizedLine, head: LineHead) -> Unreadable:
    """What to say about a line that is no action."""
    match, words = observed.match, tokens.items[:2]
    known = f"Actions: {', '.join(verbs(match.game))}."
    if head.seat is not None and not head.body.items:
        return Unreadable(f"What does {match.name(head.seat)} do? {known}")
    if head.seat is not None or parser.names.verb(words, 1).known:
        return head_error(parser, tokens, head)
    word, deck = (words[0].text if words else ""), match.game.deck
    # A number is near to many cards.
    hint = did_you_mean(word, verbs(match.game)) or ("" if word.isdigit() else did_you_mean(word, deck.by_code))
    return Unreadable(
        f"This is not understood: {cut(tokens.text[tokens.start :])}{hint or '.'} {known}", tokens.start + 1
    )


def only_choice(observed: ObservedMatch) -> tuple[Seat, Choice] | None:
    """The one action that somebody waits for, where there is no other: then Enter does it."""
    waited = [(seat, one) for seat, found in observed.open.items() for one in found if not one.idle]
    if len(waited) != 1:
        return None
    ((seat, choice),) = waited
    choice = prefilled(observed.match, observed.view, seat, choice, observed.observer)
    fixed = all(_is_fixed(choice.values.get(field.name, (None,))) for field in fields_of(choice.action))
    return (seat, choice) if fixed else None


def choice_line(observed: ObservedMatch, seat: Seat, choice: Choice) -> str:
    """The one action of a block of choices as a line: `Ann flip`."""
    writer, words = ValueWriter(observed.match.players, unknown="??"), [verb_in(choice)]
    for field in fields_of(choice.action):
        values = choice.values.get(field.name, ())
        value = None if isinstance(values, FreeText) else next(iter(values), None)
        written = None if value is None else writer.value(field.shape, value)
        words += [] if written is None else map(str, written) if isinstance(written, list) else [str(written)]
    return " ".join([seat_name(seat), *words])


def seat_name(seat: Seat) -> str:
    """A seat as a line names it, whatever the players are called: its number, or `table`."""
    return TABLE_NAME if seat == TABLE else str(seat)


def _is_fixed(values: Sequence[Any]) -> bool:
    """Whether nothing is left to say of a field."""
    if isinstance(values, FreeText):
        return values.optional
    return len(list(islice(values, 2))) == 1


def _actor(observed: ObservedMatch, verb: str) -> Seat:
    """Who acts where the line does not say: the one who alone can do this, or alone is waited for."""
    able = observed.able(verb)
    # What the table may do for a player who alone is left is the same if that player does it.
    waited = [one for one in able if one != TABLE] or able or observed.waited
    if len(waited) == 1:
        return waited[0]
    when = "there" if observed.past else "now"
    names = listed([observed.match.name(one) for one in waited], "Nobody")
    if not able:
        raise AmbiguousEntry(f"Nobody can {verb} {when}: {names} can act.")
    hint = f"write the name first, such as `{observed.match.name(able[0])} {verb}`"
    raise AmbiguousEntry(f"Who? {names} can act {when}: {hint}.")


def _verb(observed: ObservedMatch, parser: LineParser, head: LineHead, seat: Seat | None) -> str:
    """The verb that is meant: of those that begin so the one that can be done, with these values."""
    if head.verb is not None:
        return head.verb
    able = [verb for verb in head.verbs if (who := observed.able(verb)) and (seat is None or seat in who)]
    own = [verb for verb in head.verbs if verb.startswith(head.word.casefold())]
    # A verb that is not open is meant all the same, and never another that has a synonym with this beginning.
    found = [verb for verb in able if verb in own] or (able if not own else own[:1] if len(own) == 1 else [])
    if len(found) > 1 and head.body.items:
        readings = ((verb, parser.fields.certain(verb, head.body)) for verb in found)
        found = [verb for verb, reading in readings if reading and reading.values] or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise AmbiguousEntry(_nobody_can(observed, own or head.verbs, seat))
    raise AmbiguousEntry(ambiguous_verb(head.word, found))


def _nobody_can(observed: ObservedMatch, doing: Sequence[str], seat: Seat | None = None) -> str:
    """What to say of actions that are not open, and who can do what instead."""
    when, name = "there" if observed.past else "now", observed.match.name
    who = "Nobody" if seat is None else name(seat)
    seats = [one for one in observed.waited if seat in (None, one)] or observed.waited
    can = list(dict.fromkeys(verb_in(one) for at in seats for one in observed.open[at] if not one.idle))
    doing_what = f" {listed(can, last='or')}" if can else " act"
    cannot = f"can {listed(doing, last='or')}" if seat is None else f"cannot {listed(doing, last='or')}"
    return f"{who} {cannot} {when}: {listed([name(one) for one in seats], 'Nobody')} can{doing_what}."


# One value for each seat


def _one_for_each(
    observed: ObservedMatch, parser: LineParser, verb: str, tokens: TokenizedLine, *, sure: bool = True
) -> Interpretation | None:
    """Values for all who are to do the same, in the order of seats: all sealed bids of an auction at once.

    Raises `AmbiguousEntry` where there are too many or too few, if it is `sure` that they are meant so.
    """
    fields = fields_of(next(action for action in observed.match.game.actions if verb_of(action.__name__) == verb))
    able = [seat for seat in sorted(observed.able(verb)) if seat in observed.waited]
    if len(able) < 2 or not fields or any(field.shape.kind in ("list", "text") for field in fields):
        return None
    found, at = [], 0
    while _is_value_at(tokens, at):
        values, at = _values_of_one(parser, fields, tokens, at)
        found.append(values)
    if len(found) < 2 or (at < len(tokens.items) and tokens.items[at].kind != "end"):
        return None
    if len(found) != len(able) or any(len(values) != len(fields) for values in found):
        if not sure:
            return None
        names = listed([observed.match.name(seat) for seat in able])
        raise AmbiguousEntry(f"`{verb}` for all takes {len(able)} values, for {names} in this order, not {len(found)}.")
    lines = tuple(Line(seat, verb, values) for seat, values in zip(able, found, strict=True))
    return Interpretation(lines, tokens.stop(at))


def _values_of_one(
    parser: LineParser, fields: Sequence[Field], tokens: TokenizedLine, at: int
) -> tuple[dict[str, Any], int]:
    """The values of the fields of one action, as far as there are any, and the place after them."""
    values = {}
    for field in fields:
        if _is_value_at(tokens, at):
            taken = parser.names.value(field.shape, tokens.items, at)
            values[field.name], at = taken.value, at + taken.count
    return values, at


def _is_value_at(tokens: TokenizedLine, at: int) -> bool:
    return at < len(tokens.items) and tokens.items[at].kind in ("plain", "quoted")
