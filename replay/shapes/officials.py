"""What officials and players said of a match, as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludograph.domain.kernel.marks import JUDGE

if TYPE_CHECKING:
    from ludograph.domain.kernel.conceal import Observer
    from ludograph.domain.kernel.result import FinalResult, Result
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.officials_view import StandingRuling
    from ludograph.replay.sentences.score_parts import StepPart


def officials_json(match: "Match", observer: "Observer") -> dict[str, Any]:
    """What of `result --json` is not from the game: agreements, rulings, status, and the final result."""
    from ludograph.domain.match.officials_view import officials_of

    said = officials_of(match)
    return {
        "status": said.status,
        "confirmed": [one.name for one in said.confirmed],
        "confirmations_void": [{"name": one.name, "event": one.event, "void_by": one.void_by} for one in said.void],
        "rulings": [ruling_json(ruling, match.players, observer) for ruling in said.rulings],
        "rulings_withdrawn": [ruling_json(ruling, match.players, observer) for ruling in said.withdrawn],
        "final": final_json(said.final, match.players),
    }


def ending_json(match: "Match", observer: "Observer") -> dict[str, Any] | None:
    """How a match ended and why, with all rulings, as far as an observer knows; null before its end."""
    from ludograph.replay.sentences.ending import ending_of
    from ludograph.replay.timeline.timeline import Timeline

    ending = ending_of(Timeline(match, observer))
    if ending is None:
        return None
    ranking = [
        {
            "place": rank.place,
            "player": match.players[rank.seat - 1],
            "score": rank.score,
            "won": rank.won,
            "forfeited": rank.forfeited,
            "sum": dict(rank.sum),
            **({"because": rank.because} if rank.because else {}),
            "parts": [_part_json(one) for one in ending.parts if one.part.seat == rank.seat],
        }
        for rank in ending.ranking
    ]
    return {"reason": ending.reason, "without_rulings": ending.unruled or None, "ranking": ranking}


def _part_json(one: "StepPart") -> dict[str, Any]:
    """A part of a score with the cards that count for it, and the step that scored it."""
    part = one.part
    return {"step": one.step, "part": part.label, "amount": part.amount, "cards": [*part.cards], "why": part.why}


def unruled_json(result: "Result", players: Sequence[str]) -> dict[str, Any]:
    """What officials said of a match, where nobody said anything: for this its result and its players are enough."""
    from ludograph.domain.kernel.result import final

    return {
        "status": "over" if result.over else "running",
        "confirmed": [],
        "confirmations_void": [],
        "rulings": [],
        "rulings_withdrawn": [],
        "final": final_json(final(result), players),
    }


def final_json(final: "FinalResult", players: Sequence[str]) -> dict[str, Any]:
    """Scores, winners and places by the players' names; before the end null, nobody and null."""
    winners = final.winners
    return {
        "scores": dict(zip(players, final.scores, strict=True)),
        "winners": winners if isinstance(winners, str) else [players[seat - 1] for seat in winners],
        "places": dict(zip(players, final.places, strict=True)),
    }


def ruling_json(ruling: "StandingRuling", players: Sequence[str], observer: "Observer") -> dict[str, Any]:
    """A ruling; the words of a private one, what it cites and who made it are null for all but the judge.

    One that was withdrawn has `withdrawn` besides: in which event, why and by whom, as far as everybody may know that.
    """
    event, gone = ruling.event, ruling.withdrawn
    hidden = event.private and observer != JUDGE
    told = {
        "number": ruling.number,
        "event": event.originator_version,
        "step": event.step,
        "text": None if hidden else event.text,
        "cites": None if hidden else event.cites or None,
        "adjust": {players[seat - 1]: points for seat, points in event.adjust},
        "forfeit": [players[seat - 1] for seat in event.forfeit],
        "by": None if hidden else event.by,
        "private": event.private,
    }
    if gone is None:
        return told
    known = gone.public or observer == JUDGE
    why = {"reason": gone.reason if known else None, "by": gone.by if known else None}
    return told | {"withdrawn": {"event": gone.originator_version, **why}}
