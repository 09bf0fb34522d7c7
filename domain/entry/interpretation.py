"""What a line typed at a table means in a match: who acts, if it does not say so, and with what, if little is said.

All of it is worked out as the eyes at the screen know the match. What can mean two things is asked, never guessed.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from ludograph.domain.entry.inference import possible_actions
from ludograph.domain.entry.screen import Sight, verb_in
from ludograph.domain.kernel.game import TABLE, Choice, FreeText, Seat, verb_of
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.line_reader import LineBeginning, LineReader, ambiguous, unheard
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.suggestions import near
from ludograph.domain.notation.tokens import Word
from ludograph.domain.notation.values import TABLE_NAME, ValueWriter, verbs


class Unclear(ValueError):
    """What was written can mean two things, or nobody can do it: the message says what to write."""


class Meant(NamedTuple):
    """Actions in the order in which they are recorded, and where the line goes on after them."""

    lines: tuple[Line, ...]
    stop: int


def meant(sight: Sight, listener: LineReader, text: str, start: int = 0) -> Meant:
    """The action that stands in a line at a place, or one of each seat. Raises `Unclear` or `Unreadable`."""
    start += len(text[start:]) - len(text[start:].lstrip(" ;,"))
    heard = listener.hear(text, start)
    if not heard.verbs or _is_value(sight, listener, text, start, heard):
        return _implied(sight, listener, text, start, heard)
    verb = _verb(sight, listener, heard, text, heard.seat)
    if heard.seat is None and (several := _of_each(sight, listener, verb, text, heard.rest)):
        return several
    seat = heard.seat if heard.seat is not None else _actor(sight, verb)
    line, stop = listener.line(seat, verb, text, heard.rest)
    return Meant((line,), stop)


def who_does(
    sight: Sight, listener: LineReader, heard: LineBeginning, text: str, instead: Seat | None
) -> tuple[Seat, str]:
    """Who does what by the beginning of a line; `instead` is who does it where it does not say so."""
    seat = heard.seat if heard.seat is not None else instead
    verb = _verb(sight, listener, heard, text, seat)
    return _actor(sight, verb) if seat is None else seat, verb


def _is_value(sight: Sight, listener: LineReader, text: str, start: int, heard: LineBeginning) -> bool:
    """Whether what looks like a verb is the name of a card, as in `Rogue of Waves Ann card`.

    Raises `Unclear` where it may as well be the beginning of a verb that is open: `f` for `fold` and the Fool.
    """
    unread = not heard.full or heard.verb is None or listener.reading(heard.verb, text, heard.rest) is None
    if heard.seat is not None or not unread:
        return False
    legal = [way for way in possible_actions(sight, listener, text, start, None) if way.legal]
    able = [] if heard.full else [verb for verb in heard.verbs if sight.able(verb)]
    if legal and able:
        word = _last_word(text, heard)
        raise Unclear(f"`{word}` may be {listed(able, last='or')}, or a card: write more of it.")
    return bool(legal)


def _implied(sight: Sight, listener: LineReader, text: str, start: int, heard: LineBeginning) -> Meant:
    """What is meant by values without a verb: the one action that can take them."""
    found = list(possible_actions(sight, listener, text, start, None))
    if heard.seat is not None:
        found += possible_actions(sight, listener, text, heard.rest, heard.seat)
    found = [way for way in found if way.legal] or found
    seats, doing = ({way.seat for way in found}, list(dict.fromkeys(way.verb for way in found)))
    several = None if doing and heard.seat is None else _of_all(sight, listener, text, start, sure=not found)
    if several and found:
        names = listed([sight.match.name(line.actor) for line in several.lines])
        raise Unclear(
            f"This may be one value for {sight.match.name(found[0].seat)}, or values for {names}: write "
            f"`{doing[0]}` before them, or the player's name."
        )
    if several:
        return several
    if len(doing) == 1 and len(seats) == 1:
        line, stop = listener.line(found[0].seat, found[0].verb, text, found[0].begin)
        return Meant((line,), stop)
    if len(doing) == 1:
        _actor(sight, doing[0])
    if doing:
        raise Unclear(f"This may be meant as {listed(doing, last='or')}: write that word before it.")
    raise _puzzled(sight, listener, text, start, heard)


def _of_all(sight: Sight, listener: LineReader, text: str, start: int, *, sure: bool) -> Meant | None:
    """Values without a verb for all who are to do the same."""
    for verb in dict.fromkeys(verb_in(one) for blocks in sight.open().values() for one in blocks if not one.idle):
        if several := _of_each(sight, listener, verb, text, start, sure=sure):
            return several
    return None


def _puzzled(sight: Sight, listener: LineReader, text: str, start: int, heard: LineBeginning) -> Unreadable:
    """What to say about a line that is no action."""
    words = listener.words(text, start, 2)
    if heard.seat is not None and heard.rest == len(text):
        return Unreadable(f"What does {sight.match.name(heard.seat)} do? {_known(sight)}")
    if heard.seat is not None or listener.spelling.verb(words, 1).known:
        return unheard(listener, text, heard, start)
    meant = near(words[0].text, verbs(sight.match.game)) if words else ""
    return Unreadable(f"This is not understood: {cut(text[start:])}{meant or '.'} {_known(sight)}", start + 1)


def _known(sight: Sight) -> str:
    return f"Actions: {', '.join(verbs(sight.match.game))}."


def only_open(sight: Sight) -> tuple[Seat, Choice] | None:
    """The one action that somebody waits for, where there is no other: then Enter does it."""
    waited = [(seat, one) for seat, found in sight.open().items() for one in found if not one.idle]
    if len(waited) != 1:
        return None
    ((seat, choice),) = waited
    fixed = all(_only(choice.values.get(field.name, (None,))) for field in fields_of(choice.action))
    return (seat, choice) if fixed else None


def spelled_out(sight: Sight, seat: Seat, choice: Choice) -> str:
    """The one action of a block as a line: `Ann flip`."""
    writer, words = ValueWriter(sight.match.players, unknown="??"), [verb_in(choice)]
    for field in fields_of(choice.action):
        values = choice.values.get(field.name, ())
        value = None if isinstance(values, FreeText) else next(iter(values), None)
        written = None if value is None else writer.value(field.shape, value)
        words += [] if written is None else map(str, written) if isinstance(written, list) else [str(written)]
    return " ".join([seat_name(seat), *words])


def seat_name(seat: Seat) -> str:
    """A seat as a line names it, whatever the players are called: its number, or `table`."""
    return TABLE_NAME if seat == TABLE else str(seat)


def _only(values: Sequence[Any]) -> bool:
    if isinstance(values, FreeText):
        return values.optional
    return len(list(islice(values, 2))) == 1


def _actor(sight: Sight, verb: str) -> Seat:
    """Who acts where the line does not say: the one who alone can do this, or alone is waited for."""
    able = sight.able(verb)
    waited = able or sight.waited()
    if len(waited) == 1:
        return waited[0]
    when = "there" if sight.past else "now"
    names = listed([sight.match.name(one) for one in waited], "Nobody")
    if not able:
        raise Unclear(f"Nobody can {verb} {when}: {names} can act.")
    hint = f"write the name first, such as `{sight.match.name(able[0])} {verb}`"
    raise Unclear(f"Who? {names} can act {when}: {hint}.")


def _verb(sight: Sight, listener: LineReader, heard: LineBeginning, text: str, seat: Seat | None) -> str:
    """The verb that is meant: of those that begin so the one that can be done, with these values."""
    if heard.verb is not None:
        return heard.verb
    able = [verb for verb in heard.verbs if (who := sight.able(verb)) and (seat is None or seat in who)]
    own = [verb for verb in able if verb.startswith(_last_word(text, heard).casefold())]
    found = own or able
    if len(found) > 1 and text[heard.rest :].strip():
        reading = [verb for verb in found if (one := listener.reading(verb, text, heard.rest)) and one.values]
        found = reading or found
    if len(found) == 1:
        return found[0]
    raise Unclear(ambiguous(_last_word(text, heard), found or heard.verbs))


def _last_word(text: str, heard: LineBeginning) -> str:
    """The word that a verb was heard in."""
    return re.split(r"[\s;,]+", text[: heard.rest].strip(" ;,"))[-1]


# One value for each seat


def _of_each(sight: Sight, listener: LineReader, verb: str, text: str, rest: int, *, sure: bool = True) -> Meant | None:
    """Values for all who are to do the same, in the order of seats: all sealed bids of an auction at once.

    Raises `Unclear` where there are too many or too few, if it is `sure` that they are meant so.
    """
    fields = fields_of(next(action for action in sight.match.game.actions if verb_of(action.__name__) == verb))
    able = [seat for seat in sorted(sight.able(verb)) if seat in sight.waited()]
    if len(able) < 2 or not fields or any(field.shape.kind in ("list", "text") for field in fields):
        return None
    words, found, at = listener.words(text, rest), [], 0
    while at < len(words) and words[at].kind in ("plain", "quoted"):
        values, at = _chunk(listener, fields, words, at)
        found.append(values)
    if len(found) < 2 or (at < len(words) and words[at].kind != "end"):
        return None
    if len(found) != len(able) or any(len(values) != len(fields) for values in found):
        if not sure:
            return None
        names = listed([sight.match.name(seat) for seat in able])
        raise Unclear(f"`{verb}` for all takes {len(able)} values, for {names} in this order, not {len(found)}.")
    lines = tuple(Line(seat, verb, values) for seat, values in zip(able, found, strict=True))
    return Meant(lines, words[at].stop if at < len(words) else len(text))


def _chunk(listener: LineReader, fields: Sequence[Field], words: Sequence[Word], at: int) -> tuple[dict[str, Any], int]:
    values = {}
    for field in fields:
        if at < len(words) and words[at].kind in ("plain", "quoted"):
            taken = listener.spelling.value(field.shape, words, at)
            values[field.name], at = taken.value, at + taken.words
    return values, at
