"""The deal of a match that began without it: what only its table knows, as its first entry."""

from json import dumps
from typing import Any

from ludograph.domain.exchange.real_cards import RawDeal, RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Refused
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import DealStands, Match, Stamp
from ludograph.domain.notation.values import ValueWriter


def cards_of(match: Match) -> RealCards:
    """How a match that awaits its deal begins, with the options that it has. Raises `DealStands` where it has one."""
    if not match.awaits_deal:
        raise DealStands(f"This match has its deal: {CORRECTED.format(match.start.source or match.id)}")
    options = ValueWriter(match.players, unknown="??").fields(match.start.options)
    return RealCards(GAMES[match.start.game], match.players, options)


CORRECTED = "`ludograph amend {} 0 deal=...` puts it right."


def with_deal(match: Match, deal: RawDeal, stamp: Stamp, by: str = "") -> Match:
    """The match with the deal that its table tells; what that leaves out nobody saw.

    Raises `Refused`, `DealStands` or `MatchClosed`.
    """
    real = cards_of(match)
    missing, refused = real.missing(deal), real.refusal(deal)
    if missing and refused:
        raise Refused(refused.rule, f"{refused.told(match.players)} {_wanted(missing)}", outcome=True)
    _, read = real.read(deal)
    return match.enter_deal(read, stamp, by)


def _wanted(missing: dict[str, Any]) -> str:
    """How to say what everybody at the table knows."""
    names = listed([f"`{name}`" for name in missing])
    return f"Everybody at the table knows {names}, such as: {dumps(missing, ensure_ascii=False)}"
