"""The shapes of a tournament's `--json`, which other programs rely on: keys may be added, never changed."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ludograph.domain.games import GAMES
from ludograph.domain.tournaments.scores.scoring import as_number
from ludograph.domain.tournaments.scores.typed_scores import written_scores
from ludograph.replay.shapes.matches import time_json

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.events import NewSettings
    from ludograph.domain.tournaments.rounds.readiness import Check
    from ludograph.domain.tournaments.rounds.round_clock import Late
    from ludograph.domain.tournaments.rounds.round_seating import Done, PlannedSeating
    from ludograph.domain.tournaments.scores.ranking import StandingsLine
    from ludograph.domain.tournaments.scores.scoring import TableResult
    from ludograph.domain.tournaments.settings_preview import SettingsPreview
    from ludograph.domain.tournaments.state import Clock, TournamentRound

Told = dict[str, Any]


def tournament_json(
    tournament: "Tournament",
    results: "Sequence[Sequence[TableResult]]",
    doubts: Sequence[str],
    late: "Late | None" = None,
) -> dict[str, Any]:
    """A tournament with its rounds and what came of their tables, each with its clock and when they become late."""
    state = tournament.state
    rounds = rounds_json(tournament, results)
    for number, one in enumerate(rounds, start=1):
        coming = None if state.rounds[number - 1].begun else state.clocks.get(0)
        one["clock"] = clock_json(state.clocks.get(number) or coming)
        for at, table in enumerate(one["tables"], start=1):
            since = (late or {}).get((number, at))
            table["late_from"] = since and time_json(since)
    return {
        "tournament": str(tournament.id),
        "name": state.name,
        "scoring": state.scoring,
        "tie_breaks": list(state.tie_breaks),
        "bye": as_number(Fraction(state.bye)),
        "players": [player.name for player in state.players],
        "withdrawn": [player.name for player in state.players if player.withdrawn],
        "closed": state.closed,
        "late": as_number(Fraction(state.late)),
        "repeat": as_number(Fraction(state.repeat)),
        "allowed": list(state.allowed),
        "rounds": rounds,
        "doubts": list(doubts),
    }


def clock_json(clock: "Clock | None") -> dict[str, Any] | None:
    """A clock: how long a round may take, how many seconds were gone before it began to run, and when it ends.

    None of it changes while time goes by, so that what shows it counts by itself.
    """
    if clock is None:
        return None
    ends = clock.ends_at
    since = clock.since
    times = {"since": since and time_json(since), "ends_at": ends and time_json(ends)}
    return {"minutes": clock.minutes, "spent": clock.spent, **times}


def check_json(check: "Check") -> dict[str, Any]:
    """What stops the next round of a tournament; `do` is the command that mends it, null where `text` names it."""
    found = [
        {
            "stops": one.stops,
            "text": one.text,
            "do": one.do or None,
            "round": str(one.round) if one.round else None,
            "table": str(one.table) if one.table else None,
        }
        for one in check.found
    ]
    return {"round": str(check.round), "ready": check.ready, "found": found, "next": check.next}


def listed_tournament_json(tournament: "Tournament") -> dict[str, Any]:
    """A tournament in a list."""
    state = tournament.state
    counts = {"players": len(state.players), "rounds": len(state.rounds), "closed": state.closed}
    return {"tournament": str(tournament.id), "name": state.name, **counts}


def rounds_json(
    tournament: "Tournament", results: "Sequence[Sequence[TableResult]]", first: int = 1
) -> list[dict[str, Any]]:
    """The rounds from a number on."""
    rounds = enumerate(zip(tournament.state.rounds, results, strict=True), start=1)
    return [_round(number, seated, played) for number, (seated, played) in rounds if number >= first]


def _round(number: int, seated: "TournamentRound", played: "Sequence[TableResult]") -> dict[str, Any]:
    tables = [table_json(at, result) for at, result in enumerate(played, start=1)]
    tie = GAMES[seated.game].ending.tie
    return {
        "round": str(number),
        "game": seated.game,
        "options": seated.options,
        "tables": tables,
        "byes": list(seated.byes),
        "tie_by": tie.words if tie else None,
    }


def table_json(at: int, result: "TableResult") -> dict[str, Any]:
    """A table: who sits there in the order of the seats, the match if there is one, and the scores once it is over.

    Where nothing counts, `abandoned` is the match that was begun there and abandoned.
    """
    told = {
        "table": str(at),
        "players": list(result.players),
        "match": None if result.match is None else str(result.match),
        "scores": dict(zip(result.players, result.scores, strict=True)) if result.over else None,
        "places": dict(zip(result.players, result.places, strict=True)) if result.over else None,
        "winners": _winners(result) if result.over else None,
        "written": dict(zip(result.players, written_scores(result), strict=True)) if result.over else None,
        "state": result.stage,
        **({"awaits_deal": True} if result.awaits_deal else {}),
    }
    return told if result.abandoned is None else told | {"abandoned": str(result.abandoned)}


def _winners(result: "TableResult") -> list[str] | str:
    """Who has won, by name; `??` where that is open."""
    if isinstance(result.winners, str):
        return result.winners
    return [result.players[seat - 1] for seat in result.winners]


def line_json(line: "StandingsLine", *, ties: bool = False) -> dict[str, Any]:
    """How one player stands; with `ties` why they stand before the next, where both have as many points, and the
    tie-break that parts them."""
    told = {
        "place": line.place,
        "player": line.player,
        "points": as_number(line.points),
        "played": line.played,
        "byes": line.byes,
        "tie_breaks": {
            name: [as_number(one) for one in value] if isinstance(value, tuple) else as_number(value)
            for name, value in line.tie_breaks.items()
        },
        "withdrawn": line.withdrawn,
        "missed": line.missed,
        "penalties": as_number(line.penalties),
    }
    return told | ({"before_next": line.before_next, "parted_by": line.parted_by or None} if ties else {})


def course_json(lines: "Sequence[StandingsLine]", rounds: "Sequence[Sequence[StandingsLine]]") -> list[dict[str, Any]]:
    """How everybody stood after each round: points and place; null before they were entered."""
    after = [{line.player: [as_number(line.points), line.place] for line in one} for one in rounds]
    return [{"player": line.player, "rounds": [one.get(line.player) for one in after]} for line in lines]


def history_json(tournament: "Tournament") -> "Iterator[dict[str, Any]]":
    """Every decision in the order in which they were made, with who entered it."""
    from ludograph.domain.tournaments.events import TOPICS, Origin
    from ludograph.domain.tournaments.history import story

    for event, text, taken_back, replaced in story(tournament.history):
        kind, when = TOPICS[type(event)], time_json(event.recorded_at)
        line = {"event": event.originator_version, "kind": kind, "recorded_at": when, "by": event.by, "text": text}
        origin = {"origin": event.origin.digest} if isinstance(event.origin, Origin) else {}
        superseded = {"superseded": taken_back is not None, "replaced_by": replaced, "digest": event.digest}
        yield line | superseded | origin


# What was just decided: the newest event of a tournament, as the command prints it.


def entered_json(tournament: "Tournament") -> Told:
    """Players were entered: who takes part now."""
    return _of(tournament, players=list(tournament.state.present))


def withdrawn_json(tournament: "Tournament") -> Told:
    """A player has withdrawn: who goes on."""
    event = _newest(tournament)
    return _of(tournament, player=event.player, players=list(tournament.state.present))


def renamed_json(tournament: "Tournament") -> Told:
    """A player is called otherwise."""
    event = _newest(tournament)
    return _of(tournament, player=event.player, name=event.name)


def exchanged_json(tournament: "Tournament", results: "Sequence[Sequence[TableResult]]") -> Told:
    """Two players have each other's seats in a round: its tables, and who sits out."""
    event = _newest(tournament)
    both, number = {event.player, event.other}, event.round
    tables = [table_json(at, one) for at, one in enumerate(results[number - 1], start=1) if both & set(one.players)]
    return _of(
        tournament,
        round=str(number),
        player=event.player,
        other=event.other,
        tables=tables,
        byes=list(tournament.round(number).byes),
    )


