"""`tournament start`: starts the matches of a round."""

from shlex import join
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, say
from ludograph.cli.tournaments.arguments import round_argument, tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import started_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.aggregate import Tournament


@click.command("start")
@tournament_argument
@round_argument
@click.option(
    "--table",
    "tables",
    type=Whole(min=1),
    multiple=True,
    metavar="TABLE",
    help="Only at this table, where there is a scribe; repeatable.",
)
@click.option("--written", is_flag=True, help="Real cards: every outcome will be written down, none is drawn.")
@click.option(
    "--seed",
    metavar="TEXT",
    help="The program deals, and the same for the same text: whoever can guess it can work out all cards.",
)
@click.option("--same-deal", is_flag=True, help="The program deals, and every table gets the same orders.")
@click.option("--minutes", type=Whole(1, 2880), metavar="N", help="The clock of the round, as `clock` sets it.")
@click.option(
    "--anyway", is_flag=True, help="Even where a round before is not over, or somebody sits there who has withdrawn."
)
@by_option
@json_option
@sentences_for_errors
def command(
    tournament: str,
    number: int,
    tables: tuple[int, ...],
    written: bool,
    seed: str | None,
    same_deal: bool,
    minutes: int | None,
    anyway: bool,
    by: str,
    as_json: bool,
) -> None:
    """Starts a match at each table of a ROUND that has none, with the tournament, round and table filled in.

    The program deals, each table by itself, unless the cards are real (--written) or the same everywhere (--same-deal).
    """
    from ludograph.domain.tournaments.decisions import How, NeedsCards, started_round
    from ludograph.domain.tournaments.round_clock import ClockChange, clock_changed
    from ludograph.domain.tournaments.scores.table_results import unlike_deals

    if written and (seed is not None or same_deal):
        raise click.UsageError("--written excludes --seed and --same-deal: with real cards the program deals nothing.")
    with tournament_service() as service:
        found = service.find(tournament)
        if minutes is not None:
            # Before the start, by which it begins to run; and so that `undo` takes the start back first.
            found = clock_changed(found, number, ClockChange(minutes), "", service.recorder.stamp(), by)
        try:
            changed, matches = started_round(service, found, number, How(written, seed, same_deal, tables, anyway), by)
        except NeedsCards as wrong:
            told = "Start each table where it is recorded; it takes its place by itself:"
            raise Failure(f"{wrong} {told}\n{_by_hand(found, number, tables)}") from wrong
        found = service.record(changed, *matches)
    if as_json:
        print_json(started_json(found, matches))
        return
    echo(f"Round {number} has started; a scribe records a table by `ludograph play MATCH`.")
    rows = [(f"  Table {match.start.table}", match.start.source, ", ".join(match.players)) for match in matches]
    listing([("  TABLE", "MATCH", "PLAYERS"), *rows])
    for doubt in unlike_deals(found, number):
        say(doubt)


def _by_hand(tournament: "Tournament", number: int, tables: tuple[int, ...]) -> str:
    """The commands that start the matches of a round one by one, or at these tables."""
    seated = tournament.round(number)
    options = [word for name, value in seated.options.items() for word in ("-o", f"{name}={_value(value)}")]
    about = ("--event", tournament.state.name, "--round", str(number))
    return "\n".join(
        join(["ludograph", "new", seated.game, *table.players, *options, *about, "--table", str(at), "--written"])
        for at, table in enumerate(seated.tables, start=1)
        if at in tables or not tables
    )


def _value(value: object) -> str:
    from ludograph.domain.notation.values import json_text

    return value if isinstance(value, str) else json_text(value)
