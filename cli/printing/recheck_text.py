"""What became of matches that were decided again: how many of each game came to what, and the first differences."""

from typing import TYPE_CHECKING, Final

from ludograph.cli.printing.counts import counted_matches, counted_outcomes
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing, paragraph, say

if TYPE_CHECKING:
    from ludograph.domain.verify.rechecker import RecheckResult

SAID: Final = {"same": "the same", "differs": "otherwise", "refused": "refused", "unchecked": "not checked"}
"""What becomes of matches, as the summary says it."""


def print_recheck(found: "RecheckResult", as_json: bool) -> None:
    """The counts, and the first differences under them."""
    if as_json:
        for count in found.counts:
            print_json(count._asdict())
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
    counts = {kind: sum(getattr(count, kind) for count in found.counts) for kind in SAID}
    told = counted_outcomes(counts, SAID) or "nothing to decide again"
    say(f"{counted_matches(sum(counts.values()))}: {told}.")
