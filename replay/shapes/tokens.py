"""Tokens as JSON: what they are for, and never what they are."""

from typing import Any

from domain.records.tokens import Token


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
