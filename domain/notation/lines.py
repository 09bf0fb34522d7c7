"""One action as somebody wrote it, as JSON or as text, before any rule was asked."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from json import JSONDecodeError, JSONDecoder, dumps, loads
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.cards import Cards
from domain.kernel.chance import Word
from domain.kernel.game import Game
from domain.kernel.play import Unread
from domain.kernel.shapes import Shape, fields_of
from domain.notation import limits
from domain.notation.limits import cut
from domain.notation.values import RESERVED, SURPLUS, Reader, action_named, field_names, shown, verb_meant, verbs


class Unreadable(ValueError):
    """Not notation at all. `line` counts from 1 and is 0 where there is but one; `column` counts from 1."""

    def __init__(self, why: str, column: int = 1, line: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.column = column
        self.line = line


class Note(Struct, frozen=True):
    """A remark that was added to an entry or a start: by whom, and whether everybody may read it."""

    text: str
    by: str = ""
    public: bool = False


class Line(Struct, frozen=True):
    """An action line: who, what, and what came of it; `fields` and `drawn` are not yet checked."""

    actor: int
    do: str
    fields: dict[str, Any]
    drawn: tuple[Any, ...] | None = None
    shuffled: Cards | None = None
    at: datetime | None = None
    by: str = ""
    note: str = ""
    notes: tuple[Note, ...] = ()

    def move(self, game: Game, reader: Reader) -> Unread:
        """The action, to be read once the game has been asked who and when."""
        return Unread(self.do, partial(reader.action, game, self.do, self.fields))


NOTES = "notes"
"""The key of remarks with their authors and readers, since version 2 of the format."""


def from_json(game: Game, reader: Reader, raw: Mapping[str, Any], text: str, *, notes: bool = False) -> Line:
    """A line from its JSON object; `text` is the line as it stood, to say where something is wrong.

    `notes` tells whether remarks may stand there with who may read them.
    """
    own = RESERVED | ({NOTES} if notes else set())
    known = own | field_names(game)
    for key in raw:
        if key not in known:
            names = ", ".join(sorted(known))
            raise Unreadable(f"`{cut(key)}` means nothing here; known are: {names}.", _place(text, key))
    for key in ("seat", "do"):
        if key not in raw:
            raise Unreadable(f"`{key}` is missing.", len(text.rstrip()) or 1)
    fields = {key: value for key, value in raw.items() if key not in own}
    try:
        return _line(game, reader, raw["seat"], verb_meant(game, raw["do"]), fields, raw)
    except _Wrong as wrong:
        raise Unreadable(str(wrong), _place(text, wrong.key)) from wrong


def from_text(game: Game, reader: Reader, text: str, *, notes: bool = False) -> Line:
    """A line from `seat verb fields... [> outcomes] [{...}]`; `notes` as in `from_json`."""
    tokens = _tokens(text)
    extras: dict[str, Any] = {}
    if tokens and isinstance(tokens[-1][1], dict):
        extras = tokens[-1][1]
        column = tokens.pop()[0]
        known = ("at", "by", "note", *([NOTES] if notes else []), "shuffled")
        unknown = next((key for key in extras if key not in known), None)
        if unknown is not None:
            raise Unreadable(f"`{cut(unknown)}` means nothing here; known are: {', '.join(known)}.", column)
    if len(tokens) < 2:
        raise Unreadable("An action is written as: player, verb, fields.", 1)
    arrow = next((at for at, (_, token) in enumerate(tokens) if token is ARROW), len(tokens))
    if arrow < 2:
        raise Unreadable("Before the > stand a player and a verb: Ann flip > 8YK.", tokens[arrow][0])
    again = next((column for column, token in tokens[arrow + 1 :] if token is ARROW), None)
    if again is not None:
        raise Unreadable("One > stands in a line, before all of its outcomes.", again)
    if arrow < len(tokens):
        extras["drawn"] = [Word(token) if isinstance(token, str) else token for _, token in tokens[arrow + 1 :]]
    (_, seat), (verb_at, word) = tokens[:2]
    do = verb_meant(game, word)
    try:
        fields = _named(game, str(do), [token for _, token in tokens[2:arrow]])
        return _line(game, reader, seat, do, fields, extras)
    except _Wrong as wrong:
        raise Unreadable(str(wrong), {"seat": 1, "do": verb_at}.get(wrong.key, tokens[-1][0])) from wrong


def load_object(text: str) -> dict[str, Any]:
    """A JSON object, read strictly: no key twice, no NaN; `Unreadable` says where it stops being one."""
    raw = load_value(text)
    if not isinstance(raw, dict):
        raise Unreadable(f"A JSON object belongs here, not {shown(raw)}.", 1)
    return raw


def load_value(text: str) -> Any:
    """A JSON value, read as strictly. Raises `Unreadable`, or `NoJson` where it is none at all."""
    _check_depth(text)
    try:
        raw = loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_number)
    except JSONDecodeError as wrong:
        raise NoJson(f"This is not JSON: {wrong.msg}.", wrong.pos + 1) from wrong
    except _Wrong as wrong:
        raise Unreadable(str(wrong), _place(text, wrong.key)) from wrong
    if (half := _HALF.search(text)) and not encodable(raw):
        raise Unreadable("Half a character stands here: \\ud800 to \\udfff come in pairs.", half.start() + 1)
    return raw


class NoJson(Unreadable):
    """A text that is no JSON, and may be meant as a plain text."""


def _check_depth(text: str) -> None:
    """Refuses what is nested too deeply, before anything is made of it."""
    if text.count("[") + text.count("{") <= limits.DEPTH:
        return
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > limits.DEPTH:
            raise Unreadable(limits.TOO_DEEP, found.start() + 1)


_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?$)|[\[{]|[\]}]')
"""What opens and closes in JSON, and texts, in which brackets mean nothing; one that does not end goes to the end."""


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > limits.DIGITS:
        raise _Wrong("", limits.NUMBER_TOO_LONG)
    return int(digits)


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def encodable(raw: object) -> bool:
    """Whether all texts in a value can be written down: none has half of a character."""
    try:
        dumps(raw, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class _Wrong(ValueError):
    """A key of a line whose value cannot be read."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key


