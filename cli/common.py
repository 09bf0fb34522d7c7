"""What commands share: the store, names of matches and observers, errors as sentences, and output."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from domain.game import Game, Refused
    from domain.match import Match
    from domain.recorder import Recorder

C = TypeVar("C", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
by_option = click.option("--by", default="", envvar="LUDOGRAPH_BY", help="Who enters this; the judge can read it.")
observer_option = click.option(
    "--as",
    "observer",
    default="table",
    metavar="OBSERVER",
    help="Whose eyes: a player's name, a seat number, `table` (the default) or `judge`.",
)


class Failure(click.ClickException):
    """Something was refused, not found, or data is at fault: exit code 1 and a sentence on stderr."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        """The sentence, as it is."""
        click.echo(self.message, err=True, file=file)


def store_path(store: str | None) -> Path:
    """The file of the store: what --store says, or one in the user's data folder.

    In a URL the path is that from the root; a mere name of a file is one in the current folder.
    """
    if store is None:
        from platformdirs import user_data_path

        return user_data_path("ludograph", appauthor=False) / "matches.sqlite"
    scheme, found, rest = store.partition("://")
    if not found:
        return Path(store).expanduser()
    if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
        raise Failure(f"{store} is no store that this version can open: give a path, or sqlite:///path.")
    path = Path("/" + rest.lstrip("/"))
    return path if path.parent != Path("/") else Path(path.name)


def again(command: str) -> str:
    """The program's own command line with --store as it was given here, to tell the user what to enter next."""
    from shlex import quote

    root = click.get_current_context().find_root()
    given = root.get_parameter_source("store") == click.core.ParameterSource.COMMANDLINE
    return f"ludograph {f'--store {quote(root.obj)} ' if given else ''}{command}"


class Stopped(Failure):
    """Somebody pressed Ctrl-C; what was confirmed before is on the disk."""

    exit_code = 130


def game_named(name: str) -> "Game":
    """A game by its id."""
    from difflib import get_close_matches

    from domain.games import GAMES

    if name in GAMES:
        return GAMES[name]
    close = get_close_matches(name.lower(), GAMES, 1)
    hint = f"Did you mean {close[0]}?" if close else f"There are {', '.join(GAMES)}."
    raise Failure(f"There is no game {name}. {hint}")


@contextmanager
def recorder(*, create: bool = False) -> "Iterator[Recorder]":
    """The recorder of the store that the command line names; only commands that record make a new one."""
    from domain.recorder import Recorder

    path = store_path(click.get_current_context().find_root().obj)
    if not create and not path.exists():
        raise Failure(f"Nothing is recorded yet in {path}: start with `ludograph new` or `ludograph import`.")
    opened = Recorder(path)
    try:
        yield opened
    finally:
        opened.close()


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
    from domain.game import Refused
    from domain.lines import Unreadable
    from domain.recorder import NotFound
    from domain.storage import StoreError

    if isinstance(wrong, Unreadable):
        where = f"Line {wrong.line}, column {wrong.column}: " if wrong.line else f"Column {wrong.column}: "
        raise Failure(f"{where}{wrong.why}") from wrong
    if isinstance(wrong, Refused):
        raise Failure(_explained(wrong)) from wrong
    if isinstance(wrong, StoreError | NotFound):
        raise Failure(str(wrong)) from wrong
    if isinstance(wrong, OSError):
        raise Failure(f"{wrong.filename or 'The file'} cannot be used: {wrong.strerror}.") from wrong
    if isinstance(wrong, UnicodeEncodeError):
        raise Failure("A text here holds characters that cannot be written: use UTF-8 (PYTHONUTF8=1).") from wrong
    raise wrong


def _explained(refused: "Refused") -> str:
    """A refusal where no match says which game it is: the rule tells."""
    from domain.games import GAMES

    game = next((game for game in GAMES.values() if refused.rule in game.rules), None)
    return explain(refused, game, ()) if game else refused.why


def explain(refused: "Refused", game: "Game", players: tuple[str, ...]) -> str:
    """A refusal as three short lines: the rule and its sentence, what was wrong, what would be legal."""
    from replay.choices import choice_text

    sentence = game.rules.get(refused.rule or "", "")
    first = f"{refused.rule}: {sentence}" if refused.rule else "Not legal."
    lines = [first] + ([refused.why] if refused.why != sentence else [])
    legal = [choice_text(choice, game, players) for choice in refused.instead]
    return "\n".join([*lines, f"Legal now: {'; '.join(legal)}." if legal else ""]).rstrip()


def match_named(recorder: "Recorder", name: str) -> "Match":
    """A match by its id, an unambiguous beginning of it, or the `id` of its file."""
    return recorder.load(recorder.find(name))


def observer_named(match: "Match", name: str, where: str = "--as") -> int:
    """An observer from what --as says, or whatever took the name."""
    from domain.game import JUDGE, TABLE
    from domain.notation import Reader

    if name.casefold() in ("table", "judge"):
        return TABLE if name.casefold() == "table" else JUDGE
    try:
        return Reader(match.game.deck, match.players).seat(name)
    except ValueError as wrong:
        players = ", ".join(match.players)
        raise Failure(
            f"No player of this match is called {name}: {where} takes {players}, a seat number, table or judge."
        ) from wrong


def print_json(value: Any) -> None:
    """One JSON value on one line of standard output, written at once."""
    click.echo(json_line(value))


def json_line(value: Any) -> str:
    """One JSON value on one line."""
    from domain.notation import json_text

    return json_text(value)


def say(message: str) -> None:
    """A message to the user, on standard error."""
    click.echo(message, err=True)


def _stop_writing() -> NoReturn:
    """Whoever read our output has gone: end quietly, as other programs do."""
    sys.stderr.close()
    raise SystemExit(1)
