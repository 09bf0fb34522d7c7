"""The bots that a command names."""

import click

from ludograph.domain.bots.roster import UnknownBot, bot_called


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
        raise click.BadParameter(f"{len(names)} bots are named for {seats} seats: name one for each, or one for all.")
    return names * seats if len(names) == 1 else names
