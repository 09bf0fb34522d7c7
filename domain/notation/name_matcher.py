"""What tokens name in a match: cards, players, verbs and other words, however they are spelled.

Case does not matter where it tells nothing apart, suits come in any order, names need neither hyphens nor quotes. Where
words may be abbreviated, their beginning is enough.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN, Deck
from ludograph.domain.kernel.game import TABLE, Game, Seat
from ludograph.domain.kernel.shapes import Shape
from ludograph.domain.notation.limits import NAME_WORDS
from ludograph.domain.notation.names import folded
from ludograph.domain.notation.tokens import LineToken, token_value
from ludograph.domain.notation.values import TABLE_NAME, verbs

_VERB_WORDS: Final = 2
"""More words than this no verb has."""
_DIGITS: Final = 18
"""A longer number is left as it stands: no game has so much of anything."""


class ParsedValue(Struct, frozen=True):
    """A value as a file would have it, and how many tokens it takes; `known` where it is certain to be one."""

    value: Any
    count: int
    known: bool = True


NO_VALUE: Final = ParsedValue("", 0, known=False)


class NameMatcher:
    """Matches tokens with the names of one match: of its game, its deck and its players."""

    def __init__(self, game: Game, players: Sequence[str], *, abbreviated: bool = False) -> None:
        self.game = game
        self.abbreviated = abbreviated
        """Whether the beginning of a word is enough."""
        self.players = tuple(players)
        self._codes = _loose_codes(game.deck)
        self._suits = {name.casefold(): letter for letter, name in game.deck.suit_names.items()}
        self._longest = max(len(face.name.split()) for face in game.deck.faces)
        names = list(enumerate(players, start=1))
        self._seats = {folded(name): seat for seat, name in names} | {name.casefold(): seat for seat, name in names}
        self._verbs = {**game.synonyms, **{verb.casefold(): verb for verb in verbs(game)}}

    def verb(self, tokens: Sequence[LineToken], at: int) -> ParsedValue:
        """The verb that is spelled in full here, or has that as a synonym: `put_in`, `put-in` or `put in`."""
        for count, name in _names(tokens, at, _VERB_WORDS):
            verb = self._verbs.get(_plain_verb(name))
            if verb is not None:
                return ParsedValue(verb, count)
        return NO_VALUE

    def verbs_starting_with(self, word: str) -> tuple[str, ...]:
        """The verbs that begin so, and then those with a synonym that does."""
        begun = _plain_verb(word)
        own = [verb for verb in verbs(self.game) if verb.casefold().startswith(begun)]
        others = [verb for spelled, verb in self._verbs.items() if spelled.startswith(begun)]
        return tuple(dict.fromkeys([*own, *others]))

    def seats(self, tokens: Sequence[LineToken], at: int = 0) -> Iterator[ParsedValue]:
        """Every seat that the tokens from here can name, by the longest name first; the table is 0."""
        for count, name in _names(tokens, at, NAME_WORDS):
            seat = TABLE if name.casefold() == TABLE_NAME else self._seat(name)
            if seat is not None:
                yield ParsedValue(seat, count)

    def seats_begun(self, token: LineToken) -> Iterator[ParsedValue]:
        """The only player whose name begins so, where that is enough."""
        begun = [
            seat for seat, name in enumerate(self.players, start=1) if name.casefold().startswith(token.text.casefold())
        ]
        if self.abbreviated and token.kind == "plain" and len(begun) == 1:
            yield ParsedValue(begun[0], 1)

    def _seat(self, name: str) -> Seat | None:
        if is_whole_number(name):
            return int(name) if 1 <= int(name) <= len(self.players) else None
        return self._seats.get(name.casefold()) or self._seats.get(folded(name))

    def card(self, tokens: Sequence[LineToken], at: int = 0) -> ParsedValue:
        """A card from the tokens here, by its code or the longest name that is one."""
        for count, name in _names(tokens, at, self._longest):
            code = self.game.deck.read(name) or self._codes.get(name.casefold())
            if code is not None:
                return ParsedValue(code, count)
        return NO_VALUE

    def outcomes(self, tokens: Sequence[LineToken]) -> list[str]:
        """Outcomes one by one: cards by code or name, numbers and what is not understood as they stand."""
        found: list[str] = []
        at = 0
        while at < len(tokens):
            taken = self.card(tokens, at)
            found.append(taken.value if taken.known else token_value(tokens[at]))
            at += max(taken.count, 1)
        return found

    def value(self, shape: Shape, tokens: Sequence[LineToken], at: int = 0) -> ParsedValue:
        """A single value; what is not understood is taken as it is, one token of it."""
        return next(self.values(shape, tokens, at))

    def values(self, shape: Shape, tokens: Sequence[LineToken], at: int = 0) -> Iterator[ParsedValue]:
        """Every single value that the tokens from here can be; else the first token as it is."""
        found = False
        for taken in self._known(shape, tokens, at):
            found = True
            yield taken
        if not found:
            raw = token_value(tokens[at])
            yield ParsedValue(raw, 1, known=shape.kind == "text" or raw == UNKNOWN)

    def _known(self, shape: Shape, tokens: Sequence[LineToken], at: int) -> Iterator[ParsedValue]:
        if shape.kind == "card":
            taken = self.card(tokens, at)
            yield from (taken,) * taken.known
        elif shape.kind == "seat":
            named = [taken for taken in self.seats(tokens, at) if taken.value != TABLE]
            yield from named or self.seats_begun(tokens[at])
        elif shape.kind == "either":
            yield from (taken for one in shape.shapes for taken in self._known(one, tokens, at))
        elif tokens[at].kind == "plain":
            value = _simple(shape, self._suits.get(tokens[at].text.casefold(), tokens[at].text), self.abbreviated)
            yield from (ParsedValue(value, 1),) * (value is not None)


def _simple(shape: Shape, word: str, abbreviated: bool) -> object | None:
    """A number, a flag or one of a few words; None where it is none."""
    if shape.kind == "number":
        return int(word) if is_whole_number(word) else None
    if shape.kind == "flag":
        return {"true": True, "yes": True, "false": False, "no": False}.get(word.casefold())
    if shape.kind == "word":
        word = word.casefold()
        exact = [one for one in shape.words if one.casefold() == word]
        found = exact or [one for one in shape.words if abbreviated and _is_short_for(word, one.casefold())]
        return found[0] if len(found) == 1 else None
    return None


def _is_short_for(word: str, name: str) -> bool:
    """Whether a word is the beginning of a name, or its numbers alone: `r4`, or `41` for `r4c1`."""
    return name.startswith(word) or (word.isdigit() and word == "".join(filter(str.isdigit, name)))


def is_whole_number(word: str) -> bool:
    """Whether a word is a whole number of a size that a game can have."""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS


def _names(tokens: Sequence[LineToken], at: int, most: int) -> Iterator[tuple[int, str]]:
    """The tokens from here as a name, the longest first; a text in quotes is one alone."""
    if at < len(tokens) and tokens[at].kind == "quoted":
        yield 1, token_value(tokens[at])
        return
    count = 0
    while count < most and at + count < len(tokens) and tokens[at + count].kind == "plain":
        count += 1
    for taken in range(count, 0, -1):
        yield taken, " ".join(token.text for token in tokens[at : at + taken])


def _loose_codes(deck: Deck) -> dict[str, str]:
    """Codes by their small letters with the suits in any order, but for what tells no card alone."""
    spelled: dict[str, set[str]] = {}
    for face in deck.faces:
        for suits in permutations(face.suits):
            spelled.setdefault(f"{face.rank}{''.join(suits)}".casefold(), set()).add(face.code)
        spelled.setdefault(face.code.casefold(), set()).add(face.code)
    return {code: cards.pop() for code, cards in spelled.items() if len(cards) == 1}


def _plain_verb(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")
