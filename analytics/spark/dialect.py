"""What of a tree of DuckDB's SQL Spark would take otherwise, or not at all, said as Spark says it.

Each step is about a kind of node, whoever uses it; none knows a report. Columns are qualified and typed before.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from sqlglot import exp

from ludograph.analytics.spark.asof_join import without_asof
from ludograph.analytics.spark.errors import Untranslatable
from ludograph.analytics.spark.qualify import without_qualify
from ludograph.analytics.spark.unnest import without_generators

N = TypeVar("N", bound=exp.Expr)
Step = Callable[[Any], exp.Expr]
REALS: Final = (*exp.DataType.INTEGER_TYPES, exp.DataType.Type.DECIMAL)
"""What is rounded without becoming a real number."""
LISTS: Final = (exp.Array, exp.ArrayAgg, exp.ArrayFilter, exp.ArrayConcat, exp.GenerateSeries, exp.Split)
"""What makes a list, though sqlglot does not say so."""
SECOND: Final = 1_000_000
"""Microseconds."""
INTERVAL: Final = (
    "datepart('year', i), datepart('month', i) % 12, 0, datepart('day', i), datepart('hour', i), "
    "datepart('minute', i), datepart('second', i)"
)
"""What an interval consists of, in the order in which Spark takes it."""


def rewritten_tree(tree: exp.Expr) -> exp.Expr:
    """The tree for Spark."""
    for step in (without_asof, without_qualify, without_generators):
        for select in list(tree.find_all(exp.Select)):
            step(select)
    for kind, said in STEPS:
        for node in list(_deepest_first(tree, kind)):
            made = said(node)
            if made is not node:
                node.replace(made)
    return tree


def _deepest_first(tree: exp.Expr, kind: type[N]) -> Iterator[N]:
    return reversed(list(tree.find_all(kind)))


def _place_in_list(node: exp.Anonymous) -> exp.Expr:
    """The place of a value in a list; NULL where it is not in there, which Spark calls 0."""
    if node.name.lower() not in ("list_position", "list_indexof", "array_position", "array_indexof"):
        return node
    return exp.func("NULLIF", _call("ARRAY_POSITION", *node.expressions), exp.Literal.number(0))


def _sum_of_list(node: exp.Anonymous) -> exp.Expr:
    """The sum of a list of real numbers, which Spark adds up one by one."""
    if node.name.lower() != "list_sum":
        return node
    added = exp.Lambda(
        this=exp.Add(this=exp.column("so_far"), expression=_real(exp.column("one"))),
        expressions=[exp.to_identifier("so_far"), exp.to_identifier("one")],
    )
    return _call("AGGREGATE", node.expressions[0], _real(exp.Literal.number(0)), added)


def _entry(node: exp.Bracket) -> exp.Expr:
    """An entry of a list, NULL where there is none, which is an error in Spark otherwise; or a letter of a text."""
    if len(node.expressions) != 1 or isinstance(node.expressions[0], exp.Slice) or node.this.is_type("struct", "map"):
        return node
    if node.this.is_type(*exp.DataType.TEXT_TYPES):
        return _call("SUBSTRING", node.this, node.expressions[0], exp.Literal.number(1))
    return _call("TRY_ELEMENT_AT", node.this, node.expressions[0])


def _length(node: exp.Length) -> exp.Expr:
    """The length of a list, which Spark calls its size."""
    return _call("SIZE", node.this) if _is_list(node.this) else node


def _is_list(node: exp.Expr) -> bool:
    return node.is_type("array", "list") or isinstance(node.unnest(), LISTS)


def _rounded(node: exp.Round) -> exp.Expr:
    """Rounded as DuckDB does it: as the binary number that it is, where Spark takes the decimal that is printed."""
    places = node.args.get("decimals")
    if places is None or node.this.is_type(*REALS):
        return node
    if not places.is_int:
        return node
    factor = _real(exp.Literal.number(10 ** int(places.to_py())))
    whole = exp.Round(this=exp.Mul(this=_real(exp.paren(node.this)), expression=factor.copy()))
    return exp.paren(exp.Div(this=whole, expression=factor))


def _divided(node: exp.Div | exp.IntDiv | exp.Mod) -> exp.Expr:
    """A division. By nothing it is NULL: Spark works out what HAVING leaves out as well, and would stop there."""
    divisor = node.expression
    if isinstance(node, exp.Div) and (node.this.is_type("decimal") or divisor.is_type("decimal")):
        node.set("this", _real(node.this))
    if not divisor.is_number and not isinstance(divisor.unnest(), exp.Nullif):
        node.set("expression", exp.Nullif(this=divisor.copy(), expression=exp.Literal.number(0)))
    return node


def _real(node: exp.Expr) -> exp.Expr:
    return exp.cast(node, "DOUBLE")


def _decimal(node: exp.Literal) -> exp.Expr:
    """A number with a point, which is reckoned with as a real number: decimals have other digits in Spark."""
    return node if node.is_string or "." not in node.this else _real(node.copy())


def _quantile(node: exp.PercentileCont | exp.PercentileDisc) -> exp.Expr:
    """A quantile: the exact one, where sqlglot would have Spark come near it."""
    if node.expression is None:
        return node
    if isinstance(node, exp.PercentileCont):
        return _call("PERCENTILE", node.this, node.expression)
    order = exp.Order(expressions=[exp.Ordered(this=node.this.copy())])
    return exp.WithinGroup(this=_call("PERCENTILE_DISC", node.expression), expression=order)


def _least(node: exp.ArgMin | exp.ArgMax) -> exp.Expr:
    """What is where something else is least; DuckDB leaves out rows in which it is NULL."""
    known = exp.Not(this=exp.Is(this=node.this.copy(), expression=exp.null()))
    outer = node.parent
    if isinstance(outer, exp.Filter):
        outer.set("expression", exp.Where(this=exp.and_(outer.expression.this, known)))
        return node
    return exp.Filter(this=node.copy(), expression=exp.Where(this=known))


def _least_of_all(node: exp.Anonymous) -> exp.Expr:
    """What is where something else is least, rows in which it is NULL among them; other calls stay as they are."""
    names = {"arg_min_null": "MIN_BY", "arg_max_null": "MAX_BY"}
    name = names.get(node.name.lower())
    return _call(name, *node.expressions) if name else node


def _seconds(node: exp.TimeToUnix) -> exp.Expr:
    """How many seconds an interval has, or lie between 1970 and a time, with their fractions."""
    inner = node.this.unnest()
    if isinstance(inner, exp.Sub):
        sides = [_call("UNIX_MICROS", side) for side in (inner.this, inner.expression)]
        micros: exp.Expr = exp.paren(exp.Sub(this=sides[0], expression=sides[1]))
    else:
        micros = _call("UNIX_MICROS", node.this)
    return exp.paren(exp.Div(this=_real(micros), expression=exp.Literal.number(SECOND)))


def _gathered(node: exp.ArrayAgg) -> exp.Expr:
    """All values as a list, in their order and with those that are NULL; NULL where there is no row."""
    value, orders = node.this, []
    if isinstance(value, exp.Order):
        value, orders = value.this, value.expressions
    parts = [part for number, one in enumerate(orders) for part in _keys(one, number)]
    packed = _call("STRUCT", *parts, exp.alias_(value, "v"))
    rows: exp.Expr = exp.Anonymous(this="COLLECT_LIST", expressions=[packed])
    outer = node.parent
    if isinstance(outer, exp.Filter):
        rows = exp.Filter(this=rows, expression=outer.expression)
    several = _call("ARRAY_SORT", rows) if orders else rows
    taken = exp.Lambda(this=exp.column("v", "s"), expressions=[exp.to_identifier("s")])
    listed = _call("TRANSFORM", several, taken)
    made = exp.If(
        this=exp.GT(this=_call("SIZE", rows.copy()), expression=exp.Literal.number(0)), true=listed, false=exp.null()
    )
    if isinstance(outer, exp.Filter):
        outer.replace(made)
        return node
    return made


def _keys(one: exp.Ordered, number: int) -> Iterator[exp.Expr]:
    """What structs are sorted by so that they lie in this order: Spark has NULL first."""
    if one.args.get("desc"):
        raise Untranslatable("A list that is ordered backwards (list(... ORDER BY ... DESC)) is not told to Spark.")
    yield exp.alias_(exp.Is(this=one.this.copy(), expression=exp.null()), f"n{number}")
    yield exp.alias_(one.this.copy(), f"k{number}")


def _interval(node: exp.Cast) -> exp.Expr:
    """A text that is made into an INTERVAL: DuckDB says what it comes to."""
    if not node.is_type("interval") or node.find(exp.Column):
        return node
    import duckdb

    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT {INTERVAL} FROM (SELECT {node.sql('duckdb')} AS i)").fetchone()
    assert found is not None
    numbers = [exp.Literal.number(number) for number in found]
    return _call("MAKE_INTERVAL", *numbers)


def _whole(node: exp.Cast) -> exp.Expr:
    """A real number that is made into a whole one: DuckDB rounds it, an even half down, and Spark would cut it off."""
    if node.is_type(*exp.DataType.INTEGER_TYPES) and node.this.is_type(*exp.DataType.REAL_TYPES):
        node.set("this", _call("RINT" if node.this.is_type("double", "float") else "ROUND", node.this))
    return node


def _common(node: exp.CTE) -> exp.Expr:
    """A part of a question; whether it is put aside is Spark's own business."""
    node.set("materialized", None)
    return node


def _type(node: exp.DataType) -> exp.Expr:
    """Types that a lake has as others."""
    other = {"UUID": "TEXT", "INT128": "DECIMAL(38, 0)"}.get(node.this.name if node.this else "")
    return exp.DataType.build(other, dialect="duckdb") if other else node


def _call(name: str, *values: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=[value.copy() for value in values])


STEPS: Final[tuple[tuple[Any, Step], ...]] = (
    (exp.CTE, _common),
    (exp.Cast, _interval),
    (exp.Cast, _whole),
    ((exp.Div, exp.IntDiv, exp.Mod), _divided),
    (exp.Literal, _decimal),
    (exp.Anonymous, _place_in_list),
    (exp.Anonymous, _least_of_all),
    (exp.Anonymous, _sum_of_list),
    (exp.Bracket, _entry),
    (exp.Length, _length),
    (exp.Round, _rounded),
    ((exp.PercentileCont, exp.PercentileDisc), _quantile),
    ((exp.ArgMin, exp.ArgMax), _least),
    (exp.TimeToUnix, _seconds),
    (exp.ArrayAgg, _gathered),
    (exp.DataType, _type),
)
