"""Decisions of two records of a tournament that cannot stand together: told, and asked for one by one."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ludograph.cli.printing.terminal import say

if TYPE_CHECKING:
    from ludograph.domain.merge.merger import MergeOutcome, SingleDecisions, ToldConflict


def conflict_lines(conflicts: "Sequence[ToldConflict]") -> Iterator[str]:
    """What stands on each side of each conflict, what was decided of it, and in the end how the open ones are."""
    for one in conflicts:
        yield from side_lines(one)
    left = [one for one in conflicts if one.kept is None]
    if left:
        yield (
            f"`--decide {left[0].id}=ours` decides for one, or =theirs; `--keep ours` or `--keep theirs` for all that "
            "are left."
        )


def side_lines(one: "ToldConflict") -> Iterator[str]:
    """What a conflict is about, what was decided of it, and what stands on each side."""
    kept = "left open" if one.kept is None else f"{one.kept} stands"
    yield f"{one.id}, {one.about}: {kept}."
    yield from (f"  ours:   {text}" for text in one.ours or ("Nothing.",))
    yield from (f"  theirs: {text}" for text in one.theirs)
    if one.why:
        yield f"  Theirs cannot be made here: {one.why}"


def asked_conflicts(outcomes: "Sequence[MergeOutcome]", known: "SingleDecisions") -> "SingleDecisions":
    """What somebody at the terminal decides of each conflict that was left open; nothing where they leave it so."""
    kept = dict(known.kept)
    for one in (conflict for outcome in outcomes for conflict in outcome.conflicts):
        if one.kept is not None:
            continue
        for line in side_lines(one):
            say(line)
        choices = ["ours", "later"] if one.why else ["ours", "theirs", "later"]
        said = click.prompt("Which is to stand", type=click.Choice(choices), default="later", err=True)
        if said != "later":
            kept[one.id] = "ours" if said == "ours" else "theirs"
    return known._replace(kept=kept)
