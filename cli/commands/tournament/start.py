"""`tournament start`: starts the matches of a round."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, command_line, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, say
from ludograph.cli.tournaments.arguments import round_argument, tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import started_json

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
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
    from ludograph.domain.tournaments.rounds.decisions import How, started_round
    from ludograph.domain.tournaments.rounds.round_clock import ClockChange, clock_changed

    if written and (seed is not None or same_deal):
        raise click.UsageError("--written excludes --seed and --same-deal: with real cards the program deals nothing.")
    with tournament_service() as service:
        found = service.find(tournament)
        if minutes is not None:
            # Before the start, by which it begins to run; and so that `undo` takes the start back first.
            found = clock_changed(found, number, ClockChange(minutes), "", service.recorder.stamp(), by)
        changed, matches = started_round(service, found, number, How(written, seed, same_deal, tables, anyway), by)
        found = service.record(changed, *matches)
    if as_json:
        print_json(started_json(found, matches))
    else:
        _tell(found, number, matches)


def _tell(tournament: "Tournament", number: int, matches: "Sequence[Match]") -> None:
    """The matches of a round, how a scribe begins with the first of them, and where their deals are not alike."""
    from ludograph.domain.tournaments.scores.table_results import unlike_deals

    name, first = tournament.opened.source or tournament.state.name, matches[0]
    play = command_line("play", name, str(number), first.start.table)
    echo(f"Round {number} has started; a scribe records table {first.start.table} by `{play}`.")
    if any(match.awaits_deal for match in matches):
        say("How the cards lay, which only the table knows, is asked there first.")
    rows = [(f"  Table {match.start.table}", match.start.source, ", ".join(match.players)) for match in matches]
    listing([("  TABLE", "MATCH", "PLAYERS"), *rows])
    for doubt in unlike_deals(tournament, number):
        say(doubt)
