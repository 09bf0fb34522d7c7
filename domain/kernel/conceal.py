"""The only place that withholds: what is left of a Struct for somebody who may not know all of it.

Everything is driven by the `Secret` on a field. What is withheld keeps its place and its length: `??` for each card,
None for a number or a text.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import JUDGE, TABLE, Secret
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.kernel.shapes import fields_of

S = TypeVar("S", bound=Struct)

Observer = int
"""A seat, `TABLE`, `JUDGE` or `ALL_SEATS`."""


def conceal(struct: S, observer: Observer, actor: int = TABLE) -> S:
    """A fact, an action or a deal as that observer knows it; `actor` is who acted in this step."""
    if observer == JUDGE:
        return struct
    changes = {}
    for name, secret, blank in _secrets(type(struct)):
        value = getattr(struct, secret.of or name)
        if value is None:
            continue
        if not _sees(struct, secret, observer, actor):
            changes[name] = None if secret.absent else _blank_others(struct, secret, value, observer, blank)
        elif secret.of:
            changes[name] = value
    return replace(struct, **changes) if changes else struct


def withholds(struct: Struct, observer: Observer, actor: int = TABLE) -> bool:
    """Whether a fact, an action or a deal has a field that this observer may not see, whatever is recorded in it.

    It says the same of a card that was written down and of one that is `??`.
    """
    if observer == JUDGE:
        return False
    return any(secret.each or not _sees(struct, secret, observer, actor) for _, secret, _ in _secrets(type(struct)))


def sees(audience: tuple[int, ...], observer: Observer) -> bool:
    """Whether an observer is among those who see something."""
    return observer == JUDGE or TABLE in audience or observer in audience or (observer == ALL_SEATS and audience != ())


def _sees(struct: Struct, secret: Secret, observer: Observer, actor: int) -> bool:
    for name in secret.seen_by:
        if name == "*":
            return True
        seats = actor if name == "actor" else getattr(struct, name)
        if sees(seats if isinstance(seats, tuple) else (seats,), observer):
            return True
    return False


def _blank_others(struct: Struct, secret: Secret, value: Any, observer: Observer, blank: "Blank") -> Any:
    """The value blanked, but for the entries of a list that this observer sees all the same."""
    if not secret.each:
        return blank(value)
    audiences = getattr(struct, secret.each) if isinstance(secret.each, str) else range(1, len(value) + 1)
    return tuple(
        entry if sees(audience if isinstance(audience, tuple) else (audience,), observer) else hidden
        for entry, hidden, audience in zip(value, blank(value), audiences, strict=True)
    )


Blank = Callable[[Any], Any]


@cache
def _secrets(struct: type[Struct]) -> tuple[tuple[str, Secret, Blank], ...]:
    """The fields of a Struct that somebody may not see as they are, each with how to blank it."""
    return tuple(
        (field.name, field.secret, _blank_cards if field.shape.holds_cards else _blank_other)
        for field in fields_of(struct)
        if field.secret is not None and ("*" not in field.secret.seen_by or field.secret.of)
    )


def _blank_cards(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_blank_cards(entry) for entry in value)
    return UNKNOWN


def _blank_other(value: Any) -> Any:
    return tuple(None for _ in value) if isinstance(value, tuple) else None
