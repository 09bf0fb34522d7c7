"""Reads a line of text, as a match file has it or as somebody types it: who does what, with which outcomes.

What a file says in its strict form means the same here. Beyond it, spelling is free as `spelling` says; what can be
read in two ways is told, never guessed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import OutcomeWord as Outcome
from ludograph.domain.kernel.game import Game, Seat
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.lines import NOTES, Line, checked_line
from ludograph.domain.notation.spellings import Spelling, Taken, is_whole_number
from ludograph.domain.notation.strict_json import InvalidValue, NoJson, Unreadable, load_object
from ludograph.domain.notation.tokens import Word, check_words, plain, words_of
from ludograph.domain.notation.values import SURPLUS, TABLE_NAME, Reader, action_named

_BEGINNING: Final = limits.NAME_WORDS + 2
"""As many words may it take to say who does what."""


class Manner(Struct, frozen=True):
    """How a line is written.

    `short`: `;` divides actions, outcomes need no `>`, and the beginning of a word is enough. `talks`: a text without
    quotes takes all that follows.
    """

    short: bool = False
    talks: bool = False


FILE: Final = Manner()
"""A line of a match file."""
ENTRY: Final = Manner(short=True)
"""An argument of the command line, or a line of a script."""
TABLE: Final = Manner(short=True, talks=True)
"""What is typed in `play`, where outcomes are asked for."""


class LineBeginning(Struct, frozen=True):
    """How a line begins: who, if it says so; the verbs that can be meant; and where the rest begins.

    `full`: whether the verb is there in full.
    """

    seat: Seat | None
    verbs: tuple[str, ...]
    rest: int
    full: bool = False

    @property
    def verb(self) -> str | None:
        """The verb, where there is but one."""
        return self.verbs[0] if len(self.verbs) == 1 else None


class FieldReading(NamedTuple):
    """Values under the names of fields, and the word after them; `exact` if each is one word, `known` if certain."""

    values: dict[str, Any]
    stop: int
    exact: bool = True
    known: bool = True


class LineReader:
    """Reads lines of one match that are written in one manner."""

    def __init__(self, game: Game, players: Sequence[str], manner: Manner = FILE) -> None:
        self.game = game
        self.players = tuple(players)
        self.manner = manner
        self.spelling = Spelling(game, players, short=manner.short)
        self._several = manner.short and not any(mark in name for name in players for mark in ";,")
        self.reader = Reader(game.deck, players)

    def words(self, text: str, start: int = 0, most: int | None = None) -> list[Word]:
        """The words of a line from a place on."""
        return words_of(text, start, most=most, several=self._several)

    # Who does what

    def hear(self, text: str, start: int = 0) -> LineBeginning:
        """Who does what, as far as a line tells; a verb in full goes before the beginning of one."""
        words = self.words(text, start, _BEGINNING)
        named = list(self.spelling.seats(words))
        found = full = self._in_full(words, named)
        if not found and self.manner.short:
            found = self._begun(words, named)
        if not found and named:
            found = [(named[0].value, (), named[0].words)]
        heard = [LineBeginning(seat, verbs, _start(words, at, text), bool(full)) for seat, verbs, at in found]
        if len(heard) > 1:
            heard = [one for one in heard if one.verb and self.reading(one.verb, text, one.rest)] or heard
        return heard[-1] if heard else LineBeginning(None, (), start)

    def _in_full(self, words: Sequence[Word], named: Sequence[Taken]) -> list[tuple[Seat | None, tuple[str, ...], int]]:
        """Each way in which a line names a player and a verb, the longest name first; else a verb alone."""
        found: list[tuple[Seat | None, tuple[str, ...], int]] = []
        for name in named:
            if (verb := self.spelling.verb(words, name.words)).known:
                found += [(name.value, (verb.value,), name.words + verb.words)]
        if not found and (verb := self.spelling.verb(words, 0)).known:
            found.append((None, (verb.value,), verb.words))
        return found

    def _begun(self, words: Sequence[Word], named: Sequence[Taken]) -> list[tuple[Seat | None, tuple[str, ...], int]]:
        """Each way in which a line names a player and begins a verb; a player's name that stands alone is no verb."""
        found: list[tuple[Seat | None, tuple[str, ...], int]] = []
        for at, seat in [*((name.words, name.value) for name in named), (0, None)]:
            if at < len(words) and words[at].kind == "plain" and not (found and seat is None):
                verbs = self.spelling.verbs_begun(words[at].text)
                alone = seat is None and any(name.words == len(words) for name in named)
                found += [(seat, verbs, at + 1)] if verbs and not alone else []
        return found

    # What it says

    def line(self, seat: Seat, verb: str, text: str, rest: int, *, notes: bool = False) -> tuple[Line, int]:
        """The action whose fields begin at `rest`, and where the line goes on after it.

        `notes`: whether remarks may stand there with who may read them. Raises `Unreadable`.
        """
        words = self.words(text, rest, limits.WORDS + 1)
        if not self.manner.talks:
            check_words(words)
        reading = self._chosen(verb, text, words)
        fields, drawn, at = self._outcomes(words, reading)
        extras: dict[str, Any] = {"drawn": drawn} if drawn else {}
        if at < len(words) and words[at].kind == "object":
            extras, at = _extras(words[at], notes) | extras, at + 1
        try:
            line = checked_line(self.game, self.reader, seat or TABLE_NAME, verb, fields, extras)
        except InvalidValue as wrong:
            raise Unreadable(str(wrong), (words[at - 1].start if at else rest) + 1) from wrong
        return line, words[at].stop if at < len(words) else len(text)

    def reading(self, verb: str, text: str, rest: int) -> FieldReading | None:
        """What stands from here to the end of the action as values of a verb; None where it is not certain to be."""
        words = self.words(text, rest, limits.WORDS)
        found = {str(one.values): one for one in self._readings(verb, text, words) if self._whole(one, words)}
        return next(iter(found.values())) if len(found) == 1 else None

    def _chosen(self, verb: str, text: str, words: Sequence[Word]) -> FieldReading:
        """The one way in which all words can be read; the first where there is none. `Unreadable` where two differ."""
        found = list(self._readings(verb, text, words))
        whole = {str(one.values): one for one in found if self._whole(one, words)}
        exact = [one for one in whole.values() if one.exact]
        if len(whole) > 1 and len(exact) != 1:
            ways = listed([cut(" ".join(map(str, one.values.values()))) for one in whole.values()])
            raise Unreadable(f"This can be meant in several ways: {ways}. Put names in quotes.", words[0].start + 1)
        return (exact or list(whole.values()) or found)[0]

    def _whole(self, reading: FieldReading, words: Sequence[Word]) -> bool:
        """Whether a reading is certain and leaves nothing but outcomes."""
        return reading.known and (_ends(words, reading.stop) or self._draws(words, reading))

    def _draws(self, words: Sequence[Word], reading: FieldReading) -> bool:
        """Whether outcomes follow without a `>`: behind values a card, for a number may be one too many."""
        behind = words[reading.stop :][:1]
        card = not reading.values or (behind and not is_whole_number(behind[0].text))
        return self.manner.short and reading.known and bool(card) and self._are_outcomes(words, reading.stop)

    def _readings(self, verb: str, text: str, words: Sequence[Word]) -> Iterator[FieldReading]:
        return self._read(fields_of(action_named(self.game, verb)), FieldReading({}, 0), text, words)

    def _read(
        self, fields: Sequence[Field], so_far: FieldReading, text: str, words: Sequence[Word]
    ) -> Iterator[FieldReading]:
        """Each way to go on with these fields."""
        at = so_far.stop
        if not fields or (self._ends_text(words, at) if fields[0].shape.kind == "text" else _ends(words, at)):
            silent = {field.name: "" for field in fields if field.required and field.shape.kind == "text"}
            yield so_far._replace(values=so_far.values | silent) if self.manner.short else so_far
            return
        field, *others = fields
        if self.manner.short and field.shape.kind == "card" and self._is_said(others, words, at):
            found: Iterable[Taken] = [self._before_text(field, words, at)]
        else:
            found = self._values(field.shape, text, words, at, last=not others)
        for taken in found:
            exact = so_far.exact and (taken.words == 1 or field.shape.kind in ("list", "text"))
            values = so_far.values | {field.name: taken.value}
            known = so_far.known and taken.known
            yield from self._read(others, FieldReading(values, at + taken.words, exact, known), text, words)

    def _is_said(self, others: Sequence[Field], words: Sequence[Word], at: int) -> bool:
        """Whether something is said after the card that may stand here."""
        behind = at + max(self.spelling.card(words, at).words, 1)
        return bool(others) and others[0].shape.kind == "text" and not self._ends_text(words, behind)

    def _before_text(self, field: Field, words: Sequence[Word], at: int) -> Taken:
        """A card with what is said after it: its code or `??`; whoever did not see it need not write that.

        Raises `Unreadable` where a card may be meant, or what is said: `as you wish`.
        """
        taken = self.spelling.card(words, at)
        certain = self.game.deck.read(plain(words[at])) is not None or not words[at].text.isalpha()
        if taken.known and (certain or taken.words > 1):
            return taken
        if taken.known:
            word, name = words[at].text, self.game.deck.name(taken.value)
            raise Unreadable(
                f"`{word}` may be {name}, or what is said: write {taken.value} for the card, or ?? before the text.",
                words[at].start + 1,
            )
        hidden = field.secret is not None and "*" not in field.secret.seen_by
        return Taken(UNKNOWN, 0) if hidden else Taken(plain(words[at]), 1, known=False)

    def _values(self, shape: Shape, text: str, words: Sequence[Word], at: int, *, last: bool) -> Iterator[Taken]:
        """Each value that the next words can be for a field."""
        if shape.kind == "list":
            yield self._list(shape, words, at)
        elif shape.kind == "text" and last:
            yield self._text(text, words, at)
        else:
            for taken in self.spelling.values(shape, words, at):
                yield taken if taken.known or not last else _together(words, at)

    def _list(self, shape: Shape, words: Sequence[Word], at: int) -> Taken:
        """All entries that follow."""
        assert shape.item is not None
        begin, known = at, True
        entries = []
        while not _ends(words, at):
            taken = self.spelling.value(shape.item, words, at)
            entries.append(taken.value)
            at, known = at + taken.words, known and taken.known
        return Taken(entries, at - begin, known)

    # Texts

    def _text(self, text: str, words: Sequence[Word], at: int) -> Taken:
        """What somebody says: a text in quotes, or all up to outcomes or the end of the line."""
        first = words[at]
        if first.kind == "quoted" and (not self.manner.talks or self._ends_text(words, at + 1)):
            return Taken(plain(first), 1)
        stop = len(words) if self.manner.talks else self._tail(words, at)
        end = len(text.rstrip()) if stop == len(words) else words[stop - 1].stop
        return Taken(text[first.start : end], stop - at)

    def _ends_text(self, words: Sequence[Word], at: int) -> bool:
        """Whether no text begins or goes on here; `>:(` may be said, and `{` too where texts take all."""
        if _ends(words, at) and words[at:] and words[at].kind == "arrow":
            attached = words[at + 1 :] and words[at + 1].start == words[at].stop
            return not attached or self._are_outcomes(words, at + 1)
        if _ends(words, at) and words[at:] and words[at].kind == "object" and self.manner.talks:
            return _is_object(words[at])
        return _ends(words, at)

    def _tail(self, words: Sequence[Word], at: int) -> int:
        """Where outcomes or an object end a text without quotes."""
        stop = len(words) - (words[-1].kind == "object")
        arrow = next((place for place in range(stop - 1, at, -1) if words[place].kind == "arrow"), stop)
        return arrow if self._are_outcomes(words, arrow + 1) else stop

    # Outcomes

    def outcomes(self, words: Sequence[Word]) -> list[str]:
        """Outcomes one by one: cards by code or name, numbers as they are."""
        found: list[str] = []
        at = 0
        while at < len(words):
            taken = self.spelling.card(words, at)
            found.append(taken.value if taken.known else plain(words[at]))
            at += max(taken.words, 1)
        return found

    def _outcomes(self, words: Sequence[Word], reading: FieldReading) -> tuple[dict[str, Any], list[Any], int]:
        """The fields, with words too many; the outcomes, with or without a `>`; and the word behind all of them."""
        fields, drawn, at = reading.values, [], reading.stop
        behind = _behind(words, at)
        if self._draws(words, reading):
            drawn = self.outcomes(words[at:behind])
        elif at < behind:
            fields = fields | {SURPLUS: [plain(word) for word in words[at:behind]]}
        if behind < len(words) and words[behind].kind == "arrow" and not drawn:
            at, behind = behind + 1, _behind(words, behind + 1)
            drawn = self.outcomes(words[at:behind])
        if behind < len(words) and words[behind].kind == "arrow":
            raise Unreadable("One > stands in a line, before all of its outcomes.", words[behind].start + 1)
        return fields, [Outcome(one) for one in drawn], behind

    def _are_outcomes(self, words: Sequence[Word], at: int) -> bool:
        """Whether what follows, up to the end of the action, is cards and numbers and nothing else."""
        begin = at
        while not _ends(words, at):
            taken = self.spelling.card(words, at)
            if not taken.known and not is_whole_number(words[at].text):
                return False
            at += max(taken.words, 1)
        return at > begin


