"""Whether it is the moment for what an organiser asks, and whether what is asked would betray cards."""

from collections.abc import Callable, Collection, Iterable
from typing import Final

from ludograph.domain.kernel.game import Game, Options
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import About
from ludograph.domain.match.events import AnyStarted
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.match_summary import StartFields
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.event_sentences import decided_by, left_open_told
from ludograph.domain.tournaments.events import LotsDrawn, RoundsSeated
from ludograph.domain.tournaments.options import other_options
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.scores.table_results import why_no_table
from ludograph.domain.tournaments.service import TournamentService

_OPEN: Final = {"seated": "without a result", "running": "still being played"}


def check_over(results: Results, number: int) -> None:
    """Raises `OutOfOrder` where a table of a round has no result."""
    stages = {
        stage: [at for at, one in enumerate(results[number - 1], start=1) if one.stage == stage] for stage in _OPEN
    }
    said = [
        f"table{'s' if len(at) > 1 else ''} {listed(list(map(str, at)))} {what}"
        for stage, what in _OPEN.items()
        if (at := stages[stage])
    ]
    if said:
        raise OutOfOrder(
            f"Round {number} is not over: {' and '.join(said)}. `ludograph tournament result` enters what nobody "
            "recorded."
        )


def check_closable(tournament: Tournament, results: Results, *, anyway: bool = False) -> None:
    """Raises `OutOfOrder` where a round is not over, or a merge left something open and that is not meant `anyway`."""
    for number in range(1, len(results) + 1):
        check_over(results, number)
    left = tournament.state.left_open
    if left and not anyway:
        raise OutOfOrder(
            f"{left_open_told(left[0])} Decide first: `{decided_by(left[0])}`, or =theirs, where OTHER is the file of "
            "that record. To close with what stands here, say --anyway."
        )


def check_turn(results: Results, number: int) -> None:
    """Raises `OutOfOrder` where a round before this one is not over."""
    for earlier in range(1, number):
        try:
            check_over(results, earlier)
        except OutOfOrder as wrong:
            raise OutOfOrder(f"{wrong} If round {number} is meant all the same, say --anyway.") from wrong


def check_present(tournament: Tournament, number: int, tables: Collection[int], *, begun: bool) -> None:
    """Raises `OutOfOrder` where somebody is seated at one of these tables who has withdrawn since."""
    for at in sorted(tables):
        players = tournament.table(number, at).players
        gone = [name for name in players if name not in tournament.state.present]
        if not gone:
            continue
        have = "has" if len(gone) == 1 else "have"
        way = (
            f"`ludograph tournament result` enters who forfeits, and --table starts the other tables of round {number}"
            if begun
            else "`ludograph tournament seat --again` seats anew what has not begun"
        )
        raise OutOfOrder(
            f"{listed(gone)} {have} withdrawn, and {have} a seat at table {at} of round {number}: {way}. To start the "
            "table as it is, say --anyway."
        )


def check_seated_so(
    service: TournamentService, about: About, game: Game, players: tuple[str, ...], options: Options, *, anyway: bool
) -> str:
    """Why a match that begins, and names a tournament, would count for no table of it; empty where it counts.

    Raises `OutOfOrder` where its round is played with other options, unless that is meant.
    """
    why = ""
    for one in service.of_name(about.event) if about.event else ():
        why = why_no_table(one, game.id, players, about.round, about.table)
        if why or anyway:
            continue
        seated = one.round(int(about.round))
        if unlike := other_options(seated, players, options):
            right = " ".join(f"-o {name}={option_text(value)}" for name, value in seated.options.items())
            how = f"say {right}" if right else "leave every -o out"
            raise OutOfOrder(
                f"At table {about.table} of round {about.round} {unlike}: {how}, or --anyway where it is meant so."
            )
    return why


def option_text(value: object) -> str:
    """The value of an option as it is written after `-o NAME=`."""
    return value if isinstance(value, str) else json_text(value)


def check_unpublished(tournament: Tournament, seeds: Collection[str]) -> None:
    """Raises `OutOfOrder` where cards would be dealt from a text that was told already, with a seating or with lots."""
    told = {folded(event.seed) for event in tournament.history if isinstance(event, RoundsSeated | LotsDrawn)}
    betrayed = next((seed for seed in seeds if folded(seed) in told - {""}), None)
    if betrayed is not None:
        raise OutOfOrder(
            f"{cut(betrayed)} is the seed of a seating or of lots, which everybody may know: they could work out the "
            "cards. Name another --seed, or none, which nobody can guess."
        )


def check_undrawn(tournament: Tournament, *, again: bool) -> None:
    """Raises `OutOfOrder` where lots were drawn already, unless they are to be drawn `again`."""
    if tournament.state.lots and not again:
        raise OutOfOrder(
            f"Lots were drawn already: {listed(tournament.state.lots)}. `ludograph tournament undo` takes a draw back "
            "that was the newest decision; `lot --again` draws all lots anew."
        )


def check_undealt(service: TournamentService, seed: str, known: Callable[[Listed], bool] = lambda match: True) -> None:
    """Raises `OutOfOrder` where a text is to be told, with a seating or with lots, from which cards were dealt.

    It looks at matches that are `known` to whoever decides: of others it would tell that their seed was guessed.
    """

    def dealt(start: StartFields | AnyStarted) -> bool:
        from_this = map(folded, seeds_from(seed, start.round, [start.table]))
        return start.seed is not None and folded(start.seed) in from_this

    for one in service.recorder.listed_matching(dealt, []):
        start = one.start
        if dealt(start) and known(one):
            raise OutOfOrder(
                f"From {cut(seed)} the cards of match {start.source or start.originator_id} were dealt, and "
                "the seed of a seating or of lots may be told to everybody: name another --seed, or none."
            )


def seeds_from(seed: str, number: int | str, tables: Iterable[int | str]) -> list[str]:
    """What tables of a round are dealt from where this seed is named; and the seed itself, which they may share."""
    return [seed, *(f"{seed}-{number}-{at}" for at in tables)]
