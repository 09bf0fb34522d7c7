"""A match opened in an editor as text, and read again: what was not touched stays as it is, also what is not shown."""

import re
import shlex
from collections import ChainMap
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import BytesIO
from typing import Any

from msgspec.structs import replace

from ludograph.domain.corrections.amend import (
    CorrectedEntry,
    Correction,
    NothingToAmend,
    header_correction,
    rewritten_file,
    unread,
)
from ludograph.domain.corrections.diff import common_runs, exchanged
from ludograph.domain.corrections.entry_lines import line_of_step, merged, seat_numbers
from ludograph.domain.corrections.program_deal import is_program_dealt
from ludograph.domain.exchange.exporter import exported, header, match_file_text
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import NOTES, Line
from ludograph.domain.notation.matchfile import Chunk, FileLine, Header, chunks, text_header
from ludograph.domain.notation.parser import ENTRY_SYNTAX, LineParser, parse_line
from ludograph.domain.notation.strict_json import NoJson, Unreadable, load_object, load_value
from ludograph.domain.notation.values import json_text

_KEY = re.compile(r"\s*(players|event|round|table|played_on|options|deal)(?:\s*:\s*|\s+)(\S.*?)\s*")
_ANY_KEY = re.compile(r"\s*(\w+)(?:\s*:\s*|\s+)(\S.*?)\s*")
PLAYED = ("actor", "do", "fields", "drawn", "shuffled")
"""What of a line is part of the game."""


def header_changes(match: Match, lines: Sequence[str]) -> dict[str, Any]:
    """Keys of a header as somebody wrote them: a JSON object, or `key: value` lines. Raises `Unamendable`.

    The colon may be left out, and `players` are names with spaces between them, or commas. A field of the deal may
    stand for itself, and the others are as they were: `stacks 9ms 6sy; 8ms 7sk` has a `;` between what each was dealt.
    """
    try:
        if len(lines) == 1 and lines[0].lstrip().startswith("{"):
            return load_object(lines[0])
        dealt = [_of_deal(match, line) for line in lines]
        keys = [FileLine(at, _with_colon(line)) for at, line in enumerate(lines, start=1) if not dealt[at - 1]]
        changes = text_header(keys)
    except Unreadable as wrong:
        raise unread(0, wrong) from wrong
    if any(dealt) and isinstance(changes.get("deal", {}), dict):
        before = {} if is_program_dealt(match) else header(match, names=seat_numbers(match)).get("deal", {})
        changes["deal"] = dict(ChainMap(*dealt, changes.get("deal", before)))
    return changes


def _of_deal(match: Match, line: str) -> dict[str, Any]:
    """A field of the deal that stands in a line by itself; empty where that is none. Raises `Unreadable`."""
    name, value = found.groups() if (found := _ANY_KEY.fullmatch(line)) else ("", "")
    field = next((one for one in fields_of(match.game.deal) if one.name == name), None)
    if field is None or _KEY.fullmatch(line):
        return {}
    with suppress(NoJson):
        return {name: load_value(value)}
    words = LineParser(match.game, match.players, ENTRY_SYNTAX)
    each = [words.names.outcomes(words.tokens(part).items) for part in value.split(";")]
    item = field.shape.item
    if item is None:
        return {name: value}
    return {name: each if item.kind == "list" else [one for part in each for one in part]}


def _with_colon(line: str) -> str:
    """A line of a header as a file has it."""
    key, value = found.groups() if (found := _KEY.fullmatch(line)) else ("", "")
    if key != "players":
        return f"{key}: {value}" if key else line
    if value.startswith("["):
        return f"players: {value}"
    try:
        names = value.split(",") if "," in value else shlex.split(value)
    except ValueError as wrong:
        raise Unreadable(
            'A quotation mark is missing: write names with spaces as "Ann B", or commas between.'
        ) from wrong
    return f"players: {json_text([name.strip() for name in names])}"


def only_match(source: Iterable[bytes]) -> Chunk:
    """The match of a file that holds one. Raises `NothingToAmend` where there is none or another."""
    try:
        found = [chunk for chunk, _ in zip(chunks(source), range(2), strict=False)]
    except Unreadable as wrong:
        raise unread(0, wrong) from wrong
    if len(found) != 1:
        what = "There are several matches" if found else "There is no match"
        raise NothingToAmend(f"{what} in this file: it holds the one that is put right, and no other.")
    return found[0]


