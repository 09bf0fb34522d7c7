"""How seats drop out, how turns go on, and how a hand and a match end: what follows by itself."""

from collections.abc import Iterator
from typing import Literal

from ludograph.domain.games.hand_of_the_hanataz import face_facts, facts, scoring
from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.dealing import Telling, refresh, told
from ludograph.domain.games.hand_of_the_hanataz.rules import BARD_PAY, DRAGON, HOARD
from ludograph.domain.games.hand_of_the_hanataz.state import Bard, BardAccount, HandCause, MatchCause, State
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import RANK_OF
from ludograph.domain.kernel.game import Chance, Fact, Seat


def nub_out(state: State, seat: Seat, why: Literal["chosen", "tax", "toll", "assassin"]) -> Iterator[Fact]:
    """A seat is nubbed out, and loses control if it had it."""
    yield facts.PlayerNubbedOut(seat, why)
    yield from lose_control(state, seat, "nub")


def lose_control(state: State, seat: Seat, why: Literal["nub", "put_out"]) -> Iterator[Fact]:
    """If this seat controls, the token goes back and the row is discarded (HH-4.13)."""
    if state.control == seat:
        yield facts.ControlLost(seat, why)
        yield facts.RowDiscarded(state.row)


def put_out(state: State, seat: Seat, hand: Cards) -> Iterator[Fact]:
    """A seat that does not give what a Rogue demands is out of the game (HH-4.12)."""
    one = table.player(state, seat)
    yield face_facts.DemandRefused(seat)
    yield face_facts.PlayerPutOut(seat, tuple(sorted(hand)), one.silvs)
    if one.fool_tokens:
        yield face_facts.FoolTokensReturned((seat,))
    for bard in state.bards:
        if bard.seat == seat:
            yield from _bard_pays(bard, "pot")
            yield facts.BardDiscarded(bard.number, seat)
    yield from lose_control(state, seat, "put_out")
    if state.options.rising_card_cost:
        yield face_facts.CardPriceRaised(state.price + 1)


def after_window(state: State, chance: Chance) -> Iterator[Fact]:
    """What a Rogue or a Dragon does that nobody countered."""
    work = sure(state.work)
    if work.target is not None and work.demand is not None:
        yield face_facts.DemandMade(work.target, work.demand, table.meets(state, work.target, work.demand))
    elif state.pot:
        yield facts.SilvsMoved("pot", work.seat, min(HOARD, state.pot), "dragon")
    else:
        yield from end_hand(state, chance)


def levy_on(state: State, chance: Chance) -> Iterator[Fact] | None:
    """A levy: who has no silv is nubbed out; when all have answered the turn is over."""
    if not state.waiting:
        return turn_over(state, chance)
    seat = state.waiting[0]
    return None if table.player(state, seat).silvs else nub_out(state, seat, sure(state.levy))


def turn_over(state: State, chance: Chance) -> Iterator[Fact]:
    """The next active seat's turn, or the end of the hand (HH-7.1)."""
    active = table.with_status(state, "active")
    if not active or _emptied(state):
        yield from end_hand(state, chance)
        return
    seat = next(seat for seat in table.from_left(state, state.active) if seat in active)
    yield facts.TurnBegan(seat, state.control == seat)


def _emptied(state: State) -> bool:
    """Whether a Dragon that was not countered has left the pot empty."""
    return state.work is not None and RANK_OF[state.work.card] == DRAGON and state.pot == 0


def end_hand(state: State, chance: Chance) -> Iterator[Fact]:
    """The end of a hand, in its order (HH-7.2)."""
    cause: HandCause = "challenge" if state.challenge else "empty_pot" if _emptied(state) else "all_nubbed"
    challenge = state.challenge
    state = yield from _bards_first(state)
    state = yield from _divided(state)
    state = yield from _bards_paid(state)
    state = yield from _cleared(state)
    if challenge is not None and challenge.result == "fool":
        state = yield from refresh(state, chance)
    state = yield from told(state, facts.HandEnded(state.hand, cause, state.pot))
    over = scoring.end_cause(state)
    if over is not None:
        yield from end_match(state, over)


def _bards_first(state: State) -> Telling:
    """Without a house untipped Bards take theirs before the pot is divided."""
    if state.options.no_house:
        taken = scoring.bards_take(state.pot, [bard.silvs for bard in state.bards])
        for bard, amount in zip(state.bards, taken, strict=True):
            state = yield from _moved(state, facts.SilvsMoved("pot", bard.seat, amount, "bard_from_pot"))
    return state


def _divided(state: State) -> Telling:
    """The pot goes to the house and to seats; without a house its part stays."""
    split = scoring.split_for(state, state.challenge)
    if not state.options.no_house:
        state = yield from _moved(state, facts.SilvsMoved("pot", "house", split.house, "pot_house"))
    for seat, amount in split.seats:
        state = yield from _moved(state, facts.SilvsMoved("pot", seat, amount, "pot_won"))
    return state


def _bards_paid(state: State) -> Telling:
    """Who played a Bard gets what lies on it; for an untipped one the house pays (HH-7.3)."""
    for bard in state.bards:
        if bard.silvs:
            state = yield from told(state, *_bard_pays(bard, bard.seat))
        elif not state.options.no_house:
            state = yield from told(state, facts.SilvsMoved("house", bard.seat, BARD_PAY, "bard_paid"))
    return state


def _cleared(state: State) -> Telling:
    """The token goes to the pot, row and Bards to the discard pile."""
    if state.control is not None:
        state = yield from told(state, facts.ControlLost(state.control, "hand_end"), facts.RowDiscarded(state.row))
    return (yield from told(state, *(facts.BardDiscarded(bard.number, bard.seat) for bard in state.bards)))


def end_match(state: State, cause: MatchCause) -> Iterator[Fact]:
    """The match is over; a pot that is left is shared out."""
    if state.pot:
        for seat, amount in scoring.shared_out(state.pot, scoring.sharers(state)).items():
            state = yield from _moved(state, facts.SilvsMoved("pot", seat, amount, "shared_out"))
    net = scoring.nets(state)
    yield facts.MatchEnded(
        cause=cause,
        silvs=tuple(one.silvs for one in state.players),
        debts=tuple(one.debts for one in state.players),
        net=net,
        gains=tuple(worth - one.stake for worth, one in zip(net, state.players, strict=True)),
        winners=scoring.winners_of(state.players, net),
    )


def _moved(state: State, fact: facts.SilvsMoved) -> Telling:
    """A movement of silvs; one of 0 is no fact."""
    return (yield from told(state, fact)) if fact.amount else state


def account_of(bard: Bard) -> BardAccount:
    """The account of a Bard on the table."""
    return "bard:1" if bard.number == 1 else "bard:2"


def _bard_pays(bard: Bard, to: Seat | Literal["pot"]) -> Iterator[Fact]:
    """What lies on a Bard goes to its player, or to the pot where that player was put out."""
    if bard.silvs:
        yield facts.SilvsMoved(account_of(bard), to, bard.silvs, "bard_orphaned" if to == "pot" else "bard_tips")
