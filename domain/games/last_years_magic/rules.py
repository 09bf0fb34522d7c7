"""The rules of Last Year's Magic in our own words, by the numbers that refusals cite, and what cards mean."""

from typing import Final, Literal

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.decks.french import FRENCH, RANK_OF, SUIT_OF, Suit

Nature = Literal["void", "stranger", "hh", "hd", "hc", "hs", "dd", "dc", "ds", "cc", "cs", "ss"]
"""What a premonition is of: by the number of cards, with two of them by their suits."""

SUITS: Final[tuple[Suit, ...]] = ("h", "d", "c", "s")
"""In the order that names a nature."""
PACK: Final = tuple(face.code for face in FRENCH.faces)
MOST_CARDS: Final = 7
"""No hand is larger (LM-2.4)."""
GIVING_SEATS: Final = 13
"""With so many players all cards are dealt, and each puts one back (LM-3.1)."""
FORTUNE: Final = 2
"""The cards of a fortune, and the most of a premonition (LM-2.1, LM-4.3)."""

ELEMENTS: Final = {
    "h": "spiritual power",
    "d": "the deep structure of the universe",
    "c": "the connections among things",
    "s": "the imposing of will upon reality",
}
"""What a suit stands for in magic."""
FOLK: Final = {
    "h": "elves, faeries, the powers of nature",
    "d": "dwarves, wealth, the underground",
    "c": "animal-folk, goblin-kind, monsters",
    "s": "humans, tools, war",
}
"""Of whom a suit tells."""
SYMBOLS: Final = {
    "A": "the Hermit, to be left alone",
    "2": "the Lover, to make someone happy",
    "3": "the Fool, to amuse the company",
    "4": "the Hero, to protect the company",
    "5": "the Devil, to tempt someone",
    "6": "the Traveler, to live through something new",
    "7": "Death, to end someone",
    "8": "the Brute, to show dominance",
    "9": "the Elder, to understand the surroundings",
    "T": "the Artisan, to make a lasting impression",
    "J": "the Child, to play",
    "Q": "the Mother, to teach",
    "K": "the Father, to provide",
}
"""What a rank stands for, and what that wishes."""
NATURES: Final[dict[Nature, str]] = {
    "void": "an incursion from the Outer Void",
    "stranger": "a stranger approaches",
    "hh": "a spirit without a body",
    "hd": "agents of the cosmic powers",
    "hc": "magical monsters",
    "hs": "a natural disaster",
    "dd": "a magical anomaly",
    "dc": "politics",
    "ds": "fundamental forces out of balance, or balance returning",
    "cc": "strife or schism within a group",
    "cs": "an organization devoted to a purpose",
    "ss": "an elaborate plan nearing completion",
}
"""What a premonition is of: none, one card, or two by their suits (LM-4.3)."""
VALUES: Final = {rank: value for value, rank in enumerate("A23456789TJQK", start=1)}