def _line(
    game: Game, reader: Reader, seat: object, do: object, fields: dict[str, Any], extras: Mapping[str, Any]
) -> Line:
    try:
        actor = reader.actor(seat)
    except ValueError as wrong:
        raise _Wrong("seat", f"{wrong}.") from wrong
    if do not in verbs(game):
        raise _Wrong("do", f"{game.title} has no action {shown(do)}; it has {', '.join(verbs(game))}.")
    return Line(
        actor,
        str(do),
        fields,
        drawn=_drawn(extras.get("drawn")),
        shuffled=_order(reader, extras.get("shuffled")),
        at=_time(extras.get("at")),
        by=_plain_text(extras, "by", limits.SHORT_TEXT),
        note=_plain_text(extras, "note", limits.TEXT),
        notes=_notes(extras),
    )


def read_notes(raw: object) -> tuple[Note, ...]:
    """Remarks as a match file has them. Raises ValueError, as a sentence."""
    if not isinstance(raw, list) or len(raw) > limits.WORDS:
        raise ValueError(f"`notes` is a list of up to {limits.WORDS:,} remarks, not {shown(raw)}.")
    return tuple(map(_note, raw))


def _note(raw: object) -> Note:
    if not isinstance(raw, dict) or not raw.keys() <= {"text", "by", "public"} or "text" not in raw:
        raise ValueError(f"A remark in `notes` has `text`, and `by` and `public` if need be: not {shown(raw)}.")
    if type(raw.get("public", False)) is not bool:
        raise ValueError(f"`public` of a remark is true or false, not {shown(raw['public'])}.")
    try:
        text, by = _plain_text(raw, "text", limits.TEXT), _plain_text(raw, "by", limits.SHORT_TEXT)
    except _Wrong as wrong:
        raise ValueError(str(wrong)) from wrong
    if not text:
        raise ValueError("A remark in `notes` is empty.")
    return Note(text, by, raw.get("public", False))


def _notes(extras: Mapping[str, Any]) -> tuple[Note, ...]:
    try:
        return read_notes(extras.get(NOTES, []))
    except ValueError as wrong:
        raise _Wrong(NOTES, str(wrong)) from wrong


def _drawn(raw: object) -> tuple[Any, ...] | None:
    if raw is not None and not isinstance(raw, list):
        raise _Wrong("drawn", f"`drawn` is a list of outcomes, not {shown(raw)}.")
    _check_length("drawn", raw or [])
    for outcome in raw or []:
        if len(outcome if isinstance(outcome, str) else dumps(outcome)) > limits.OUTCOME:
            what = f"a card or a number of up to {limits.OUTCOME} characters"
            raise _Wrong("drawn", f"An outcome is {what}, not {shown(outcome)}.")
    return tuple(raw) if raw else None


