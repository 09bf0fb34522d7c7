"""Errors as sentences: what a user can meet never ends in a traceback."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from ludograph.domain.kernel.game import Game, Refused


C = TypeVar("C", bound=Callable[..., Any])


OPENED = "ludograph.opened"
"""Under which name the context of a command keeps the recorder that it opened."""
SAY = "ludograph.say"
"""Under which name the context of a command keeps what says a sentence on standard error."""


RECORDING: Final = frozenset(("act", "copy", "import", "lake", "merge", "play", "restore", "simulate", "verify"))
"""Commands that do one thing after another and tell each: who stops listening stops them half-way."""


class Failure(click.ClickException):
    """Something was refused, not found, or data is at fault: exit code 1 and a sentence on stderr."""

    exit_code = 1


class Stopped(Failure):
    """Somebody pressed Ctrl-C; what was confirmed before is on the disk."""

    exit_code = 130


def sentences_for_errors(work: C) -> C:
    """Turns every error that a user can meet into a sentence and exit code 1, never a traceback."""

    @wraps(work)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return work(*args, **kwargs)
        except click.ClickException:
            raise
        except BrokenPipeError:
            _stop_writing()
        except KeyboardInterrupt:
            raise Stopped("Stopped. What was confirmed before is recorded.") from None
        except Exception as wrong:
            raise_failure(wrong)

    return wrapped  # type: ignore[return-value]


def raise_failure(wrong: Exception) -> NoReturn:
    """Raises `Failure` for an error that a user can meet; any other error as it is."""
    from ludograph.domain.entry.interpretation import AmbiguousEntry
    from ludograph.domain.kernel.game import Refused
    from ludograph.domain.match.aggregate import MatchClosed, NoSuchStep
    from ludograph.domain.match.official_decisions import OutOfPlace
    from ludograph.domain.notation.limits import TooLong
    from ludograph.domain.notation.names import Misnamed
    from ludograph.domain.notation.strict_json import Unreadable
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.store.recorder import NotFound
    from ludograph.domain.tournaments.aggregate import OutOfOrder
    from ludograph.domain.tournaments.scores.scoring import Unscorable

    if isinstance(wrong, Misnamed):
        raise Failure(f"{wrong}.") from wrong
    if isinstance(wrong, Unreadable):
        where = f"Line {wrong.line}, column {wrong.column}: " if wrong.line else f"Column {wrong.column}: "
        raise Failure(f"{where}{wrong.why}") from wrong
    if isinstance(wrong, Refused):
        raise Failure(_explained(wrong)) from wrong
    said = (
        StoreError
        | NotFound
        | MatchClosed
        | OutOfPlace
        | OutOfOrder
        | Unscorable
        | NoSuchStep
        | TooLong
        | AmbiguousEntry
    )
    if isinstance(wrong, said):
        raise Failure(str(wrong)) from wrong
    if isinstance(wrong, OSError):
        raise Failure(f"{wrong.filename or 'The file'} cannot be used: {wrong.strerror}.") from wrong
    if isinstance(wrong, UnicodeEncodeError):
        raise Failure("A text here holds characters that cannot be written: use UTF-8 (PYTHONUTF8=1).") from wrong
    _blame_store(wrong)
    raise wrong


def _blame_store(wrong: Exception) -> None:
    """Raises `Failure` where an error comes of what somebody altered and sealed again: `verify` finds it."""
    from ludograph.domain.store.recorder import UNFOLDABLE, Recorder
    from ludograph.domain.tournaments.verification import verify_either

    context = click.get_current_context(silent=True)
    opened: Recorder | None = context.find_root().meta.get(OPENED) if context else None
    if not isinstance(wrong, UNFOLDABLE) or opened is None or opened.loaded is None:
        return
    with Recorder(opened.place) as recorder:
        verdict = verify_either(recorder, opened.loaded)
    if not verdict.ok:
        raise Failure(
            f"{verdict.noun.capitalize()} {opened.loaded} is damaged: `ludograph verify {opened.loaded}` says where."
        ) from wrong


def _explained(refused: "Refused") -> str:
    """A refusal where no match says which game it is: the rule tells."""
    from ludograph.domain.games import GAMES

    game = next((game for game in GAMES.values() if refused.rule in game.rules), None)
    return explain(refused, game, ()) if game else str(refused)


def explain(refused: "Refused", game: "Game", players: tuple[str, ...], when: str = "now") -> str:
    """A refusal as three short lines: the rule and its sentence, what was wrong, what would be legal."""
    from ludograph.replay.sentences.choices import choice_text

    sentence = game.rules.get(refused.rule or "", "")
    first = f"{refused.rule}: {sentence}" if refused.rule else "Not legal."
    why = refused.told(players)
    lines = [first] + ([why] if why != sentence else [])
    legal = [choice_text(choice, game, players) for choice in refused.instead]
    return "\n".join([*lines, f"Legal {when}: {'; '.join(legal)}." if legal else ""]).rstrip()


def _stop_writing() -> NoReturn:
    """Whoever read our output has gone and had enough: ends quietly; only what stopped half-way is a failure."""
    context = click.get_current_context(silent=True)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # else Python fails on what is left in the buffer
    raise SystemExit(1 if context is None or context.info_name in RECORDING else 0)
