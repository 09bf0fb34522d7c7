"""What a corrected match means for rounds of its tournament that were seated by its result."""

from typing import TYPE_CHECKING

from ludograph.cli.printing.terminal import say

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


def say_seatings(store: "Recorder", before: "Match", after: "Match") -> None:
    """Says what becomes of seatings, and what can be done; nothing where the result is as before."""
    from ludograph.domain.tournaments.rounds.late_corrections import seatings_after_correction
    from ludograph.domain.tournaments.service import TournamentService

    for told in seatings_after_correction(TournamentService(store), before, after):
        say(told)
