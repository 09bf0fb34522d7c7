"""Rules that a designer changes in a file: functions, methods and constants of a game, in force within a `with`."""

from ast import (
    Assign,
    ClassDef,
    Constant,
    FunctionDef,
    Load,
    Name,
    arg,
    dump,
    get_docstring,
    parse,
    stmt,
    unparse,
    walk,
)
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from difflib import get_close_matches
from functools import cache
from inspect import getsource
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from ludograph.domain.games import FOLDERS
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.rules_files.failed_match import failure_sentence
from ludograph.domain.rules_files.rule_names import files_of_names, made_of, modules_of, rule_names, written_names

GAME: Final = "GAME"
"""What a file calls the game that it is about: `GAME = "sun-bid"`."""
LONGEST_TOLD: Final = 60
"""A changed value is told where it is no longer than this."""


class UnusableRules(ValueError):
    """A file of rules that cannot be tried out; the message says why, and what to write."""


class RulesFile(NamedTuple):
    """A file of rules by its name and text: both go to other processes, and to other machines."""

    name: str
    text: str

    @property
    def game(self) -> str:
        """The game that it is about. Raises `UnusableRules`."""
        return _game_of(self)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Within this the game goes by the file; then by its own rules again. Raises `UnusableRules`."""
        with ExitStack() as stack:
            for change in changes_of(self):
                change.make()
                stack.callback(change.take_back)
            _forget_results(self.game)
            stack.callback(_forget_results, self.game)
            yield

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """As `in_force`, for matches in which nothing fails by the game's own rules. Raises `UnusableRules`."""
        with self.in_force():
            try:
                yield
            except Exception as wrong:
                changed = {one.name: one.told for one in changes_of(self) if not (one.is_new or one.is_same)}
                raise UnusableRules(failure_sentence(self.name, self.game, changed, wrong)) from wrong


class RuleChange(NamedTuple):
    """Something that a file changes in a game, and how that is taken back."""

    name: str
    make: Callable[[], None]
    take_back: Callable[[], None]
    told: str
    """`HAND = 6`; of a function, and of a value that is long, the name."""
    is_new: bool = False
    """Whether the game has nothing of that name, and other changes may use it."""
    is_same: bool = False
    """Whether it does what the game does by itself, but for descriptions and types: a copy that nobody changed yet."""


@cache
def changes_of(file: RulesFile) -> tuple[RuleChange, ...]:
    """What a file changes, by what it defines under the names of the game. Raises `UnusableRules`."""
    names = _defined(file)
    _check_names(file)
    modules = modules_of(_game_of(file))
    written = _written(file)
    changes: list[RuleChange] = []
    for name, new in names.items():
        found = [module for module in modules if name in vars(module)]
        imported = name not in written and bool(found) and _is_imported(new, vars(found[0])[name])
        if found and not isinstance(new, ModuleType) and not imported:
            changes += _changes(file, name, new, found)
    if not changes:
        raise UnusableRules(
            f"{file.name} changes nothing: define a function, a method within its class, or a constant that "
            f"{_game_of(file)} has, under its own name."
        )
    # What a new function uses and the game does not have comes along; it is looked up where the game's own code is.
    touched = {module for change in changes for module in modules if change.name.partition(".")[0] in vars(module)}
    fresh = {name: value for name, value in names.items() if not any(name in vars(module) for module in modules)}
    more = _known(file) | fresh | {name: names[name] for name in written if name in names}
    added = [(module, name) for module in touched for name in _used(file) & set(more) if name not in vars(module)]
    return (*(_added(module, name, more[name]) for module, name in added), *changes)


