"""The verbs of a game and their fields, for entries that a page puts together while it cannot ask what is open."""

from functools import lru_cache
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Action, Choice, verb_of
from ludograph.domain.kernel.marks import acting
from ludograph.domain.kernel.sentences import Speaker, capital
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.choices import choice_told
from ludograph.replay.service.http.responses import BadRequest, json_response
from ludograph.replay.service.routes.offers import field_label

Json = dict[str, Any]
SAID: Final = "..."
"""What stands for words that belong to an action, where nobody wrote them down."""


@get("/api/games/{game:str}/vocabulary")
async def game_vocabulary(game: FromPath[str]) -> Response[bytes]:
    """Every action of a game with its words and fields; what is open at a table is not asked for."""
    if game not in GAMES:
        raise BadRequest(404, f"There is no game {game}: there are {', '.join(GAMES)}.")
    return json_response(vocabulary_json(game), headers={"Cache-Control": "no-cache"})


# It never changes while the program runs, and there are few games: all of them stay.
@lru_cache
def vocabulary_json(game: str) -> Json:
    """The actions of a game, in the order of its rules."""
    speaker = Speaker(GAMES[game].deck, ())
    numbers = GAMES[game].draws_numbers
    return {
        "game": game,
        "numbers": numbers,
        "actions": [_action_json(action, game, speaker) for action in GAMES[game].actions],
    }


def _action_json(action: type[Action], game: str, speaker: Speaker) -> Json:
    told = choice_told(Choice(action, {}), GAMES[game], speaker)
    about = (action.__doc__ or "").partition("\n")[0]
    fields = [_field_json(field) for field in fields_of(action)]
    return {"do": verb_of(action.__name__), "told": visible(capital(told)), "about": about, "fields": fields}


def _field_json(field: Field) -> Json:
    """A field with its question, in which `{seat}` is who acts, and whose cards the places that it names are among.

    That is `acting` for those of who acts, or the name of another field; it is left out where only a match can tell.
    """
    secret, question = field.secret, field.question
    whose = "acting" if question and question.whose is acting else question.whose if question else None
    return {
        "name": field.name,
        "label": field_label(field),
        **({"whose": whose} if isinstance(whose, str) else {}),
        **({"held": True} if field.held else {}),
        "optional": field.shape.optional or not field.required,
        # Only its author sees it: whoever has the eyes of the table is not asked.
        "kept": secret is not None and "*" not in secret.seen_by,
        "said": SAID if field.required else "",
        **_shape_json(field.shape),
    }


def _shape_json(shape: Shape) -> Json:
    """What a value looks like: its kind, the words that it can be, and what a list is of."""
    more: Json = {"words": list(shape.words)} if shape.words else {}
    if shape.item is not None:
        more["item"] = _shape_json(shape.item)
    return {"kind": shape.kind} | more
