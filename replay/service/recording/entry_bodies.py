"""What scribes, players and directors send with an entry: the bodies of requests, and checks of their words."""

from uuid import UUID

from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import BadRequest


@documented_as("Undo")
class UndoBody(RequestBody):
    """What is taken back, and why; without `to` the last step."""

    reason: str
    to: int | None = None


@documented_as("Note")
class NoteBody(RequestBody):
    """A note on a step, by default the last; the judge's unless `public`."""

    text: str
    step: int | None = None
    public: bool = False


@documented_as("Agreement")
class ConfirmationBody(RequestBody, rename={"who": "as"}):
    """Who agrees to the result: a player, or the judge. A player need not say who they are.

    With `withdraw` they agree no more; a reason for that is the judge's unless `public`.
    """

    who: str | None = None
    withdraw: bool = False
    reason: str = ""
    public: bool = False


@documented_as("Ruling")
class RulingBody(RequestBody):
    """A ruling: its words, what it is about, and what it does; players by their names. `preview` records nothing.

    With `withdraw`, the number of a ruling, that holds no more; `reason` belongs to it, and is the judge's unless
    `public`.
    """

    by: str
    text: str = ""
    step: int | None = None
    cites: str = ""
    adjust: dict[str, int | str] = {}
    """Points as a number to give or take; or as text, "+3", "-5", or "=14" for a final score of 14."""
    forfeit: tuple[str, ...] = ()
    private: bool = False
    withdraw: int | None = None
    reason: str = ""
    public: bool = False
    preview: bool = False


@documented_as("Ending")
class EndingBody(RequestBody):
    """Why a match is abandoned, or goes on again."""

    reason: str
    public: bool = False


def checked_text(what: str, text: str) -> str:
    """Words that say something. Raises `BadRequest`."""
    if not text.strip():
        raise BadRequest(422, f"{what} needs some words.")
    return text.strip()


def id_in(text: str) -> UUID:
    """An id. Raises `BadRequest`."""
    try:
        return UUID(text)
    except ValueError:
        raise BadRequest(422, f"{text} is no id.") from None
