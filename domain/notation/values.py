"""Values and actions as JSON and as text, both ways, driven by the fields of the Structs: no parser per game."""

import re
from collections.abc import Callable, Mapping, Sequence
from json import dumps
from typing import Any, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN, Deck
from ludograph.domain.kernel.game import TABLE, Action, Game, Refused, verb_of
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.notation.suggestions import did_you_mean

S = TypeVar("S", bound=Struct)

RESERVED = frozenset({"seat", "do", "drawn", "shuffled", "at", "by", "note"})
"""The keys of an action line that are not fields of the action."""

TABLE_NAME = "table"
SURPLUS = " surplus"
"""The key of words that no field of an action took: no JSON line gets so far with it."""
HYPHENS = "hyphens join the words of a name"


class UnknownPlayer(ValueError):
    """Somebody is named who is not in the match."""


class FaceRequired(ValueError):
    """A card that everybody sees is written as `??`."""


class Reader:
    """Makes values of what people and files write; knows the deck and the players of one match."""

    def __init__(self, deck: Deck, players: Sequence[str]) -> None:
        self.deck = deck
        seats = list(enumerate(players, start=1))
        self._count = len(seats)
        self._names = tuple(players)
        self._seats = {folded(name): seat for seat, name in seats} | {name.casefold(): seat for seat, name in seats}

    def seat(self, raw: object) -> int:
        """A seat from a player's name, a seat number or a string of digits; `UnknownPlayer` for another."""
        number = int(raw) if isinstance(raw, str) and _is_number(raw) else raw
        if type(number) is int and 1 <= number <= self._count:
            return number
        seat = self._seats.get(raw.casefold()) or self._seats.get(folded(raw)) if isinstance(raw, str) else None
        if seat is None:
            if isinstance(raw, str) and not raw.isdigit():
                raise UnknownPlayer(
                    f"no player of this match is called {raw_text(raw)}{did_you_mean(raw, self._names)}"
                )
            raise UnknownPlayer(f"{raw_text(raw)} is nobody in this match")
        return seat

    def actor(self, raw: object) -> int:
        """A seat, or `table`; `UnknownPlayer` for another."""
        return TABLE if raw == TABLE_NAME else self.seat(raw)

    def value(self, shape: Shape, raw: object, *, hidden: bool = False) -> Any:
        """A value of this shape; `??` is read only where it may be `hidden`. ValueError says what is wrong."""
        if shape.optional and raw is None:
            return None
        return _READERS[shape.kind](self, shape, raw, hidden)

    def struct(self, struct: type[S], raw: Mapping[str, object], fault: Callable[[Field | None, str], NoReturn]) -> S:
        """A Struct from its fields by name; `fault` is told the first field that is wrong, None for an unknown one."""
        fields = {field.name: field for field in fields_of(struct)}
        values = {}
        for name, field in fields.items():
            if name in raw and raw[name] is None and field.required:
                fault(field, f"`{name}`: null says nothing; write ?? for what is not known, where that is allowed.")
            elif name in raw:
                hidden = field.secret is not None and "*" not in field.secret.seen_by
                try:
                    values[name] = self.value(field.shape, raw[name], hidden=hidden)
                except ValueError as wrong:
                    fault(_citing(field, wrong), f"`{name}`: {wrong}.")
            elif field.required:
                fault(field, f"`{name}` is missing.")
        for name in raw:
            if name not in fields:
                fault(None, f"`{cut(name)}` has no place here; known are: {', '.join(fields) or 'no fields'}.")
        return struct(**values)

    def action(self, game: Game, do: str, raw: Mapping[str, object]) -> Action:
        """An action from its verb and raw fields; raises `Refused` with the rule that the game cites for bad fields."""

        def fault(field: Field | None, why: str) -> NoReturn:
            raise Refused((field and field.cites) or game.faults.fields, f"{do}: {why}")

        struct = action_named(game, do)
        surplus = raw.get(SURPLUS)
        if isinstance(surplus, list):
            raise Refused(game.faults.fields, self._too_many(struct, do, raw, [str(word) for word in surplus]))
        return self.struct(struct, raw, fault)

    def _too_many(self, struct: type[Action], do: str, raw: Mapping[str, object], surplus: list[str]) -> str:
        """What to say of words that no field took: they may be the rest of a name."""
        fields = fields_of(struct)
        last = raw.get(fields[-1].name) if fields else None
        for count in range(min(len(surplus), limits.NAME_WORDS - 1), 0, -1):
            name = " ".join([str(last), *surplus[:count]])
            if isinstance(last, str) and self.deck.read(name) is not None:
                return f"`{name}`: {HYPHENS}, as in {name.lower().replace(' ', '-')}."
        is_slip = not fields and len(surplus) == 1 and self.deck.read(surplus[0]) is None
        if is_slip and not surplus[0].isdigit() and (near := did_you_mean(surplus[0], self.deck.names)):
            return f"`{cut(surplus[0])}` is no card of {self.deck.title}{near}."
        words = "is one word" if len(surplus) == 1 else f"are {len(surplus)} words"
        takes = " ".join(f"<{field.name}>" for field in fields) or "nothing after it"
        hint = f"; {HYPHENS}, as in the-pact" if any(field.shape.kind == "card" for field in fields) else ""
        first = cut(" ".join(surplus[: limits.QUOTED]))
        return f"`{first}` {words} too many: {do} takes {takes}{hint}."

    def _card(self, shape: Shape, raw: object, hidden: bool) -> str:
        code = self.deck.read(raw) if isinstance(raw, str) else None
        if code is None:
            hint = did_you_mean(raw, self.deck.names) if isinstance(raw, str) else ""
            raise ValueError(f"{raw_text(raw)} is no card of {self.deck.title}{hint}")
        if code == UNKNOWN and not hidden:
            raise FaceRequired("everybody knows this card: write it, not ??")
        return code

    def _seat(self, shape: Shape, raw: object, hidden: bool) -> int:
        return self.seat(raw)

    def _number(self, shape: Shape, raw: object, hidden: bool) -> int | None:
        if raw == UNKNOWN and hidden:
            return None
        if type(raw) is not int:
            raise ValueError(f"a whole number belongs here, not {raw_text(raw)}")
        return raw

    def _flag(self, shape: Shape, raw: object, hidden: bool) -> bool:
        if not isinstance(raw, bool):
            raise ValueError(f"true or false belongs here, not {raw_text(raw)}")
        return raw

    def _word(self, shape: Shape, raw: object, hidden: bool) -> str:
        if not isinstance(raw, str) or raw not in shape.words:
            wanted = f"one of {', '.join(shape.words)}" if len(shape.words) > 1 else shape.words[0]
            raise ValueError(f"{wanted} belongs here, not {raw_text(raw)}")
        return shape.words[shape.words.index(raw)]

    def _text(self, shape: Shape, raw: object, hidden: bool) -> str | None:
        if not isinstance(raw, str):
            raise ValueError(f"a text belongs here, not {raw_text(raw)}")
        if len(raw) > limits.TEXT:
            raise ValueError(f"a text has at most {limits.TEXT:,} characters, and this one {len(raw):,}")
        return str(raw)

    def _list(self, shape: Shape, raw: object, hidden: bool) -> tuple[Any, ...]:
        if shape.by_seat and isinstance(raw, Mapping):
            raw = self._by_seat(raw, shape.item is not None and shape.item.optional)
        if not isinstance(raw, list | tuple):
            raise ValueError(f"a list belongs here, not {raw_text(raw)}")
        assert shape.item is not None
        return tuple(self.value(shape.item, entry, hidden=hidden) for entry in raw)

    def _by_seat(self, raw: Mapping[Any, object], partial: bool) -> list[object]:
        """The entries in the order of seats; in a `partial` list None for a player who is not named."""
        entries = {self.seat(name): entry for name, entry in raw.items()}
        if len(raw) != len(entries) or (len(entries) != self._count and not partial):
            raise ValueError(f"each player {'may' if partial else 'must'} stand here once")
        return [entries.get(seat) for seat in range(1, self._count + 1)]

    def _struct(self, shape: Shape, raw: object, hidden: bool) -> Struct:
        def fault(field: Field | None, why: str) -> NoReturn:
            raise ValueError(why.rstrip("."))

        if not isinstance(raw, Mapping):
            raise ValueError(f"an object belongs here, not {raw_text(raw)}")
        assert shape.struct is not None
        return self.struct(shape.struct, raw, fault)

    def _either(self, shape: Shape, raw: object, hidden: bool) -> Any:
        problems = []
        for one in shape.shapes:
            try:
                return self.value(one, raw, hidden=hidden)
            except ValueError as wrong:
                problems.append(str(wrong))
        raise ValueError("; or ".join(problems))


