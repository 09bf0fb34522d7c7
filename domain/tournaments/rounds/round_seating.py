"""Seating rounds: what a solver is asked, and a seating made elsewhere checked."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.limits import cut
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import SeatedRound
from ludograph.domain.tournaments.rounds.decisions import check_seatable, first_to_seat
from ludograph.domain.tournaments.rounds.preconditions import check_undealt
from ludograph.domain.tournaments.scores.ranking import StandingsLine, standings
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.seating.meetings import met_in, pairs_at, repeated
from ludograph.domain.tournaments.seating.requests import Method, SeatingRequest
from ludograph.domain.tournaments.seating.requests import RoundSeating as Split
from ludograph.domain.tournaments.seating.tables import TablePlan, sizes_for_all, table_plan
from ludograph.domain.tournaments.service import TournamentService

Given = Mapping[int, Mapping[int, Sequence[str]]]
"""A seating made elsewhere: players by round and table in the order of their seats; table 0 has the byes."""
FILE: Final = "file"


USUAL: Final = (3, 4)
"""How many sit at a table where nobody says so, as far as the game allows."""
SIZE: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?", re.ASCII)


def usual_sizes(game: Game) -> tuple[int, int]:
    """The fewest and the most players at a table where nobody says so."""
    least, most = (min(max(usual, game.seats[0]), game.seats[-1]) for usual in USUAL)
    return least, most


def sizes_in(text: str) -> tuple[int, int] | None:
    """The fewest and the most players at a table from `4` or `3-4`; None where it is neither."""
    found = SIZE.fullmatch(text.strip())
    sizes = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    return sizes if 0 < sizes[0] <= sizes[1] else None


class SeatingTerms(NamedTuple):
    """What is to be seated: what is played there, how large tables are, by which method, and how many rounds."""

    game: Game
    options: dict[str, Any]
    """As in the header of a match file."""
    sizes: tuple[int, int]
    method: Method
    rounds: int | None = None
    """None for one, and where rounds are seated anew for as many."""
    seed: str | None = None
    again: bool = False
    """Whether rounds in which nothing has begun are seated anew."""
    seconds: float | None = None
    """After how many by the clock the search ends; None where its own count of work does."""
    known: Callable[[Listed], bool] = lambda match: True
    """Whose seeds whoever decides may be told of."""


class Done(NamedTuple):
    """The tournament with its new rounds, not yet recorded, from round `first` on."""

    tournament: Tournament
    first: int
    repeated: int
    """How often pairs meet beyond their first time, in all rounds."""
    byes: int
    """How many byes the new rounds have."""
    seed: str = ""


def seated(
    service: TournamentService,
    tournament: Tournament,
    wanted: SeatingTerms,
    by: str = "",
    done: Callable[[float], None] = lambda done: None,
    best: Callable[[str], None] = lambda best: None,
) -> Done:
    """Seats the next rounds with a solver. Raises `OutOfOrder`, or `Refused` where no seating is possible."""
    from ludograph.domain.tournaments.seating.methods import seat

    results = service.tables(tournament).results
    first = first_to_seat(tournament, results, again=wanted.again)
    check_seatable(results, first, by_standings=wanted.method == "swiss", again=wanted.again)
    _check_game(wanted)
    if wanted.seed:
        check_undealt(service, wanted.seed, wanted.known)
    seed = wanted.seed or service.recorder.seed()
    past = _past(tournament, first)
    players, points = _in_order(tournament, results, wanted.method, first)
    number = wanted.rounds or _replaced(tournament, wanted, first)
    if wanted.sizes == (1, 1):
        rounds: Sequence[Split] = [Split(tuple((name,) for name in players))] * number
    else:
        asked = SeatingRequest(
            players=players,
            sizes=wanted.sizes,
            rounds=number,
            method=wanted.method,
            seed=seed,
            past=past,
            points=points,
            repeat=Fraction(tournament.state.repeat),
        )
        rounds = seat(asked, done, best=best, seconds=wanted.seconds).rounds
    how = {"method": wanted.method, "size": "-".join(map(str, dict.fromkeys(wanted.sizes))), "seed": seed}
    return _done(service, tournament, first, _played(wanted, rounds), by, how)


class PlannedSeating(NamedTuple):
    """What would come of a seating, before who sits where is worked out."""

    plan: TablePlan
    all_seated: tuple[int, int] | None
    """The sizes nearest to those asked for by which nobody would have a bye; None where there are no such ones."""


def planned_seating(tournament: Tournament, wanted: SeatingTerms) -> PlannedSeating:
    """How many tables of which size there would be, and how many byes. Raises `OutOfOrder` or `Refused`."""
    _check_game(wanted)
    players, sizes = len(tournament.state.present), wanted.sizes
    return PlannedSeating(table_plan(players, *sizes), sizes_for_all(players, *sizes, wanted.game.seats))


def wrong_way_round(tournament: Tournament, game: Game) -> str:
    """Where a tournament takes high scores for the better ones, and its game the low ones; empty where it does not."""
    state = tournament.state
    lowest = f"In {game.title} the lowest score wins"
    if not game.fewest:
        return ""
    if state.scoring in ("score", "share"):
        return (
            f"{lowest}, and {state.name} gives points for high scores (scoring {state.scoring}): whoever loses gets "
            "more. Scoring by `wins` or `places=...` goes by who has won."
        )
    if "score" in state.tie_breaks:
        return (
            f"{lowest}. {state.name} counts that rightly, but for its tie-break `score`: of those with as many points "
            "it puts ahead whose final scores make the greater sum, which are the worse ones here."
        )
    return ""


def _replaced(tournament: Tournament, wanted: SeatingTerms, first: int) -> int:
    """How many rounds are seated where nobody says so."""
    anew = len(tournament.state.rounds) - first + 1
    return anew if wanted.again and wanted.method != "swiss" else 1


def taken(service: TournamentService, tournament: Tournament, wanted: SeatingTerms, given: Given, by: str = "") -> Done:
    """Takes in a seating made elsewhere. Raises `OutOfOrder` where somebody sits twice, nowhere, or too many do."""
    results = service.tables(tournament).results
    first = first_to_seat(tournament, results, again=wanted.again)
    check_seatable(results, first, by_standings=False, again=wanted.again)
    _check_game(wanted)
    if not given or sorted(given) != list(range(first, first + len(given))):
        raise OutOfOrder(
            f"The file seats {_numbered(sorted(given))}: the next is round {first}, and none may be left out between."
        )
    rounds = [_split(tournament, wanted, number, given[number]) for number in sorted(given)]
    return _done(service, tournament, first, _played(wanted, rounds), by, {"method": FILE})


def _done(
    service: TournamentService,
    tournament: Tournament,
    first: int,
    rounds: Sequence[SeatedRound],
    by: str,
    how: dict[str, str],
) -> Done:
    changed = tournament.seat(first, rounds, service.recorder.stamp(), by, **how)
    byes = sum(len(one.byes) for one in rounds)
    return Done(changed, first, repeated_in(changed), byes, how.get("seed", ""))


def _played(wanted: SeatingTerms, rounds: Sequence[Split]) -> list[SeatedRound]:
    return [SeatedRound(wanted.game.id, wanted.options, one.tables, one.byes) for one in rounds]


def _check_game(wanted: SeatingTerms) -> None:
    """Raises `OutOfOrder` where no such tables can play the game, or `Refused` where an option does not fit."""
    from ludograph.domain.exchange.importer import read_options

    game, (least, most) = wanted.game, wanted.sizes
    if least not in game.seats or most not in game.seats:
        raise OutOfOrder(
            f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, and tables of {least}-{most} are asked "
            "for: name another --size."
        )
    for seats in range(least, most + 1):
        read = read_options(game, tuple(f"Player {seat}" for seat in range(seats)), wanted.options)
        game.check(read, seats)


def _past(tournament: Tournament, first: int) -> tuple[Split, ...]:
    rounds = tournament.state.rounds[: first - 1]
    return tuple(Split(tuple(table.players for table in one.tables), one.byes) for one in rounds)


def _in_order(
    tournament: Tournament, results: Results, method: str, first: int
) -> tuple[tuple[str, ...], dict[str, Fraction]]:
    """Who takes part, for `swiss` as they stand, and the points by which that counts; what is open counts nothing."""
    present = tournament.state.present
    if method != "swiss":
        return present, {}
    lines: dict[str, StandingsLine] = {line.player: line for line in standings(tournament, results, first - 1)}
    order = tuple(name for name in lines if name in present)
    late = tuple(name for name in present if name not in lines)
    points = {name: Fraction(0 if isinstance(lines[name].points, str) else lines[name].points) for name in order}
    return order + late, points


def repeated_in(tournament: Tournament) -> int:
    """How often pairs meet beyond their first time, in all rounds that are seated."""
    return repeated(met_in(_past(tournament, len(tournament.state.rounds) + 1)))


class Again(NamedTuple):
    """Two who meet again in one of the new rounds, and all rounds in which they do."""

    players: tuple[str, str]
    rounds: list[int]


def meeting_again(tournament: Tournament, first: int) -> list[Again]:
    """Who meets in a round from `first` on, and not for the first time; those who do so most often first."""
    met: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(_past(tournament, len(tournament.state.rounds) + 1), start=1):
        for pair in pairs_at(one.tables):
            met.setdefault(pair, []).append(number)
    again = [Again(pair, rounds) for pair, rounds in met.items() if len(rounds) > 1 and rounds[-1] >= first]
    return sorted(again, key=lambda one: (-len(one.rounds), one.players))


def _numbered(numbers: Sequence[int], what: str = "round") -> str:
    """The first few of these numbers: `round 2`, `tables 1 and 3`."""
    some = [cut(str(number)) for number in numbers[:5]] + (["more"] if len(numbers) > 5 else [])
    return f"{what}{'s' if len(numbers) > 1 else ''} {listed(some)}" if some else f"no {what}"


def _split(tournament: Tournament, wanted: SeatingTerms, number: int, tables: Mapping[int, Sequence[str]]) -> Split:
    """A round from a file, in the tournament's spelling."""
    where = f"Round {number}"
    order = sorted(at for at in tables if at)
    if not order:
        raise OutOfOrder(f"{where}: nobody sits at a table, all have a bye.")
    if order != list(range(1, len(order) + 1)):
        raise OutOfOrder(f"{where} has {_numbered(order, 'table')}: they count from 1 without a gap.")
    split = [tuple(tournament.named(name) for name in tables[at]) for at in (*order, *([0] if 0 in tables else []))]
    byes = split.pop() if 0 in tables else ()
    for at, table in enumerate(split, start=1):
        if not wanted.sizes[0] <= len(table) <= wanted.sizes[1]:
            sizes = "-".join(map(str, dict.fromkeys(wanted.sizes)))
            raise OutOfOrder(f"{where}: at table {at} sit {len(table)}, and tables of {sizes} are asked for.")
    seen = [name for table in (*split, byes) for name in table]
    if twice := next((name for name in seen if seen.count(name) > 1), None):
        raise OutOfOrder(f"{where}: {twice} is named twice.")
    if gone := next((name for name in seen if name not in tournament.state.present), None):
        raise OutOfOrder(f"{where}: {gone} has withdrawn.")
    if missing := [name for name in tournament.state.present if name not in seen]:
        raise OutOfOrder(f"{where}: {listed(missing)} neither sits nor has a bye: write `bye` as their table.")
    return Split(tuple(split), byes)
