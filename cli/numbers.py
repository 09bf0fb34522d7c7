"""The numbers that options take: whole ones that every part of the program can hold, and finite others."""

from math import isfinite
from typing import Any, Final

import click

MOST: Final = 2**31 - 1
"""No number that anybody enters is larger: databases, clocks and lists take all that are not."""


class Whole(click.IntRange):
    """A whole number from `min` on, `max` at most; where none is named no more than `MOST`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises a usage error."""
        found = super().convert(value, param, ctx)
        _check(self, found, param, ctx)
        return found


class StepNumber(click.types.IntParamType):
    """A number of which only a match can say whether it is one of its steps."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises a usage error."""
        found = super().convert(value, param, ctx)
        _check(self, found, param, ctx)
        return found


class Decimal(click.FloatRange):
    """A number with or without decimals, in the same bounds; neither `nan` nor `inf`, which are in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises a usage error."""
        found = super().convert(value, param, ctx)
        _check(self, found, param, ctx)
        return found


def _check(kind: click.ParamType[Any], number: float, param: click.Parameter | None, ctx: click.Context | None) -> None:
    if abs(number) > MOST or not isfinite(number):
        kind.fail(f"{MOST:,} is the largest number that can be meant.", param, ctx)
