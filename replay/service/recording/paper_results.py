"""Results that were entered from paper in the place of a match: what its players are shown, and may say of them."""

from typing import Any, Final

from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.result_objections import WordOnPaper, words_on_paper
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.scores.entered_results import EnteredResult, entered_for
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.shapes.matches import result_json, time_json

FROM_PAPER: Final = "This result was entered from paper: the match was not recorded to its end."


def on_paper(recorder: Recorder, match: Match) -> EnteredResult | None:
    """The result that was entered in the place of a match that was given up; None where there is none."""
    # Only such a match can have one, so that no tournament is read for all others.
    return entered_for(match.id, TournamentService(recorder).all()) if match.abandoned else None


def paper_scores_json(recorder: Recorder, match: Match) -> dict[str, Any] | None:
    """The scores that were entered from paper, by name; None where there are none."""
    entered = on_paper(recorder, match)
    return None if entered is None else dict(zip(entered.result.players, entered.result.scores, strict=True))


def paper_agreement_json(match: Match, seats: list[Seat], entered: EnteredResult) -> dict[str, Any]:
    """What the players of these seats are shown of a result from paper; in the shape of a recorded one."""
    said = {one.seat: one for one in words_on_paper(match, entered.entered_at)}
    agreed = [one.name for one in said.values() if not one.text and one.is_open]
    about = {name: getattr(match.start, name) for name in ("event", "round", "table")}
    again = "It stands" if entered.upheld else "It was put right"
    reason = " ".join(filter(None, [FROM_PAPER, entered.reason and f"{again}: {entered.reason}"]))
    ending = {"reason": reason, "without_rulings": None, "ranking": _ranking(entered)}
    result = result_json(match, seats[0]) | {"status": "over", "ending": ending, "confirmed": agreed}
    return {
        **cursor_json(match),
        "title": match.game.title,
        **about,
        "tournament": str(entered.tournament.id),
        "seats": [_seat(match, seat, said.get(seat)) for seat in seats],
        "result": result,
    }


def _seat(match: Match, seat: Seat, said: WordOnPaper | None) -> dict[str, Any]:
    agrees = said is not None and not said.text
    objection = None if said is None or agrees else said
    return {
        "seat": seat,
        "player": match.players[seat - 1],
        "agrees": agrees and said is not None and said.is_open,
        "agreed_before": agrees and said is not None and not said.is_open,
        "objection": objection
        and {
            "player": objection.name,
            "text": objection.text,
            "at": time_json(objection.at),
            "open": objection.is_open,
        },
    }


def _ranking(entered: EnteredResult) -> list[dict[str, Any]]:
    """Who came where, the first first."""
    result = entered.result
    won = () if isinstance(result.winners, str) else result.winners
    rows: list[dict[str, Any]] = [
        {
            "place": result.places[seat - 1],
            "player": name,
            "score": result.scores[seat - 1],
            "won": seat in won,
            "forfeited": result.forfeited(seat),
            "sum": {},
            "parts": [],
        }
        for seat, name in enumerate(result.players, start=1)
    ]
    # Places that nobody can tell come last.
    return sorted(rows, key=lambda row: row["place"] if isinstance(row["place"], int) else len(rows) + 1)