def hand_size(seats: int) -> int:
    """How many cards everybody is dealt."""
    return min(MOST_CARDS, len(PACK) // seats)


def value(card: Card) -> int:
    """The value of a card: the Ace is low, King is 13."""
    return VALUES[RANK_OF[card]]


def element(card: Card) -> str:
    """The element of magic that a card stands for."""
    return ELEMENTS[SUIT_OF[card]]


def reading(card: Card) -> str:
    """What a card may say in a fortune or a premonition."""
    return f"{SYMBOLS[RANK_OF[card]]}; {FOLK[SUIT_OF[card]]}"


GUIDE: Final = (
    "You are wizards in a pub, each keen to show how much you know, on a night beset by problems. What anybody says is "
    "written down with the cards and never changes the score.\n\n"
    "Describe yourself as you come in; two cards of fortune may give you a hint. Then everybody is dealt the same "
    "number of cards, seven at most. Thirteen players have the whole deck, and each puts one card back unseen.\n\n"
    "When the talk lulls, whoever first touches the deck has a premonition: draw no, one or two cards, look at them "
    "alone, and tell what is coming. Then lead the round: suggest how magic would solve the problem, and put a card "
    "from your hand forward, face down. Clockwise everybody else backs the suggestion, each with a card face down. "
    "Suits stand for elements of magic, but words and cards need not agree.\n\n"
    "All cards are turned up. The suit seen more often than each other suit is the prime factor, and its highest card "
    "wins; Aces are low. If all cards are of one suit the idea was too popular: a bad trick, and the magic fails. Any "
    "other with a prime factor is a good trick, and solves the problem. The winner tells how. Without a prime factor "
    "the round is null, and its cards go back into the deck.\n\n"
    "After a good trick wait for another premonition. After a null round the player left of the leader leads, after a "
    "bad trick the one left of the winner: the problem has grown.\n\n"
    "When the hands are used up, each good trick gives its winner a point for every card of the prime factor in it, "
    "each bad one costs a point for every card. The highest score is the best wizard's."
)

RULES: Final[dict[str, str]] = {
    "LM-1.1": "From 2 to 13 wizards play, and there are no options.",
    "LM-1.2": "An action has its fields, each of the right kind, and outcomes are written only with an action that has "
    "some: a fortune, the deal, a premonition, the last comment of a round. A new order belongs to a shuffle.",
    "LM-1.3": "The cards written for a fortune, the deal or a premonition are as many as are drawn. They may be left "
    "out only where the recorded order of the deck gives them.",
    "LM-1.4": "A card drawn is one that can come: none is drawn twice, nor while it is known to lie in a fortune, "
    "in a hand, in a trick or among the spent cards.",
    "LM-1.5": "A dealt hand is recorded wholly or not at all: all its cards, or ?? for each.",
    "LM-1.6": "?? is put forward, or put into the deck, only from a hand that was dealt as ??; from a known hand the "
    "card is named.",
    "LM-1.7": "A card drawn agrees with the recorded order of the deck.",
    "LM-2.1": "Fortunes are cast before the deal only: two cards, seen by the caster alone.",
    "LM-2.2": "Each wizard casts one fortune at most. Its cards stay out until the deal.",
    "LM-2.3": "Each wizard is introduced once, before or after the deal, with as many words as the player likes.",
    "LM-2.4": "The cards are dealt once, by anybody, at the beginning. Fortunes and introductions may be missing. The "
    "whole deck is shuffled, and everybody gets the same number of cards, seven at most.",
    "LM-3.1": "Only with thirteen players, and only right after the deal, are cards put back: each puts one from the "
    "hand into the deck, unseen by the others. When all have, the deck is shuffled.",
    "LM-3.2": "Each player puts back one card and no more.",
    "LM-3.3": "The card put back is one of one's own hand.",
    "LM-4.1": "A premonition comes to whoever first touches the deck in a lull: before the first round, or once a good "
    "trick has been told. Anybody may have it, and then leads the round.",
    "LM-4.2": "Nobody has a premonition before every wizard was introduced.",
    "LM-4.3": "A premonition is of no, one or two cards, as far as the deck has them, and the number is named before "
    "any card is seen. Its cards are seen by that player alone and stay out of play.",
    "LM-4.4": "The leader may foretell in words what the premonition was, once, before the suggestion: only if the "
    "round follows a premonition with which nothing was told.",
    "LM-5.1": "The leader alone makes the suggestion that begins a round, with a card put forward face down.",
    "LM-5.2": "A suggestion says in words how magic would solve the problem of the night: its text is not blank.",
    "LM-5.3": "After the suggestion everybody else comments once, clockwise from the leader's left, each with a card "
    "put forward face down.",
    "LM-5.4": "The card put forward is one of one's own hand. No suit has to be followed, and words need not fit the "
    "suit.",
    "LM-6.1": "When all have commented the cards are turned up. If one of them is recorded as ??, all cards of the "
    "round are written with the last comment, the leader's first, and none as ??.",
    "LM-6.2": "A card turned up is the one that was put forward: it agrees with the record, is there once, and is not "
    "known to lie elsewhere.",
    "LM-7.1": "After a null round the leader tells how the problem escalates, after a trick its winner how the "
    "suggestion is carried out: once, and the game waits for it. The words may be missing.",
    "LM-7.2": "Anybody may say anything at any time, also when the game is over. It changes nothing.",
    "LM-8.1": "When the hands are used up and the last round has been told, the scores are counted. After that there "
    "is only talk.",
}
