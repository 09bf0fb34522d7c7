"""The options of a round: said in words, and beside those of a match."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import to_builtins

from ludograph.domain.exchange.importer import read_options
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Options, Refused
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.values import json_text
from ludograph.domain.tournaments.state import TournamentRound

_VALUE: Final = re.compile(r"(?:^|[;:.] |, )(\w+): ")
"""Where what one value of an option means begins in its description: `0: a single game`."""

_USUAL: Final = re.compile(r"[:;,] by default|\. ")


def in_words(seated: TournamentRound) -> list[str]:
    """How a round is played, where something was said of it: `play to 0 (a single game)`."""
    fields = {field.name: field for field in fields_of(GAMES[seated.game].options)}
    said = [_in_words(name, value, fields.get(name)) for name, value in seated.options.items()]
    return [*said, "the same deal at every table"] if seated.same_deal else said


def _in_words(name: str, value: Any, field: Field | None) -> str:
    plain = name.replace("_", " ")
    said = f"{'' if value else 'without '}{plain}" if isinstance(value, bool) else f"{plain} {_said(value)}"
    meant = _meaning(field.about, value) if field and value is not False else ""
    return f"{said} ({meant})" if meant else said


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_said, value))
    return "none" if value is None else str(value).replace("_", " ")


def _meaning(about: str, value: Any) -> str:
    """What a description says of one value, else of the option in short: without other values and what is usual."""
    parts = list(_VALUE.finditer(about))
    ends = [part.start() for part in parts] + [len(about)]
    by_value = {part[1]: about[part.end() : end] for part, end in zip(parts, ends[1:], strict=True)}
    meant = by_value.get(str(value)) or _USUAL.split(about[: ends[0]])[0]
    return meant[:1].lower() + meant[1:].rstrip(" ;.:,")


def other_options(seated: TournamentRound, players: Sequence[str], options: Options) -> str:
    """How the options of a match are others than those of its round; empty where they are the same."""
    game = GAMES[seated.game]
    with suppress(Refused):
        wanted = read_options(game, tuple(players), seated.options)
        names = [field.name for field in fields_of(game.options)]
        unlike = [name for name in names if getattr(wanted, name) != getattr(options, name)]
        if unlike:
            here, there = (_listed(one, unlike) for one in (wanted, options))
            return f"{here} is played, and this match has {there}"
    return ""


def _listed(options: Options, names: Sequence[str]) -> str:
    return listed([f"{name} {json_text(to_builtins(getattr(options, name)))}" for name in names])
