"""`hint`: what the search would do, for who plays alone or against bots."""

from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.arguments import json_option, match_named, player_named, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.bots.hint import NoHint, hinted
from ludograph.domain.bots.roster import MOST_PLAYOUTS
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.tournaments.owners import Owners
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.sentences.judgement_units import move_text

if TYPE_CHECKING:
    from ludograph.domain.lab.search import Tried
    from ludograph.domain.match.aggregate import Match

PLAYOUTS: Final = 400
OTHERS: Final = 3
"""So many other moves are told."""


@click.command()
@click.argument("match")
@click.option("--as", "player", required=True, metavar="PLAYER", help="Who decides: from what they know, nothing else.")
@click.option(
    "--playouts", type=Whole(1, MOST_PLAYOUTS), default=PLAYOUTS, show_default=True, help="How often it is played on."
)
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same hint.")
@json_option
@sentences_for_errors
def command(match: str, player: str, playouts: int, seed: str, as_json: bool) -> None:
    """Tells what the search would do in a MATCH that runs, from what PLAYER knows.

    It is for matches of one player, and for who plays against bots (`play GAME Ann --against search`); for those in
    which other people decide, and in tournaments, only where the organiser allows it (`allow MATCH --hints`). It judges
    by play at random: it need not be right.

    \b
    Examples:
      ludograph hint evening --as Ann
    """
    with recorder() as store:
        found = match_named(store, match)
        owned = Owners(TournamentService(store).all()).owner(found) is not None
    seat = player_named(found, player, "--as")
    try:
        moves = hinted(found, seat, playouts, seed, owned=owned)
    except NoHint as wrong:
        raise Failure(str(wrong)) from wrong
    if as_json:
        print_json(_json(found, seat, moves))
        return
    _print_moves(found, seat, moves)


def _json(match: "Match", seat: int, moves: "list[Tried]") -> dict[str, object]:
    """The moves for programs, the best first, each with how many playouts went to it."""
    writer = ValueWriter(match.players)
    told = [{"do": writer.struct(one.move), "playouts": one.count} for one in moves]
    return {"match": str(match.id), "step": len(match.steps), "player": match.name(seat), "moves": told}


def _print_moves(match: "Match", seat: int, moves: "list[Tried]") -> None:
    """The best move, and some others."""
    writer, name = ValueWriter(match.players), match.name(seat)
    best, *others = [move_text(match, writer.struct(one.move)) for one in moves]
    if not others:
        paragraph(f"{name}: {best}. Nothing else can be done.")
        return
    playouts = sum(one.count for one in moves)
    paragraph(f"{name}: {best}. It was followed in {moves[0].count} of {playouts} playouts, by what {name} knows.")
    told = zip(others[:OTHERS], moves[1:], strict=False)
    paragraph(f"Others: {'; '.join(f'{text} ({one.count})' for text, one in told)}.")
