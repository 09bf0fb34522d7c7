"""The rules of Sorcerous Futures in our own words, by the numbers that refusals cite, and the constants they name."""

from typing import Final

from ludograph.domain.kernel.decks.decktet import ACES, EXCUSE, NUMBERS, PAWNS

GOLD: Final = 90
"""What every seat begins with; nobody ever gets more (SF-5.2)."""
GROUPS: Final = 4
"""So many groups are sold, then the match is over (SF-2.1)."""
ROW: Final = 5
"""The cards of a group, auctioned one by one (SF-4.1)."""
PACK: Final = NUMBERS + PAWNS
"""The numbers and Pawns: what is sold, and what the valuations are (SF-1.5)."""
PLACES: Final = (*ACES, EXCUSE)
"""Where the valuations lie, in this order: one under each Ace, one under the Excuse (SF-1.5)."""
FIRST: Final = "1S"
"""Whoever has this Ace is active first."""

GUIDE: Final = (
    "Investors bid gold for cards whose worth nobody fully knows. Under each of the six Aces, one for each suit, and "
    "under the Excuse lies a hidden valuation: a number is worth its rank, a Pawn only 1. You may look at the "
    "valuations in front of you, and you hold one secret Crown. The rest you guess from what the others bid.\n\n"
    "With three players everybody has two Aces, and a ritual of passing Crowns face down deals each one that matches "
    "neither of them. With four, one player has the Excuse instead of Aces and gives out the Crowns, so knows them "
    "all.\n\n"
    "Everybody begins with 90 gold, and no more comes in. Twenty cards are sold, in four rows of five. On your turn "
    "pick a card of the row and the kind of auction; then the turn passes to the left.\n\n"
    "Open: you bid the card's rank, 10 for a Pawn. Each of the others, clockwise, raises once or passes; you come "
    "last. Closed: all seal a bid, from nothing to all they have, and reveal them together; a tie goes to you, or to "
    "the next of those tied clockwise. Only the buyer pays, to the bank.\n\n"
    "At the end all is revealed. Each card you bought pays the worth of every suit on it, and also the worth of the "
    "Excuse if it has your Crown's suit. Gold left counts too. The highest total wins; of those tied, the one with "
    "the lowest valuations in front."
)

RULES: Final[dict[str, str]] = {
    "SF-1.1": "Three or four investors play.",
    "SF-1.2": "An option exists, has one of its values and fits the table. A seat for the Excuse and the sly Excuse "
    "are for four players: with three the Excuse lies at the edge and is nobody's.",
    "SF-1.3": "Each of the six Aces is dealt once, face up, two to a seat. With four players the seat that has the "
    "Excuse gets none, and it is the seat that the option names, if it names one.",
    "SF-1.4": "With three players the two Crowns that a seat keeps and sets aside come from its two neighbours, one "
    "from the pair of each, for everybody's own pair is passed on; no Crown is in two places. With four players the "
    "Excuse player gives the Crowns instead.",
    "SF-1.5": "The pack is the 24 number cards and the four Pawns, each once. One lies face down under each Ace and "
    "the Excuse and says what that is worth: its rank, or 1 for a Pawn. Five lie face up as the first row; each seat "
    "knows only the valuations in front of it.",
    "SF-2.1": "When the fourth group is sold, valuations and Crowns are revealed and the match is over. Each bought "
    "card pays the worth of all its suits, and the worth of the Excuse if it bears the suit of the buyer's Crown; gold "
    "left counts too. Whoever has most wins; of those tied, the one with the lowest worths in front of them.",
    "SF-2.2": "Only the seat whose turn it is may act: the giver of the Crowns, the active seat, the next bidder of an "
    "open auction. In a closed auction every seat may. After each auction the seat to the left is active.",
    "SF-2.3": "An action belongs to its phase: first the gifts, then an offer, then bids in the way of the auction.",
    "SF-2.4": "An action has all its fields, each of the right kind.",
    "SF-2.5": "The outcomes written with an action are all that it brings and nothing else: cards that can still come "
    "there, agreeing with what is recorded, and ?? only where not everybody saw the face.",
    "SF-3.1": "With four players the Excuse player gives each seat one Crown, keeps one and sets the other two aside: "
    "four different Crowns are named.",
    "SF-3.2": "Nobody is given a Crown of the suit of one of their Aces. The giver has no Ace and may keep any.",
    "SF-4.1": "The active seat puts up one of the cards in the row. When five are sold, five new ones are turned up; "
    "with three players the valuation under the Excuse is shown to all before the third group.",
    "SF-4.2": "To open an auction one bids exactly the card's rank, or 10 for a Pawn; without that much gold only a "
    "closed auction is possible. After the opening each other seat, and then the active one again, has one "
    "chance to bid.",
    "SF-5.1": "A raise names a whole amount above the highest bid so far. The last to raise pays its bid and takes the "
    "card; whoever cannot raise passes by itself.",
    "SF-5.2": "Nobody bids more gold than they have.",
    "SF-6.1": "In a closed auction each seat seals one bid from nothing to all its gold. The highest pays and takes "
    "the card, a tie going to the first of those tied clockwise from the active seat, which itself comes first.",
    "SF-6.2": "A sealed bid is final: a seat seals once in an auction. A seat without gold seals 0 by itself.",
}
