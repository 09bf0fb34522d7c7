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
