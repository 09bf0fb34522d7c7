"""What commands share: their options, and the games, matches and observers that they name."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from inspect import signature
from json import loads
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ludograph.cli.errors import OPENED, Failure
from ludograph.cli.store_option import make_folder, store_place
from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from uuid import UUID

    from ludograph.domain.kernel.game import Game
    from ludograph.domain.kernel.shapes import Shape
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.events import AnyStarted
    from ludograph.domain.store.errors import Damaged
    from ludograph.domain.store.match_summary import StartFields
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.service import TournamentService

C = TypeVar("C", bound=Callable[..., Any])
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
games_option = click.option(
    "--game", "only", multiple=True, metavar="GAME", help="Only matches of this game; may be repeated."
)
public_option = click.option("--public", is_flag=True, help="Everybody may read the reason, not the judge alone.")
as_of_option = click.option(
    "--as-of",
    metavar="EVENT|TIME",
    help="The match as it was believed after that event (`history` numbers them), or at that time (UTC).",
)

judged_option = click.option(
    "--judged", is_flag=True, help="Marks errors and good moves, as `judge` finds them; with --as PLAYER or judge."
)

terse_option = click.option(
    "--terse",
    is_flag=True,
    envvar="LUDOGRAPH_TERSE",
    help="Leaves out why something came out so. With LUDOGRAPH_TERSE=1 in the environment that is always so.",
)


def gathered(name: str, make: Callable[..., Any], options: Sequence[Callable[[Any], Any]] = ()) -> Callable[[C], C]:
    """A decorator: the command gets, as `name`, one value that `make` makes of the options which its parameters name.

    They are `options`, and those that stand above it; what is no option of the command keeps its default in `make`.
    Stands below `sentences_for_errors`, for `make` may refuse what does not go together.
    """
    names = tuple(signature(make).parameters)

    def decorate(work: C) -> C:
        @wraps(work)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            made = make(**{one: kwargs.pop(one) for one in names if one in kwargs})
            return work(*args, **{name: made}, **kwargs)

        found: Any = wrapped
        for option in reversed(options):
            found = option(found)
        return found  # type: ignore[no-any-return]

    return decorate


def on_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


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


table_argument = click.argument("table", nargs=-1, metavar="[ROUND TABLE]")
"""Behind a match: the round and the table of a tournament, where that is named instead."""


def match_among(recorder: "Recorder", name: str, words: tuple[str, ...]) -> "tuple[Match, tuple[str, ...]]":
    """A match by its name, or by that of a tournament with a round and a table behind it; and the words after that.

    A match that is called so goes first, whatever follows; then a tournament; then what only begins like a name.
    """
    from ludograph.domain.store.recorder import NotFound, match_id_of

    if not names_table(words) or recorder.has(match_id_of(name)):
        return match_named(recorder, name), words
    from ludograph.domain.tournaments.service import TournamentService, tournament_id_of

    service = TournamentService(recorder)
    if not service.of_name(name) and not recorder.store.tournament_heads(tournament_id_of(name).hex):
        with suppress(NotFound):
            return match_named(recorder, name), words
    return _match_at(service, service.find(name), int(words[0]), int(words[1])), words[2:]


def names_table(words: tuple[str, ...]) -> bool:
    """Whether words begin with two numbers, as those of a round and of a table."""
    return len(words) > 1 and all(word.isdecimal() and len(word) < 6 for word in words[:2])


def _match_at(service: "TournamentService", tournament: "Tournament", number: int, at: int) -> "Match":
    """The match that counts for a table. Raises `OutOfOrder` where there is none, `Failure` where it has no match."""
    tournament.table(number, at)
    result = service.tables(tournament).results[number - 1][at - 1]
    if result.match is None:
        name = tournament.opened.source or tournament.state.name
        begin = f"`{command_line('tournament', 'start', name, str(number), '--table', str(at))}` starts one"
        raise Failure(f"Table {at} of round {number} has no match{' but a result' if result.over else f': {begin}'}.")
    return service.recorder.load(result.match)


def match_of(recorder: "Recorder", name: str, table: tuple[str, ...], when: str | None) -> "Match":
    """A match by its name, or that of a table, as it stands or as it was believed after an event or at a time."""
    if table and (len(table) != 2 or not names_table(table)):
        raise click.UsageError(f"{cut(' '.join(table))}: behind a tournament stand the number of a round and a table.")
    match, more = match_among(recorder, name, table)
    if more:
        raise click.UsageError(f"{cut(name)} is a match: leave {' '.join(more)} out.")
    return _as_of(match, when)


def match_as_of(recorder: "Recorder", name: str, when: str | None) -> "Match":
    """A match by its name, as it stands or as it was believed after an event or at a time."""
    return _as_of(match_named(recorder, name), when)


def _as_of(match: "Match", when: str | None) -> "Match":
    from ludograph.domain.match.as_of import NotYet, as_of

    try:
        return match if when is None else as_of(match, when)
    except NotYet as wrong:
        raise Failure(str(wrong)) from wrong


def player_named(match: "Match", name: str, where: str) -> int:
    """The seat of a player from what an option says: a name or a number."""
    from ludograph.domain.notation.values import Reader, UnknownPlayer

    try:
        seat = Reader(match.game.deck, match.players).seat(name.strip())
    except UnknownPlayer:
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
    ids = [one.head.match for one in recorder.listed(forks=True)] if event is None else _of(recorder, event)
    if not ids:
        raise Failure(f"No match{f' of {event}' if event else ''} is recorded in {recorder.place}.")
    return ids


def _of(recorder: "Recorder", event: str) -> "list[UUID]":
    """The matches of a tournament. Raises `Damaged` where one may be among them that cannot be read."""
    damaged: list[Damaged] = []
    found = recorder.listed_matching(lambda one: is_of(one, event), damaged)
    if damaged:
        raise damaged[0]
    return [one.head.match for one in found if is_of(one.start, event)]


def is_of(start: "AnyStarted | StartFields", event: str) -> bool:
    """Whether a match says that it belongs to a tournament."""
    return start.event.casefold() == event.casefold()


def observer_named(match: "Match", name: str, where: str = "--as") -> int:
    """An observer of a match from what --as says, or whatever took the name."""
    return observer_among(match.game, match.players, name, where)


def observer_among(game: "Game", players: tuple[str, ...], name: str, where: str = "--as") -> int:
    """An observer of a match between these players, which need not have begun."""
    from ludograph.domain.kernel.game import JUDGE, TABLE
    from ludograph.domain.notation.values import Reader, UnknownPlayer

    if name.casefold() in ("table", "judge"):
        return TABLE if name.casefold() == "table" else JUDGE
    try:
        return Reader(game.deck, players).seat(name)
    except UnknownPlayer as wrong:
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
