"""Which names of a game a file of rules may change: functions, methods and constants, as they are written there."""

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from itertools import zip_longest
from pkgutil import iter_modules
from textwrap import indent
from types import ModuleType
from typing import Final, NamedTuple

from ludograph.domain.games import FOLDERS, GAMES
from ludograph.domain.kernel.sentences import listed

TOLD: Final = frozenset({"words", "scene", "terms", "reasons", "decisive"})
"""Files of a game that say how it is told and drawn, and decide nothing."""
TEXTS: Final = frozenset({"RULES", "GUIDE"})


class RuleName(NamedTuple):
    """Something of a game that a file may change."""

    name: str
    """`court_points`, `Bid.decide` or `COURT_POINTS`."""
    part: str
    """In which file of the game it stands: `scoring`."""
    signature: str
    """With the parameters of a function; of a constant its value."""
    about: str
    rules: tuple[str, ...]
    """The numbers that it cites."""
    source: str

    @property
    def is_constant(self) -> bool:
        """Whether it is a value, and no function or method."""
        return self.signature == self.source


def modules_of(game: str) -> tuple[ModuleType, ...]:
    """The modules of a game, its own first."""
    package = import_module(f"ludograph.domain.games.{FOLDERS[game]}")
    inner = sorted(one.name for one in iter_modules(package.__path__))
    return (package, *(import_module(f"{package.__name__}.{name}") for name in inner))


def written_names(text: str) -> dict[str, int]:
    """What a file defines at its top, each name with its line; what it imports is left out."""
    found: dict[str, int] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id: node.lineno for target in targets if isinstance(target, ast.Name)}
    return found


@cache
def files_of_names(game: str) -> dict[str, tuple[str, ...]]:
    """By name of a game the files of it that define the name."""
    found: dict[str, tuple[str, ...]] = {}
    for module in modules_of(game):
        for name in written_names(getsource(module)):
            found[name] = (*found.get(name, ()), module.__name__.rpartition(".")[2])
    return found


@cache
def rule_names(game: str) -> tuple[RuleName, ...]:
    """What there is to change in a game, file by file; a name that two of its files have is left out."""
    found = [one for module in modules_of(game)[1:] for one in _names_in(game, module)]
    files = files_of_names(game)
    return tuple(one for one in found if len(files[one.name.partition(".")[0]]) == 1)


def _names_in(game: str, module: ModuleType) -> Iterator[RuleName]:
    """What one file of a game defines."""
    part = module.__name__.rpartition(".")[2]
    if part in TOLD:
        return
    text = getsource(module)
    tree = ast.parse(text)
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node, below in zip_longest(tree.body, tree.body[1:]):
        if isinstance(node, ast.FunctionDef):
            yield _function(game, part, node, node.name, _source(text, node), "")
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and "super()" not in (source := _source(text, inner)):
                    whole = f"class {node.name}:\n{indent(source, '    ')}"
                    about = ast.get_docstring(node) or ""
                    yield _function(game, part, inner, f"{node.name}.{inner.name}", whole, about)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = _target(node)
            if isinstance(target, ast.Name) and target.id not in TEXTS and _is_plain(module, target.id, node, defined):
                value, about = f"{target.id} = {ast.unparse(node.value)}", _described(below)
                yield RuleName(target.id, part, value, about, _cited(game, f"{value} {about}"), value)


def _described(below: ast.stmt | None) -> str:
    """What is said of a constant in a text below it; nothing where something else stands there."""
    text = below.value if isinstance(below, ast.Expr) else None
    return " ".join(text.value.split()) if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""


def _target(node: ast.Assign | ast.AnnAssign) -> ast.expr:
    """What is assigned to."""
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def _function(game: str, part: str, node: ast.FunctionDef, name: str, source: str, about: str) -> RuleName:
    """A function or method; one that says nothing of itself is told of by its class."""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    told = (ast.get_docstring(node) or about).partition("\n")[0]
    return RuleName(name, part, f"{name}({ast.unparse(node.args)}){returns}", told, _cited(game, source), source)


def _source(text: str, node: ast.FunctionDef) -> str:
    """A function as it is written, with its decorators, from the first column on."""
    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    lines = text.splitlines()[first - 1 : node.end_lineno]
    return "\n".join(line[node.col_offset :] for line in lines)


def _is_plain(module: ModuleType, name: str, node: ast.Assign | ast.AnnAssign, defined: set[str]) -> bool:
    """Whether a constant is a value, and neither a type nor made of functions, which a file would change twice."""
    value = getattr(module, name)
    assert node.value is not None
    used = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)}
    made = any(isinstance(one, ast.Lambda | ast.Attribute) for one in ast.walk(node.value))
    return isinstance(value, int | str | tuple | dict | frozenset | range) and not (used & defined) and not made


def _cited(game: str, source: str) -> tuple[str, ...]:
    """The numbers of rules that stand in a text."""
    rules = GAMES[game].rules
    prefix = next(iter(rules)).partition("-")[0]
    groups = {rule.partition(".")[0] for rule in rules}
    found = re.findall(rf"\b{prefix}-\d+(?:\.\d+)?\b", source)
    return tuple(dict.fromkeys(one for one in found if one in rules or one in groups))


@cache
def made_of(game: str, constant: str) -> tuple[str, ...]:
    """The constants of a game that are worked out of another while it is loaded, and stay as they were then."""
    found: dict[str, set[str]] = {}
    for module in modules_of(game):
        for node in ast.parse(getsource(module)).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                found[ast.unparse(_target(node))] = set(_used_at_once(node.value))
    made = [constant]
    for name in made:
        made += [other for other, used in found.items() if name in used and other not in made]
    listed_ones = [one.name for one in rule_names(game) if one.is_constant]
    return tuple(name for name in listed_ones if name in made[1:])


def _used_at_once(node: ast.AST) -> Iterator[str]:
    """The names that an expression uses while it is worked out; a function uses its own only once it is called."""
    if isinstance(node, ast.Name | ast.Attribute):
        yield node.id if isinstance(node, ast.Name) else node.attr
    if not isinstance(node, ast.Lambda):
        for inner in ast.iter_child_nodes(node):
            yield from _used_at_once(inner)


def told_left(game: str, changed: Collection[str], defined: Collection[str] = ()) -> list[str]:
    """Which constants do not follow those that are changed, a sentence for each that is; not those `defined` too."""
    told = []
    for constant in changed:
        left = [name for name in made_of(game, constant) if name not in (*changed, *defined)]
        if left:
            one = len(left) == 1
            how = f"{'is' if one else 'are'} worked out of {constant} when the game is loaded, and "
            how += f"{'stays' if one else 'stay'} as before: define {'it' if one else 'them'} in the file"
            told.append(f"{listed(left)} {how} too where {'it is' if one else 'they are'} to follow.")
    return told
