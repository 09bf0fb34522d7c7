"""Match files: JSON Lines or text, a header and then the actions; many matches may stand in one file."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from json import loads
from typing import Any, TypeVar

from msgspec import Struct

from ludograph.domain.kernel.game import Game
from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.lines import FORK, NOTES, ForkOrigin, Line, Note, from_json, read_notes, read_origin
from ludograph.domain.notation.names import Misnamed, check_players
from ludograph.domain.notation.parser import LineParser, parse_line
from ludograph.domain.notation.strict_json import NoJson, Unreadable, load_object, load_value
from ludograph.domain.notation.values import raw_text

T = TypeVar("T")
FORMAT = 1
"""The version of the format that is written wherever it can say everything."""
WITH_NOTES = 2
"""The version that says of each remark who wrote it and who may read it; it is read as well."""

HEADER_KEYS = ("ludograph", "game", "players", "options", "deal", "event", "round", "table", "played_on", "id", FORK)


Wrong = Callable[[str, str], Unreadable]
"""What makes the error of a key of the header, and why."""


class Header(Struct, frozen=True):
    """The start of a match as a file has it; options and deal are not yet checked. `source` is the file's own id."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    deal: dict[str, Any] | None = None
    event: str = ""
    round: str = ""
    table: str = ""
    played_on: str = ""
    source: str = ""
    version: int = FORMAT
    notes: tuple[Note, ...] = ()
    """Remarks on the start."""
    origin: ForkOrigin | None = None
    """Of which match it is a fork."""


class FileLine(Struct, frozen=True):
    """A line of a file that says something; `number` counts from 1."""

    number: int
    text: str
    ended: bool = True
    broken: int | None = None
    """The column at which it is not UTF-8."""
    too_long: bool = False
    """Whether only its beginning was read."""

    def check(self) -> None:
        """Raises `Unreadable` where the row cannot be read at all."""
        if self.too_long:
            raise Unreadable(limits.LINE_TOO_LONG, 1, self.number)
        if self.broken is not None:
            raise Unreadable("This is not UTF-8.", self.broken, self.number)


class Chunk(Struct, frozen=True):
    """The rows of one match: the header (one row of JSON, several of text), and the actions."""

    header: tuple[FileLine, ...]
    actions: tuple[FileLine, ...]
    text_form: bool
    ends_at: int | None = None
    """The number of the line at which it became too long; what comes after that is not here."""

    @property
    def line(self) -> int:
        """The number of the line on which the match begins."""
        return (self.header or self.actions)[0].number


def chunks(source: Iterable[bytes]) -> Iterator[Chunk]:
    """The matches of a file, one by one; from its lines. Raises `Unreadable` where it does not begin as UTF-8."""
    rows: list[FileLine] = []
    size = 0
    text_form: bool | None = None
    for row in _rows(source):
        if row.broken is not None and not rows:
            row.check()
        if text_form is None and row.text and not _comment(row):
            text_form = not row.text.lstrip().startswith("{")
        if rows and _begins(row.text):
            yield _chunk(rows, size, text_form is True)
            rows, size = [], 0
        counts = rows or (row.text and not (text_form is not False and _comment(row)))
        if counts and not _is_full(rows, size):
            rows.append(row)
            size += len(row.text)
    if rows:
        yield _chunk(rows, size, text_form is True)


def _is_full(rows: Sequence[FileLine], size: int) -> bool:
    """Whether so much stands in a match that no more of it is read."""
    return len(rows) > limits.LINES or size > limits.MATCH


