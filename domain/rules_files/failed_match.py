"""Why a match by changed rules failed: with which change, at which step, in which function, and what to look at."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from traceback import walk_tb
from types import CodeType
from typing import NamedTuple

from ludograph.domain.kernel.objections import Endless, Objection, failed_step
from ludograph.domain.kernel.play import begin
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.rules_files.rule_names import modules_of, rule_names, told_left


class FailedFunction(NamedTuple):
    """The innermost function of a game, or of a file of rules, in which something failed."""

    name: str
    """`Play.decide`."""
    file: str
    line: int


def failure_sentence(file: str, game: str, changed: Mapping[str, str], wrong: Exception) -> str:
    """What is said of a match that failed by a file of rules, in sentences.

    `changed` has each name that the file changes, with what it became: `HAND`: `HAND = 6`. Named are those that are
    used where it failed; all where none is.
    """
    codes = [frame.f_code for frame, _ in walk_tb(wrong.__traceback__)]
    used = {name for code in codes for name in _names_in(code)} | {code.co_qualname for code in codes}
    blamed = [told for name, told in changed.items() if {name, name.rpartition(".")[2]} & used] or [*changed.values()]
    change = f"with {listed(blamed)} " if blamed else ""
    what = "the deal" if begin.__code__ in codes else failed_step(wrong) or "a match"
    failed = _failed_function(file, game, wrong)
    if failed is not None and failed.file == file:
        return f"{file}, line {failed.line}: {change}{what} {_why(wrong, failed.name)}"
    where = f"{failed.name} ({failed.file}, line {failed.line})" if failed else ""
    return " ".join(
        [f"{file}: {change}{what} {_why(wrong, where)}", *told_left(game, changed), *_printed(game, failed)]
    )


def _why(wrong: Exception, where: str) -> str:
    """That something is refused, or fails, in which function, and why."""
    place = f" in {where}" if where else ""
    if isinstance(wrong, Objection):
        return f"is refused{place}: {str(wrong).removeprefix('deal: ')}"
    said = str(wrong) if isinstance(wrong, Endless) else f"{type(wrong).__name__}: {wrong}".rstrip(": ")
    return f"fails{place}: {said}{'' if said.endswith('.') else '.'}"


def _printed(game: str, failed: FailedFunction | None) -> Iterator[str]:
    """How the function that failed is seen."""
    if failed is not None and any(one.name == failed.name for one in rule_names(game)):
        yield f"`ludograph rules {game} --source {failed.name}` prints what failed."


def _names_in(code: CodeType) -> Iterator[str]:
    """All names that a function uses, those within it too."""
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _names_in(one)


def _failed_function(file: str, game: str, wrong: Exception) -> FailedFunction | None:
    """The innermost function of the game or the file; None where only what all games have failed."""
    folder = Path(modules_of(game)[0].__file__ or "").parent
    for frame, line in reversed([*walk_tb(wrong.__traceback__)]):
        code = frame.f_code
        if code.co_filename == file or Path(code.co_filename).parent == folder:
            # What is within a function is told by the name of that function.
            name = code.co_qualname.partition(".<locals>")[0]
            return FailedFunction(name, Path(code.co_filename).name, line)
    return None
