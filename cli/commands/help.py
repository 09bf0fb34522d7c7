"""`help`: what --help prints, for those who ask in words."""

import click

from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.terminal import echo


@click.command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND]")
@click.pass_context
@sentences_for_errors
def command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Prints the help of COMMAND, or without one that of the program."""
    context = ctx.find_root()
    for word in words:
        context = _beneath(context, word)
    echo(context.get_help())


def _beneath(context: click.Context, word: str) -> click.Context:
    """The context of a command of this one. Raises `UsageError` where there is none."""
    group = context.command
    if not isinstance(group, click.Group):
        raise click.UsageError(f"`{context.info_name}` has no commands of its own: leave out {word}.", context)
    name, command, _ = group.resolve_command(context, [word])
    assert command is not None
    return click.Context(command, context, name)
