"""`token list`: who may do what."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from cli.arguments import json_option, recorder
from cli.errors import sentences_for_errors
from cli.printing.json import print_json
from cli.printing.terminal import listing

if TYPE_CHECKING:
    from domain.records.tokens import Token


@click.command("list")
@json_option
@sentences_for_errors
def command(as_json: bool) -> None:
    """Lists every token ever made: what it is for, how long it holds, and whether it was revoked."""
    from domain.records.tokens import Tokens
    from replay.shapes.tokens import token_json

    with recorder() as store:
        now, found = store.sources.now(), Tokens(store).all()
    if as_json:
        for one in found:
            print_json(token_json(one) | {"holds": one.holds(now)})
        return
    rows = [
        (one.id, one.role, one.observer, str(one.match or one.tournament or "everything"), _holds(one, now))
        for one in found
    ]
    listing([("id", "role", "as", "where", "holds"), *rows])


def _holds(token: "Token", now: datetime) -> str:
    if token.revoked_at is not None:
        return "revoked"
    if not token.holds(now):
        return "has ended"
    return f"until {token.until:%Y-%m-%d %H:%M} UTC" if token.until else "for good"
