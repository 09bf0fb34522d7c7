"""What Tab offers in `play`: players, verbs, cards by code or name, and other values, from what is open.

All of it is worked out as the observer knows the match: whoever acts may know more.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from ludograph.cli.printing.text_completion import TextCompletion
from ludograph.cli.table.commands import COMMANDS, OTHER_NAMES
from ludograph.domain.entry.lookahead import possible_outcomes
from ludograph.domain.entry.observed_match import ObservedMatch
from ludograph.domain.kernel.cards import UNKNOWN, Deck
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE, Choice, Seat, verb_of
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.notation.parser import PLAY_SYNTAX as TYPED
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.tokens import LineToken, tokenize
from ludograph.domain.notation.values import PLAIN, ValueWriter, json_text
from ludograph.domain.notation.visible_text import visible_json

MOST: Final = 60
"""No more completions than this at a time."""


def line_completions(match: Match, observer: Observer, text: str) -> list[TextCompletion]:
    """How a line could go on from here, as an observer knows the match."""
    return list(islice(dict.fromkeys(_completions(ObservedMatch(match, observer), text)), MOST))


def answer_completions(parser: LineParser, possible: Sequence[str], text: str) -> list[TextCompletion]:
    """How an answer could go on; several outcomes may be given at once, and the last is completed."""
    done = _words_done(text)
    while done and (taken := parser.names.card(done)).known:
        done = done[taken.count :]
    return list(islice(_cards(parser.game.deck, possible, text, _from(done, text)), MOST))


def _words_done(text: str) -> list[LineToken]:
    """The words before the one under way."""
    words = [*tokenize(text).items]
    return words if not text or text[-1].isspace() else words[:-1]


def _completions(observed: ObservedMatch, text: str) -> Iterator[TextCompletion]:
    match = observed.match
    parser = LineParser(match.game, match.players, TYPED)
    words = tokenize(text).items
    ended = not text or text[-1].isspace()
    done, part = (words, "") if ended else (words[:-1], words[-1].text)
    head = parser.head(parser.tokens(text[: done[-1].stop] if done else ""))
    if not done:
        yield from _beginnings(observed, part)
    elif head.verb is not None:
        at = len(tokenize(text[: head.body.start]).items)
        seats = [head.seat] if head.seat is not None else _able(observed, head.verb)
        yield from _values(observed, parser, seats, head.verb, [*done[at:]], text)
    elif head.seat is not None:
        yield from _named(_verbs(observed, head.seat), part)
    else:
        yield from _after_command(match, done[0].text, part)
        yield from _beginnings(observed, text)


def _beginnings(observed: ObservedMatch, part: str) -> Iterator[TextCompletion]:
    """The first word: who can act, what the only one who can act may do, and commands."""
    match = observed.match
    found = observed.open
    seats = range(1, len(match.players) + 1)
    busy = [seat for seat, choices in found.items() if waited_for(choices)]
    if len(busy) == 1:
        yield from _named(_verbs(observed, busy[0]), part)
    yield from _named([(_player(match, seat), "") for seat in dict.fromkeys([*busy, *found, *seats])], part)
    yield from _named([(name, about.partition(": ")[2]) for name, about in COMMANDS.items()], part)


def _after_command(match: Match, command: str, part: str) -> Iterator[TextCompletion]:
    name = OTHER_NAMES.get(command.lstrip(":"), command.lstrip(":"))
    after: dict[str, Iterable[str]] = {
        "look": [*match.players, "table", "judge"],
        "help": [verb_of(action.__name__) for action in match.game.actions],
        "rules": match.game.rules,
    }
    yield from _named([(word, "") for word in after.get(name, ())], part)


def _verbs(observed: ObservedMatch, seat: Seat) -> list[tuple[str, str]]:
    """The verbs open to a seat, those that somebody waits for first."""
    choices = sorted(_choices(observed, seat), key=lambda choice: choice.idle)
    return [
        (verb_of(choice.action.__name__), (choice.action.__doc__ or "").partition("\n")[0].rstrip("."))
        for choice in choices
    ]


def _choices(observed: ObservedMatch, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat, as far as the observer can tell."""
    return observed.match.game.choices(observed.view, seat)


def _able(observed: ObservedMatch, verb: str) -> list[Seat]:
    seats = range(TABLE, len(observed.match.players) + 1)
    return [seat for seat in seats if any(verb_of(c.action.__name__) == verb for c in _choices(observed, seat))]


