"""`tournament new`: opens a tournament."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, gathered, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.cli.tournaments.arguments import tournament_service

if TYPE_CHECKING:
    from ludograph.domain.tournaments.terms import Terms


def _terms(name: str, source: str, scoring: str, tie_breaks: str | None, bye: str | None) -> "Terms":
    """What the command line says of a tournament. Raises an error where `bye` is no number."""
    from ludograph.domain.tournaments.scores.scoring import FAIR, read_number
    from ludograph.domain.tournaments.terms import Terms

    points = None if bye is None else read_number(bye)
    return Terms(name, scoring, FAIR if tie_breaks is None else tie_breaks, points, source)


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
    metavar="LIST",
    help="What parts those who are tied, in this order; see above. [default: opponents-mean,buchholz-cut-1,wins]",
)
@click.option("--bye", metavar="POINTS", help="What sitting out is worth. [default: what a win is, or 0]")
@by_option
@json_option
@sentences_for_errors
@gathered("terms", _terms)
def command(terms: "Terms", by: str, as_json: bool) -> None:
    """Opens the tournament NAME and prints its id.

    Tie-breaks are asked in their order, each only among those who are still tied; ahead is, by

    \b
      opponents-elsewhere  whose opponents have more points on average, from matches
                           without them
      opponents-mean       whose opponents have more points on average
      buchholz             whose tables were stronger, over all rounds
      buchholz-cut-1       the same without the weakest round
      buchholz-median      the same without the weakest and the strongest round
      opponents            whose opponents have more points together
      wins                 who has more wins, shared ones in part
      score                whose final scores make the greater sum
      head-to-head         who has more points against others who are still tied
      best                 whose best match is worth more, then the second best, ...
      lot                  whose lot was drawn first (`tournament lot` draws them)

    The first five are fair to who had a bye or came later, and the first of them to who sat at larger tables too, where
    less is left on average for those whom one met. Buchholz counts each table once, however many sit there, and
    a bye, a round missed or one after withdrawing as played against one's equal, of as many points but no more than
    average seats; it cuts a missed one first. The mean counts everybody met, and leaves such rounds out. Whoever left
    counts for those who met them with an average seat for each round since.

    Who is tied after the last shares the place. Whoever forfeits a match is behind all others, and has what that place
    is worth; several who do share their places. duplicate is for rounds that `start --same-deal` deals.
    """
    with tournament_service(create=True) as service:
        opened = service.open(terms, by)
    if as_json:
        print_json({"tournament": str(opened.id), "name": opened.state.name})
    else:
        echo(str(opened.id))
