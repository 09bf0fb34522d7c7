"""`tournament seat`: seats the next round, or several."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.arguments import by_option, game_named, json_option, options_of
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Decimal, Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import say, waiting
from ludograph.cli.tournaments.arguments import seating_in, tournament_argument, tournament_service
from ludograph.cli.tournaments.text import print_round
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.notation.limits import cut
from ludograph.replay.shapes.tournaments import seated_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludograph.domain.kernel.game import Game
    from ludograph.domain.tournaments.rounds.round_seating import Done
    from ludograph.domain.tournaments.scores.scoring import TableResult
    from ludograph.domain.tournaments.seating.requests import Method

FILE: Final = "file"
METHODS: Final = ("swiss", "random", "spread", FILE)
PAIRS: Final = 12
"""So many who meet again are named."""


@click.command("seat")
@tournament_argument
@click.option("--game", required=True, metavar="GAME", help="What is played.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--size", metavar="3-4", help="How many sit at a table; by default 3-4, as far as the game allows.")
@click.option("--method", type=click.Choice(METHODS), help="How; swiss by default, and file with --file.")
@click.option(
    "--rounds",
    type=Whole(1, 100),
    metavar="N",
    help="So many, with spread and random; by default one, and with --again as many as were seated.",
)
@click.option("--seed", metavar="TEXT", help="The same seating for the same text.")
@click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="CSV",
    help="A seating made elsewhere: columns round, table (or bye) and player, in the order of the seats.",
)
@click.option(
    "--seconds",
    type=Decimal(min=1),
    metavar="N",
    help="Ends the search after about so many seconds with the best found; the same seed may then seat otherwise.",
)
@click.option("--again", is_flag=True, help="Seats anew the rounds in which nothing has begun.")
@by_option
@json_option
@sentences_for_errors
def command(
    tournament: str,
    game: str,
    options: tuple[str, ...],
    size: str | None,
    method: str | None,
    rounds: int | None,
    seed: str | None,
    file: Path | None,
    seconds: float | None,
    again: bool,
    by: str,
    as_json: bool,
) -> None:
    """Seats the next round of a TOURNAMENT, or N rounds.

    swiss puts those together who stand alike; random draws; spread lets as few meet twice as can be, over all N rounds.
    How much swiss minds that some meet again is set by `tournament set T repeat=...`.
    Always: as few byes as can be, nobody's second before everybody's first, and seats in turn.
    """
    from ludograph.domain.tournaments.rounds.round_seating import SeatingTerms, seated, taken

    way = _way(method, file, rounds)
    found_game = game_named(game)
    sizes = _sizes(found_game, size)
    wanted = SeatingTerms(found_game, options_of(found_game, options), sizes, way, rounds, seed, again, seconds)
    given = seating_in(file) if file else None
    with tournament_service() as service:
        found = service.find(tournament)
        if given is not None:
            done = taken(service, found, wanted, given, by)
        else:
            with waiting("Seating") as bar:
                done = seated(service, found, wanted, by, bar, bar.best)
        found = service.record(done.tournament)
        results = service.tables(found).results
    if as_json:
        print_json(seated_json(done, results))
        return
    _tell(found_game, done, results)


def _tell(game: "Game", done: "Done", results: "Sequence[Sequence[TableResult]]") -> None:
    """The rounds that were seated, how often some meet again, and what does not fit the game."""
    from ludograph.domain.tournaments.rounds.round_seating import meeting_again, wrong_way_round

    for number in range(done.first, len(results) + 1):
        print_round(done.tournament, results, number)
    repeated = f"{counted(done.repeated, 'meeting')} repeated" if done.repeated else "Nobody meets twice"
    say(f"{repeated} so far.")
    pairs = meeting_again(done.tournament, done.first)
    told = [f"{listed(one.players)} (rounds {listed(list(map(str, one.rounds)))})" for one in pairs[:PAIRS]]
    if told:
        more = f", and {counted(len(pairs) - PAIRS, 'more pair')}" if len(pairs) > PAIRS else ""
        say(f"Who meets again: {', '.join(told)}{more}.")
    if wrong := wrong_way_round(done.tournament, game):
        say(wrong)


def _way(method: str | None, file: Path | None, rounds: int | None) -> "Method":
    """The method that is meant; a file is one of its own."""
    if (method == FILE) != (file is not None) and (method is not None or file is None) and (method or file):
        raise click.UsageError("--method file needs --file, and --file no other method.")
    if method in (None, "swiss", FILE) and (rounds or 1) > 1:
        raise click.UsageError(
            "--rounds is for --method spread and random: the others seat round by round, or by a file."
        )
    return "swiss" if method in (None, FILE) else method  # type: ignore[return-value]


def _sizes(game: "Game", size: str | None) -> tuple[int, int]:
    """The fewest and the most players at a table."""
    from ludograph.domain.tournaments.rounds.round_seating import sizes_in, usual_sizes

    if size is None:
        return usual_sizes(game)
    sizes = sizes_in(size)
    if sizes is None:
        raise click.UsageError(f"--size {cut(size)}: write a number, or the fewest and the most, as in 3-4.")
    return sizes
