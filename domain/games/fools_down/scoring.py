"""Who gets which chips: pots, the Fool's Bag, and how the evening ends."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ludograph.domain.games.fools_down.facts import FoolsBagWon, How, MatchEnded, PotAwarded, Reason
from ludograph.domain.games.fools_down.hands import strength
from ludograph.domain.games.fools_down.rules import DOWN, FULL_COUNT
from ludograph.domain.games.fools_down.state import FoolsDownOptions, Hand, Pot, State, present, seats_in, showing_order
from ludograph.domain.games.fools_down.terms import CONSERVED
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import PerSeat, Result, ScoreSum, Seat
from ludograph.domain.kernel.standing import highest, standing
from ludograph.domain.kernel.worth import Value, Worth


def uncalled(hand: Hand) -> tuple[Seat, int]:
    """Who has staked more than anybody else, and how much more (5.2)."""
    second, first = sorted(hand.staked[seat - 1] for seat in hand.order)[-2:]
    return hand.staked.index(first) + 1, first - second


def pots_of(hand: Hand) -> tuple[Pot, ...]:
    """The pots that the stakes make, the main pot first; none of them is empty (8.2)."""
    reached = hand.reached or hand.standing
    levels = sorted({hand.staked[seat - 1] for seat in reached} - {0})
    pots: list[Pot] = []
    for pot, (below, level) in enumerate(zip((0, *levels), levels, strict=False)):
        amount = sum(min(staked, level) - min(staked, below) for staked in hand.staked)
        eligible = tuple(seat for seat in reached if hand.staked[seat - 1] >= level)
        pots.append(Pot(pot, amount + (0 if pot else hand.fees), eligible))
    if not pots and hand.fees:
        return (Pot(0, hand.fees, reached),)
    return tuple(pots)


def award(state: State, pot: Pot) -> PotAwarded:
    """Who gets a pot, after the house's grab and the stake of the bag (8.2)."""
    options = state.options
    grab = pot.amount * options.house_grab // 100
    bag = min(options.bag_stake, pot.amount - grab) if options.fools_bag and pot.pot == 0 else 0
    how, shares = _shares(state, pot, pot.amount - grab - bag)
    return PotAwarded(pot.pot, pot.amount, grab, bag, shares, how)


