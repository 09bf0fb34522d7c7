"""No number that somebody enters ends in a traceback, in whatever option of whatever command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.cli.numbers import MOST, Decimal, StepNumber, Whole

NUMBERS = ("-1", "0", str(2**31), "1_0", "٣", "", "0x1", "1.5")
NEVER = (str(10**30), str(-(10**30)), "1e400", "nan", "-inf")
COSTLY = ("serve", "spark", "lake", "query", "report")
"""Commands that listen, start Java or make an archive where the number is one that can be."""
WORK_OR_WAIT = {
    ("compare", "-n"),
    ("fork", "--play"),
    ("judge", "--playouts"),
    ("league", "-n"),
    ("simulate", "--max-steps"),
    ("simulate", "-n"),
    ("sweep", "-n"),
}
"""What `MOST` would keep busy for a long time."""


def commands(
    found: click.Command = main, path: tuple[str, ...] = (), above: click.Context | None = None
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its name."""
    context = click.Context(found, info_name=path[-1] if path else "ludograph", parent=above)
    if not isinstance(found, click.Group):
        yield path, found
        return
    for name in found.list_commands(context):
        inner = found.get_command(context, name)
        assert inner is not None
        yield from commands(inner, (*path, name), context)


def numbers() -> list[tuple[tuple[str, ...], click.Command, click.Parameter]]:
    """Every option and argument that takes a number."""
    return [
        (path, command, given)
        for path, command in commands()
        for given in command.params
        if isinstance(given.type, click.types.IntParamType | click.types.FloatParamType)
    ]


def test_every_option_that_takes_a_number_has_bounds() -> None:
    bare = [
        (path, given.opts) for path, _, given in numbers() if not isinstance(given.type, Whole | Decimal | StepNumber)
    ]
    assert bare == [], "cli.numbers has the types"
    assert all(given.type.min is not None for _, _, given in numbers() if isinstance(given.type, Whole))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("numbers") / "store.sqlite"
    for words in (
        ("simulate", "sun-bid", "-n", "1", "--players", "Ann,Ben", "--seed", "1"),
        ("tournament", "new", "Cup"),
        ("tournament", "enter", "Cup", "Ann", "Ben"),
        ("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2"),
    ):
        assert run(made, *words).exit_code == 0
    return made


def run(store: Path, *words: str) -> Any:
    return CliRunner().invoke(main, ["--store", str(store), *words], input="")


ARGUMENTS = {
    "match": "{match}", "tournament": "Cup", "name": "Cup", "game": "sun-bid", "step": "1", "number": "1", "table": "1",
    "sql": "SELECT 1", "report": "games", "player": "Ann", "lines": "Ann pass", "text": "x", "role": "scribe",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "command", "given"), numbers(), ids=[f"{' '.join(path)} {given.name}" for path, _, given in numbers()]
)
def test_a_number_that_cannot_be_is_refused_in_a_sentence(
    store: Path, path: tuple[str, ...], command: click.Command, given: click.Parameter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(store.parent)
    listed, *_ = run(store, "matches", "--json").stdout.splitlines()
    match = listed.split('"')[3]
    for number in (*NUMBERS, *NEVER, *([str(MOST)] * ((path[0], given.opts[0]) not in WORK_OR_WAIT))):
        words = list(path)
        for other in command.params:
            told = ARGUMENTS.get(str(other.name), "x").format(match=match)
            if isinstance(other, click.Argument):
                words += ["--", number] if other is given else [told] * (other.required or other.nargs == -1)
            elif other.required and other is not given:
                words += [other.opts[-1], other.type.choices[0] if isinstance(other.type, click.Choice) else told]
        if isinstance(given, click.Option):
            words += [given.opts[-1], number]
        if path[0] in COSTLY and number not in NEVER:
            continue
        done = run(store, *words)
        assert done.exception is None or isinstance(done.exception, SystemExit), (words, done.exception)
        assert done.exit_code in (0, 1, 2), words
        assert "Traceback" not in done.output
