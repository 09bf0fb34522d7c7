"""The faults that can be put into a file: each changes one small thing, as a slip of the pen would."""

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from copy import deepcopy
from difflib import unified_diff
from itertools import accumulate
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], ast.cmpop]] = {
    ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(), ast.Is: ast.IsNot(), ast.IsNot: ast.Is(), ast.In: ast.NotIn(),
    ast.NotIn: ast.In(), ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(), ast.GtE: ast.Gt(),
}  # fmt: skip
SUMS: Final[dict[type[ast.operator], ast.operator]] = {
    ast.Add: ast.Sub(), ast.Sub: ast.Add(), ast.Mult: ast.FloorDiv(), ast.FloorDiv: ast.Mult(), ast.Div: ast.Mult(),
    ast.Mod: ast.Mult(), ast.BitAnd: ast.BitOr(),
}  # fmt: skip
NAMES: Final = {
    "min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "startswith": "endswith",
    "endswith": "startswith",
}  # fmt: skip
ONLY_TYPES: Final = ("Annotated", "Literal", "Callable", "TypeVar", "NewType", "cast", "ParamSpec")
"""What stands in these is for the reader and the type checker."""
UNREAD: Final = (ast.Assert, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
"""Statements without a fault: an assertion only tells the type checker what cannot be."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Fault(NamedTuple):
    """A place in a file, and what is written there instead; `function` is where, nothing outside of all functions."""

    path: str
    line: int
    function: str
    begin: int
    end: int
    text: str

    def put_into(self, source: bytes) -> bytes:
        """The file with the fault."""
        return source[: self.begin] + self.text.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        """What it changes, as lines taken out and put in."""
        before, after = source.decode().splitlines(), self.put_into(source).decode().splitlines()
        lines = list(unified_diff(before, after, n=0, lineterm=""))[3:]
        return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines)


def faults_in(path: str, source: bytes) -> list[Fault]:
    """Every fault that a file can have, in its order."""
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    found = []
    for node, function, text in _slips(ast.parse(source), ""):
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[(node.end_lineno or 0) - 1]
        end += node.end_col_offset or 0
        found.append(Fault(path, bisect_right(starts, begin), function, begin, end, text))
    return sorted(found)


Place = ast.expr | ast.stmt
Slip = tuple[Place, str, str]


def _slips(node: ast.AST, function: str) -> Iterator[Slip]:
    """What may be written instead of each thing in a piece of the program."""
    if isinstance(node, ast.expr | ast.stmt):
        for other in _instead(node):
            yield node, function, other if isinstance(other, str) else _text(other)
    for child, inner in _within(node, function):
        yield from _slips(child, inner)


def _text(node: ast.AST) -> str:
    """A piece of the program on one line, in brackets where it would run into its neighbours otherwise."""
    text = ast.unparse(node).replace("\n", " ")
    return f"({text})" if isinstance(node, ast.BoolOp | ast.BinOp | ast.Compare | ast.UnaryOp | ast.JoinedStr) else text


def _within(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    """What stands in a piece of the program, with the function around it; without what only explains."""
    if isinstance(node, Function | ast.ClassDef):
        name = f"{function}.{node.name}".lstrip(".")
        yield from ((one, "") for one in node.decorator_list)
        yield from ((one, "") for one in (_defaults(node) if isinstance(node, Function) else ()))
        yield from ((one, name) for one in node.body)
    elif isinstance(node, ast.AnnAssign):
        yield from ((one, function) for one in (node.value,) if one is not None)
    elif not _explains(node):
        yield from ((one, function) for one in ast.iter_child_nodes(node) if not isinstance(one, ast.expr_context))


def _defaults(node: Function) -> Iterable[ast.expr]:
    return (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None))


def _explains(node: ast.AST) -> bool:
    """Whether nothing in here is run, or only as a check; what stands within a text has no place before 3.12."""
    if isinstance(node, (*UNREAD, ast.JoinedStr)) or (
        isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("__"):
        return True
    named = node.value if isinstance(node, ast.Subscript) else node.func if isinstance(node, ast.Call) else None
    return isinstance(named, ast.Name) and named.id in ONLY_TYPES


def _instead(node: Place) -> Iterator[ast.AST | str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield ast.Compare(node.left, [COMPARISONS[type(node.ops[0])], *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        yield ast.BinOp(node.left, SUMS[type(node.op)], node.right)
    elif isinstance(node, ast.Constant):
        yield from _other_values(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield from _other_words(node)
    elif isinstance(node, ast.Call):
        yield from _other_calls(node)
    elif isinstance(node, ast.IfExp) and _is_plain(node.test):
        yield f"({ast.unparse(ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse))})"
    elif isinstance(node, ast.stmt):
        yield from _other_statements(node)


def _other_values(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int | float):
        yield str(value + 1)
    elif isinstance(value, str):
        yield repr(f"{value}~")
    elif isinstance(value, bytes):
        yield repr(value + b"~")


def _other_words(node: ast.JoinedStr) -> Iterator[ast.AST]:
    """The first words of a text with values in it."""
    changed = deepcopy(node)
    for part in changed.values:
        if isinstance(part, ast.Constant):
            part.value = str(part.value) + "~"
            yield changed
            return


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    name = ast.unparse(node.func).rpartition(".")[2]
    if name in NAMES:
        func = deepcopy(node.func)
        if isinstance(func, ast.Name):
            yield ast.Call(ast.Name(NAMES[name]), node.args, [] if name == "sorted" else node.keywords)
        elif isinstance(func, ast.Attribute):
            yield ast.Call(ast.Attribute(func.value, NAMES[name]), node.args, node.keywords)
    if name in ("replace", "_replace") and len(node.keywords) > 1:
        for at in range(len(node.keywords)):
            yield ast.Call(node.func, node.args, node.keywords[:at] + node.keywords[at + 1 :])


def _other_statements(node: ast.stmt) -> Iterator[str]:
    """Left out, or the other way round."""
    if isinstance(node, ast.Break | ast.Continue):
        yield "continue" if isinstance(node, ast.Break) else "break"
    elif isinstance(node, ast.Raise):
        yield "pass"
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "return None"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
        yield "yield from ()"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        yield "pass"


def _is_plain(test: ast.expr) -> bool:
    """Whether a condition has no fault of its own that turns it round."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)