def read_header(chunk: Chunk, games: Mapping[str, Game]) -> tuple[Header, Game]:
    """The header of a match and its game. Raises `Unreadable` with the line."""
    if chunk.ends_at is not None:
        raise Unreadable(limits.MATCH_TOO_LONG, 1, chunk.ends_at)
    if not chunk.header and chunk.actions and chunk.actions[0].text.startswith('{"ludograph_tournament"'):
        raise Unreadable("This is a tournament: `ludograph tournament import` takes it.", 1, chunk.line)
    if not chunk.header:
        wanted = '{"ludograph": 1, "game": "sun-bid", "players": ["Ann", "Bob"]}'
        raise Unreadable(f"A match begins with a header such as {wanted}.", 1, chunk.line)
    row = chunk.header[0]
    for line in chunk.header:
        line.check()
    try:
        raw = text_header(chunk.header) if chunk.text_form else load_object(row.text)
        return _header(raw, _where(chunk), games)
    except Unreadable as wrong:
        raise _at(wrong, row) from wrong


def read_lines(chunk: Chunk, game: Game, header: Header) -> Iterator[tuple[int, Line]]:
    """The actions of a match with the numbers of their lines. Raises `Unreadable` with the line."""
    parser = LineParser(game, header.players)
    notes = header.version == WITH_NOTES
    for row in chunk.actions:
        row.check()
        try:
            if chunk.text_form:
                line = parse_line(parser, row.text, notes=notes)
            else:
                line = from_json(game, parser.reader, load_object(row.text), row.text, notes=notes)
        except Unreadable as wrong:
            raise _at(wrong, row) from wrong
        yield row.number, line


def _rows(source: Iterable[bytes]) -> Iterator[FileLine]:
    for number, line in enumerate(source, start=1):
        broken = None
        too_long = len(line) > limits.LINE
        read = line[: limits.LINE] if too_long else line
        try:
            text = read.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as wrong:
            text, broken = read.decode("utf-8", "replace"), wrong.start + 1
        yield FileLine(number, text.rstrip(), too_long or text.endswith("\n"), None if too_long else broken, too_long)


def _begins(text: str) -> bool:
    """Whether a match begins here: a header in JSON, or the first line of one in text."""
    return text.startswith("ludograph:") or (text.lstrip().startswith("{") and _is_header(text))


def _is_header(text: str) -> bool:
    if '"ludograph"' not in text:
        return False
    try:
        raw = loads(text)
    except (ValueError, RecursionError):
        return re.match(r'\s*\{\s*"ludograph"', text) is not None
    return isinstance(raw, dict) and "ludograph" in raw


def _chunk(rows: list[FileLine], size: int, text_form: bool) -> Chunk:
    if not text_form:
        length = 1 if _is_header(rows[0].text) else 0
    elif _begins(rows[0].text):
        length = next((at for at, row in enumerate(rows) if not row.text), len(rows))
    else:
        length = 0
    header = tuple(row for row in rows[:length] if not (text_form and _comment(row)))
    actions = tuple(row for row in rows[length:] if row.text and not (text_form and _comment(row)))
    ends_at = rows[-1].number if _is_full(rows, size) else None
    return Chunk(header, actions or (tuple(rows) if not header else ()), text_form, ends_at)


def _comment(row: FileLine) -> bool:
    return row.text.lstrip().startswith("#")


def _at(wrong: Unreadable, row: FileLine) -> Unreadable:
    """An error of a line with its number in the file; a last line that breaks off is called truncated."""
    why = wrong.why if row.ended else f"The file is truncated: its last line breaks off. {wrong.why}"
    return Unreadable(why, wrong.column, wrong.line or row.number)


def text_header(rows: Sequence[FileLine]) -> dict[str, Any]:
    """A header of `key: value` lines, where a value is JSON or else plain text."""
    raw: dict[str, Any] = {}
    for row in rows:
        key, colon, value = (part.strip() for part in row.text.partition(":"))
        if not colon:
            raise Unreadable("A header line is written as `key: value`; an empty line ends the header.", 1, row.number)
        if key in raw:
            raise Unreadable(f"`{cut(key)}` stands here twice.", 1, row.number)
        try:
            raw[key] = _text_value(key, value)
        except Unreadable as wrong:
            raise Unreadable(wrong.why, row.text.index(":") + 1 + wrong.column, row.number) from wrong
    return raw


