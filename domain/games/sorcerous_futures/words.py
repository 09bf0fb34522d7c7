"""A sentence for each fact and action of Sorcerous Futures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.sorcerous_futures import facts
from ludograph.domain.games.sorcerous_futures.actions import Give, Offer, Pass, Raise, Seal
from ludograph.domain.games.sorcerous_futures.rules import GROUPS
from ludograph.domain.games.sorcerous_futures.state import Amount, State
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.decks.decktet import SUITS_OF
from ludograph.domain.kernel.ending import Ending, Sum, Tie
from ludograph.domain.kernel.game import PerSeat, Seat, Sentence
from ludograph.domain.kernel.mentions import About
from ludograph.domain.kernel.sentences import Speaker, alike, along, capital, counted, listed


def _give(action: Give, speaker: Speaker) -> str:
    gifts = (f"{_crown(crown, speaker)} to {speaker.seat(seat)}" for seat, crown in enumerate(action.crowns, start=1))
    return f"Give {', '.join(gifts)}."


def _seal(action: Seal, speaker: Speaker) -> str:
    return "Seal a bid." if action.amount is None else f"Seal a bid of {action.amount}."


def _excuse_placed(fact: facts.ExcusePlaced, speaker: Speaker) -> str:
    where = "at the edge of the table" if fact.seat is None else f"in front of {speaker.seat(fact.seat)}"
    return f"The Excuse lies {where}."


def _aces_dealt(fact: facts.AcesDealt, speaker: Speaker) -> str:
    hands = (
        f"{speaker.seat(seat)} {' and '.join(speaker.deck.suit_names[SUITS_OF[ace]] for ace in aces)}"
        for seat, aces in enumerate(fact.aces, start=1)
        if aces
    )
    return f"The Aces are dealt: {'; '.join(hands)}."


def _crowns_passed(fact: facts.CrownsPassed, speaker: Speaker) -> str:
    what = "both Crowns" if fact.count == 2 else "a Crown"
    known = any(crown != UNKNOWN for crown in fact.crowns)
    which = f" ({speaker.cards(fact.crowns)})" if known else ""
    return f"{speaker.seat(fact.giver)} passes {what}{which} to {speaker.seat(fact.receiver)}."


def _crown_given(fact: facts.CrownGiven, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.giver)} gives {speaker.seat(fact.receiver)} {_crown(fact.crown, speaker)}."


def _crown_kept(fact: facts.CrownKept, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} keeps {_crown(fact.crown, speaker)}."


def _crown_set_aside(fact: facts.CrownSetAside, speaker: Speaker) -> str:
    if fact.seat is not None:
        return f"{speaker.seat(fact.seat)} sets {_crown(fact.crowns[0], speaker)} aside unseen."
    which = "" if UNKNOWN in fact.crowns else f" ({' '.join(fact.crowns)})"
    return f"The {counted(len(fact.crowns), 'Crown')} left{which} are set aside."


def _valuations_seen(fact: facts.ValuationsSeen, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} looks at the seven valuations before they are mixed{speaker.seen(fact.cards)}."


def _valuation_placed(fact: facts.ValuationPlaced, speaker: Speaker) -> str:
    where = f"face down under {speaker.deck.name(fact.place)}"
    seen = "" if fact.seat is None else f"; {speaker.seat(fact.seat)} looks at it"
    return f"{capital(speaker.card(fact.card))} lies {where}{seen}."


def _valuations_placed(placed: Sequence[facts.ValuationPlaced], speaker: Speaker) -> str:
    """What lies where, by the seats that look at it."""
    seats = dict.fromkeys(one.seat for one in placed)
    lying = "; ".join(_lying([one for one in placed if one.seat == seat], seat, speaker) for seat in seats)
    return f"The valuations lie face down under {lying}."


def _lying(placed: Sequence[facts.ValuationPlaced], seat: Seat | None, speaker: Speaker) -> str:
    where = listed([speaker.deck.suit_names.get(SUITS_OF[one.place], speaker.deck.name(one.place)) for one in placed])
    looks = "" if seat is None else f"{speaker.seat(seat)} looks"
    cards = [one.card for one in placed]
    told = ": ".join(filter(None, [looks, " ".join(cards) if {*cards} - {UNKNOWN} else ""]))
    return f"{where} ({told})" if told else where


def _card_offered(fact: facts.CardOffered, speaker: Speaker) -> str:
    how = "an open" if fact.format == "open" else "a closed"
    return f"{speaker.seat(fact.seat)} puts {speaker.card(fact.card)} up for {how} auction."


def _bid_passed(fact: facts.BidPassed, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} {'has too little gold to bid' if fact.forced else 'passes'}."


def _bid_sealed(fact: facts.BidSealed, speaker: Speaker) -> str:
    if fact.forced:
        return f"{speaker.seat(fact.seat)} has no gold and bids 0."
    amount = "" if fact.amount is None else f" of {fact.amount}"
    return f"{speaker.seat(fact.seat)} seals a bid{amount}."


def _bids_revealed(fact: facts.BidsRevealed, speaker: Speaker) -> str:
    return f"The bids are revealed: {', '.join(speaker.each(fact.amounts))}."


def _valuation_revealed(fact: facts.ValuationRevealed, speaker: Speaker) -> str:
    what = "an unrecorded card" if fact.card == UNKNOWN else speaker.card(fact.card)
    return f"Under {speaker.deck.name(fact.place)} lies {what}."


def _crown_revealed(fact: facts.CrownRevealed, speaker: Speaker) -> str:
    what = "a Crown that was not recorded" if fact.crown == UNKNOWN else speaker.card(fact.crown)
    return f"{speaker.seat(fact.seat)} shows {what}."


def _seat_scored(fact: facts.SeatScored, speaker: Speaker) -> str:
    parts = f"{fact.gold} gold + {_amount(fact.cards)} for cards + {_amount(fact.crown)} for the Crown"
    return f"{speaker.seat(fact.seat)}: {parts} = {_amount(fact.score)}."


def _match_ended(fact: facts.MatchEnded, speaker: Speaker) -> str:
    scores = speaker.each(map(_amount, fact.scores))
    won = "The record does not show who wins" if isinstance(fact.winners, str) else speaker.won(fact.winners)
    return f"All cards are sold, and the match ends: {', '.join(scores)}. {won}."


def _crown(crown: str, speaker: Speaker) -> str:
    return "a Crown" if crown == UNKNOWN else speaker.card(crown)


def _amount(amount: Amount) -> str:
    return str(amount) if isinstance(amount, int) else "an unknown number"


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    Give: _give,
    Offer: "Put {card} up for auction: {format}.",
    Raise: "Raise to {amount}.",
    Pass: "Pass.",
    Seal: _seal,
    facts.GameBegan: "A match of Sorcerous Futures for {seats} players, with {gold} gold each.",
    facts.ExcusePlaced: along(_excuse_placed),
    facts.AcesDealt: _aces_dealt,
    facts.CrownsTaken: "{seat} takes the Crowns of the two suits: {crowns}.",
    facts.CrownsPassed: alike(_crowns_passed),
    facts.CrownGiven: alike(_crown_given),
    facts.CrownKept: along(_crown_kept),
    facts.CrownSetAside: along(_crown_set_aside),
    facts.ValuationsSeen: _valuations_seen,
    facts.ValuationPlaced: alike(_valuation_placed, _valuations_placed),
    facts.DeckFormed: along("The other {size} cards of the pack are the deck."),
    facts.RowDealt: f"Group {{group}} of {GROUPS} is turned up: {{cards}}.",
    facts.CardOffered: _card_offered,
    facts.BidOpened: along("{seat} opens with {amount}."),
    facts.BidRaised: "{seat} raises to {amount}.",
    facts.BidPassed: alike(_bid_passed),
    facts.BidSealed: alike(_bid_sealed),
    facts.BidsRevealed: _bids_revealed,
    facts.CardBought: "{seat} buys {card} for {price}: {gold_left} gold left.",
    facts.ActivePassed: along("{receiver} is active."),
    facts.ValuationRevealed: _valuation_revealed,
    facts.CrownRevealed: _crown_revealed,
    facts.SeatScored: _seat_scored,
    facts.MatchEnded: _match_ended,
}


def _counted(fact: facts.SeatScored, state: State) -> list[tuple[Seat, Cards]]:
    """The cards that a seat has bought, and its Crown."""
    crown = state.crowns[fact.seat - 1]
    return [(fact.seat, (*state.bought[fact.seat - 1], *(() if crown is None else (crown,))))]


ABOUT: Final[About] = {facts.SeatScored: _counted}
"""The cards that sentences are about that do not name them."""

OFFERS: Final[Mapping[type[Struct], str]] = {
    Give: "give each seat a Crown, in their order, and keep one",
    Seal: "seal a bid of {amount}",
}
"""How what could be done is told, where a sentence of what was done is not a mere template."""


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """Gold left, what the suits of the cards are worth, and the bonus of the Crown."""
    return tuple(
        (("gold", fact.gold), ("cards", fact.cards), ("Crown", fact.crown))
        for fact in told
        if isinstance(fact, facts.SeatScored)
    )


ENDING: Final = Ending(
    tie=Tie("the lowest worth of the valuations in front", "point", fewest=True, mark="{counted} in front"), sums=_sums
)

LABELS: Final[Mapping[str, str]] = {
    "excuse_seat": "Who has the Excuse",
    "sly_excuse": "Sly Excuse",
}
"""What the options are called where a table chooses them, those first that it agrees on first."""