def seated_json(done: "Done", results: "Sequence[Sequence[TableResult]]") -> Told:
    """Rounds were seated, and how well."""
    from ludograph.domain.tournaments.rounds.round_seating import meeting_again

    again = [
        {"players": list(one.players), "rounds": list(map(str, one.rounds))}
        for one in meeting_again(done.tournament, done.first)
    ]
    quality = {"meetings_repeated": done.repeated, "meeting_again": again, "byes": done.byes, "seed": done.seed}
    return _of(done.tournament, rounds=rounds_json(done.tournament, results, done.first), **quality)


def planned_json(tournament: "Tournament", planned: "PlannedSeating") -> Told:
    """What would come of a seating: how many sit at each table, byes, what one is worth, and sizes without any."""
    plan, sizes = planned.plan, planned.all_seated
    size = sizes and "-".join(map(str, dict.fromkeys(sizes)))
    bye = as_number(Fraction(tournament.state.bye))
    return _of(tournament, tables=list(plan.tables), byes=plan.byes, bye=bye, size_without_byes=size, status="preview")


def started_json(tournament: "Tournament", matches: "Sequence[Match]") -> Told:
    """The matches of a round were started."""
    event = _newest(tournament)
    placed = [{"table": match.start.table, "match": str(match.id), "id": match.start.source} for match in matches]
    return _of(tournament, round=str(event.round), matches=placed)


