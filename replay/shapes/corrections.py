"""What a correction changes, and why it is refused, as JSON."""

from typing import Any

from ludograph.domain.corrections.amend import Amendment, Correction, Unamendable
from ludograph.domain.corrections.preview import PreviewedMatch
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.history import newest_correction, observer_among_others
from ludograph.replay.sentences.differences import Changed, changed_steps, followed_entries, origins_of, sides
from ludograph.replay.shapes.matches import choices_json, result_json


def amendment_json(
    before: Match, amendment: Amendment, outlook: PreviewedMatch, observer: Observer, status: str
) -> dict[str, Any]:
    """What a correction changes, or would; the result is null where an observer cannot foresee it."""
    after = amendment.match
    told = [{"step": one.step, "was": one.was, "now": one.now} for one in changed_in(outlook, observer)]
    then = result_json(after, observer_among_others(observer, before.players, after.players))
    return {
        "match": str(before.id),
        "game": before.game.id,
        "status": status,
        "at": None if not told and status == "preview" and observer != JUDGE else amendment.at,
        "event": newest_correction(after).originator_version if status == "amended" else None,
        "changed": told,
        "followed": [{"step": one.step, "was": one.was, "now": one.now} for one in followed_in(outlook, observer)],
        "untold": outlook.untold,
        "steps": outlook.steps,
        "taken_back": amendment.taken,
        "result": {
            "was": result_json(before, observer),
            "now": then if outlook.untold is None else None,
        },
        "error": None,
    }


def refusal_json(before: Match, wrong: Exception, correction: Correction | None, observer: Observer) -> dict[str, Any]:
    """Why nothing was changed, in the same shape; without a step where nothing can be made of what is wanted."""
    refused = wrong if isinstance(wrong, Unamendable) else None
    players = correction.header.players if correction and correction.header else before.players
    error = {
        "step": refused.step if refused else None,
        "rule": refused.rule if refused else None,
        "message": str(wrong),
        "instead": choices_json(refused.instead, players) if refused else [],
    }
    unchanged = amendment_json(before, Amendment(before, None), PreviewedMatch(before, before), observer, "refused")
    return unchanged | {"error": error}


def changed_in(outlook: PreviewedMatch, observer: Observer) -> list[Changed]:
    """The steps that are told otherwise, as far as that can be foreseen."""
    if outlook.after is outlook.before:
        return []
    changed = list(changed_steps(sides(outlook.before, outlook.after, observer)))
    if outlook.untold is None:
        return changed
    last = max(origins_of(outlook.before, outlook.after).values(), default=0)
    return [one for one in changed if one.now is not None or one.step < last]


def followed_in(outlook: PreviewedMatch, observer: Observer) -> list[Changed]:
    """The entries that stood and are others now, for they follow what is put right."""
    if outlook.after is outlook.before:
        return []
    return list(followed_entries(sides(outlook.before, outlook.after, observer)))
