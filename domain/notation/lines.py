"""One action as somebody wrote it, before any rule was asked; read here from JSON, and by `parser` from text.

Also what comes with it in a match file, or with the header: remarks, and the match that a fork comes from.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from json import dumps
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import Struct

from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.marks import Code, Name
from ludograph.domain.kernel.play import UnreadAction
from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.strict_json import InvalidValue, Unreadable, key_column
from ludograph.domain.notation.suggestions import did_you_mean
from ludograph.domain.notation.values import RESERVED, Reader, field_names, raw_text, verb_meant, verbs


class ForkOrigin(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Another match, as far as which step a fork is like it, and how that match stood then."""

    match: UUID
    step: int
    head: Code = ""
    """The newest digest of the other match; where cards were drawn anew, the digest of what was known of it.

    Empty for everybody but the judge.
    """
    observer: Name = ""
    """Whose knowledge the fork keeps to, where hidden cards were drawn anew; empty where they lie as recorded."""


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

    def move(self, game: Game, reader: Reader) -> UnreadAction:
        """The action, to be read once the game has been asked who and when."""
        return UnreadAction(self.do, partial(reader.action, game, self.do, self.fields))


NOTES = "notes"
"""The key of remarks with their authors and readers, since version 2 of the format."""
FORK: Final = "fork"
"""The key of a header under which a match file says of which match it is a fork."""
DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def from_json(game: Game, reader: Reader, raw: Mapping[str, Any], text: str, *, notes: bool = False) -> Line:
    """A line from its JSON object; `text` is the line as it stood, to say where something is wrong.

    `notes` tells whether remarks may stand there with who may read them.
    """
    own = RESERVED | ({NOTES} if notes else set())
    known = own | field_names(game)
    for key in raw:
        if key not in known:
            names = ", ".join(sorted(known))
            raise Unreadable(f"`{cut(key)}` means nothing here; known are: {names}.", key_column(text, key))
    for key in ("seat", "do"):
        if key not in raw:
            raise Unreadable(f"`{key}` is missing.", len(text.rstrip()) or 1)
    fields = {key: value for key, value in raw.items() if key not in own}
    try:
        return checked_line(game, reader, raw["seat"], verb_meant(game, raw["do"]), fields, raw)
    except InvalidValue as wrong:
        raise Unreadable(str(wrong), key_column(text, wrong.key)) from wrong


def checked_line(
    game: Game, reader: Reader, seat: object, do: object, fields: dict[str, Any], extras: Mapping[str, Any]
) -> Line:
    """A line of its parts, with what is beside the fields checked. Raises `InvalidValue` with the key of the fault."""
    try:
        actor = reader.actor(seat)
    except ValueError as wrong:
        raise InvalidValue("seat", f"{wrong}.") from wrong
    if do not in verbs(game):
        hint = did_you_mean(do, [*verbs(game), *game.synonyms]) if isinstance(do, str) else ""
        hint = hint or f"; it has {', '.join(verbs(game))}"
        raise InvalidValue("do", f"{game.title} has no action {raw_text(do)}{hint}.")
    return Line(
        actor, str(do), fields, **{key: check(extras, reader) for key, check in _EXTRAS.items() if key in extras}
    )


def read_notes(raw: object) -> tuple[Note, ...]:
    """Remarks as a match file has them. Raises ValueError, as a sentence."""
    if not isinstance(raw, list) or len(raw) > limits.WORDS:
        raise ValueError(f"`notes` is a list of up to {limits.WORDS:,} remarks, not {raw_text(raw)}.")
    return tuple(map(_note, raw))


def _note(raw: object) -> Note:
    if not isinstance(raw, dict) or not raw.keys() <= {"text", "by", "public"} or "text" not in raw:
        raise ValueError(f"A remark in `notes` has `text`, and `by` and `public` if need be: not {raw_text(raw)}.")
    if type(raw.get("public", False)) is not bool:
        raise ValueError(f"`public` of a remark is true or false, not {raw_text(raw['public'])}.")
    try:
        text, by = _plain_text(raw, "text", limits.TEXT), _plain_text(raw, "by", limits.SHORT_TEXT)
    except InvalidValue as wrong:
        raise ValueError(str(wrong)) from wrong
    if not text:
        raise ValueError("A remark in `notes` is empty.")
    return Note(text, by, raw.get("public", False))


def _notes(extras: Mapping[str, Any], reader: Reader) -> tuple[Note, ...]:
    try:
        return read_notes(extras[NOTES])
    except ValueError as wrong:
        raise InvalidValue(NOTES, str(wrong)) from wrong


