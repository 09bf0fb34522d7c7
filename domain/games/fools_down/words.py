"""A sentence for each fact and action of Fool's Down."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.fools_down import actions, dealing, facts, wagering
from ludograph.domain.games.fools_down.rules import CATEGORIES, COMMON, DOWN, ROUND_NAMES
from ludograph.domain.games.fools_down.state import State, put_in_to_match
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.ending import Ending, Sum
from ludograph.domain.kernel.game import Action, PerSeat, Seat, Sentence
from ludograph.domain.kernel.mentions import About
from ludograph.domain.kernel.sentences import Speaker, alike, along, capital, counted, listed


def _duck(action: actions.Duck, speaker: Speaker) -> str:
    return "Duck." if action.fool is None else f"Duck and turn up {speaker.card(action.fool)}."


def _show(action: actions.Show, speaker: Speaker) -> str:
    return "Show your cards." if action.cards is None else f"Show {' '.join(action.cards)}."


def _game_began(fact: facts.GameBegan, speaker: Speaker) -> str:
    alike = len(set(fact.buy_ins)) == 1
    stacks = listed(speaker.each(f"with {stack}" for stack in fact.buy_ins))
    chips = f"each with {counted(fact.buy_ins[0], 'chip')}" if alike else stacks
    bag = f" {counted(fact.bag_start, 'chip')} are in the Fool's Bag." if fact.bag_start else ""
    return f"{fact.seats} players sit down to Fool's Down, {chips}.{bag} {speaker.seat(fact.first_dealer)} deals first."


def _came_back(fact: facts.CameBack, speaker: Speaker) -> str:
    fee = f" and owes {fact.fee_owed} for a Fool's Bet missed" if fact.fee_owed else ""
    return f"{speaker.seat(fact.seat)} comes back{fee}."


def _down_card_dealt(fact: dealing.DownCardDealt, speaker: Speaker) -> str:
    which = "the Fool's Down card" if fact.slot == DOWN else "a down card"
    seen = "" if fact.card == UNKNOWN else f": {speaker.card(fact.card)}"
    return f"{speaker.seat(fact.seat)} gets {which}{seen}."


def _down_cards_dealt(dealt: Sequence[dealing.DownCardDealt], speaker: Speaker) -> str:
    last = dealt[0].slot == DOWN
    what = "gets the Fool's Down card" if last else "gets {size} down cards"
    return speaker.each_dealt(((one.seat, (one.card,)) for one in dealt), what)


def _hand_started(fact: facts.HandStarted, speaker: Speaker) -> str:
    return (
        f"Hand {fact.hand}: {speaker.seat(fact.dealer)} deals, {speaker.seat(fact.cutter)} cuts, "
        f"{speaker.seat(fact.fools_bettor)} makes the Fool's Bet. {speaker.seat(fact.order[0])} acts first."
    )


def _posted(fact: wagering.ForelayPosted, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} puts in a forelay of {fact.amount}{_all_in(fact.all_in)}."


def _bet_posted(fact: wagering.FoolsBetPosted, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} makes the Fool's Bet of {fact.amount}{_all_in(fact.all_in)}."


def _matched(fact: wagering.Matched, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} matches with {fact.paid}{_all_in(fact.all_in)}."


def _wagered(fact: wagering.Wagered, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} wagers {fact.to}{_all_in(fact.all_in)}."


def _bumped(fact: wagering.Bumped, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} bumps to {fact.to}{_all_in(fact.all_in)}."


def _all_in(all_in: bool) -> str:
    return " and is all in" if all_in else ""


def _ducked(fact: wagering.Ducked, speaker: Speaker) -> str:
    shown = "" if fact.shown is None else f" and turns up {speaker.card(fact.shown)}"
    return f"{speaker.seat(fact.seat)} ducks{shown}."


def _card_burned(fact: dealing.CardBurned, speaker: Speaker) -> str:
    which = "A card" if fact.card == UNKNOWN else capital(speaker.card(fact.card))
    return f"{which} is burned for {ROUND_NAMES[fact.round]}."


def _common_card_turned(fact: dealing.CommonCardTurned, speaker: Speaker) -> str:
    return f"{COMMON[fact.place - 1]}: {speaker.card(fact.card)}."


def _common_cards_turned(turned: Sequence[dealing.CommonCardTurned], speaker: Speaker) -> str:
    """The three of the Cast, the two of the Dance."""
    return f"{COMMON[turned[0].place - 1]}: {listed([speaker.card(one.card) for one in turned])}."


def _wild_discarded(fact: dealing.WildDiscarded, speaker: Speaker) -> str:
    return f"{capital(speaker.card(fact.card))} is put away and replaced."


def _fool_appeared(fact: dealing.FoolAppeared, speaker: Speaker) -> str:
    owner = "on the table" if fact.seat is None else f"in the hand of {speaker.seat(fact.seat)}"
    nobody = "" if fact.payers else " Nobody has to pay for it."
    return f"The Fool appears {owner}.{nobody}"


def _card_exchanged(fact: dealing.CardExchanged, speaker: Speaker) -> str:
    which = ("first", "second")[fact.slot - 1]
    out, new = _seen(fact.out, speaker), _seen(fact.new, speaker)
    what = f"{out or 'it'} for {new or 'another'}" if out or new else "for another"
    return f"{speaker.seat(fact.seat)} exchanges the {which} down card{', ' if out or new else ' '}{what}."


def _seen(card: Card, speaker: Speaker) -> str:
    return "" if card == UNKNOWN else speaker.card(card)


def _hand_shown(fact: dealing.HandShown, speaker: Speaker) -> str:
    kind = CATEGORIES[fact.category - 1]
    return f"{speaker.seat(fact.seat)} shows {' '.join(fact.cards)}: {kind} ({' '.join(fact.five)})."


def _fools_down_counted(fact: dealing.FoolsDownCounted, speaker: Speaker) -> str:
    times = {1: "once", 2: "twice"}.get(fact.count, f"{fact.count} times")
    return f"{speaker.seat(fact.seat)} was taken down by the Fool {times} this evening."


def _pots_formed(fact: facts.PotsFormed, speaker: Speaker) -> str:
    """Where there is one pot, who wins it says it all."""
    if not fact.pots:
        return "There is no pot."
    pots = (f"{_pot(pot.pot)} of {pot.amount} is for {speaker.seats(pot.eligible)}" for pot in fact.pots)
    return f"{capital('; '.join(pots))}." if len(fact.pots) > 1 else ""


def _pot(pot: int) -> str:
    return f"side pot {pot}" if pot else "the main pot"


_HOW: Final[Mapping[facts.How, str]] = {
    "alone": "unopposed",
    "best": "with the best hand",
    "fool": "with the Fool",
    "cut": "with the Fool and the best hand",
}


def _pot_awarded(fact: facts.PotAwarded, speaker: Speaker) -> str:
    off = "".join(f", {taken}" for taken in _taken_off(fact))
    shares = [f"{chips} to {speaker.seat(seat)}" for seat, chips in enumerate(fact.shares, start=1) if chips]
    gets = f"{listed(shares)}, {_HOW[fact.how]}" if shares else "nothing is left to win"
    return f"{capital(_pot(fact.pot))} of {fact.amount}{off}: {gets}."


def _taken_off(fact: facts.PotAwarded) -> Iterator[str]:
    if fact.grab:
        yield f"{fact.grab} of it to the house"
    if fact.bag:
        yield f"{fact.bag} of it into the Fool's Bag"


def _fools_bag_won(fact: facts.FoolsBagWon, speaker: Speaker) -> str:
    shares = f"{fact.half}, and {fact.each} each for {speaker.seats(fact.seats)}"
    return f"{speaker.seat(fact.seat)} wins the Fool's Bag: {shares}; {fact.left} stay in it."


_WHY_OVER: Final[Mapping[facts.Reason, str]] = {
    "finished": "The evening is closed",
    "one_left": "Fewer than two players with chips are left, and the evening ends",
    "hands_played": "All hands agreed on are played, and the evening ends",
}


def _match_ended(fact: facts.MatchEnded, speaker: Speaker) -> str:
    nets = speaker.each(f"{net:+}" for net in fact.net)
    return f"{_WHY_OVER[fact.reason]}: {', '.join(nets)}. {speaker.won(fact.winners)}."


def _skipped(fact: wagering.WageringSkipped, speaker: Speaker) -> str:
    return f"Nobody can wager after {ROUND_NAMES[fact.round]}."


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    actions.Deal: "Deal a hand.",
    actions.Sit: "Sit out.",
    actions.Return: "Come back.",
    actions.Leave: "Leave the table.",
    actions.Tip: "Tip the dealer {amount}.",
    actions.Finish: "End the evening.",
    actions.Wink: "Wink.",
    actions.Match: "Match.",
    actions.Wager: "Wager {to}.",
    actions.Bump: "Bump to {to}.",
    actions.Duck: _duck,
    actions.Keep: "Keep both cards.",
    actions.Exchange: "Exchange down card {slot}.",
    actions.Show: _show,
    facts.GameBegan: _game_began,
    facts.SatOut: "{seat} sits out.",
    facts.CameBack: _came_back,
    facts.LeftTable: "{seat} leaves with {chips}.",
    facts.DealerTipped: "{seat} tips the dealer {amount}.",
    facts.HandStarted: _hand_started,
    facts.FoolsBetMissed: along("{seat} misses the Fool's Bet."),
    wagering.FeePosted: along("{seat} pays {amount} for a Fool's Bet missed."),
    wagering.ForelayPosted: along(_posted),
    wagering.FoolsBetPosted: along(_bet_posted),
    dealing.DownCardDealt: alike(_down_card_dealt, _down_cards_dealt),
    wagering.Winked: "{seat} winks.",
    wagering.Matched: _matched,
    wagering.Wagered: _wagered,
    wagering.Bumped: _bumped,
    wagering.Ducked: _ducked,
    wagering.BetReturned: "{amount} that nobody matched go back to {seat}.",
    wagering.RoundClosed: "",
    wagering.WageringSkipped: along(_skipped),
    dealing.CardBurned: _card_burned,
    dealing.CommonCardTurned: along(_common_card_turned, _common_cards_turned),
    dealing.WildDiscarded: _wild_discarded,
    dealing.FoolAppeared: _fool_appeared,
    dealing.DuesPaid: alike("{seat} pays {amount} for the Fool."),
    dealing.ExchangeOpened: "The Trick is {card}: everybody in the hand may exchange a card.",
    dealing.CardKept: "{seat} keeps both cards.",
    dealing.CardExchanged: _card_exchanged,
    dealing.ShowdownStarted: "Showdown: {seats}, in this order.",
    dealing.HandShown: _hand_shown,
    dealing.TakenDown: "The Fool takes {seat} down.",
    dealing.FoolsDownCounted: along(_fools_down_counted),
    facts.PotsFormed: _pots_formed,
    facts.PotAwarded: alike(_pot_awarded),
    facts.DuesCollected: "{seat} collects {amount} for the Fool.",
    facts.FoolsBagWon: _fools_bag_won,
    facts.HandEnded: "",
    facts.SeatBroke: alike("{seat} is broke and out."),
    facts.MatchEnded: _match_ended,
}


def _winning(fact: facts.PotAwarded, state: State) -> Iterator[tuple[Seat, Cards]]:
    """The hands that were shown of those who get something of a pot, and the Fool where they get it for that."""
    shown = state.hand.shown if state.hand is not None else ()
    fool = (FOOL,) if fact.how in ("fool", "cut") else ()
    for seat, (hand, share) in enumerate(zip(shown, fact.shares, strict=False), start=1):
        if share:
            yield seat, (*fool, *(hand.five if hand else ()))


ABOUT: Final[About] = {
    facts.PotAwarded: _winning,
    dealing.FoolAppeared: lambda fact, state: [(fact.seat, (FOOL,))],
    dealing.TakenDown: lambda fact, state: [(fact.seat, (FOOL,))],
}
"""The cards that sentences are about that do not name them."""

OFFERS: Final[Mapping[type[Struct], str]] = {
    actions.Show: "turn up the down cards",
}
"""How what could be done is told, where a sentence of what was done is not a mere template."""


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """What a seat has in the end, less what it brought."""
    (end,) = (fact for fact in told if isinstance(fact, facts.MatchEnded))
    return tuple(
        (("chips", chips), ("brought to the table", net - chips)) for chips, net in zip(end.chips, end.net, strict=True)
    )


ENDING: Final = Ending(unit="chip", signed=True, rule="FD-8.4", sums=_sums)

AMOUNTS: Final[Mapping[type[Action], Callable[[State, Seat], int]]] = {actions.Match: put_in_to_match}
"""How many chips an action puts in that names no amount."""

LABELS: Final[Mapping[str, str]] = {
    "hands": "Number of hands",
    "buy_in": "Chips at the start",
    "forelay": "Forelay",
    "fools_bet": "Fool's Bet",
    "max_wager": "Limit of a wager",
    "fools_down": "The Fool as last card",
    "dealer": "Who deals",
    "house_grab": "Grab of the house, per cent",
    "turning_the_trick": "Exchange at the Trick",
    "fools_rules": "Fool's Rules",
    "fools_bag": "Fool's Bag",
    "bag_stake": "Stake of the Fool's Bag",
    "bag_start": "Start of the Fool's Bag",
    "missed_fee": "Fee for a missed Fool's Bet",
}
"""What the options are called where a table chooses them, those first that it agrees on first."""
