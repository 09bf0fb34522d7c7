"""What lies on the table in Hand of the Hanataz, and the questions that rules and choices both ask of it."""

from collections import Counter
from functools import partial
from typing import Literal

from msgspec import Struct, field

from ludograph.domain.games.hand_of_the_hanataz import rules
from ludograph.domain.games.hand_of_the_hanataz.options import HanatazOptions, all_cards, buy_in_of, end_of
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, playable, unplaced
from ludograph.domain.kernel.decks.perilous import RANK_OF
from ludograph.domain.kernel.game import TABLE, PerSeat, Seat, clockwise, for_seat, left_of, less, replace, without

Phase = Literal["stock", "turn", "look", "follow", "react", "demand", "levy", "between", "over", "done", "ending"]
"""`done` (a turn is over) and `ending` (a hand is) are never seen between two actions."""
Status = Literal["active", "nubbed", "out"]
Demand = Literal["silvs", "card"]
Levy = Literal["tax", "toll"]
How = Literal["open", "higher", "same"]
HandCause = Literal["challenge", "empty_pot", "all_nubbed"]
MatchCause = Literal["rounds", "target", "last_player", "dried_up", "finish"]
Outcome = Literal["won", "beaten", "fool"]
DrawnFor = Literal["exchange", "bought", "wizard", "jester"]
SlotsFor = Literal["deal", "refill", "refresh"]
BardAccount = Literal["bard:1", "bard:2"]
Account = Seat | Literal["pot", "house", "bank"] | BardAccount


class Player(Struct, frozen=True, gc=False):
    """What one seat has."""

    stake: int = 0
    silvs: int = 0
    hand: Cards = ()
    status: Status = "active"
    fool_tokens: int = 0
    debts: int = 0


class Bard(Struct, frozen=True, gc=False):
    """A Bard on the table with its silvs; `number` tells two of them apart."""

    number: Literal[1, 2]
    seat: Seat
    silvs: int = 0


class FaceAtWork(Struct, frozen=True, gc=False):
    """A face card whose effect is still to come, or under way."""

    card: Card
    seat: Seat
    target: Seat | None = None
    slot: int | None = None
    demand: Demand | None = None


class ChallengeState(Struct, frozen=True, gc=False):
    """How a challenge went, until its pot is divided."""

    seat: Seat
    result: Outcome


def _empty_slots() -> tuple[Card | None, ...]:
    """The Hanataz Hand before any card lies in it."""
    return (None,) * rules.HAND


class State(Struct, frozen=True, gc=False):
    """A match of Hand of the Hanataz."""

    options: HanatazOptions
    players: PerSeat[Player]
    deck: int
    """How many cards are in it: their order is nobody's."""
    fool_tokens: int
    """The Fool tokens at the centre."""
    phase: Phase = "stock"
    hand: int = 0
    starter: Seat = 1
    price: int = 1
    pot: int = 0
    house: int = 0
    bank: int = 0
    slots: tuple[Card | None, ...] = field(default_factory=_empty_slots)
    shuffled: Cards = ()
    """The cards that are known to lie in `shuffled_slots`, and not which of them in which."""
    shuffled_slots: tuple[int, ...] = ()
    row: Cards = ()
    bards: tuple[Bard, ...] = ()
    aside: Cards = ()
    discard: Cards = ()
    control: Seat | None = None
    last_control: Seat | None = None
    """Who controlled last in this hand."""
    active: Seat = 1
    """Whose turn it is, or was last."""
    waiting: tuple[Seat, ...] = ()
    """Who is still to stock up, to react, or to pay a levy, in this order."""
    answered: tuple[Seat, ...] = ()
    """Who has let it be in the reaction under way."""
    levy: Levy | None = None
    work: FaceAtWork | None = None
    challenge: ChallengeState | None = None
    refreshes: int = 0
    """How often the deck was refreshed."""
    cause: MatchCause | None = None
    net: PerSeat[int] = ()
    winners: tuple[Seat, ...] = ()


def seats_in(state: State) -> int:
    """The number of seats."""
    return len(state.players)


def player(state: State, seat: Seat) -> Player:
    """What a seat has."""
    return state.players[seat - 1]


def with_player(state: State, seat: Seat, **changes: object) -> State:
    """The state with something of a seat changed."""
    return replace(state, players=for_seat(state.players, seat, replace(player(state, seat), **changes)))


def credited(state: State, account: Account, amount: int) -> State:
    """The state with an account changed."""
    if isinstance(account, int):
        one = player(state, account)
        return replace(state, players=for_seat(state.players, account, replace(one, silvs=one.silvs + amount)))
    if account in ("pot", "house", "bank"):
        return replace(state, **{account: getattr(state, account) + amount})
    number = int(account[-1])
    bards = (replace(one, silvs=one.silvs + amount) if one.number == number else one for one in state.bards)
    return replace(state, bards=tuple(bards))


