"""How strong bots are: `python -m tests.lab.strength --bots search:60,random --deals 40`, on the same deals.

At each table of three sit the first bot and two of the second, in games of one player each of them alone. Long matches
are cut short by their options. A line a bot: its share of the wins (par a third) or its score, with intervals of 95 %.
`--bots` may be repeated: then a table in Markdown follows, a row a game and a column for each first bot, so that
`--bots search:20,random --bots search:200,random` tells what more playouts are worth.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from time import process_time
from typing import Any, Final

from ludograph.domain.bots.comparison import BotRecord
from ludograph.domain.bots.simulation import SimulationPlan, SimulationTally, simulated
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import MeanInterval
from ludograph.domain.kernel.game import Game

SHORTER: Final[dict[str, dict[str, Any]]] = {
    "fools-down": {"hands": 4},
    "hand-of-the-hanataz": {"end": "rounds", "rounds": 2},
    "conundruze": {"play_to": 0},
}
"""Options under which a match takes no longer than it must to say who plays better."""
SEATS: Final = 3


def compared(game: Game, bots: tuple[str, str], deals: int, first: int = 1) -> SimulationTally:
    """What came of the deals."""
    tally = SimulationTally()
    options = game.options(**SHORTER.get(game.id, {}))
    alone = SEATS not in game.seats
    for seats in [(bots[0],), (bots[1],)] if alone else [(bots[0], *(bots[1],) * (SEATS - 1))]:
        plan = SimulationPlan(game.id, options, (len(seats),), (), f"strength {first}", 1000, 1, False)
        plan = plan._replace(bots=seats, rotate=True, same_deals=True)
        for outcome in simulated(plan, deals * plan.rotations, 1):
            tally.add(outcome)
    return tally


def main(arguments: list[str] | None = None) -> None:
    """Prints how each bot did in every game."""
    parser = ArgumentParser()
    parser.add_argument("--bots", action="append", help="two, with a comma between; may be repeated")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--first", type=int, default=1, help="another number: other deals")
    parser.add_argument("--game", choices=list(GAMES), action="append")
    chosen = parser.parse_args(arguments)
    tables = [one.split(",") for one in chosen.bots or ["search:60,random"]]
    rows: dict[str, list[str]] = {}
    for id in chosen.game or GAMES:
        for one, other in tables:
            first = told_of(GAMES[id], (one, other), chosen.deals, chosen.first)
            rows.setdefault(id, []).append(told(first.score if SEATS not in GAMES[id].seats else first.win))
    if len(tables) > 1:
        print("\n".join(in_markdown([one for one, _ in tables], rows)))


def told_of(game: Game, bots: tuple[str, str], deals: int, first: int = 1) -> BotRecord:
    """Prints how two bots did in a game, and returns what the first did."""
    began = process_time()
    tally = compared(game, bots, deals, first)
    seconds, records = process_time() - began, [*tally.comparison.records()]
    for found in records:
        each = 0 if not found.playouts else seconds / found.playouts * 1e3
        print(
            f"{game.id:20} {found.bot:12} {found.matches:4} seats  win {told(found.win)}  score {told(found.score)}"
            f"  {found.playouts / max(found.decisions, 1):.0f} playouts a decision, {each:.2f} ms each",
            flush=True,
        )
    return next(found for found in records if found.bot == bots[0])


def in_markdown(headings: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A table, a row a game."""
    yield f"| game | {' | '.join(headings)} |"
    yield f"|---|{'---|' * len(headings)}"
    for id, cells in rows.items():
        yield f"| {GAMES[id].title} | {' | '.join(cells)} |"


def told(found: MeanInterval) -> str:
    """A mean with its interval."""
    if found.mean is None or found.low is None or found.high is None:
        return "-"
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"


if __name__ == "__main__":
    main()
