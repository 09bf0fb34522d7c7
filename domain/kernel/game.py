"""What every game is made of. Knows no game, no storage, no clock and no chance."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Self

from msgspec import Struct
from msgspec.structs import force_setattr, replace
from typing_extensions import TypeVar

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, Deck
from ludograph.domain.kernel.chance import Chance
from ludograph.domain.kernel.decisive import Decisives
from ludograph.domain.kernel.ending import Ending
from ludograph.domain.kernel.marks import (
    EVERYBODY,
    HELD,  # fmt: skip
    JUDGE,
    NOBODY,
    TABLE,
    Audience,
    Cites,
    Code,
    Dealt,
    PerSeat,
    Question,
    Seat,
    Secret,
    StartingPlayer,
    acting,
    clockwise,
    for_seat,
    left_of,
    less,
    more_for,
    swap,
)
from ludograph.domain.kernel.mentions import About, Meant
from ludograph.domain.kernel.objections import Impossible, Objection, Outcomes, Who
from ludograph.domain.kernel.parts import Parts, Reasons
from ludograph.domain.kernel.result import HIGHEST, Order, Result, ScoreSum
from ludograph.domain.kernel.wanted import Asked, Faces, Numbers, Wanted, numbered
from ludograph.domain.kernel.worth import Value, Worth, known_values

if TYPE_CHECKING:
    from ludograph.domain.kernel.hidden import Hidden

T = TypeVar("T")
S = TypeVar("S", default=Any)
"""The state of a game; any, where nothing says which game it is."""

# Facts, actions, events and states hold nothing that could point back at them, so that Python need not look for cycles
# there: `gc=False`.


class Fact(Struct, frozen=True, gc=False, tag_field="fact", tag=True, forbid_unknown_fields=True):
    """What happened, in the past tense, with its results worked out.

    The name of a fact and of its fields are storage: changing one takes an upcast. `apply` decides nothing, so that
    it works on concealed facts too.
    """

    def apply(self, state: Any) -> Any:
        """The state after this."""
        raise NotImplementedError


@cache
def verb_of(name: str) -> str:
    """The verb of an action class: `CastFortune` is `cast_fortune`."""
    return "".join(
        f"_{letter.lower()}" if letter.isupper() and at else letter.lower() for at, letter in enumerate(name)
    )


class Action(Struct, frozen=True, gc=False, tag_field="do", tag=verb_of, forbid_unknown_fields=True):
    """What a seat (or the table) decides. Names and fields are storage and notation."""

    def completed(self, state: Any, seat: Seat) -> Self:
        """What is decided and stored: with the optional fields that the record knows filled in."""
        return self

    def decide(self, state: Any, seat: Seat, chance: Chance) -> Iterable[Fact]:
        """The direct facts, one after the other; raises `Refused` where a rule is broken."""
        raise NotImplementedError


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants of a game; every field has a default and a description."""


class Deal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole chance outcome of a setup; its fields are annotated with `Secret` like those of facts."""


class FreeText(Sequence[str]):
    """Stands in a `Choice` for any text at all, also for none where it is `optional`.

    A program that needs a text takes any of those that are in it.
    """

    def __init__(self, *, optional: bool = False) -> None:
        self.optional = optional
        self._texts = ("...", "") if optional else ("...",)

    def __getitem__(self, at: Any) -> Any:
        return self._texts[at]

    def __len__(self) -> int:
        return len(self._texts)


class Choice(Struct, frozen=True, gc=False):
    """A block of freely combinable values of one action; serves prompts, help, refusals and bots."""

    action: type[Action]
    values: Mapping[str, Sequence[Any]] = {}
    idle: bool = False
    """Nobody waits for it (say, tip, leave)."""
    waives: bool = False
    """It gives up what another choice open to the seat would claim at no cost (not to show a hand at the showdown).

    It is open to everybody as any other; playouts take it only where nothing else is open.
    """


Opening = tuple[Seat, Choice]
"""Something that is open to a seat."""


class Refused(Objection):
    """An action or a start against the rules. `rule` is None where the spec has no number for it.

    `instead` is what would be legal. An `outcome` is refused where what chance did was wrong: the scribe's doing, not
    the player's.
    """

    def __init__(
        self,
        rule: str | None,
        why: str,
        /,
        *,
        instead: tuple[Choice, ...] = (),
        outcome: bool = False,
        **values: Any,
    ) -> None:
        super().__init__(why, **values)
        self.rule = rule
        self.instead = instead
        self.outcome = outcome


class Idle(Struct, frozen=True):
    """The rule against outcomes with an action that draws nothing, where it is asked before the action's own rules."""

    rule: str
    draws: Mapping[type[Action], Callable[[Any], bool]]
    """The actions with which outcomes may come, each in the states of which this is true."""

    def broken_by(self, action: Action, state: Any) -> bool:
        """Whether nothing is drawn with this action."""
        draws = self.draws.get(type(action))
        return draws is None or not draws(state)


