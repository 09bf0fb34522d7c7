"""What is told of forks: where they part from their origin, how positions played on came out, and their tree."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludograph.cli.errors import explain
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph, say
from ludograph.domain.exchange.exporter import action_line, line_text
from ludograph.domain.forks.continuation import AsPlayed
from ludograph.domain.forks.playing_on import ResultSpread
from ludograph.domain.forks.tree import ForkTree, forks_of
from ludograph.domain.kernel.confidence import MeanInterval
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import Speaker, counted
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep, origin_of
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.lines import FORK, origin_json
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.sentences.step_sentences import tell_action
from ludograph.replay.shapes.matches import listed_json, standing_json


class LineOfPlay(NamedTuple):
    """A line of play that was played on: what is done, how results lie, and how much more than what was played."""

    do: str
    times: int
    spread: ResultSpread
    difference: ResultSpread | None = None


def action_text(match: Match, steps: Sequence[AnyStep], observer: int = TABLE, *, drawn: bool = True) -> str:
    """Steps as the lines that would be typed, with `;` between, as far as an observer knows them.

    Without `drawn` what came of them is left out: where it comes anew each time it belongs to none.
    """
    left_out = ("at", "by", "note", "shuffled", *(() if drawn else ("drawn",)))
    writer = ValueWriter(match.players, unknown="??")
    lines = (action_line(concealed(step, observer), writer) for step in steps)
    plain = ({key: line[key] for key in line if key not in left_out} for line in lines)
    return "; ".join(line_text(match, line) for line in plain)


def print_fork(fork: Match, done: AsPlayed | None, as_json: bool) -> None:
    """A new fork: its id, and where it stopped being as its origin was."""
    if as_json:
        print_json(fork_json(fork, done))
        return
    echo(str(fork.id))
    if done is not None and done.refused is not None:
        say(f"Step {done.step} of the origin is not legal here:\n{explain(done.refused, fork.game, fork.players)}")
    if fork.game.result(fork.state).over:
        say(f"It is over after {counted(len(fork.steps), 'step')}.")


def fork_json(fork: Match, done: AsPlayed | None) -> dict[str, Any]:
    """A fork as programs read it: how it stands, of what it is a fork, and where the origin was not legal any more."""
    origin = origin_of(fork.start)
    standing = standing_json(str(fork.id), fork.game.id, fork.players, fork.game.result(fork.state), len(fork.steps))
    told: dict[str, Any] = standing | {FORK: origin_json(origin) if origin else None}
    if done is not None:
        stopped = None
        if done.refused is not None:
            stopped = {"step": done.step, "rule": done.refused.rule, "message": done.refused.told(fork.players)}
        told |= {"as_played": done.taken, "stopped": stopped}
    return told


def print_fork_steps(fork: Match, first: int, observer: int = TABLE) -> None:
    """The steps of a fork from a number on, as sentences for an observer."""
    speaker = Speaker(fork.game.deck, fork.players)
    for step in list(fork.steps)[first - 1 :]:
        told = tell_action(fork.game, speaker, concealed(step, observer))
        paragraph(" ".join(told), first=f"{step.number:>4}  ")


def print_lines_of_play(lines: Sequence[LineOfPlay], players: Sequence[str], as_json: bool) -> None:
    """How positions came out that were played on, a line of play after the other."""
    if as_json:
        for line in lines:
            print_json(line_of_play_json(line, players))
        return
    for line in lines:
        echo(f"{line.do or 'As it stands'}: played on {counted(line.times, 'time')}.")
        listing([("", "SCORE", "95 %", "WINS", "95 %"), *_rows(line.spread, players)])
        if line.difference is not None:
            echo("More than what was played, on the same luck:")
            listing([("", "SCORE", "95 %", "WINS", "95 %"), *_rows(line.difference, players, signed=True)])


def line_of_play_json(line: LineOfPlay, players: Sequence[str]) -> dict[str, Any]:
    """A line of play: pinned as `do`, `n`, `score` and `win`; `difference` is paired with what was played."""
    told: dict[str, Any] = {"do": line.do or None, "n": line.times, **_spread_json(line.spread, players)}
    if line.difference is not None:
        told["difference"] = _spread_json(line.difference, players)
    return told


def _spread_json(spread: ResultSpread, players: Sequence[str]) -> dict[str, Any]:
    return {
        name: {player: _interval_json(found) for player, found in zip(players, by_seat, strict=True)}
        for name, by_seat in (("score", spread.scores), ("win", spread.wins))
    }


def _interval_json(found: MeanInterval) -> dict[str, float | None]:
    return {key: None if value is None else round(value, 6) for key, value in found._asdict().items()}


def _rows(spread: ResultSpread, players: Sequence[str], *, signed: bool = False) -> Iterator[tuple[str, ...]]:
    sign = "+" if signed else ""
    for player, score, win in zip(players, spread.scores, spread.wins, strict=True):
        yield player, *_cells(score, f"{sign}.1f"), *_cells(win, f"{sign}.1%")


def _cells(found: MeanInterval, form: str) -> tuple[str, str]:
    if found.mean is None:
        return "", ""
    if found.low is None or found.high is None:
        return format(found.mean, form), ""
    return format(found.mean, form), f"{format(found.low, form)} to {format(found.high, form)}"


def print_fork_tree(store: Recorder, match: Match, as_json: bool) -> None:
    """The forks of a match, each under what it is a fork of, and in a message those that cannot be read."""
    origin, damaged = origin_of(match.start), list[Damaged]()
    forks = forks_of(store, match.id, damaged)
    for wrong in damaged:
        say(str(wrong))
    if as_json:
        told = {"match": str(match.id), FORK: origin_json(origin, sealed=False) if origin else None}
        print_json(told | {"forks": [_tree_json(one) for one in forks]})
        return
    if origin is not None:
        echo(f"A fork of match {origin.match}, after step {origin.step}.")
    if not forks:
        say("It has no forks.")
    for one in forks:
        _print_branch(one, "")


def _tree_json(tree: ForkTree) -> dict[str, Any]:
    return listed_json(tree.fork) | {"forks": [_tree_json(one) for one in tree.forks]}


def _print_branch(tree: ForkTree, indent: str) -> None:
    start, head, summary = tree.fork
    origin = origin_of(start)
    step = origin.step if origin else 0
    drawn = f", cards drawn anew as {origin.observer} knew them" if origin and origin.observer else ""
    final = summary.final
    scores = "" if final is None else ": " + ", ".join(map("{} {}".format, start.players, final.scores))
    steps = counted(head.steps, "step")
    told = f"{start.source or head.match}  after step {step}{drawn}; {tree.fork.status} at {steps}{scores}"
    paragraph(told, first=indent)
    for one in tree.forks:
        _print_branch(one, f"{indent}  ")
