"""What Tab offers in `play`: players, verbs, cards by code or name, and other values, from what is open.

All of it is worked out as the eyes at the screen know the match: whoever acts may know more.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final, NamedTuple

from ludograph.cli.table.live import COMMANDS, OTHER_NAMES
from ludograph.domain.entry.lookahead import coming
from ludograph.domain.entry.screen import Sight
from ludograph.domain.kernel.cards import UNKNOWN, Deck
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE, Choice, Seat, verb_of
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.notation.line_reader import TABLE as TYPED
from ludograph.domain.notation.line_reader import LineReader
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.tokens import Word, words_of
from ludograph.domain.notation.values import PLAIN, ValueWriter, json_text
from ludograph.domain.notation.visible_text import visible_json

MOST: Final = 60
"""No more offers than this at a time."""


class LineCompletion(NamedTuple):
    """A text that could stand in place of the last `back` characters; `about` says more about it."""

    text: str
    back: int
    about: str = ""


Offers = Callable[[str], Iterable[LineCompletion]]
"""How a line could go on."""


def line_completions(match: Match, observer: Observer, text: str) -> list[LineCompletion]:
    """How a line could go on from here, as an observer knows the match."""
    return list(islice(dict.fromkeys(_offers(Sight(match, observer), text)), MOST))


def answer_completions(listener: LineReader, possible: Sequence[str], text: str) -> list[LineCompletion]:
    """How an answer could go on; several outcomes may be given at once, and the last is completed."""
    done = _words_done(text)
    while done and (taken := listener.spelling.card(done)).known:
        done = done[taken.words :]
    return list(islice(_cards(listener.game.deck, possible, text, _from(done, text)), MOST))


def _words_done(text: str) -> list[Word]:
    """The words before the one under way."""
    words = words_of(text)
    return words if not text or text[-1].isspace() else words[:-1]


def _offers(sight: Sight, text: str) -> Iterator[LineCompletion]:
    match = sight.match
    listener = LineReader(match.game, match.players, TYPED)
    words = words_of(text)
    ended = not text or text[-1].isspace()
    done, part = (words, "") if ended else (words[:-1], words[-1].text)
    heard = listener.hear(text[: done[-1].start + len(done[-1].text)] if done else "")
    if not done:
        yield from _beginnings(sight, part)
    elif heard.verb is not None:
        at = len(words_of(text[: heard.rest]))
        seats = [heard.seat] if heard.seat is not None else _able(sight, heard.verb)
        yield from _values(sight, listener, seats, heard.verb, [*done[at:]], text)
    elif heard.seat is not None:
        yield from _named(_verbs(sight, heard.seat), part)
    else:
        yield from _after_command(match, done[0].text, part)
        yield from _beginnings(sight, text)


def _beginnings(sight: Sight, part: str) -> Iterator[LineCompletion]:
    """The first word: who can act, what the only one who can act may do, and commands."""
    match = sight.match
    found = match.open_to(sight.view)
    seats = range(1, len(match.players) + 1)
    busy = [seat for seat, choices in found.items() if waited_for(choices)]
    if len(busy) == 1:
        yield from _named(_verbs(sight, busy[0]), part)
    yield from _named([(_player(match, seat), "") for seat in dict.fromkeys([*busy, *found, *seats])], part)
    yield from _named([(name, about.partition(": ")[2]) for name, about in COMMANDS.items()], part)


def _after_command(match: Match, command: str, part: str) -> Iterator[LineCompletion]:
    name = OTHER_NAMES.get(command.lstrip(":"), command.lstrip(":"))
    after: dict[str, Iterable[str]] = {
        "look": [*match.players, "table", "judge"],
        "help": [verb_of(action.__name__) for action in match.game.actions],
        "rules": match.game.rules,
    }
    yield from _named([(word, "") for word in after.get(name, ())], part)


def _verbs(sight: Sight, seat: Seat) -> list[tuple[str, str]]:
    """The verbs open to a seat, those that somebody waits for first."""
    choices = sorted(_choices(sight, seat), key=lambda choice: choice.idle)
    return [
        (verb_of(choice.action.__name__), (choice.action.__doc__ or "").partition("\n")[0].rstrip("."))
        for choice in choices
    ]


def _choices(sight: Sight, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat, as far as these eyes can tell."""
    return sight.match.game.choices(sight.view, seat)


def _able(sight: Sight, verb: str) -> list[Seat]:
    seats = range(TABLE, len(sight.match.players) + 1)
    return [seat for seat in seats if any(verb_of(c.action.__name__) == verb for c in _choices(sight, seat))]


