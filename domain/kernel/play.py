"""The only engine: decides an action, follows its consequences, and counts the cards."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple

from msgspec.structs import asdict

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, copies_in, once_each
from ludograph.domain.kernel.chance import Chance, Outcome
from ludograph.domain.kernel.game import (
    Action,
    Audience,
    Deal,
    Fact,
    Game,
    Impossible,
    Options,
    Refused,
    S,
    Who,
    verb_of,
)
from ludograph.domain.kernel.objections import MOST_CONSEQUENCES, endless, note_step
from ludograph.domain.kernel.places import whereabouts
from ludograph.domain.kernel.shapes import fields_of


class UnreadAction(NamedTuple):
    """An action as somebody wrote it: who and when is asked first, `read` then makes it an action or refuses it."""

    verb: str
    read: Callable[[], Action]


class PartOfDeal(NamedTuple):
    """A deal without the one field that cannot be read: refused when the game asks for that field, and not before."""

    fields: SimpleNamespace
    """The other fields, as the deal of the game has them."""
    refused: Refused
    """What is wrong with the one that is not among them."""

    @classmethod
    def without(cls, field: str, deal: Deal, refused: Refused) -> "PartOfDeal":
        """All of this deal but a field."""
        return cls(SimpleNamespace(**{name: value for name, value in asdict(deal).items() if name != field}), refused)


class Played(NamedTuple, Generic[S]):
    """One action, decided: what the step stores, and the state after it."""

    action: Action
    drawn: tuple[Outcome, ...]
    seen_by: tuple[Audience, ...]
    shuffled: Cards | None
    facts: tuple[Fact, ...]
    state: S


class Begun(NamedTuple, Generic[S]):
    """A match set up: the deal as recorded, the setup facts and the state after them."""

    deal: Deal
    facts: tuple[Fact, ...]
    state: S


def settle(game: Game[S], before: S | None, facts: Iterable[Fact], chance: Chance) -> tuple[tuple[Fact, ...], S]:
    """All that happens, the direct facts and what follows from them, and the state after it."""
    state: Any = before
    happened: list[Fact] = []
    for fact in facts:
        state = fact.apply(state)
        happened.append(fact)
    more: Fact | Iterable[Fact] | None = None
    for _ in range(MOST_CONSEQUENCES):
        if (more := game.follow(state, chance)) is None:
            return tuple(happened), state
        for fact in (more,) if isinstance(more, Fact) else more:
            state = fact.apply(state)
            happened.append(fact)
    raise endless(happened[-1])


def check_start(game: Game, options: Options, seats: int) -> None:
    """Refuses a number of players that the game is not for, and options that do not fit together or that number."""
    check_seats(game, seats)
    game.check(options, seats)


def check_seats(game: Game, seats: int) -> None:
    """Refuses a number of players that the game is not for."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        wanted = f"{least} player{'' if least == 1 else 's'}" if least == most else f"{least} to {most} players"
        raise Refused(game.faults.seats, f"{game.title} is for {wanted}, not {seats}.")


def begin(game: Game[S], options: Options, seats: int, deal: Deal | PartOfDeal | None, chance: Chance) -> Begun[S]:
    """Sets a match up; without a deal the program makes one. Raises `Refused`."""
    game.check(options, seats)
    try:
        if isinstance(deal, PartOfDeal):
            raise _refused_part(game, options, seats, deal, chance)
        recorded, facts = game.setup(options, seats, deal, chance)
        _check_seats(recorded, seats)
        happened, state = settle(game, None, facts, chance)
        chance.finish()
        _count(game, state)
    except Impossible as wrong:
        raise _refusal(game, _in_deal(wrong)) from wrong
    return Begun(recorded, happened, state)


def _check_seats(deal: Deal, seats: int) -> None:
    """Refuses a seat in a deal that nobody has: the deal of a match may be kept where fewer players are put right."""
    for field in fields_of(type(deal)):
        seat = getattr(deal, field.name)
        if field.shape.kind == "seat" and seat is not None and not 1 <= seat <= seats:
            raise Refused(None, f"`{field.name}` of the deal is seat {seat}, and there are {seats}.")


def _refused_part(game: Game, options: Options, seats: int, deal: PartOfDeal, chance: Chance) -> Refused:
    """Why a part of a deal is refused; raises what the game finds wrong before it asks for the field left out."""
    # A file is judged in the order of the game's own rules: a fault that comes before this field is told first. Python
    # says by itself that the field is not there, so that no game has to know of deals that cannot be read.
    try:
        game.setup(options, seats, deal.fields, chance)
    except AttributeError as asked:
        if asked.obj is not deal.fields:
            raise
    return deal.refused


