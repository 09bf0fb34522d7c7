"""`tournament enter`: enters players."""

from pathlib import Path

import click

from ludograph.cli.arguments import by_option, json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.tournaments.arguments import players_in, tournament_argument, tournament_service
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.tournaments.near_names import name_doubts
from ludograph.replay.shapes.tournaments import entered_json


@click.command("enter")
@tournament_argument
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="CSV",
    help="Players, one in a line, or a column `player`.",
)
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, players: tuple[str, ...], file: Path | None, by: str, as_json: bool) -> None:
    """Enters players into a TOURNAMENT; they play from the next round on. Who had withdrawn is back."""
    names = [*players, *(players_in(file) if file else ())]
    if not names:
        if file is None:
            raise click.UsageError("Name the players, or a file that does with --file.")
        raise Failure(f"{file} names no player.")
    with tournament_service() as service:
        found = service.find(tournament)
        after = found.enter(names, service.recorder.stamp(), by)
        for doubt in name_doubts(names, [player.name for player in found.state.players]):
            say(doubt)
        found = service.record(after)
    if as_json:
        print_json(entered_json(found))
    else:
        echo(f"Entered: {listed(names)}. {found.state.name} has {counted(len(found.state.present), 'player')}.")
        if found.state.rounds:
            say(
                "They play from the next round that is seated; `ludograph tournament seat --again` seats those anew in "
                "which nothing has begun."
            )
