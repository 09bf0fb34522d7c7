"""What an entry will ask for first, told along with what is open: a page that loses its service then asks the same."""

from typing import Any, Final

from ludograph.domain.entry.draft import draft_entry, may_stay_unseen
from ludograph.domain.entry.questions import OutcomeQuestion
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Faces, Refused
from ludograph.domain.kernel.sentences import capital
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import from_json
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import Reader
from ludograph.domain.notation.visible_text import visible

Json = dict[str, Any]
SURE: Final = ("list", "text")
"""Kinds of fields with a value that can stand for any other: what is asked for seldom depends on it."""


def with_first_questions(match: Match, observer: Observer, step: int, seats: list[Json]) -> list[Json]:
    """What is open to each seat, each action with `asked`: its first outcome, null where it has none.

    Only where cards are real, for else the program draws; all of it as the observer knows the match.
    """
    if match.start.seed is None and not match.awaits_deal:
        for seat in seats:
            for action in seat["actions"]:
                action["asked"] = _first_question(match, observer, step, seat, action)
    return seats


def _first_question(match: Match, observer: Observer, step: int, seat: Json, action: Json) -> Json | None:
    fields = action["ways"][0]["fields"] if action["ways"] else _first_values(action["blocks"][0])
    if fields is None:
        return None
    reader = Reader(match.game.deck, match.players)
    try:
        line = from_json(match.game, reader, {"seat": seat["seat"] or "table", "do": action["do"], **fields}, "")
        question = draft_entry(match, line, (), observer, step).question
    except (Refused, Unreadable):
        return None
    return None if question is None else _question_json(question)


def _first_values(block: Json) -> Json | None:
    """The first value of each field; None where that stands for no other."""
    if any(values["kind"] not in SURE for values in block.values()):
        return None
    return {
        name: values["value"] if values["kind"] == "text" else values["values"][0]["value"]
        for name, values in block.items()
    }


def _question_json(question: OutcomeQuestion) -> Json:
    asked: Json = {"label": visible(capital(question.label)), "unseen": may_stay_unseen(question)}
    among = question.among
    if isinstance(question.entry, Faces):
        return asked | {"kind": "card", "cards": sorted(set(among))}
    return asked | {"kind": "number", "min": min(among), "max": max(among), "step": getattr(among, "step", 1)}
