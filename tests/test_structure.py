"""The shape of the program itself: which way imports run, and what every game must say."""

import ast
import re
from itertools import combinations
from pathlib import Path

import pytest

from ludograph.cli.main import COMMANDS, main
from ludograph.domain.games import FOLDERS, GAMES
from ludograph.domain.kernel.shapes import fields_of
from tests.rooms import PACKAGES, ROOMS, arrows, between_rooms, floors, imports_of, modules

ROOT = Path(__file__).parents[1]
MODULES = modules()
KERNEL_FOR_GAMES = {
    "betting",
    "cards",
    "chance",
    "course",
    "decisive",
    "decks",
    "ending",
    "game",
    "hidden",
    "mentions",
    "parts",
    "scene",
    "sentences",
    "standing",
    "terms",
    "worth",
}
SAME_INTERFACE = {
    "Factory": "each dialect of the store",
    "check_readable": "each dialect of the store, and the door to them",
    "open_factory": "each dialect of the store",
    "NameForgotten": "an event of both aggregates",
    "RecordKept": "an event of both aggregates",
    "event_in": "each aggregate: a row as an event",
    "rebuilt": "each aggregate: the fold",
    "sealed": "each aggregate: an event with its digest",
    "topic_of": "each aggregate: the stable name of an event",
    "verify": "each aggregate: its check",
}
"""Public names that several modules may have, because what goes by them is called alike for one reason."""
INSIDE_FUNCTIONS = 439
"""So many imports stand inside functions, not at the top of their file."""
LONGEST_FUNCTION = 40
"""No function has more lines than this."""
PRINTING = {"print", "click.echo", "click.secho", "click.echo_via_pager", "sys.stdout.write", "sys.stderr.write"}
PARTS = {"__init__", "rules", "state", "facts", "actions", "flow", "scoring", "words", "terms", "scene"}


def test_rooms_import_only_from_rooms_below() -> None:
    for room, others in between_rooms().items():
        assert others - {"domain"} <= ROOMS.get(room, set()), room


def test_everything_is_imported_under_the_one_name_that_an_installed_program_has() -> None:
    written = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(PACKAGES)})\b", re.MULTILINE)
    for folder in (*PACKAGES, "tests", "bench"):
        for path in (ROOT / folder).rglob("*.py"):
            if written.search(path.read_text()):
                nodes = ast.walk(ast.parse(path.read_text()))
                named = {str(node.module).partition(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
                assert not named & set(PACKAGES), path


def test_every_room_says_what_belongs_there() -> None:
    for name, path in MODULES.items():
        if path.name == "__init__.py":
            assert ast.get_docstring(ast.parse(path.read_text())), name


def test_nothing_imports_in_a_circle() -> None:
    floors(arrows())


def test_imports_inside_functions_become_no_more() -> None:
    """Each has one of the reasons that CONTRIBUTING lists; one more needs one of them, and fewer are welcome here."""
    assert sum(map(_imports_inside, MODULES.values())) <= INSIDE_FUNCTIONS


def test_no_function_is_longer_than_forty_lines() -> None:
    """Commands too, with their help; decorators are not counted."""
    for name, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{name}.{node.name}"


def _imports_inside(path: Path) -> int:
    functions = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef))
    inside = (node for function in functions for node in ast.walk(function))
    return len({node.lineno for node in inside if isinstance(node, ast.Import | ast.ImportFrom)})


def test_no_two_modules_have_names_that_differ_in_one_letter() -> None:
    """But for commands, which are called as their users call them, and what a game has."""
    named = [name.rpartition(".") for name in MODULES if name not in ROOMS]
    names = {name for room, _, name in named if not room.startswith(("cli.commands", "domain.games"))}
    assert not [pair for pair in combinations(sorted(names), 2) if _one_letter_apart(*pair)]


def test_no_public_name_is_given_twice_outside_the_games() -> None:
    """But for what has the same interface, and for `command`, which each command is called."""
    found: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if not module.startswith("domain.games."):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    found.setdefault(node.name, set()).add(module)
    twice = {name for name, where in found.items() if len(where) > 1 and not name.startswith("_")}
    assert twice - {"command"} == set(SAME_INTERFACE)


def _one_letter_apart(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


@pytest.mark.parametrize("folder", FOLDERS.values())
def test_a_game_imports_the_kernel_and_itself_only(folder: str) -> None:
    for path in (ROOT / "domain" / "games" / folder).glob("*.py"):
        for name in imports_of(path):
            if name.startswith("domain.") and not name.startswith(f"domain.games.{folder}"):
                _, room, module = name.split(".")[:3]
                assert (room, module in KERNEL_FOR_GAMES) == ("kernel", True), f"{path.name} imports {name}"


@pytest.mark.parametrize("package", ["cli", "replay", "analytics"])
def test_nothing_outside_the_games_knows_a_particular_game(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        folders = {name.split(".")[2] for name in imports_of(path) if name.startswith("domain.games.")}
        assert not folders & set(FOLDERS.values()), path


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
            of = (field.secret.of,) if field.secret and field.secret.of else ()
            for name in (*named, *each, *of):
                assert name in ("*", "actor") or hasattr(struct, name), f"{struct.__name__}.{field.name}: {name}"


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_a_kind_of_another(game: str) -> None:
    """What facts share stands in a base that is none itself: a raise is no match, whoever asks with `isinstance`."""
    kinds = GAMES[game].facts
    assert not [(one, other) for one in kinds for other in kinds if one is not other and issubclass(one, other)]


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


@pytest.mark.parametrize("game", GAMES)
def test_every_game_names_its_source_and_says_nothing_of_what_that_does_not_state(game: str) -> None:
    credits = GAMES[game].credits
    assert credits.source
    assert credits.designer != ""
    assert credits.licence != ""


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("cli.printing")])
def test_what_people_read_is_printed_in_one_place(name: str) -> None:
    """Which makes harmless what came from outside."""
    called = (node.func for node in ast.walk(ast.parse(MODULES[name].read_text())) if isinstance(node, ast.Call))
    assert not {ast.unparse(function) for function in called} & PRINTING


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    loaded = main.get_command(None, command)  # type: ignore[arg-type]
    assert loaded is not None
    assert loaded.help


@pytest.mark.parametrize("package", [*PACKAGES, "tests", "bench"])
def test_no_docstring_leans_on_the_one_before_it(package: str) -> None:
    """Those of fields and constants too: each says by itself what comes in and goes out."""
    leaning = '"""' + "The same"
    assert not [path for path in (ROOT / package).rglob("*.py") if leaning in path.read_text()]


def test_sql_files_are_named_in_one_way() -> None:
    assert not [path for path in (ROOT / "analytics" / "sql").rglob("*.sql") if not path.stem.isidentifier()]


def test_no_page_is_left_as_a_merge_left_it() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").rglob("*.txt")]
    marks = {b"<<<<<<<", b">>>>>>>"}
    assert not [page.name for page in pages if marks & {line[:7] for line in page.read_bytes().splitlines()}]
