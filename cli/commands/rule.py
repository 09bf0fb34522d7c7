"""`rule`: an official's ruling on a match, or the withdrawal of one; what comes of it is told first."""

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from ludograph.cli.arguments import (
    author,
    json_option,
    match_named,
    on_terminal,
    player_named,
    recorder,
    some_words,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber, Whole
from ludograph.cli.printing.changed_seating import say_seatings
from ludograph.cli.printing.terminal import echo
from ludograph.domain.notation import limits

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder

PAIR: Final = re.compile(r"(?P<name>.+?)=(?P<points>=?[^=]*)", re.DOTALL)
"""A player and points; a name may have an equals sign in it."""


class RulingRequest(NamedTuple):
    """What was asked for: a ruling with its words, or the number of one that is withdrawn, and why."""

    text: str
    step: int | None
    cites: str
    adjust: tuple[str, ...]
    forfeit: tuple[str, ...]
    private: bool
    withdraw: int | None
    reason: str
    public: bool
    by: str


class RulingMode(NamedTuple):
    """Whether it is shown only, asked about, or told as JSON."""

    preview: bool
    asks: bool
    as_json: bool


@click.command()
@click.argument("match")
@click.argument("text", required=False)
@click.option("--step", type=StepNumber(), metavar="N", help="The step that it is about; 0 is the setup.")
@click.option("--cites", default="", metavar="RULE", help="The number of a rule of the game.")
@click.option(
    "--adjust",
    multiple=True,
    metavar="PLAYER=±N",
    help="Gives a player points (Ann=+3), or takes some (Ann=-5); Ann==14 is a final score of 14; repeatable.",
)
@click.option("--forfeit", multiple=True, metavar="PLAYER", help="Who forfeits the match; repeatable.")
@click.option("--private", is_flag=True, help="Only the judge may read the words; what it does is seen by all.")
@click.option("--withdraw", type=Whole(min=1), metavar="N", help="Withdraws ruling N, as `result` numbers them.")
@click.option("--reason", metavar="TEXT", callback=some_words, help="With --withdraw: why; the judge can read it.")
@click.option("--public", is_flag=True, help="With --withdraw: everybody may read the reason.")
@click.option("--preview", is_flag=True, help="Shows what it would come to, and records nothing.")
@click.option("--yes", is_flag=True, help="Does not ask. Without a terminal nothing is asked anyway.")
@click.option("--by", required=True, envvar="LUDOGRAPH_BY", metavar="NAME", callback=author, help="Who rules.")
@json_option
@sentences_for_errors
def command(
    match: str,
    text: str | None,
    step: int | None,
    cites: str,
    adjust: tuple[str, ...],
    forfeit: tuple[str, ...],
    private: bool,
    withdraw: int | None,
    reason: str | None,
    public: bool,
    preview: bool,
    yes: bool,
    by: str,
    as_json: bool,
) -> None:
    """Records a ruling on a MATCH: TEXT, and what it does to the result.

    What comes of it is told first: scores, places, winners, standings. Scores in the record stay as they are, and
    `result` says what comes of them, once the match has been played to its end: who forfeits is then behind all others.
    A ruling that gives or takes points, or has somebody forfeit, makes void what players agreed to before it, and so
    does its withdrawal.

    \b
    ludograph rule first 'Late to the table.' --adjust Cleo=-5 --by Ida
    ludograph rule first 'A card was counted twice.' --adjust Cleo==14 --by Ida
    ludograph rule first --withdraw 1 --reason 'It was Ben.' --by Ida
    """
    adjusted = (adjust, forfeit, private)
    wanted = RulingRequest((text or "").strip(), step, cites.strip(), *adjusted, withdraw, reason or "", public, by)
    _check(wanted)
    mode = RulingMode(preview, on_terminal() and not (yes or as_json or preview), as_json)
    with recorder() as store:
        _do(store, match_named(store, match), wanted, mode)


def _check(wanted: RulingRequest) -> None:
    """Refuses options that do not go together."""
    if not wanted.by.strip():
        raise click.UsageError("--by needs a name.")
    if wanted.withdraw is None:
        if not wanted.text:
            raise click.UsageError("The ruling needs some words.")
        if wanted.reason or wanted.public:
            raise click.UsageError("--reason and --public go with --withdraw: the words of a ruling are its TEXT.")
        return
    if wanted.text or wanted.step is not None or wanted.cites or wanted.adjust or wanted.forfeit or wanted.private:
        raise click.UsageError("--withdraw takes a ruling back as a whole: leave TEXT and what a ruling does out.")
    if not wanted.reason:
        raise click.UsageError("--reason TEXT is missing: say why the ruling is withdrawn.")


def _do(store: "Recorder", match: "Match", wanted: RulingRequest, mode: RulingMode) -> None:
    """Tells what comes of it, asks where somebody can answer, and records it."""
    from ludograph.cli.printing.rulings import tell_ruling, tell_ruling_effects

    after = _decided(store, match, wanted)
    if mode.preview or not mode.as_json:
        tell_ruling_effects(store, match, after, as_json=mode.as_json)
    if mode.preview:
        if not mode.as_json:
            echo("Nothing was recorded: this is a preview.")
        return
    if mode.asks and not click.confirm("Record this ruling?" if wanted.withdraw is None else "Withdraw this ruling?"):
        raise Failure("Nothing was recorded.")
    recorded = store.record(after)
    say_seatings(store, match, recorded)
    tell_ruling(recorded, wanted.withdraw, as_json=mode.as_json)


def _decided(store: "Recorder", match: "Match", wanted: RulingRequest) -> "Match":
    """The match with what is wanted, not recorded yet. Raises `OutOfPlace` and others."""
    from ludograph.domain.match.official_decisions import RulingDraft, points_given, ruled, ruling_withdrawn

    by = wanted.by.strip()
    if wanted.withdraw is not None:
        why = wanted.reason
        return ruling_withdrawn(match, wanted.withdraw, why, store.stamp(), public=wanted.public, by=by)
    adjust = tuple((seat, points_given(match, seat, said)) for seat, said in _points(match, wanted.adjust))
    forfeit = _seats(match, "--forfeit", wanted.forfeit)
    draft = RulingDraft(wanted.text, wanted.step, wanted.cites, adjust, forfeit, wanted.private)
    return ruled(match, draft, store.stamp(), by)


def _points(match: "Match", pairs: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Seats, and what is said of their points: `PLAYER=+3`, `PLAYER=-5` or `PLAYER==14`. Raises `Failure`."""
    found = [PAIR.fullmatch(pair) for pair in pairs]
    parts = [(one["name"], one["points"]) for one in found if one is not None and one["name"].strip()]
    if len(parts) < len(pairs):
        bad = next(pair for pair, one in zip(pairs, found, strict=True) if one is None or not one["name"].strip())
        raise Failure(f"--adjust {limits.cut(bad)}: write PLAYER=±N, such as {match.players[0]}=-5.")
    seats = _seats(match, "--adjust", tuple(name for name, _ in parts))
    return tuple(zip(seats, (said for _, said in parts), strict=True))


def _seats(match: "Match", where: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """The seats of these players, none of them twice. Raises `Failure`."""
    seats: list[int] = []
    for name in names:
        seat = player_named(match, name, where)
        if seat in seats:
            raise Failure(f"{match.name(seat)} is named twice: {where} takes each player once.")
        seats.append(seat)
    return tuple(seats)
