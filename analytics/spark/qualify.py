"""QUALIFY, which Spark does not have: the rows are made with their window functions, and chosen around that."""

from sqlglot import exp

from ludograph.analytics.spark.errors import Untranslatable

ROWS, KEPT, KEY = "_rows", "_kept", "_key"


def without_qualify(select: exp.Select) -> None:
    """A SELECT with its QUALIFY as the WHERE of another around it, which orders and cuts the rows as well."""
    wanted = select.args.get("qualify")
    if wanted is None:
        return
    if select.args.get("distinct"):
        raise Untranslatable("QUALIFY beside DISTINCT is not told to Spark: choose the rows in a part of their own.")
    names = [projection.alias_or_name for projection in select.expressions]
    within = select.copy()
    for key in ("qualify", "with_", "order", "limit", "offset"):
        within.set(key, None)
    order = select.args.get("order")
    keys = list(order.expressions) if order else []
    aliases = {projection.alias_or_name: projection.unalias() for projection in within.expressions}
    for at, key in enumerate(keys):
        within.select(exp.alias_(_meant(key.this, aliases), f"{KEY}{at}"), copy=False)
    within.select(exp.alias_(_meant(wanted.this, aliases), KEPT), copy=False)
    whole = exp.select(*(exp.alias_(exp.column(name, ROWS), name) for name in names)).from_(within.subquery(ROWS))
    whole = whole.where(exp.column(KEPT, ROWS))
    ordered = [exp.Ordered(**{**key.args, "this": exp.column(f"{KEY}{at}", ROWS)}) for at, key in enumerate(keys)]
    whole.set("order", exp.Order(expressions=ordered) if ordered else None)
    for key in ("with_", "limit", "offset"):
        whole.set(key, select.args.get(key))
    select.args.clear()
    for key, value in whole.args.items():
        select.set(key, value)


def _meant(node: exp.Expr, aliases: dict[str, exp.Expr]) -> exp.Expr:
    """An expression with what the names of columns in the result stand for."""

    def put(one: exp.Expr) -> exp.Expr:
        if isinstance(one, exp.Column) and not one.table and one.name in aliases:
            return aliases[one.name].copy()
        return one

    return node.copy().transform(put)
