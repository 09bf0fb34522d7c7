"""Row 6: how much of a processor a command takes from a shell, start of Python included."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import copyfile

from bench.measuring import Comparison, Pair, Sample, Scale, Work, folder, in_turn, stopwatch
from bench.playing import STAMP, bots_for, played, started
from ludograph.domain.exchange.exporter import action_line, line_text
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.store.recorder import Recorder

ROW = "startup"
VERSION_AIM = 2.0
ACT_AIM = 2.0
QUERY_AIM = 2.0
STEPS = 300
PEER = "import click, msgspec"
ASKING = """import click, msgspec, duckdb
with duckdb.connect({file!r}, read_only=True) as connection:
    print(connection.execute("SELECT 1").fetchall())
"""
"""What `duckdb -c "SELECT 1"` does with the same file, and the imports of any command."""
SCRIPT = "import sys\nfrom ludograph.cli.main import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
"""What an installer makes of the entry point in pyproject.toml."""


def rows(scale: Scale) -> Iterator[Comparison]:
    """`--version`, `act` on a long match, and a question to an archive that is current."""
    with folder() as made:
        script = made / "program.py"
        script.write_text(SCRIPT)
        peer = made / "peer.py"
        peer.write_text(PEER)
        asker = made / "asker.py"
        asker.write_text(ASKING.format(file=str(made / "asked.sqlite.duckdb")))
        version, acting, asking, theirs, duckdb = in_turn(
            scale.rounds,
            _command([str(script), "--version"]),
            _acting(script, made),
            _asking(script, made),
            _command([str(peer)]),
            _command([str(asker)]),
        )
        for what, ours, peers, name, aim in (
            ("--version", version, theirs, PEER, VERSION_AIM),
            (f"act, {STEPS} steps", acting, theirs, PEER, ACT_AIM),
            ("query, warm", asking, duckdb, 'import ..., duckdb; "SELECT 1"', QUERY_AIM),
        ):
            yield Pair(ours, peers).compared(ROW, f"ludograph {what}", "run", name, aim, faster=False)


def _command(words: list[str]) -> Sample:
    """A script with arguments, in a process of its own; the second run counts its calls.

    What it imports is compiled in the first round and kept, as an installer does it, whatever is said out there.
    """
    root = str(Path(__file__).parent.parent)
    env = {**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}

    def run() -> Work:
        counting = sys.getprofile() is not None
        with stopwatch(_of_children) as seconds:
            done = subprocess.run(
                [sys.executable, *(["-c", COUNTING] if counting else []), *words],
                check=True, capture_output=True, env=env, text=True,
            )  # fmt: skip
        return Work(seconds(), 1, calls=int(done.stderr.split()[-1]) if counting else None)

    return run


def _of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


COUNTING = """
import runpy, sys
calls = 0
def count(frame, event, argument):
    global calls
    calls += event in ("call", "c_call")
del sys.argv[0]
sys.setprofile(count)
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit:
    pass
sys.setprofile(None)
print(calls, file=sys.stderr)
"""
"""Runs a script and says at last how many functions it called."""


def _acting(script: Path, made: Path) -> Sample:
    match, action = long_match()
    kept, store = made / "kept.sqlite", made / "store.sqlite"
    recorder = Recorder(kept)
    recorder.record(match)
    recorder.close()
    run = _command([str(script), "--store", str(store), "act", str(match.id), action])

    def fresh() -> Work:
        for left in made.glob("store.sqlite*"):
            left.unlink()
        copyfile(kept, store)
        return run()

    return fresh


def _asking(script: Path, made: Path) -> Sample:
    """A question to an archive that was caught up before."""
    store = made / "asked.sqlite"
    recorder = Recorder(store)
    recorder.record(long_match()[0])
    recorder.close()
    run = _command([str(script), "--store", str(store), "query", "SELECT 1"])
    run()
    return run


def long_match() -> tuple[Match, str]:
    """A match of 300 recorded steps, and an action with which it goes on.

    Of the game with the longest random matches; where that is too short, half of it is taken back and played again.
    """
    game = max(GAMES.values(), key=lambda game: len(played(game, 0).steps))
    match, recorded = started(game, 0), 0
    bots = bots_for(match, 0)
    while True:
        move = bots.move(match.state, len(match.steps))
        if move is None:
            match = match.take_back(len(match.steps) // 2, "to play on", STAMP)
        elif recorded < STEPS:
            match, recorded = match.play(*move, STAMP), recorded + 1
        else:
            return match, _text(match.play(*move, STAMP))


def _text(match: Match) -> str:
    line = action_line(match.steps[-1], ValueWriter(match.players))
    return line_text(match, {key: value for key, value in line.items() if key not in ("drawn", "shuffled")})
