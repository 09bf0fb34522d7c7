"""The fields of an action in a line: every way in which its tokens can be their values, and the one that is meant.

A name may be one token or several, and a card may be what is said: so all ways are tried, and where two fit it is told.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.name_matcher import NameMatcher, ParsedValue, is_whole_number
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.tokens import LineToken, TokenizedLine, token_value
from ludograph.domain.notation.values import action_named


class Syntax(Struct, frozen=True):
    """How a line is written.

    `abbreviated`: `;` divides actions, outcomes need no `>`, and the beginning of a word is enough. `unquoted_text`: a
    text without quotes takes all that follows.
    """

    abbreviated: bool = False
    unquoted_text: bool = False


class FieldReading(NamedTuple):
    """Values under the names of fields, and the token after them; `exact` if each is one token, `known` if certain."""

    values: dict[str, Any]
    stop: int
    exact: bool = True
    known: bool = True


class FieldParser:
    """Parses the values of actions in one match."""

    def __init__(self, game: Game, names: NameMatcher, syntax: Syntax) -> None:
        self.game = game
        self.names = names
        self.syntax = syntax

    def certain(self, verb: str, tokens: TokenizedLine, silent: Container[str] = ()) -> FieldReading | None:
        """What stands up to the end of the action as values of a verb; None where it is not certain to be.

        Fields that are `silent` are not written there.
        """
        whole = self._whole(self._readings(verb, tokens, silent), tokens)
        return whole[0] if len(whole) == 1 else None

    def chosen(self, verb: str, tokens: TokenizedLine, silent: Container[str] = ()) -> FieldReading:
        """The one way in which all tokens can be read; the first where there is none. `Unreadable` where two differ."""
        found = list(self._readings(verb, tokens, silent))
        whole = self._whole(found, tokens)
        exact = [one for one in whole if one.exact]
        if len(whole) > 1 and len(exact) != 1:
            ways = listed([cut(" ".join(map(str, one.values.values()))) for one in whole])
            why = f"This can be meant in several ways: {ways}. Put names in quotes."
            raise Unreadable(why, tokens.items[0].start + 1)
        return (exact or whole or found)[0]

    def has_bare_outcomes(self, reading: FieldReading, tokens: TokenizedLine) -> bool:
        """Whether outcomes follow without a `>`: behind values a card, for a number may be one too many."""
        behind = tokens.items[reading.stop :][:1]
        card = not reading.values or (behind and not is_whole_number(behind[0].text))
        return self.syntax.abbreviated and reading.known and bool(card) and self._are_outcomes(tokens, reading.stop)

    def _whole(self, readings: Iterable[FieldReading], tokens: TokenizedLine) -> list[FieldReading]:
        """The readings that are certain and leave nothing but outcomes, one for each set of values."""
        whole = {}
        for one in readings:
            if one.known and (tokens.is_end(one.stop) or self.has_bare_outcomes(one, tokens)):
                whole[str(one.values)] = one
        return list(whole.values())

    def _readings(self, verb: str, tokens: TokenizedLine, silent: Container[str]) -> Iterator[FieldReading]:
        written = [field for field in fields_of(action_named(self.game, verb)) if field.name not in silent]
        return self._continued(written, FieldReading({}, 0), tokens)

    def _continued(
        self, fields: Sequence[Field], so_far: FieldReading, tokens: TokenizedLine
    ) -> Iterator[FieldReading]:
        """Each way to go on with these fields."""
        at = so_far.stop
        if not fields or (self._ends_text(tokens, at) if fields[0].shape.kind == "text" else tokens.is_end(at)):
            silent = {field.name: "" for field in fields if field.required and field.shape.kind == "text"}
            yield so_far._replace(values=so_far.values | silent) if self.syntax.abbreviated else so_far
            return
        field, *others = fields
        for taken in self._values(field, others, tokens, at):
            exact = so_far.exact and (taken.count == 1 or field.shape.kind in ("list", "text"))
            values = so_far.values | {field.name: taken.value}
            reading = FieldReading(values, at + taken.count, exact, so_far.known and taken.known)
            yield from self._continued(others, reading, tokens)

    def _values(self, field: Field, others: Sequence[Field], tokens: TokenizedLine, at: int) -> Iterator[ParsedValue]:
        """Each value that the next tokens can be for a field with these behind it."""
        kind = field.shape.kind
        if kind == "card" and self.syntax.abbreviated and self._has_text_behind_card(others, tokens, at):
            yield self._card_before_text(field, tokens.items, at)
        elif kind == "list":
            yield self._list(field.shape, tokens, at)
        elif kind == "text" and not others:
            yield self._text(tokens, at)
        else:
            for taken in self.names.values(field.shape, tokens.items, at):
                yield taken if taken.known or others else _together(tokens, at)

    def _list(self, shape: Shape, tokens: TokenizedLine, at: int) -> ParsedValue:
        """All entries that follow."""
        assert shape.item is not None
        begin, known = at, True
        entries = []
        while not tokens.is_end(at):
            taken = self.names.value(shape.item, tokens.items, at)
            entries.append(taken.value)
            at, known = at + taken.count, known and taken.known
        return ParsedValue(entries, at - begin, known)

    # Texts, and cards before them

    def _has_text_behind_card(self, others: Sequence[Field], tokens: TokenizedLine, at: int) -> bool:
        """Whether something is said after the card that may stand here."""
        if not others or others[0].shape.kind != "text":
            return False
        return not self._ends_text(tokens, at + max(self.names.card(tokens.items, at).count, 1))

    def _card_before_text(self, field: Field, tokens: Sequence[LineToken], at: int) -> ParsedValue:
        """A card with what is said after it: its code or `??`; whoever did not see it need not write that.

        Raises `Unreadable` where a card may be meant, or what is said: `as you wish`.
        """
        taken = self.names.card(tokens, at)
        word = tokens[at].text
        exact = self.game.deck.read(token_value(tokens[at])) is not None and not _begins_sentence(tokens, at)
        certain = exact or not _is_word(word)
        if taken.known and (certain or taken.count > 1):
            return taken
        if taken.known:
            name = self.game.deck.name(taken.value)
            raise Unreadable(
                f"`{word}` may be {name}, or what is said: put what is said behind the card in quotes "
                f'(`{taken.value} "..."`), or write ?? before it.',
                tokens[at].start + 1,
            )
        hidden = field.secret is not None and "*" not in field.secret.seen_by
        return ParsedValue(UNKNOWN, 0) if hidden else ParsedValue(token_value(tokens[at]), 1, known=False)

    def _text(self, tokens: TokenizedLine, at: int) -> ParsedValue:
        """What somebody says: a text in quotes, or all up to outcomes or the end of the line."""
        items, first = tokens.items, tokens.items[at]
        if first.kind == "quoted" and (not self.syntax.unquoted_text or self._ends_text(tokens, at + 1)):
            return ParsedValue(token_value(first), 1)
        stop = len(items) if self.syntax.unquoted_text else self._text_end(tokens, at)
        end = len(tokens.text.rstrip()) if stop == len(items) else items[stop - 1].stop
        return ParsedValue(tokens.text[first.start : end], stop - at)

    def _ends_text(self, tokens: TokenizedLine, at: int) -> bool:
        """Whether no text begins or goes on here; `>:(` may be said, and `{` too where texts take all."""
        if not tokens.is_end(at):
            return False
        kind = tokens.items[at].kind if at < len(tokens.items) else "end"
        if kind == "arrow":
            attached = tokens.items[at + 1 :] and tokens.items[at + 1].start == tokens.items[at].stop
            return not attached or self._are_outcomes(tokens, at + 1)
        return kind != "object" or not self.syntax.unquoted_text or _is_object(tokens.items[at])

    def _text_end(self, tokens: TokenizedLine, at: int) -> int:
        """Where outcomes or an object end a text without quotes."""
        items = tokens.items
        stop = len(items) - (items[-1].kind == "object")
        arrow = next((place for place in range(stop - 1, at, -1) if items[place].kind == "arrow"), stop)
        return arrow if self._are_outcomes(tokens, arrow + 1) else stop

    def _are_outcomes(self, tokens: TokenizedLine, at: int) -> bool:
        """Whether what follows, up to the end of the action, is cards and numbers and nothing else."""
        begin = at
        while not tokens.is_end(at):
            taken = self.names.card(tokens.items, at)
            if not taken.known and not is_whole_number(tokens.items[at].text):
                return False
            at += max(taken.count, 1)
        return at > begin


SPOKEN: Final = frozenset({"As", "Ah"})
"""Codes of cards that are words with which people begin to speak."""


def _is_word(text: str) -> bool:
    """Whether somebody may say this: a code such as `qs` has no vowel, and `as` has."""
    return text.isalpha() and not set("aeiouy").isdisjoint(text.casefold())


def _begins_sentence(tokens: Sequence[LineToken], at: int) -> bool:
    """Whether somebody begins to speak with a word that is a code of a card as well: `As you like`, `Ah yes`."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return tokens[at].text in SPOKEN and after is not None and after.kind == "plain" and after.text[:1].islower()


def _is_object(token: LineToken) -> bool:
    try:
        load_object(token.text)
    except Unreadable:
        return False
    return True


def _together(tokens: TokenizedLine, at: int) -> ParsedValue:
    """All tokens up to the outcomes as one that is not understood, so that a message can show what names nothing."""
    stop = tokens.end(at)
    words = tokens.items[at:stop]
    text = " ".join(word.text for word in words) if len(words) > 1 else token_value(words[0])
    return ParsedValue(text, stop - at, known=False)
