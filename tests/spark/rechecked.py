"""`recheck` of thousands of matches on this machine and by Spark: `python -m tests.spark.rechecked --matches 5000`.

The rows have to be the same, and of a rule that a file changes exactly the matches that the archive says it is about.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

from click.testing import CliRunner

from ludograph.analytics.spark import session
from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Action, verb_of
from tests.spark.sparked import Kept

SHORT: Final[Mapping[str, tuple[str, ...]]] = {
    "conundruze": ("-o", "play_to=0", "--max-steps", "100"),
    "hand-of-the-hanataz": ("-o", "end=rounds", "-o", "rounds=2", "--max-steps", "120"),
    "fools-down": ("-o", "hands=3", "--max-steps", "120"),
}
"""By which options matches of a game are short."""
OPTIONS: Final = (
    "equal_pawns=true", "sly_excuse=true", "must_touch=true", "full_court=true", "rising_card_cost=true",
    "fools_down=traditional",
)  # fmt: skip
"""One of each game that has options."""
NEVER: Final = """GAME = "{game}"


class {action}:
    def decide(self, state, seat, chance):
        raise Refused("{rule}", "Nobody does that any more.")
        yield
"""
"""A file by which an action is not legal any more."""
FIRST_OF_VERB: Final = (
    "SELECT match, min(step) AS step FROM steps WHERE game = '{game}' AND verb = '{verb}' GROUP BY match"
)
MIDDLE_VERB: Final = """
SELECT verb FROM steps WHERE game = '{game}' GROUP BY verb
ORDER BY abs(count(DISTINCT match) - (SELECT count(*) FROM matches WHERE game = '{game}') / 2), verb LIMIT 1
"""
"""What is done in about half of the matches of a game."""


class Asked(NamedTuple):
    """What is tried: an option, or the text of a file of rules with the matches that it is about; nothing of both."""

    label: str
    option: str = ""
    rules: str = ""
    outcome: str = ""
    """What has to become of these matches and of no others."""
    about: str = ""
    """SQL over the archive: the matches, each with the first step at which the rule comes into play."""

    def arguments(self, folder: Path) -> tuple[str, ...]:
        """The arguments of `recheck`; the file is written into the folder."""
        if not self.rules:
            return ("-o", self.option) if self.option else ()
        file = folder / f"{self.label.replace(' ', '-')}.py"
        file.write_text(self.rules)
        return "--rules", str(file)


SCORES: Final = (
    Asked(
        "courts score more in sun-bid",
        rules='GAME = "sun-bid"\n\ndef court_points(take):\n    return 5 * sum(c in PAWNS_AND_COURTS for c in take)\n',
        outcome="differs",
        about="SELECT match, min(step) AS step FROM sun_bid.round_scored WHERE len(list_filter(scores, lambda one: "
        "one.courts > 0)) > 0 GROUP BY match",
    ),
    Asked(
        "chains of four score more in aucteraden",
        rules='GAME = "aucteraden"\nCHAIN_POINTS = (*CHAIN_POINTS[:4], CHAIN_POINTS[4] + 1, *CHAIN_POINTS[5:])\n',
        outcome="differs",
        about="SELECT match, min(step) AS step FROM aucteraden.suit_scored WHERE length = 4 GROUP BY match",
    ),
)


class Place(NamedTuple):
    """A folder with a store and the lake of it."""

    folder: Path

    def run(self, *words: str) -> str:
        """What a command prints. Raises where it does not end well."""
        done = CliRunner().invoke(main, ["--store", str(self.folder / "store.sqlite"), *words])
        assert done.exit_code == 0, (words, done.output)
        return done.stdout

    def rows(self, sql: str) -> list[dict[str, str]]:
        """What the archive answers."""
        return [json.loads(line) for line in self.run("query", sql, "--json").splitlines()]

    def record(self, matches: int) -> None:
        """Plays so many matches, of all games as many, and writes them as a lake."""
        for game in GAMES:
            number = str(-(-matches // len(GAMES)))
            self.run("simulate", game, "-n", number, "--seed", "36", "--jobs", "2", *SHORT.get(game, ()))
        self.run("lake", str(self.folder / "lake"))

    def asked(self) -> Iterator[Asked]:
        """What is tried."""
        yield from (Asked(option, option) for option in OPTIONS)
        yield from SCORES
        for game in GAMES:
            verb = self.rows(MIDDLE_VERB.format(game=game))[0]["verb"]
            file = NEVER.format(game=game, action=_named(game, verb).__name__, rule=next(iter(GAMES[game].rules)))
            about = FIRST_OF_VERB.format(game=game, verb=verb)
            yield Asked(f"no {verb} in {game}", rules=file, outcome="refused", about=about)
        yield Asked("as recorded")


def _named(game: str, verb: str) -> type[Action]:
    return next(action for action in GAMES[game].actions if verb_of(action.__name__) == verb)


@contextmanager
def _timed(times: list[float]) -> Iterator[None]:
    begun = perf_counter()
    yield
    times.append(perf_counter() - begun)


def unlike(place: Place, asked: Asked) -> str:
    """Says what came of it, and how long it took; begins with `!` where it is not as it should be."""
    told: list[str] = []
    times: list[float] = []
    arguments = (*asked.arguments(place.folder), "--first", "1000000000", "--json")
    for command in (("recheck", "--jobs", "2"), ("spark", "recheck", str(place.folder / "lake"))):
        with _timed(times):
            told.append(place.run(*command, *arguments))
    rows = [json.loads(line) for line in told[0].splitlines()]
    counts = {kind: sum(row.get(kind, 0) for row in rows) for kind in ("same", "differs", "refused", "unchecked")}
    wrong = "" if told[0] == told[1] else "Spark says something else; "
    if asked.about:
        found = {(row["match"], row["step"]) for row in rows if row.get("outcome") == asked.outcome}
        wanted = {(row["match"], row["step"]) for row in place.rows(asked.about)}
        others = sum("outcome" in row for row in rows) - len(found)
        if found != wanted or others:
            wrong += f"not those that it is about: {len(found ^ wanted)} matches or steps, {others} other outcomes; "
    what = "and exactly those that it is about" if asked.about else "equal"
    seconds = f"{times[0]:.1f} s here, {times[1]:.1f} s by Spark"
    return f"{'! ' if wrong else ''}{asked.label}: {counts}, {wrong or f'{what}; '}{seconds}"


def try_all() -> None:
    """Prints a line for each thing that is tried."""
    parser = ArgumentParser(prog="python -m tests.spark.rechecked", description=try_all.__doc__)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--folder", type=Path, help="Where store and lake are kept, or lie already.")
    given = parser.parse_args()
    with TemporaryDirectory() as temporary:
        place = Place(given.folder or Path(temporary))
        if not (place.folder / "lake").exists():
            place.record(given.matches)
        told = []
        with session.start_session() as started:
            # One session for all commands: starting one takes longer than most of what is asked.
            session.start_session = Kept(started)  # type: ignore[assignment]
            for asked in place.asked():
                told.append(unlike(place, asked))
                print(told[-1], flush=True)
    sys.exit(any(line.startswith("!") for line in told))


if __name__ == "__main__":
    try_all()
