"""What became of matches that were decided again: how many of each game came to what, and the first differences."""

from typing import TYPE_CHECKING, Any, Final

from ludograph.cli.printing.counts import counted_matches, counted_outcomes
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing, paragraph, say

if TYPE_CHECKING:
    from ludograph.domain.verify.rechecker import ChangedResult, RecheckResult, RecheckWins

SAID: Final = {"same": "the same", "differs": "otherwise", "refused": "refused", "unchecked": "not checked"}
"""What becomes of matches, as the summary says it."""
AS_PLAYED: Final = (
    "Everybody does here what they did under the rules of then; under others they might decide otherwise. `ludograph "
    "compare` has bots play under both."
)
"""How far wins before and after are to be believed."""


def print_recheck(found: "RecheckResult", as_json: bool) -> None:
    """The counts, and the first differences under them."""
    if as_json:
        wins = {one.game: dict(zip(one._fields[1:], one[1:], strict=True)) for one in found.wins}
        for count in found.counts:
            print_json({**count._asdict(), **wins.get(count.game, {})})
        for one in found.differences:
            print_json({**one._asdict(), "result": one.result and _result_json(one.result)})
        return
    if found.counts:
        heads = ("GAME", "MATCHES", "SAME", "DIFFER", "REFUSED", "UNCHECKED")
        listing([heads, *([count.game, *map(str, count[1:])] for count in found.counts)])
    for one in found.differences:
        where = [] if one.step is None else [f"step {one.step}" if one.step else "start"]
        where += [] if one.event is None else [f"event {one.event}"]
        paragraph(f"{', '.join(where)}: {one.message}" if where else one.message, first=f"{one.match}  ")
    told = [won for won in found.wins if won.before or won.after]
    for won in told:
        paragraph(_wins_told(won), first=f"{won.game}  ")
    if told:
        paragraph(f"{_shared_told(found)}{AS_PLAYED}")
    counts = {kind: sum(getattr(count, kind) for count in found.counts) for kind in SAID}
    outcomes = counted_outcomes(counts, SAID) or "nothing to decide again"
    say(f"{counted_matches(sum(counts.values()))}: {outcomes}.")


def _result_json(changed: "ChangedResult") -> dict[str, Any]:
    """How a match stood and stands, with scores and places by name."""
    return {
        side: {
            "over": result.over,
            "scores": dict(zip(result.players, result.scores, strict=True)),
            "places": dict(zip(result.players, result.places, strict=True)),
            "winners": result.winners,
            "out": result.out,
        }
        for side, result in zip(changed._fields, changed, strict=True)
    }


def _shared_told(found: "RecheckResult") -> str:
    """How many wins are shared, so that they add up to more than the matches; nothing where none is."""
    before, after = (sum(getattr(won, name) for won in found.wins) for name in ("shared_before", "shared_after"))
    if not before and not after:
        return ""
    return (
        f"Several win together in {counted_matches(before)} before and in {after:,} after: each of them has a win "
        "there, so that wins add up to more than matches. "
    )


def _wins_told(won: "RecheckWins") -> str:
    """How many matches have other winners, and the wins of whoever wins more or less often."""
    names = sorted({*won.before, *won.after})
    changed = [(name, won.before.get(name, 0), won.after.get(name, 0)) for name in names]
    told = [f"{name} from {before} to {after}" for name, before, after in changed if before != after]
    others = f"{counted_matches(won.other_winners)} {'has' if won.other_winners == 1 else 'have'} other winners"
    return f"{others}. Wins: {', '.join(told)}." if told else f"{others}; everybody wins as often."