def _is_number(text: str) -> bool:
    """Whether a text is a number of some seat, or of none."""
    return text.isascii() and text.isdigit() and len(text) <= limits.DIGITS


def _citing(field: Field, wrong: ValueError) -> Field:
    """The field with the rule for this kind of mistake."""
    rules = {UnknownPlayer: field.strangers, FaceRequired: field.faceless}
    return replace(field, cites=rules.get(type(wrong)) or field.cites)


_READERS: dict[str, Callable[[Reader, Shape, object, bool], Any]] = {
    "card": Reader._card,
    "seat": Reader._seat,
    "number": Reader._number,
    "flag": Reader._flag,
    "word": Reader._word,
    "text": Reader._text,
    "list": Reader._list,
    "struct": Reader._struct,
    "either": Reader._either,
}


class ValueWriter:
    """Makes JSON of values, with players' names for seats."""

    def __init__(self, players: Sequence[str], *, unknown: str | None = None) -> None:
        self.players = tuple(players)
        self.unknown = unknown
        """What stands for a number or text that is not known: None in logs, `??` in match files."""

    def seat(self, seat: int) -> str:
        """The player's name, or `table`."""
        return TABLE_NAME if seat == TABLE else self.players[seat - 1]

    def value(self, shape: Shape, value: Any) -> Any:
        """A value as JSON has it."""
        if shape.kind == "either":
            shape = next((one for one in shape.shapes if _fits(one, value)), shape)
        if shape.kind == "seat" and value is not None:
            return self.seat(value)
        if shape.kind == "list" and isinstance(value, Sequence) and not isinstance(value, str):
            return self._list(shape, value)
        return self.struct(value) if isinstance(value, Struct) else value

    def struct(self, struct: Struct) -> dict[str, Any]:
        """All fields of a Struct by name; the class of a fact, or the verb of an action, first."""
        config = struct.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field and config.tag else {}
        return tag | {f.name: self.value(f.shape, getattr(struct, f.name)) for f in fields_of(type(struct))}

    def fields(self, struct: Struct) -> dict[str, Any]:
        """The fields of an action, deal or options as a match file has them: without those that have their default."""
        written = {}
        for field in fields_of(type(struct)):
            value = getattr(struct, field.name)
            if (value is None and field.secret is None) or (not field.required and value == field.default):
                continue
            written[field.name] = self.unknown if value is None else self.value(field.shape, value)
        return written

    def _list(self, shape: Shape, value: Sequence[Any]) -> Any:
        assert shape.item is not None
        entries = [self.value(shape.item, entry) for entry in value]
        if shape.by_seat and len(entries) == len(self.players):
            return dict(zip(self.players, entries, strict=True))
        return entries


