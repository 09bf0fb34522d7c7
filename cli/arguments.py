"""What commands share: the store, names of matches and observers, errors as sentences, and output."""

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from errno import ELOOP
from json import loads
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ludograph.cli.errors import OPENED, SAY, Failure
from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.visible_text import on_one_line

if TYPE_CHECKING:
    from uuid import UUID

    from ludograph.domain.kernel.game import Game
    from ludograph.domain.kernel.shapes import Shape
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.events import AnyStarted
    from ludograph.domain.store.event_mapper import Damaged
    from ludograph.domain.store.match_summary import Glimpse
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.store.url import Place

WARNED = "ludograph.warned"
"""Under which name the context of a command keeps the stores of which something was said already."""
LONGEST: Final = 3600
"""No server has longer to answer, in seconds."""
json_option = click.option("--json", "as_json", is_flag=True, help="Prints JSON for programs.")


def author(context: click.Context, option: click.Parameter, by: str) -> str:
    """Who enters something, as a match file may say it too: so much, and nothing that cannot be seen."""
    if len(by) > limits.SHORT_TEXT or not by.isprintable():
        raise click.UsageError(f"--by is a name of up to {limits.SHORT_TEXT} characters on one line.")
    return by.strip()


by_option = click.option(
    "--by", default="", envvar="LUDOGRAPH_BY", callback=author, help="Who enters this; the judge can read it."
)
observer_option = click.option(
    "--as",
    "observer",
    default="table",
    metavar="OBSERVER",
    help="Whose eyes: a player's name, a seat number, `table` (the default) or `judge`.",
)


def some_words(context: click.Context, option: click.Parameter, reason: str | None) -> str | None:
    """A reason that says something; None where it may be left out and was."""
    if reason is not None and not reason.strip():
        raise click.UsageError("--reason needs some words.")
    return reason and reason.strip()


reason_option = click.option(
    "--reason", required=True, metavar="TEXT", callback=some_words, help="Why; the judge can read it."
)
public_option = click.option("--public", is_flag=True, help="Everybody may read the reason, not the judge alone.")
as_of_option = click.option(
    "--as-of",
    metavar="EVENT|TIME",
    help="The match as it was believed after that event (`history` numbers them), or at that time (UTC).",
)


def on_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def store_place() -> "Place":
    """Where the store is: what --store says, or a file in the user's data folder.

    In a URL the path is that from the root; a mere name of a file is one in the current folder.
    """
    store: str | None = click.get_current_context().find_root().obj
    found = data_path() if store is None else store_named(store)
    warn_of_lost_log(found)
    return found


def warn_of_lost_log(store: "Place") -> None:
    """Says once of a store that is about to be opened that its log seems to be gone: opening it makes a new one."""
    from ludograph.domain.store.sidecar_files import lost_log

    meta = click.get_current_context().find_root().meta
    warned = meta.setdefault(WARNED, set())
    if store in warned or not isinstance(store, Path) or (lost := lost_log(store)) is None:
        return
    warned.add(store)
    meta[SAY](lost)


def data_path() -> Path:
    """The store in the user's data folder, where matches go when no other is named."""
    from platformdirs import user_data_path

    return user_data_path("ludograph", appauthor=False) / "matches.sqlite"


def store_named(store: str) -> "Place":
    """Where a store is: a path, or a URL. Raises `Failure` where it cannot be one."""
    from ludograph.domain.store.event_mapper import StoreError
    from ludograph.domain.store.url import is_server, server_in, without_password

    if not store.strip():
        raise Failure("--store names no file: write a path, or leave it out.")
    if is_server(store):
        try:
            return server_in(store, _deadline())
        except StoreError as wrong:
            raise Failure(str(wrong)) from wrong
    scheme, found, rest = store.partition("://")
    if not found:
        return _usable(Path(store).expanduser())
    if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
        raise Failure(
            f"{without_password(store)} is no store that this version can open: give a path, sqlite:///path, or "
            "postgresql://user@host/database."
        )
    path = Path("/" + rest.lstrip("/"))
    return _usable(path if path.parent != Path("/") else Path(path.name))


def _deadline() -> float:
    """How many seconds a server has to answer: what LUDOGRAPH_DEADLINE says. Raises `Failure` where it says none."""
    from ludograph.domain.store.url import DEADLINE

    text = os.environ.get("LUDOGRAPH_DEADLINE") or str(DEADLINE)
    seconds = float(text) if text.replace(".", "", 1).isdecimal() else 0
    if not 1 <= seconds <= LONGEST:
        raise Failure(f"LUDOGRAPH_DEADLINE is a number of seconds from 1 to {LONGEST}: write such as 10.")
    return seconds


