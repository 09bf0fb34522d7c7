"""What every game is made of. Knows no game, no storage, no clock and no chance."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.cards import UNKNOWN, Card, Cards, Deck

T = TypeVar("T")


class SeatMark:
    """Marks a whole number as a seat, which people read and write as a player's name."""


class BySeatMark:
    """Marks a tuple with one entry for each seat, which JSON shows under the players' names."""


Seat = Annotated[int, SeatMark()]
"""1..n, clockwise; as an actor or observer also `TABLE` or `JUDGE`."""
PerSeat = Annotated[tuple[T, ...], BySeatMark()]
"""One entry for each seat, seat 1 first."""

TABLE: Final = 0
JUDGE: Final = -1

Audience = tuple[int, ...]
"""The seats that see something: `EVERYBODY` where `TABLE` is among them, `NOBODY` (but the judge) when empty."""
EVERYBODY: Final[Audience] = (TABLE,)
NOBODY: Final[Audience] = ()


class Secret:
    """Says on a field who learns it; the judge always does.

    `Secret()`: only the judge. `Secret("*")`: everybody. `Secret("seat", "giver")`: the seats in those fields (or
    properties) of the Struct; `actor` is the step's actor. With `each=True` entry i of the list is seen by seat i too;
    `each="fronts"` names a field or property that holds, entry by entry, the seats that see it too.
    """

    def __init__(self, *seen_by: str, each: bool | str = False) -> None:
        self.seen_by = seen_by
        self.each = each


class Cites:
    """Says on a field which rule a refusal cites when the field is missing or ill-typed.

    `strangers` is the one for naming somebody who is not in the match, where that is another; `faceless` the one for
    `??` in the place of a card that everybody sees.
    """

    def __init__(self, rule: str | None, *, strangers: str | None = None, faceless: str | None = None) -> None:
        self.rule = rule
        self.strangers = strangers
        self.faceless = faceless


# Facts, actions and events hold nothing that could point back at them, so that Python need not look for cycles there.


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

    draws: ClassVar[bool] = False
    """Whether outcomes may be written with it. Only some games ask, see `Faults.idle`."""

    def draws_now(self, state: Any) -> bool:
        """Whether they may be written with it in this state."""
        return self.draws

    def completed(self, state: Any, seat: Seat) -> Self:
        """What is decided and stored: with the optional fields that the record knows filled in."""
        return self

    def decide(self, state: Any, seat: Seat, chance: "Chance") -> Iterable[Fact]:
        """The direct facts, one after the other; raises `Refused` where a rule is broken."""
        raise NotImplementedError


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants of a game; every field has a default and a description."""


class Deal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole chance outcome of a setup; its fields are annotated with `Secret` like those of facts."""

    def without_orders(self) -> Self:
        """What is left for those who may not know how piles lie; a field with `Secret()` alone is blanked anyway."""
        return self


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


class Choice(Struct, frozen=True):
    """A block of freely combinable values of one action; serves prompts, help, refusals and bots."""

    action: type[Action]
    values: Mapping[str, Sequence[Any]] = {}
    idle: bool = False
    """Nobody waits for it (say, tip, leave)."""


class Who(int):
    """A seat among the values of an objection: whoever prints it calls the seat by its player's name."""


class Objection(ValueError):
    """What is wrong, as a template over `values`; without any the text stands as it is. It is never altered."""

    def __init__(self, why: str, /, **values: Any) -> None:
        super().__init__(why)
        self.why = why
        self.values: dict[str, Any] = values

    def told(self, players: Sequence[str] = ()) -> str:
        """The sentence, with the names of these players for their seats."""
        if not self.values:
            return self.why
        names = {name: _name(value, players) for name, value in self.values.items()}
        sentence = self.why.format(**names)
        return sentence if players else sentence[:1].upper() + sentence[1:]

    def __str__(self) -> str:
        return self.told()


def _name(value: object, players: Sequence[str]) -> str:
    if isinstance(value, tuple):
        return ", ".join(_name(entry, players) for entry in value)
    if value == TABLE and isinstance(value, Who):
        return "the table"
    if isinstance(value, Who):
        return players[value - 1] if value <= len(players) else f"seat {int(value)}"
    return str(value)


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


class Impossible(Objection):
    """An outcome that cannot be. `kind` is a field of `Outcomes`, by which a game names the rule broken.

    A game that asks for an outcome to which a rule of its own applies names that `rule` here. `lies` is the card that
    cannot be there, where it is a single one: the engine says where it lies.
    """

    def __init__(
        self, kind: str, why: str, /, rule: str | None = None, *, lies: Card | None = None, **values: Any
    ) -> None:
        super().__init__(why, **values)
        self.kind = kind
        self.rule = rule
        self.lies = lies


LeftOut = Literal["known", "unseen", "never"]