def always(state: Any) -> bool:
    """In any state."""
    return True


class Faults(Struct, frozen=True):
    """The rules that are broken by what the kernel finds before a game is asked; None where there is no number."""

    seats: str
    deal: str
    outcomes: Outcomes
    options: str = ""
    """By default the rule of `seats`."""
    fields: str | None = ""
    """By default the rule of `deal`."""
    idle: Idle | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "options", self.options or self.seats)
        force_setattr(self, "fields", self.deal if self.fields == "" else self.fields)


class Credits(Struct, frozen=True, kw_only=True):
    """Whose game it is, as the source of its rules says; None where the source does not say."""

    designer: str | None = None
    source: str
    licence: str | None = None
    """The licence of the source. The rules here are told in our own words."""


def any_options(options: Options, seats: int) -> None:
    """Refuses nothing: for a game whose options fit together whatever they are."""


def nothing(options: Any) -> tuple[str, ...]:
    """Whatever the options are, every verb is used."""
    return ()


def by_its_verb(state: Any, action: Action) -> Action:
    """The action itself: for a game in which no two verbs do the same."""
    return action


def nobody_out(state: Any) -> tuple[Seat, ...]:
    """For a game that nobody leaves before its end."""
    return ()


class Game(Struct, Generic[S], frozen=True):
    """One for each folder of `domain.games`, with its state as a parameter; the rest of the program is generic."""

    id: str
    title: str
    summary: str
    credits: Credits
    version: int
    seats: range
    deck: Deck
    rules: Mapping[str, str]
    options: type[Options]
    deal: type[Deal]
    actions: tuple[type[Action], ...]
    facts: tuple[type[Fact], ...]
    faults: Faults
    setup: Callable[[Any, int, Any, Chance], tuple[Any, Iterable[Fact]]]
    """(options, number of seats, deal or None, chance) to the deal as recorded and the setup facts, once all fit."""
    turn: Callable[[S, Seat, str], None]
    """(state, seat, verb): refuses whoever may not act, and a verb that is not for now."""
    choices: Callable[[S, Seat], tuple[Choice, ...]]
    follow: Callable[[S, Chance], Fact | Iterable[Fact] | None]
    """The next automatic consequence, several that come together, or None."""
    result: Callable[[S], Result]
    cards: Callable[[S], tuple[Cards, Cards, int]]
    """(the deck, each card where it lies, how many more lie unseen): the engine counts them after every step."""
    sentences: Mapping[type[Struct], "Sentence"]
    scene: Callable[[S], Any]
    offers: Mapping[type[Struct], str] = {}
    """Templates over the fields of an action for what may be done, where that has no template among the sentences."""
    meant: Mapping[type[Action], Meant] = {}
    """Actions that are about a card which none of their fields names."""
    guide: str = ""
    """How it is played and scored, for somebody who has never seen it: a few paragraphs, divided by empty lines."""
    terms: Mapping[str, str] = {}
    """Words of its sentences by the rule that explains each; see `domain.kernel.terms`."""
    verbs: Mapping[str, str] = {}
    """The rule of each verb that is typed and stands in no sentence as such."""
    synonyms: Mapping[str, str] = {}
    """Other words that are read for verbs: `fold` for `duck`. What is written is always the verb."""
    told_as: Callable[[S, Action], Action] = by_its_verb
    """(state, an action): where two verbs do the same in that state, the action by the one that is told of it."""
    draws_numbers: bool = False
    """Whether an action may bring a number, that was rolled or sealed, and not cards alone."""
    amounts: Mapping[type[Action], Callable[[S, Seat], int]] = {}
    """How much an action without fields is about, as the table stands: told behind it where it is offered."""
    labels: Mapping[str, str] = {}
    """What options are called where people choose them, those first that a table agrees on first."""
    check: Callable[[Any, int], None] = any_options
    """(options, number of seats): refuses options that do not fit together, or not so many seats."""
    coins: Callable[[S], tuple[int, tuple[int, ...]]] | None = None
    """(what there is in all, what each account holds): the engine adds them up after every step."""
    ending: Ending = Ending()
    """The words in which it is told why somebody has won, and what the scores are made of."""
    about: About = {}
    """Which cards a fact counts or compares that it does not name."""
    decisive: Decisives = {}
    """The kinds of facts that decide something, what weighs most last; without any what turns up cards decides."""
    parts: Parts = {}
    """What a fact adds up, part by part with the cards that count; each is a beat by itself where there are several."""
    reasons: Reasons = {}
    """Why something came out as it did; told behind the sentence unless somebody wants it short."""
    order: Order = HIGHEST
    """Who is ahead and who has won, where nothing is known of a match but its scores; `result` starts from it too."""
    score_sum: Callable[[Any], ScoreSum] | None = None
    """(options): what the scores of a table add up to; None where they may come to anything."""
    openings: Callable[[S], Iterable["Opening"]] | None = None
    """All that `choices` says of the table and of each seat in turn, found out at once; None: each is asked."""
    worth: Worth | None = None
    """Who is ahead before the end; None: what scenes say of each seat (`Zone.standing`)."""
    switched_off: Callable[[Any], Iterable[str]] = nothing
    """(options): the verbs that nobody ever uses under them."""
    unsealings: tuple[type[Fact], ...] = ()
    """The facts by which everybody learns what players had decided in secret."""
    eliminations: tuple[type[Fact], ...] = ()
    """The facts by which a `seat`, a field of each, is out of the match, for good or until it buys in again."""
    eliminated: Callable[[S], tuple[Seat, ...]] = nobody_out
    """(state before the end): who is out of the match as it stands, and so behind all who are not."""
    starting_player: StartingPlayer | None = None
    """Who begins a match by the rules; None: whoever acts first, for nobody else may."""
    hidden: "Hidden | None" = None
    """What is not uniform about that which a view does not know."""
    reservation: Callable[[S, Seat], int] | None = None
    """(state, seat): the most that an amount open to a seat can bring back, as known: a bidder's reservation price.

    Higher amounts are open as any other; searches look at none, and playouts give none. Asked where an amount is open.
    """
    horizon: Callable[[S], int] | None = None
    """Which hand or game of a long match is under way: bots look no further than to its end. None: to the end."""
    last_horizon: Callable[[S], int | None] | None = None
    """Which hand or game is the last, by the numbers of `horizon`; None where nobody can say."""

    @property
    def fewest(self) -> bool:
        """Whether the lowest score is first."""
        return self.order.fewest

    def all_choices(self, state: S, seats: int) -> Iterable["Opening"]:
        """What is open to anybody, the table first."""
        if self.openings is not None:
            return self.openings(state)
        return ((seat, choice) for seat in range(TABLE, seats + 1) for choice in self.choices(state, seat))

    def worth_of(self, state: S) -> PerSeat[Value]:
        """What each seat has: the scores of a match that is over, before that what counts so far or is expected."""
        result = self.result(state)
        if result.over:
            return known_values(result.scores)
        if self.worth is not None:
            return self.worth.count(state)
        seats = range(1, len(result.scores) + 1)
        stands = {zone.owner: zone.standing for zone in self.scene(state).zones if zone.standing}
        label = self.counts_as(state)
        texts = (text if named == label else "" for named, text in (stands.get(seat, ("", "")) for seat in seats))
        return tuple(int(text) if _WHOLE.fullmatch(text) else None for text in texts)

    def eliminated_in(self, state: S) -> tuple[Seat, ...]:
        """Who cannot be ahead whatever they have: out of the match, or at its end put behind others by its `Order`."""
        if state is None:  # before the deal
            return ()
        result = self.result(state)
        return result.order.behind_all(len(result.scores)) if result.over else self.eliminated(state)

    def counts_as(self, state: S) -> str:
        """What `worth_of` counts, as a scoreboard heads it; without a `worth` what most seats have, if anything."""
        if self.worth is not None:
            return self.worth.label
        labels = [zone.standing[0] for zone in self.scene(state).zones if zone.standing]
        return max(labels, key=labels.count, default="")