def _usable(path: Path) -> Path:
    """The path, unless a store under that name would be taken for a file beside another, or a link leads nowhere."""
    from ludograph.domain.store.sidecar_files import store_beside

    store = store_beside(path.name)
    if store is not None:
        raise Failure(f"{path} would be a file beside the store {store}: name another file.")
    if _leads_round(path):
        raise Failure(f"{path} is a link that leads back to itself: name a file with --store.")
    return path


def _leads_round(path: Path) -> bool:
    """Whether a path is a link, or behind one, that leads back to itself."""
    try:
        path.stat()
    except OSError as wrong:
        return wrong.errno == ELOOP
    return False


def file_named(name: str, what: str) -> Path:
    """The file that a name means where it can be no database of a server; `what` is what it is for."""
    found = store_named(name)
    if not isinstance(found, Path):
        raise Failure(f"{what} is a file: name one, not a server.")
    return found


def make_folder(store: "Place") -> None:
    """Makes the folder of a store that was named, if somebody says yes. Raises `Failure` where nobody does.

    It may be misspelt, and then matches would be recorded where nobody looks for them. The data folder is made unasked.
    """
    if not isinstance(store, Path) or store.parent.exists() or store == data_path():
        return
    folder = store.parent
    asked = sys.stdin.isatty() and sys.stdout.isatty()
    if not asked or not click.confirm(f"There is no folder {on_one_line(str(folder))}. Make it?", err=True):
        raise Failure(f"There is no folder {folder}: make it first, or name another file. Nothing was recorded.")
    folder.mkdir(parents=True)


def command_line(*words: str, keep: Sequence[str] = ()) -> str:
    """The program's own command line with these words, to tell the user what to enter next.

    --store is repeated as it was given here, and behind the match those of this command's own options that are named in
    `keep`.
    """
    context = click.get_current_context()
    root = context.find_root()
    given = ["--store", _told(root.obj)] if _is_given(root, "store") else []
    kept = [word for param in context.command.params if param.name in keep for word in _written(context, param)]
    return shlex.join(["ludograph", *given, *words[:2], *kept, *words[2:]])


def _told(store: str) -> str:
    """A store as it was named, but never with a password."""
    from ludograph.domain.store.url import without_password

    return without_password(store) if "://" in store else store


def _written(context: click.Context, option: click.Parameter) -> list[str]:
    """An option as it was given; nothing where it was not."""
    name = str(option.name)
    if not _is_given(context, name):
        return []
    value = context.params[name]
    return [option.opts[-1]] if value is True else [option.opts[-1], str(value)]


def _is_given(context: click.Context, option: str) -> bool:
    """Whether an option stands on the command line, not in a variable, which holds the next time too."""
    return context.get_parameter_source(option) == click.core.ParameterSource.COMMANDLINE


def game_named(name: str) -> "Game":
    """A game by its id."""
    from difflib import get_close_matches

    from ludograph.domain.games import GAMES

    if name in GAMES:
        return GAMES[name]
    close = get_close_matches(name.lower(), GAMES, 1)
    hint = f"Did you mean {close[0]}?" if close else f"There are {', '.join(GAMES)}."
    raise Failure(f"There is no game {cut(name)}. {hint}")


@contextmanager
def recorder(*, create: bool = False) -> "Iterator[Recorder]":
    """The recorder of the store that the command line names; only commands that record make a new one."""
    from ludograph.domain.store.recorder import Recorder

    path = store_place()
    if create:
        make_folder(path)
    elif not path.exists():
        raise Failure(f"Nothing is recorded yet in {path}: start with `ludograph new` or `ludograph import`.")
    opened = click.get_current_context().find_root().meta[OPENED] = Recorder(path, making=create)
    try:
        yield opened
    finally:
        opened.close()


def match_named(recorder: "Recorder", name: str) -> "Match":
    """A match by its id, an unambiguous beginning of it, or the `id` of its file."""
    return recorder.load(recorder.find(name))


def match_as_of(recorder: "Recorder", name: str, when: str | None) -> "Match":
    """A match by its name, as it stands or as it was believed after an event or at a time."""
    from ludograph.domain.match.as_of import NotYet, as_of

    match = match_named(recorder, name)
    try:
        return match if when is None else as_of(match, when)
    except NotYet as wrong:
        raise Failure(str(wrong)) from wrong


