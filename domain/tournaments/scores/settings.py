"""The settings of a tournament as an organiser writes them, `name=value`, and whether they can be."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from msgspec.structs import replace

from ludograph.domain.match.allowances import WORDS, Allowance
from ludograph.domain.notation.limits import cut
from ludograph.domain.tournaments.events import NewSettings
from ludograph.domain.tournaments.scores.scoring import Unscorable, read_number, read_scoring, read_tie_breaks

SETTINGS: Final = ("scoring", "tie-breaks", "bye", "late", "repeat", "allowed")
"""What can be set anew, by the names in which it is written."""
MOST: Final = Decimal(1000)
"""A repeated meeting weighs no more: with so much no field is large enough that one would be chosen."""


def read_settings(pairs: Iterable[str]) -> NewSettings:
    """What is to be set, from `bye=2`, `tie-breaks=wins,lot`, `scoring=places=5,3,1`. Raises `Unscorable`."""
    said: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = (part.strip() for part in pair.partition("="))
        name = name.replace("_", "-")
        if name not in SETTINGS or not equals:
            raise Unscorable(f"{cut(pair) or 'Nothing'} sets nothing: write {', '.join(SETTINGS)} as name=value.")
        if name in said:
            raise Unscorable(f"{name} is said twice: once is enough.")
        said[name] = text
    if not said:
        raise Unscorable(f"Say what is to be set, as name=value: {', '.join(SETTINGS)}.")
    breaks = said.pop("tie-breaks", None)
    numbers = {name: read_number(said[name]) for name in ("bye", "late", "repeat") if name in said}
    allowed = _read_allowed(said["allowed"]) if "allowed" in said else None
    breaks = None if breaks is None else read_tie_breaks(breaks)
    return checked_settings(NewSettings(said.get("scoring"), breaks, **numbers, allowed=allowed))


def _read_allowed(text: str) -> tuple[Allowance, ...]:
    """What is allowed, from `hints,shares`, or from `nothing`. Raises `Unscorable`."""
    names = {name.strip() for name in text.split(",") if text != "nothing"}
    if names - set(WORDS):
        raise Unscorable(f"allowed is {' or '.join(WORDS)}, both with a comma between, or `nothing`, not {cut(text)}.")
    return tuple(name for name in WORDS if name in names)


def checked_settings(settings: NewSettings) -> NewSettings:
    """These settings, each written in one way. Raises `Unscorable` where something of it cannot be."""
    for number in (settings.bye, settings.late, settings.repeat):
        if number is not None:
            read_number(str(number))
    if settings.repeat is not None and not 0 <= settings.repeat <= MOST:
        raise Unscorable(f"repeat is a number from 0 to {MOST}: 0 does not mind, {MOST} repeats only what it must.")
    scoring = None if settings.scoring is None else read_scoring(settings.scoring).text
    breaks = None if settings.tie_breaks is None else read_tie_breaks(",".join(settings.tie_breaks))
    return replace(settings, scoring=scoring, tie_breaks=breaks)