class Chance(Protocol):
    """Where outcomes come from: a shuffle, what was written down with the action, or `??`."""

    def expect(self, count: int, *, omissible: int = 0, left_out: LeftOut = "known") -> bool:
        """Asks that the outcomes written for what follows, if any are, be this many; says whether any are.

        The first `omissible` of them, which the record knows, may be left out of a list that is written. `left_out`
        says what it means that none are written at all: the record knows them, nobody saw them, or it must not be.
        """

    def card(
        self, known: Card, among: Callable[[], Sequence[str]], *, to: Audience = EVERYBODY, hidden: bool = False
    ) -> Card:
        """The next card: `known` is its face as far as recorded, `among` the faces it could have.

        `to` says who sees it; only a `hidden` one may stay `??`.
        """

    def heap(self, count: int) -> None:
        """The last `count` cards came in no order: they are kept sorted, and do not tell how they were written."""

    def cards(
        self,
        known: Cards,
        among: Callable[[Cards], Sequence[str]],
        *,
        to: Audience = EVERYBODY,
        hidden: bool = False,
    ) -> Cards:
        """The next cards, as many as `known` has; `among` is given those before each.

        Written ones are judged together: whether each can be there comes before whether it agrees with the record.
        """

    def number(self, known: int | None, among: Sequence[int], *, to: Audience = EVERYBODY) -> int:
        """The next number, such as a die or a bid that was sealed: `known` as far as recorded."""

    def shuffle(self, cards: Cards) -> Cards:
        """A new order of these cards, or `??` for each where nobody at the recorder's side knows it."""


class Result(Struct, frozen=True):
    """How a match stands. Before the end all scores are None and nobody has won; `??` is what a `??` leaves open."""

    over: bool
    scores: PerSeat[int | str | None]
    winners: tuple[Seat, ...] | str


class Outcomes(Struct, frozen=True):
    """The rule that is broken by each kind of impossible outcome."""

    count: str | None = None
    """Too few or too many, or left out though the record does not know them."""
    unknown: str | None = None
    """`??` where everybody saw the card."""
    code: str | None = None
    """No card of the deck."""
    placed: str | None = None
    """A card that cannot be there: it lies elsewhere, or does not belong to the pile."""
    conflict: str | None = None
    """Not what the record says lies there."""
    stray: str | None = None
    """An order where nothing was shuffled; by default the rule of `count`."""


class Faults(Struct, frozen=True):
    """The rules that are broken by what the kernel finds before a game is asked; None where there is no number."""

    seats: str | None
    options: str | None
    deal: str | None
    fields: str | None
    outcomes: Outcomes
    idle: str | None = None
    """An outcome with an action that draws nothing, where that is asked before the action's own rules."""


class Credits(Struct, frozen=True):
    """Whose game it is, as the source of its rules says; None where the source does not say."""

    designer: str | None
    source: str
    licence: str | None
    """The licence of the source. The rules here are told in our own words."""


class Game(Struct, frozen=True):
    """One for each folder of `domain.games`; the rest of the program is generic."""

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
    """(options, number of seats, deal or None, chance) to the deal as recorded and the setup facts."""
    turn: Callable[[Any, Seat, str], None]
    """(state, seat, verb): refuses whoever may not act, and a verb that is not for now."""
    choices: Callable[[Any, Seat], tuple[Choice, ...]]
    follow: Callable[[Any, Chance], Fact | Iterable[Fact] | None]
    """The next automatic consequence, several that come together, or None."""
    result: Callable[[Any], Result]
    cards: Callable[[Any], tuple[Cards, Cards]]
    """(the deck, every card in play), each card once: the engine counts them after every step."""
    sentences: Mapping[type[Struct], "Sentence"]
    scene: Callable[[Any], Any]
    guide: str = ""
    """How it is played and scored, for somebody who has never seen it: a few paragraphs, divided by empty lines."""
    synonyms: Mapping[str, str] = {}
    """Other words that are read for verbs: `fold` for `duck`. What is written is always the verb."""
    coins: Callable[[Any], tuple[int, tuple[int, ...]]] | None = None
    """(what there is in all, what each account holds): the engine adds them up after every step."""


Sentence = str | Callable[[Any, Any], str]
"""A template over the fields of a fact or action, or a function of it and a `domain.kernel.sentences.Speaker`."""


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise."""
    return seat % seats + 1


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in order, from `first` on."""
    return tuple((first - 1 + step) % seats + 1 for step in range(seats))


def swap(entries: tuple[T, ...], at: int, entry: T) -> tuple[T, ...]:
    """The entries with the one at index `at` replaced."""
    return (*entries[:at], entry, *entries[at + 1 :])


def for_seat(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Entries by seat, with that of `seat` replaced."""
    return swap(entries, seat - 1, entry)


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
    "EVERYBODY", "JUDGE", "NOBODY", "TABLE", "UNKNOWN", "Action", "Audience", "Card", "Cards", "Chance", "Choice",
    "Cites", "Credits", "Deal", "Fact", "Faults", "FreeText", "Game", "Impossible", "LeftOut", "Options", "Outcomes",
    "PerSeat", "Refused", "Result", "Seat", "Secret", "Sentence", "Who", "clockwise", "for_seat", "left_of", "replace",
    "swap",
    "verb_of", "without",
]  # fmt: skip
