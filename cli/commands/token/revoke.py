"""`token revoke`: ends a token at once."""

import click

from ludograph.cli.arguments import recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.terminal import echo


@click.command("revoke")
@click.argument("token")
@sentences_for_errors
def command(token: str) -> None:
    """Ends a TOKEN at once, and every device with it, by its id or a beginning of that, as `token list` tells it."""
    from ludograph.domain.store.tokens import Tokens

    with recorder() as store:
        found = Tokens(store).revoke(token)
    echo(f"Token {found.id} ({found.role}) opens nothing any more.")
