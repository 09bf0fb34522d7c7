"""How long judging takes, errors and all: `python -m tests.judging.seconds`, in processor time by the default playouts.

Two matches of each game between three bots that choose at random, cut short by their options, in one process.
"""

from time import process_time

from ludograph.domain.games import GAMES
from ludograph.domain.judging.judgement import JudgePlan
from ludograph.domain.judging.judging_work import judged_match
from tests.judging.evidence import played
from tests.lab.strength import SEATS

MATCHES = 2


def main() -> None:
    """Prints a line a game."""
    for id, game in GAMES.items():
        bots = ["random"] * min(SEATS, game.seats[-1])
        matches = [played(game, bots, f"seconds {number}") for number in range(MATCHES)]
        began = process_time()
        for match in matches:
            judged_match(match, JudgePlan())
        steps = sum(len(match.steps) for match in matches)
        print(f"{id:20} {steps} steps: {100 * (process_time() - began) / steps:.1f} s for 100 steps", flush=True)


if __name__ == "__main__":
    main()