def _defined(file: RulesFile) -> dict[str, Any]:
    """What a file defines; it is run among the names of its game. Raises `UnusableRules` where it cannot be run."""
    known = _known(file)
    space: dict[str, Any] = known | {"__name__": "rules_on_trial"}
    try:
        exec(compile(file.text, file.name, "exec"), space)
    except Exception as wrong:
        raise UnusableRules(f"{file.name} cannot be run: {type(wrong).__name__}: {wrong}") from wrong
    written = _written(file)
    own = {
        name: value for name, value in space.items() if name not in known or name in written or value is not known[name]
    }
    return {name: value for name, value in own.items() if not name.startswith("__") and name != GAME}


def _known(file: RulesFile) -> dict[str, Any]:
    """All names of the game, so that a file can use them without importing them from where they happen to be."""
    return {name: value for module in reversed(modules_of(_game_of(file))) for name, value in vars(module).items()}


def _written(file: RulesFile) -> dict[str, int]:
    """What a file defines at its top, but for the game that it names, each with its line; imports are left out."""
    return {name: line for name, line in written_names(file.text).items() if name != GAME}


def _used(file: RulesFile) -> set[str]:
    """The names that a file uses anywhere, but for a function that only calls itself."""
    return {
        node.id
        for top in parse(file.text).body
        for node in walk(top)
        if isinstance(node, Name) and isinstance(node.ctx, Load) and node.id != getattr(top, "name", "")
    }


def _check_names(file: RulesFile) -> None:
    """Raises `UnusableRules` for a name that is misspelled, that two files of the game have, or that all games have."""
    game, used, known = _game_of(file), _used(file), _known(file)
    for name, line in _written(file).items():
        files = files_of_names(game).get(name, ())
        wrong = ""
        if name not in known and name not in used:
            wrong = f"{game} has no {name}, and nothing in the file uses it.{_nearest(game, name)} "
            wrong += f"`ludograph rules {game} --functions` lists what there is."
        elif name in known and not files:
            wrong = f"{name} is there for all games, and not {game}'s own: give yours another name."
        elif len(files) > 1:
            wrong = f"{name} stands in {listed(files)} of {game}, and which is meant cannot be said."
        if wrong:
            raise UnusableRules(f"{file.name}, line {line}: {wrong}")


def _nearest(game: str, name: str) -> str:
    """Which names of a game look like one that it does not have, in a sentence; nothing where none does."""
    near = get_close_matches(name, [one.name for one in rule_names(game)], 3)
    return f" The nearest are {listed(near)}." if near else ""


def _game_of(file: RulesFile) -> str:
    """The game that a file names. Raises `UnusableRules`."""
    try:
        lines = parse(file.text, file.name).body
    except SyntaxError as wrong:
        raise UnusableRules(f"{file.name}, line {wrong.lineno}: {wrong.msg}.") from wrong
    named = (line.value for line in lines if isinstance(line, Assign) and unparse(line.targets[0]) == GAME)
    value = next(named, None)
    if not isinstance(value, Constant) or value.value not in FOLDERS:
        wanted = f'write `GAME = "sun-bid"`. There are {listed([*FOLDERS])}.'
        raise UnusableRules(f"{file.name} does not say which game it is about: {wanted}")
    return str(value.value)


def _is_imported(new: Any, old: Any) -> bool:
    """Whether a file only imports something, and does not change it."""
    return new is old or str(getattr(new, "__module__", "")).startswith("ludograph.")


def _changes(file: RulesFile, name: str, new: Any, found: list[ModuleType]) -> Iterator[RuleChange]:
    """What becomes another where a name of a game means something else."""
    old = vars(found[0])[name]
    if isinstance(old, type) and isinstance(new, type):
        for inner, method in vars(new).items():
            if isinstance(_bare(method), FunctionType):
                yield _function(file, f"{name}.{inner}", method, vars(old).get(inner))
    elif isinstance(_bare(new), FunctionType):
        yield _function(file, name, new, old)
    else:
        yield from (_value(file, module, name, new) for module in found if vars(module)[name] is old)


