"""The rules of Fool's Down in our own words, by the numbers that refusals cite, and the constants they name."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from ludograph.domain.kernel.decks.perilous import FOOL, SUITS, WITHOUT_EXTRAS

Round = Literal["deal", "cast", "dance", "trick", "down"]


class Stage(NamedTuple):
    """What lies on the table once the cards of a round are dealt, and how many down cards a standing seat has."""

    burned: int
    common: int
    down: int


STAGES: Final[Mapping[Round, Stage]] = {
    "deal": Stage(burned=0, common=0, down=2),
    "cast": Stage(burned=1, common=3, down=2),
    "dance": Stage(burned=2, common=5, down=2),
    "trick": Stage(burned=3, common=6, down=2),
    "down": Stage(burned=4, common=6, down=3),
}
ROUNDS: Final[tuple[Round, ...]] = tuple(STAGES)
"""The betting rounds of a hand, in their order (FD-1.2)."""
ROUND_NAMES: Final[Mapping[Round, str]] = {
    "deal": "the Deal",
    "cast": "the Cast",
    "dance": "the Dance",
    "trick": "the Trick",
    "down": "the Fool's Down",
}
"""What each of them is called."""
TRICK: Final = 6
"""The place of the Trick among the common cards (FD-5.1)."""
COMMON: Final = ("Cast", "Cast", "Cast", "Dance", "Dance", "Trick")
"""What the card in each common place is called."""
DOWN: Final = 3
"""The slot of the Fool's Down card (FD-6.3)."""

DECK: Final = tuple(face.code for face in WITHOUT_EXTRAS.faces)
WILDS: Final = frozenset({*(f"J{suit}" for suit in SUITS), FOOL})
"""The cards that are wild in a hand (FD-7.2)."""
DRAGONS: Final = frozenset(f"D{suit}" for suit in SUITS)
"""With the Jesters and the Fool these let cards be exchanged when they are turned up as the Trick (FD-5.1)."""

FULL_COUNT: Final = 3
"""So often must a player be taken down in an evening to win the Fool's Bag (FD-8.3)."""
MOST: Final = 10**17
"""No option may be a greater number, so that a whole table can be counted in 64 bits."""

CATEGORIES: Final = (
    "Fool's Five",
    "Dragon's Court",
    "Crown's Court",
    "Fool's Court",
    "Four Dandies",
    "Fool's Four",
    "The Castle",
    "Five Elements",
    "Fool's Elements",
    "Running Five",
    "Three Dandies",
    "Fool's Three",
    "Two Twins",
    "Twins",
    "High Card",
)
"""The kinds of hands, the best first (FD-7.3)."""

GUIDE: Final = (
    "Fool's Down is a betting game for an evening: you sit down with chips, play hand after hand, and want to get up "
    "with more. It is much like Texas hold 'em, with other words: one winks (checks), wagers (bets), matches (calls), "
    "bumps (raises) and ducks (folds).\n\n"
    "Before each hand everybody pays a small forelay, and the player left of the dealer the larger Fool's Bet. You get "
    "two down cards, which only you look at, and bet. Then six common cards come face up: three in the Cast, two in "
    "the Dance, and the Trick, each followed by more betting. Last you get a third down card, the Fool's Down, and "
    "bet once more. At the showdown whoever still stands turns up all three down cards (`show`), and the best hand "
    "takes the pot, or gives the hand up unseen (`duck`).\n\n"
    "Your hand is the best five cards made of exactly two of your three down cards and exactly three of the common "
    "ones. The kinds of hands go from a High Card over twins, runs and elements (cards of one suit) up to the Fool's "
    "Five. The four Jesters and the Fool are wild in your hand; turned up on the table they are replaced.\n\n"
    "Two things are special. If the Trick is a Dragon, a Jester or the Fool, you may exchange one of your first two "
    "cards. And if your last card is the Fool, then, once you show it, the house's choice counts: you are out of the "
    "hand, you win it, or you share it with the best hand.\n\n"
    "You play with what lies in front of you: who has too few chips is all in, and the others play for a side pot. "
    "Your score is what you have won or lost in the evening; the most won wins."
)