def _drawn(extras: Mapping[str, Any], reader: Reader) -> tuple[Any, ...] | None:
    raw = extras["drawn"]
    if raw is not None and not isinstance(raw, list):
        raise InvalidValue("drawn", f"`drawn` is a list of outcomes, not {raw_text(raw)}.")
    _check_length("drawn", raw or [])
    for outcome in raw or []:
        if len(outcome if isinstance(outcome, str) else dumps(outcome)) > limits.OUTCOME:
            what = f"a card or a number of up to {limits.OUTCOME} characters"
            raise InvalidValue("drawn", f"An outcome is {what}, not {raw_text(outcome)}.")
    return tuple(raw) if raw else None


def _check_length(key: str, raw: list[Any]) -> None:
    if len(raw) > limits.WORDS:
        raise InvalidValue(key, limits.TOO_MANY_OUTCOMES)


def _order(extras: Mapping[str, Any], reader: Reader) -> Cards | None:
    raw = extras["shuffled"]
    if raw is None:
        return None
    if not isinstance(raw, list):
        raise InvalidValue("shuffled", f"`shuffled` is a list of cards, not {raw_text(raw)}.")
    _check_length("shuffled", raw)
    codes = [reader.deck.read(card) if isinstance(card, str) else None for card in raw]
    if None in codes:
        raise InvalidValue("shuffled", f"{raw_text(raw[codes.index(None)])} is no card of {reader.deck.title}.")
    return tuple(code for code in codes if code is not None)


def _time(extras: Mapping[str, Any], reader: Reader) -> datetime | None:
    raw = extras["at"]
    if raw is None:
        return None
    try:
        at = msgspec.convert(raw, datetime)
    except msgspec.ValidationError as wrong:
        raise InvalidValue("at", f"`at` is a time such as 2026-11-20T18:04:11Z, not {raw_text(raw)}.") from wrong
    if at.tzinfo is None:
        raise InvalidValue("at", "`at` needs a time zone: 2026-11-20T18:04:11Z.")
    return at


def _plain_text(raw: Mapping[str, Any], key: str, most: int) -> str:
    text = raw.get(key, "")
    if not isinstance(text, str) or len(text) > most:
        raise InvalidValue(key, f"`{key}` is a text of up to {most:,} characters, not {raw_text(text)}.")
    return text


_EXTRAS: Mapping[str, Callable[[Mapping[str, Any], Reader], Any]] = {
    "drawn": _drawn,
    "shuffled": _order,
    "at": _time,
    "by": lambda extras, reader: _plain_text(extras, "by", limits.SHORT_TEXT),
    "note": lambda extras, reader: _plain_text(extras, "note", limits.TEXT),
    NOTES: _notes,
}
"""What checks each thing that may stand beside the fields; most lines have none, so only what is there is checked."""


def origin_json(origin: ForkOrigin, *, sealed: bool = True) -> dict[str, Any]:
    """The value of `fork` in a header; what is empty is left out, and the digest where it is not for the judge."""
    head = origin.head if sealed else ""
    written = {"match": str(origin.match), "step": origin.step, "head": head, "as": origin.observer}
    return {key: value for key, value in written.items() if value != ""}


def read_origin(raw: Any) -> ForkOrigin | None:
    """The origin of a fork from the value of `fork` in a header; None for None. Raises ValueError with a sentence."""
    if raw is None:
        return None
    if not isinstance(raw, dict) or not {"match", "step"} <= raw.keys() <= {"match", "step", "head", "as"}:
        raise ValueError('`fork` is written as {"match": ID, "step": NUMBER}, with "head" and "as" if they are known.')
    step, head, observer = raw["step"], raw.get("head", ""), raw.get("as", "")
    if type(step) is not int or step < 0:
        raise ValueError(f"`step` of `fork` is a whole number from 0 on, not {raw_text(step)}.")
    if not isinstance(head, str) or (head and not DIGEST.fullmatch(head)):
        raise ValueError(f"`head` of `fork` is a digest of 64 characters, not {raw_text(head)}.")
    if not isinstance(observer, str) or len(observer) > 40 or not observer.isprintable():
        raise ValueError(f"`as` of `fork` is the name of a player, `table`, or left out, not {raw_text(observer)}.")
    try:
        return ForkOrigin(UUID(raw["match"]), step, head, observer)
    except (ValueError, AttributeError, TypeError):
        raise ValueError(f"`match` of `fork` is the id of a match, not {raw_text(raw['match'])}.") from None
