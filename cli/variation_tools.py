"""How variations in the terminal player are decided: as forks that are never recorded."""

from typing import Final
from uuid import UUID

from ludograph.cli.arguments import command_line
from ludograph.cli.errors import Failure, raise_failure
from ludograph.domain.entry.recording import NotTogether, decide_entries
from ludograph.domain.forks.drawn_anew import NotImagined
from ludograph.domain.forks.fork import NewFork
from ludograph.domain.forks.variation import SEED, begun_variation
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.player.variation import Untried, VariationTools

PLAYED: Final = "This match is still played: until it is over, only the judge tries what could come of it."


def variation_tools(store: Recorder, name: str) -> VariationTools:
    """What the player needs; `name` is what the match was called on the command line."""

    def begin(match: Match, at: int, observer: Observer) -> Match:
        if observer != JUDGE and status_of(match) == "running":
            raise Untried(PLAYED)
        new = NewFork(UUID(bytes=store.sources.bytes(16), version=4), store.stamp)
        try:
            return begun_variation(match, at, observer, new)
        except NotImagined as wrong:
            raise Untried("No cards were found that could lie so: try it after another step.") from wrong

    def act(match: Match, line: str) -> Match:
        try:
            return decide_entries(store, match, line, TABLE)
        except NotTogether as wrong:
            raise Untried(str(wrong)) from wrong
        except Exception as wrong:
            raise Untried(_sentence(wrong)) from wrong

    def command(match: Match, at: int, observer: Observer, lines: tuple[str, ...]) -> str:
        eyes = [] if observer == JUDGE else ["--as", match.name(observer), "--seed", SEED]
        done = [word for line in lines for word in ("--do", line)]
        return command_line("fork", name, "--at", str(at), *eyes, *done)

    return VariationTools(begin, act, command)


def _sentence(wrong: Exception) -> str:
    """What a user is told of an error; one that no user can meet is raised as it is."""
    try:
        raise_failure(wrong)
    except Failure as failure:
        return failure.message
