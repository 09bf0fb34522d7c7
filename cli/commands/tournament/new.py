"""`tournament new`: opens a tournament."""

import click

from ludograph.cli.arguments import by_option, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.cli.tournaments.arguments import tournament_service


@click.command("new")
@click.argument("name")
@click.option("--id", "source", default="", help="An id of your own, by which the tournament can be named too.")
@click.option(
    "--scoring",
    default="wins",
    show_default=True,
    metavar="WAY",
    help="What a match is worth: wins (1, shared by joint winners), score (the final score), share (of all scores at "
    "the table), places=P1,P2,... (by place), or duplicate (beside the other tables that had the same deal).",
)
@click.option(
    "--tie-breaks",
    default="wins,opponents,score",
    show_default=True,
    metavar="LIST",
    help="What parts those who are tied, in this order: some of wins, score, opponents, head-to-head, best, lot.",
)
@click.option("--bye", metavar="POINTS", help="What sitting out is worth. [default: what a win is, or 0]")
@by_option
@json_option
@sentences_for_errors
def command(name: str, source: str, scoring: str, tie_breaks: str, bye: str | None, by: str, as_json: bool) -> None:
    """Opens the tournament NAME and prints its id.

    Tie-breaks are asked in their order, each only among those who are still tied; ahead is, by

    \b
      wins          who has more wins, shared ones in part
      score         whose final scores make the greater sum
      opponents     whose opponents have more points, once for each meeting
      head-to-head  who has more points against others who are still tied
      best          whose best match is worth more, then the second best, ...
      lot           whose lot was drawn first (`tournament lot` draws them)

    Who is tied after the last shares the place. Whoever forfeits a match earns what its last place does. duplicate is
    for rounds that `start --same-deal` deals.
    """
    from ludograph.domain.tournaments.aggregate import Terms
    from ludograph.domain.tournaments.scores.scoring import read_number

    terms = Terms(name, scoring, tie_breaks, None if bye is None else read_number(bye), source)
    with tournament_service(create=True) as service:
        opened = service.open(terms, by)
    if as_json:
        print_json({"tournament": str(opened.id), "name": opened.state.name})
    else:
        echo(str(opened.id))