def laid(lying: tuple[Card | None, ...], slots: tuple[int, ...], cards: Cards) -> tuple[Card | None, ...]:
    """What lies in the slots, once these cards do in these."""
    lie = [*lying]
    for slot, card in zip(slots, cards, strict=True):
        lie[slot - 1] = card
    return tuple(lie)


def with_shuffled(state: State, slots: tuple[int, ...], before: Cards, after: Cards) -> State:
    """The state once what lay there was shuffled among these slots; as much as is known of it, before and after."""
    known = tuple(card for card in (*state.shuffled, *before) if card != UNKNOWN)
    left = tuple(unplaced(known, [card for card in after if card in known]))
    where = tuple(slot for slot, card in zip(slots, after, strict=True) if card == UNKNOWN) if left else ()
    return replace(state, slots=laid(state.slots, slots, after), shuffled=left if where else (), shuffled_slots=where)


def seen_in(state: State, slot: int, card: Card) -> State:
    """The state once a card of a slot is known or gone; gone unseen it may be any of those shuffled among the slots."""
    if slot not in state.shuffled_slots:
        return state
    left = () if card == UNKNOWN else without(state.shuffled, card) if card in state.shuffled else state.shuffled
    return replace(state, shuffled=left, shuffled_slots=less(state.shuffled_slots, slot) if left else ())


def less_cards(players: PerSeat[Player], seat: Seat, cards: Cards) -> PerSeat[Player]:
    """The players, once cards are gone from a hand."""
    one = players[seat - 1]
    hand = one.hand
    for card in cards:
        hand = without(hand, card)
    return for_seat(players, seat, replace(one, hand=hand))


def more_cards(players: PerSeat[Player], seat: Seat, cards: Cards) -> PerSeat[Player]:
    """The players, once cards have come into a hand."""
    one = players[seat - 1]
    return for_seat(players, seat, replace(one, hand=one.hand + cards))


