"""The rules of Aucteraden in our own words, under the numbers that refusals cite, and the numbers they speak of."""

from typing import Final

RULES: Final = {
    "AU-1.1": "Aucteraden is for one player. Of its options, each has one of the values listed for it.",
    "AU-1.2": "A card that is turned up belongs to the deck of this game and has not been seen in it before. "
    "Everybody sees it, so it is never written as `??`.",
    "AU-1.3": "After the deal, a purchase laid down or a discard, cards are turned up until the market holds three or "
    "the pile is empty: exactly these are written, and they agree with the pile where its order is recorded. They may "
    "be left out where the record knows them. Buying turns up nothing.",
    "AU-1.4": "An action or a deal has its own fields and no others: a card of this game's deck, a letter of one of "
    "the six suits, whole numbers for a cell.",
    "AU-2.1": "You buy a card at the start of a turn, and not while the card bought before waits to be laid down.",
    "AU-2.2": "You buy one of the cards that lie in the market.",
    "AU-2.3": "The card on the left costs 2 chips, the one in the middle 1, the one on the right none; a Pawn or Court "
    "costs 1 more. Name the suit you pay with, but none for a card that is free.",
    "AU-2.4": "You pay with chips of a suit that is on the card.",
    "AU-2.5": "All chips for one card are of one suit, so you need as many of it as the card costs. Spent chips never "
    "come back.",
    "AU-2.6": "You do not buy a card for which the tableau has no legal cell.",
    "AU-3.1": "You lay a card down right after you bought it.",
    "AU-3.2": "The first card is laid at (0, 0). From there x grows to the right and y grows downwards.",
    "AU-3.3": "A cell holds one card.",
    "AU-3.4": "The tableau never grows beyond 4 columns and 4 rows, wherever that square comes to lie.",
    "AU-3.5": "Aces and Crowns keep apart: none is laid above, below or beside another Ace or Crown.",
    "AU-3.6": "Pawns and Courts keep apart: none is laid above, below or beside another Pawn or Court.",
    "AU-3.7": "Where cards must touch, each card but the first is laid above, below or beside one that lies there.",
    "AU-5.1": "Instead of buying, you may discard the whole market, as often as you like, at 3 points each time. You "
    "must when no card in it can be both paid for and laid down. A card that is bought has to be laid down first.",
    "AU-6.1": "The game is over when 16 cards lie in the tableau, or when the market is still empty after it was "
    "refilled. Nothing can be done after that.",
}

GUIDE: Final = "\n\n".join(
    (
        "A solitaire. From a row of three cards, the market, you buy cards and lay them in a square of 4 by 4, so that "
        "each suit gets a chain: cards of that suit, each next to the one before and higher in rank.",
        "You begin with four chips of each suit. Buy a card: the left one costs 2 chips, the middle one 1, the right "
        "one none, all paid in one suit that is on the card. Lay it in any free cell, as long as the cards fit into "
        "four columns and four rows. Aces and Crowns never lie side by side.",
        "Then the market slides to the right and is filled up; the first new card pushes out those that it shares a "
        "suit with. Instead of buying you may discard the whole market, which costs 3 points; if none of its cards "
        "can be paid for and laid, you must.",
        "The game ends when 16 cards are laid, or when market and pile are empty. The best chain of each suit counts: "
        "2 cards are 2 points, 3 are 5, then 9, 14, 20, and 30 for 7 or more; fewer than 2 are -5. An Ace adds 1, a "
        "Crown 2, both together 4.",
        "Each empty cell costs 5 points, and so does each suit of chips used up or never touched. 40 points win, 50 "
        "win commandingly.",
        "Options add Pawns, Courts and the Excuse, let more new cards push others out, or ask that cards touch.",
    )
)
"""How it is played, for somebody who has never seen it."""

SIZE: Final = 4
"""Columns and rows of a full tableau (AU-3.4)."""
FULL: Final = SIZE * SIZE
"""So many cards fill the tableau, and end the game (AU-6.1)."""

SLOTS: Final = ("left", "middle", "right")
"""The places of the market (AU-1.3)."""
PRICES: Final = (2, 1, 0)
"""What a card costs in each place of the market (AU-2.3)."""
CHIPS: Final = 4
"""Chips of each suit at the start."""

CHAIN_POINTS: Final = (-5, -5, 2, 5, 9, 14, 20, 30)
"""By the number of cards in a chain; a longer one counts like the last."""
ACE_BONUS: Final = 1
"""For a chain with an Ace."""
CROWN_BONUS: Final = 2
"""For a chain with a Crown."""
BOTH_BONUS: Final = 4
"""For a chain with both, in the place of the two."""

HOLE_POINTS: Final = -5
"""For each empty cell at the end."""
CHIPS_POINTS: Final = -5
"""For each suit of which no chip was spent, or all were."""
DISCARD_POINTS: Final = -3
"""For each time that the market was discarded (AU-5.1)."""
WIN: Final = 40
"""With fewer points the match is lost."""
COMMANDING_WIN: Final = 50
"""From so many points on a win is a commanding one."""
