"""The variants of Hand of the Hanataz, what they are where nobody says so, and the deal."""

from typing import Annotated, Literal

from msgspec import Meta

from ludograph.domain.games.hand_of_the_hanataz.rules import BUY_IN, ROUNDS, TARGET, deck_of
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.game import Deal, Options, Question, Seat, Secret

End = Literal["open", "rounds", "target"]


class HanatazOptions(Options, frozen=True):
    """The variants of Hand of the Hanataz; None is what the spec says where an option is not given."""

    decks: Annotated[int | None, Meta(description="1 or 2; by default 1 for 3 or 4 players and 2 for more.")] = None
    start_silvs: Annotated[int, Meta(description="What every seat begins with.")] = 15
    purses: Annotated[
        tuple[int, ...] | None, Meta(description="What each seat begins with, seat by seat, instead of `start_silvs`.")
    ] = None
    end: Annotated[
        End | None,
        Meta(description="When the match ends; by default open: the table finishes. Without a house: target."),
    ] = None
    rounds: Annotated[int | None, Meta(description="The number of hands, with `end=rounds`: by default 6.")] = None
    target: Annotated[int | None, Meta(description="The silvs to hold, with `end=target`: by default 50.")] = None
    pot_bonus: Annotated[bool, Meta(description="The house adds a silv to the pot for each hand played before.")] = (
        False
    )
    rising_card_cost: Annotated[bool, Meta(description="Bought cards cost 1 more for everybody put out.")] = False
    face_cards: Annotated[
        tuple[Literal["J", "R", "K", "W", "C", "D", "F"], ...],
        Meta(description="The face cards in the deck: Jester, Rogue, Knight, Wizard, Crown, Dragon, Fool."),
    ] = ("J", "R", "K", "W", "C", "D", "F")
    extra_faces: Annotated[
        tuple[Literal["T", "A", "B", "P"], ...],
        Meta(description="Extra face cards in each deck: Troll, Assassin, Bard, Priest."),
    ] = ()
    no_house: Annotated[bool, Meta(description="The house takes nothing and adds nothing.")] = False
    buy_in: Annotated[
        int | None, Meta(description="Silvs for a debt token, with `no_house`: by default 15; 0 for no buy-ins.")
    ] = None


class HanatazDeal(Deal, frozen=True):
    """Who begins, everybody's cards and the Hanataz Hand; `??` for what is not known."""

    starter: Annotated[Seat, Question("Who starts the first hand"), Meta(description="Who starts, drawn by lot.")]
    hands: Annotated[
        tuple[Cards, ...],
        Secret(each=True),
        Question("{seat}'s hand, five cards"),
        Meta(description="The hand of each seat, seat 1 first."),
    ]
    slots: Annotated[Cards, Secret(), Meta(description="The Hanataz Hand, slot 1 first; nobody looks.")]


def decks_in(options: HanatazOptions, seats: int) -> int:
    """The number of decks."""
    return options.decks or (1 if seats <= 4 else 2)


def end_of(options: HanatazOptions) -> End:
    """When the match ends."""
    return options.end or ("target" if options.no_house else "open")


def rounds_of(options: HanatazOptions) -> int:
    """The number of hands, where one is set."""
    return ROUNDS if options.rounds is None else options.rounds


def target_of(options: HanatazOptions) -> int:
    """The silvs to reach, where a target is set."""
    return TARGET if options.target is None else options.target


def buy_in_of(options: HanatazOptions) -> int:
    """The silvs for a debt token; 0 where nobody can buy in."""
    if not options.no_house:
        return 0
    return BUY_IN if options.buy_in is None else options.buy_in


def all_cards(options: HanatazOptions, seats: int) -> Cards:
    """Every card in play."""
    return deck_of(decks_in(options, seats), (*options.face_cards, *options.extra_faces))


def stakes_of(options: HanatazOptions, seats: int) -> tuple[int, ...]:
    """What each seat begins with."""
    return (options.start_silvs,) * seats if options.purses is None else options.purses
