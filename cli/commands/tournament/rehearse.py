"""`tournament rehearse`: open tables are played by bots, in a copy."""

from typing import Final

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.bot_names import bot_for_all
from ludograph.cli.errors import Stopped, sentences_for_errors
from ludograph.cli.numbers import Decimal, Whole
from ludograph.cli.printing.terminal import echo
from ludograph.cli.tournaments.arguments import tournament_argument
from ludograph.domain.kernel.sentences import counted

PACE: Final = 2.0


@click.command("rehearse")
@tournament_argument
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="BOT",
    help="Which bot sits at all seats: see `bots`.",
)
@click.option("--round", "number", type=Whole(min=1), metavar="N", help="This round; by default the first not over.")
@click.option("--table", "tables", type=Whole(min=1), multiple=True, metavar="N", help="Only this table; repeatable.")
@click.option(
    "--pace",
    type=Decimal(0, 3600),
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="For each move; 0: at once.",
)
@click.option("--wait", "waits", is_flag=True, help="Plays whatever you start, round after round, until Ctrl-C.")
@click.option("--into", metavar="FILE", help="The copy; by default REHEARSAL-ID.sqlite beside the store.")
@click.option("--seed", metavar="TEXT", help="The bots choose the same for the same text.")
@json_option
@sentences_for_errors
def command(
    tournament: str,
    bots: str,
    number: int | None,
    tables: tuple[int, ...],
    pace: float,
    waits: bool,
    into: str | None,
    seed: str | None,
    as_json: bool,
) -> None:
    """Plays the open tables of a TOURNAMENT with bots, so that staff can practise the day: in a copy of its own.

    The first time it makes the copy, a store with the same players, seatings and results, and says its name: every
    command takes it with --store, `serve` too. There the tournament is called REHEARSAL ..., and so are its matches: to
    the real one nothing is ever added. Again, it goes on where the copy stands.

    Tables that nobody started are started; with --wait they are left for you to start. With --table the other tables
    are yours to record. Ctrl-C stops; what was played is kept.

    \b
    ludograph tournament rehearse WC --table 1 --table 2
    ludograph --store REHEARSAL-WC.sqlite serve
    ludograph --store REHEARSAL-WC.sqlite tournament check REHEARSAL-WC
    """
    from ludograph.cli.tournaments.rehearsing import Rehearsal, RehearsalRequest, in_copy, rehearsal_copy
    from ludograph.domain.bots.simulation import stopping

    bot = bot_for_all(bots, "--bots")
    with rehearsal_copy(tournament, into) as (service, found):
        asked = RehearsalRequest(number, tables, pace, waits, seed or service.recorder.seed(), as_json, bot)
        with stopping() as stop:
            played = Rehearsal(service, found, asked, stop).run()
        store = service.recorder.place
    check = in_copy(store, "check", found)
    if stop.asked:
        raise Stopped(f"Stopped; what was played is kept. The same command goes on, and `{check}` says what is open.")
    if not as_json:
        echo(f"{counted(played, 'table')} played to the end. `{check}` says what comes next.")
