"""`token list`: who may do what."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing

if TYPE_CHECKING:
    from ludograph.domain.store.devices import Device
    from ludograph.domain.store.tokens import Token


@click.command("list")
@json_option
@sentences_for_errors
def command(as_json: bool) -> None:
    """Lists every token ever made: what it is for, how long it holds, whether it was revoked, and on which devices its
    link was opened.
    """
    from ludograph.domain.store.devices import Devices
    from ludograph.domain.store.tokens import Tokens
    from ludograph.replay.shapes.tokens import device_json, token_json

    with recorder() as store:
        now, found, every = store.sources.now(), Tokens(store).all(), Devices(store).all()
    devices = {one.id: [device for device in every if device.token == one.id] for one in found}
    if as_json:
        for one in found:
            opened = {"devices": [device_json(device) for device in devices[one.id]]}
            print_json(token_json(one) | {"holds": one.is_valid(now)} | opened)
        return
    rows: list[tuple[str, ...]] = []
    for one in found:
        rows.append(
            (one.id, one.role, one.observer, str(one.match or one.tournament or "everything"), _holds(one, now))
        )
        rows += [("", "device", "", device.browser, _opened(device)) for device in devices[one.id]]
    listing([("id", "role", "as", "where", "holds"), *rows])


def _opened(device: "Device") -> str:
    at = f"{device.made_at:%Y-%m-%d %H:%M} UTC"
    return f"refused {at}" if device.refused else f"opened {at}{', has ended' if device.ended_at else ''}"


def _holds(token: "Token", now: datetime) -> str:
    if token.revoked_at is not None:
        return "revoked"
    if not token.is_valid(now):
        return "has ended"
    return f"until {token.until:%Y-%m-%d %H:%M} UTC" if token.until else "for good"
