"""Studies: what somebody wrote about a match while they looked at it, as a file that becomes remarks on its steps.

A study file is one JSON object: `ludograph` is "study", `version` 1, `match` the id of the match, `author` who wrote
it, and `notes` a list with `step`, `text`, `glyph` and `arrows` of each; an arrow has `from` and `to`, each with a
`zone`, and a `part` and a `card` where it is no whole zone. `game` and `eyes` tell people which match it was, and who
saw it.
"""

from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.history import standing_steps
from ludograph.domain.match.result_objections import OBJECTS
from ludograph.domain.notation import limits
from ludograph.domain.notation.lines import Note
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.values import raw_text
from ludograph.domain.store.recorder import Recorder

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""What is said of a step by a sign, as of a move in chess."""
ARROWS: Final = 50
"""More arrows than this no step has."""


class StudyNote(Struct, frozen=True):
    """What a study says of a step, as the text of a remark."""

    step: int
    text: str


class Study(Struct, frozen=True):
    """What somebody wrote about a match, and as whom they saw it."""

    match: UUID
    author: str
    eyes: str
    notes: tuple[StudyNote, ...]


class StudyTaken(Struct, frozen=True):
    """How many remarks of a study were recorded, and how many stood there before."""

    match: UUID
    recorded: int
    already: int


def read_study(text: str) -> Study:
    """A study from the text of its file. Raises `Unreadable`."""
    if len(text) > limits.MATCH:
        raise Unreadable(f"This study is too long: a study has at most {limits.MATCH:,} characters.")
    raw = load_object(text)
    if raw.get("ludograph") != "study":
        raise Unreadable('This is no study: a file that a page saved begins with `{"ludograph": "study"`.')
    if raw.get("version") != 1:
        raise Unreadable(f"This study has version {raw_text(raw.get('version'))}; this program reads version 1.")
    _check_keys(
        "A study", raw, {"ludograph", "version", "match", "game", "eyes", "author", "notes"}, {"match", "notes"}
    )
    author, eyes = (_short_text(raw, key) for key in ("author", "eyes"))
    notes = raw["notes"]
    if not isinstance(notes, list) or len(notes) > limits.EVENTS:
        raise Unreadable(f"`notes` of a study is a list of up to {limits.EVENTS:,} remarks, not {raw_text(notes)}.")
    return Study(_match_of(raw["match"]), author, eyes, tuple(map(_note, notes)))


def take_study(recorder: Recorder, study: Study, *, public: bool) -> StudyTaken:
    """Records what a study says that is not recorded yet: all of it, or nothing.

    Raises `Unreadable` where the store has no such match or the match no such step, and `TooLong`.
    """
    if not recorder.has(study.match):
        raise Unreadable(f"This study is about match {study.match}, which is not recorded here.")
    match = recorder.load(study.match)
    stand = [set(told.notes(JUDGE)) for told in standing_steps(match)]
    recorded = 0
    for one in study.notes:
        if one.step >= len(stand):
            raise Unreadable(f"This study has a remark on step {one.step}: the last of its match is {len(stand) - 1}.")
        note = Note(one.text, study.author, public)
        if note in stand[one.step]:
            continue
        stand[one.step].add(note)
        match = match.annotate(one.step, one.text, recorder.stamp(), public=public, by=study.author)
        recorded += 1
    if recorded:
        recorder.record(match)
    return StudyTaken(study.match, recorded, len(study.notes) - recorded)


def _check_keys(what: str, raw: dict[str, Any], known: set[str], needed: set[str]) -> None:
    for key in raw.keys() - known:
        raise Unreadable(f"{what} has no `{limits.cut(key)}`; it has {', '.join(sorted(known))}.")
    for key in sorted(needed - raw.keys()):
        raise Unreadable(f"{what} needs `{key}`.")


def _match_of(raw: object) -> UUID:
    try:
        return UUID(raw) if isinstance(raw, str) else UUID("")
    except ValueError as wrong:
        raise Unreadable(f"`match` of a study is the id of a match, not {raw_text(raw)}.") from wrong


def _short_text(raw: dict[str, Any], key: str) -> str:
    text = raw.get(key, "")
    if not isinstance(text, str) or len(text) > limits.SHORT_TEXT or not text.isprintable():
        raise Unreadable(
            f"`{key}` is a text of up to {limits.SHORT_TEXT} characters on one line, not {raw_text(text)}."
        )
    return text.strip()


def _note(raw: object) -> StudyNote:
    if not isinstance(raw, dict):
        raise Unreadable(f"A remark of a study is a JSON object, not {raw_text(raw)}.")
    _check_keys("A remark of a study", raw, {"step", "text", "glyph", "arrows"}, {"step"})
    step, text, glyph, arrows = raw["step"], raw.get("text", ""), raw.get("glyph", ""), raw.get("arrows", [])
    if type(step) is not int or step < 0:
        raise Unreadable(f"`step` of a remark is a number from 0 on, not {raw_text(step)}.")
    if glyph not in ("", *GLYPHS):
        raise Unreadable(f"`glyph` of a remark is one of {' '.join(GLYPHS)}, not {raw_text(glyph)}.")
    if not isinstance(text, str):
        raise Unreadable(f"`text` of a remark is a text, not {raw_text(text)}.")
    if OBJECTS in text:
        raise Unreadable(
            f"The remark on step {step} says what only a player says: `{OBJECTS.strip()}`. Write it otherwise."
        )
    if not isinstance(arrows, list) or len(arrows) > ARROWS:
        raise Unreadable(f"`arrows` of a remark is a list of up to {ARROWS}, not {raw_text(arrows)}.")
    first = " ".join(filter(None, [glyph, text.strip()]))
    whole = "\n".join(filter(None, [first, *map(_arrow, arrows)]))
    if not whole:
        raise Unreadable(f"The remark on step {step} says nothing: it has no text, no glyph and no arrow.")
    limits.check_text(f"The remark on step {step}", whole)
    return StudyNote(step, whole)


def _arrow(raw: object) -> str:
    """An arrow as a line of a remark; a page that shows the remark finds the places again by these words."""
    if not isinstance(raw, dict) or raw.keys() != {"from", "to"}:
        raise Unreadable(f"An arrow has `from` and `to`: not {raw_text(raw)}.")
    return f"Arrow: {_place(raw['from'])} → {_place(raw['to'])}"


def _place(raw: object) -> str:
    if not isinstance(raw, dict):
        raise Unreadable(f"An end of an arrow has a `zone`, and a `part` and a `card` if need be: not {raw_text(raw)}.")
    _check_keys("An end of an arrow", raw, {"zone", "part", "card"}, {"zone"})
    zone, part, card = (_short_text(raw, key) for key in ("zone", "part", "card"))
    place = ", ".join(filter(None, [zone, part]))
    return f"{card} in {place}" if card else place


__all__ = ["GLYPHS", "Study", "StudyTaken", "read_study", "take_study"]