def _check_length(key: str, raw: list[Any]) -> None:
    if len(raw) > limits.WORDS:
        raise _Wrong(key, limits.TOO_MANY_OUTCOMES)


def _order(reader: Reader, raw: object) -> Cards | None:
    if raw is None:
        return None
    if not isinstance(raw, list):
        raise _Wrong("shuffled", f"`shuffled` is a list of cards, not {shown(raw)}.")
    _check_length("shuffled", raw)
    codes = [reader.deck.read(card) if isinstance(card, str) else None for card in raw]
    if None in codes:
        raise _Wrong("shuffled", f"{shown(raw[codes.index(None)])} is no card of {reader.deck.title}.")
    return tuple(code for code in codes if code is not None)


def _time(raw: object) -> datetime | None:
    if raw is None:
        return None
    try:
        at = msgspec.convert(raw, datetime)
    except msgspec.ValidationError as wrong:
        raise _Wrong("at", f"`at` is a time such as 2026-11-20T18:04:11Z, not {shown(raw)}.") from wrong
    if at.tzinfo is None:
        raise _Wrong("at", "`at` needs a time zone: 2026-11-20T18:04:11Z.")
    return at


def _plain_text(raw: Mapping[str, Any], key: str, most: int) -> str:
    text = raw.get(key, "")
    if not isinstance(text, str) or len(text) > most:
        raise _Wrong(key, f"`{key}` is a text of up to {most:,} characters, not {shown(text)}.")
    return text


class _Arrow:
    """The `>` that divides an action from its outcomes."""


ARROW = _Arrow()
_TOKEN = re.compile(
    r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")(?=\s|$)|(?P<object>\{.*\})\s*$|(?P<arrow>>)(?=\s|$)|(?P<word>[^\s"{]\S*))'
)
Token = str | _Arrow | dict[str, Any]


class Quoted(str):
    """A text that stood in quotes, so that a number in it stays a text."""

    __slots__ = ()


def _tokens(text: str) -> list[tuple[int, Token]]:
    """The words of a line, each with the column at which it begins."""
    found: list[tuple[int, Token]] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            column = at + len(text[at:]) - len(text[at:].lstrip()) + 1
            raise Unreadable("This text or object does not end.", column)
        column = match.start(match.lastgroup or 0) + 1
        if len(found) == limits.WORDS:
            raise Unreadable(limits.TOO_MANY_WORDS, column)
        found.append((column, _token(match, column)))
        at = match.end()
    return found


def _token(match: re.Match[str], column: int) -> Token:
    try:
        if match["text"] is not None:
            quoted = JSONDecoder().decode(match["text"])
            if not encodable(quoted):
                raise Unreadable("Half a character stands here.", column)
            return Quoted(quoted)
        if match["object"] is not None:
            return load_object(match["object"])
    except (JSONDecodeError, NoJson) as wrong:
        raise Unreadable(f"This is not JSON: {cut(match[0].strip())}.", column) from wrong
    except Unreadable as wrong:
        raise Unreadable(wrong.why, column) from wrong
    return ARROW if match["arrow"] else match["word"]


def _named(game: Game, do: str, tokens: Sequence[Token]) -> dict[str, Any]:
    """The tokens under the names of the action's fields; the last list takes all that are left."""
    if do not in verbs(game):
        return {}
    left = list(tokens)
    named: dict[str, Any] = {}
    for field in fields_of(action_named(game, do)):
        if not left:
            break
        if field.shape.kind == "list":
            named[field.name], left = [_raw(token, field.shape.item) for token in left], []
        else:
            named[field.name] = _raw(left.pop(0), field.shape)
    return named | ({SURPLUS: left} if left else {})


def _raw(token: Token, shape: Shape | None) -> Any:
    """A token as JSON would have it; only a field that takes numbers or flags makes one of a bare word."""
    if not isinstance(token, str) or isinstance(token, Quoted) or shape is None:
        return token
    if shape.kind in ("number", "either") and re.fullmatch(r"-?\d{1,18}", token, re.ASCII):
        return int(token)
    if shape.kind == "flag" and token in ("true", "false"):
        return token == "true"
    return token


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Wrong(key, f"`{cut(key)}` stands here twice.")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise _Wrong(name, f"{name} is no JSON.")


def _place(text: str, key: str) -> int:
    """The column at which a key stands in a line of JSON."""
    return max(text.rfind(f'"{key}"'), 0) + 1
