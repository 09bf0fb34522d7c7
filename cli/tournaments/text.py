"""How a tournament is told to people: its rounds and tables, who stands where, and what was decided."""

from collections.abc import Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from ludograph.cli.printing.terminal import colored, echo, fits_terminal, listing, paragraph, say, styled
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.allowances import allowances_told
from ludograph.domain.match.undealt import AWAITED
from ludograph.domain.tournaments.event_sentences import time_left
from ludograph.domain.tournaments.options import in_words
from ludograph.domain.tournaments.scores.scoring import as_change, ordinal, points_text
from ludograph.domain.tournaments.state import REPEAT

if TYPE_CHECKING:
    from datetime import datetime

    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.rounds.round_clock import Late
    from ludograph.domain.tournaments.scores.ranking import StandingsLine
    from ludograph.domain.tournaments.scores.scoring import Points, TableResult
    from ludograph.domain.tournaments.settings_preview import StandingsMove
    from ludograph.domain.tournaments.state import Clock
    from ludograph.replay.sheet import Printed

BAR = 12
"""So many columns wide is the longest bar."""
STAGES = {"seated": "to be played", "running": "being played", "over": "over"}


def print_tournament(tournament: "Tournament", results: "Sequence[Sequence[TableResult]]") -> None:
    """The whole tournament but its standings."""
    state = tournament.state
    echo(f"{state.name}{' (closed)' if state.closed else ''}: {_terms(tournament)}")
    gone = [player.name for player in state.players if player.withdrawn]
    withdrew = f" Withdrawn: {listed(gone)}." if gone else ""
    echo(f"{counted(len(state.present), 'player')} in play: {listed(state.present, 'nobody')}.{withdrew}")
    for number in range(1, len(state.rounds) + 1):
        print_round(tournament, results, number)


def clock_told(clock: "Clock | None", number: int, now: "datetime") -> str:
    """How long a round may take, and how much of that is left."""
    whose = f"Round {number}" if number else "Every round that starts later"
    if clock is None:
        return f"{whose} has no clock."
    whole = f"{whose} may take {counted(clock.minutes, 'minute')}"
    if not number or not (clock.since or clock.spent):
        return f"{whole}, from its start on." if number else f"{whole}."
    return f"{whole}: {time_left(clock, now)}."


def late_tables(late: "Late", number: int, now: "datetime") -> list[int]:
    """Which tables of a round are late by now."""
    return sorted(at for (round_, at), since in late.items() if round_ == number and since <= now)


def late_told(late: "Late", number: int, now: "datetime") -> Iterator[str]:
    """Which tables of a round are late, in a sentence."""
    if behind := late_tables(late, number, now):
        yield f"Late in round {number}: table{'s' if len(behind) > 1 else ''} {listed(list(map(str, behind)))}."


def print_round(tournament: "Tournament", results: "Sequence[Sequence[TableResult]]", number: int) -> None:
    """A round, a line for each table."""
    seated = tournament.state.rounds[number - 1]
    echo()
    echo(f"Round {number}: {GAMES[seated.game].title}")
    for said in in_words(seated):
        paragraph(said, first="  ")
    listing([_table(at, result) for at, result in enumerate(results[number - 1], start=1)])
    if seated.byes:
        echo(f"Bye: {listed(seated.byes)}")


def _terms(tournament: "Tournament") -> str:
    state = tournament.state
    breaks = f"ties are parted by {listed(state.tie_breaks)}" if state.tie_breaks else "equal points share a place"
    late = f", a round before somebody was entered {state.late}" if state.late else ""
    repeat = f"; swiss weighs a repeated meeting by {state.repeat}" if state.repeat != REPEAT else ""
    allowed = f"; matches that start now allow {allowances_told(state.allowed)}" if state.allowed else ""
    return f"scoring {state.scoring}, {breaks}, a bye is worth {state.bye}{late}{repeat}{allowed}."


def _table(at: int, result: "TableResult") -> tuple[str, ...]:
    seats = ", ".join(_ended(result, seat) if result.over else name for seat, name in enumerate(result.players))
    match = result.match or result.abandoned
    named = "" if match is None else result.name or str(match)[:8]
    stage = "abandoned" if result.abandoned else AWAITED if result.awaits_deal else STAGES[result.stage]
    return (f"  Table {at}", stage, named, seats)


def _ended(result: "TableResult", seat: int) -> str:
    """A player with the final score and the place: `Ann 14 (winner)`, `Ben 9 (2nd)`, `Cleo (forfeited)`."""
    if result.forfeited(seat + 1):
        return f"{result.players[seat]} (forfeited)"
    name, score, place = result.players[seat], result.scores[seat], result.places[seat]
    won = not isinstance(result.winners, str) and seat + 1 in result.winners
    lost = not result.winners and place == 1  # first, and yet short of what a win takes
    how = "winner" if won else "not won" if lost else ordinal(place) if isinstance(place, int) else f"place {place}"
    return f"{name}{'' if score is None else f' {score}'} ({how})"


