"""What officials and players said of a match, as JSON and in sentences."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludograph.domain.kernel.conceal import Observer
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.final_result import Confirmation


def sentences(match: "Match", observer: "Observer") -> Iterator[str]:
    """Rulings, who agrees to the result, and whose agreement is void, as far as an observer may know."""
    from ludograph.domain.kernel.sentences import listed
    from ludograph.domain.match.officials_view import officials_of
    from ludograph.replay.sentences.event_sentences import tell_event

    said = officials_of(match)
    for ruling in said.rulings:
        gone = " The step that it was about does not stand any more." if ruling.gone else ""
        yield f"{tell_event(ruling.event, match.players, observer)}{gone}"
    if said.confirmed:
        yield f"Agreed to this result: {listed([_called(one) for one in said.confirmed])}."
    if void := list(dict.fromkeys(_called(one) for one in said.void)):
        yield f"Void, for the match was corrected or taken back since: what {listed(void)} agreed to."


def _called(one: "Confirmation") -> str:
    from ludograph.domain.kernel.game import JUDGE

    return "the judge" if one.seat == JUDGE else one.name


def why_abandoned(match: "Match", observer: "Observer") -> str:
    """That a match was abandoned, and why, as far as an observer may know."""
    from ludograph.domain.match.events import MatchAbandoned
    from ludograph.replay.sentences.event_sentences import tell_event

    event = next(event for event in reversed(match.history) if isinstance(event, MatchAbandoned))
    return tell_event(event, match.players, observer) or ""
