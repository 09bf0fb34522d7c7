"""The rules of Conundruze in our own words, by the numbers that refusals cite, and the constants they name."""

from typing import Final, Literal

from ludograph.domain.kernel.decks.perilous import FOOL, RANKS, SUITS

Position = Literal["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2", "r4c1", "r4c2"]
"""A position of a castle: row 1 is the top pair, nearest the middle of the table; c1 is the owner's left."""
Spot = Literal["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2", "r4c1", "r4c2", "gate"]
"""A position, or the gatehouse."""

POSITIONS: Final[tuple[Position, ...]] = ("r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2", "r4c1", "r4c2")
"""Castle order: the order in which cards are dealt, listed and turned up (CZ-2.1)."""
TOP: Final[tuple[Position, Position]] = ("r1c1", "r1c2")
"""The top row, to which the two cards flipped come (CZ-2.5)."""
BOTTOM: Final[tuple[Position, Position]] = ("r4c1", "r4c2")
"""The bottom pair, at which one may peek (CZ-2.6)."""
GATE: Final = "gate"
"""The gatehouse, as actions name it (CZ-5.1)."""
CASTLE: Final = len(POSITIONS)
"""The cards of a castle (CZ-2.1)."""

CODES: Final = (*(f"{rank}{suit}" for rank in RANKS for suit in SUITS), FOOL)
"""The 65 cards of one deck."""
COPIES: Final = 2
"""So many decks are shuffled together."""
DECK: Final = CODES * COPIES
"""Two decks of 65 cards, shuffled together."""

DIE: Final = range(1, 21)
"""What the d20 can show (CZ-1.7)."""
SUCCESS: Final = 12
"""The least roll with which a power succeeds (CZ-6.2)."""
SIX: Final = 6
"""So many cards face up in one castle call for a betting round, the first time in a game (CZ-7.1)."""
POWERS: Final = frozenset("RKWCJDF")
"""The ranks that have a power (CZ-6.1)."""
COURT: Final = frozenset("RKWC")
"""The ranks of a full court (CZ-9.1)."""

GUIDE: Final = (
    "Everybody has a castle of eight cards, two wide and four high, and nobody has looked at most of them. Low "
    "scores are good. First turn up two of your cards: they become the top row.\n\n"
    "On your turn draw a card, or take the top discard. Put it in the place of a card of your castle, which goes to "
    "the discard pile, or discard it if you drew it. The two cards face up at the start may be replaced again and "
    "again until you have replaced one that lay face down; from then on only face-down cards may be. A Fool may "
    "instead steal any card that lies face up: the Fool goes where it lay, and the stolen card replaces one of "
    "yours.\n\n"
    "When one castle is all face up, everybody else has one more turn. Each row scores the sum of its two cards: "
    "numbers as printed, 10 for a Rogue, Knight, Wizard, Crown or Fool, -1 for a Jester, -3 for a Dragon. But two "
    "cards of one rank score nothing, and two Fools -10. The lowest castle wins the game.\n\n"
    "Scores add up from game to game. Whoever reaches 50 is out, and the last one left wins the match.\n\n"
    "Options: face cards that you draw and play have powers, most of them on a roll of 12 or more with a d20; a "
    "gatehouse is a ninth place that is not scored; in a full court Rogues, Knights, Wizards and Crowns cost nothing; "
    "and there are two ways to bet. The pot goes to the winner of each game, and who ducks out of the betting is out "
    "of that game."
)

