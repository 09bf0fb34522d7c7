"""What an organiser decides in the light of what was played: the next round, starting one, results, going back."""

from collections.abc import Iterable
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

from ludograph.domain.exchange.real_cards import RawDeal
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchAbandoned
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.official_decisions import abandoned, reopened
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import (
    MatchesStarted,
    Placed,
    PlayerRenamed,
    ResultEntered,
    RoundsSeated,
    SeatsExchanged,
)
from ludograph.domain.tournaments.options import other_options
from ludograph.domain.tournaments.rounds.preconditions import (
    check_over,
    check_present,
    check_turn,
    check_unpublished,
    seeds_from,
)
from ludograph.domain.tournaments.rounds.renaming import matches_renamed
from ludograph.domain.tournaments.rounds.seat_exchange import given_back
from ludograph.domain.tournaments.rounds.table_matches import table_match
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.scores.table_results import way_out
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.state import TournamentRound


class How(NamedTuple):
    """How the cards of a round come: real ones, or dealt by the program, at all tables the same if wanted."""

    written: bool = False
    seed: str | None = None
    same_deal: bool = False
    tables: tuple[int, ...] = ()
    """Only these; all that have no match where none is named."""
    anyway: bool = False
    """Whether nobody minds that a round before is not over, or that somebody has withdrawn."""
    deal: RawDeal = MappingProxyType({})
    """What lies there at the beginning, where the cards of one table are real."""


def first_to_seat(tournament: Tournament, results: Results, *, again: bool = False) -> int:
    """The number of the next round, or the first in which nothing has begun. Raises `OutOfOrder`."""
    rounds = len(tournament.state.rounds)
    begun = [number for number, played in enumerate(results, start=1) if any(one.stage != "seated" for one in played)]
    if again:
        first = max(begun, default=0) + 1
        if first > rounds:
            raise OutOfOrder(
                "No round is seated that has not begun: leave out --again. `ludograph tournament undo` takes back a "
                "start in which nothing was played."
                if begun
                else "No round is seated that has not begun: leave out --again."
            )
    else:
        first = rounds + 1
    return first


def check_seatable(results: Results, first: int, *, by_standings: bool, again: bool) -> None:
    """Raises `OutOfOrder` where rounds before are not over; rounds anew that go by no standings need not wait."""
    for number in range(1, 1 if again and not by_standings else first):
        try:
            check_over(results, number)
        except OutOfOrder as wrong:
            free = not again and all(one.stage == "seated" for one in results[number - 1])
            raise OutOfOrder(f"{wrong}{_AGAIN if free else ''}") from wrong


_AGAIN: Final = " Nothing has begun in it: `ludograph tournament seat --again` seats it anew."


def started_round(
    service: TournamentService, tournament: Tournament, number: int, how: How, by: str = ""
) -> tuple[Tournament, list[Match]]:
    """A match at each table of a round that has none, not yet recorded. Raises `OutOfOrder`, or `Refused`."""
    seated = tournament.round(number)
    results = service.tables(tournament).results
    played = results[number - 1]
    free = [at for at, one in enumerate(played, start=1) if one.stage == "seated"]
    for at in how.tables:
        tournament.table(number, at)
        if at not in free:
            raise OutOfOrder(f"Table {at} of round {number} has a match or a result already.")
    if not free:
        raise OutOfOrder(f"Every table of round {number} has a match or a result already.")
    free = sorted(set(how.tables)) or free
    if how.deal and (not how.written or len(free) > 1):
        raise OutOfOrder("What lies on a table is said of real cards, one table at a time: name the table.")
    if not how.anyway:
        check_turn(results, number)
        check_present(tournament, number, free, begun=any(one.stage != "seated" for one in played))
    if how.seed:
        check_unpublished(tournament, seeds_from(how.seed, number, free))
    shared = _shared(service, seated, number, how)
    # Stamped before its matches: whoever follows with a delay then learns with none of them how the round was dealt
    # (decision 191).
    stamp = service.recorder.stamp()
    matches = []
    for at in free:
        seed = None if how.written else shared or (f"{how.seed}-{number}-{at}" if how.seed else service.recorder.seed())
        matches.append(table_match(service, tournament, (number, at), seed, how.deal, by))
    placed = [Placed(at, match.id) for at, match in zip(free, matches, strict=True)]
    return tournament.start(number, placed, stamp, by, same_deal=shared is not None), matches


def _shared(service: TournamentService, seated: TournamentRound, number: int, how: How) -> str | None:
    """The seed of all tables of a round with the same deal; None where each has its own. Raises `OutOfOrder`."""
    if not seated.same_deal:
        return (how.seed or service.recorder.seed()) if how.same_deal else None
    dealt = (service.recorder.load(table.match).start.seed for table in seated.tables if table.match)
    shared = next((seed for seed in dealt if seed is not None), how.seed or service.recorder.seed())
    if how.written or how.seed not in (None, shared):
        raise OutOfOrder(
            f"Round {number} was started with the same deal at every table: leave out --seed and --written, and the "
            "tables that are left get it too."
        )
    return shared


