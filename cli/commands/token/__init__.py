"""`token`: who may do what through `serve`."""

from typing import Final

import click

from ludograph.cli.lazy import Commands

COMMANDS: Final = {
    "new": "Makes a token, and prints it once.",
    "list": "Lists who may do what.",
    "revoke": "Ends a token at once.",
}
"""Every command with its one line of help."""


@click.group(cls=Commands, package="ludograph.cli.commands.token", listed=COMMANDS)
def command() -> None:
    """Lets somebody record, direct, or see a seat's cards through `serve`.

    The store keeps digests of tokens alone: nobody can find a token in it.
    """
