"""The rows of the tables that all games share, and what the rows of a game's tables begin with."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import Seat

Match = Annotated[UUID, Meta(description="The match, see `matches`.")]
Number = Annotated[int, Meta(description="The number of the step in the match; comes again after a takeback.")]
Version = Annotated[
    int,
    Meta(
        description="Which event of the match it is, the start being 1; all steps of a correction have that of the "
        "correction, so that `match`, `version` and `step` together name one."
    ),
]
Recorded = Annotated[datetime, Meta(description="When it was recorded.")]
Entered = Annotated[str, Meta(description="Who entered it; empty for everybody but the judge.")]
Superseded = Annotated[bool, Meta(description="Whether the step was taken back, or put right, later.")]
AmendedBy = Annotated[
    int | None, Meta(description="The `version` of the correction, where another stands in its place.")
]
Reason = Annotated[str, Meta(description="Why; empty for everybody but the judge, unless it is public.")]
Public = Annotated[bool, Meta(description="Whether everybody may read the reason, and who entered it.")]
Said = Annotated[str, Meta(description="Who entered it; empty for everybody but the judge, unless it is public.")]
Now = Annotated[
    int | None, Meta(description="The number that this step has now; NULL where it does not stand any more.")
]
Actor = Annotated[Seat, Meta(description="The seat that acted; 0 is the table.")]


class Matches(Struct):
    """One row for each match."""

    match: Annotated[UUID, Meta(description="The id of the match.")]
    game: Annotated[str, Meta(description="The id of the game, see `games`.")]
    rules_version: Annotated[int, Meta(description="The version of the game's rules under which it was recorded.")]
    variant: Annotated[
        str,
        Meta(
            description="Its options that are other than usual, as `compare` takes them, such as `rounds=2`; `as it "
            "is` where none is."
        ),
    ]
    players: Annotated[tuple[str, ...], Meta(description="The players' names, seat 1 first.")]
    seats: Annotated[int, Meta(description="How many players there are.")]
    event: Annotated[str, Meta(description="The tournament; empty where there is none.")]
    round: Annotated[str, Meta(description="The round of the tournament.")]
    at_table: Annotated[str, Meta(description="The table in the tournament (`table` in match files).")]
    played_on: Annotated[date | None, Meta(description="The day on which it was played, where that is written down.")]
    source: Annotated[str, Meta(description="The `id` in the match file that it came from.")]
    seed: Annotated[str | None, Meta(description="What the program drew from; NULL where outcomes were written.")]
    by: Entered
    started_at: Annotated[datetime, Meta(description="When it was started.")]
    recorded_at: Annotated[datetime, Meta(description="When its newest event was recorded.")]
    first_over_at: Annotated[
        datetime | None,
        Meta(
            description="When the event was recorded after which it was first over, whatever was put right since; NULL "
            "where it never was. See `chronology`."
        ),
    ]
    events: Annotated[int, Meta(description="How many events it has.")]
    steps: Annotated[int, Meta(description="How many steps stand.")]
    over: Annotated[bool, Meta(description="Whether it is over.")]
    status: Annotated[str, Meta(description="running, over or abandoned.")]
    fork_of: Annotated[
        UUID | None,
        Meta(description="The match of which it is a fork; NULL for every match that was played. See `--forks`."),
    ]
    fork_step: Annotated[int | None, Meta(description="The last step that it has in common with that match.")]


class Starts(Struct):
    """One row for each match: how it was said to begin; a correction may say it anew."""

    match: Match
    version: Version
    game: Annotated[str, Meta(description="The id of the game.")]
    rules_version: Annotated[int, Meta(description="The version of the game's rules.")]
    players: Annotated[tuple[str, ...], Meta(description="The players' names, seat 1 first.")]
    event: Annotated[str, Meta(description="The tournament; empty where there is none.")]
    round: Annotated[str, Meta(description="The round of the tournament.")]
    at_table: Annotated[str, Meta(description="The table in the tournament.")]
    played_on: Annotated[date | None, Meta(description="The day on which it was played, where that is written down.")]
    options: Annotated[str, Meta(description="The options as JSON; those that stand are columns of `match_started`.")]
    deal: Annotated[str, Meta(description="The deal as JSON; that which stands is in columns of `match_started`.")]
    recorded_at: Annotated[datetime, Meta(description="When it was recorded.")]
    superseded: Annotated[bool, Meta(description="Whether the start was put right later.")]
    amended_by: AmendedBy


class Seats(Struct):
    """One row for each player of each match."""

    match: Match
    seat: Annotated[Seat, Meta(description="1, 2, ... clockwise.")]
    player: Annotated[str, Meta(description="The player's name.")]
    bot: Annotated[str | None, Meta(description="Which bot it was, such as `search:100`; NULL for a person.")]


class Results(Struct):
    """One row for each player of each match that is over."""

    match: Match
    seat: Annotated[Seat, Meta(description="The seat.")]
    player: Annotated[str, Meta(description="The player's name.")]
    score: Annotated[int | None, Meta(description="The score; NULL where the game has none or `unknown` is true.")]
    unknown: Annotated[bool, Meta(description="Whether the score depends on cards that nobody saw.")]
    won: Annotated[
        bool | None, Meta(description="Whether the player is a winner; NULL where cards nobody saw leave it open.")
    ]
    final_score: Annotated[
        int | None, Meta(description="The score with what officials gave or took; NULL as `score` is.")
    ]
    final_won: Annotated[bool | None, Meta(description="Whether the player is a winner after all rulings.")]
    place: Annotated[
        int | None, Meta(description="The place after all rulings, where the record says it; see `placings`.")
    ]


class Steps(Struct):
    """One row for each action, of all games."""

    match: Match
    game: Annotated[str, Meta(description="The id of the game.")]
    version: Version
    step: Number
    actor: Actor
    player: Annotated[str | None, Meta(description="The name of the player who acted; NULL for the table.")]
    verb: Annotated[str, Meta(description="What was done; its fields are in the table of that name of the game.")]
    facts: Annotated[int, Meta(description="How many facts followed.")]
    drawn: Annotated[tuple[str, ...], Meta(description="The outcomes, cards and numbers, as text.")]
    drawn_kinds: Annotated[tuple[str, ...], Meta(description="What each outcome in `drawn` is: card or number.")]
    shuffled: Annotated[tuple[Card, ...] | None, Meta(description="A pile's new order, top first; for the judge.")]
    recorded_at: Recorded
    happened_at: Annotated[datetime | None, Meta(description="When it happened, where that was written down.")]
    by: Entered
    note: Annotated[str, Meta(description="The remark that came with it, for the judge.")]
    superseded: Superseded
    taken_back_by: Annotated[int | None, Meta(description="The `version` of the takeback, where it was taken back.")]
    amended_by: AmendedBy
    was_version: Annotated[
        int | None,
        Meta(description="The `version` of the entry that this is again, where a correction left it as it was."),
    ]
    was_step: Annotated[int | None, Meta(description="The number that this entry had there.")]


class Takebacks(Struct):
    """One row for each takeback: the match stood again as after step `to_step`."""

    match: Match
    version: Version
    to_step: Annotated[int, Meta(description="The last step that stood then.")]
    reason: Annotated[str, Meta(description="Why; for the judge.")]
    by: Entered
    recorded_at: Recorded


class Notes(Struct):
    """One row for each remark on a step that was made later."""

    match: Match
    version: Version
    step: Annotated[int, Meta(description="The step that it was about when it was made; 0 is the start.")]
    text: Annotated[str, Meta(description="What it says.")]
    public: Annotated[bool, Meta(description="Whether everybody may read it, or the judge alone.")]
    by: Entered
    recorded_at: Recorded
    step_now: Now


class Amendments(Struct):
    """One row for each correction: from step `at_step` on the match is what the rows of its `version` say."""

    match: Match
    version: Version
    at_step: Annotated[int, Meta(description="The first step that is another since then; 0 where the start is.")]
    how: Annotated[str, Meta(description="replace, insert, remove, file, redo (of a takeback), merge or rename.")]
    reason: Reason
    public: Public
    by: Said
    recorded_at: Recorded
    steps: Annotated[int, Meta(description="How many steps it holds, decided again.")]
    entered: Annotated[int, Meta(description="How many of them are new; the others stood before.")]
    last_step: Annotated[int, Meta(description="How many steps stood after it.")]


class Confirmations(Struct):
    """One row for each time that somebody agreed to a result."""

    match: Match
    version: Version
    seat: Annotated[int, Meta(description="Who agreed: a seat, or -1 for the judge.")]
    player: Annotated[str | None, Meta(description="The player's name; NULL for the judge.")]
    by: Entered
    recorded_at: Recorded
    void: Annotated[bool, Meta(description="Whether it holds no more, for the result is another or it was withdrawn.")]
    void_by: Annotated[
        int | None,
        Meta(
            description="The `version` of the correction or takeback, of the ruling (made or withdrawn) that made the "
            "result another, or of the withdrawal, whichever was first; NULL where it holds."
        ),
    ]


class Adjustment(Struct):
    """Points that a ruling gives to a seat, or takes where they are negative."""

    seat: Seat
    points: int


class Rulings(Struct):
    """One row for each ruling of an official."""

    match: Match
    version: Version
    step: Annotated[int | None, Meta(description="The step that it was about; NULL where it is about the match.")]
    text: Annotated[str, Meta(description="What it says; empty for everybody but the judge where it is private.")]
    cites: Annotated[str, Meta(description="The number of the rule that it names; empty where it names none.")]
    adjust: Annotated[tuple[Adjustment, ...], Meta(description="Which seats it gives points, and how many.")]
    forfeit: Annotated[tuple[Seat, ...], Meta(description="The seats that forfeit the match by it.")]
    private: Annotated[bool, Meta(description="Whether the words are for the judge alone.")]
    by: Entered
    recorded_at: Recorded
    step_now: Now
    number: Annotated[int, Meta(description="The first ruling on the match is 1.")]
    withdrawn_by: Annotated[
        int | None, Meta(description="The `version` of its withdrawal, see `withdrawals`; NULL while it holds.")
    ]


class Withdrawals(Struct):
    """One row for each ruling, or agreement to a result, that was withdrawn."""

    match: Match
    version: Version
    ruling: Annotated[int | None, Meta(description="The `number` of the ruling; NULL where it was an agreement.")]
    seat: Annotated[
        int | None, Meta(description="Whose agreement it was: a seat, or -1 for the judge; NULL where it was a ruling.")
    ]
    reason: Reason
    public: Public
    by: Said
    recorded_at: Recorded


class Abandonments(Struct):
    """One row for each time that a match was abandoned, or opened again."""

    match: Match
    version: Version
    abandoned: Annotated[bool, Meta(description="Whether it was abandoned; else it was opened again.")]
    reason: Reason
    public: Public
    by: Said
    recorded_at: Recorded


class RecordsKept(Struct):
    """One row for each time that of two records of a match, which had gone apart, this one was kept."""

    match: Match
    version: Version
    parted_at: Annotated[int, Meta(description="The step at which they went apart.")]
    other: Annotated[str, Meta(description="The newest digest of the other; for the judge.")]
    reason: Annotated[str, Meta(description="Why; for the judge.")]
    by: Entered
    recorded_at: Recorded


class Games(Struct):
    """One row for each game."""

    game: Annotated[str, Meta(description="Its id.")]
    title: Annotated[str, Meta(description="Its name.")]
    schema: Annotated[str, Meta(description="Where its tables are.")]
    deck: Annotated[str, Meta(description="The deck it is played with, see `cards`.")]
    fewest: Annotated[int, Meta(description="With how few players it can be played.")]
    most: Annotated[int, Meta(description="With how many players it can be played.")]
    version: Annotated[int, Meta(description="The version of its rules in this program.")]
    lowest_wins: Annotated[bool, Meta(description="Whether the lowest score is the best.")]


class CardsOfDecks(Struct):
    """One row for each card of each deck; join it by `deck` and `code`."""

    deck: Annotated[str, Meta(description="The id of the deck.")]
    code: Annotated[Card, Meta(description="What stands for the card everywhere else.")]
    name: Annotated[str, Meta(description="What it is called.")]
    rank: Annotated[str, Meta(description="Its rank.")]
    suits: Annotated[tuple[str, ...], Meta(description="The letters of its suits.")]
    suit_names: Annotated[tuple[str, ...], Meta(description="The names of its suits.")]


class Decks(Struct):
    """One row for each card that is in a game of so many players with these options; see `cards_in_play`."""

    game: Annotated[str, Meta(description="The id of the game.")]
    seats: Annotated[int, Meta(description="How many players there are.")]
    options: Annotated[str, Meta(description="The options as JSON, as in `starts`.")]
    card: Annotated[Card, Meta(description="The card: `code` in `cards`.")]
    copies: Annotated[int, Meta(description="How many of it there are.")]


class RatingHistory(Struct):
    """One row for each player of each match that counts for ratings, in its game and over all games together."""

    game: Annotated[str, Meta(description="The id of the game; `all games` for the rating over all of them.")]
    match: Match
    day: Annotated[date, Meta(description="The day of the match in `chronology`.")]
    seat: Annotated[Seat, Meta(description="The player's seat in the match.")]
    player: Annotated[str, Meta(description="The player's name.")]
    match_number: Annotated[int, Meta(description="1, 2, ...: which match of the player it is.")]
    of_all: Annotated[int, Meta(description="1, 2, ...: which match of all that count it is.")]
    rating_before: Annotated[float, Meta(description="The rating before the match.")]
    rating: Annotated[float, Meta(description="The rating after it: the skill less three times the uncertainty.")]
    skill: Annotated[float, Meta(description="What the player is thought to be worth after it.")]
    uncertainty: Annotated[float, Meta(description="How far that may be off, as a standard deviation.")]


class Ratings(Struct):
    """One row for each player and game, and one over all games together: the newest rating."""

    game: Annotated[str, Meta(description="The id of the game; `all games` for the rating over all of them.")]
    player: Annotated[str, Meta(description="The player's name.")]
    rating: Annotated[float, Meta(description="The rating: the skill less three times the uncertainty.")]
    skill: Annotated[float, Meta(description="What the player is thought to be worth.")]
    uncertainty: Annotated[float, Meta(description="How far that may be off, as a standard deviation.")]
    matches: Annotated[int, Meta(description="How many matches it comes from.")]
    last_played: Annotated[date, Meta(description="The day of the last of them.")]


class Unread(Struct):
    """One row for each event that could not be read: `ludograph verify` says what is wrong with it."""

    match: Annotated[str, Meta(description="The match, as it is stored.")]
    version: Annotated[int | None, Meta(description="Which event of the match it is.")]
    topic: Annotated[str | None, Meta(description="What kind of event it says it is.")]


class FactRow(Struct):
    """What every table of facts begins with; `nr` counts the facts of a step."""

    match: Match
    version: Version
    step: Annotated[int, Meta(description="The number of the step; 0 is the setup.")]
    nr: Annotated[int, Meta(description="1, 2, ...: which fact of the step it is.")]
    actor: Actor
    superseded: Superseded


class ActionRow(Struct):
    """What every table of actions begins with."""

    match: Match
    version: Version
    step: Number
    actor: Actor
    superseded: Superseded


class StartRow(Struct):
    """What every table of starts begins with; they hold the start that stands, `starts` also those before."""

    match: Match