def _text_value(key: str, value: str) -> Any:
    """What stands behind a key: JSON, read strictly, or else plain text, as nearly all is that names something."""
    if key in PLAIN_KEYS and not value.startswith('"'):
        return value
    try:
        return load_value(value)
    except NoJson:
        return value


PLAIN_KEYS = ("game", "event", "round", "table", "played_on", "id")


def check_header(raw: Mapping[str, Any], games: Mapping[str, Game]) -> tuple[Header, Game]:
    """A header that stands in no file, and its game. Raises `Unreadable`."""
    return _header(raw, lambda key, why: Unreadable(why), games)


def _where(chunk: Chunk) -> Wrong:
    """What makes the error of a key: where it stands in the header."""

    def wrong(key: str, why: str) -> Unreadable:
        if not chunk.text_form:
            return Unreadable(why, max(chunk.header[0].text.rfind(f'"{key}"'), 0) + 1)
        at = (row.number for row in chunk.header if row.text.partition(":")[0].strip() == key)
        return Unreadable(why, 1, next(at, chunk.line))

    return wrong


def _header(raw: Mapping[str, Any], wrong: Wrong, games: Mapping[str, Game]) -> tuple[Header, Game]:
    version = raw.get("ludograph")
    known = (*HEADER_KEYS, NOTES) if version == WITH_NOTES else HEADER_KEYS
    for key in raw:
        if key not in known:
            raise wrong(key, f"`{cut(key)}` means nothing in a header; known are: {', '.join(known)}.")
    if type(version) is not int or version not in (FORMAT, WITH_NOTES):
        reads = f"versions {FORMAT} and {WITH_NOTES}"
        raise wrong("ludograph", f"This is a file of version {raw_text(version)}; this program reads {reads}.")
    for key in ("game", "players"):
        if key not in raw:
            hint = f"; known are: {', '.join(games)}" if key == "game" else ""
            raise wrong(key, f"`{key}` is missing{hint}.")
    if not isinstance(raw["game"], str) or raw["game"] not in games:
        raise wrong("game", f"{raw_text(raw['game'])} is no game here; known are: {', '.join(games)}.")
    try:
        players = check_players(raw.get("players"))
    except Misnamed as fault:
        raise wrong("players", f"{fault}.") from fault
    for key in ("options", "deal"):
        if not isinstance(raw.get(key, {}), dict):
            raise wrong(key, f"`{key}` is an object, not {raw_text(raw[key])}.")
    words = check_about(raw, wrong)
    source = words.pop("id")
    notes = _read(NOTES, lambda: read_notes(raw.get(NOTES, [])), wrong)
    origin = _read(FORK, lambda: read_origin(raw.get(FORK)), wrong)
    setup = {"options": raw.get("options", {}), "deal": raw.get("deal"), "origin": origin}
    about: dict[str, Any] = {**setup, **words, "source": source, "version": version, "notes": notes}
    return Header(raw["game"], players, **about), games[raw["game"]]


def _read(key: str, read: Callable[[], T], wrong: Wrong) -> T:
    """What a key of the header says, where its reader raises ValueError for what it cannot be."""
    try:
        return read()
    except ValueError as fault:
        raise wrong(key, str(fault)) from fault


def check_about(raw: Mapping[str, Any], wrong: Wrong = lambda key, why: Unreadable(why)) -> dict[str, str]:
    """The tournament's data and the file's own id, trimmed; `wrong` makes the error of a key that is not right."""
    words = {key: _word(raw, key, wrong) for key in ("event", "round", "table", "played_on", "id")}
    if words["played_on"] and not _is_date(words["played_on"]):
        raise wrong("played_on", f"`played_on` is a day such as 2026-11-20, not {raw_text(words['played_on'])}.")
    return words


def _word(raw: Mapping[str, Any], key: str, wrong: Wrong) -> str:
    value = raw.get(key, "")
    if type(value) is int and key in ("round", "table"):
        return str(value)
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        raise wrong(key, f"`{key}` is a text of up to 200 characters on one line, not {raw_text(value)}.")
    return value.strip()


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
