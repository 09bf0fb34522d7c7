"""Many matches judged one after the other: with one bar, what is done already left as it is, and a line for each."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ludograph.analytics.archive_paths import judgements_file
from ludograph.cli.arguments import is_of
from ludograph.cli.errors import Failure, Stopped
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import progress, say
from ludograph.cli.store_option import store_place
from ludograph.domain.judging.judgement import JudgePlan, NotJudged
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.names import folded
from ludograph.domain.store.errors import Damaged, StoreError
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.replay.shapes.judged_lines import judged_sums_json


class JudgedRun(NamedTuple):
    """Which matches are judged, and how: with a player's eyes where one is named, of which games and tournament."""

    player: str | None
    games: Sequence[str]
    event: str | None
    playouts: int
    seed: str
    jobs: int

    def plan(self, match: Match) -> JudgePlan:
        """The plan for a match in which the player plays."""
        names = [folded(name) for name in match.players]
        observer = ALL_SEATS if self.player is None else names.index(folded(self.player)) + 1
        return JudgePlan(observer, self.playouts, self.seed)

    def wants(self, one: Listed) -> bool:
        """Whether a match is one of them: for all players together it has to be over."""
        start = one.start
        own = one.status != "running" if self.player is None else folded(self.player) in map(folded, start.players)
        meant = self.event is None or is_of(start, self.event)
        return own and meant and (not self.games or start.game in self.games)


def judge_matches(recorder: Recorder, run: JudgedRun, *, as_json: bool) -> None:
    """Judges all matches that are meant, and tells what came of it. Raises `Failure` where there are none."""
    damaged: list[Damaged] = []
    found = [one for one in recorder.listed(damaged) if run.wants(one)]
    if not found:
        raise Failure("No match that fits can be judged: without --as PLAYER a match has to be over.")
    refused = [str(wrong) for wrong in damaged]
    done, total = 0, sum(one.head.steps + 1 for one in found)
    with progress("Judging", total) as show:
        for at, one in enumerate(found):
            try:
                told = _judged(recorder, one, run, partial(_go_on, show, done))
            except (NotJudged, StoreError) as wrong:
                refused.append(f"{one.head.match}: {wrong}")
            except KeyboardInterrupt:
                kept = f"{at:,} of {counted_matches(len(found))} are judged: the same command goes on from there."
                raise Stopped(f"Stopped. {kept}") from None
            else:
                if as_json:
                    print_json(told)
            done += one.head.steps + 1
            show(done)
    for sentence in refused:
        say(sentence)
    judged = len(found) + len(damaged) - len(refused)
    say(f"{counted_matches(judged)} judged: `ludograph report play` and `ludograph report luck` tell what came of it.")


def _judged(recorder: Recorder, one: Listed, run: JudgedRun, tell: Callable[[int], None]) -> dict[str, Any]:
    """Judges a match, and says what its steps come to."""
    match, place = recorder.load(one.head.match), store_place()
    found = judged_match(match, run.plan(match), judgements_file(place), store=place, jobs=run.jobs, tell=tell)
    return {"match": str(match.id), **judged_sums_json(found)}


def _go_on(show: Callable[[int], None], before: int, count: int) -> None:
    show(before + count)
