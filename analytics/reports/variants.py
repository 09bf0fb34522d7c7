"""The variants that matches were played in: numbers of players and options, and which of them a report joins."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import json

from ludograph.analytics.reports.reports import Report, ReportError
from ludograph.analytics.tables.variants import NONE, default_of, shown_value
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

OPTION: Final = "option."
"""What stands before the name of an option where a report is told one."""
SHARED: Final = (
    ("option.NAME", "Only matches with this value of an option; may be given for several options."),
    (
        "by",
        "The same for each value of option.NAME, or for each of the seats, event, player, bot, variant, month or game.",
    ),
)
"""What every report takes, and what that does."""
SEATS: Final = "seats"
MATCHES: Final = "matches"
"""In `apart` of a report that joins nothing that depends on rules."""
FOUND: Final = """SELECT game, seats, options, count(*) FROM {matches} GROUP BY ALL ORDER BY ALL"""
MOST_GAMES: Final = 3
MOST_OPTIONS: Final = 3
MOST_VALUES: Final = 5
"""So many games, options of each, and values of those are told of what is joined; the others are counted."""


class JoinedVariants(NamedTuple):
    """That a report joins matches by different rules: the sentence, and by what it tells them apart or chooses one."""

    sentence: str
    apart: str
    """What `by` takes for that."""
    option: str | None
    """What takes a value, so that only one of them is there."""

    def told(self, apart: str, choosing: str) -> str:
        """The sentence with what to write, which has `{}` for the name."""
        chooses = f", {choosing.format(self.option)} chooses one" if self.option else ""
        return f"{self.sentence} {apart.format(self.apart)} tells them apart{chooses}."

    def __str__(self) -> str:
        return self.told('by="{}"', '**{{"{}": VALUE}}')


class Variant(NamedTuple):
    """Matches of a game with so many players and the same options."""

    game: str
    seats: int
    options: str
    """The options as JSON, as `starts` has them."""
    matches: int

    def value(self, name: str) -> str:
        """The value of an option as a report is told it; its default where the match was before there was it."""
        given = json.decode(self.options)
        return shown_value(given[name] if name in given else default_of(self.game, name))


def variants_of(connection: "DuckDBPyConnection", matches: str) -> list[Variant]:
    """The variants of the matches in a table with their games, seats and options."""
    return [Variant(*row) for row in connection.execute(FOUND.format(matches=matches)).fetchall()]


def option_names(games: Iterable[str]) -> list[str]:
    """The options of these games."""
    return list(dict.fromkeys(field.name for game in games for field in fields_of(GAMES[game].options)))


def check_option(name: str, games: Collection[str]) -> str:
    """The name of an option of these games, however it is written. Raises `ReportError`."""
    wanted, known = name.strip().replace("-", "_").casefold(), option_names(games)
    if wanted in known:
        return wanted
    close = get_close_matches(wanted, known, 3)
    where = next(iter(games)) if len(games) == 1 else "No game"
    told = f"Did you mean {_either(close)}?" if close else f"There are {', '.join(known)}." if known else "It has none."
    says = f"{where} has no option {cut(name)}." if len(games) == 1 else f"{where} has an option {cut(name)}."
    raise ReportError(f"{says} {told}")


def check_value(name: str, given: Any, games: Iterable[str], found: Iterable[str]) -> str:
    """A value of an option as it is shown, however it is given. Raises `ReportError` for one that it cannot have."""
    shapes = [field.shape for game in games for field in fields_of(GAMES[game].options) if field.name == name]
    wanted = _told(given)
    words = [word for shape in shapes for word in _words(shape)]
    known = {value.casefold(): value for value in (*found, *words)}
    if wanted.casefold() in known:
        return known[wanted.casefold()]
    if any(_takes(shape, wanted) for shape in shapes):
        return wanted
    close = get_close_matches(wanted.casefold(), known, 3)
    told = (
        f"Did you mean {_either([known[one] for one in close])}?" if close else f"It takes {_either(known.values())}."
    )
    raise ReportError(f"The option {name} cannot be {cut(wanted)}. {told}")


def pooled(report: Report, variants: Sequence[Variant], apart: Collection[str]) -> JoinedVariants | None:
    """That a report joins matches of several variants: which, how many of each, and how to tell them apart."""
    kept = {*report.apart, *apart}
    if MATCHES in kept:
        return None
    told = [one for game in dict.fromkeys(one.game for one in variants) if (one := _joined(game, variants, kept))]
    if not told:
        return None
    names = list(dict.fromkeys(name for _, found in told for name in found))
    shown = "; ".join(sentence for sentence, _ in told[:MOST_GAMES])
    more = len(told) - MOST_GAMES
    rest = f"; and {more} more game{'s' if more > 1 else ''}" if more > 0 else ""
    option = next((name for name in names if name != SEATS), None)
    return JoinedVariants(f"Matches by different rules are joined here. {shown}{rest}.", names[0], option)


def _joined(game: str, variants: Sequence[Variant], kept: Collection[str]) -> tuple[str, list[str]] | None:
    """What of a game is joined, in words, and the names by which it can be told apart."""
    own = [one for one in variants if one.game == game]
    parts, names = [], []
    if SEATS not in kept and len(counts := _counted((str(one.seats), one.matches) for one in own)) > 1:
        parts.append(f"{_several(counts)} players")
        names.append(SEATS)
    if "options" not in kept:
        for name in option_names([game]):
            if name in kept or OPTION + name in kept:
                continue
            if len(counts := _counted((one.value(name), one.matches) for one in own)) > 1:
                parts.append(f"{name} {_several(counts)}")
                names.append(OPTION + name)
    left = len(parts) - MOST_OPTIONS
    more = f" and {left} more option{'s' if left > 1 else ''}" if left > 0 else ""
    return (f"{game}: {', '.join(parts[:MOST_OPTIONS])}{more}", names) if parts else None


def _counted(pairs: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for value, matches in pairs:
        found[value] = found.get(value, 0) + matches
    return found


def _several(counts: Mapping[str, int]) -> str:
    """Values with how many matches have each: `2 (3 matches) and 4 (17)`."""
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    told = [f"{value or NONE} ({count:,}{'' if at else _matches(count)})" for at, (value, count) in enumerate(ordered)]
    shown, left = told[:MOST_VALUES], sum(count for _, count in ordered[MOST_VALUES:])
    return " and ".join(shown) if not left else f"{', '.join(shown)} and others ({left:,})"


def _matches(count: int) -> str:
    return " match" if count == 1 else " matches"


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)


def _told(given: Any) -> str:
    """A value as it is shown; a text may be JSON, as options are written elsewhere."""
    if not isinstance(given, str):
        return shown_value(given)
    text = given.strip()
    if text.startswith("["):
        try:
            return shown_value(json.decode(text))
        except ValueError:
            return text
    return {"null": NONE, "yes": "true", "no": "false"}.get(text.casefold(), " ".join(text.replace(",", " ").split()))


def _words(shape: Shape) -> Iterator[str]:
    """The values of a shape that can be listed."""
    if shape.optional:
        yield NONE
    if shape.kind == "flag":
        yield from ("false", "true")
    yield from map(str, shape.words)
    for one in shape.shapes:
        yield from _words(one)


def _takes(shape: Shape, text: str) -> bool:
    """Whether a value can be one of a shape whose values cannot all be listed."""
    if shape.kind == "list":
        item = shape.item
        listed = item is None or (words := [*_words(item)]) == [] or all(one in words for one in text.split())
        return listed and (item is None or item.kind not in ("number", "seat") or bool(re.fullmatch(r"[-\d\s]*", text)))
    if shape.kind in ("number", "seat"):
        return bool(re.fullmatch(r"-?\d+", text))
    return shape.kind in ("text", "card") or any(_takes(one, text) for one in shape.shapes)