def _shares(state: State, pot: Pot, net: int) -> tuple[How, PerSeat[int]]:
    """How a pot is won, and what each seat gets of it."""
    hand, seats = sure(state.hand), seats_in(state)
    contenders = [seat for seat in pot.eligible if seat in hand.standing]
    if len(contenders) < 2:
        lasting = contenders or [seat for seat in hand.gone if seat in pot.eligible]
        return "alone", split(net, lasting[-1:], seats)
    fool = next((seat for seat in contenders if hand.down[seat - 1][DOWN - 1] == FOOL), None)
    best = best_of(hand, contenders)
    if fool is None or state.options.fools_down == "traditional":
        return "best", split(net, best, seats)
    if state.options.fools_down == "winner":
        return "fool", split(net, [fool], seats)
    owner, others = split(net // 2, [fool], seats), split(net - net // 2, best, seats)
    return "cut", tuple(map(sum, zip(owner, others, strict=True)))


def best_of(hand: Hand, contenders: Sequence[Seat]) -> tuple[Seat, ...]:
    """Those of these seats that have shown the best hand, in showing order."""
    strengths = {seat: strength(best) for seat in contenders if (best := hand.shown[seat - 1]) is not None}
    top = max(strengths.values())
    return tuple(seat for seat in showing_order(hand) if strengths.get(seat) == top)


def split(amount: int, winners: Sequence[Seat], seats: int) -> PerSeat[int]:
    """Equal shares; the odd chips go one each to the first of the winners."""
    share, odd = divmod(amount, len(winners))
    shares = {seat: share + (place < odd) for place, seat in enumerate(winners)}
    return tuple(shares.get(seat, 0) for seat in range(1, seats + 1))


def bag_won(state: State) -> FoolsBagWon | None:
    """The Fool's Bag for a seat that was taken down often enough (8.3)."""
    if FULL_COUNT not in state.counts:
        return None
    winner = state.counts.index(FULL_COUNT) + 1
    others = tuple(sorted(seat for seat in sure(state.hand).order if seat != winner))
    half = state.bag // 2
    each = half // len(others)
    return FoolsBagWon(winner, half, each, others, state.bag - half - each * len(others))


def ending(state: State) -> Reason | None:
    """Why the evening is over after a hand or when somebody has left; None where it goes on (8.4)."""
    left = [seat for seat, chips in enumerate(state.stacks, start=1) if chips and present(state, seat, "in", "out")]
    if len(left) < 2:
        return "one_left"
    return "hands_played" if 0 < state.options.hands <= state.hands else None


def ended(state: State, reason: Reason) -> MatchEnded:
    """The end, with what everybody has."""
    net = nets(state)
    return MatchEnded(reason, state.stacks, net, highest(net), state.bag, state.house, state.tips)


def nets(state: State) -> PerSeat[int]:
    """What each seat has won, or lost."""
    return tuple(chips - buy_in for chips, buy_in in zip(state.stacks, state.buy_ins, strict=True))


def score_sum(options: FoolsDownOptions) -> ScoreSum:
    """What all have won and lost together (8.1): players may win the first chips of the bag, and what they lose may
    stay in the bag, with the house, or with the dealer who is hired."""
    keeps = options.house_grab or options.fools_bag or options.dealer == "house"
    return ScoreSum(None if keeps else 0, options.bag_start, CONSERVED)


def result(state: State) -> Result:
    """How the match stands."""
    return standing(state.phase == "over", seats_in(state), nets(state), state.winners)


def worth(state: State) -> PerSeat[Value]:
    """What each seat has won so far. Stakes stay with who is in the hand; what others have left in it those share alike
    who can still win it (8.2), until pots are formed and it is known who gets them."""
    hand, net = state.hand, nets(state)
    if hand is None:
        return net
    won: list[int | Fraction] = [*net]
    for pot in hand.pots:
        won = [has + share for has, share in zip(won, award(state, pot).shares, strict=True)]
    if hand.dues:
        won[hand.fools_bettor - 1] += hand.dues
    within = hand.standing or hand.reached or hand.order
    for seat in within:
        won[seat - 1] += hand.staked[seat - 1]
    if hand.fees or any(hand.staked[seat - 1] for seat in hand.order if seat not in within):
        for seat, share in _shares_of_left(state, hand, within).items():
            won[seat - 1] += share
    return tuple(won)


def _shares_of_left(state: State, hand: Hand, within: tuple[Seat, ...]) -> dict[Seat, Fraction]:
    """For each seat in the hand its share of what others have left in it: who is all in wins no more of each than they
    have staked themselves."""
    left = [hand.staked[seat - 1] for seat in hand.order if seat not in within]
    caps = {seat: hand.staked[seat - 1] if not state.stacks[seat - 1] else None for seat in within}
    bounds = sorted({cap for cap in caps.values() if cap is not None} | {max(hand.staked)})
    shares = dict.fromkeys(within, Fraction(hand.fees, len(within)))
    for below, level in zip((0, *bounds), bounds, strict=False):
        amount = sum(min(staked, level) - min(staked, below) for staked in left if staked > below)
        sharing = [seat for seat, cap in caps.items() if cap is None or cap >= level] or list(within)
        each = Fraction(amount, len(sharing))
        for seat in sharing if amount else ():
            shares[seat] += each
    return shares


WORTH: Final = Worth(
    "Won",
    "Chips won or lost so far. Stakes stay with who is in the hand; what others left in it those share alike who can "
    "still win it (FD-8.2).",
    worth,
)
