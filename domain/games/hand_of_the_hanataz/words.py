"""A sentence for each fact and action of Hand of the Hanataz."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.hand_of_the_hanataz import actions, face_facts, facts
from ludograph.domain.games.hand_of_the_hanataz.state import Account, MatchCause
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.ending import Ending, Parted, Sum
from ludograph.domain.kernel.game import PerSeat, Sentence
from ludograph.domain.kernel.sentences import Speaker, alike, along, capital, counted

_DEMANDS: Final = {"silvs": "2 silvs", "card": "a silv and a random card"}


def _rogue(action: actions.Rogue, speaker: Speaker) -> str:
    return f"Play {action.card} and demand {_DEMANDS[action.demand]} of {speaker.seat(action.target)}."


def _refuse(action: actions.Refuse, speaker: Speaker) -> str:
    shown = "" if not action.hand else f" and show {speaker.cards(action.hand)}"
    return f"Refuse{shown}."


def _game_began(fact: facts.GameBegan, speaker: Speaker) -> str:
    fools = "" if fact.fool_tokens == 0 else f", {counted(fact.fool_tokens, 'Fool token')} at the centre"
    return f"A match of Hand of the Hanataz for {fact.seats} players with {fact.deck_size} cards{fools}."


def _silvs_moved(fact: facts.SilvsMoved, speaker: Speaker) -> str:
    accounts = {"giver": _account(fact.giver, speaker), "receiver": _account(fact.receiver, speaker)}
    return capital(_SILVS[fact.why].format(**accounts, silvs=counted(fact.amount, "silv")))


def _account(account: Account, speaker: Speaker) -> str:
    if isinstance(account, int):
        return speaker.seat(account)
    return f"Bard {account[-1]}" if account.startswith("bard") else f"the {account}"


_SILVS: Final[Mapping[str, str]] = {
    "stake": "{receiver} begins with {silvs}.",
    "ante": "{giver} puts {silvs} into the pot.",
    "exchange": "",
    "card": "{giver} puts {silvs} into the pot for that.",
    "same_number": "{giver} puts {silvs} into the pot for playing the same number.",
    "pass": "",
    "tax": "{giver} pays {silvs} of tax into the pot.",
    "bonus": "{giver} adds {silvs} to the pot.",
    "house_tax": "{giver} adds {silvs} to the pot.",
    "bard_fee": "{giver} tips {receiver}: {silvs}.",
    "toll": "{giver} pays {receiver} {silvs} of toll.",
    "theft": "{giver} hands {receiver} {silvs}.",
    "dragon": "The Dragon brings {receiver} {silvs} from the pot.",
    "pot_won": "{receiver} takes {silvs} from the pot.",
    "pot_house": "{receiver} takes {silvs} from the pot.",
    "bard_tips": "{giver} brings {receiver} {silvs}.",
    "bard_paid": "{giver} pays {receiver} {silvs} for a Bard that nobody tipped.",
    "bard_from_pot": "{receiver} takes {silvs} from the pot for a Bard that nobody tipped.",
    "bard_orphaned": "{silvs} from {giver} fall to the pot.",
    "buy_in": "{receiver} gets {silvs} for a debt token.",
    "shared_out": "{receiver} gets {silvs} of what is left in the pot.",
}


def _hands_dealt(dealt: Sequence[facts.CardsDealt], speaker: Speaker) -> str:
    return speaker.each_dealt(((one.seat, one.cards) for one in dealt), "is dealt {size} cards")


def _slots_filled(fact: facts.SlotsFilled, speaker: Speaker) -> str:
    places = _slots(fact.slots)
    cards = speaker.seen(fact.cards)
    if fact.why == "deal":
        return f"The Hanataz Hand lies face down{cards}."
    return f"The Hanataz Hand gets {counted(len(fact.slots), 'card')} in {places}{cards}."


def _slots(slots: tuple[int, ...]) -> str:
    if len(slots) == 1:
        return f"slot {slots[0]}"
    return f"slots {', '.join(map(str, slots[:-1]))} and {slots[-1]}" if slots else "no slot"


def _hand_opened(fact: facts.HandOpened, speaker: Speaker) -> str:
    price = "" if fact.price == 1 else f" A card costs {fact.price} silvs."
    return f"Hand {fact.hand} begins with {speaker.seat(fact.starter)}.{price}"


def _cards_drawn(fact: facts.CardsDrawn, speaker: Speaker) -> str:
    verb = "buys" if fact.why == "bought" else "draws"
    return f"{speaker.seat(fact.seat)} {verb} {speaker.cards(fact.cards)}."


def _turn_began(fact: facts.TurnBegan, speaker: Speaker) -> str:
    seat = speaker.seat(fact.seat)
    return f"{seat} still controls, and must challenge." if fact.must_challenge else f"It is {seat}'s turn."


def _nubbed_out(fact: facts.PlayerNubbedOut, speaker: Speaker) -> str:
    seat = speaker.seat(fact.seat)
    return f"{seat} is nubbed out by the Assassin." if fact.why == "assassin" else f"{seat} nubs out."


def _number_played(fact: facts.NumberPlayed, speaker: Speaker) -> str:
    if fact.how == "priest":
        return f"{capital(speaker.card(fact.card))} goes beside the pot."
    return f"{speaker.seat(fact.seat)} plays {speaker.card(fact.card)}."


def _control_lost(fact: facts.ControlLost, speaker: Speaker) -> str:
    return "" if fact.why == "hand_end" else f"{speaker.seat(fact.seat)} loses control of the pot."


def _face_played(fact: face_facts.FacePlayed, speaker: Speaker) -> str:
    played = f"{speaker.seat(fact.seat)} plays {speaker.card(fact.card)}"
    if fact.slot is not None:
        return f"{played} on slot {fact.slot}."
    if fact.target is None:
        return f"{played}."
    target = speaker.seat(fact.target)
    demand = "" if fact.demand is None else f" and demands {_DEMANDS[fact.demand]}"
    return f"{played} on {target}{demand}."


def _slot_looked(fact: face_facts.SlotLooked, speaker: Speaker) -> str:
    seen = "" if fact.card == UNKNOWN else f" and sees {speaker.card(fact.card)}"
    return f"{speaker.seat(fact.seat)} looks at slot {fact.slot}{seen}."


def _slots_shuffled(fact: face_facts.SlotsShuffled, speaker: Speaker) -> str:
    what = "the Fool and the other face-down cards" if fact.with_fool else "the face-down cards"
    return f"{speaker.seat(fact.seat)} shuffles {what} among {_slots(fact.slots)}{speaker.seen(fact.cards)}."


def _countered(fact: face_facts.CardCountered, speaker: Speaker) -> str:
    return f"{capital(speaker.card(fact.card))} is countered."


def _demand_made(fact: face_facts.DemandMade, speaker: Speaker) -> str:
    unable = "" if fact.able else ", who cannot give that"
    return f"The Rogue demands {_DEMANDS[fact.demand]} of {speaker.seat(fact.target)}{unable}."


def _put_out(fact: face_facts.PlayerPutOut, speaker: Speaker) -> str:
    shown = f"shows {speaker.cards(fact.cards)}" if fact.cards else "has no card to show"
    return f"{speaker.seat(fact.seat)} is out of the game, {shown} and leaves with {counted(fact.silvs, 'silv')}."


def _levy_opened(fact: face_facts.LevyOpened, speaker: Speaker) -> str:
    kind = "A tax for the pot" if fact.kind == "tax" else "A toll"
    return f"{kind} is asked of {speaker.seats(fact.seats)}."


def _challenge_decided(fact: facts.ChallengeDecided, speaker: Speaker) -> str:
    seat, control = speaker.seat(fact.seat), speaker.card(fact.control)
    if fact.flipped is None:
        return f"There is no card to flip: {seat} wins with {control}."
    if fact.result == "fool":
        return "It is a Fool: the pot goes to whoever holds a Fool token, and to the house where nobody does."
    flipped = capital(speaker.card(fact.flipped))
    if fact.result == "beaten":
        return f"{flipped} beats {seat}'s {fact.control}: the house takes half, rounded down."
    return f"{flipped} does not beat {seat}'s {fact.control}: the pot is won."


def _hand_ended(fact: facts.HandEnded, speaker: Speaker) -> str:
    why = {
        "challenge": "",
        "empty_pot": ": the pot is empty",
        "all_nubbed": ": nobody is active any more",
    }[fact.cause]
    left = f" {capital(counted(fact.pot_left, 'silv'))} stay in the pot." if fact.pot_left else ""
    return f"Hand {fact.hand} is over{why}.{left}"


def _bought_in(fact: facts.BoughtIn, speaker: Speaker) -> str:
    back = "is back in the game and " if fact.back else ""
    return f"{speaker.seat(fact.seat)} {back}has {counted(fact.debts, 'debt token')}."


_WHY_OVER: Final[Mapping[MatchCause, str]] = {
    "rounds": "All hands agreed on are played, and the match ends",
    "target": "Somebody has as many silvs as were agreed on, and the match ends",
    "last_player": "Fewer than two players are left in the game, and the match ends",
    "dried_up": "Nobody has a silv or a card to go on with, and the match ends",
    "finish": "The table ends the match",
}


def _match_ended(fact: facts.MatchEnded, speaker: Speaker) -> str:
    nets = speaker.each(f"{net} ({gain:+} in all)" for net, gain in zip(fact.net, fact.gains, strict=True))
    return f"{_WHY_OVER[fact.cause]}: {', '.join(nets)}. {speaker.won(fact.winners)}."


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    actions.Keep: "Keep the hand.",
    actions.Exchange: "Exchange {cards}.",
    actions.Play: "Play {card}.",
    actions.Rogue: _rogue,
    actions.Jester: "Play {card} and look at slot {slot}.",
    actions.Fool: "Play the Fool on slot {slot}.",
    actions.Assassin: "Play the Assassin on {target}.",
    actions.Pass: "Pass.",
    actions.Nub: "Nub out.",
    actions.Challenge: "Challenge the house with slot {slot}.",
    actions.Back: "Leave the card where it lies.",
    actions.Shuffle: "Shuffle the face-down cards.",
    actions.Stop: "Nothing can be played.",
    actions.Knight: "Counter with {card}.",
    actions.Let: "Let it be.",
    actions.Pay: "Pay.",
    actions.Refuse: _refuse,
    actions.Buyin: "Buy in.",
    actions.Next: "Open the next hand.",
    actions.Finish: "Finish the match.",
    facts.GameBegan: _game_began,
    facts.SilvsMoved: alike(_silvs_moved),
    facts.CardsDealt: alike("{seat} is dealt {cards}.", _hands_dealt),
    facts.SlotsFilled: _slots_filled,
    facts.HandOpened: _hand_opened,
    facts.StockKept: "{seat} exchanges nothing.",
    facts.CardsExchanged: "{seat} puts 1 silv into the pot and discards {cards}.",
    facts.CardsDrawn: alike(_cards_drawn),
    facts.TurnBegan: along(_turn_began),
    facts.TurnPassed: "{seat} passes and puts 1 silv into the pot.",
    facts.PlayerNubbedOut: _nubbed_out,
    facts.NumberPlayed: _number_played,
    facts.ControlTaken: along("{seat} controls the pot."),
    facts.ControlLost: _control_lost,
    facts.RowDiscarded: "The cards beside the pot are discarded: {cards}.",
    face_facts.FacePlayed: _face_played,
    face_facts.BardPlaced: "The Bard plays for {seat}.",
    face_facts.SlotLooked: _slot_looked,
    face_facts.SlotReturned: "{seat} leaves the card in slot {slot}.",
    face_facts.FollowStopped: "{seat} has no card that could be played.",
    face_facts.SlotsShuffled: _slots_shuffled,
    face_facts.SlotTaken: "{seat} takes {card} from slot {slot}.",
    face_facts.FoolTokenTaken: along("{seat} takes a Fool token."),
    face_facts.FoolTokensReturned: "The Fool tokens of {seats} go back to the centre.",
    face_facts.ReactionOpened: "Does anybody counter {card}? Asked: {seats}.",
    face_facts.ReactionPassed: "{seat} lets it be.",
    face_facts.KnightPlayed: "{seat} plays {card}.",
    face_facts.CardCountered: _countered,
    face_facts.DemandMade: _demand_made,
    face_facts.CardStolen: "{receiver} gets {card} from {giver}.",
    face_facts.DemandRefused: "{seat} refuses, and has to leave the game for it.",
    face_facts.PlayerPutOut: _put_out,
    face_facts.CardPriceRaised: "From the next hand on a card costs {price} silvs.",
    face_facts.LevyOpened: _levy_opened,
    face_facts.CardsRevealed: "{seat} reveals {cards}.",
    face_facts.RevealedDiscarded: "Discarded: {cards}.",
    facts.DeckRefreshed: "The Hanataz Hand and the discard pile are shuffled into the deck: {deck} cards.",
    facts.SlotFlipped: "{seat} flips slot {slot}: {card}.",
    facts.ChallengeDecided: _challenge_decided,
    facts.BardDiscarded: "{seat}'s Bard is discarded.",
    facts.HandEnded: _hand_ended,
    facts.BoughtIn: _bought_in,
    facts.MatchEnded: _match_ended,
}

OFFERS: Final[Mapping[type[Struct], str]] = {
    actions.Rogue: "rob {target} with {card}, demanding {demand}",
    actions.Refuse: "refuse, show the hand and leave the game",
}
"""How what could be done is told, where a sentence of what was done is not a mere template."""


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """What a seat has in the end, less its debts."""
    (end,) = (fact for fact in told if isinstance(fact, facts.MatchEnded))
    return tuple(
        (("silvs", silvs), *((("debts", net - silvs),) if debts else ()))
        for silvs, debts, net in zip(end.silvs, end.debts, end.net, strict=True)
    )


def _still_in(parted: Parted, speaker: Speaker) -> str:
    return f"only {speaker.won(parted.rest, 'is still in the game', 'are still in the game')}"


ENDING: Final = Ending(
    unit="silv",
    out=_still_in,
    out_mark="out of the game",
    before_scores="whoever is out of the game is behind all others, with whatever silvs",
    sums=_sums,
)

LABELS: Final[Mapping[str, str]] = {
    "end": "When the match ends",
    "rounds": "Number of hands",
    "target": "Silvs to hold",
    "start_silvs": "Silvs at the start",
    "no_house": "Without a house",
    "buy_in": "Buy-in",
    "decks": "Decks",
    "pot_bonus": "Growing pot",
    "rising_card_cost": "Rising price of cards",
    "face_cards": "Face cards",
    "extra_faces": "Extra face cards",
    "purses": "Purses, seat by seat",
}
"""What the options are called where a table chooses them, those first that it agrees on first."""