def from_text(listener: LineReader, text: str, *, notes: bool = False) -> Line:
    """A line of a file from `player verb fields... [> outcomes] [{...}]`. Raises `Unreadable`.

    `notes`: whether remarks may stand there with who may read them.
    """
    heard = listener.hear(text)
    if heard.seat is None or heard.verb is None:
        raise unheard(listener, text, heard)
    return listener.line(heard.seat, heard.verb, text, heard.rest, notes=notes)[0]


def unheard(listener: LineReader, text: str, heard: LineBeginning, start: int = 0) -> Unreadable:
    """What to say of a line that does not begin with a player and a verb."""
    words = listener.words(text, start, limits.WORDS + 1)
    check_words(words)
    behind = _behind(words, 0)
    name = next(listener.spelling.seats(words), Taken(None, 1))
    if not name.words < len(words) - (words[-1:] != [] and words[-1].kind == "object"):
        return Unreadable("An action is written as: player, verb, fields.", 1)
    if behind <= name.words:
        return Unreadable("Before the > stand a player and a verb: Ann flip > 8YK.", words[behind].start + 1)
    verb = words[name.words]
    if heard.verbs and heard.seat is not None:
        return Unreadable(ambiguous(verb.text, heard.verbs), verb.start + 1)
    seat = plain(words[0]) if name.value is None else name.value or TABLE_NAME
    try:
        checked_line(listener.game, listener.reader, seat, plain(verb), {}, {})
    except InvalidValue as wrong:
        return Unreadable(str(wrong), verb.start + 1 if wrong.key == "do" else 1)
    return Unreadable("An action is written as: player, verb, fields.", 1)


