"""`ludograph simulate`: records matches between bots, for playtests, load and demonstrations."""

from contextlib import nullcontext
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ludograph.cli.arguments import game_named, json_option, options_of, recorder
from ludograph.cli.bot_names import EACH_OR_ALL, bots_for, bots_named
from ludograph.cli.errors import Failure, Stopped, sentences_for_errors
from ludograph.cli.numbers import Decimal, Whole
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.ids import SHORTEST
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, progress, say
from ludograph.domain.kernel.game import Game, Options
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation.names import Misnamed, check_players
from ludograph.replay.shapes.matches import standing_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludograph.domain.bots.comparison import BotRecord
    from ludograph.domain.bots.simulation import SimulatedMatch, SimulationPlan, SimulationTally


class SimulateRequest(NamedTuple):
    """What is to be played, as the options of the command say it."""

    seats: int | None
    seed: str | None
    options: tuple[str, ...]
    players: str | None
    max_steps: int
    thrift: float
    bots: str | None
    rotate: bool
    same_deals: bool


@click.command("simulate")
@click.argument("game")
@click.option("-n", "--number", "count", type=Whole(1), default=1, show_default=True, help="How many matches.")
@click.option("--seats", type=Whole(1, 100), help="How many players; by default any number that the game is for.")
@click.option("--seed", help="The same seed gives the same matches, whatever --jobs; by default a new one.")
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes play.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--players", metavar="NAMES", help="Names to choose from, with commas between; by default Bot 1, Bot 2 ..."
)
@click.option(
    "--max-steps",
    type=Whole(1),
    default=1000,
    show_default=True,
    help="Where a match has no end of its own, the bots end it after about this many steps.",
)
@click.option(
    "--thrift",
    type=Decimal(1, 100),
    default=1,
    show_default=True,
    help="Above 1, bots prefer low bids: 1 takes every amount as readily as the next, 5 mostly small ones.",
)
@click.option(
    "--bots", metavar="B1,B2,...", help=f"Bots that play, as `bots` lists them: {EACH_OR_ALL}; by default random."
)
@click.option("--rotate", is_flag=True, help="Plays each deal once for each way to move the bots on: -n counts deals.")
@click.option("--same-deals", is_flag=True, help="Deals the same cards in every run, whatever the seed and the bots.")
@click.option("--no-record", is_flag=True, help="Only plays: nothing is stored.")
@click.option(
    "--result", "tells", is_flag=True, help="Tells how a single match that is recorded came out, before it is watched."
)
@json_option
@sentences_for_errors
def command(game: str, count: int, jobs: int, no_record: bool, tells: bool, as_json: bool, **asked: Any) -> None:
    """Records matches of GAME between bots, which choose at random among what is legal.

    They know no game, so they play badly, but they go everywhere: good for trying out rules, for load and for demos.
    With --bots they may think; then a line tells how each of them did. None is told more than its seat knows. One that
    is named alone sits at all seats, of which there are --seats, or any number that the game is for.
    Of one match alone it is not told who has won: it can be watched, and `result` tells it.
    """
    plan = _plan(game_named(game), SimulateRequest(**asked), record=not no_record)
    matches = count * plan.rotations
    simulate(plan, matches, jobs, as_json, tells or no_record or matches > 1)


def _plan(game: Game, asked: SimulateRequest, *, record: bool) -> "SimulationPlan":
    """What is played, as it was asked for. Raises `Refused`, `Failure` or a usage error where it cannot be."""
    from ludograph.domain.bots.simulation import SimulationPlan, sizes_for

    sitting, seats = bots_named(asked.bots, "--bots"), asked.seats
    if len(sitting) > 1:
        seats = len(bots_for(asked.bots, seats or len(sitting), "--bots"))
    elif not sitting and (asked.rotate or asked.same_deals):
        raise click.UsageError("--rotate and --same-deals go with --bots.")
    names = _names(asked.players, game, seats)
    options = _options(game, asked.options, names, seats)
    sizes = sizes_for(game, options, seats)
    if names and len(names) < sizes[-1] and seats is None:
        sizes = tuple(size for size in sizes if size <= len(names))
    plan = SimulationPlan(
        game.id, options, sizes, names, asked.seed or token_hex(4), asked.max_steps, asked.thrift, record
    )
    return plan._replace(bots=sitting, rotate=asked.rotate, same_deals=asked.same_deals)


def simulate(plan: "SimulationPlan", count: int, jobs: int, as_json: bool, tells: bool) -> None:
    """Plays, stores and reports; what is stored stands whatever happens."""
    from ludograph.domain.bots.simulation import BatchWriter, SimulationTally, stopping
    from ludograph.domain.store.errors import StoreError

    tally, began = SimulationTally(), perf_counter()
    with recorder(create=True) if plan.record else nullcontext() as opened, stopping() as stop:
        writer = BatchWriter(opened)
        outcomes = _until(stop, _played(plan, count, jobs))
        try:
            for outcome in outcomes:
                _report(writer.add(outcome), tally, plan, as_json)
            _report(writer.flush(), tally, plan, as_json)
        except StoreError as wrong:
            raise Failure(f"{wrong} {tally.matches} of {count} matches are recorded.") from wrong
        path = opened.place if opened else None
    if as_json and plan.bots:
        for record in tally.comparison.records():
            print_json(bot_json(record))
    for line in summary(plan, tally, perf_counter() - began, path, tells):
        (say if as_json else echo)(line)
    if tally.matches < count:
        stands = "; what is recorded stands" if plan.record else ""
        raise Stopped(f"Stopped after {tally.matches} of {count} matches{stands}.")


