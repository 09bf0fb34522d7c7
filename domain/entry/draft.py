"""An entry in the making: an action with the outcomes told so far, and what is asked for next; nothing is recorded.

All of it is worked out as the observer knows the match: a question that is left out would tell what the record knows.
Where the program deals nothing is asked for.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ludograph.domain.entry.questions import AskingChance, OutcomeQuestion
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Outcome, Unseen
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import (
    JUDGE,
    Action,
    Audience,
    Choice,
    Faces,
    FreeText,
    Game,
    Impossible,
    Numbers,
    Refused,
    Seat,
)
from ludograph.domain.kernel.play import play
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.name_matcher import is_whole_number
from ludograph.domain.notation.values import Reader

REST: Final = "rest"
"""Told in the place of an outcome: neither this nor what else only the same players see was seen here."""


class Draft(NamedTuple):
    """An entry so far: the action, what is asked for next (None where nothing is), and what was answered."""

    action: Action
    question: OutcomeQuestion | None
    line: Line
    """The entry with its outcomes, once it is whole."""
    answered: tuple[tuple[str, Outcome], ...]
    """What each outcome that was told is called, and the outcome."""


class _OutcomeAsked(Exception):
    """An outcome that was not told yet is asked for."""

    def __init__(self, question: OutcomeQuestion) -> None:
        super().__init__()
        self.question = question


def draft_entry(match: Match, line: Line, told: Sequence[Any], observer: Observer, at: int | None = None) -> Draft:
    """An entry with these outcomes told, after step `at` or the last. Raises `Refused`."""
    game, reader = match.game, Reader(match.game.deck, match.players)
    action = reader.action(game, line.do, line.fields)
    if match.start.seed is not None:
        return Draft(action, None, line, ())
    chance = _DraftChance(observer, Speaker(game.deck, match.players), reader, told)
    try:
        play(game, match.view(observer, at), line.actor, action, chance)
    except _OutcomeAsked as asked:
        return Draft(action, asked.question, line, tuple(chance.answered))
    # What the observer knows may be too little to follow the entry: without outcomes told it is left to the record.
    except Refused as refused:
        if told or not refused.outcome:
            raise
    drawn = tuple(chance.drawn) if told and chance.drawn else None
    return Draft(action, None, replace(line, drawn=drawn), tuple(chance.answered))


class _DraftChance(AskingChance):
    """Chance that takes outcomes as far as they were told, then raises `_OutcomeAsked`."""

    def __init__(self, observer: Observer, speaker: Speaker, reader: Reader, told: Sequence[Any]) -> None:
        super().__init__(observer, speaker.seat)
        self._reader = reader
        self._told = list(told)
        self._unseen: set[Audience] = set()
        self.answered: list[tuple[str, Outcome]] = []

    def answer(self, question: OutcomeQuestion) -> Outcome:
        """The next outcome told. Raises `_OutcomeAsked` where there is none, and `Impossible` where it cannot be."""
        if question.unseen and question.entry.to in self._unseen:
            return UNKNOWN
        if not self._told:
            raise _OutcomeAsked(question)
        raw = self._told.pop(0)
        if raw == REST and question.unseen:
            self._unseen.add(question.entry.to)
            raw = UNKNOWN
        found = self._read(question, raw)
        self.answered.append((question.label, found))
        return found

    def _read(self, question: OutcomeQuestion, raw: object) -> Outcome:
        text = str(raw)
        if isinstance(question.entry, Numbers):
            if is_whole_number(text) and question.fits(text):
                return int(text)
            raise Impossible(
                "placed", f"{text} cannot be: a number from {question.among[0]} to {question.among[-1]} belongs here."
            )
        code = self._reader.deck.read(text)
        if code is None:
            raise Impossible("code", f"{text} is no card of {self._reader.deck.title}.")
        if code == UNKNOWN and (question.named or not question.entry.hidden):
            raise Impossible("unknown", "This card was seen: name it.")
        if code != UNKNOWN and not question.fits(code):
            raise Impossible("placed", f"{code} cannot come here: it lies elsewhere, or does not belong here.")
        return code


def may_stay_unseen(question: OutcomeQuestion) -> bool:
    """Whether an outcome need not be named."""
    return isinstance(question.entry, Faces) and question.entry.hidden and not question.named


def can_all_do(match: Match, view: Any, seats: Sequence[Seat], action: Action, observer: Observer) -> bool:
    """Whether these seats can all do this one after the other, as far as this view knows, and nothing is asked for.

    What the program draws for one is to be recorded before another goes on, see `recording.decide_entries`.
    """
    reader, speaker = Reader(match.game.deck, match.players), Speaker(match.game.deck, match.players)
    state = view
    for seat in seats:
        chance = Unseen() if match.start.seed is not None else _DraftChance(observer, speaker, reader, ())
        try:
            state = play(match.game, state, seat, action, chance).state
        except (Refused, _OutcomeAsked):
            return False
        if match.start.seed is not None and observer != JUDGE and (chance.drawn or chance.shuffled is not None):
            return False
    return True


# Values of an action that somebody at the screen need not tell, or has to


def prefilled(match: Match, view: Any, seat: Seat, choice: Choice, observer: Observer) -> Choice:
    """A block of choices with one value for each field that need not be told.

    Where the program deals, that is what the record fills in by itself; where cards are real, what players keep to
    themselves, if it may be left unknown.
    """
    values = dict(choice.values)
    for field in fields_of(choice.action):
        held = values.get(field.name)
        if held is None or isinstance(held, FreeText):
            continue
        if match.start.seed is not None:
            if _is_filled_in(field, held):
                values[field.name] = (None,)
        elif not _is_shown(field, seat, observer):
            unknown = _unknown(field, _first(held))
            if _is_taken(match.game, view, seat, choice, values | {field.name: (unknown,)}):
                values[field.name] = (unknown,)
        elif UNKNOWN in _codes(held) and field.shape.kind == "card" and len(held) > 1:
            values[field.name] = tuple(value for value in held if value != UNKNOWN)
    return replace(choice, values=values)


def may_stay_unknown(field: Field, seat: Seat, choice: Choice, observer: Observer) -> bool:
    """Whether what a field says is kept from the observer, so that it need not be told."""
    held = choice.values.get(field.name, ())
    return not _is_shown(field, seat, observer) and not isinstance(held, FreeText) and _first(held) is not None


def _is_filled_in(field: Field, held: Sequence[Any]) -> bool:
    """Whether the record knows cards of which the observer could only say what they might be."""
    open_here = len(held) > 1 or UNKNOWN in _codes(held)
    return field.shape.optional and field.shape.holds_cards and open_here and _first(held) is not None


def _is_shown(field: Field, seat: Seat, observer: Observer) -> bool:
    """Whether the observer sees what a field says."""
    return field.secret is None or "*" in field.secret.seen_by or observer < 0 or observer == seat


def _unknown(field: Field, value: Any) -> Any:
    """What stands for such a value where nobody here knows it."""
    if field.shape.kind == "list":
        return tuple(_unknown_item(field, one) for one in value)
    return UNKNOWN if field.shape.kind == "card" else None


def _unknown_item(field: Field, value: Any) -> Any:
    is_card = field.shape.item is not None and field.shape.item.kind == "card"
    return UNKNOWN if is_card else None


def _first(values: Sequence[Any]) -> Any:
    return next(iter(values), None)


def _codes(values: Sequence[Any]) -> tuple[Any, ...]:
    """The codes in the first values of a field."""
    return tuple(code for value in islice(values, 2) for code in (value if isinstance(value, tuple) else (value,)))


def _is_taken(game: Game, view: Any, seat: Seat, choice: Choice, values: dict[str, Sequence[Any]]) -> bool:
    """Whether an action with the first of these values can be done."""
    action = choice.action(**{name: _first(held) for name, held in values.items()})
    return is_open(game, view, seat, action)


def is_open(game: Game, view: Any, seat: Seat, action: Action) -> bool:
    """Whether an action can be done, as far as this view knows, whatever chance brings."""
    try:
        play(game, view, seat, action, Unseen())
    except Refused:
        return False
    return True
