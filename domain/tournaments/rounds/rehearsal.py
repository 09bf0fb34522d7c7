"""A tournament again as a rehearsal: with its own name, id and matches, so that nothing of it ever counts in the real
one, whatever is merged.
"""

from typing import Final

from ludograph.domain.notation.limits import SHORT_TEXT
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import ClockSet, Closed, MatchChosen, MatchesStarted, Scored
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.state import counting
from ludograph.domain.tournaments.terms import Terms
from ludograph.domain.tournaments.verification import decided_again

MARK: Final = "REHEARSAL"
"""How the name and the id of every rehearsal begin."""


def is_rehearsal(tournament: Tournament) -> bool:
    """Whether a tournament is a rehearsal, and none that counts."""
    return tournament.opened.source.startswith(f"{MARK}-")


def rehearsal_id(tournament: Tournament) -> str:
    """The id by which the rehearsal of a tournament goes."""
    return f"{MARK}-{tournament.opened.source or tournament.id.hex[:8]}"[:SHORT_TEXT]


def open_rehearsal(target: TournamentService, tournament: Tournament, results: Results) -> Tournament:
    """The rehearsal of a tournament in another store: its players, seatings and results, without any match.

    Tables that are over have what they came to as results that were entered; all others are to be played.
    """
    first = tournament.opened
    name = f"{MARK} {first.name}"[:SHORT_TEXT].strip()
    terms = Terms(name, first.scoring, ",".join(first.tie_breaks), first.bye, rehearsal_id(tournament))
    now = target.open(terms)
    for event in counting(tournament.history)[1:]:
        if isinstance(event, MatchesStarted | MatchChosen | Closed) or (isinstance(event, ClockSet) and event.since):
            continue
        now = decided_again(now, event, target.recorder.stamp())
    for number, played in enumerate(results, start=1):
        for at, one in enumerate(played, start=1):
            if one.over and now.table(number, at).scores is None:
                pairs = zip(one.players, one.scores, strict=True)
                scores = [Scored(player, score, forfeit=score is None) for player, score in pairs]
                now = now.score((number, at), scores, "", target.recorder.stamp())
    return target.record(now)
