"""The rules of Hand of the Hanataz in our own words, by the numbers that refusals cite, and what they fix."""

from functools import cache
from typing import Final

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.perilous import EXTRAS, FOOL, NUMBERS, PERILOUS, RANK_OF, SUIT_OF

HAND: Final = 5
"""The cards everybody is dealt, and those of the Hanataz Hand (HH-1.5); one buys cards up to so many (HH-2.3)."""
ROUNDS: Final = 6
"""How many hands are played in a match that ends after rounds, where `rounds` says nothing else (HH-1.3)."""
TARGET: Final = 50
"""How many silvs end a match at a target, where `target` says nothing else (HH-1.3)."""
BUY_IN: Final = 15
"""What a debt token brings without a house, where `buy_in` says nothing else (HH-8.2)."""
BARD_PAY: Final = 5
"""What the player of a Bard gets that nobody tipped (HH-7.3)."""
HOARD: Final = 3
"""What a Dragon takes from the pot (HH-4.3)."""
FACES: Final = ("J", "R", "K", "W", "C", "D", FOOL)
"""The face cards that may be left out of the deck."""
TROLL, ASSASSIN, BARD, PRIEST = EXTRAS
NUB, KNIGHT, ROGUE, JESTER, DRAGON, WIZARD, CROWN = "1", "K", "R", "J", "D", "W", "C"

PLAYED: Final = (*NUMBERS, WIZARD, DRAGON, CROWN, TROLL, BARD, PRIEST)
"""The ranks that are played without naming anything (HH-3.9)."""

COUNT_OF: Final = {code: int(rank) if rank in NUMBERS else 0 for code, rank in RANK_OF.items()}
"""What a number card counts; 0 for every other card."""
WORTH_OF: Final = COUNT_OF | {
    code: 11 for code, rank in RANK_OF.items() if code not in (UNKNOWN, FOOL) and not COUNT_OF[code] and rank != NUB
}
"""What a card of the Hanataz Hand counts in a challenge; a Fool, which is none of that, counts 0."""


@cache
def deck_of(decks: int, kinds: tuple[str, ...]) -> Cards:
    """All cards in play with so many decks and these kinds of face cards."""
    used = {*NUMBERS, *kinds}
    return tuple(face.code for face in PERILOUS.faces if face.rank in used) * decks


def number_beats(card: Card, control: Card) -> bool:
    """Whether a number card takes control from another without a silv: the same suit and higher (HH-3.3)."""
    return SUIT_OF[card] == SUIT_OF[control] and COUNT_OF[card] > COUNT_OF[control]


def house_beats(flipped: Card, control: Card) -> bool:
    """Whether a card of the Hanataz Hand beats the controlling one (HH-6.2)."""
    fits = flipped in EXTRAS or (flipped != UNKNOWN and SUIT_OF[flipped] == SUIT_OF[control])
    return fits and WORTH_OF[flipped] > COUNT_OF[control]


