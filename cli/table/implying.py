"""What values can be meant as where no verb stands before them: `9MS`, `12`, `r2c1`, or a card that is turned up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cli.table.possible import next_outcomes
from domain.kernel.conceal import Observer
from domain.kernel.game import Choice, Seat, verb_of
from domain.kernel.shapes import Field, fields_of
from domain.notation.listening import Listener
from domain.records.match import Match, waited_for


class Sight(NamedTuple):
    """A match, and its state as the eyes at the screen know it, after a step or the last."""

    match: Match
    view: Any
    past: bool = False
    """Whether more was played since."""

    @classmethod
    def of(cls, match: Match, observer: Observer, at: int | None = None) -> "Sight":
        """What an observer sees of a match."""
        return cls(match, match.view(observer, at), at is not None)

    def open(self) -> dict[Seat, tuple[Choice, ...]]:
        """What is open to each seat, as far as these eyes can tell."""
        return self.match.open_to(self.view)

    def able(self, verb: str) -> list[Seat]:
        """Who can do this now."""
        return [seat for seat, choices in self.open().items() if any(verb_in(one) == verb for one in choices)]

    def waited(self) -> list[Seat]:
        """Whom somebody waits for."""
        return [seat for seat, choices in self.open().items() if waited_for(choices)]


class Way(NamedTuple):
    """An action that values alone can be meant as, where they begin, and whether it could be done with them now."""

    seat: Seat
    verb: str
    begin: int
    legal: bool


def ways(sight: Sight, listener: Listener, text: str, begin: int, only: Seat | None) -> Iterator[Way]:
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


def _fits(sight: Sight, listener: Listener, seat: Seat, choice: Choice, text: str, begin: int) -> bool | None:
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


def _is_open(listener: Listener, choice: Choice, fields: Sequence[Field], raw: Mapping[str, Any]) -> bool:
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


def verb_in(choice: Choice) -> str:
    """The verb of a block of choices."""
    return verb_of(choice.action.__name__)