def _until(stop: Any, outcomes: "Iterator[SimulatedMatch]") -> "Iterator[SimulatedMatch]":
    """Outcomes until somebody asks to stop."""
    for outcome in outcomes:
        yield outcome
        if stop.asked:
            return


def _played(plan: "SimulationPlan", count: int, jobs: int) -> "Iterator[SimulatedMatch]":
    """All matches, with a progress bar on a terminal."""
    from ludograph.domain.bots.simulation import simulated

    with progress("Playing", count) as show:
        for done, outcome in enumerate(simulated(plan, count, jobs), start=1):
            yield outcome
            show(done)


def _report(certain: "list[SimulatedMatch]", tally: "SimulationTally", plan: "SimulationPlan", as_json: bool) -> None:
    for outcome in certain:
        tally.add(outcome)
        if as_json:
            id = str(outcome.match) if plan.record else None
            print_json(standing_json(id, plan.game, outcome.players, outcome.result, outcome.steps))


def summary(
    plan: "SimulationPlan", tally: "SimulationTally", seconds: float, path: Any, tells: bool = True
) -> "Iterator[str]":
    """What was played, in sentences and a line for each seat; how it came out is left to who watches, or it `tells`."""
    from ludograph.domain.games import GAMES

    did = f"Recorded in {path}" if plan.record else "Played, without recording"
    matches = f"{counted_matches(tally.matches)} of {GAMES[plan.game].title}"
    rate = f"{tally.steps / max(seconds, 1e-9):,.0f} steps/s"
    yield f"{did}: {matches}, {tally.steps:,} steps in {seconds:.1f} s ({rate})."
    if tally.unfinished:
        yield f"{counted(tally.unfinished, 'of them')[:-1]} did not come to an end in the steps allowed (--max-steps)."
    if tells:
        yield from _scores(tally)
    elif tally.matches:
        id = str(tally.last)[:SHORTEST]
        yield f"Watch it by `ludograph replay {id}`; `ludograph result {id}` tells how it came out."
    yield f"Seed {plan.seed}: with --seed {plan.seed} the same matches come again."


def _scores(tally: "SimulationTally") -> "Iterator[str]":
    """How all matches came out."""
    if scores := tally.all_scores:
        average = sum(scores) / len(scores)
        yield f"Average score {average:.1f}, from {min(scores)} to {max(scores)}."
    yield from map(_bot_line, tally.comparison.records())
    if len(tally.seated) > 1:
        yield from (_seat_line(tally, seat) for seat in sorted(tally.seated))


def _seat_line(tally: "SimulationTally", seat: int) -> str:
    scores, seated = tally.scores.get(seat, []), tally.seated[seat]
    average = f", average {sum(scores) / len(scores):.1f}" if scores else ""
    return f"  Seat {seat}: {seated:,} played, {tally.wins.get(seat, 0) / seated:.0%} won{average}"


def bot_json(record: "BotRecord") -> dict[str, Any]:
    """How a bot did, for programs; null where too few deals were played to say how sure it is."""
    win, score = (
        {name: None if value is None else round(value, 6) for name, value in zip(names, found, strict=True)}
        for names, found in ((("share", "low", "high"), record.win), (("mean", "low", "high"), record.score))
    )
    return {
        "bot": record.bot,
        "matches": record.matches,
        "win": win,
        "score": score,
        "decisions": record.decisions,
        "playouts": record.playouts,
        **({"faults": record.faults} if record.faults else {}),
    }


def _bot_line(record: "BotRecord") -> str:
    """A sentence about a bot; `from ... to ...` is where its share lies with 95 % certainty."""
    win, score = record.win, record.score
    told = f"  {record.bot}: {counted(record.matches, 'seat')}"
    if win.mean is not None:
        told += f", {win.mean:.1%} of the wins"
    if win.low is not None and win.high is not None:
        told += f" ({win.low:.1%} to {win.high:.1%})"
    if score.mean is not None:
        told += f", score {score.mean:.1f}"
    if score.low is not None and score.high is not None:
        told += f" ({score.low:.1f} to {score.high:.1f})"
    if record.playouts:
        told += f", {record.playouts / record.decisions:.0f} playouts a decision"
    return f"{told}, {counted(record.faults, 'late or illegal answer')}" if record.faults else told


def _names(given: str | None, game: Game, seats: int | None) -> tuple[str, ...]:
    if given is None:
        return ()
    try:
        names = check_players([name for name in given.split(",") if name.strip()])
    except Misnamed as wrong:
        raise click.BadParameter(f"{wrong}.", param_hint="--players") from wrong
    least = seats or game.seats[0]
    if len(names) < least:
        raise click.BadParameter(f"{len(names)} names are too few for {least} players.", param_hint="--players")
    return names


def _options(game: Game, pairs: tuple[str, ...], names: tuple[str, ...], seats: int | None) -> Options:
    """The options as they would be read for as many players as asked for, or else as there can be."""
    from ludograph.domain.exchange.importer import read_options

    size = seats or (min(len(names), game.seats[-1]) if names else game.seats[-1])
    return read_options(
        game, names[:size] or tuple(f"Bot {seat}" for seat in range(1, size + 1)), options_of(game, pairs)
    )
