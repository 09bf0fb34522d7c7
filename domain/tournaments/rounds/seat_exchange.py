"""Two players who sat in each other's seats: the tournament, and the matches in which their names change places."""

from collections.abc import Iterator
from typing import NamedTuple

from ludograph.domain.corrections.amend import NothingToAmend, Reason, Unamendable, corrected_match, header_correction
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.official_decisions import abandoned, reopened
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import Placed, SeatsExchanged
from ludograph.domain.tournaments.rounds.table_matches import table_match
from ludograph.domain.tournaments.service import TournamentService


class ExchangedSeats(NamedTuple):
    """A tournament in which two players have each other's seats, with its matches; nothing of it is recorded yet."""

    tournament: Tournament
    matches: list[Match]


def seats_exchanged(
    service: TournamentService, tournament: Tournament, round: int, name: str, other: str, reason: str, by: str = ""
) -> ExchangedSeats:
    """The tournament and the matches of a round in which two players have each other's seats.

    A match that is recorded is corrected, and who agreed to its result has agreed to another; one that awaits its deal,
    of which there is nothing to correct, is begun anew with the others. Raises `OutOfOrder`.
    """
    stamp = service.recorder.stamp()
    after = tournament.exchange(round, name, other, reason, stamp, by)
    event = after.last
    assert isinstance(event, SeatsExchanged)
    why = reason or f"{event.player} and {event.other} sat in each other's seats."
    matches, placed = list(_corrected(service, tournament, after, event, Reason(why, by))), []
    for at, match in _moved(service, tournament, after, round):
        if not match.awaits_deal:
            continue
        fresh = table_match(service, after, (round, at), None, by=by)
        placed.append(Placed(at, fresh.id))
        own = service.recorder.stamp()._replace(now=stamp.now)
        matches += [abandoned(match, why, own, public=False, by=by), fresh]
    return ExchangedSeats(tournament.exchange(round, name, other, reason, stamp, by, matches=placed), matches)


def given_back(
    service: TournamentService, tournament: Tournament, gone: SeatsExchanged, reason: str, by: str = ""
) -> tuple[Tournament, list[Match]]:
    """The tournament and its matches with two players in their own seats again. Raises `OutOfOrder`."""
    after = tournament.take_back(reason, service.recorder.stamp(), by)
    fresh = {placed.table: service.recorder.load(placed.match) for placed in gone.matches}
    if begun := next((at for at, match in fresh.items() if not match.awaits_deal), None):
        raise OutOfOrder(
            f"Table {begun} is being played by those who sit there now: exchange the two once more, and its record "
            "follows."
        )
    matches = list(_corrected(service, tournament, after, gone, Reason(reason, by)))
    for at, match in fresh.items():
        if status_of(match) == "running":
            matches.append(abandoned(match, reason, service.recorder.stamp(), public=False, by=by))
        own = after.table(gone.round, at).match
        old = None if own is None else service.recorder.load(own)
        if old is not None and status_of(old) == "abandoned":
            matches.append(reopened(old, reason, service.recorder.stamp(), by=by))
    return after, matches


def _moved(
    service: TournamentService, before: Tournament, after: Tournament, round: int
) -> Iterator[tuple[int, Match]]:
    """The matches that count at tables of a round where others sit after a decision, with the numbers of the tables."""
    results = service.tables(before).results[round - 1]
    seated = zip(before.round(round).tables, after.round(round).tables, strict=True)
    for at, (result, (was, now)) in enumerate(zip(results, seated, strict=True), start=1):
        if result.match is not None and was.players != now.players:
            yield at, service.recorder.load(result.match)


def _corrected(
    service: TournamentService, before: Tournament, after: Tournament, event: SeatsExchanged, reason: Reason
) -> Iterator[Match]:
    """Those of them that are recorded, each player in the seat of whoever sat there. Raises `OutOfOrder`."""
    there = {folded(event.player): event.other, folded(event.other): event.player}
    for _, match in _moved(service, before, after, event.round):
        if match.awaits_deal:
            continue
        players = [there.get(folded(before.state.called(player)), player) for player in match.players]
        try:
            correction = header_correction(match, {"players": players})
            yield corrected_match(match, correction, reason, service.recorder.stamp()).match
        except (NothingToAmend, Unamendable) as wrong:
            raise OutOfOrder(f"Match {match.start.source or match.id} cannot be corrected: {wrong}") from wrong