def _function(file: RulesFile, name: str, new: Any, old: Any) -> RuleChange:
    """A function that does what another does: it stays the one that it is, whoever holds it."""
    target, source = _bare(old), _bare(new)
    if not isinstance(target, FunctionType):
        near = _nearest(file.game, name)
        raise UnusableRules(f"{file.name}: {name} is a function there, and none of the game is called so.{near}")
    if target.__code__.co_freevars != source.__code__.co_freevars:
        raise UnusableRules(f"{file.name}: {name} uses `super()` or is made by another function: change that one.")
    before = _Parts.of(target)

    def make() -> None:
        _Parts.of(source).put(target)

    return RuleChange(name, make, lambda: before.put(target), name, is_same=_is_copy(file, name, target))


def _is_copy(file: RulesFile, name: str, own: FunctionType) -> bool:
    """Whether a file has a function or method as the game has it."""
    kind, _, method = name.rpartition(".")
    found: list[stmt] = parse(file.text).body
    if kind:
        found = [inner for node in found if isinstance(node, ClassDef) and node.name == kind for inner in node.body]
    written = [node for node in found if isinstance(node, FunctionDef) and node.name == method]
    return bool(written) and _meaning(written[-1]) == _meaning(parse(dedent(getsource(own))).body[0])


def _meaning(function: stmt) -> str:
    """What a function does, as a text: without descriptions and types."""
    for node in walk(function):
        if isinstance(node, FunctionDef):
            node.returns = None
            node.body = node.body[get_docstring(node) is not None :]
        elif isinstance(node, arg):
            node.annotation = None
    return dump(function)


class _Parts(NamedTuple):
    """What a function does, and what its parameters are by default."""

    code: CodeType
    defaults: tuple[Any, ...] | None
    named: dict[str, Any] | None

    @classmethod
    def of(cls, function: FunctionType) -> "_Parts":
        return cls(function.__code__, function.__defaults__, function.__kwdefaults__)

    def put(self, function: FunctionType) -> None:
        function.__code__, function.__defaults__, function.__kwdefaults__ = self


def _bare(function: Any) -> Any:
    """A function without what remembers its results; of a property the function that works it out."""
    return function.fget if isinstance(function, property) else getattr(function, "__wrapped__", function)


def _value(file: RulesFile, module: ModuleType, name: str, new: Any) -> RuleChange:
    """A constant that is another value; as the game has it too where it is worked out alike of what is not changed."""
    old = vars(module)[name]
    told = f"{name} = {new!r}"
    return RuleChange(
        name,
        lambda: setattr(module, name, new),
        lambda: setattr(module, name, old),
        told if len(told) <= LONGEST_TOLD else name,
        is_same=_is_value(new, old) or (_is_written_alike(file, name) and not _is_made_of_changed(file, name)),
    )


def _is_value(new: Any, old: Any) -> bool:
    return type(new) is type(old) and bool(new == old)


def _is_written_alike(file: RulesFile, name: str) -> bool:
    """Whether a file works a constant out as the game does."""
    written = [unparse(node) for node in parse(file.text).body if isinstance(node, Assign)]
    return any(one.name == name and one.source in written for one in rule_names(file.game))


def _is_made_of_changed(file: RulesFile, name: str) -> bool:
    """Whether a constant is worked out of another one that a file has otherwise."""
    names, known, written = _defined(file), _known(file), _written(file)
    others = [one.name for one in rule_names(file.game) if one.is_constant and one.name in written]
    changed = (one for one in others if not _is_value(names.get(one), known[one]) and not _is_written_alike(file, one))
    return any(name in made_of(file.game, other) for other in changed)


def _added(module: ModuleType, name: str, value: Any) -> RuleChange:
    return RuleChange(name, lambda: setattr(module, name, value), lambda: delattr(module, name), name, is_new=True)


def _forget_results(game: str) -> None:
    """What functions of a game remember was worked out by other rules."""
    for module in modules_of(game):
        names: Mapping[str, Any] = vars(module)
        for value in names.values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


__all__ = ["RulesFile", "UnusableRules", "changes_of"]