def from_left(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats clockwise from the left of one, which comes last."""
    return clockwise(left_of(seat, seats_in(state)), seats_in(state))


def with_status(state: State, *wanted: Status) -> tuple[Seat, ...]:
    """The seats that are active, nubbed out or out."""
    return tuple([seat for seat, one in enumerate(state.players, start=1) if one.status in wanted])


def in_game(state: State) -> tuple[Seat, ...]:
    """The seats that were not put out."""
    return with_status(state, "active", "nubbed")


def occupied(state: State) -> tuple[int, ...]:
    """The slots in which a card lies."""
    return tuple(slot for slot, card in enumerate(state.slots, start=1) if card is not None)


def cards_in(state: State, slots: tuple[int, ...]) -> Cards:
    """What lies in these slots."""
    return tuple(state.slots[slot - 1] or UNKNOWN for slot in slots)


def placed(state: State) -> list[Card]:
    """Every card that does not lie in the deck."""
    cards = [*state.row, *state.aside, *state.discard, *(card for card in state.slots if card is not None)]
    for one in state.players:
        cards += one.hand
    return [*cards, *("B",) * len(state.bards)]


def can_come(state: State, taken: Cards = ()) -> Cards:
    """The cards whose place the record does not know, each as often as it does not; `taken` have come already."""
    return unplaced(all_cards(state.options, seats_in(state)), (*placed(state), *taken))


def can_be_among(state: State, pile: Cards, taken: Cards = ()) -> Cards:
    """What a card taken from a shuffled pile after `taken` can be, as often as that is likely."""
    rest, strangers = Counter(pile), []
    for card in taken:
        if card != UNKNOWN and rest[card]:
            rest[card] -= 1
        elif card != UNKNOWN:
            rest[UNKNOWN] -= 1
            strangers.append(card)
    unknown = rest.pop(UNKNOWN, 0)
    if unknown <= 0:
        return tuple(rest.elements())
    others = can_come(state, tuple(strangers))
    return tuple(rest.elements()) * len(others) + others * unknown


def known_card(pile: Cards) -> Card:
    """The card that is taken from a pile where the record knows which it must be; else `??`."""
    return pile[0] if len({*pile}) == 1 else UNKNOWN


def possible(state: State, seat: Seat) -> Cards:
    """The cards that a seat can play from, each once: where its hand is not known, all that can be in it."""
    return playable(player(state, seat).hand, partial(can_come, state))


def cards_due(state: State, seat: Seat) -> int:
    """How many cards a seat has to buy (HH-2.3)."""
    one = player(state, seat)
    return max(min(rules.HAND - len(one.hand), one.silvs // state.price), 0)


def control_by(state: State, seat: Seat, card: Card) -> How | None:
    """How a number card takes control; None where it does not (HH-3.3)."""
    if state.control is None:
        return "open"
    top = state.row[-1]
    if rules.number_beats(card, top):
        return "higher"
    return "same" if rules.COUNT_OF[card] == rules.COUNT_OF[top] and player(state, seat).silvs else None


def pays_bards(state: State, seat: Seat) -> bool:
    """Whether a seat can pay what a face card costs it (HH-3.8)."""
    return player(state, seat).silvs >= len(state.bards)


def robbed(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom a Rogue of this seat can name."""
    return tuple(other for other in in_game(state) if other != seat)


def others_active(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other active seats, clockwise from the left."""
    active = with_status(state, "active")
    return tuple(other for other in from_left(state, seat) if other in active and other != seat)


def meets(state: State, target: Seat, demand: Demand) -> bool:
    """Whether a seat has what a Rogue demands (HH-4.4)."""
    one = player(state, target)
    return one.silvs >= 2 if demand == "silvs" else one.silvs >= 1 and len(one.hand) >= 1


def demands(state: State, target: Seat) -> tuple[Demand, ...]:
    """What a Rogue may demand of a seat: only what it can give, if it can give anything."""
    both: tuple[Demand, ...] = ("silvs", "card")
    return tuple(demand for demand in both if meets(state, target, demand)) or both


def plain_plays(state: State, seat: Seat, cards: Cards) -> Cards:
    """Those of these cards that a seat can play by `play`."""
    return tuple(card for card in cards if RANK_OF[card] in rules.PLAYED and _is_plain_play(state, seat, card))


def _is_plain_play(state: State, seat: Seat, card: Card) -> bool:
    if rules.COUNT_OF[card]:
        return control_by(state, seat, card) is not None
    return pays_bards(state, seat) and (card != rules.TROLL or bool(others_active(state, seat)))


def aimed_at(state: State, seat: Seat, card: Card) -> tuple[int, ...]:
    """The seats or slots that a Rogue, Assassin, Jester or Fool can name (HH-3.9)."""
    rank = RANK_OF[card]
    if rank == "R":
        return robbed(state, seat)
    return others_active(state, seat) if rank == "A" else occupied(state) if rank in ("J", "F") else ()


def can_play(state: State, seat: Seat, cards: Cards) -> bool:
    """Whether any of these cards can be played on a turn."""
    if plain_plays(state, seat, cards):
        return True
    return pays_bards(state, seat) and any(aimed_at(state, seat, card) for card in cards)


def may_stop(state: State, seat: Seat) -> bool:
    """Whether the play that a Jester asks for may be left out; what is not known of a hand is believed (HH-4.1)."""
    hand = player(state, seat).hand
    return not can_play(state, seat, tuple(card for card in hand if card != UNKNOWN))


def reactors(state: State, seat: Seat, target: Seat | None) -> tuple[Seat, ...]:
    """Who is asked for a Knight after a card of this seat (HH-5.1); which cards they hold does not matter."""
    if rules.KNIGHT not in state.options.face_cards:
        return ()
    asked = (
        other
        for other in from_left(state, seat)[:-1]
        if player(state, other).status == "active" or (other == target and player(state, other).status == "nubbed")
    )
    return tuple(other for other in asked if player(state, other).hand and pays_bards(state, other))


def may_go_on(state: State) -> bool:
    """Whether another hand can be played (HH-2.1)."""
    left = [player(state, seat) for seat in in_game(state)]
    return len(left) >= 2 and any(one.silvs or one.hand for one in left)


def may_buy_in(state: State, seat: Seat) -> bool:
    """Whether a seat can buy in between hands (HH-8.2)."""
    return buy_in_of(state.options) > 0 and player(state, seat).silvs == 0


def may_finish(state: State) -> bool:
    """Whether the table may end the match between hands (HH-8.1)."""
    return end_of(state.options) != "rounds" or not may_go_on(state)


def next_starter(state: State) -> Seat:
    """Who begins the next hand (HH-2.1)."""
    last = state.last_control or state.starter
    left = in_game(state)
    return next(seat for seat in clockwise(last, seats_in(state)) if seat in left)


def to_stock(state: State, starter: Seat) -> tuple[Seat, ...]:
    """The seats that stock up before a hand, in their order: those in the game that have a silv."""
    left = in_game(state)
    return tuple([seat for seat in clockwise(starter, seats_in(state)) if seat in left and player(state, seat).silvs])


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats whose decision is awaited; `TABLE` between hands."""
    if state.phase == "react":
        return state.waiting
    if state.phase in ("stock", "levy"):
        return state.waiting[:1]
    if state.phase == "between":
        return (TABLE,)
    if state.phase == "demand" and state.work is not None and state.work.target is not None:
        return (state.work.target,)
    return () if state.phase == "over" else (state.active,)