def placed_json(tournament: "Tournament", at: tuple[int, int], result: "TableResult") -> Told:
    """What came of a table, which was entered or chosen."""
    return _of(tournament, round=str(at[0])) | table_json(at[1], result)


def results_json(
    tournament: "Tournament",
    results: "Sequence[Sequence[TableResult]]",
    entered: Sequence[tuple[int, int]],
    already: Sequence[tuple[int, int]],
) -> Told:
    """The results of a file were entered; those that stood there already are named."""
    told = [{"round": str(number)} | table_json(at, results[number - 1][at - 1]) for number, at in entered]
    there = [{"round": str(number), "table": str(at)} for number, at in already]
    return _of(tournament, entered=told, already=there)


def penalised_json(tournament: "Tournament") -> Told:
    """A player lost points."""
    event = _newest(tournament)
    points = as_number(Fraction(event.points))
    return _of(tournament, player=event.player, points=points, round=str(event.round), reason=event.reason)


def settings_json(after: "Tournament", preview: "SettingsPreview", status: str) -> Told:
    """Something else counts: what was said and what it was before, and how everybody stands by it and stood."""
    standings = [
        line_json(move.after) | {"before": {"place": move.before.place, "points": as_number(move.before.points)}}
        for move in preview.moves
    ]
    said, was = _settings(preview.wanted), _settings(preview.was)
    return _of(after, settings=said, before=was, standings=standings, reason=_newest(after).reason, status=status)


def _settings(settings: "NewSettings") -> Told:
    """What is set, by the names of `tournament set`."""
    numbers = {name: getattr(settings, name) for name in ("bye", "late", "repeat")}
    breaks = settings.tie_breaks
    said: Told = {"scoring": settings.scoring, "tie_breaks": None if breaks is None else list(breaks)}
    said |= {name: None if value is None else as_number(Fraction(value)) for name, value in numbers.items()}
    said["allowed"] = None if settings.allowed is None else list(settings.allowed)
    return {name: value for name, value in said.items() if value is not None}


def drawn_json(tournament: "Tournament") -> Told:
    """Lots were drawn."""
    event = _newest(tournament)
    return _of(tournament, lots=list(event.order), seed=event.seed)


def taken_back_json(tournament: "Tournament", abandoned: Sequence[str]) -> Told:
    """A decision was taken back, and matches that it started were abandoned with it."""
    event = _newest(tournament)
    return _of(tournament, event=event.event, abandoned=list(abandoned))


def closed_json(tournament: "Tournament", lines: "Sequence[StandingsLine]") -> Told:
    """It is over, and who stands where."""
    return _of(tournament, closed=True, standings=[line_json(line) for line in lines])


def _newest(tournament: "Tournament") -> Any:
    """The event that was just made: of the kind that the decision makes."""
    return tournament.history[-1]


def _of(tournament: "Tournament", **said: Any) -> Told:
    return {"tournament": str(tournament.id), **said}
