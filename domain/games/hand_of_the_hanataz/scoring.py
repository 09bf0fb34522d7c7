"""How a pot is divided, and who wins in the end."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.options import buy_in_of, end_of, rounds_of, target_of
from ludograph.domain.games.hand_of_the_hanataz.rules import BARD_PAY
from ludograph.domain.games.hand_of_the_hanataz.state import ChallengeState, MatchCause, Player, State
from ludograph.domain.kernel.game import Order, PerSeat, Result, Seat, clockwise
from ludograph.domain.kernel.standing import highest, standing
from ludograph.domain.kernel.worth import Value, Worth


class Split(NamedTuple):
    """What the house gets of a pot, and what seats get."""

    house: int
    seats: tuple[tuple[Seat, int], ...] = ()


def split_for(state: State, challenge: ChallengeState | None) -> Split:
    """How the pot goes at the end of a hand: after a challenge, or because nobody is active any more (HH-7.1)."""
    if challenge is None:
        return Split(state.pot)
    if challenge.result == "fool":
        holders = [seat for seat in table.in_game(state) if table.player(state, seat).fool_tokens]
        return fool_split(state.pot, holders, state.fool_tokens > 0)
    return challenge_split(state.pot, challenge.seat, challenge.result == "beaten")


def challenge_split(pot: int, seat: Seat, beaten: bool) -> Split:
    """The house takes half where it beats the challenger, rounded down (HH-6.3)."""
    house = pot // 2 if beaten else 0
    return Split(house, ((seat, pot - house),))


def fool_split(pot: int, holders: Sequence[Seat], house: bool) -> Split:
    """The holders of Fool tokens take the pot, the house among them where one is at the centre (HH-6.4)."""
    if not holders:
        return Split(pot)
    if house:
        return Split(pot // 2, ((holders[0], pot - pot // 2),))
    each = pot // len(holders)
    return Split(pot - each * len(holders), tuple((seat, each) for seat in holders))


def bards_take(pot: int, tipped: Sequence[int]) -> tuple[int, ...]:
    """Without a house: what the player of each Bard takes from the pot, by the silvs on them (HH-7.2)."""
    taken: list[int] = []
    for silvs in tipped:
        taken.append(0 if silvs else min(BARD_PAY, pot - sum(taken)))
    return tuple(taken)


def shared_out(pot: int, seats: Sequence[Seat]) -> dict[Seat, int]:
    """A pot that is left at the very end: even shares, the rest one by one from the first of these seats."""
    return {seat: pot // len(seats) + (at < pot % len(seats)) for at, seat in enumerate(seats)}


def sharers(state: State) -> tuple[Seat, ...]:
    """Who shares in a pot that is left, from the seat that would begin the next hand."""
    return tuple(
        seat for seat in clockwise(table.next_starter(state), table.seats_in(state)) if seat in table.in_game(state)
    )


def end_cause(state: State) -> MatchCause | None:
    """Why the match is over now that a hand is settled; None where it goes on (spec, section 8)."""
    end = end_of(state.options)
    if end == "rounds" and state.hand >= rounds_of(state.options):
        return "rounds"
    if end == "target" and any(
        table.player(state, seat).silvs >= target_of(state.options) for seat in table.in_game(state)
    ):
        return "target"
    if table.may_go_on(state) or any(table.may_buy_in(state, seat) for seat in range(1, table.seats_in(state) + 1)):
        return None
    return "last_player" if len(table.in_game(state)) < 2 else "dried_up"


def net_of(silvs: int, debts: int, buy_in: int) -> int:
    """What a seat's silvs come to when its debt tokens are paid for."""
    return silvs - buy_in * debts


def nets(state: State) -> PerSeat[int]:
    """The score of each seat."""
    buy_in = buy_in_of(state.options)
    return tuple(net_of(one.silvs, one.debts, buy_in) for one in state.players)


def winners_of(players: Sequence[Player], net: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in the game with the highest net."""
    left = [seat for seat, one in enumerate(players, start=1) if one.status != "out"]
    return highest([net[seat - 1] for seat in left], left)


def _order(state: State) -> Order:
    """Seats that are out are listed with what they kept, but cannot win (spec, section 8)."""
    return Order(out=eliminated(state))


def eliminated(state: State) -> tuple[Seat, ...]:
    """Who was put out and has not bought in again."""
    return tuple(seat for seat, one in enumerate(state.players, start=1) if one.status == "out")


def result(state: State) -> Result:
    """How the match stands."""
    return standing(state.phase == "over", table.seats_in(state), state.net, state.winners, lambda: _order(state))


def worth(state: State) -> PerSeat[Value]:
    """The score of each seat, with the silvs on its Bards and a part of the pot for those who can still win it."""
    has: list[int | Fraction] = [*nets(state)]
    for bard in state.bards:
        has[bard.seat - 1] += bard.silvs
    active = () if state.phase == "between" else table.with_status(state, "active")
    left = active or table.in_game(state)
    for seat in left:
        has[seat - 1] += Fraction(state.pot, len(left))
    return tuple(has)


WORTH: Final = Worth(
    "Score",
    "Silvs less debts, with those on own Bards (HH-7.3) and an equal part of the pot for each seat active in the hand.",
    worth,
)