_WHOLE: Final = re.compile(r"[+-]?\d{1,18}", re.ASCII)

Sentence = str | Callable[[Any, Any], str]
"""A template over the fields of a fact or action, or a function of it and a `domain.kernel.sentences.Speaker`."""


def without(cards: Cards, card: Card) -> Cards:
    """The cards less one copy of `card`; where it is not among them a `??` stands in for it.

    When an unseen card leaves, nobody can tell which are left: all of them become `??`. Raises `Impossible` where the
    card cannot have been there.
    """
    if card == UNKNOWN and cards:
        return (UNKNOWN,) * (len(cards) - 1)
    if card not in cards:
        if UNKNOWN not in cards:
            raise Impossible("placed", f"{card} is not among {' '.join(cards) or 'no cards'}.")
        card = UNKNOWN
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


__all__ = [
    "EVERYBODY", "HELD", "JUDGE", "NOBODY", "TABLE", "UNKNOWN", "Action", "Asked", "Audience", "Card", "Cards",
    "Chance", "Choice", "Cites", "Code", "Credits", "Deal", "Dealt", "Faces", "Fact", "Faults", "FreeText", "Game",
    "Idle", "Impossible", "Meant", "Numbers", "Opening", "Options", "Order", "Outcomes", "PerSeat", "Question",
    "Refused", "Result", "ScoreSum", "Seat", "Secret", "Sentence", "StartingPlayer", "Wanted", "Who", "acting",
    "always", "clockwise", "for_seat", "left_of", "less", "more_for", "numbered", "replace", "swap", "verb_of",
    "without",
]  # fmt: skip
