"""A result that a director enters: where it may be, what becomes of the match there, and what scores cannot be."""

from collections.abc import Sequence
from shlex import quote
from typing import Final, NamedTuple

from ludograph.domain.exchange.importer import read_options
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.official_decisions import abandoned
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.rounds.preconditions import check_turn
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.service import TournamentService

FROM_PAPER: Final = "Its result was entered from paper"
"""Why a match is abandoned where a director says no more."""
ANYWAY: Final = "say --anyway"


class ResultEntry(NamedTuple):
    """What a director enters for a table, and on which terms."""

    at: tuple[int, int]
    """The round and the table."""
    scores: Sequence[Scored]
    reason: str = ""
    """Why an earlier result is put right."""
    anyway: bool = False
    """Whether nobody minds that a round before is not over."""
    any_sum: bool = False
    """Whether the scores are meant as they are, whatever they add up to."""
    abandon: bool = False
    """Whether a match that is being recorded there is given up for it."""
    abandoned_because: str = ""
    way: str = ANYWAY
    """How scores are entered that are meant in spite of their sum, for the sentence that refuses them."""


def result_entered(
    service: TournamentService, tournament: Tournament, results: Results, entry: ResultEntry, by: str = ""
) -> tuple[Tournament, list[Match]]:
    """The tournament with the result of a table, and the match that was given up for it; nothing of it stored yet.

    Raises `OutOfOrder`, or `OutOfPlace` or `TooLong` of a reason.
    """
    stamp = service.recorder.stamp()
    check_unrecorded(tournament, results, entry.at, anyway=entry.anyway, abandon=entry.abandon)
    why = entry.abandoned_because or entry.reason
    left = abandoned_for_result(service, results, entry.at, why, stamp, by, abandon=entry.abandon)
    after = tournament.score(entry.at, entry.scores, entry.reason, stamp, by)
    if not entry.any_sum:
        check_sum(after, entry.at, entry.way)
    return after, left


def check_unrecorded(
    tournament: Tournament, results: Results, at: tuple[int, int], *, anyway: bool = False, abandon: bool = False
) -> None:
    """Raises `OutOfOrder` where a result cannot be entered for a table, for its match is recorded.

    So it is where a round before is not over, and nothing was entered for the table yet; unless `anyway`. A match that
    awaits its deal is in nobody's way: nothing was recorded there. Nor is one that runs, where it is to `abandon`.
    """
    tournament.table(*at)
    result = results[at[0] - 1][at[1] - 1]
    if not anyway and not result.over:
        check_turn(results, at[0])
    if result.match is None or result.awaits_deal:
        return
    where = f"Table {at[1]} of round {at[0]}"
    name = result.name or str(result.match)
    if result.over:
        raise OutOfOrder(
            f"{where} is recorded, with its result: `ludograph amend {quote(name)}` or `ludograph rule {quote(name)}` "
            "puts it right."
        )
    if not abandon:
        raise OutOfOrder(
            f"{where} is being recorded as match {name}: finish it, or `ludograph abandon {quote(name)} --reason ...` "
            "first."
        )


def abandoned_for_result(
    service: TournamentService,
    results: Results,
    at: tuple[int, int],
    reason: str,
    stamp: Stamp,
    by: str = "",
    *,
    abandon: bool,
) -> list[Match]:
    """The match that runs at a table as one that is abandoned, for its result is entered otherwise; empty without one.

    One that awaits its deal still is always; one that is recorded only if it is to `abandon`. It has the salt of the
    result, by which `taken_back` knows it again. Raises `OutOfPlace` or `TooLong`.
    """
    # A match that nobody gives up is offered to its scribe and its players for ever, and its deal then has no place.
    result = results[at[0] - 1][at[1] - 1]
    if result.match is None or result.over or not (abandon or result.awaits_deal):
        return []
    match = service.recorder.load(result.match)
    # Whoever follows the table may know why it ends; what a director wrote is told to directors.
    return [abandoned(match, reason or FROM_PAPER, stamp, public=not reason, by=by)]


def check_sum(tournament: Tournament, at: tuple[int, int], way: str = ANYWAY) -> None:
    """Raises `OutOfOrder` where the scores entered for a table add up to what its game cannot, as its options are.

    Where somebody forfeits, or nobody knows a score, it is not known what the others come to. `way` is how a result is
    entered that is meant all the same.
    """
    seated, table = tournament.round(at[0]), tournament.table(*at)
    game, scores = GAMES[seated.game], table.scores or ()
    known = [one.score for one in scores if isinstance(one.score, int)]
    if game.score_sum is None or len(known) < len(scores):
        return
    allowed = game.score_sum(read_options(game, table.players, seated.options))
    if allowed.allows(total := sum(known)):
        return
    most = "" if allowed.least == allowed.most else "at most "
    raise OutOfOrder(
        f"The scores of table {at[1]} of round {at[0]} add up to {total}, and in {game.title} all scores of a table "
        f"add up to {most}{allowed.most} ({allowed.rule}): look at the slip again. If they are meant so all the same, "
        f"{way}."
    )
