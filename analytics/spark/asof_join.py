"""ASOF joins, which Spark does not have: of all rows that fit, the nearest."""

from sqlglot import exp

BACKWARDS = (exp.GT, exp.GTE)


def without_asof(select: exp.Select) -> None:
    """A SELECT whose ASOF joins are lateral ones, each of the nearest row."""
    for join in select.args.get("joins") or ():
        if join.method == "ASOF":
            _make_lateral(join)


def _make_lateral(join: exp.Join) -> None:
    name = join.this.alias_or_name
    on = join.args["on"]
    key, backwards = _compared(on, name)
    order = exp.Ordered(this=key.copy(), desc=backwards, nulls_first=False)
    nearest = exp.select("*").from_(join.this.copy()).where(on.copy()).order_by(order).limit(1)
    join.set("method", None)
    join.set("on", exp.true() if join.side else None)
    if not join.side:
        join.set("kind", "CROSS")
    join.set("this", exp.Lateral(this=nearest.subquery(), alias=exp.TableAlias(this=exp.to_identifier(name))))


def _compared(on: exp.Expr, name: str) -> tuple[exp.Expr, bool]:
    """What is compared in the joined table, and whether the largest is the nearest."""
    for part in on.flatten() if isinstance(on, exp.And) else [on]:
        if isinstance(part, exp.GT | exp.GTE | exp.LT | exp.LTE):
            own = part.expression
            backwards = isinstance(part, BACKWARDS)
            if any(column.table == name for column in part.this.find_all(exp.Column)):
                return part.this, not backwards
            return own, backwards
    raise ValueError("An ASOF join compares.")