def play(game: Game[S], state: S, seat: int, move: Action | UnreadAction, chance: Chance) -> Played[S]:
    """Decides one action and all that follows from it. Raises `Refused`; then nothing has changed."""
    try:
        return _played(game, state, seat, move, chance)
    except Exception as wrong:
        note_step(wrong, chance.step)
        raise


def _played(game: Game[S], state: S, seat: int, move: Action | UnreadAction, chance: Chance) -> Played[S]:
    if isinstance(move, UnreadAction):
        game.turn(state, seat, move.verb)
        action = move.read()
    else:
        game.turn(state, seat, verb_of(type(move).__name__))
        action = move
    idle = game.faults.idle
    if idle is not None and chance.written and idle.broken_by(action, state):
        raise Refused(idle.rule, "This action draws nothing: leave its outcomes out.", outcome=True)
    action = action.completed(state, seat)
    try:
        facts, after = settle(game, state, action.decide(state, seat, chance), chance)
        chance.finish()
        _count(game, after)
    except Impossible as wrong:
        if wrong.kind == "stray" and idle is not None and idle.broken_by(action, state):
            wrong = Impossible(wrong.kind, wrong.why, idle.rule)
        raise _refusal(game, _placed(game, state, wrong)) from wrong
    return Played(action, tuple(chance.drawn), tuple(chance.seen_by), chance.shuffled, facts, after)


def _in_deal(wrong: Impossible) -> Impossible:
    return Impossible(wrong.kind, f"deal: {wrong.why}", wrong.rule, **wrong.values)


def _placed(game: Game[S], state: S, wrong: Impossible) -> Impossible:
    """What cannot be, with the place where the card lies that was written, if the table shows it."""
    place = None if wrong.lies is None else whereabouts(game, state, wrong.lies)
    if place is None:
        return wrong
    part, owner = place
    where = "on the table" if owner is None else "with {owner}"
    why = f"{wrong.lies} cannot come here: it lies {where} ({{part}})."
    return Impossible(wrong.kind, why, wrong.rule, part=part, owner=Who(owner or 0))


def _refusal(game: Game, wrong: Impossible) -> Refused:
    rule = wrong.rule or game.faults.outcomes.broken(wrong.kind)
    return Refused(rule, wrong.why, outcome=True, **wrong.values)


def _count(game: Game[S], state: S) -> None:
    """Raises `Impossible` where a card or a coin was lost or doubled."""
    deck, placed, unseen = game.cards(state)
    if len(deck) != len(placed) + unseen:
        raise Impossible("placed", f"There are {len(deck)} cards, but {len(placed) + unseen} lie on the table.")
    faces = _faces(deck)
    if faces is None or not _are_once(placed, faces):
        _check_copies(placed, deck)
    if game.coins is not None:
        total, held = game.coins(state)
        if sum(held) != total or min(held) < 0:
            raise Impossible("placed", f"The accounts hold {sum(held)} and should hold {total}.")


def _are_once(placed: Cards, faces: frozenset[Card]) -> bool:
    """Whether these are cards of a deck that has each once, `??` as often as need be: as nearly always."""
    lying = set(placed)
    unknown = placed.count(UNKNOWN) if UNKNOWN in lying else 1
    return len(lying) == len(placed) - unknown + 1 and lying <= faces


def _check_copies(placed: Cards, deck: Cards) -> None:
    spare = _copies(deck).copy()
    try:
        for card in placed:
            spare[card] -= 1
    except KeyError:
        raise Impossible("placed", f"{card} is no card of this game.") from None
    if min(spare.values()) < 0:
        twice = " ".join(sorted(card for card, left in spare.items() if left < 0))
        raise Impossible("placed", f"{twice} would lie in two places: one of the entries is wrong.")


@lru_cache(maxsize=64)
def _faces(deck: Cards) -> frozenset[Card] | None:
    """What can lie there of a deck that has each card once; None for any other."""
    return frozenset((*deck, UNKNOWN)) if once_each(deck) else None


@lru_cache(maxsize=64)
def _copies(deck: Cards) -> dict[Card, int]:
    """How often each card can lie somewhere, and as many unknown ones as there are cards."""
    return {**copies_in(deck), UNKNOWN: len(deck)}
