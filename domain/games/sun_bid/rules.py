"""The rules of Sun Bid in our own words, and what they fix: cards, stacks, ranks and values."""

from functools import cache
from typing import Final

from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.decks.decktet import COURTS, DECKTET, EXCUSE, PAWNS, SUITS_OF

RULES: Final = {
    "SB-1.1": "Sun Bid is for 2 to 4 players.",
    "SB-1.2": "A match is played with the options there are, each with one of its values. `two_player_stacks` may be "
    "changed with 2 players only, `equal_pawns` with 3 or 4 only.",
    "SB-1.3": "The bidding cards are dealt in the stacks that are laid down for this number of players, one to each "
    "seat; in which order a stack is written down does not matter.",
    "SB-1.4": "`decks` may hold the orders of up to three auction decks, one for each round, from the top. Each is as "
    "long as the deck, 30 cards with 2 players and 60 with more, and has no card more often than the deck.",
    "SB-2.1": "Nothing is played any more once the third round has been scored.",
    "SB-2.2": "Only the seat whose decision it is may act: the lead on a turn and in a last call, the bidders of an "
    "auction one after the other with the lead last, and the winner where a companion for an Ace is to be chosen. "
    "Seats without a face-up bidding card are passed over.",
    "SB-2.3": "Each verb has its time. On a turn the lead may `flip`, `call` or `play`. In an auction each bidder may "
    "`bid` or `pass`, once. The winner of an Ace may have to `discard`. After the last card of the deck, if it did "
    "not fill the pool, one seat may `call` a last auction or `pass`.",
    "SB-2.4": "Every field of an action is there, and is a card of the Decktet; never `??`, for everybody sees it.",
    "SB-2.5": "Only `flip` turns up a card; any other action is written without outcomes.",
    "SB-3.1": "`flip` turns exactly one card face up for all to see. It is written down, unless the record already "
    "knows which card comes next.",
    "SB-3.2": "The card turned up is one of the auction deck of which a copy can still come: they were not all "
    "turned up in this round, nor are the rest known to lie deeper in the deck.",
    "SB-3.3": "Where the record knows the order of the deck, the card turned up is the one on top.",
    "SB-4.1": "A bid is a bidding card that lies face up in front of the bidder. A card won in this round lies face "
    "down and waits for the next.",
    "SB-4.2": "A bid ranks higher than the highest before it: Ace, 2 to 9, the Harvest, the Light Keeper, the Window, "
    "the Bard. With `equal_pawns` the two Pawns beat each other. Who has no such card passes without being asked.",
    "SB-4.3": "Who called the auction has to bid if nobody else did. In a forced auction nobody has to.",
    "SB-5.1": "An Ace won with a pool is discarded, together with another card of its suit from the winner's take, "
    "old or new, which the winner chooses where there is a choice.",
    "SB-6.1": "Only a Pawn or a Court from one's own take can be played.",
    "SB-6.2": "A Pawn or Court fetches a card that lies in the pool.",
    "SB-6.3": "The card fetched shares a suit with the Pawn or Court that is played for it.",
}

GUIDE: Final = "\n\n".join(
    (
        "Over three rounds you win cards in auctions and pay for them with Suns. Everybody has three or four bidding "
        "cards of that suit face up; one more Sun lies in the centre. Only the order of the deck is hidden.",
        "On your turn you flip the next card into the pool, or call an auction for the pool, or play a Pawn or Court "
        "from your take to fetch one card of the pool that shares a suit with it. A pool of 4 cards (5 with three or "
        "four players) is full and auctioned at once. Then your left neighbour leads.",
        "In an auction everybody acts once, the lead last: bid a face-up Sun that beats the highest bid, or pass. Who "
        "called has to bid if nobody else did. The winner takes the pool, leaves the Sun bid in the centre and gets "
        "the one that lay there, face down until the next round. Each Ace won with a pool is discarded, and another "
        "card of its suit goes with it. Without a face-up Sun you sit out.",
        "A round ends when all face-up Suns are used or the deck is empty. The highest total of Suns scores 5 points, "
        "each Pawn or Court in a take 3, each of two or more cards of equal rank (2 to 9, or Crowns) 2, and each card "
        "in sequence with another of its suit 1; a Crown stands for one value of its own suit.",
        "Suns are kept, all other cards are shuffled for the next round. After three rounds most points win; Suns "
        "break a tie.",
    )
)

ROUNDS: Final = 3
"""After so many rounds the match is over (SB-2.1)."""
FIRST_CENTRE: Final = "1S"
"""The bidding card that lies in the centre at the start of the first round, and nobody's."""

STACKS: Final[dict[int, tuple[Cards, ...]]] = {
    2: (("9MS", "6SY", "5SV", "2SY"), ("8MS", "7SK", "4MS", "3SK")),
    3: (("NS", "8MS", "5SV", "2SY"), ("TSLK", "9MS", "6SY", "3SK"), ("PSVK", "PMSL", "7SK", "4MS")),
    4: (("NS", "6SY", "2SY"), ("TSLK", "7SK", "3SK"), ("PSVK", "8MS", "4MS"), ("PMSL", "9MS", "5SV")),
}
"""The bidding cards of each seat, by the number of players (SB-1.3)."""
ALTERNATIVE_STACKS: Final[tuple[Cards, ...]] = (("9MS", "6SY", "4MS", "3SK"), ("8MS", "7SK", "5SV", "2SY"))
"""Those of two players with `two_player_stacks: alternative` (SB-1.2, SB-1.3)."""

BLOCK: Final[Cards] = tuple(
    face.code for face in DECKTET.faces if "S" not in SUITS_OF[face.code] and face.code != EXCUSE
)
"""The 30 cards that one Decktet gives to the auction deck."""

SUN_RANKS: Final = {
    "1S": 1, "2SY": 2, "3SK": 3, "4MS": 4, "5SV": 5, "6SY": 6, "7SK": 7, "8MS": 8, "9MS": 9,
    "PMSL": 10, "PSVK": 11, "TSLK": 12, "NS": 13,
}  # fmt: skip
"""How bidding cards rank (SB-4.2); also what they count for the total of Suns."""
MOST_SUNS_WITH_EQUAL_PAWNS: Final = 10
"""With `equal_pawns` no bidding card counts more than this for the total of Suns."""
PAWNS_AND_COURTS: Final = frozenset((*PAWNS, *COURTS))
"""What fetches a card of the pool (SB-6.1), and scores by itself."""


@cache
def auction_deck(seats: int) -> Cards:
    """The cards that are up for auction in each round."""
    return BLOCK if seats == 2 else BLOCK * 2


@cache
def all_cards(seats: int) -> Cards:
    """Every card that is not in the box."""
    return (*auction_deck(seats), *(card for stack in STACKS[seats] for card in stack), FIRST_CENTRE)


def full_pool(seats: int) -> int:
    """The size at which the pool forces an auction."""
    return 4 if seats == 2 else 5


def is_ace(card: Card) -> bool:
    """Whether this is an Ace."""
    return card.startswith("1")
