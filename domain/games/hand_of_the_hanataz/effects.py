"""What the face cards do that are played on a turn, each from the state in which it lies on the table."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, Literal

from ludograph.domain.games.hand_of_the_hanataz import face_facts, facts, rules
from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.dealing import Telling, draw, mixed, reveal, told
from ludograph.domain.games.hand_of_the_hanataz.ending import account_of, after_window, nub_out
from ludograph.domain.games.hand_of_the_hanataz.state import State
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF
from ludograph.domain.kernel.game import Audience, Chance, Faces, Fact, Seat, Wanted


def face_played(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    """A face card: the Bards are paid, it leaves the hand, and it takes effect."""
    state = yield from bards_paid(state, fact.seat)
    state = yield from told(state, fact)
    yield from EFFECTS[RANK_OF[fact.card]](state, chance, fact)


def bards_paid(state: State, seat: Seat) -> Telling:
    """A silv on each Bard that lies on the table (HH-3.8)."""
    fees = (facts.SilvsMoved(seat, account_of(bard), 1, "bard_fee") for bard in state.bards)
    return (yield from told(state, *fees))


def steal(state: State, chance: Chance, thief: Seat, victim: Seat) -> Iterator[Fact]:
    """A random card of a hand goes to the thief; both see it."""
    hand = table.player(state, victim).hand
    known = table.known_card(hand)
    among = partial(table.can_be_among, state, hand)
    face = Faces("the card stolen from {seat}", (known,), among, to=(victim, thief), hidden=True, seat=victim)
    (card,) = chance.ask(Wanted((face,), omissible=True))
    yield face_facts.CardStolen(victim, thief, card, card)


def _windowed(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    """A Rogue or a Dragon: all who are eligible are asked first, Knight or not (HH-5.1)."""
    seats = table.reactors(state, fact.seat, fact.target)
    if seats:
        yield face_facts.ReactionOpened(fact.card, seats)
    else:
        yield from after_window(state, chance)


def _wizard(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    yield from draw(state, chance, fact.seat, 2, "wizard", state.refreshes + 1)


def _crown(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    if not state.options.no_house:
        yield facts.SilvsMoved("house", "pot", 1, "house_tax")
    active = table.with_status(state, "active")
    yield face_facts.LevyOpened("tax", tuple(seat for seat in table.from_left(state, fact.seat) if seat in active))


def _troll(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    yield face_facts.LevyOpened("toll", table.others_active(state, fact.seat))


def _assassin(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    yield from nub_out(state, sure(fact.target), "assassin")


def _bard(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    number: Literal[1, 2] = 2 if any(bard.number == 1 for bard in state.bards) else 1
    yield face_facts.BardPlaced(fact.seat, number)


def _priest(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    """The row goes, and the first number revealed takes control; without one nobody controls (HH-4.11)."""
    seat = fact.seat
    if state.control is not None:
        state = yield from told(state, facts.ControlLost(state.control, "priest"), facts.RowDiscarded(state.row))
    state = yield from reveal(state, chance, seat)
    if state.aside and rules.COUNT_OF[state.aside[-1]]:
        card = state.aside[-1]
        state = yield from told(state, facts.NumberPlayed(seat, card, "priest"), facts.ControlTaken(seat, card))
    if state.aside:
        yield face_facts.RevealedDiscarded(state.aside)


def _jester(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    slot = sure(fact.slot)
    (card,) = chance.ask(Wanted((_in_slot(state, slot, to=(fact.seat,)),), omissible=True))
    yield face_facts.SlotLooked(fact.seat, slot, card)


def _in_slot(state: State, slot: int, to: Audience) -> Faces:
    """The card of a slot, which somebody looks at."""
    known = table.known_card(table.cards_in(state, (slot,)))
    return Faces(f"the card in slot {slot}", (known,), partial(table.can_come, state), to=to, hidden=True)


def _fool(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    """The card of the slot for the hand, and the Fool among the others, in the same slots (HH-4.7)."""
    slot, slots = sure(fact.slot), table.occupied(state)
    (card,) = chance.ask(Wanted((_in_slot(state, slot, to=(fact.seat,)),), more=len(slots), omissible=True))
    state = yield from told(state, face_facts.SlotTaken(fact.seat, slot, card))
    pile = (*table.cards_in(state, table.occupied(state)), FOOL)
    state = yield from told(state, face_facts.SlotsShuffled(fact.seat, slots, mixed(state, chance, slots, pile), True))
    if state.fool_tokens:
        yield face_facts.FoolTokenTaken(fact.seat, state.fool_tokens - 1)


EFFECTS: Final[Mapping[str, Callable[[State, Chance, face_facts.FacePlayed], Iterator[Fact]]]] = {
    rules.ROGUE: _windowed,
    rules.DRAGON: _windowed,
    rules.WIZARD: _wizard,
    rules.CROWN: _crown,
    rules.TROLL: _troll,
    rules.ASSASSIN: _assassin,
    rules.BARD: _bard,
    rules.PRIEST: _priest,
    rules.JESTER: _jester,
    FOOL: _fool,
}
