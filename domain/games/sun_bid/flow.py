"""The course of a match: who may do what, and what follows by itself."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Final

from ludograph.domain.games.sun_bid import facts, rules
from ludograph.domain.games.sun_bid import state as table
from ludograph.domain.games.sun_bid.actions import Bid, Call, Discard, Flip, Pass, Play
from ludograph.domain.games.sun_bid.scoring import score_round, suns_totals, winners
from ludograph.domain.games.sun_bid.state import State, SunBidDeal, SunBidOptions
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.course import Course, Phase, sure
from ludograph.domain.kernel.game import Chance, Choice, Fact, PerSeat, Refused, Seat


def setup(
    options: SunBidOptions, seats: int, deal: SunBidDeal | None, chance: Chance
) -> tuple[SunBidDeal, Iterator[Fact]]:
    """Checks the deal, or makes one (section 4)."""
    stacks = table.stacks_for(options, seats)
    recorded = _shuffled_deal(stacks, seats, chance) if deal is None else deal
    _check_stacks(recorded.stacks, stacks)
    _check_decks(recorded.decks or (), rules.auction_deck(seats))
    return recorded, _setup_facts(options, seats, recorded)


def _setup_facts(options: SunBidOptions, seats: int, deal: SunBidDeal) -> Iterator[Fact]:
    """The rest of the setup is a round's start, which follows by itself."""
    known = deal.decks or ()
    unknown = ((UNKNOWN,) * len(rules.auction_deck(seats)),) * (rules.ROUNDS - len(known))
    yield facts.GameBegan(seats, options)
    yield facts.StacksDealt(deal.stacks, rules.FIRST_CENTRE, known + unknown)


def check(options: SunBidOptions, seats: int) -> None:
    """SB-1.2."""
    if options.two_player_stacks != "standard" and seats != 2:
        raise Refused("SB-1.2", f"`two_player_stacks` is for 2 players, not {seats}.")
    if options.equal_pawns and seats == 2:
        raise Refused("SB-1.2", "`equal_pawns` is for 3 or 4 players: two players bid no Pawns.")


def _shuffled_deal(stacks: tuple[Cards, ...], seats: int, chance: Chance) -> SunBidDeal:
    """A stack for each seat at random, each known by its first card, and an order of the deck for each round."""
    by_first = {stack[0]: stack for stack in stacks}
    dealt = chance.shuffle(tuple(by_first))
    decks = tuple(chance.shuffle(rules.auction_deck(seats)) for _ in range(rules.ROUNDS))
    return SunBidDeal(tuple(by_first.get(first, (first,)) for first in dealt), decks)


def _check_stacks(dealt: PerSeat[Cards], stacks: tuple[Cards, ...]) -> None:
    if sorted(map(sorted, dealt)) != sorted(map(sorted, stacks)):
        wanted = "; ".join(" ".join(stack) for stack in stacks)
        raise Refused("SB-1.3", f"The stacks are {wanted}: one to each seat, and no other.")


def _check_decks(decks: tuple[Cards, ...], deck: Cards) -> None:
    if len(decks) > rules.ROUNDS:
        raise Refused("SB-1.4", f"There are {len(decks)} decks for {rules.ROUNDS} rounds.")
    for number, order in enumerate(decks, start=1):
        if len(order) != len(deck):
            raise Refused("SB-1.4", f"The deck of round {number} has {len(order)} cards, not {len(deck)}.")
        foreign = [card for card in order if card != UNKNOWN and card not in deck]
        if foreign:
            raise Refused("SB-1.4", f"{foreign[0]} is in the deck of round {number}, but is never up for auction.")
        extra = Counter(card for card in order if card != UNKNOWN) - Counter(deck)
        if extra:
            raise Refused("SB-1.4", f"The deck of round {number} has too many of {' '.join(sorted(extra))}.")


# What is open


def _turn_choices(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Flip)
    yield Choice(Call)
    for card in dict.fromkeys(table.playable(state, seat)):
        if targets := table.fetchable(state, card):
            yield Choice(Play, {"card": (card,), "target": _each_once(targets)})


def _auction_choices(state: State, seat: Seat) -> Iterator[Choice]:
    auction = sure(state.auction)
    yield Choice(Bid, {"card": table.open_bids(state, auction, seat)})
    if not table.must_bid(auction):
        yield Choice(Pass)


