"""The shape of the program itself: which way imports run, and what every game must say."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import COMMANDS, main
from domain.games import FOLDERS, GAMES
from domain.shapes import fields_of

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "domain": {"domain"},
    "replay": {"domain", "replay"},
    "analytics": {"domain", "analytics"},
    "cli": {"domain", "replay", "analytics", "cli"},
}
KERNEL_FOR_GAMES = {"betting", "cards", "chance", "decks", "game", "scene", "sentences"}
PARTS = {"__init__", "rules", "state", "facts", "actions", "flow", "scoring", "words", "scene"}


def imports_of(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever it does so."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_from_the_command_line_to_the_domain(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        ours = {name.partition(".")[0] for name in imports_of(path)} & set(MAY_IMPORT)
        assert ours <= MAY_IMPORT[package], f"{path.relative_to(ROOT)} imports {ours - MAY_IMPORT[package]}"


@pytest.mark.parametrize("folder", FOLDERS.values())
def test_a_game_imports_the_kernel_and_itself_only(folder: str) -> None:
    for path in (ROOT / "domain" / "games" / folder).glob("*.py"):
        for name in imports_of(path):
            if name.startswith("domain."):
                own = name.startswith(f"domain.games.{folder}")
                assert own or name.split(".")[1] in KERNEL_FOR_GAMES, f"{path.name} imports {name}"


@pytest.mark.parametrize("package", ["cli", "replay", "analytics"])
def test_nothing_outside_the_games_knows_a_particular_game(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        assert not any(name.startswith("domain.games.") for name in imports_of(path)), path


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_nine_files(game: str) -> None:
    files = {path.stem for path in (ROOT / "domain" / "games" / FOLDERS[game]).glob("*.py")}
    assert files >= PARTS


@pytest.mark.parametrize("game", GAMES)
def test_every_field_that_holds_cards_says_who_sees_it(game: str) -> None:
    for struct in (*GAMES[game].facts, *GAMES[game].actions, GAMES[game].deal):
        for field in fields_of(struct):
            assert field.secret is not None or not field.shape.holds_cards, f"{struct.__name__}.{field.name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_secret_names_fields_that_are_there(game: str) -> None:
    for struct in (*GAMES[game].facts, *GAMES[game].actions, GAMES[game].deal):
        for field in fields_of(struct):
            named = field.secret.seen_by if field.secret else ()
            each = (field.secret.each,) if field.secret and isinstance(field.secret.each, str) else ()
            for name in (*named, *each):
                assert name in ("*", "actor") or hasattr(struct, name), f"{struct.__name__}.{field.name}: {name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_and_action_can_be_told(game: str) -> None:
    record = GAMES[game]
    missing = {struct.__name__ for struct in (*record.facts, *record.actions)} - {s.__name__ for s in record.sentences}
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_described_and_has_a_default(game: str) -> None:
    for field in fields_of(GAMES[game].options):
        assert field.about, field.name
        assert not field.required, field.name


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_guide_for_newcomers(game: str) -> None:
    assert len(GAMES[game].guide.split()) >= 100


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    loaded = main.get_command(None, command)  # type: ignore[arg-type]
    assert loaded is not None
    assert loaded.help
