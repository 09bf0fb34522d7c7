"""`completion`: what makes a shell complete our commands."""

import os
import shlex
from pathlib import Path
from typing import Final

import click
from click.shell_completion import get_completion_class

from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import print_data, say
from ludograph.cli.store_option import data_path

SHELLS: Final = ("bash", "zsh", "fish")
PROGRAM: Final = "ludograph"

shell_argument = click.argument("shell", required=False, type=click.Choice(SHELLS), metavar="[bash|zsh|fish]")


@click.group("completion")
def command() -> None:
    """Lets Tab complete commands, options, games, matches, players, reports and tables in your shell.

    Without a name of a shell it is the one that $SHELL names.
    """


@command.command("show")
@shell_argument
@sentences_for_errors
def _show(shell: str | None) -> None:
    """Prints what the shell has to read, to be put wherever you like."""
    print_data(script(shell or own_shell()), end="")


@command.command("install")
@shell_argument
@sentences_for_errors
def install(shell: str | None) -> None:
    """Writes it to a file where the shell finds it; for bash and zsh adds a line to ~/.bashrc or ~/.zshrc."""
    name = shell or own_shell()
    path = _place(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with saving(path) as file:
        file.write(script(name).encode())
    say(f"Wrote {path}.")
    if name != "fish":
        _read_at_start(Path.home() / f".{name}rc", path)
    say("Open a new shell, and Tab completes.")


def own_shell() -> str:
    """The shell that $SHELL names. Raises `UsageError` where that is none that can complete."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"Say which shell: {', '.join(SHELLS)}.")
    return name


def script(shell: str) -> str:
    """What a shell reads to complete our commands."""
    found = get_completion_class(shell)
    if found is None:
        raise Failure(f"{shell} cannot be made to complete.")
    root = click.get_current_context().find_root().command
    return found(root, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source()


def _place(shell: str) -> Path:
    """The file for a shell: fish has a folder for it, for the others it lies in the data folder."""
    if shell == "fish":
        return Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser() / "fish/completions/ludograph.fish"
    return data_path().parent / f"completion.{shell}"


def _read_at_start(settings: Path, path: Path) -> None:
    """Adds the line that reads a file to a shell's settings, once."""
    line = f"source {shlex.quote(str(path))}  # ludograph completion"
    before = settings.read_text(encoding="utf-8", errors="surrogateescape") if settings.exists() else ""
    if line in before.splitlines():
        return
    with settings.open("a", encoding="utf-8") as file:
        file.write(f"{'' if before.endswith(chr(10)) or not before else chr(10)}{line}\n")
    say(f"Added a line to {settings}.")
