"""The rows of the tables that say how the table looked at any step, as intervals of steps."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from ludograph.analytics.tables.match_rows import Match
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import Seat

Game = Annotated[str, Meta(description="The id of the game, see `games`.")]
Owner = Annotated[Seat, Meta(description="Whose part of the table it is; 0 is the middle.")]
Player = Annotated[str | None, Meta(description="The player there; NULL in the middle.")]
Zone = Annotated[str, Meta(description="What that part of the table is called, as `show` heads it.")]
First = Annotated[int, Meta(description="The step after which it was first so; 0 is the setup.")]
Last = Annotated[
    int, Meta(description="The last step after which it was so: `40 BETWEEN from_step AND to_step` is the table then.")
]
End = Annotated[bool, Meta(description="Whether it is so where the match stands now.")]


class CardsAt(Struct):
    """One row for each card on the table and each interval of steps in which it lay as it did; made when first asked.

    Matches of which an event cannot be read are in none of these tables.
    """

    match: Match
    game: Game
    seat: Owner
    player: Player
    zone: Zone
    part: Annotated[str, Meta(description="The row, grid or pile: `Hand`, `Castle`; of a pile only the top is here.")]
    place: Annotated[int | None, Meta(description="The place in a row, from the left, 1 first; NULL in a grid.")]
    x: Annotated[int | None, Meta(description="The column in a grid; it grows to the right, and may be negative.")]
    y: Annotated[int | None, Meta(description="The row in a grid; it grows downwards, and may be negative.")]
    card: Annotated[Card, Meta(description="The card: `code` of the game's deck in `cards`, or `??`.")]
    face_down: Annotated[bool, Meta(description="Whether it lay face down, whoever knew it.")]
    from_step: First
    to_step: Last
    at_end: End


class AmountsAt(Struct):
    """One row for each amount on the table and each interval of steps in which it was the same; made when first asked.

    Ledgers line by line; of piles the number of cards; what stands for a seat on the table is the part `Standing`, and
    what counts for it, known or expected, `Worth`; who is out of the match has a part `Eliminated` as long as they are.
    """

    match: Match
    game: Game
    seat: Owner
    player: Player
    zone: Zone
    part: Annotated[str, Meta(description="The ledger, or the pile.")]
    name: Annotated[
        str,
        Meta(
            description="What it is: `Gold`, `Points`; `Cards` of a pile; `Label` is how a part is labelled whose "
            "label has numbers in it."
        ),
    ]
    amount: Annotated[int | None, Meta(description="The number; NULL where it is a word, or not known.")]
    text: Annotated[str, Meta(description="The same as it is written there.")]
    from_step: First
    to_step: Last
    at_end: End


class MarkersAt(Struct):
    """One row for each marker that lay at a seat, and each interval of steps in which it did; made when first asked."""

    match: Match
    game: Game
    seat: Owner
    player: Player
    zone: Zone
    marker: Annotated[str, Meta(description="What it says: `to act`, `dealer`, `winner`; each game has its own.")]
    from_step: First
    to_step: Last
    at_end: End


class RoundsAt(Struct):
    """One row for each interval of steps in which the table had the same title; made when first asked."""

    match: Match
    game: Game
    title: Annotated[str, Meta(description="Where the match stood: `Round 2 of 4: an auction`.")]
    kind: Annotated[
        str | None, Meta(description="What the game calls its rounds; NULL between them, and in games without any.")
    ]
    number: Annotated[int | None, Meta(description="The number of the round.")]
    rounds: Annotated[int | None, Meta(description="How many there will be, where that is settled.")]
    from_step: First
    to_step: Last
    at_end: End


class Decisions(Struct):
    """One row for each step that stands: what was open to whoever acted; made when first asked.

    What is open follows from what the observer knows: of hands that they do not see, all is open that could be.
    """

    match: Match
    game: Game
    step: Annotated[int, Meta(description="The number of the step.")]
    actor: Annotated[Seat, Meta(description="The seat that acted; 0 is the table.")]
    player: Annotated[str | None, Meta(description="The name of the player who acted; NULL for the table.")]
    verb: Annotated[str, Meta(description="What was done.")]
    choices: Annotated[
        int | None,
        Meta(
            description="How many different entries were open for which somebody waits, 10^15 at most; NULL where one "
            "was a text that may be anything."
        ),
    ]
    kinds: Annotated[tuple[str, ...], Meta(description="What could be done: the verbs of these entries.")]
    forced: Annotated[bool, Meta(description="Whether there was one entry alone.")]
    idle: Annotated[
        bool, Meta(description="Whether it was done though nobody waited for it: a remark, a tip, leaving.")
    ]
    others: Annotated[int, Meta(description="How many other players could have acted as well.")]


AT_STEPS: Final[dict[str, type[Struct]]] = {
    "cards_at": CardsAt,
    "amounts_at": AmountsAt,
    "markers_at": MarkersAt,
    "rounds_at": RoundsAt,
    "decisions": Decisions,
}
"""These tables by their names."""
