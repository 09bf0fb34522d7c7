"""`traveller`: what other tables made of the same deal."""

from pathlib import Path

import click

from ludograph.cli.arguments import json_option, match_of, recorder, table_argument
from ludograph.cli.bot_names import EACH_OR_ALL, bots_for
from ludograph.cli.commands.show import step_named
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber, Whole
from ludograph.cli.printing.side_by_side_text import print_side_by_side
from ludograph.cli.printing.terminal import progress, say
from ludograph.cli.printing.traveller_text import print_moves_at, print_traveller
from ludograph.cli.sql.traveller_page import save_traveller
from ludograph.domain.forks.fork import NewFork, forked
from ludograph.domain.forks.playing_on import results_of, spread_of
from ludograph.domain.forks.same_deal import DealTables, TableOfDeal, tables_of_deal
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import NAMELESS, Match
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.timeline.alignment import table_name


@click.command("traveller")
@click.argument("match")
@table_argument
@click.option("--at", type=StepNumber(), metavar="STEP", help="What the tables that stood alike before it did then.")
@click.option("--beside", metavar="MATCH", help="This table and another side by side, from where they went apart.")
@click.option("--par", metavar="B1,B2,...", help=f"And what bots make of the deal, on average: {EACH_OR_ALL}.")
@click.option("--times", type=Whole(1), default=20, show_default=True, help="How often --par plays it.")
@click.option("--page", type=click.Path(path_type=Path), metavar="FILE.html", help="Writes it as a page to print.")
@click.option("--anyway", is_flag=True, help="Also while other tables still play the deal.")
@json_option
@sentences_for_errors
def command(
    match: str,
    table: tuple[str, ...],
    at: int | None,
    beside: str | None,
    par: str | None,
    times: int,
    page: Path | None,
    anyway: bool,
    as_json: bool,
) -> None:
    """Tells what came of the deal of a finished MATCH at every table that had it, and matchpoints: by seat the part of
    the other tables at which the same seat did worse.

    Tables have the same deal in a round that `tournament start --same-deal` started, where `new --deal-of MATCH` did,
    and where they began from the same --seed. Nothing is told while somebody still plays the deal.

    \b
    ludograph traveller AO26-2-1 --at 12
    ludograph traveller AO26-2-1 --beside AO26-2-2
    """
    with recorder() as store:
        found = match_of(store, match, table, None)
        tables = _tables(store, found, anyway)
        if beside is not None:
            # The match is over, and nothing hidden any more.
            print_side_by_side(found, _other(tables, store, beside).match, JUDGE, terse=True)
        elif at is not None:
            print_moves_at(tables.over, step_named(found, max(at, 1)), as_json)
        else:
            means = None if par is None else _par(store, found, par, times)
            print_traveller(tables.over, means, as_json)
            if page is not None:
                save_traveller(found, tables.over, means, page)


def _tables(store: Recorder, match: Match, anyway: bool) -> DealTables:
    """The tables of a deal. Raises `Failure` while it is played."""
    if not match.game.result(match.state).over:
        raise Failure("This match is not over: a traveller tells what others did with its cards.")
    damaged: list[Damaged] = []
    tables = tables_of_deal(store, match, damaged)
    for wrong in damaged:
        say(str(wrong))
    if tables.playing and not anyway:
        many = "1 table with this deal still plays" if tables.playing == 1 else f"{tables.playing} tables still play it"
        raise Failure(f"{many}, and may not know of others: --anyway tells it all the same.")
    return tables


def _other(tables: DealTables, store: Recorder, name: str) -> TableOfDeal:
    """Another finished table of the deal. Raises `Failure` where that one is none."""
    id = store.find(name)
    for one in tables.over[1:]:
        if one.match.id == id:
            return one
    others = ", ".join(table_name(one.match) for one in tables.over[1:]) or "none"
    raise Failure(f"{name} is no other finished table with this deal: there are {others}.")


def _par(store: Recorder, match: Match, named: str, times: int) -> list[float | None]:
    """What bots make of the deal at each seat, on average of so many times."""
    position = forked(match, 0, NewFork(NAMELESS, store.stamp))
    bots, found = bots_for(named, len(match.players), "--par"), []
    with progress("Playing", times) as show:
        for number, (result,) in enumerate(results_of(lambda seed: [position], bots, "par", times), start=1):
            found.append(result)
            show(number)
    return [score.mean for score in spread_of(found).scores]
