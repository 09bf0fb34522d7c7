"""Which page of the lobby and of a tournament is where."""

import re
from functools import cache
from typing import Any, Final
from uuid import UUID

from litestar import Controller, Response, get
from litestar.params import FromPath
from msgspec import to_builtins

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.replay.service.http.link_base import links_base, qr_image
from ludograph.replay.service.http.path_names import path_name
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.pages import render_page

SHORT_ID: Final = 8


class LobbyPageRoutes(Controller):
    """Pages that anybody may open; what they show comes through the API, to each what is theirs."""

    @get("/")
    async def lobby(self, request: AnyRequest) -> Response[bytes]:
        """The page of all that is played."""
        return render_page(request, "lobby.html", games=titles(), searches=bool(request.query_params))

    @get("/help")
    async def help(self, request: AnyRequest) -> Response[bytes]:
        """How an evening is run, and what players and scribes do."""
        return render_page(request, "help.html")

    @get("/tournaments/{id:str}")
    async def tournament(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page of a tournament."""
        return render_page(request, "tournament.html", games=titles(), tournament=id)

    @get("/tournaments/{id:str}/wall")
    async def wall(self, id: FromPath[str], request: AnyRequest, settings: SettingsDep) -> Response[bytes]:
        """The page with a tournament's standings and tables for a big screen, and a code that leads phones there."""
        # The beginning of an id is enough, and the code has fewer squares: it is read from further away.
        link = f"{links_base(request, settings)}/tournaments/{path_name(_short(id))}"
        return render_page(request, "wall.html", games=titles(), tournament=id, link=link, qr=qr_image(link))

    @get("/tournaments/{id:str}/desk")
    async def desk(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page on which the director of a tournament decides."""
        fewest = [game.id for game in GAMES.values() if game.fewest]
        # What decides places besides the scores, in games where a director may have to say them.
        beside = {id: one.ending.before_scores for id, one in GAMES.items() if one.ending.before_scores}
        words = {"games": titles(), "options": options(), "fewest": fewest, "before_scores": beside}
        return render_page(request, "desk.html", **words, tournament=id)

    @get("/tournaments/{id:str}/sheets")
    async def sheets(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page with the links of a round's tables, to be printed."""
        return render_page(request, "sheets.html", games=titles(), tournament=id)


def _short(id: str) -> str:
    """The beginning of an id that no other tournament has, as good as surely; any other name as it is."""
    try:
        return str(UUID(id))[:SHORT_ID]
    except ValueError:
        return id


@cache
def titles() -> dict[str, str]:
    """What the games are called."""
    return {game.id: game.title for game in GAMES.values()}


@cache
def options() -> dict[str, list[dict[str, Any]]]:
    """The options of each game as a page asks for them, a box, one of some words, or a text; what is agreed on first
    comes first."""
    return {game.id: _options_json(game) for game in GAMES.values()}


def _options_json(game: Game) -> list[dict[str, Any]]:
    fields = fields_of(game.options)
    plain = {field.name: field.name.replace("_", " ").capitalize() for field in fields}
    called, order = plain | dict(game.labels), [*game.labels]
    known = sorted((field for field in fields if field.name in order), key=lambda field: order.index(field.name))
    return [_option_json(field, called) for field in [*known, *(field for field in fields if field not in known)]]


def _option_json(field: Field, called: dict[str, str]) -> dict[str, Any]:
    usual = to_builtins(field.default)
    told = " ".join(map(str, usual)) if isinstance(usual, list | tuple) else usual
    return {
        "name": field.name,
        "label": called[field.name],
        "about": _without_names(field.about, called),
        "kind": field.shape.kind,
        "words": field.shape.words,
        "optional": field.shape.optional,
        "usual": told,
    }


def _without_names(about: str, called: dict[str, str]) -> str:
    """What an option is, with what the others are called on the page in the place of their names in commands."""

    def label(found: re.Match[str]) -> str:
        name, value = found["name"], found["value"]
        return f"“{called[name]}”{'' if value is None else f': {value}'}"

    names = "|".join(sorted(called, key=len, reverse=True))
    return re.sub(rf"`(?P<name>{names})(?:[:=] ?(?P<value>\w+))?`", label, about)
