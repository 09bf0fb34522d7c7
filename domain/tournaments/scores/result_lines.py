"""The result of a table as people type it on one line: `3: 12 8 8 f`, or with names, `3: Ben=3 Ivo -2 Ann 14`."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.scores.scoring import Unscorable
from ludograph.domain.tournaments.scores.typed_scores import TYPED, is_score, read_score

HOW: Final = "3: 12 8 8 f, the scores in the order of the seats, or with names, 3: Ben=3 Ivo=-2 Ann=14"
"""How a line is written."""
_TABLE: Final = re.compile(r"(?:table\s*)?([0-9]{1,6})(?:\s*:\s*|\s+|$)(.*)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,;]+")
_SCORED: Final = re.compile(rf"(?:\s*=\s*|\s+)({TYPED}|f|forfeits?|forfeited)(?=[\s,;]|$)", re.I)
"""A score behind a name."""


class ResultLine(NamedTuple):
    """A table, and what was written of it."""

    table: int
    scores: str


def result_line(text: str) -> ResultLine:
    """The table that a line names, and the rest. Raises `Unscorable`."""
    found = _TABLE.fullmatch(text.strip())
    if found is None:
        raise Unscorable(f"{cut(text)} names no table: write {HOW}.")
    return ResultLine(int(found[1]), found[2].strip())


def scores_in(line: ResultLine, players: Sequence[str]) -> list[Scored]:
    """What the players of the table came to, whose seats are in this order. Raises `Unscorable`."""
    words = [word for word in _BETWEEN.split(line.scores) if word]
    if not all(map(is_score, words)):
        _check_numbers(words, players)
        return _named(line, players)
    if len(words) != len(players):
        raise Unscorable(
            f"At table {line.table} sit {listed(players)}, and {counted(len(words), 'score')} "
            f"{'is' if len(words) == 1 else 'are'} written: write one for each in this order, f for who forfeited, ? "
            "where nobody knows it."
        )
    return [read_score(player, word) for player, word in zip(players, words, strict=True)]


def _check_numbers(words: Sequence[str], players: Sequence[str]) -> None:
    """Raises `Unscorable` where scores are written without names, and one of them is none."""
    if not is_score(words[0]) or any(folded(player).startswith(folded(words[0])) for player in players):
        return
    wrong = next(word for word in words if not is_score(word))
    if "=" not in wrong and any(sign.isdigit() for sign in wrong):
        raise Unscorable(
            f"{cut(wrong)} is no score: write a whole number, f for who forfeited, ? where nobody knows it."
        )


def _named(line: ResultLine, players: Sequence[str]) -> list[Scored]:
    found, rest = [], line.scores
    while rest := rest.strip(" \t,;"):
        name, score, end = _first(rest, line.table, players)
        found.append(read_score(name, score))
        rest = rest[end:]
    return found


def _first(text: str, table: int, players: Sequence[str]) -> tuple[str, str, int]:
    """The player named first, the score behind the name, and where that ends; whole names go before beginnings."""
    # A name may have blanks, numbers and equals signs in it: every score may be the one that ends the name.
    ways = [(folded(text[: one.start()]), one[1], one.end()) for one in _SCORED.finditer(text)]
    if not ways:
        raise Unscorable(f"{cut(text)}: write a score behind each name, such as {players[0]}=12.")
    by_look = {folded(player): player for player in players}
    for name, score, end in reversed(ways):
        if name in by_look:
            return by_look[name], score, end
    for name, score, end in ways:
        begun = [player for look, player in by_look.items() if name and look.startswith(name)]
        if len(begun) == 1:
            return begun[0], score, end
    said = text[: len(text) - len(text.lstrip()) + ways[0][2]]
    raise Unscorable(f"{cut(said)} names nobody at table {table}, or more than one: there sit {listed(players)}.")
