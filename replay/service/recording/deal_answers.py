"""The deal that a match awaits, in the making: what is asked next of it, and how it lies so far."""

from collections.abc import Iterator
from typing import Any

from ludograph.domain.exchange.deal_draft import OF_SEAT, DealDraft, drafted
from ludograph.domain.exchange.deal_entry import cards_of
from ludograph.domain.kernel.sentences import Speaker, capital
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.responses import BadRequest

Json = dict[str, Any]


def deal_draft_json(match: Match, answers: tuple[Any, ...]) -> Json:
    """A deal so far in words, with what is asked next, or as it can be recorded. Raises `BadRequest`."""
    speaker = Speaker(match.game.deck, match.players)
    try:
        draft = drafted(cards_of(match), [list(one) if isinstance(one, tuple) else one for one in answers])
    except ValueError as wrong:
        raise BadRequest(422, f"{wrong}") from wrong
    lies = [_lying(speaker, label, value) for label, value in (_whole(match, draft) or _so_far(draft))]
    if draft.asked is None:
        return {**cursor_json(match), "lies": lies, "asked": None, "deal": draft.deal}
    values = [_value(speaker, value) for value in draft.asked.values]
    asked = {"label": visible(draft.asked.label), "why": visible(draft.asked.why), "values": values}
    return {**cursor_json(match), "lies": lies, "asked": asked, "deal": None}


def _whole(match: Match, draft: DealDraft) -> list[tuple[str, Any]]:
    """All that a deal says, that too which went without saying; nothing as long as it is not whole."""
    return list(_entries(match, draft.deal)) if draft.deal else []


def _entries(match: Match, deal: Json) -> Iterator[tuple[str, Any]]:
    for field in fields_of(match.game.deal):
        if field.question is None or field.name not in deal:
            continue
        text, value = field.question.text, deal[field.name]
        if OF_SEAT in text:
            yield from ((text.replace(OF_SEAT, name), one) for name, one in zip(match.players, value, strict=True))
        else:
            yield text, value


def _so_far(draft: DealDraft) -> list[tuple[str, Any]]:
    """What was answered, the cards of one question together: those of `The first row: 1`, `The first row: 2`."""
    found: dict[str, Any] = {}
    for label, value in draft.answered:
        about, _, number = label.rpartition(": ")
        if number.isdecimal():
            found.setdefault(about, []).append(value)
        else:
            found[label] = value
    return list(found.items())


def _lying(speaker: Speaker, label: str, value: Any) -> Json:
    """A part of a deal: its cards, or in words what it says."""
    several = value if isinstance(value, list) else [value]
    cards = several if all(one in speaker.deck.by_code for one in several) else []
    told = "" if cards else "none" if value == [] else _value(speaker, value)["told"]
    return {"label": visible(label), "cards": cards, "told": told}


def _value(speaker: Speaker, value: Any) -> Json:
    """An answer about a deal as a button has it: a card, a player, or several cards."""
    if isinstance(value, list):
        return {"value": value, "told": " ".join(map(str, value))}
    if value in speaker.deck.by_code:
        return {"value": value, "told": capital(speaker.card(value)), "card": value}
    return {"value": value, "told": visible(str(value))}