def _values(
    sight: Sight, listener: LineReader, seats: Sequence[Seat], verb: str, done: list[Word], text: str
) -> Iterator[LineCompletion]:
    """The values of the field that the line has come to, in the blocks that fit the fields before."""
    arrow = next((at for at, word in enumerate(done) if word.text == ">"), None)
    if arrow is not None:
        outcomes: list[str] = []
        before, done = text[: done[arrow].start], done[arrow + 1 :]
        while done and (taken := listener.spelling.card(done)).known:
            outcomes.append(taken.value)
            done = done[taken.words :]
        before = before[listener.hear(before).rest :]
        possible = _coming(sight, listener, (seats, verb, before), outcomes)
        yield from _cards(sight.match.game.deck, possible, text, _from(done, text))
        return
    for seat in seats:
        for choice in _choices(sight, seat):
            if verb_of(choice.action.__name__) == verb:
                yield from _block(sight.match, listener, choice, done, text)


def _coming(
    sight: Sight, listener: LineReader, entry: tuple[Sequence[Seat], str, str], outcomes: Sequence[str]
) -> Sequence[str]:
    """What could come after these outcomes of an entry; any card where nobody can make it, or it cannot be read."""
    seats, verb, fields = entry
    game = sight.match.game
    # What is wrong with the entry is told when it is entered; any card could come then.
    with suppress(Unreadable, UnicodeEncodeError):
        if seats:
            line, _ = listener.line(seats[0], verb, fields, 0)
            return coming(game, sight.view, seats[0], line.move(game, listener.reader), outcomes)
    return tuple(game.deck.by_code)


def _block(match: Match, listener: LineReader, choice: Choice, done: list[Word], text: str) -> Iterator[LineCompletion]:
    writer = ValueWriter(match.players, unknown="??")
    for field in fields_of(choice.action):
        values = choice.values.get(field.name, ())
        if field.shape.kind == "list":
            yield from _entries(match, listener, field, values, done, text)
            return
        taken = listener.spelling.value(field.shape, done) if done else None
        if taken is None or not taken.known:
            yield from _of_shape(match, field.shape, _nameable(field, values), text, _from(done, text))
            return
        if not any(_same(writer.value(field.shape, value), taken.value, field, match) for value in values):
            return
        done = done[taken.words :]


def _same(value: Any, taken: Any, field: Field, match: Match) -> bool:
    if field.shape.kind == "seat":
        return bool(value == match.name(taken))
    return str(value) == str(taken) or field.shape.kind == "text"


def _entries(
    match: Match, listener: LineReader, field: Field, values: Sequence[Any], done: list[Word], text: str
) -> Iterator[LineCompletion]:
    """The next entry of a list: of all the lists that are open those that begin as the line does."""
    item = field.shape.item
    assert item is not None
    begun: list[str] = []
    while done and (taken := listener.spelling.value(item, done)).known:
        begun.append(str(taken.value))
        done = done[taken.words :]
    fitting = (value for value in values if [str(entry) for entry in value[: len(begun)]] == begun)
    following = dict.fromkeys(value[len(begun)] for value in fitting if len(value) > len(begun))
    yield from _of_shape(match, item, _nameable(field, list(following)), text, _from(done, text))


def _nameable(field: Field, values: Sequence[Any]) -> Sequence[Any]:
    """The values but for `??` where everybody will see what it is."""
    public = field.shape.holds_cards and field.secret is not None and "*" in field.secret.seen_by
    return [value for value in values if value != UNKNOWN] if public else values


def _of_shape(match: Match, shape: Shape, values: Sequence[Any], text: str, begin: int) -> Iterator[LineCompletion]:
    if shape.kind == "card":
        yield from _cards(match.game.deck, (code for code in values if code is not None), text, begin)
        return
    if shape.kind == "text":
        return
    writer = ValueWriter(match.players, unknown="??")
    part = text[begin:].lstrip()
    for value in islice(values, 200):
        written = writer.value(shape, value)
        word = str(written).lower() if isinstance(written, bool) else str(written)
        if written is not None:
            yield from _named([(word, "")], part)


def _cards(deck: Deck, codes: Iterable[str], text: str, begin: int) -> Iterator[LineCompletion]:
    """Cards by their code, or by any word of their name."""
    part = text[begin:].lstrip()
    wanted = part.casefold().replace("-", " ").removeprefix("the ").strip()
    for code in codes:
        name = deck.name(code) if code in deck.by_code else ""
        plain = name.casefold().removeprefix("the ")
        if code.casefold().startswith(wanted) or f" {plain}".find(f" {wanted}") >= 0:
            yield LineCompletion(code, len(part), name)


def _from(done: Sequence[Word], text: str) -> int:
    """Where the value under way begins: after the last word that is understood."""
    if done:
        return done[0].start
    return len(text) if not text or text[-1].isspace() else words_of(text)[-1].start


def _named(names: Iterable[tuple[str, str]], part: str) -> Iterator[LineCompletion]:
    bare = part.lstrip('":')
    for name, about in names:
        if name.strip('"').casefold().startswith(bare.casefold()):
            yield LineCompletion(name, len(bare) if part.startswith(":") else len(part), about)


def _player(match: Match, seat: Seat) -> str:
    name = match.name(seat)
    return name if PLAIN.fullmatch(name) else visible_json(json_text(name))
