"""`rule`: an official's ruling on a match."""

import re
from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.arguments import author, json_option, match_named, player_named, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.changed_seating import say_seatings
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.notation import limits
from ludograph.replay.shapes.officials import ruling_json

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match

POINTS: Final = re.compile(r"[+-]?[0-9]{1,9}")


@click.command()
@click.argument("match")
@click.argument("text")
@click.option("--step", type=StepNumber(), metavar="N", help="The step that it is about; 0 is the setup.")
@click.option("--cites", default="", metavar="RULE", help="The number of a rule of the game.")
@click.option("--adjust", multiple=True, metavar="PLAYER=±N", help="Gives a player points, or takes some; repeatable.")
@click.option("--forfeit", multiple=True, metavar="PLAYER", help="Who forfeits the match; repeatable.")
@click.option("--private", is_flag=True, help="Only the judge may read the words; what it does is seen by all.")
@click.option("--by", required=True, envvar="LUDOGRAPH_BY", metavar="NAME", callback=author, help="Who rules.")
@json_option
@sentences_for_errors
def command(
    match: str,
    text: str,
    step: int | None,
    cites: str,
    adjust: tuple[str, ...],
    forfeit: tuple[str, ...],
    private: bool,
    by: str,
    as_json: bool,
) -> None:
    """Records a ruling on a MATCH: TEXT, and what it does to the result.

    Scores in the record stay as they are, and `result` says what comes of them. Who forfeits is behind all others.
    """
    from ludograph.domain.match.official_decisions import RulingDraft, ruled

    if not text.strip():
        raise click.UsageError("The ruling needs some words.")
    if not by.strip():
        raise click.UsageError("--by needs a name.")
    with recorder() as store:
        found = match_named(store, match)
        said = RulingDraft(
            text.strip(), step, cites.strip(), _points(found, adjust), _seats(found, "--forfeit", forfeit), private
        )
        before, found = found, store.record(ruled(found, said, store.stamp(), by.strip()))
        say_seatings(store, before, found)
    _report(found, as_json)


def _points(match: "Match", pairs: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Seats and points from `PLAYER=±N`; a name may have an equals sign in it. Raises `Failure`."""
    parts = [pair.rpartition("=") for pair in pairs]
    if bad := next((pair for pair, (name, _, _) in zip(pairs, parts, strict=True) if not name.strip()), None):
        raise Failure(f"--adjust {limits.cut(bad)}: write PLAYER=±N, such as {match.players[0]}=-5.")
    seats = _seats(match, "--adjust", tuple(name for name, _, _ in parts))
    return tuple(zip(seats, (_number(points.strip()) for _, _, points in parts), strict=True))


def _number(text: str) -> int:
    """A whole number but 0. Raises `Failure`."""
    if not POINTS.fullmatch(text) or not int(text):
        raise Failure(
            f"{limits.cut(text) or 'Nothing'} is no adjustment: write a whole number but 0, such as +3 or -5."
        )
    return int(text)


def _seats(match: "Match", where: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """The seats of these players, none of them twice. Raises `Failure`."""
    seats: list[int] = []
    for name in names:
        seat = player_named(match, name, where)
        if seat in seats:
            raise Failure(f"{match.name(seat)} is named twice: {where} takes each player once.")
        seats.append(seat)
    return tuple(seats)


def _report(match: "Match", as_json: bool) -> None:
    """The ruling as the judge reads it."""
    from ludograph.domain.kernel.game import JUDGE
    from ludograph.domain.match.officials_view import officials_of
    from ludograph.replay.sentences.event_sentences import tell_event

    ruling = officials_of(match).rulings[-1]
    if as_json:
        about = {"match": str(match.id), "game": match.game.id}
        print_json(about | ruling_json(ruling, match.players, JUDGE))
    else:
        paragraph(tell_event(ruling.event, match.players, JUDGE) or "")
