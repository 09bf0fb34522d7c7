"""Rows made of lists: `unnest` in a SELECT, which Spark has behind FROM alone."""

from sqlglot import exp

from ludograph.analytics.spark.errors import Untranslatable

ROWS, LIST, MADE, PLACE, ENTRY = "_rows", "_list", "_made", "_place", "_entry"


def without_generators(select: exp.Select) -> None:
    """A SELECT whose `unnest` stands in a LATERAL VIEW around the rest of it, as it is worked out last."""
    lists = [one for projection in select.expressions for one in projection.find_all(exp.Explode)]
    lists = [one for one in lists if one.parent_select is select]
    if not lists:
        return
    if len({one.this for one in lists}) > 1 or any(select.args.get(key) for key in ("order", "limit", "distinct")):
        raise _untranslatable()
    wanted = lists[0].this.copy()
    inner: list[exp.Expr] = [exp.alias_(wanted, LIST)]
    outer: list[exp.Expr] = []
    for projection in select.expressions:
        name = projection.alias_or_name
        if _generates(projection):
            outer.append(exp.alias_(_entered(projection.unalias(), wanted), name))
        else:
            inner.append(projection.copy())
            outer.append(exp.alias_(exp.column(name, ROWS), name))
    within = select.copy()
    within.set("expressions", inner)
    within.set("with_", None)
    made = exp.Anonymous(this="POSEXPLODE", expressions=[exp.column(LIST, ROWS)])
    columns = [exp.to_identifier(PLACE), exp.to_identifier(ENTRY)]
    view = exp.Lateral(this=made, view=True, alias=exp.TableAlias(this=exp.to_identifier(MADE), columns=columns))
    whole = exp.select(*outer).from_(within.subquery(ROWS))
    whole.set("laterals", [view])
    whole.set("with_", select.args.get("with_"))
    select.args.clear()
    for key, value in whole.args.items():
        select.set(key, value)


def _generates(node: exp.Expr) -> bool:
    return any(_is_generator(one) for one in node.walk())


def _is_generator(node: exp.Expr) -> bool:
    return isinstance(node, exp.Explode) or (
        isinstance(node, exp.Anonymous) and node.name.lower() == "generate_subscripts"
    )


def _entered(node: exp.Expr, wanted: exp.Expr) -> exp.Expr:
    """A projection that takes the entry, or its place, from the view."""

    def put(one: exp.Expr) -> exp.Expr:
        if isinstance(one, exp.Explode):
            return exp.column(ENTRY, MADE)
        if _is_generator(one):
            if one.expressions[0] != wanted:
                raise _untranslatable()
            return exp.paren(exp.Add(this=exp.column(PLACE, MADE), expression=exp.Literal.number(1)))
        return one

    made = node.copy().transform(put)
    if any(column.table != MADE for column in made.find_all(exp.Column)):
        raise _untranslatable()
    return made


def _untranslatable() -> Exception:
    return Untranslatable("This `unnest` is not told to Spark: write one of a list alone, in a SELECT of its own.")
