"""Sealed orders: a promise at the start of a match which cards lie where, opened when it is over.

The commitment is the SHA-256, in hexadecimal, of three lines joined by newlines, in UTF-8: the nonce, the seed, and the
deal of the start as the JSON of a match file, its keys sorted and without blanks. Nobody can find the orders from it,
for the nonce has 32 random bytes; and nobody can find other orders that fit it. It is a promise of the deal that
stands: whether that is the one that was dealt is asked here.
"""

from collections.abc import Sequence
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

from ludograph.domain.kernel.game import Deal
from ludograph.domain.match.events import AnyStarted, Event, MatchStarted, NameForgotten, StepsAmended
from ludograph.domain.notation.values import ValueWriter


class DealCorrected(NamedTuple):
    """That the deal which stands is not the one that the program made: since which event, and whether it was sealed."""

    event: int
    sealed: bool

    @property
    def told(self) -> str:
        """What happened to the deal, in a sentence."""
        if self.sealed:
            what = "The orders were sealed at the start and dealt so, but the deal was corrected"
            return f"{what} since (event {self.event}): what stands is not what was sealed."
        return f"The program dealt this match, but its deal was corrected since (event {self.event})."


def commitment(nonce: str, seed: str, deal: dict[str, Any]) -> str:
    """The promise of these orders."""
    # Canonical JSON: anybody can work it out again from the match file, in any language, and get the same bytes.
    orders = dumps(deal, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(f"{nonce}\n{seed}\n{orders}".encode()).hexdigest()


def written_deal(players: tuple[str, ...], deal: Deal) -> dict[str, Any]:
    """The deal as a match file has it."""
    return ValueWriter(players, unknown="??").fields(deal)


def commitment_holds(start: AnyStarted) -> bool:
    """Whether the deal of a sealed match is the one that was promised."""
    return start.commitment == commitment(start.nonce, start.seed or "", written_deal(start.players, start.deal))


def deal_corrected(history: Sequence[Event]) -> DealCorrected | None:
    """Whether the deal that the program made was put right, as older versions did; None where it stands as it was.

    `history` is everything that was recorded of the match.
    """
    first, since = history[0], 0
    if not isinstance(first, MatchStarted) or first.seed is None:
        return None
    # Today no correction changes a deal (decision 175), but records of before may hold one, and one that put it back.
    for event in history:
        if isinstance(event, StepsAmended) and event.start is not None:
            is_other = event.start.deal != first.deal
            since = (since or event.originator_version) if is_other else 0
    sealed = bool(first.commitment) and sealed_again(history) is None
    return DealCorrected(since, sealed) if since else None


def sealed_again(history: Sequence[Event]) -> int | None:
    """The newest event with which the orders were sealed anew, for a name was forgotten; None where there is none.

    What was sealed at the start, and whether it was dealt so, nobody can find out any more.
    """
    found = (one for one in reversed(history) if isinstance(one, NameForgotten) and one.commitment)
    return next((one.originator_version for one in found), None)
