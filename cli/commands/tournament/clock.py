"""`tournament clock`: how long a round may take."""

from typing import TYPE_CHECKING, Final, NamedTuple

import click

from ludograph.cli.arguments import by_option, gathered, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import clock_told, late_tables, late_told
from ludograph.replay.shapes.tournaments import clock_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.rounds.round_clock import ClockChange

ALONE: Final = "--stop, --go and --from-now exclude each other, and --every-round goes with --minutes alone."


class AskedClock(NamedTuple):
    """Which clock is meant, and what is to become of it."""

    round: int | None
    """0 for that of every round that starts later; the last round where none is named."""
    change: "ClockChange"


def _asked(
    number: int | None, minutes: int | None, add: int, stop: bool, go: bool, from_now: bool, every_round: bool
) -> AskedClock:
    """What the command line says of a clock. Raises a usage error where that does not go together."""
    from ludograph.domain.tournaments.rounds.round_clock import ClockChange

    if stop + go + from_now > (0 if every_round else 1) or (every_round and number is not None):
        raise click.UsageError(ALONE)
    change = ClockChange(minutes, add, True if go else False if stop else None, from_now)
    return AskedClock(0 if every_round else number, change)


@click.command("clock")
@tournament_argument
@click.argument("number", metavar="[ROUND]", type=Whole(min=1), required=False)
@click.option("--minutes", type=Whole(0, 2880), metavar="N", help="How long it may take; 0 takes the clock away.")
@click.option(
    "--add",
    type=Whole(-2880, 2880),
    default=0,
    metavar="N",
    help="So many minutes more, from now on where the time is up; -5 for fewer.",
)
@click.option("--stop", is_flag=True, help="The clock stands still, say while all wait for a ruling.")
@click.option("--go", is_flag=True, help="The clock goes on; or begins, where no table was started here.")
@click.option("--from-now", is_flag=True, help="The clock begins now, with all its minutes.")
@click.option("--every-round", is_flag=True, help="With --minutes: for every round that starts later.")
@click.option("--reason", default="", metavar="TEXT", help="Why, for `history`.")
@by_option
@json_option
@sentences_for_errors
@gathered("asked", _asked)
def command(tournament: str, asked: AskedClock, reason: str, by: str, as_json: bool) -> None:
    """Shows the clock of a ROUND of a TOURNAMENT, by default the last, with its late tables; or sets it.

    It begins with the start of the round and is shown on wall and desk. A table is late once the time is up, or once it
    takes half as long again as the others did. Nothing ends by itself: what becomes of a late table is for you to say.

    \b
    ludograph tournament clock WC --every-round --minutes 50
    ludograph tournament clock WC 2 --add 5 --reason 'fire alarm'
    """
    from ludograph.domain.tournaments.rounds.round_clock import ClockChange, clock_changed, late_from

    with tournament_service() as service:
        found = service.find(tournament)
        at = max(len(found.state.rounds), 1) if asked.round is None else asked.round
        if at:
            found.round(at)
        if asked.change != ClockChange():
            found = service.record(clock_changed(found, at, asked.change, reason, service.recorder.stamp(), by))
        results, now = service.tables(found).results, service.recorder.stamp().now
        late = late_from(service, found, results)
    clock = found.state.clocks.get(at)
    if as_json:
        shown = clock and {**(clock_json(clock) or {}), "left": clock.left(now)}
        print_json({"round": str(at), "clock": shown, "late": late_tables(late, at, now)})
        return
    echo(clock_told(clock, at, now))
    for told in late_told(late, at, now):
        say(told)