def player_named(match: "Match", name: str, where: str) -> int:
    """The seat of a player from what an option says: a name or a number."""
    from ludograph.domain.notation.values import Reader, Stranger

    try:
        seat = Reader(match.game.deck, match.players).seat(name.strip())
    except Stranger:
        seat = 0
    if seat < 1:
        players = ", ".join(match.players)
        raise Failure(f"No player of this match is called {cut(name)}: {where} takes {players}, or a seat number.")
    return seat


def check_pick(matches: tuple[str, ...], event: str | None, every: bool) -> None:
    """Raises a usage error unless matches are named, or a tournament, or all of them are meant."""
    if sum((bool(matches), event is not None, every)) != 1:
        raise click.UsageError("Name matches, or write --event NAME or --all.")


def picked(recorder: "Recorder", matches: tuple[str, ...], event: str | None) -> "list[UUID]":
    """The matches that are named, each once; those of a tournament; or all. Raises `Failure` where there are none."""
    if matches:
        return list(dict.fromkeys(recorder.find(name) for name in matches))
    ids = [one.head.match for one in recorder.listed()] if event is None else _of(recorder, event)
    if not ids:
        raise Failure(f"No match{f' of {event}' if event else ''} is recorded in {recorder.place}.")
    return ids


def _of(recorder: "Recorder", event: str) -> "list[UUID]":
    """The matches of a tournament. Raises `Damaged` where one may be among them that cannot be read."""
    damaged: list[Damaged] = []
    found = recorder.those(lambda one: is_of(one, event), damaged)
    if damaged:
        raise damaged[0]
    return [one.head.match for one in found if is_of(one.start, event)]


def is_of(start: "AnyStarted | Glimpse", event: str) -> bool:
    """Whether a match says that it belongs to a tournament."""
    return start.event.casefold() == event.casefold()


def observer_named(match: "Match", name: str, where: str = "--as") -> int:
    """An observer of a match from what --as says, or whatever took the name."""
    return observer_among(match.game, match.players, name, where)


def observer_among(game: "Game", players: tuple[str, ...], name: str, where: str = "--as") -> int:
    """An observer of a match between these players, which need not have begun."""
    from ludograph.domain.kernel.game import JUDGE, TABLE
    from ludograph.domain.notation.values import Reader, Stranger

    if name.casefold() in ("table", "judge"):
        return TABLE if name.casefold() == "table" else JUDGE
    try:
        return Reader(game.deck, players).seat(name)
    except Stranger as wrong:
        known = ", ".join(players)
        raise Failure(
            f"No player of this match is called {cut(name)}: {where} takes {known}, a seat number, table or judge."
        ) from wrong


def readable_lines(source: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without empty ones and comments. Raises `Failure` where one cannot be read."""
    for number, line in enumerate(source, start=1):
        if len(line) > limits.LINE:
            raise Failure(f"Line {number}: {limits.LINE_TOO_LONG}")
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as wrong:
            raise Failure(f"Line {number}, column {wrong.start + 1}: This is not UTF-8.") from wrong
        if text and not text.startswith("#"):
            yield number, text


def options_of(game: "Game", pairs: tuple[str, ...]) -> dict[str, Any]:
    """Options by name; a value is JSON, or plain text, or where a list can be, words or numbers side by side."""
    from ludograph.domain.kernel.shapes import fields_of

    lists = {field.name for field in fields_of(game.options) if _may_be_list(field.shape)}
    options: dict[str, Any] = {}
    for name, value in named_values("option", pairs).items():
        words = value.replace(",", " ").split()
        listed = name in lists and len(words) > 1 and not value.lstrip().startswith("[")
        options[name] = [json_or_text(word) for word in words] if listed else json_or_text(value)
    return options


def _may_be_list(shape: "Shape") -> bool:
    return shape.kind == "list" or any(_may_be_list(one) for one in shape.shapes)


def named_values(what: str, pairs: Iterable[str]) -> dict[str, str]:
    """Values by name, as they were given after an option that may be repeated; `what` is what each of them is."""
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise click.UsageError(f"{what.capitalize()} {cut(pair)}: write NAME=VALUE.")
        if name in values:
            raise click.UsageError(f"The {what} {cut(name)} is given twice.")
        values[name] = value
    return values


def json_or_text(value: str) -> Any:
    """What a value stands for: JSON if it is that, else the text."""
    try:
        return loads(value)
    except (ValueError, RecursionError):  # a number of thousands of digits is a mere ValueError
        return value
