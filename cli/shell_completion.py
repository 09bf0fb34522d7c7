"""What a shell offers behind Tab: games, matches, players, reports, tables and commands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from ludograph.domain.notation.visible_text import on_one_line

if TYPE_CHECKING:
    from ludograph.domain.store.recorder import Listed, Recorder

MOST: Final = 1_000
"""No more matches than this are offered, and the players of no more: the newest."""
Completions = Iterator[tuple[str, str]]
"""What could stand there, each with what is said about it."""


class CompletedText(StringParamType):
    """A text of which a shell knows what it could be."""

    def __init__(self, find: Callable[[click.Context], Completions]) -> None:
        self._find = find

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """What begins as the word does; where nothing can be found out, nothing is offered and nothing is said."""
        begun, found = incomplete.casefold(), []
        with suppress(Exception):
            for text, about in self._find(ctx):
                if text.casefold().startswith(begun):
                    found.append(CompletionItem(on_one_line(text), help=on_one_line(about)))
        return found


def with_completions(command: click.Command, called: str) -> click.Command:
    """The command that is called so, with what its arguments and options could be."""
    for param in command.params:
        find = COMPLETIONS_BY_COMMAND.get((called, str(param.name))) or COMPLETIONS.get(str(param.name))
        if find is not None and type(param.type) is StringParamType:
            param.type = CompletedText(find)
    return command


@contextmanager
def _reading(ctx: click.Context) -> "Iterator[Recorder]":
    """The store that the line names, for reading; it is never made for this."""
    from ludograph.cli.store_option import data_path, store_named
    from ludograph.domain.store.recorder import Recorder

    root = ctx.find_root()
    store = root.obj or root.params.get("store")
    recorder = Recorder(store_named(store) if store else data_path(), reading=True)
    try:
        yield recorder
    finally:
        recorder.close()


def _newest(ctx: click.Context) -> "list[Listed]":
    """The newest matches of the store that the line names: nobody waits behind Tab for thousands of others."""
    with _reading(ctx) as recorder:
        return list(islice(recorder.listed_newest_first([], forks=True), MOST))


def _games(ctx: click.Context) -> Completions:
    from ludograph.domain.games import GAMES

    return ((name, "") for name in GAMES)


def _matches(ctx: click.Context) -> Completions:
    from ludograph.cli.printing.ids import short_id

    with _reading(ctx) as recorder:
        for one in islice(recorder.listed_newest_first([], forks=True), MOST):
            start, id = one.start, one.head.match
            name = start.source or short_id(str(id), [str(other) for other in recorder.store.neighbours(id)])
            yield name, f"{start.game}, {one.status}: {', '.join(start.players)}"


def _matches_and_games(ctx: click.Context) -> Completions:
    yield from _games(ctx)
    yield from _matches(ctx)


def _players(ctx: click.Context) -> Completions:
    known = dict.fromkeys(name for one in _newest(ctx) for name in one.start.players)
    return ((name, "") for name in sorted(known))


def _observers(ctx: click.Context) -> Completions:
    """The players of the match that the line names, or all, and who else looks on."""
    match = ctx.params.get("match")
    yield from (("table", "what everybody knows"), ("judge", "everything"))
    if not match:
        yield from _players(ctx)
        return
    with _reading(ctx) as recorder:
        found = recorder.listing(recorder.find(match))
    yield from ((name, "") for name in (found.start.players if found else ()))


def _reports(ctx: click.Context) -> Completions:
    from ludograph.analytics.reports.reports import reports

    return ((report.full_name, report.title) for report in reports())


def _tables(ctx: click.Context) -> Completions:
    from ludograph.analytics.tables.definitions import all_tables
    from ludograph.analytics.tables.views import views

    yield from ((one.full_name, one.about) for one in all_tables())
    yield from ((one.full_name, one.about) for one in views())


def _tournaments(ctx: click.Context) -> Completions:
    from ludograph.domain.tournaments.service import TournamentService

    with _reading(ctx) as recorder:
        for one in TournamentService(recorder).all():
            yield one.state.name, f"{len(one.state.players)} players, {len(one.state.rounds)} rounds"


def _commands(ctx: click.Context) -> Completions:
    group = ctx.find_root().command
    return ((name, "") for name in (group.list_commands(ctx) if isinstance(group, click.Group) else ()))


COMPLETIONS: Final = {
    "game": _games,
    "match": _matches,
    "matches": _matches,
    "player": _players,
    "players": _players,
    "observer": _observers,
    "tournament": _tournaments,
}
"""By the name of an argument or option, whatever the command."""
COMPLETIONS_BY_COMMAND: Final = {
    ("play", "match"): _matches_and_games,
    ("matches", "text"): _matches,
    ("report", "name"): _reports,
    ("tables", "name"): _tables,
    ("help", "words"): _commands,
}
"""By the command as well."""
