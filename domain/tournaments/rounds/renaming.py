"""A player's name put right in a tournament: what it stands in, and the matches in which it is corrected with it."""

from collections.abc import Iterator
from typing import NamedTuple

from ludograph.domain.corrections.amend import NothingToAmend, Reason, Unamendable
from ludograph.domain.corrections.rename import renamed_player
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.names import folded
from ludograph.domain.store.errors import Damaged, StoreError
from ludograph.domain.store.recorder import NotFound, Recorder
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import PlayerRenamed
from ludograph.domain.tournaments.owners import Owners, concerned_by
from ludograph.domain.tournaments.scores.table_results import has_entered_result
from ludograph.domain.tournaments.service import TournamentService


class RenamedMatches(NamedTuple):
    """The matches with another name in them, not yet recorded, and a sentence for each that keeps the old one."""

    matches: list[Match]
    kept: list[str]


class RenamedPlayer(NamedTuple):
    """A tournament in which a player is called otherwise, with its matches; nothing of it is recorded yet."""

    tournament: Tournament
    name: str
    """The new name, as it stands in the record."""
    matches: list[Match]
    kept: list[str]


def renamed(
    service: TournamentService, tournament: Tournament, name: str, new: str, reason: str, by: str = ""
) -> RenamedPlayer:
    """The tournament and its matches with another name for a player. Raises `Misnamed` or `OutOfOrder`."""
    after = tournament.rename(name, new, reason, service.recorder.stamp(), by)
    was, now = _names(after)
    found = matches_renamed(service, tournament, was, now, reason or f"{was} is called {now}.", by)
    return RenamedPlayer(after, now, *found)


def _names(renamed: Tournament) -> tuple[str, str]:
    """What a player was called until the newest decision, and since."""
    event = renamed.history[-1]
    assert isinstance(event, PlayerRenamed)
    return event.player, event.name


def matches_renamed(
    service: TournamentService, tournament: Tournament, name: str, new: str, reason: str, by: str = ""
) -> RenamedMatches:
    """The matches of a tournament in which somebody is called so, with another name for them.

    The name stands in them as it was recorded, so that every name is looked for that the player ever had.
    """
    olds = {folded(one.name) for one in tournament.state.earlier if one.now == name} | {folded(name)}
    found = RenamedMatches([], [])
    for match in _own(service, tournament, found):
        old = next((one for one in match.players if folded(one) in olds), None)
        if old is None or old == new or (match.awaits_deal and has_entered_result(tournament, match.start)):
            continue
        try:
            changed = renamed_player(match, old, new, Reason(reason, by), service.recorder.stamp())
        except (NothingToAmend, Unamendable) as wrong:
            found.kept.append(f"Match {match.start.source or match.id} keeps {old}: {wrong}")
        else:
            found.matches.append(changed)
    return found


def _own(service: TournamentService, tournament: Tournament, found: RenamedMatches) -> Iterator[Match]:
    """The matches that belong to a tournament, whether they count or not."""
    owners, concerned = Owners(service.all()), concerned_by(tournament)
    name, damaged = folded(tournament.state.name), list[Damaged]()
    named = service.recorder.listed_matching(lambda one: folded(one.event) == name, damaged)
    for id in sorted({one.start.originator_id for one in named} | set(tournament.state.matches)):
        try:
            match = service.recorder.load(id)
        except NotFound:
            continue  # it was recorded elsewhere, and takes its place by the old name once it is merged
        except StoreError as wrong:
            found.kept.append(str(wrong))
            continue
        if concerned(match) and owners.owner(match) == tournament.id:
            yield match


class Entrant(NamedTuple):
    """A player of a tournament: what the tournament goes by and is called, and what the player is."""

    tournament: str
    event: str
    player: str


def entrant_behind(recorder: Recorder, match: Match, name: str) -> Entrant | None:
    """Who goes by this name in the tournament that a match belongs to; None where there is none, or nobody does."""
    every = TournamentService(recorder).all()
    owner = Owners(every).owner(match)
    for one in every:
        player = one.state.player(name) if one.id == owner else None
        if player is not None:
            return Entrant(one.opened.source or one.state.name, one.state.name, player.name)
    return None


def where_named(tournament: Tournament, name: str) -> str:
    """Where a player stands in a tournament, in words: `seated in rounds 1 and 2, 1 result, 1 bye`."""
    state = tournament.state
    player = tournament.named(name)
    numbered = list(enumerate(state.rounds, start=1))
    seated = [str(at) for at, one in numbered if any(player in table.players for table in one.tables)]
    results = sum(
        any(one.player == player for one in table.scores or ()) for _, all in numbered for table in all.tables
    )
    counts = (
        (results, "result"),
        (sum(player in one.byes for _, one in numbered), "bye"),
        (sum(one.player == player for one in state.penalties), "penalty"),
        (int(player in state.lots), "lot"),
    )
    rounds = [f"seated in round{'s' if len(seated) > 1 else ''} {listed(seated)}"] if seated else []
    said = [*rounds, *(counted(count, what).replace("penaltys", "penalties") for count, what in counts if count)]
    return ", ".join(said) or "entered, and seated nowhere yet"
