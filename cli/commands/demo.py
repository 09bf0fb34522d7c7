"""`ludograph demo`: a small tournament, recorded and looked at in a minute."""

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import click

from ludograph.cli.arguments import observer_named
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.files import refuse_beside_store
from ludograph.cli.printing.terminal import colored, echo, styled, width
from ludograph.cli.store_option import make_folder, store_named
from ludograph.cli.tournaments.demo_tournament import show_demo_tournament
from ludograph.domain.exchange.importer import Importer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import NotFound, Recorder
from ludograph.domain.store.url import Place
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.verify.verification import verify
from ludograph.replay.drawing.text_table import draw_table
from ludograph.replay.sentences.step_sentences import tell_step, wrapped
from ludograph.replay.timeline.timeline import Timeline

FILES: Final = Path(__file__).with_name("demo_files")
MATCH: Final = "AO26-1-1"
"""The match that is replayed, and the player at whose seat."""
SEAT: Final = "Ben"
MOMENT: Final = 5
"""So many steps are shown of what happens in the middle."""
NARROW: Final = 72
"""A terminal with fewer columns has no room for a table beside its sentences."""


class Pair(NamedTuple):
    """A sentence as the player was told it, and as the judge is."""

    step: int
    told: str
    whole: str


@click.command("demo")
@click.option("--keep", metavar="STORE", help="Keeps the store there.")
@sentences_for_errors
def command(keep: str | None) -> None:
    """Shows in a minute what this program does, with a small tournament that comes along.

    Nothing of yours is touched: the matches go to a temporary store, or to the one that --keep names.
    """
    kept = None if keep is None else store_named(keep)
    with _place(kept) as path:
        opened = Recorder(path)
        try:
            _show(opened)
        finally:
            opened.close()
    _next_command(kept)


@contextmanager
def _place(keep: Place | None) -> Iterator[Place]:
    if keep is not None:
        if isinstance(keep, Path):
            refuse_beside_store(keep)
        make_folder(keep)
        yield keep
        return
    with TemporaryDirectory(prefix="ludograph-demo-") as folder:
        yield Path(folder) / "demo.sqlite"


def _show(recorder: Recorder) -> None:
    """A tournament, a match from a seat, what that seat could not know, and the standings of another."""
    echo("Ludograph records card games as events, and replays them as any player saw them.")
    _record(recorder)
    try:
        match = recorder.load(recorder.find(MATCH))
    except NotFound as wrong:
        raise Failure(f"{wrong} Name a new file with --keep.") from wrong
    _replay(match)
    _secrets(match)
    show_demo_tournament(TournamentService(recorder), _heading)


def _record(recorder: Recorder) -> None:
    """The tournament's matches, recorded now or before, and every one of them checked."""
    importer = Importer(recorder)
    lines = [line for path in sorted(FILES.glob("*.jsonl")) for line in path.read_bytes().splitlines(keepends=True)]
    outcomes = [outcome for chunk in chunks(lines) for outcome in importer.add(chunk)]
    outcomes += importer.flush()
    for outcome in outcomes:
        if outcome.fault is not None:
            raise Failure(
                f"A match of the demo cannot be recorded: {outcome.fault.message} Name a new file with --keep."
            )
    matches = [recorder.load(outcome.match) for outcome in outcomes if outcome.match is not None]
    start = matches[0].start
    _heading(f"A tournament, the {start.event}, comes in as match files", f"import {_files()}", "verify --all")
    steps = sum(len(match.steps) for match in matches)
    games = dict.fromkeys(match.game.title for match in matches)
    sound = all(verify(recorder, match.id).ok for match in matches)
    echo(f"{len(matches)} matches of {len(games)} games: {steps:,} steps recorded.")
    if sound:
        echo("Every action was decided again under today's rules, and no stored row has been altered.")


