"""A shell completes commands and what stands behind them, and `completion` tells it how."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from tests.cli.conftest import Ludograph


def offered(ludograph: Ludograph, *words: str) -> list[str]:
    """What bash is told could stand where the last word is."""
    line = " ".join(["ludograph", "--store", str(ludograph.store), *words])
    asked = {"_LUDOGRAPH_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) + 2)}
    done = CliRunner().invoke(main, [], prog_name="ludograph", env=asked)
    assert done.exit_code == 0
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("sho",), "show"),
        (("show", "--a"), "--as"),
        (("show", "AO"), "AO26-2-5"),
        (("show", "ao"), "AO26-2-5"),
        (("new", "sun"), "sun-bid"),
        (("play", "sun"), "sun-bid"),
        (("play", "AO"), "AO26-2-5"),
        (("show", "AO26-2-5", "--as", "B"), "Bob"),
        (("show", "AO26-2-5", "--as", "j"), "judge"),
        (("matches", "--player", "a"), "Ann"),
        (("report", "stand"), "standings"),
        (("tables", "sun_bid.bi"), "sun_bid.bid"),
        (("help", "sho"), "show"),
        (("completion", "in"), "install"),
    ],
)
def test_tab_offers_what_could_stand_there(
    ludograph: Ludograph, recorded: str, words: tuple[str, ...], wanted: str
) -> None:
    assert wanted in offered(ludograph, *words)


def test_where_nothing_is_recorded_nothing_is_offered_and_nothing_made(ludograph: Ludograph) -> None:
    assert offered(ludograph, "show", "A") == []
    assert offered(ludograph, "shwo", "A") == []
    assert not ludograph.store.exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(
    ludograph: Ludograph, shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    script = ludograph("completion", "show")
    assert f"{shell}_complete" in script
    for _ in range(2):
        ludograph("completion", "install")
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path.read_text() == script]
    assert len(written) == 1
    if shell != "fish":
        assert (tmp_path / f".{shell}rc").read_text() == f"source {written[0]}  # ludograph completion\n"


def test_another_shell_has_to_be_named(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/sh")
    assert "Say which shell: bash, zsh, fish." in ludograph.refused("completion", "show", code=2)