def _values(
    observed: ObservedMatch, parser: LineParser, seats: Sequence[Seat], verb: str, done: list[LineToken], text: str
) -> Iterator[TextCompletion]:
    """The values of the field that the line has come to, in the blocks that fit the fields before."""
    arrow = next((at for at, word in enumerate(done) if word.text == ">"), None)
    if arrow is not None:
        outcomes: list[str] = []
        before, done = text[: done[arrow].start], done[arrow + 1 :]
        while done and (taken := parser.names.card(done)).known:
            outcomes.append(taken.value)
            done = done[taken.count :]
        before = before[parser.head(parser.tokens(before)).body.start :]
        possible = _possible(observed, parser, (seats, verb, before), outcomes)
        yield from _cards(observed.match.game.deck, possible, text, _from(done, text))
        return
    for seat in seats:
        for choice in _choices(observed, seat):
            if verb_of(choice.action.__name__) == verb:
                yield from _block(observed.match, parser, choice, done, text)


def _possible(
    observed: ObservedMatch, parser: LineParser, entry: tuple[Sequence[Seat], str, str], outcomes: Sequence[str]
) -> Sequence[str]:
    """What could come after these outcomes of an entry; any card where nobody can make it, or it cannot be read."""
    seats, verb, fields = entry
    game = observed.match.game
    # What is wrong with the entry is told when it is entered; any card could come then.
    with suppress(Unreadable, UnicodeEncodeError):
        if seats:
            line = parser.action(seats[0], verb, parser.tokens(fields)).line
            return possible_outcomes(game, observed.view, seats[0], line.move(game, parser.reader), outcomes)
    return tuple(game.deck.by_code)


def _block(
    match: Match, parser: LineParser, choice: Choice, done: list[LineToken], text: str
) -> Iterator[TextCompletion]:
    writer = ValueWriter(match.players, unknown="??")
    for field in fields_of(choice.action):
        values = choice.values.get(field.name, ())
        if field.shape.kind == "list":
            yield from _entries(match, parser, field, values, done, text)
            return
        taken = parser.names.value(field.shape, done) if done else None
        if taken is None or not taken.known:
            yield from _of_shape(match, field.shape, _nameable(field, values), text, _from(done, text))
            return
        if not any(_same(writer.value(field.shape, value), taken.value, field, match) for value in values):
            return
        done = done[taken.count :]


def _same(value: Any, taken: Any, field: Field, match: Match) -> bool:
    if field.shape.kind == "seat":
        return bool(value == match.name(taken))
    return str(value) == str(taken) or field.shape.kind == "text"


def _entries(
    match: Match, parser: LineParser, field: Field, values: Sequence[Any], done: list[LineToken], text: str
) -> Iterator[TextCompletion]:
    """The next entry of a list: of all the lists that are open those that begin as the line does."""
    item = field.shape.item
    assert item is not None
    begun: list[str] = []
    while done and (taken := parser.names.value(item, done)).known:
        begun.append(str(taken.value))
        done = done[taken.count :]
    fitting = (value for value in values if [str(entry) for entry in value[: len(begun)]] == begun)
    following = dict.fromkeys(value[len(begun)] for value in fitting if len(value) > len(begun))
    yield from _of_shape(match, item, _nameable(field, list(following)), text, _from(done, text))


def _nameable(field: Field, values: Sequence[Any]) -> Sequence[Any]:
    """The values but for `??` where everybody will see what it is."""
    public = field.shape.holds_cards and field.secret is not None and "*" in field.secret.seen_by
    return [value for value in values if value != UNKNOWN] if public else values


def _of_shape(match: Match, shape: Shape, values: Sequence[Any], text: str, begin: int) -> Iterator[TextCompletion]:
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


def _cards(deck: Deck, codes: Iterable[str], text: str, begin: int) -> Iterator[TextCompletion]:
    """Cards by their code, or by any word of their name."""
    part = text[begin:].lstrip()
    wanted = part.casefold().replace("-", " ").removeprefix("the ").strip()
    for code in codes:
        name = deck.name(code) if code in deck.by_code else ""
        plain = name.casefold().removeprefix("the ")
        if code.casefold().startswith(wanted) or f" {plain}".find(f" {wanted}") >= 0:
            yield TextCompletion(code, len(part), name)


def _from(done: Sequence[LineToken], text: str) -> int:
    """Where the value under way begins: after the last word that is understood."""
    if done:
        return done[0].start
    return len(text) if not text or text[-1].isspace() else tokenize(text).items[-1].start


def _named(names: Iterable[tuple[str, str]], part: str) -> Iterator[TextCompletion]:
    bare = part.lstrip('":')
    for name, about in names:
        if name.strip('"').casefold().startswith(bare.casefold()):
            yield TextCompletion(name, len(bare) if part.startswith(":") else len(part), about)


def _player(match: Match, seat: Seat) -> str:
    name = match.name(seat)
    return name if PLAIN.fullmatch(name) else visible_json(json_text(name))
