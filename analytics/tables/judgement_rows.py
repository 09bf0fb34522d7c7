"""The rows of the table of what matches were worth, step by step, as they were judged."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from ludograph.analytics.tables.match_rows import Match
from ludograph.domain.kernel.game import Seat

JUDGEMENTS: Final = "judgements"


class Judgements(Struct):
    """One row for each player and each step of the matches that are judged as they stand: luck, play, and errors.

    It is empty until matches are judged: `ludograph judge --all` does it, in an archive for a player with `--as` of
    that player. To the judge values are those by what all players together knew, to a player those by what they knew
    themselves. A match of which several judgements are kept is here by the one with the most playouts.
    """

    match: Match
    game: Annotated[str, Meta(description="The id of the game, see `games`.")]
    step: Annotated[int, Meta(description="The number of the step; 0 is the start, without luck or play.")]
    actor: Annotated[Seat, Meta(description="The seat that acted; 0 is the table.")]
    seat: Annotated[Seat, Meta(description="The player's seat.")]
    player: Annotated[str, Meta(description="The player's name.")]
    value: Annotated[
        float,
        Meta(
            description="What the match is worth to the player after the step: a share of the win, in games of one "
            "player the score; at the end the result."
        ),
    ]
    luck: Annotated[float, Meta(description="What chance did by the step: the value less that of the action chosen.")]
    play: Annotated[float, Meta(description="What the decision did: start + luck + play = result.")]
    se: Annotated[float, Meta(description="The largest standard error of the values of the step; 0 where exact.")]
    played: Annotated[
        str | None,
        Meta(
            description="What the player did, as JSON; NULL, as all up to `tried`, for who did not act, who had no "
            "other choice, and where whoever asks may not know of errors."
        ),
    ]
    best: Annotated[str | None, Meta(description="What seemed best by what the player knew, as JSON.")]
    error: Annotated[
        float | None,
        Meta(description="By how much that was better, measured apart from the choice, so that it may be below 0."),
    ]
    error_se: Annotated[float | None, Meta(description="The standard error of that.")]
    sure: Annotated[bool | None, Meta(description="Whether the error is sure.")]
    mark: Annotated[
        str | None, Meta(description="`?!`, `?` or `??` for an error that is sure, `!` for a good move, or nothing.")
    ]
    tried: Annotated[int | None, Meta(description="How many moves were compared.")]
    playouts: Annotated[int, Meta(description="How many playouts each position was judged by.")]
    seed: Annotated[str, Meta(description="The seed of the judgement.")]
    method: Annotated[str, Meta(description="What worked the values out: another name wherever it was changed.")]