def check_fits(
    tournament: Tournament, results: Results, match: Match, at: tuple[int, int], *, anyway: bool = False
) -> None:
    """Raises `OutOfOrder` where a match cannot count for a table: it has another game, or counts for another.

    One with other options than the round can, `anyway`.
    """
    table, seated = tournament.table(*at), tournament.round(at[0])
    where = f"table {at[1]} of round {at[0]}"
    if match.game.id != seated.game:
        raise OutOfOrder(f"At {where} {seated.game} is played, and this match is one of {match.game.id}.")
    if not tournament.state.seats_same(match.players, table.players):
        raise OutOfOrder(f"At {where} sit {listed(table.players)}, and in this match {listed(match.players)}.")
    for number, played in enumerate(results, start=1):
        for other, one in enumerate(played, start=1):
            if one.match == match.id and (number, other) != at:
                raise OutOfOrder(
                    f"This match counts for table {other} of round {number}, and can count once only: `place` another "
                    "match there first, or `undo` that."
                )
    unlike = other_options(seated, match.players, match.start.options)
    if unlike and not anyway:
        raise OutOfOrder(f"At {where} {unlike}. If it is to count all the same, say --anyway.")
    if match.abandoned:
        raise OutOfOrder("This match was abandoned: `ludograph reopen` lets it go on.")


def is_over(results: Results, number: int) -> bool:
    """Whether every table of a round has a result."""
    return all(one.over for one in results[number - 1])


def withheld(tournament: Tournament, results: Results, every: Iterable[Listed] = ()) -> set[UUID]:
    """The matches that tell of cards which others still play: of rounds with the same deal that are not over.

    Whatever became of them: a match that was abandoned, or in whose place another counts, was dealt the same cards; so
    was any match of the store from the same seed.
    """
    rounds = enumerate(zip(tournament.state.rounds, results, strict=True), start=1)
    going = {number for number, (seated, played) in rounds if seated.same_deal and not all(one.over for one in played)}
    played = {one.match for number in going for one in results[number - 1] if one.match is not None}
    starts = (one for one in tournament.history if isinstance(one, MatchesStarted) and one.round in going)
    played |= {placed.match for one in starts for placed in one.matches}
    every = list(every) if going else []
    seeds = {one.start.seed for one in every if one.head.match in played} - {None}
    return played | {one.head.match for one in every if one.start.seed in seeds}


def last_begun(results: Results) -> int:
    """The last round in which a match was started or a result entered; 0 before."""
    begun = (number for number, played in enumerate(results, start=1) if any(one.stage != "seated" for one in played))
    return max(begun, default=0)


def lots_drawn(tournament: Tournament, seed: str) -> list[str]:
    """All players in the order of their lots: that of the digests of the seed with each name."""
    # By digests and not by a generator of random numbers: whoever doubts a draw can make it again with any tool.
    names = (player.name for player in tournament.state.players)
    return sorted(names, key=lambda name: sha256(f"{seed}\n{folded(name)}".encode()).digest())


def _check_nothing_lost(service: TournamentService, before: Tournament, after: Tournament) -> None:
    """Raises `OutOfOrder` where a match that took its place by itself would have none without a seating."""
    still = {one.match for played in service.tables(after).results for one in played}
    for number, played in enumerate(service.tables(before).results, start=1):
        for at, one in enumerate(played, start=1):
            if one.match is not None and one.match not in still:
                name, end = one.name or str(one.match), "has been played to its end" if one.over else "is being played"
                raise OutOfOrder(
                    f"Table {at} of round {number} {end}: its match {name} would be lost to the tournament. "
                    f"{way_out(name, over=one.over)}, if that is not to count; then `tournament undo` goes on."
                )


def _reopened_with(
    service: TournamentService, gone: ResultEntered, after: Tournament, reason: str, by: str
) -> list[Match]:
    """The match that was abandoned for a result that is taken back, as one that goes on; empty where none was."""
    result = service.tables(after).results[gone.round - 1][gone.table - 1]
    if result.abandoned is None:
        return []
    match = service.recorder.load(result.abandoned)
    given_up = next(one for one in reversed(match.history) if isinstance(one, MatchAbandoned))
    # An older program gave both the same time, and each a salt of its own.
    together = given_up.salt == gone.salt or given_up.recorded_at == gone.recorded_at
    return [reopened(match, reason, service.recorder.stamp(), by=by)] if together else []


def taken_back(
    service: TournamentService, tournament: Tournament, reason: str, by: str = ""
) -> tuple[Tournament, list[Match]]:
    """Without its newest decision; matches that it started are abandoned, those in which it changed names have them as
    before, and one that it abandoned goes on.

    Raises `OutOfOrder`.
    """
    matches = []
    if isinstance(tournament.last, PlayerRenamed):
        after = tournament.take_back(reason, service.recorder.stamp(), by)
        back = matches_renamed(service, tournament, tournament.last.name, tournament.last.player, reason, by)
        return after, back.matches
    if isinstance(tournament.last, SeatsExchanged):
        return given_back(service, tournament, tournament.last, reason, by)
    if isinstance(tournament.last, ResultEntered):
        after = tournament.take_back(reason, service.recorder.stamp(), by)
        return after, _reopened_with(service, tournament.last, after, reason, by)
    if isinstance(tournament.last, RoundsSeated):
        after = tournament.take_back(reason, service.recorder.stamp(), by)
        _check_nothing_lost(service, tournament, after)
        return after, []
    if isinstance(tournament.last, MatchesStarted):
        for placed in tournament.last.matches:
            match = service.recorder.load(placed.match)
            if status_of(match) == "over":
                raise OutOfOrder(
                    f"Table {placed.table} has been played to its end: its match would be lost to the tournament. "
                    f"`ludograph undo {match.start.source or match.id} --reason ...` takes its last step back."
                )
            if match.steps:
                name = match.start.source or match.id
                raise OutOfOrder(
                    f"Table {placed.table} is being played: `ludograph abandon {name} --reason ...` first, if that is "
                    "not to count."
                )
            if status_of(match) == "running":
                matches.append(abandoned(match, reason, service.recorder.stamp(), public=False, by=by))
    return tournament.take_back(reason, service.recorder.stamp(), by), matches
