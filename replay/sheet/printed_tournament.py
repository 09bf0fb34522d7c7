"""What a sheet is made of, from a store: results, standings, and what is recorded of each match."""

from collections.abc import Mapping
from urllib.parse import quote
from uuid import UUID

from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.commitment import deal_corrected
from ludograph.domain.match.officials_view import officials_of
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.rounds.decisions import is_over
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.sentences.officials import agreements
from ludograph.replay.sheet import Printed, PrintedMatch


def printed_tournament(
    service: TournamentService, tournament: Tournament, number: int | None, pages: Mapping[UUID, str] = {}
) -> Printed:
    """A tournament with the standings before a round, once that is over after it; without a round with the last ones.

    `pages` says where the replay of a match is, seen from the sheet.
    """
    results, doubts = service.tables(tournament)
    matches = [service.recorder.load(one.match) for played in results for one in played if one.match is not None]
    recorded = {match.id: _recorded(match, pages.get(match.id, "")) for match in matches}
    after = len(results) if number is None else number if is_over(results, number) else number - 1
    lines = standings(tournament, results, after) if after else []
    return Printed(tournament, results, lines, after, recorded, doubts)


def _recorded(match: Match, page: str) -> PrintedMatch:
    """What a sheet tells of a match, with the place of its replay, if there is one."""
    corrected, said = deal_corrected(match.history), officials_of(match)
    remarks = [*([corrected.told] if corrected else []), *(agreements(match, said) if said.status == "over" else ())]
    return PrintedMatch(match.start.source or str(match.id), match.head, quote(page), " ".join(remarks))
