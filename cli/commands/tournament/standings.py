"""`tournament standings`: who stands where."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import print_standings
from ludograph.replay.shapes.tournaments import line_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.scores.ranking import StandingsLine
    from ludograph.domain.tournaments.scores.table_results import Tables


@click.command("standings")
@tournament_argument
@click.option("--after", type=Whole(min=0), metavar="ROUND", help="As they were after this round.")
@click.option("--ties", is_flag=True, help="Says why one stands before the next with as many points.")
@json_option
@sentences_for_errors
def command(tournament: str, after: int | None, ties: bool, as_json: bool) -> None:
    """Shows who stands where in a TOURNAMENT. Only matches that are over count.

    The last columns are the tie-breaks, in the order in which they part those with as many points:

    \b
      OPPONENTS-MEAN       the points of those met, on average
      OPPONENTS-ELSEWHERE  the same without their matches against oneself
      BUCHHOLZ             how strong the tables were, over all rounds
      BUCHHOLZ-CUT-1       the same without the weakest round
      BUCHHOLZ-MEDIAN      the same without the weakest and the strongest round
      OPPONENTS            the points of everybody met, once for each meeting
      WINS                 wins, shared ones in part
      SCORE                the sum of the final scores
      HEAD-TO-HEAD         points against others who are still tied
      BEST                 the best match, the second best, ...
      LOT                  the order in which lots were drawn

    Buchholz counts a bye, a round missed or one after withdrawing as played against one's equal, of as many points but
    no more than average seats, and cuts a missed one first; the mean of opponents leaves them out. Whoever left counts
    for those who met them with an average seat for each round since.

    MISSED are rounds before somebody was entered, where they are worth points. PENALTY is in the points already.

    A score that nobody knows leaves points open (??), and whoever has such points is listed behind the others.
    """
    from ludograph.domain.tournaments.rounds.decisions import last_begun
    from ludograph.domain.tournaments.scores.ranking import standings

    with tournament_service() as service:
        found = service.find(tournament)
        if after:
            found.round(after)
        tables = service.tables(found)
    lines = standings(found, tables.results, after)
    if as_json:
        for line in lines:
            print_json(line_json(line, ties=ties))
    else:
        _tell(found, tables, lines, last_begun(tables.results) if after is None else after, ties=ties)


def _tell(
    tournament: "Tournament", tables: "Tables", lines: "Sequence[StandingsLine]", number: int, *, ties: bool
) -> None:
    """Who stands where after a round, with `ties` why, whether that round is over, and what is in doubt."""
    from ludograph.domain.tournaments.rounds.decisions import is_over
    from ludograph.domain.tournaments.scores.ranking import standings

    before = standings(tournament, tables.results, number - 1) if number > 1 else ()
    print_standings(tournament, lines, number, before)
    for reason in [line.before_next for line in lines if ties and line.before_next]:
        paragraph(reason)
    if number and not is_over(tables.results, number):
        say(f"Round {number} is still being played: of its tables only those count that are over.")
    for doubt in tables.doubts:
        say(doubt)
