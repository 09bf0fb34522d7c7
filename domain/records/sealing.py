"""Sealed orders: a promise at the start of a match which cards lie where, opened when it is over.

The commitment is the SHA-256, in hexadecimal, of three lines joined by newlines, in UTF-8: the nonce, the seed, and the
deal of the start as the JSON of a match file, its keys sorted and without blanks. Nobody can find the orders from it,
for the nonce has 32 random bytes; and nobody can find other orders that fit it.
"""

from hashlib import sha256
from json import dumps
from typing import Any

from domain.kernel.game import Deal
from domain.notation.values import Writer
from domain.records.events import MatchStarted


def commitment(nonce: str, seed: str, deal: dict[str, Any]) -> str:
    """The promise of these orders."""
    orders = dumps(deal, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(f"{nonce}\n{seed}\n{orders}".encode()).hexdigest()


def written_deal(players: tuple[str, ...], deal: Deal) -> dict[str, Any]:
    """The deal as a match file has it."""
    return Writer(players, unknown="??").fields(deal)


def holds(start: MatchStarted[Any, Any, Any]) -> bool:
    """Whether the deal of a sealed match is the one that was promised."""
    return start.commitment == commitment(start.nonce, start.seed or "", written_deal(start.players, start.deal))
