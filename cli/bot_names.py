"""The bots that a command names."""

from typing import Final

import click

from ludograph.domain.bots.roster import UnknownBot, bot_called

EACH_OR_ALL: Final = "one for each seat, or one for all"
"""How bots are named wherever several sit, as the help of each option says it."""


def bots_named(given: str | None, option: str) -> tuple[str, ...]:
    """The bots in a list with commas between; none where there is no list. Raises a usage error for an unknown one."""
    names = tuple(name.strip() for name in given.split(",")) if given is not None else ()
    try:
        for name in names:
            bot_called(name)
    except UnknownBot as wrong:
        raise click.BadParameter(str(wrong), param_hint=option) from wrong
    return names


def bots_for(given: str | None, seats: int, option: str) -> tuple[str, ...]:
    """A bot for each seat from a list of so many, or of one that sits at all of them; none where there is no list."""
    names = bots_named(given, option)
    if len(names) not in (0, 1, seats):
        told = f"{len(names)} bots are named for {seats} seats: name {EACH_OR_ALL}."
        raise click.BadParameter(told, param_hint=option)
    return names * seats if len(names) == 1 else names


def bot_for_all(given: str, option: str) -> str:
    """The one bot that sits at all seats of tables that may differ in size. Raises a usage error for several."""
    names = bots_named(given, option)
    if len(names) > 1:
        raise click.BadParameter("Name one bot: it sits at all seats of every table.", param_hint=option)
    return names[0]
