"""Groups of commands that are loaded by name: listing them, and their help, loads none."""

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Any, Final

import click
from click.core import ParameterSource

STORE: Final = (
    "The recorded matches: a file (a path or sqlite:///path), by default one in your data folder, or a database "
    "(postgresql://user@host/name)."
)


class Commands(click.Group):
    """Commands of a package, each a module of the same name (with `_` behind a Python keyword), with a line of help."""

    def __init__(self, *args: Any, package: str = "", listed: Mapping[str, str] = {}, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package = package
        self.listed = listed

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a newcomer needs them."""
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Loads a command; None where there is none of that name."""
        if cmd_name not in self.listed:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command = with_store_option(import_module(f"{self.package}.{module}").command)
        if ctx is not None and ctx.resilient_parsing:  # a shell asks
            from ludograph.cli.shell_completion import with_completions

            return with_completions(command, cmd_name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """What a shell offers: commands, without loading any, and options."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=about) for name, about in self.listed.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.listed.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A misspelt command is answered with the one it looks like."""
        if args and args[0] not in self.listed and not ctx.resilient_parsing and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], self.listed, 1)
            hint = f" Did you mean `{close[0]}`?" if close else f" `{ctx.command_path} --help` lists them."
            raise click.UsageError(f"There is no command `{' '.join(args[0].split())}`.{hint}", ctx)
        return super().resolve_command(ctx, args)


WITHOUT_STORE: Final = ("bots", "compare", "completion", "games", "help", "rules", "sweep")
"""The commands that neither read nor record a match: --store behind them means nothing, and their help is silent."""


def with_store_option(command: click.Command) -> click.Command:
    """The command, with --store among its own options too, for that is where many write it."""
    if not any("--store" in param.opts for param in command.params):
        command.params.append(
            click.Option(
                ["behind", "--store"],
                metavar="STORE",
                expose_value=False,
                callback=_named,
                help=STORE,
                hidden=command.name in WITHOUT_STORE,
            )
        )
    return command


def _named(ctx: click.Context, param: click.Parameter, store: str | None) -> None:
    """Takes in the store that is named behind a command: it counts more than one before it."""
    if store is not None:
        root = ctx.find_root()
        root.obj = store
        root.set_parameter_source("store", ParameterSource.COMMANDLINE)
