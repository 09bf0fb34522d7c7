"""What decides a match of Sorcerous Futures: cards sold, bids and cards that are turned up, what everybody is worth."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.sorcerous_futures import facts
from ludograph.domain.games.sorcerous_futures.state import State, from_active
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown
from ludograph.domain.kernel.sentences import Speaker


def _sold(bought: Sequence[facts.CardBought], state: State) -> Iterator[Shown]:
    for one in bought:
        yield Shown(one.seat, (one.card,), f"buys for {one.price}", won=True)


def _bids(revealed: Sequence[facts.BidsRevealed], state: State) -> Iterator[Shown]:
    """The card and all bids, the highest first; of equal ones that which is next from who is active."""
    amounts = revealed[-1].amounts
    ahead = sorted(from_active(state), key=lambda seat: amounts[seat - 1], reverse=True)
    yield Shown(None, (sure(state.auction).card,), "up for auction")
    yield from (Shown(seat, (), f"bids {amounts[seat - 1]}", seat == ahead[0]) for seat in ahead)


def _highest(revealed: Sequence[facts.BidsRevealed], state: State, speaker: Speaker) -> str:
    """Whose bid counts, and of equal ones why."""
    amounts = revealed[-1].amounts
    ahead = sorted(from_active(state), key=lambda seat: amounts[seat - 1], reverse=True)
    best = amounts[ahead[0] - 1]
    tied = [seat for seat in ahead if amounts[seat - 1] == best]
    first = speaker.seat(ahead[0])
    if len(tied) == 1:
        return f"{first} bids the most, {best}."
    place = "is active" if ahead[0] == state.active else f"sits next after {speaker.seat(state.active)}, who is active"
    return f"{speaker.seats(sorted(tied))} bid {best} each, and {first} {place}."


def _valuations(revealed: Sequence[facts.ValuationRevealed], state: State) -> Iterator[Shown]:
    for one in revealed:
        yield Shown(None, (one.place, one.card), "", ringed=(one.card,) if one is revealed[-1] else ())


def _crowns(revealed: Sequence[facts.CrownRevealed], state: State) -> Iterator[Shown]:
    for one in revealed:
        yield Shown(one.seat, (one.crown,), ringed=(one.crown,) if one is revealed[-1] else ())


def _scores(scored: Sequence[facts.SeatScored], state: State) -> Iterator[Shown]:
    """What everybody has, and once all are counted who has most; of equal ones who comes first from the front."""
    known = [one for one in scored if isinstance(one.score, int) and isinstance(one.front, int)]
    all_in = len(known) == len(state.gold)
    best = min(known, key=lambda one: (-int(one.score), int(one.front)), default=None) if all_in else None
    for one in scored:
        crown = state.crowns[one.seat - 1]
        cards = (*state.bought[one.seat - 1], *((crown,) if crown else ()))
        yield Shown(one.seat, cards, str(one.score), one is best)


def _most(scored: Sequence[facts.SeatScored], state: State, speaker: Speaker) -> str:
    """Who has most once all are counted; nothing where equal ones or a card that is not known leave that open."""
    scores = [one.score for one in scored if isinstance(one.score, int)]
    if len(scores) < len(state.gold) or len(scores) < 2 or scores.count(max(scores)) > 1:
        return ""
    best = max(scores)
    first = next(one.seat for one in scored if one.score == best)
    return f"{speaker.seat(first)} has the most, {best} against {max(one for one in scores if one != best)}."


DECISIVE: Final[Decisives] = {
    facts.CardBought: Decisive("Sold", _sold),
    facts.ValuationRevealed: Decisive("Turned up", _valuations),
    facts.BidsRevealed: Decisive("Bids", _bids, _highest),
    facts.CrownRevealed: Decisive("Crowns", _crowns),
    facts.SeatScored: Decisive("Final scores", _scores, _most),
}
