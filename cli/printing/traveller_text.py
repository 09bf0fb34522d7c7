"""The traveller of a deal: what came of it at each table, and what was done at a step."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from ludograph.cli.printing.fork_text import action_text
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing
from ludograph.domain.forks.same_deal import TableOfDeal
from ludograph.domain.kernel.game import JUDGE
from ludograph.replay.timeline.alignment import table_name


def print_traveller(tables: Sequence[TableOfDeal], par: Sequence[float | None] | None, as_json: bool) -> None:
    """A line for each table, and one for what bots make of the deal."""
    if as_json:
        for one in tables:
            print_json(traveller_json(one))
        if par is not None:
            print_json({"par": list(par)})
        return
    listing(list(traveller_rows(tables, par)))


def traveller_json(one: TableOfDeal) -> dict[str, Any]:
    """A table of a deal as programs read it."""
    match = one.match
    return {
        "match": str(match.id),
        "source": match.start.source,
        "players": list(match.players),
        "scores": dict(zip(match.players, one.scores, strict=True)),
        "matchpoints": dict(zip(match.players, one.matchpoints, strict=True)),
        "parted_at": one.parted_at,
        "steps": len(match.steps),
    }


def traveller_rows(tables: Sequence[TableOfDeal], par: Sequence[float | None] | None) -> Iterator[tuple[str, ...]]:
    """The rows of a traveller under their headings: by seat who sat there, the score, and the part of tables beaten."""
    seats = range(1, len(tables[0].match.players) + 1)
    yield ("TABLE", *(cell for seat in seats for cell in (f"SEAT {seat}", "SCORE", "MP")), "PARTED")
    for at, one in enumerate(tables):
        cells = zip(one.match.players, one.scores, one.matchpoints, strict=True)
        told = (text for name, score, points in cells for text in (name, _number(score), _points(points)))
        yield (table_name(one.match), *told, f"step {one.parted_at}" if at else "")
    if par is not None:
        yield ("par", *(text for score in par for text in ("bots", "" if score is None else f"{score:.1f}", "")), "")


def _number(score: int | None) -> str:
    return "" if score is None else str(score)


def _points(points: float | None) -> str:
    return "" if points is None else f"{points:.2f}"


def moves_at(tables: Sequence[TableOfDeal], step: int) -> dict[str, list[TableOfDeal]]:
    """What was done at a step, by what it was, at all tables that stood alike before it."""
    found: dict[str, list[TableOfDeal]] = defaultdict(list)
    for one in tables:
        if one.parted_at >= step and len(one.match.steps) >= step:
            done = one.match.steps[step - 1]
            text = action_text(one.match, [done], JUDGE)
            found[text.removeprefix(text.partition(" ")[0]).strip() if done.actor else text].append(one)
    return dict(found)


def print_moves_at(tables: Sequence[TableOfDeal], step: int, as_json: bool) -> None:
    """What the tables did at a step, those that did the same together, with what came of it."""
    actor = tables[0].match.steps[step - 1].actor
    rows = [("DONE", "TABLES", "SCORE OF THE SEAT")]
    for done, some in moves_at(tables, step).items():
        scores = [one.scores[actor - 1] for one in some] if actor else []
        if as_json:
            names = [str(one.match.id) for one in some]
            print_json({"step": step, "seat": actor, "do": done, "matches": names, "scores": scores})
        rows.append((done, ", ".join(table_name(one.match) for one in some), ", ".join(map(_number, scores))))
    if not as_json:
        listing(rows)