RULES: Final[dict[str, str]] = {
    "CZ-1.1": "Two to eight play. An option exists and has an allowed value: every stack covers the forelay, chip "
    "values rise from 1, Fool betting goes with `betting: chips`, the Rogue's stake with powers and betting.",
    "CZ-1.2": "Whoever acts is in the game: dealt in, and not ducked.",
    "CZ-1.3": "One acts in one's own turn, and in a betting round when asked. Flips, peeks, tips and reactions are "
    "free of turns.",
    "CZ-1.4": "An action belongs to its phase. Between games the table deals; when the match is over nobody acts.",
    "CZ-1.5": "What an option brings can be done only where that option is on.",
    "CZ-1.6": "An action has all its fields, each of its kind; the seats, positions and cards that it names exist.",
    "CZ-1.7": "The outcomes written with an action are all that it brings and nothing else: dice from 1 to 20, a face "
    "for each card, ?? only in a deal or a peek, and no face of which both copies are known to lie elsewhere.",
    "CZ-1.8": "A face that the record knows does not change.",
    "CZ-2.1": "A deal is for exactly the seats in the match: one castle of eight cards each, dealt face down, and "
    "nobody looks at them.",
    "CZ-2.2": "For the first caster every seat rolls a d20 in seat order, and those tied for the highest roll again "
    "in seat order until one is highest. All these rolls are recorded, and no others.",
    "CZ-2.3": "The highest roll is the first caster, who deals. In later games it is the next seat on the left that "
    "is still in the match.",
    "CZ-2.4": "Each seat flips once: two different positions of its castle.",
    "CZ-2.5": "The card named first becomes r1c1, the second r1c2, both face up. Cards of row 1 that were not chosen "
    "go face down to the places left empty below it, that of r1c1 first, to the place named first.",
    "CZ-2.6": "With `betting: peek` a seat may look at its own bottom pair once a game: after its flip and before it "
    "first bets or takes a turn.",
    "CZ-2.7": "What a peek showed is known of the two cards, wherever they are moved later.",
    "CZ-3.1": "A turn begins by drawing the top of the draw pile, by taking the top discard or, with betting, by "
    "ducking. The card is held face up for all.",
    "CZ-3.2": "There has to be a discard to take.",
    "CZ-3.3": "A card drawn may be discarded; one taken must be played.",
    "CZ-3.4": "A card is placed at one of the eight positions of one's own castle.",
    "CZ-3.5": "A castle is sealed once its owner has replaced a face-down card. In a sealed castle only face-down "
    "cards may be replaced, before that any.",
    "CZ-3.6": "The card placed lies face up, and the one it replaces goes face up on top of the discard pile, "
    "whatever it is.",
    "CZ-3.7": "A turn plays or discards one card; a riposte adds one more.",
    "CZ-3.8": "When a card has to be drawn and the draw pile is empty, the discards under the top one are shuffled "
    "and become the draw pile.",
    "CZ-4.1": "Only a held Fool steals, drawn or taken.",
    "CZ-4.2": "It steals from a seat in the game, the thief's own castle included.",
    "CZ-4.3": "The card stolen lies face up.",
    "CZ-4.4": "So does the card of the thief's own that makes room for it.",
    "CZ-4.5": "Whoever steals in one's own castle names two different places.",
    "CZ-4.6": "The Fool goes where the stolen card lay, the stolen card goes to the thief's place, and what lay "
    "there is discarded. Seals neither hinder this nor change.",
    "CZ-4.7": "A stolen card has no power.",
    "CZ-5.1": "With the option `gatehouse` a held card may be put into one's own gatehouse while that is empty, so "
    "once a game.",
    "CZ-5.2": "Nothing is discarded for it. The gatehouse is not scored and counts for nothing in the castle.",
    "CZ-5.3": "A card is never placed there by replacing another.",
    "CZ-5.4": "For thefts, swaps and recalls a card in the gatehouse is a face-up card of its owner; it is swapped "
    "only with a face-up card. An empty gatehouse cannot be named.",
    "CZ-6.1": "With the option `powers` a face card that was drawn and then played lets its player use its own power "
    "once, or pass.",
    "CZ-6.2": "A d20 of 12 or more succeeds.",
    "CZ-6.3": "A failure ends the turn. Whoever succeeds may still pass.",
    "CZ-6.4": "A Rogue backstabs another seat in the game: on success two different places of that castle are "
    "swapped, as the Rogue's player likes. Cards face up and face down can be swapped, each as it lies.",
    "CZ-6.5": "With betting a Rogue may pilfer the pot instead: a chip of one of the values, which both the pot and "
    "the thief's stack could pay. A failure costs nothing or, with `rogue_stake`, that chip.",
    "CZ-6.6": "A Knight ripostes: on success another card is drawn, and played or discarded like any.",
    "CZ-6.7": "A Wizard recovers, if anything was discarded: on success a card of the discard pile replaces a face-up "
    "card of one's own, without using its power.",
    "CZ-6.8": "A Crown has influence: on success two different places of one's own castle are swapped.",
    "CZ-6.9": "A Jester mocks the next seat in the game on the left, a Fool the whole table, without a roll.",
    "CZ-6.10": "Each other seat in the game may then react once and, with betting, tip once a chip that it has: to "
    "the player of a Fool, into the pot for a Jester. The mocker says when that is over.",
    "CZ-6.11": "A Dragon gloats, without a roll.",
    "CZ-6.12": "Cards taken, stolen, recalled, swapped, flipped or dealt have no power.",
    "CZ-7.1": "`chips`: a round begins with the caster when all have flipped; another may be opened by the seat in "
    "turn at the end of the turn in which a castle first has six cards face up, one for a drawn Fool (option "
    "`fool_betting`), and one begins with the finisher. `peek`: the lowest top row opens, later the finisher may.",
    "CZ-7.2": "Seats are asked from the opener to the left, until all have winked or all others have answered the "
    "last bet.",
    "CZ-7.3": "The first bet of a round is a wager of at least one chip and at most the stack. Under `peek` the "
    "lowest top row must wager in the first round; with an empty stack it can only wink.",
    "CZ-7.4": "One winks only while nobody has bet in this round.",
    "CZ-7.5": "To match is to pay all that one owes: there has to be a bet, and a stack that covers it.",
    "CZ-7.6": "To bump is to pay what one owes and at least one chip more, which all others must answer.",
    "CZ-7.7": "Whoever ducks, when asked to bet or when one's own turn begins, leaves the game, and what was paid "
    "stays in the pot. There is no going all in. The game ends when one seat is left.",
    "CZ-7.8": "The winners of a game share the pot evenly. Odd chips stay in it for the next game; after the last one "
    "they go to the winners one by one, from the caster's left.",
    "CZ-7.9": "Stacks and pot together always hold what the seats began with.",
    "CZ-8.1": "At the end of a turn a complete castle starts the final round; then come the bets that are due; the "
    "game ends if one seat is left or the final turns are over; else the next seat on the left has its turn.",
    "CZ-8.2": "In the final round every other seat in the game has one more turn.",
    "CZ-8.3": "A second complete castle changes nothing.",
    "CZ-8.4": "All castles in the game stay open to thefts and backstabs, the finisher's too; ducked ones are out of "
    "reach.",
    "CZ-8.5": "At the end the face-down cards of all castles that are scored are turned up: of everybody dealt in, "
    "or in a match of one game of those who have not ducked, if there are two or more.",
    "CZ-9.1": "A castle scores the sum of its rows: 1 to 10 as printed, face cards and Fools 10, a Jester -1, a "
    "Dragon -3; nothing for two of equal ranks, -10 for two Fools. With `full_court` a full court, which is a Rogue, "
    "Knight, Wizard and Crown in one castle, counts nothing.",
    "CZ-9.2": "The lowest score among those in the game wins it, jointly if tied; so does the last seat left in it.",
    "CZ-10.1": "Every score is added to the seat's total.",
    "CZ-10.2": "Then the pot is shared.",
    "CZ-10.3": "Then whoever has reached `play_to` is out, and with betting whoever cannot pay the forelay.",
    "CZ-10.4": "The last seat in the match wins it. If all are out at once, the lowest total of those put out last "
    "wins. A match of one game is won by whoever won that.",
    "CZ-10.5": "Those behind the winner rank by how long they stayed in the match, then by the lower total.",
}
