"""What somebody types at a table, made into the strict text of a match file.

More is understood than a file may say: names of cards and players without hyphens or quotes, and a text without quotes
at the end of a line.
"""

import re
from collections.abc import Iterable, Sequence
from json import JSONDecodeError, loads
from typing import Final, NamedTuple

from domain.kernel.game import TABLE, Game, Seat
from domain.kernel.shapes import Shape, fields_of
from domain.notation.values import PLAIN, TABLE_NAME, Reader, Stranger, action_named, json_text, verbs

LONGEST_NAME: Final = 6
"""More words than this no card or player has in their name."""

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


class Word(NamedTuple):
    """A word of a line and where it begins."""

    text: str
    start: int


class Heard(NamedTuple):
    """A line as far as it is understood: who, if it says so, the verb, and where the rest begins."""

    seat: Seat | None
    verb: str | None
    rest: int


class Taken(NamedTuple):
    """A value: as strict text, and of how many words it was made; `known` where it is certain to be one."""

    text: str
    words: int
    known: bool = True


class Listener:
    """Understands lines for one match."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        self.game = game
        self.players = tuple(players)
        self._reader = Reader(game.deck, players)
        self._codes = _unlike(game.deck.by_code)
        self._verbs = {**game.synonyms, **{verb.casefold(): verb for verb in verbs(game)}}

    def hear(self, text: str) -> Heard:
        """Who does what, as far as a line tells."""
        found = words_of(text)
        name = self.seat(found)
        for used, seat in ((name.words, int(name.text)), (0, None)) if name.known else ((0, None),):
            verb = self._verbs.get(found[used].text.casefold()) if len(found) > used else None
            if verb is not None or (seat is not None and used == len(found)):
                end = used + (verb is not None)
                return Heard(seat, verb, found[end].start if end < len(found) else len(text))
        return Heard(None, None, 0)

    def seat(self, words: Sequence[Word]) -> Taken:
        """A player from the words at the beginning, as a seat number; the table is 0."""
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            name = _joined(words[:count])
            if name.casefold() == TABLE_NAME:
                return Taken(str(TABLE), count)
            try:
                return Taken(str(self._reader.seat(name)), count)
            except Stranger:
                continue
        return Taken("", 0, known=False)

    def card(self, words: Sequence[Word]) -> Taken:
        """A card from the words at the beginning, by its code or name: the longest name that is one."""
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            name = _joined(words[:count])
            code = self.game.deck.read(name) or self._codes.get(name.casefold())
            if code is not None:
                return Taken(code, count)
        return Taken("", 0, known=False)

    def value(self, shape: Shape, words: Sequence[Word]) -> Taken:
        """A single value; what is not understood is taken as it is, one word of it."""
        taken = Taken("", 0, known=False)
        if shape.kind == "card":
            taken = self.card(words)
        elif shape.kind == "seat":
            taken = self.seat(words)
        elif shape.kind == "either":
            taken = next((t for one in shape.shapes if (t := self.value(one, words)).known), taken)
        elif shape.kind in ("word", "flag"):
            taken = _one_of(shape.words or ("true", "false"), words[0].text)
        return taken if taken.known else Taken(words[0].text, 1, known=shape.kind in ("number", "text"))

    def strict(self, seat: Seat, verb: str, rest: str) -> str:
        """The whole line as a match file has it."""
        return " ".join([TABLE_NAME if seat == TABLE else str(seat), verb, *self._tokens(verb, rest)])

    def _tokens(self, verb: str, rest: str) -> list[str]:
        fields = fields_of(action_named(self.game, verb))
        left = words_of(rest)
        tokens: list[str] = []
        for field in fields:
            if field is fields[-1] and field.shape.kind == "text" and left and _runs_on(left, rest):
                return [*tokens, json_text(rest[left[0].start :].strip())]
            item = field.shape.item if field.shape.kind == "list" else None
            while left and left[0].text != ">" and not left[0].text.startswith("{"):
                taken = self.value(item or field.shape, left)
                if not taken.known and field is fields[-1] and item is None:
                    taken = _unknown(left)
                tokens.append(_quoted(taken.text))
                left = left[taken.words :]
                if item is None:
                    break
        return tokens + self._tail(left, rest)

    def _tail(self, left: list[Word], rest: str) -> list[str]:
        """What comes after the fields: words too many, outcomes, and an object to the end of the line."""
        extras = next((word.start for word in left if word.text.startswith("{")), len(rest))
        words = [word for word in left if word.start < extras]
        arrow = next((at for at, word in enumerate(words) if word.text == ">"), len(words))
        tokens = [word.text for word in words[: arrow + 1]] + self.outcomes(words[arrow + 1 :])
        return tokens + [rest[extras:].strip()] * (extras < len(rest))

    def outcomes(self, words: Sequence[Word]) -> list[str]:
        """Outcomes one by one: cards by code or name, numbers as they are."""
        found = []
        while words:
            taken = self.card(words)
            taken = taken if taken.known else Taken(words[0].text, 1)
            found.append(taken.text)
            words = words[taken.words :]
        return found


def words_of(text: str) -> list[Word]:
    """The words of a line; a text in quotes is one."""
    return [Word(match[0], match.start()) for match in _WORD.finditer(text)]


def _runs_on(words: Sequence[Word], rest: str) -> bool:
    """Whether a text without quotes begins here, which goes to the end of the line whatever stands in it."""
    if _quoted_text(words[0].text) is not None:
        return len(words) > 1 and not _ends_fields(words[1], rest)
    return not _ends_fields(words[0], rest)


def _ends_fields(word: Word, rest: str) -> bool:
    """Whether outcomes or an object to the end of the line begin here."""
    if not word.text.startswith("{"):
        return word.text == ">"
    try:
        return isinstance(loads(rest[word.start :]), dict)
    except (ValueError, RecursionError):  # a number or a nest of brackets may be too much to read
        return False


def _quoted_text(word: str) -> str | None:
    """The text that a word in quotes stands for; None where it is no such thing."""
    try:
        return str(loads(word)) if word.startswith('"') else None
    except JSONDecodeError:
        return None


def _joined(words: Sequence[Word]) -> str:
    if len(words) == 1 and (text := _quoted_text(words[0].text)) is not None:
        return text
    return " ".join(word.text for word in words)


def _unlike(codes: Iterable[str]) -> dict[str, str]:
    """Codes by their small letters, but for those that only their capitals tell apart."""
    small = [code.casefold() for code in codes]
    return {plain: code for plain, code in zip(small, codes, strict=True) if small.count(plain) == 1}


def _one_of(known: Sequence[str], word: str) -> Taken:
    found = next((one for one in known if one.casefold() == word.casefold()), None)
    return Taken("", 0, known=False) if found is None else Taken(found, 1)


def _unknown(words: Sequence[Word]) -> Taken:
    """All words up to the outcomes as one, so that a message can show what names nothing."""
    count = next((at for at, word in enumerate(words) if word.text == ">" or word.text.startswith("{")), len(words))
    return Taken(_joined(words[:count]), count, known=False)


def _quoted(text: str) -> str:
    """A value as a token of a file."""
    return text if text.startswith('"') or PLAIN.fullmatch(text) else json_text(text)