def print_standings(
    tournament: "Tournament",
    lines: "Sequence[StandingsLine]",
    after: int,
    before: "Sequence[StandingsLine]" = (),
) -> None:
    """Who stands where, as a table; what is open is said below.

    Where there are colours, how far everybody moved since `before`, and their points as bars.
    """
    state = tournament.state
    whole = state.closed and after == len(state.rounds)
    when = "final standings" if whole else f"after {_rounds(after, len(state.rounds))}"
    echo(f"{state.name}{',' if whole else ''} {when}")
    heads = (
        "",
        "PLAYER",
        "POINTS",
        "PLAYED",
        "BYES",
        "MISSED",
        "PENALTY",
        *(name.upper() for name in state.tie_breaks),
        "",
    )
    missed = bool(state.late)
    rows = _without_empty([heads, *(_line(line, missed=missed) for line in lines)])
    if colored():
        drawn = [("", ""), *zip(_movements(lines, before), _bars(lines), strict=True)]
        wider = [(*row[:1], moved, *row[1:], bar) for row, (moved, bar) in zip(rows, drawn, strict=True)]
        rows = wider if fits_terminal(wider) else rows
    listing(rows, stretch=rows[0].index("PLAYER"), paint=_paint)
    for sentence in open_points(lines):
        say(sentence)


def _movements(lines: "Sequence[StandingsLine]", before: "Sequence[StandingsLine]") -> Iterator[str]:
    """By how many places everybody went up or down: `▲2`, `▼1`, or nothing."""
    was = {line.player: line.place for line in before}
    for line in lines:
        then, now = was.get(line.player, line.place), line.place
        by = then - now if isinstance(then, int) and isinstance(now, int) else 0
        yield f"{'▲' if by > 0 else '▼'}{abs(by)}" if by else ""


def _bars(lines: "Sequence[StandingsLine]") -> Iterator[str]:
    """The points of each as a bar, the longest for whoever has most."""
    known = [0.0 if line.points == UNKNOWN else max(0.0, float(line.points)) for line in lines]
    most = max(known, default=0.0)
    for points in known:
        eighths = round(points / most * BAR * 8) if most else 0
        yield "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _paint(row: int, column: int, cell: str) -> str:
    """Headings stand back; who leads, who went up, who went down and the bars have a colour each."""
    if row == 0:
        return styled(cell, dim=True)
    hues = {"▲": "green", "▼": "red", "█": "cyan", "▏": "cyan"}
    return styled(cell, color=hues.get(cell[:1]), bold=True if row == 1 and column < 3 else None)


def _rounds(after: int, seated: int) -> str:
    if not after:
        return "no round"
    return f"round {after}" if after == seated else f"round {after} of {seated}"


def _line(line: "StandingsLine", *, missed: bool) -> tuple[str, ...]:
    breaks = (
        " ".join(map(points_text, value)) if isinstance(value, tuple) else points_text(value)
        for value in line.tie_breaks.values()
    )
    gone = "withdrawn" if line.withdrawn else ""
    late = str(line.missed or "") if missed else ""
    counts = (str(line.played), str(line.byes or ""), late, as_change(line.penalties))
    return (str(line.place), line.player, points_text(line.points), *counts, *breaks, gone)


def _without_empty(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows without the columns in which nobody has anything."""
    columns = [column for column in zip(*rows, strict=True) if any(column[1:]) or len(rows) == 1]
    return list(zip(*columns, strict=True))


def print_moves(moves: "Sequence[StandingsMove]") -> None:
    """Whose place or points become others, as a table; that nobody's do."""
    lines = [
        (str(move.after.place), str(move.before.place), move.after.player, *map(points_text, _points(move)))
        for move in moves
        if move.moves
    ]
    if not lines:
        echo("Nobody's place and nobody's points change.")
        return
    listing([("PLACE", "WAS", "PLAYER", "POINTS", "WAS"), *lines])
    if len(lines) < len(moves):
        echo("All others stand as before.")


def _points(move: "StandingsMove") -> "tuple[Points, Points]":
    return move.after.points, move.before.points


def open_points(lines: "Sequence[StandingsLine]") -> Iterator[str]:
    """What of the standings is open, in a sentence."""
    unknown = [line.player for line in lines if line.points == UNKNOWN]
    if unknown:
        have = "has points" if len(unknown) == 1 else "have points"
        yield f"These standings are open: {listed(unknown)} {have} that nobody knows (??)."


def undrawn(tournament: "Tournament", lines: "Sequence[StandingsLine]") -> Iterator[str]:
    """That lots would part who shares a place, where they are among the tie-breaks and some have none."""
    if "lot" not in tournament.state.tie_breaks:
        return
    places = [line.place for line in lines]
    tied = [line.player for line in lines if places.count(line.place) > 1 and line.tie_breaks.get("lot") is None]
    if tied and UNKNOWN not in places:
        name = quote(tournament.opened.source or tournament.state.name)
        yield (
            f"{listed(tied)} share a place: `ludograph tournament undo {name} --reason ...` opens the tournament "
            f"again, and `ludograph tournament lot {name}` draws the lots that part them."
        )


def print_sheets(printed: "Printed", rounds: "Sequence[int]") -> None:
    """What a sheet has, as plain text: rounds with their tables, who sits where by name, and standings."""
    for number in rounds:
        print_round(printed.tournament, printed.results, number)
        names = sorted(_places(printed.results[number - 1], printed.tournament.state.rounds[number - 1].byes))
        echo()
        listing([(f"  {name}", where) for _, name, where in names])
        for at, one in enumerate(printed.results[number - 1], start=1):
            recorded = printed.recorded.get(one.match) if one.match else None
            if recorded is not None and recorded.remark:
                paragraph(recorded.remark, first=f"Table {at}: ")
    if printed.lines:
        echo()
        print_standings(printed.tournament, printed.lines, printed.after)
    for doubt in printed.doubts:
        say(doubt)


def _places(played: "Sequence[TableResult]", byes: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Everybody with where they sit, by what names are ordered by."""
    for at, one in enumerate(played, start=1):
        for seat, name in enumerate(one.players, start=1):
            yield name.casefold(), name, f"table {at}, seat {seat}"
    yield from ((name.casefold(), name, "bye") for name in byes)
