"""Previews of corrections in pairs of matches that differ only in what an observer has not seen.

`python -m tests.previews --matches 20 --seed 1` makes twins of random matches of every game, shows random corrections
of both to those who cannot tell them apart, records them, and prints how many answers were compared. Previews are the
same in every letter, and so are all refusals to record. That a correction is recorded in one twin and refused in the
other tells no more than that, and is counted apart.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from ludograph.cli.printing.corrections import told_changes, told_refusal
from ludograph.domain.corrections.amend import (
    Correction,
    NothingToAmend,
    Reason,
    Unamendable,
    header_correction,
    inserted,
    replaced,
)
from ludograph.domain.corrections.preview import corrected, preview_correction
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.replay.shapes.corrections import amendment_json, refusal_json
from tests.amendments import any_header, any_line, numbered
from tests.twins import Twins, main
from tests.worlds import STAMP, read_back

Make = Callable[[Match], Correction]


def makes(match: Match, eyes: Observer, random: Random) -> Iterator[Make]:
    """Corrections that somebody could think of who knows what these eyes know."""
    seen = read_back(match, eyes)
    lines, steps = numbered(seen), len(seen.steps)
    for _ in range(4):
        at = random.randint(1, steps + 1)
        text = [json.dumps(any_line(seen, lines, at, random))]
        yield lambda match, at=at, text=text: inserted(match, at, text)  # type: ignore[misc]
        if steps:
            at, last = random.randint(1, steps), random.choice((0, 0, 1, 3))
            text = [json.dumps(any_line(seen, lines, at, random))]
            yield lambda match, at=at, text=text: replaced(match, at, text)  # type: ignore[misc]
            yield lambda match, at=at, last=at + last: replaced(match, at, [], min(last, len(match.steps)))  # type: ignore[misc]
    for _ in range(4):
        changes = any_header(seen, random)
        yield lambda match, changes=changes: header_correction(match, changes)  # type: ignore[misc]


def previewed(match: Match, make: Make, eyes: Observer, cut: bool) -> str:
    """All that is shown of a correction before it is recorded."""
    correction = None
    try:
        correction = make(match)
        amendment, outlook = preview_correction(match, make, Reason("why"), STAMP, observer=eyes, cut=cut)
    except (Unamendable, NothingToAmend) as wrong:
        return refused(match, wrong, correction, eyes)
    told = told_changes(match, amendment, outlook, eyes)
    return "\n".join([*told, _plain(amendment_json(match, amendment, outlook, eyes, "preview"), match)])


def recorded(match: Match, make: Make, eyes: Observer, cut: bool) -> str | None:
    """Why a correction is not recorded; None where it is."""
    correction = None
    try:
        correction = make(match)
        amendment = corrected(match, make, Reason("why"), STAMP, observer=eyes, cut=cut)
    except (Unamendable, NothingToAmend) as wrong:
        return refused(match, wrong, correction, eyes)
    return "unchanged" if amendment.at is None else None


def refused(match: Match, wrong: Exception, correction: Correction | None, eyes: Observer) -> str:
    """All that is told of a refusal."""
    shown = _plain(refusal_json(match, wrong, correction, eyes), match)
    return f"{told_refusal(wrong, match, correction, eyes)}\n{shown}"


def _plain(shown: object, match: Match) -> str:
    return json.dumps(shown).replace(str(match.id), "")


def differences(twins: Twins, random: Random, counts: Counter[str]) -> Iterator[str]:
    """What tells somebody more than they know."""
    for eyes in random.sample(twins.blind, min(len(twins.blind), 2)):
        for make in makes(twins.one, eyes, random):
            cut = random.random() < 0.3
            for what in (previewed, recorded):
                one, other = (what(match, make, eyes, cut) for match in (twins.one, twins.other))
                counts[what.__name__] += 1
                if one == other:
                    continue
                if None in (one, other):
                    counts["recorded for one"] += 1
                else:
                    counts["different"] += 1
                    yield f"{what.__name__} {twins.one.game.id}, {eyes}\n  {one}\n  {other}"


if __name__ == "__main__":
    main(__doc__, differences)
