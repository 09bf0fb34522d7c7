"""What became of matches that were decided again: how many of each game came to what, and the first differences."""

from typing import TYPE_CHECKING, Final

from ludograph.cli.printing.counts import counted_matches, counted_outcomes
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing, paragraph, say

if TYPE_CHECKING:
    from ludograph.domain.verify.rechecker import RecheckResult, RecheckWins

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
            print_json(one._asdict())
        return
    if found.counts:
        heads = ("GAME", "MATCHES", "SAME", "DIFFER", "REFUSED", "UNCHECKED")
        listing([heads, *([count.game, *map(str, count[1:])] for count in found.counts)])
    for one in found.differences:
        where = [] if one.step is None else [f"step {one.step}"]
        where += [] if one.event is None else [f"event {one.event}"]
        paragraph(f"{', '.join(where)}: {one.message}" if where else one.message, first=f"{one.match}  ")
    told = [won for won in found.wins if won.before or won.after]
    for won in told:
        paragraph(_wins_told(won), first=f"{won.game}  ")
    if told:
        paragraph(AS_PLAYED)
    counts = {kind: sum(getattr(count, kind) for count in found.counts) for kind in SAID}
    outcomes = counted_outcomes(counts, SAID) or "nothing to decide again"
    say(f"{counted_matches(sum(counts.values()))}: {outcomes}.")


def _wins_told(won: "RecheckWins") -> str:
    """How many matches have other winners, and the wins of whoever wins more or less often."""
    names = sorted({*won.before, *won.after})
    changed = [(name, won.before.get(name, 0), won.after.get(name, 0)) for name in names]
    told = [f"{name} from {before} to {after}" for name, before, after in changed if before != after]
    others = f"{counted_matches(won.other_winners)} {'has' if won.other_winners == 1 else 'have'} other winners"
    return f"{others}. Wins: {', '.join(told)}." if told else f"{others}; everybody wins as often."