def _ace_choices(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Discard, {"card": _each_once(table.companions(state, seat, state.aces[0]))})


def _last_call_choices(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Call)
    yield Choice(Pass)


def _each_once(cards: Cards) -> Cards:
    return tuple(dict.fromkeys(cards))


# What follows by itself


def _start_round(state: State, chance: Chance) -> Fact:
    """The holder of the highest bidding card leads: the Pact or the Bard, if not in the centre."""
    if state.round == rules.ROUNDS:
        suns = suns_totals(state)
        return facts.MatchEnded(state.totals, suns, winners(state.totals, suns))
    seats = range(1, table.seats_in(state) + 1)
    lead = max(seats, key=lambda seat: max(rules.SUN_RANKS[card] for card in table.owned(state, seat)))
    return facts.RoundStarted(state.round + 1, lead)


def _shuffle(state: State, chance: Chance) -> Fact:
    order = state.orders[0]
    return facts.DeckShuffled(state.round, len(order), order)


def _after_move(state: State, chance: Chance) -> Fact:
    """After a `flip` or `play`."""
    bidders = table.left_of_lead(state)
    if len(state.pool) == rules.full_pool(table.seats_in(state)):
        return facts.AuctionOpened("forced", state.lead, bidders, state.pool)
    return facts.LeadPassed(state.lead, bidders[0], "turn" if state.deck else "last_call")


def _go_on_bidding(state: State, chance: Chance) -> Fact | None:
    """Passes for who cannot bid; ends the auction when all have acted."""
    auction = sure(state.auction)
    if auction.waiting:
        seat = auction.waiting[0]
        return None if table.open_bids(state, auction, seat) else facts.BidPassed(seat, forced=True)
    bids = auction.bids
    if not bids:
        return facts.PoolDiscarded(state.pool, "no_bid")
    return facts.AuctionWon(bids[-1].seat, bids[-1].card, state.centre, state.pool, bids[:-1])


def _pay_for_ace(state: State, chance: Chance) -> Fact | None:
    """The Ace goes without an action where there is no choice of a companion."""
    if out := _newly_out(state):
        return out
    (winner,) = table.to_act(state)
    open_cards = _each_once(table.companions(state, winner, state.aces[0]))
    if len(open_cards) > 1:
        return None
    return facts.AceDiscarded(winner, state.aces[0], open_cards[0] if open_cards else None)


def _after_auction(state: State, chance: Chance) -> Fact:
    if out := _newly_out(state):
        return out
    bidders = table.left_of_lead(state)
    if not bidders:
        return facts.RoundEnded(state.round, "suns_played")
    if not state.deck:
        return facts.RoundEnded(state.round, "deck_empty")
    return facts.LeadPassed(state.lead, bidders[0], "turn")


def _newly_out(state: State) -> Fact | None:
    if state.winner is None or state.winner in state.out or table.is_active(state, state.winner):
        return None
    return facts.SeatOut(state.winner)


def _score(state: State, chance: Chance) -> Fact:
    return facts.RoundScored(state.round, score_round(state))


COURSE: Final = Course(
    {
        "between": Phase(follow=_start_round),
        "shuffling": Phase(follow=_shuffle),
        "turn": Phase("The lead has to act", ("flip", "call", "play"), _turn_choices),
        "moved": Phase(follow=_after_move),
        "last_call": Phase("The deck is empty", ("call", "pass"), _last_call_choices),
        "auction": Phase("An auction is held", ("bid", "pass"), _auction_choices, _go_on_bidding),
        "ace": Phase("An Ace has to go", ("discard",), _ace_choices, _pay_for_ace),
        "sold": Phase(follow=_after_auction),
        "scoring": Phase(follow=_score),
    },
    asked=table.to_act,
    over="SB-2.1",
    who="SB-2.2",
    when="SB-2.3",
)


def cards(state: State) -> tuple[Cards, Cards, int]:
    """Every auction card, bidding card and the centre, each once."""
    placed = chain(
        state.deck, state.pool, state.discards, (state.centre,), *state.take, *state.face_up, *state.face_down
    )
    return rules.all_cards(table.seats_in(state)), tuple(placed), 0
