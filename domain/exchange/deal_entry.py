"""The deal of a match that began without it: what only its table knows, as its first entry, typed or as JSON."""

import re
import shlex
from contextlib import suppress
from typing import Any, Final

from ludograph.domain.exchange.real_cards import RawDeal, RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Deal, Options, Refused
from ludograph.domain.kernel.play import PartOfDeal
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.match.aggregate import DealAwaited, Match, Stamp
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.parser import ENTRY_SYNTAX, LineParser
from ludograph.domain.notation.strict_json import Unreadable, load_object, load_value
from ludograph.domain.notation.values import ValueWriter, json_text

LINE: Final = re.compile(r"deal\b\s*:?\s*", re.IGNORECASE)
"""What the line of a deal begins with, as that of a match file in text does."""
OBJECT: Final = re.compile(r'\{\s*"deal"\s*:')
"""What it begins with as JSON."""


def cards_of(match: Match) -> RealCards:
    """How a match that awaits its deal begins, with the options that it has. Raises `DealStands` where it has one."""
    match.check_undealt()
    options = ValueWriter(match.players, unknown="??").fields(match.start.options)
    return RealCards(GAMES[match.start.game], match.players, options)


def with_deal(match: Match, deal: RawDeal, stamp: Stamp, by: str = "") -> Match:
    """The match with the deal that its table tells; what that leaves out nobody saw.

    Raises `Refused`, or `MatchClosed` where it has one or was abandoned.
    """
    return match.enter_deal(whole_deal(cards_of(match), deal)[1], stamp, by)


def whole_deal(real: RealCards, deal: RawDeal) -> tuple[Options, Deal | PartOfDeal]:
    """The options and the deal, which says all that everybody sees. Raises `Refused` with an example of what lacks."""
    missing, refused = real.missing(deal), real.refusal(deal)
    if missing and refused:
        names = listed([f"`{name}`" for name in missing])
        told = f"{refused.told(real.players)} Everybody at the table knows {names}, such as: {json_text(missing)}"
        raise Refused(refused.rule, told, outcome=True)
    return real.read(deal)


def deal_in(match: Match, text: str) -> dict[str, Any] | None:
    """The deal that a line tells: `deal {"stacks": ...}`, `deal dealer=Ann`, `{"deal": ...}`; None where it is none.

    Where the match awaits its deal, any other line is refused. Raises `Unreadable`, or `MatchClosed`.
    """
    text = text.strip()
    if OBJECT.match(text):
        raw = load_object(text)
        deal = raw["deal"] if set(raw) == {"deal"} and isinstance(raw["deal"], dict) else None
    elif not (match.awaits_deal or text[4:].lstrip(": ").startswith("{")) or not (found := LINE.match(text)):
        if match.awaits_deal:
            match.check_open()
        return None
    else:
        rest = text[found.end() :]
        deal = load_object(rest) if rest.startswith("{") else _named(match, rest)
    cards_of(match)
    if not deal:
        raise Unreadable(f"{match.deal_awaited} It is missing here.")
    return deal


def first_deal(match: Match, text: str) -> dict[str, Any] | None:
    """The deal that a line tells; None where it tells something else. Raises `Unreadable`, or `MatchClosed`."""
    with suppress(DealAwaited):
        return deal_in(match, text)
    return None


def example_line(match: Match) -> str:
    """A line that tells as much of a deal as no match begins without: `deal starter=Hana`. Raises `DealStands`."""
    needed = cards_of(match).needed
    if all(isinstance(value, str | int) for value in needed.values()):
        return " ".join(["deal", *(f"{name}={shlex.quote(str(value))}" for name, value in needed.items())])
    return f"deal {json_text(needed)}"


def _named(match: Match, text: str) -> dict[str, Any]:
    """A deal that is told field by field. Raises `Unreadable`."""
    parser = LineParser(GAMES[match.start.game], match.players, ENTRY_SYNTAX)
    shapes = {field.name: field.shape for field in fields_of(parser.game.deal)}
    deal: dict[str, Any] = {}
    try:
        words = shlex.split(text)
    except ValueError:
        raise Unreadable("A quotation mark is not closed.") from None
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in shapes or name in deal:
            raise Unreadable(f"{cut(word)}: a deal says NAME=VALUE, each once, of {listed(list(shapes))}.")
        deal[name] = _value(parser, shapes[name], value)
    return deal


def _value(parser: LineParser, shape: Shape, text: str) -> Any:
    """A value as a match file has it: JSON as it is, of a list its words, of a list of lists those between `;`."""
    if text.lstrip().startswith(("[", "{", '"')):
        return load_value(text)
    if shape.kind == "list" and shape.item is not None:
        parts = text.split(";") if shape.item.kind == "list" else text.replace(",", " ").split()
        return [_value(parser, shape.item, part) for part in parts if part.strip()]
    words = [word for word in parser.tokens(text).items if word.kind != "end"]
    taken = parser.names.value(shape, words)
    return text.strip() if taken.count < len(words) else taken.value
