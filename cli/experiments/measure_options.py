"""Measures as the command line names them: one, such as `win-order-1`, or all of a family, such as `win-order`."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ludograph.domain.experiments.measures import ABOUT, FAMILIES, family_of, is_asked

MEASURES = f"{', '.join(ABOUT)}; and {', '.join(one.rstrip('-') for one in FAMILIES)}"


def measure_option(what: str, default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option --measure, with `what` is done with those that are named, and what is done where none is."""
    told = f"{what}; may be repeated. There are {MEASURES}, or one of these, such as win-order-1. By default {default}."
    return click.option("--measure", "measures", multiple=True, metavar="NAME", help=told)


def check_measures(names: Sequence[str], skill: str | None) -> None:
    """Raises a usage error where a measure does not exist, or needs two bots of which nothing is said."""
    for name in names:
        family = family_of(name)
        if family not in (*ABOUT, *FAMILIES) and f"{name}-" not in FAMILIES:
            raise click.UsageError(f"There is no measure {name}: there are {MEASURES}.")
        if name.startswith("skill") and skill is None:
            raise click.UsageError(f"The measure {name} needs two bots: --skill search:400,search:20.")


def not_measured(asked: Sequence[str], found: Sequence[str]) -> list[str]:
    """A sentence for each measure that no match has, with those of its family that there are."""
    told = []
    for name in asked:
        if not any(is_asked(one, [name]) for one in found):
            alike = [one for one in found if family_of(one) == family_of(name)]
            told.append(f"No match has {name}: there are {', '.join(alike)}." if alike else f"No match has {name}.")
    return told
