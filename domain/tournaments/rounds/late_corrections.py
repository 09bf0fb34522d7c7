"""A result put right after the next round was seated: what becomes of that seating, and what can be done."""

from shlex import quote

from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of, status_of
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import RoundsSeated
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.state import counting

BY_STANDINGS = "swiss"


def seating_by_standings(tournament: Tournament, number: int) -> RoundsSeated | None:
    """What seated a round by the standings; None where it is not seated, or went by none."""
    seatings = [one for one in counting(tournament.history) if isinstance(one, RoundsSeated)]
    made = [one for one in seatings if one.first <= number < one.first + len(one.rounds)]
    return made[-1] if made and made[-1].method == BY_STANDINGS else None


def seating_after(tournament: Tournament, results: Results, number: int) -> str:
    """What a changed result of a round means for the next, where that was seated by the standings; else empty."""
    following = number + 1
    if following > len(results) or seating_by_standings(tournament, following) is None:
        return ""
    name, game = quote(tournament.opened.source or tournament.state.name), tournament.round(following).game
    told = f"Round {following} was seated by the standings as they were before."
    if any(one.stage != "seated" for one in results[following - 1]):
        return f"{told} It has begun, so that its seating stands; the rounds after it go by the new result."
    return (
        f"{told} Nothing has begun in it: `ludograph tournament seat {name} --game {game} --again` seats it anew, with "
        "the --size and options that it had; if you do nothing its seating stands."
    )


def seatings_after_correction(service: TournamentService, before: Match, after: Match) -> list[str]:
    """What a match that stands otherwise than before means for rounds that were seated by its result."""
    if (status_of(before), final_of(before)) == (status_of(after), final_of(after)):
        return []
    events = {folded(match.start.event) for match in (before, after)}
    told = []
    for one in service.all():
        if folded(one.state.name) not in events and after.id not in one.state.matches:
            continue
        results = service.tables(one).results
        rounds = (number for number, row in enumerate(results, start=1) if any(at.match == after.id for at in row))
        told += [text for number in rounds if (text := seating_after(one, results, number))]
    return told
