"""What officials and players said of a match, in sentences."""

from collections.abc import Iterator

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.marks import JUDGE
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import ConfirmationWithdrawn, MatchAbandoned, RulingMade, RulingWithdrawn
from ludograph.domain.match.final_result import Confirmation
from ludograph.domain.match.officials_view import Officials, officials_of
from ludograph.replay.sentences.event_sentences import tell_event
from ludograph.replay.sentences.ruling_effects import AT_END


def officials_sentences(match: Match, observer: Observer) -> Iterator[str]:
    """Rulings, who agrees to the result, and whose agreement is void, as far as an observer may know."""
    said = officials_of(match)
    for ruling in said.rulings:
        gone = " The step that it was about does not stand any more." if ruling.gone else ""
        yield f"{tell_event(ruling.event, match.players, observer)} (ruling {ruling.number}){gone}"
    if said.status != "over" and any(one.event.adjust or one.event.forfeit for one in said.rulings):
        yield AT_END
    for ruling in said.withdrawn:
        if ruling.withdrawn is not None:
            yield tell_event(ruling.withdrawn, match.players, observer) or ""
    yield from agreements(match, said)


def agreements(match: Match, said: Officials) -> Iterator[str]:
    """Who agrees to the result, and who did before it became another, or does not any more."""
    if said.confirmed:
        yield f"Agreed to this result: {listed([_called(one) for one in said.confirmed])}."
    agree = {one.seat for one in said.confirmed}
    by_reason: dict[str, dict[str, None]] = {}
    # The newest of each, for what somebody agreed to before that says nothing more.
    newest = {one.seat: one for one in said.void if one.seat not in agree and one.void_by}
    for one in sorted(newest.values(), key=lambda one: (one.seat == JUDGE, one.seat)):
        event = match.history[(one.void_by or 0) - 1]
        ruled = isinstance(event, RulingMade | RulingWithdrawn)
        why = "ruled" if ruled else "withdrawn" if isinstance(event, ConfirmationWithdrawn) else "corrected"
        by_reason.setdefault(why, {})[_called(one)] = None
    for why, names in by_reason.items():
        yield VOID[why].format(listed([*names]))


VOID = {
    "corrected": "Void, for the match was corrected or taken back since: what {} agreed to.",
    "ruled": "Void, for a ruling made the result another since: what {} agreed to.",
    "withdrawn": "Agreed, and withdrew that: {}.",
}
"""What is said of agreements to a result that hold no more, by what ended them."""


def _called(one: Confirmation) -> str:
    return "the judge" if one.seat == JUDGE else one.name


def abandoned_after(match: Match) -> str:
    """That a match was abandoned, and after how many steps: what everybody may know from its first step on."""
    after = f"after {counted(len(match.steps), 'step')}" if match.steps else "before its first step"
    return f"This match was abandoned {after}: it will not be finished."


def why_abandoned(match: Match, observer: Observer) -> str:
    """That a match was abandoned, and why, as far as an observer may know."""
    event = next(event for event in reversed(match.history) if isinstance(event, MatchAbandoned))
    return tell_event(event, match.players, observer) or ""
