"""Tokens and devices as JSON: what they are for, and never what they are."""

from typing import Any

from ludograph.domain.store.devices import Device
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
