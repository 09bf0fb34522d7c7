"""The deal of a match asked card by card, for whoever taps: what is asked next after what was answered so far."""

from collections.abc import Callable, Generator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from ludograph.domain.exchange.real_cards import RealCards, hides
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.values import ValueWriter, json_text

OF_SEAT = "{seat}"
"""Stands in a question for the player whose entry is asked for."""


class DealQuestion(NamedTuple):
    """What is asked next of a deal: in words, what it can be, and why what was said is not enough, if it is not."""

    label: str
    values: Sequence[Any]
    """As a match file has them."""
    why: str = ""


Asking = Generator[DealQuestion, Any, Any]
"""Asks, is sent answers, and returns what they come to."""


class DealDraft(NamedTuple):
    """A deal so far: what was answered, and what is asked next; the whole deal where nothing is."""

    answered: list[tuple[str, Any]]
    asked: DealQuestion | None
    deal: dict[str, Any] | None = None


def drafted(real: RealCards, answers: Sequence[Any]) -> DealDraft:
    """What comes of answers. Only what everybody sees is asked: of the rest nobody at the table knows anything.

    Raises ValueError where an answer is none of those that there can be.
    """
    flow, answered = _deal(real), []
    try:
        asked = next(flow)
        for answer in answers:
            if answer not in asked.values:
                raise ValueError(f"{asked.label}: that cannot be answered here.")
            answered.append((asked.label, answer))
            asked = flow.send(answer)
    except StopIteration as done:
        return DealDraft(answered, None, done.value)
    return DealDraft(answered, asked)


def _deal(real: RealCards) -> Asking:
    """Asks for the fields that everybody sees, in their order, until a match can begin."""
    told: dict[str, Any] = {}
    for field in fields_of(real.game.deal):
        if field.question is None or hides(field) or field.name not in real.example or real.refusal(told) is None:
            continue
        if OF_SEAT in field.question.text:
            entries: list[Any] = []
            for name in real.players:
                entries.append((yield from _entry(real, field, told, entries, name)))
            told[field.name] = entries
        else:
            told[field.name] = yield from _entry(real, field, told, [], "")
    return told


def _entry(real: RealCards, field: Field, told: dict[str, Any], entries: list[Any], name: str) -> Asking:
    """Asks for a field, or for what a player has of it."""
    assert field.question is not None
    label = field.question.text.replace(OF_SEAT, name)
    if field.question.dealt is not None:
        return (yield from _dealt(field, told, entries, name))
    if field.question.among is not None or field.shape.kind == "seat":
        writer, among = ValueWriter(real.players), field.question.among
        every = real.players if among is None else among(real.options, len(real.players))
        shape = field.shape.item if name and field.shape.item is not None else field.shape
        written = every if among is None else [writer.value(shape, one) for one in every]
        left = [one for one in written if one not in entries]
        return left[0] if len(left) == 1 else (yield DealQuestion(label, left))
    return (yield from _cards(real, field, told))


def _dealt(field: Field, told: dict[str, Any], entries: list[Any], name: str) -> Asking:
    """Asks for the cards that a player was dealt of some; what is left goes without saying."""
    assert field.question is not None
    dealt = field.question.dealt
    assert dealt is not None
    if told.get(dealt.but) == name:
        return []
    picked: list[Any] = []
    while len(picked) < dealt.each:
        left = [card for card in dealt.cards if card not in picked and not any(card in one for one in entries)]
        if len(left) == dealt.each - len(picked):
            return [*picked, *left]
        label = f"{field.question.text.replace(OF_SEAT, name)}: {len(picked) + 1}"
        picked.append((yield DealQuestion(label, left)))
    return picked


def _cards(real: RealCards, field: Field, told: dict[str, Any]) -> Asking:
    """Asks for cards that lie side by side, until there are as many as a match begins with."""
    assert field.question is not None
    deck, _, _ = real.game.cards(real.begun(real.example))
    seen = json_text(told)  # no card that a player was dealt lies there, too
    picked: list[Any] = []
    while not picked or (wrong := real.fault(told | {field.name: picked})) is not None:
        why = wrong.told(real.players) if picked and wrong and len(picked) >= len(real.example[field.name]) else ""
        left = [
            card for card in real.game.deck.by_code if deck.count(card) > picked.count(card) and f'"{card}"' not in seen
        ]
        # Where some push others out, any card can come.
        fits = left if field.question.least else _NextCards(left, partial(_can_lie, real, field, told, tuple(picked)))
        picked.append((yield DealQuestion(f"{field.question.text}: {len(picked) + 1}", fits, why)))
    return picked


class _NextCards(Sequence[str]):
    """Those of some cards that can come next; of one that was told only that one is tried."""

    def __init__(self, cards: Sequence[str], fits: Callable[[str], bool]) -> None:
        self._cards = cards
        self._fits = fits

    @cached_property
    def _fitting(self) -> list[str]:
        return [card for card in self._cards if self._fits(card)]

    def __contains__(self, card: object) -> bool:
        return card in self._cards and self._fits(str(card))

    def __len__(self) -> int:
        return len(self._fitting)

    def __getitem__(self, at: Any) -> Any:
        return self._fitting[at]


def _can_lie(real: RealCards, field: Field, told: dict[str, Any], picked: tuple[str, ...], card: str) -> bool:
    """Whether a card can lie there after those that were picked, with some of an example after it."""
    cards, example = [*picked, card], real.example[field.name]
    rest = [one for one in example if one not in cards]
    return real.fault(told | {field.name: cards + rest[: max(len(example) - len(cards), 0)]}) is None
