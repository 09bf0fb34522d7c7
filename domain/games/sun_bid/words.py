"""A sentence for each fact and action of Sun Bid."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.sun_bid import facts
from ludograph.domain.games.sun_bid.actions import Bid, Call, Discard, Flip, Pass, Play
from ludograph.domain.games.sun_bid.scoring import SeatScore
from ludograph.domain.kernel.ending import Ending, Sum, Tie
from ludograph.domain.kernel.game import PerSeat, Sentence
from ludograph.domain.kernel.sentences import Speaker, alike, along, counted


def _stacks_dealt(fact: facts.StacksDealt, speaker: Speaker) -> str:
    stacks = speaker.each(" ".join(stack) for stack in fact.stacks)
    return f"Bidding cards: {'; '.join(stacks)}. In the centre: {speaker.card(fact.centre)}."


def _card_flipped(fact: facts.CardFlipped, speaker: Speaker) -> str:
    left = "the last of the deck" if fact.deck_left == 0 else f"{fact.deck_left} left in the deck"
    return f"{speaker.seat(fact.seat)} flips {speaker.card(fact.card)}: {fact.pool_size} in the pool, {left}."


def _auction_opened(fact: facts.AuctionOpened, speaker: Speaker) -> str:
    pool = " ".join(fact.pool) or "the centre card alone"
    bidding = f"bidding: {', '.join(speaker.seat(seat) for seat in fact.bidders)}"
    if fact.kind == "forced":
        return f"The pool is full. An auction for {pool}; {bidding}."
    return f"{speaker.seat(fact.lead)} calls an auction for {pool}; {bidding}."


def _bid_passed(fact: facts.BidPassed, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} {'cannot bid higher' if fact.forced else 'passes'}."


def _auction_won(fact: facts.AuctionWon, speaker: Speaker) -> str:
    winner, taken = speaker.seat(fact.seat), " ".join(fact.taken) or "no cards"
    swapped = f"{winner} wins with {speaker.card(fact.card)}, takes {taken} and gains {speaker.card(fact.gained)}."
    returned = (f"{speaker.seat(offer.seat)} takes {offer.card} back." for offer in fact.returned)
    return " ".join((swapped, *returned))


def _pool_discarded(fact: facts.PoolDiscarded, speaker: Speaker) -> str:
    why = (
        "Nobody bids" if fact.reason == "no_bid" else f"The round is over with {counted(len(fact.cards), 'card')} left"
    )
    return f"{why}: {' '.join(fact.cards)} {'is' if len(fact.cards) == 1 else 'are'} discarded."


def _ace_discarded(fact: facts.AceDiscarded, speaker: Speaker) -> str:
    alone = "" if fact.companion is None else f", and with it {speaker.card(fact.companion)}"
    return f"{speaker.seat(fact.seat)} discards {speaker.card(fact.ace)}{alone}."


def _lead_passed(fact: facts.LeadPassed, speaker: Speaker) -> str:
    to = speaker.seat(fact.to)
    if fact.phase == "last_call":
        return f"The deck is empty: {to} may call a last auction."
    return f"{to} keeps the lead." if fact.giver == fact.to else f"{to} leads."


def _round_ended(fact: facts.RoundEnded, speaker: Speaker) -> str:
    why = "the last bidding card is used" if fact.reason == "suns_played" else "the deck is empty"
    return f"Round {fact.round} ends: {why}."


def _round_scored(fact: facts.RoundScored, speaker: Speaker) -> str:
    return f"Round {fact.round} scores: {'; '.join(speaker.each(map(_seat_score, fact.scores)))}."


def _seat_score(score: SeatScore) -> str:
    """Points by step, then the total of the match."""
    crowns = ", ".join(f"{crown.crown} as {crown.value}" for crown in score.crown_values)
    steps = (
        f"{score.suns} for {score.suns_total} Suns",
        f"{score.courts} for Pawns and Courts",
        f"{score.kinds} for equal ranks",
        f"{score.sequences} for sequences{f' ({crowns})' if crowns else ''}",
    )
    return f"{' + '.join(steps)} = {score.points}, {score.total} in all"


def _match_ended(fact: facts.MatchEnded, speaker: Speaker) -> str:
    totals, won = ", ".join(speaker.each(fact.totals)), speaker.won(fact.winners)
    return f"This was the last round, and the match ends: {totals}.{_tie_break(fact, speaker)} {won}."


def _tie_break(fact: facts.MatchEnded, speaker: Speaker) -> str:
    """How those who share the highest total stand in Suns; nothing where it is not shared."""
    tied = [at for at, total in enumerate(fact.totals) if total == max(fact.totals)]
    if len(tied) == 1:
        return ""
    return f" Suns decide: {', '.join(f'{speaker.seat(at + 1)} {fact.suns_totals[at]}' for at in tied)}."


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    Flip: "Flip a card.",
    Call: "Call an auction.",
    Play: "Play {card} for {target}.",
    Bid: "Bid {card}.",
    Pass: "Pass.",
    Discard: "Discard {card} with the Ace.",
    facts.GameBegan: "A match of Sun Bid for {seats} players.",
    facts.StacksDealt: _stacks_dealt,
    facts.RoundStarted: "Round {round} begins. {lead} leads.",
    facts.DeckShuffled: along("The auction deck of {size} cards is shuffled."),
    facts.CardFlipped: _card_flipped,
    facts.CardFetched: "{seat} plays {played} and fetches {target}.",
    facts.AuctionOpened: _auction_opened,
    facts.BidPlaced: "{seat} bids {card}.",
    facts.BidPassed: alike(_bid_passed),
    facts.AuctionWon: _auction_won,
    facts.PoolDiscarded: _pool_discarded,
    facts.AceDiscarded: alike(_ace_discarded),
    facts.SeatOut: along("{seat} has no bidding card left and sits out the rest of the round."),
    facts.LeadPassed: along(_lead_passed),
    facts.RoundEnded: _round_ended,
    facts.RoundScored: _round_scored,
    facts.MatchEnded: _match_ended,
}


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """The steps of the scoring, each over all rounds."""
    rounds = [fact.scores for fact in told if isinstance(fact, facts.RoundScored)]
    return tuple(
        (
            ("Suns", sum(score.suns for score in scores)),
            ("Pawns and Courts", sum(score.courts for score in scores)),
            ("equal ranks", sum(score.kinds for score in scores)),
            ("sequences", sum(score.sequences for score in scores)),
        )
        for scores in zip(*rounds, strict=True)
    )


ENDING: Final = Ending(tie=Tie("the most Suns", "Sun"), sums=_sums)

LABELS: Final[Mapping[str, str]] = {
    "sequence_points": "Points for sequences",
    "equal_pawns": "Equal Pawns",
    "two_player_stacks": "Two player stacks",
}
"""What the options are called where a table chooses them, those first that it agrees on first."""