def editable_text(match: Match, observer: Observer) -> str:
    """A match as text to be edited, as far as this observer knows it."""
    return "".join(f"{line}\n" for line in match_file_text(match, exported(match, observer)))


def edited(match: Match, observer: Observer, was: str, text: str) -> Correction:
    """What somebody made of the text that was opened; lines left alone keep what the observer was not shown.

    Raises `NothingToAmend` or `Unamendable`.
    """
    shown, chunk = (only_match(BytesIO(one.encode())) for one in (was, text))
    if not chunk.text_form:
        return rewritten_file(match, chunk)
    head = _header(match, shown, chunk)
    players = head.players if head else match.players
    kept, changed = _kept(shown, chunk), _changed(shown, chunk)
    if any(name in players and players.index(name) != seat for seat, name in enumerate(match.players)):
        if observer != JUDGE:
            raise NothingToAmend("Who sits where cannot be edited with these eyes: correct the `players` of step 0.")
        kept, changed = {}, {}  # every line says who acted
    listener = LineParser(match.game, players)
    entries: list[CorrectedEntry] = []
    for at, row in enumerate(chunk.actions):
        try:
            if at in kept:
                entries.append(_entry(match, kept[at]))
                continue
            line = _read(listener, row)
            as_drawn = False
            if at in changed:
                before = _read(listener, shown.actions[changed[at] - 1])
                as_drawn = all(getattr(line, name) == getattr(before, name) for name in PLAYED)
                line = _filled(before, line_of_step(match, match.steps[changed[at] - 1]), line)
            entries.append(CorrectedEntry(line, as_drawn=as_drawn))
        except Unreadable as wrong:
            return Correction("file", 1, tuple(entries), head, Unreadable(wrong.why, wrong.column, row.number))
    return Correction("file", 1, tuple(entries), head)


def _entry(match: Match, step: int) -> CorrectedEntry:
    return CorrectedEntry(line_of_step(match, match.steps[step - 1]), step)


def _filled(shown: Line, true: Line, now: Line) -> Line:
    """A line that was edited, with what is true in the place of what was left alone in it."""
    if (now.actor, now.do) != (shown.actor, shown.do):
        return now
    drawn = merged(*(list(line.drawn or ()) for line in (shown, true, now)))
    fields = merged(shown.fields, true.fields, now.fields)
    same = {name: getattr(true, name) for name in ("by", "note") if getattr(now, name) == getattr(shown, name)}
    return replace(now, fields=fields, drawn=tuple(drawn) or None, **same)


def _read(listener: LineParser, row: FileLine) -> Line:
    row.check()
    return parse_line(listener, row.text, notes=True)


def _kept(shown: Chunk, chunk: Chunk) -> dict[int, int]:
    """Which lines are left alone, by their place, and the steps that they are."""
    was, now = ([row.text for row in one.actions] for one in (shown, chunk))
    return {block.now + at: block.was + at + 1 for block in common_runs(was, now) for at in range(block.size)}


def _changed(shown: Chunk, chunk: Chunk) -> dict[int, int]:
    """Which lines stand in the place of another, by their place, and the steps that those are."""
    was, now = ([row.text for row in one.actions] for one in (shown, chunk))
    return {block.now + at: block.was + at + 1 for block in exchanged(was, now) for at in range(block.size)}


def _header(match: Match, shown: Chunk, chunk: Chunk) -> Header | None:
    """The header as it is now; None where it was left alone."""
    try:
        was, now = (text_header(one.header) for one in (shown, chunk))
    except Unreadable as wrong:
        raise unread(0, wrong) from wrong
    if was == now:
        return None
    alone, named = header(match, names=seat_numbers(match)), header(match)
    whole = {
        key: alone.get(key) if value == was.get(key) else merged(was.get(key), named.get(key), value)
        for key, value in now.items()
        if key != NOTES  # what was said of the start is no part of it
    }
    if is_program_dealt(match):
        whole.pop("deal", None)  # what was shown of it and left alone stays as it was dealt
        whole |= {"deal": now["deal"]} if now.get("deal", was.get("deal")) != was.get("deal") else {}
    return header_correction(match, {"ludograph": None} | whole).header