RULES: Final[Mapping[str, str]] = {
    "FD-0.1": "Two to ten play, with options that the house allows: at least a chip for everybody, a Fool's Bet "
    "greater than the forelay, no limit below it, a grab of at most ten per cent, and a Fool's Bag only in the "
    "traditional game.",
    "FD-1.1": "The evening ends when somebody closes it, when the hands agreed on are played, or when fewer than two "
    "at the table have chips. Then nothing can be done any more; each seat's score is what it has won or lost.",
    "FD-1.2": "An action belongs to its phase: coming, going, tipping and dealing between hands; bets in the five "
    "rounds; keeping or exchanging when the Trick is turned; showing or ducking at the showdown.",
    "FD-1.3": "In a hand only the seat whose turn it is acts. First is the seat second to the left of the dealer, "
    "last the one with the Fool's Bet; at the showdown the Fool's Bet shows first and the dealer last.",
    "FD-1.4": "An action and the deal have all their fields, each of its kind; amounts are whole numbers.",
    "FD-2.1": "The outcomes written with an action are exactly the cards that it brings, in the order dealt: "
    "a burned card before each stage, and one more for each wild card that is replaced.",
    "FD-2.2": "Each of them is one of the 65 cards of this game, or ?? for a down, exchanged or burned card that "
    "nobody at the recorder's side saw. A card turned up on the table was seen by all.",
    "FD-2.3": "No card comes twice in a hand: not one that lies on the table, was discarded, or is known to be a "
    "down card or a burned one.",
    "FD-3.1": "The deal passes to the next seat on the left that plays; with a hired dealer too, who deals for it.",
    "FD-3.2": "A hand needs at least two seats that play.",
    "FD-3.3": "A seat that plays may sit out from the next hand on. It keeps its chips; if the Fool's Bet passes it "
    "by meanwhile, it may owe one.",
    "FD-3.4": "A seat that sits out or has left may come back, with the chips it had.",
    "FD-3.5": "Who missed the Fool's Bet needs more chips than one Fool's Bet to come back, and pays that fee into "
    "the main pot of its next hand; it matches nothing.",
    "FD-3.6": "A seat at the table may leave between hands and takes its chips along.",
    "FD-3.7": "Where a dealer is hired, a seat at the table may tip, but keeps one chip and what it owes.",
    "FD-3.8": "Any seat at the table may close the evening between hands.",
    "FD-4.1": "To wink is to put in nothing, which is possible only where there is nothing to match.",
    "FD-4.2": "To match is to put in what is missing, or all one has left; there must be something to match.",
    "FD-4.3": "The first to put in more than must be matched wagers, the next ones bump. The Fool's Bet is no wager: "
    "over it alone both words mean a wager.",
    "FD-4.4": "A rise is at least as much as the last full one in its round, at first one Fool's Bet, and at most the "
    "limit of the table. Who has less than that may go all in with less, as long as it is a rise at all.",
    "FD-4.5": "Nobody puts in more chips than they have.",
    "FD-4.6": "Where no other seat in the hand has chips left, there is nobody to raise for.",
    "FD-4.7": "Who has already acted in a round may bump only after rises by others that add up to a full one.",
    "FD-4.8": "One may duck at any turn: the cards go away unseen, the chips stay in the pot.",
    "FD-4.9": "Where a Fool's Bag is played for, who ducks with the Fool as last card may turn it up, so that it "
    "counts; nobody else turns up a card when ducking.",
    "FD-5.1": "When a Dragon, a Jester or the Fool is turned up as the Trick, each seat in the hand once keeps its "
    "cards or exchanges one, in the order of acting. Then a wild Trick is replaced; this opens no other exchange.",
    "FD-5.2": "The card exchanged is the first or the second down card. Nobody else sees it or the new one.",
    "FD-6.1": "At the showdown each seat in the hand shows or ducks, in turn. If only one is left, it wins unseen.",
    "FD-6.2": "As long as no hand that was shown is in play, one must show.",
    "FD-6.3": "All three cards are shown, the Fool's Down card as the last. They are the ones that the record knows, "
    "and none that lies elsewhere.",
    "FD-7.1": "A hand is the best of five cards, two of the three down cards and three of the six common ones. "
    "Dragons are high, then Crowns, Wizards, Knights, Rogues and the numbers; Nubs are low.",
    "FD-7.2": "The Fool and the Jesters are wild in a hand: the Fool's card of a kind that has one, or any card that "
    "is not yet among the five. Common cards are never wild.",
    "FD-7.3": "The best kind of hand counts, from the top: Fool's Five (five of a kind, with a wild card), "
    "Dragon's Court (Rogue, Knight, Wizard, Crown and Dragon of one suit), Crown's Court (another run of one "
    "suit), Fool's Court (face cards of four suits and a wild card), Four Dandies (four of a kind), Fool's Four "
    "(four of a kind with a wild card), The Castle (three of a kind and a pair), Five Elements (five of one "
    "suit), Fool's Elements (four suits and a wild card), Running Five (a run of five ranks), Three Dandies "
    "(three of a kind), Fool's Three (three of a kind with a wild card), Two Twins (two pairs), Twins (a pair), "
    "High Card.",
    "FD-7.4": "Of two hands of a kind the higher ranks win, card by card, then the higher suits: Flames, Stones, "
    "Waves, Winds; a wild card is below them all. Hands equal in everything share.",
    "FD-8.1": "What nobody has matched goes back when a round closes. Chips are never made or lost: what players, "
    "pots, bag, house and dealer have is always what there was at the start.",
    "FD-8.2": "There is a main pot for all, and a side pot for each amount that somebody who is all in could not "
    "reach. The house takes its grab of each. The best hand shown takes each pot that it has paid for, or whoever is "
    "left. The Fool as last card, once shown, takes its owner out of the hand, takes those pots, or takes half of "
    "each, as the house has chosen.",
    "FD-8.3": "In a traditional game with a Fool's Bag each main pot adds to the bag. Who is taken down by the Fool "
    "three times gets half of it; the others in that hand share the other half.",
    "FD-8.4": "The evening's winners are the seats that have won most, or lost least; bag, house and tips are "
    "nobody's.",
    "FD-8.5": "With Fool's Rules, when the Fool is seen on the table or in a hand shown, everybody dealt in pays one "
    "Fool's Bet to the seat that has made it, if that seat is still in the hand. It gets the chips when the hand ends.",
}
