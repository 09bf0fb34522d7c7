"""A recorded match as a match file again, for the judge or as far as an observer knows it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, verb_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep, origin_of
from ludograph.domain.match.history import HistoryEntry, standing_steps
from ludograph.domain.match.views import concealed, concealed_start
from ludograph.domain.notation.lines import FORK, NOTES, Note, origin_json
from ludograph.domain.notation.matchfile import FORMAT, WITH_NOTES
from ludograph.domain.notation.values import PLAIN, TABLE_NAME, ValueWriter, json_text, text_of


def observer_name(match: Match, observer: Observer) -> str:
    """What an observer is called: a player's name, `table` or `judge`."""
    return {JUDGE: "judge", TABLE: TABLE_NAME}.get(observer) or match.players[observer - 1]


def looker(match: Match, observer: Observer) -> str:
    """Who an observer is within a sentence, before `knows it`."""
    return {JUDGE: "the judge", TABLE: "everybody at the table"}.get(observer) or match.players[observer - 1]


def exported(match: Match, observer: Observer = JUDGE, version: int | None = None) -> Iterator[dict[str, Any]]:
    """The header and the action lines of a match file, as far as that observer knows the match.

    `version` is that of the format; by default the first that can say everything.
    """
    start, *entries = standing_steps(match)
    version = version or _version_for((start, *entries), observer)
    noted = version == WITH_NOTES
    yield header(match, observer) | {"ludograph": version} | (_notes(start, observer) if noted else {})
    writer = ValueWriter(match.players, unknown="??")
    for step, told in zip(match.steps, entries, strict=True):
        known = concealed(step, observer)
        note = known.note if noted else "\n".join(told.note_texts(observer))
        yield action_line(known, writer, note) | (_notes(told, observer) if noted else {})


def _version_for(entries: Iterable[HistoryEntry], observer: Observer) -> int:
    """The first version of the format that says of each note who wrote it and who may read it."""
    start, *steps = (told.added_notes(observer) for told in entries)
    plain = all(note == Note(note.text) for notes in steps for note in notes)
    return FORMAT if plain and not start else WITH_NOTES


def _notes(told: HistoryEntry, observer: Observer) -> dict[str, Any]:
    """The notes on an entry or a start as version 2 has them; what is empty is left out."""
    kept = [{key: value for key, value in asdict(note).items() if value} for note in told.added_notes(observer)]
    return {NOTES: kept} if kept else {}


def header(match: Match, observer: Observer = JUDGE, names: Sequence[str] | None = None) -> dict[str, Any]:
    """The header of a match file; an export for an observer is a match of its own and says so in its id.

    `names` are what players are called in options and deal, where that is not their own names.
    """
    start = concealed_start(match.start, observer)
    writer = ValueWriter(match.players if names is None else names, unknown="??")
    suffix = "" if observer == JUDGE else f"@{observer_name(match, observer)}"
    head: dict[str, Any] = {"ludograph": FORMAT, "game": start.game, "players": list(start.players)}
    head["options"] = writer.fields(start.options)
    if start.deal is not None and (deal := writer.fields(start.deal)):
        head["deal"] = deal
    about = {key: getattr(start, key) for key in ("event", "round", "table", "played_on")}
    if (origin := origin_of(start)) is not None:
        head[FORK] = origin_json(origin)
    return head | {key: value for key, value in about.items() if value} | {"id": f"{match.id}{suffix}"}


def action_line(step: AnyStep, writer: ValueWriter, note: str = "") -> dict[str, Any]:
    """An action line as JSON; the step is concealed already."""
    line = {"seat": writer.seat(step.actor), "do": verb_of(type(step.action).__name__)} | writer.fields(step.action)
    if step.drawn:
        line["drawn"] = list(step.drawn)
    if step.shuffled is not None:
        line["shuffled"] = list(step.shuffled)
    if step.happened_at is not None:
        line["at"] = step.happened_at.isoformat().replace("+00:00", "Z")
    return line | {key: value for key, value in (("by", step.by), ("note", note)) if value}


def match_file_text(match: Match, lines: Iterator[dict[str, Any]]) -> Iterator[str]:
    """A match file in its text form, a line each, from its lines as JSON."""
    for key, value in next(lines).items():
        plain = isinstance(value, str) and not value.startswith(('"', "{", "[")) and value.strip() == value
        yield f"{key}: {value if plain else json_text(value)}"
    yield ""
    for line in lines:
        yield line_text(match, line)


def line_text(match: Match, line: dict[str, Any]) -> str:
    """An action line as text: `Ann flip > 8YK`."""
    name = line["seat"]
    words = [name if PLAIN.fullmatch(name) else json_text(name), text_of(match.game, line["do"], line)]
    if "drawn" in line:
        words += [">", *(str(outcome) for outcome in line["drawn"])]
    extras = {key: line[key] for key in ("at", "by", "note", NOTES, "shuffled") if key in line}
    return " ".join(words + ([json_text(extras)] if extras else []))