RULES: Final[dict[str, str]] = {
    "HH-1.1": "Three to eight players sit down.",
    "HH-1.2": "A single deck is for three or four players; more of them play with two.",
    "HH-1.3": "Every option exists and has a value that it can have. `rounds`, `target` and `buy_in` are for matches "
    "that end after rounds, end at a target, or are played without a house; a target is more than anybody begins "
    "with.",
    "HH-1.4": "Without a house there is nobody to pay a bonus into the pot, and the match ends after rounds or at a "
    "target.",
    "HH-1.5": "What a record says of the cards can be true: the deal has a starter, five cards for each seat and five "
    "slots; no card comes more often than the deck has it, from where it cannot be, or against what is recorded "
    "already; every outcome is there and no other; and what everybody sees is never ??.",
    "HH-2.1": "The table opens the next hand while at least two seats are in the game and one of them has a silv or a "
    "card. Everybody still in the game is active again. Whoever controlled the pot last begins; if nobody did, the "
    "starter of the hand before, or the next seat in the game.",
    "HH-2.2": "Before a hand each seat with a silv may, once, pay 1 silv to the pot and discard cards of its hand to "
    "draw as many: at least one, and only cards that it holds.",
    "HH-2.3": "Then the seat buys cards up to five, for 1 silv each into the pot or for the price as raised, as far "
    "as its silvs go. That is no choice. Nobody has to discard what goes beyond five.",
    "HH-2.4": "When all have stocked up, the empty slots of the Hanataz Hand are filled, the lowest first; the cards "
    "that lie there stay.",
    "HH-3.1": "Only the seat that is asked acts, and only with what the phase knows: stocking up, a turn, what a "
    "Jester sees and the card played after it, reactions, an answer to a Rogue, a levy, or the table between hands.",
    "HH-3.2": "Whoever begins a turn with the Hanataz token must challenge, and nobody else may.",
    "HH-3.3": "A number card is played to take control: any number where no card controls, a higher one of the "
    "controlling card's suit, or an equal one of any suit for 1 silv into the pot. No other number can be played.",
    "HH-3.4": "A pass costs 1 silv, into the pot; who has none cannot pass.",
    "HH-3.5": "Who nubs out flips the Nub and is out of this hand, but not of the game.",
    "HH-3.6": "A card is played from one's own hand, and as what it is. Face cards are discarded before they take "
    "effect, but for a Bard, which stays on the table, and a Fool.",
    "HH-3.7": "A Knight is never played on a turn.",
    "HH-3.8": "While Bards lie on the table, whoever plays a face card, a Knight too, first pays 1 silv on each.",
    "HH-3.9": "A face card needs something to act on: a Rogue another seat in the game, an Assassin and a Troll "
    "another active seat, a Jester and a Fool a slot with a card in it, and all but the Troll are played by naming "
    "it.",
    "HH-4.1": "A Jester looks at the card in one slot. It is put back, or all face-down cards are shuffled among "
    "their slots. Then its player draws a card and has to play one; only a hand in which nothing can be played may "
    "stop.",
    "HH-4.2": "A Wizard draws two cards.",
    "HH-4.3": "A Dragon takes three silvs from the pot, or all there are. The hand ends if it leaves the pot empty.",
    "HH-4.4": "A Rogue asks another seat in the game for 2 silvs, or for 1 silv and a random card: only for what the "
    "seat can give, if it can give either. The seat pays, if it can, or refuses and is put out.",
    "HH-4.5": "A levy is a Crown's tax or a Troll's toll. A Crown taxes: the house puts 1 silv into the pot, then "
    "every active seat from the left of its player, who comes last, pays 1 silv or nubs out. Who has no silv is nubbed "
    "out.",
    "HH-4.6": "A Knight is only played as a reaction, to counter a Rogue or a Dragon.",
    "HH-4.7": "A Fool takes the card of a slot into the hand. It is shuffled with the other face-down cards and all "
    "are laid into the same slots; its player takes a Fool token, if one is at the centre.",
    "HH-4.8": "A Troll asks toll: every other active seat pays its player 1 silv or nubs out; without a silv it is "
    "nubbed out.",
    "HH-4.9": "An Assassin nubs another active seat out.",
    "HH-4.10": "A Bard lies on the table until the hand ends and collects a silv for each face card played.",
    "HH-4.11": "A Priest clears the row and reveals cards until a number comes; with that number its player takes "
    "control. The other cards revealed are discarded.",
    "HH-4.12": "Who is put out shows and discards the hand, returns Fool tokens and keeps the silvs, out of play. A "
    "Bard of theirs goes, its silvs fall to the pot, and cards may become dearer.",
    "HH-4.13": "When the controller is nubbed out or put out, nobody controls and the row is discarded.",
    "HH-5.1": "After a Rogue or a Dragon every other active seat with a card is asked, if it can pay the Bards, and "
    "the Rogue's target even if nubbed out: with a Knight or without, so that silence tells nothing.",
    "HH-5.2": "Each seat asked answers once, a Knight or let it be. The first Knight counters, and that ends it.",
    "HH-6.1": "A challenge flips the card of a slot that has one; slot 0 only where none has, and then the pot is won.",
    "HH-6.2": "The flipped card beats the controlling one if it is a higher number of its suit, a face card of its "
    "suit, or one of the four without a suit. A tie does not beat it.",
    "HH-6.3": "A challenger who is not beaten takes the pot. Otherwise the house takes half of it, rounded down.",
    "HH-6.4": "If a Fool is flipped, the holders of Fool tokens take the pot, the house being one if a token is at "
    "the centre. Two of them halve it; an odd silv goes to the seat, or to the house where two seats share.",
    "HH-6.5": "Without a house its part stays in the pot.",
    "HH-7.1": "A hand ends with a challenge, with a Dragon that empties the pot, or when nobody is active; then the "
    "house takes the pot.",
    "HH-7.2": "Then, in this order: without a house untipped Bards take theirs, the pot is divided, Bards are paid, "
    "the token goes back, row and Bards are discarded, and a flipped Fool refreshes the deck.",
    "HH-7.3": "The silvs on a Bard go to who played it. On an untipped one the house pays 5.",
    "HH-8.1": "The table may finish between hands, unless a number of hands is set and another can be played.",
    "HH-8.2": "Without a house, a seat with no silv may buy in between hands for a debt token, out of the game or "
    "not, unless the buy-in is 0.",
    "HH-9.1": "Cards come from the top of the deck, one by one.",
    "HH-9.2": "When a card is needed and none is left, or a Fool was flipped: the Hanataz Hand, unseen, and the "
    "discard pile become the deck, five new cards are laid out, and the Fool tokens return.",
    "HH-9.3": "That happens at most once in an action. If cards still run short, the slots come first.",
}

GUIDE: Final = "\n\n".join(
    (
        "Win the pot from the house, and end with the most silvs. Everybody starts with 15 silvs and five cards and "
        "puts one silv into the pot. Five more cards lie face down, each in a slot: the Hanataz Hand.",
        "Before each hand you may pay a silv to exchange cards, and then you buy cards up to five, a silv each. All "
        "that goes into the pot.",
        "On your turn, do one thing. Play a number next to the pot to take control: it needs the suit of the last "
        "number there and a higher value, or the same value and a silv. Or play a face card. Or pass, for a silv. Or "
        "nub out until the next hand.",
        "If you still control the pot when your next turn comes, you challenge: flip one of the face-down cards. A "
        "higher card of your suit beats yours, and faces count 11. Then the house takes half of the pot and you the "
        "rest; otherwise all is yours. A Fool gives the pot to whoever holds the Fool token.",
        "Wizards draw two cards, Dragons take three silvs from the pot, Rogues rob a player, who pays or leaves the "
        "game. Crowns tax everybody, Jesters peek at the Hanataz Hand, Fools swap one of its cards. A Knight, played "
        "at any time, stops a Rogue or a Dragon; everybody is asked, so that nobody knows who has one.",
        "The hand ends with a challenge, when a Dragon empties the pot, or when all have nubbed out. Play as many "
        "hands as you like, a set number, or until somebody reaches the target. Among those who are still in the "
        "game most silvs win, less debts; equal players share the win.",
    )
)