def ambiguous(word: str, verbs: Sequence[str]) -> str:
    """What to say of the beginning of several verbs."""
    return f"`{word}` may be {listed(verbs, last='or')}: write more of it."


def _extras(word: Word, notes: bool) -> dict[str, Any]:
    """What an object at the end of a line says. Raises `Unreadable`."""
    try:
        extras = load_object(word.text)
    except NoJson as wrong:
        raise Unreadable(f"This is not JSON: {cut(word.text)}.", word.start + 1) from wrong
    except Unreadable as wrong:
        raise Unreadable(wrong.why, word.start + 1) from wrong
    known = ("at", "by", "note", *([NOTES] if notes else []), "shuffled")
    unknown = next((key for key in extras if key not in known), None)
    if unknown is not None:
        raise Unreadable(f"`{cut(unknown)}` means nothing here; known are: {', '.join(known)}.", word.start + 1)
    return extras


def _is_object(word: Word) -> bool:
    try:
        load_object(word.text)
    except Unreadable:
        return False
    return True


def _together(words: Sequence[Word], at: int) -> Taken:
    """All words up to the outcomes as one that is not understood, so that a message can show what names nothing."""
    stop = _behind(words, at)
    text = " ".join(word.text for word in words[at:stop]) if stop > at + 1 else plain(words[at])
    return Taken(text, stop - at, known=False)


def _ends(words: Sequence[Word], at: int) -> bool:
    """Whether no field goes on here."""
    return at >= len(words) or words[at].kind in ("arrow", "object", "end")


def _behind(words: Sequence[Word], at: int) -> int:
    """The first place from here on at which no field goes on."""
    return next((place for place in range(at, len(words)) if _ends(words, place)), len(words))


def _start(words: Sequence[Word], at: int, text: str) -> int:
    return words[at].start if at < len(words) else len(text)