def _replay(match: Match) -> None:
    """A few moments of a match, as the player at the seat saw them."""
    observer = observer_named(match, SEAT)
    timeline, speaker = Timeline(match, observer), Speaker(match.game.deck, match.players)
    where = f"{match.game.title}, round {match.start.round}, table {match.start.table}"
    _heading(f"{where}, from {SEAT}'s seat", f"replay {MATCH} --as {SEAT}")
    own = _told_more(match, TABLE, observer)
    first = own[0].step
    _tell(first, f"(only {SEAT} is told)", [pair.whole for pair in own if pair.step == first])
    moments = _moments(match, observer)
    for number in moments:
        _tell(number, "", tell_step(match.game, speaker, timeline[number]))
        if number == moments[-2]:
            _draw(match, observer, number)
    last = len(match.steps)
    _tell(last, "...", tell_step(match.game, speaker, timeline[last])[-1:])


def _draw(match: Match, observer: int, number: int) -> None:
    """The middle and the own side of a table after a step, where a terminal has colours and room for it."""
    if not colored() or width() < NARROW:
        return
    scene, speaker = match.game.scene(match.view(observer, number)), Speaker(match.game.deck, match.players)
    own = Scene(scene.title, tuple(zone for zone in scene.zones if zone.owner in (None, observer)), scene.round)
    echo(styled(f"  $ ludograph show {MATCH} --at {number} --as {SEAT}", dim=True))
    echo(draw_table(own, speaker, width=width(), color=True))


def _tell(number: int, before: str, sentences: list[str]) -> None:
    text = " ".join([before, *sentences] if before else sentences)
    echo("\n".join(wrapped(text, width=width(), first=f"{number:>4}  ")))


def _moments(match: Match, observer: int) -> range:
    """A few steps around the second of those that hold a secret."""
    secret = [*dict.fromkeys(pair.step for pair in _told_more(match, observer, JUDGE)), 1, 2]
    return range(secret[1] - 1, min(secret[1] - 1 + MOMENT, len(match.steps)))


def _told_more(match: Match, less: int, more: int) -> list[Pair]:
    """The sentences that tell one observer less than another."""
    speaker = Speaker(match.game.deck, match.players)
    seen, whole = Timeline(match, less), Timeline(match, more)
    return [
        Pair(number, told, full)
        for number in range(1, len(seen))
        for told, full in zip(
            tell_step(match.game, speaker, seen[number]), tell_step(match.game, speaker, whole[number]), strict=False
        )
        if told != full
    ]


def _secrets(match: Match) -> None:
    """What the player was told, beside what the judge knows."""
    pairs = _told_more(match, observer_named(match, SEAT), JUDGE)
    _heading(f"What {SEAT} could not know, and the judge does", f"log {MATCH} --as {SEAT}", f"log {MATCH} --as judge")
    moments = [pair for pair in pairs if pair.step > pairs[0].step][:2]
    for pair in dict.fromkeys([*pairs[:2], *moments]):
        _tell(pair.step, f"{SEAT}:", [pair.told])
        echo("\n".join(wrapped(f"the judge: {pair.whole}", width=width(), first=" " * 6)))
    steps = len({pair.step for pair in pairs})
    echo(f"Of {len(match.steps)} steps, {steps} hold something that {SEAT} is not told, in no command and no export.")


def _heading(text: str, *commands: str) -> None:
    """What comes, and the commands that do it."""
    echo()
    echo(styled(text, bold=True))
    for command in commands:
        line = f"  $ ludograph {command}"
        echo(styled(line, dim=True))


def _files() -> str:
    """Where the match files are, as one would type it here."""
    here = Path.cwd()
    return str((FILES.relative_to(here) if FILES.is_relative_to(here) else FILES) / "*.jsonl")


def _next_command(keep: Place | None) -> None:
    """The one thing that is worth trying now."""
    store = str(keep or "demo.sqlite")
    replay = shlex.join(["ludograph", "--store", store, "replay", MATCH, "--as", SEAT])
    _heading(f"Now watch it yourself, through {SEAT}'s eyes: the arrow keys step, `?` tells the rest")
    if keep is None:
        echo(f"  ludograph demo --keep {store} > {os.devnull} && {replay}")
    else:
        echo(f"  {replay}")
