"""Tokens and devices as JSON: what they are for, and never what they are."""

from collections.abc import Callable
from typing import Any

from ludograph.domain.store.devices import Device
from ludograph.domain.store.recorder import Listed
from ludograph.domain.store.tokens import Token


def token_json(token: Token) -> dict[str, Any]:
    """What a token is for."""
    return {
        "id": token.id,
        "role": token.role,
        "match": str(token.match) if token.match else None,
        "tournament": str(token.tournament) if token.tournament else None,
        "as": token.observer,
        "until": token.until.isoformat() if token.until else None,
        "revoked": token.revoked_at is not None,
    }


def held_json(token: Token, match: Listed | None, called: Callable[[str], str]) -> dict[str, Any]:
    """What a token is for, with the round and table of its match; of a player's, what they are `called` now."""
    told = token_json(token)
    name = token.observer
    if match is not None:
        told |= {"round": match.start.round, "table": match.start.table}
        players = match.start.players
        name = players[token.seat - 1] if token.seat and token.seat <= len(players) else name
    return told | {"player": called(name)} if token.role == "player" else told


def device_json(device: Device) -> dict[str, Any]:
    """A browser that opened a link, or was refused."""
    return {
        "id": device.id,
        "token": device.token,
        "browser": device.browser,
        "since": device.made_at.isoformat(),
        "ended": device.ended_at is not None,
        "refused": device.refused,
    }