def action_named(game: Game, verb: str) -> type[Action]:
    """The action of a game with this verb; KeyError where it has none."""
    return next((action for action in game.actions if verb_of(action.__name__) == verb), None) or _no_verb(game, verb)


def _no_verb(game: Game, verb: str) -> NoReturn:
    raise KeyError(f"{game.title} has no action {verb}; it has {', '.join(verbs(game))}")


def verbs(game: Game) -> list[str]:
    """The verbs of a game, in the order of its rules."""
    return [verb_of(action.__name__) for action in game.actions]


def verb_meant(game: Game, word: object) -> object:
    """The verb that a word stands for; a word that stands for none as it is."""
    return game.synonyms.get(word, word) if isinstance(word, str) else word


def field_names(game: Game) -> frozenset[str]:
    """Every field that some action of the game has."""
    return frozenset(field.name for action in game.actions for field in fields_of(action))


def json_text(value: Any) -> str:
    """JSON on one line, whoever reads it: what ends a line or controls a terminal is escaped, other letters stay."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", dumps(value, ensure_ascii=False))


_UNSAFE = re.compile("[\x7f-\x9f\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}]")
"""What `dumps` leaves as it is, and only texts have."""


def raw_text(raw: object) -> str:
    """A raw value, as it stood in the file, short enough for a message."""
    beginning = raw[: limits.QUOTED + 1] if isinstance(raw, str) else raw
    return cut(dumps(beginning, ensure_ascii=False, default=str))


def text_of(game: Game, verb: str, fields: Mapping[str, Any]) -> str:
    """An action as text without its actor: `play TMLY 5ML`; `fields` as a match file has them."""
    words = [verb]
    for field in fields_of(action_named(game, verb)):
        value = fields.get(field.name)
        if value is None:
            continue
        words += [_word(entry) for entry in value] if isinstance(value, list) else [_word(value, field.shape)]
    return " ".join(words)


PLAIN = re.compile(r"[^\s\"'>#{}]+")


def _word(value: Any, shape: Shape | None = None) -> str:
    plain = isinstance(value, str) and PLAIN.fullmatch(value) and (shape is None or shape.kind != "text")
    return value if plain else json_text(value)


def _fits(shape: Shape, value: Any) -> bool:
    if shape.kind == "word":
        return value in shape.words
    kinds = {"number": int, "seat": int, "flag": bool, "text": str, "card": str, "list": tuple, "struct": Struct}
    return isinstance(value, kinds[shape.kind])
