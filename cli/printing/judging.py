"""A match judged for a command: with a bar while it goes on, and sentences where it cannot be."""

from collections.abc import Sequence

from ludograph.analytics.archive_paths import judgements_file
from ludograph.cli.errors import Failure, Stopped
from ludograph.cli.printing.terminal import progress
from ludograph.cli.store_option import store_place
from ludograph.domain.judging.judged_match import JudgedMatch
from ludograph.domain.judging.judgement import JudgePlan, NotJudged, judged_eyes
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.judging.kept_judgements import KeptJudgements
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.sentences.judgement_sentences import shown_judgement
from ludograph.replay.sentences.notes import Judged


def judged_with_bar(match: Match, plan: JudgePlan, jobs: int = 1) -> JudgedMatch:
    """The judgement; what was worked out before somebody stops it is kept. Raises `Failure` and `Stopped`."""
    place, done, positions = store_place(), 0, len(match.steps) + 1
    with progress("Judging", positions) as show:

        def tell(count: int) -> None:
            nonlocal done
            done = count
            show(count)

        try:
            return judged_match(match, plan, judgements_file(place), store=place, jobs=jobs, tell=tell)
        except NotJudged as wrong:
            raise Failure(str(wrong)) from wrong
        except KeyboardInterrupt:
            kept = f"{done} of {positions} positions are kept: judge it again, and they are not done again."
            raise Stopped(f"Stopped. {kept}") from None


def judged_for(match: Match, observers: Sequence[Observer]) -> dict[Observer, Judged]:
    """By observer what is shown of a judgement: to the judge all, to a player what they knew. Raises `Failure`."""
    eyes = [observer for observer in observers if observer != TABLE] or [TABLE]
    return {observer: shown_judgement(match, *judged_as(match, observer)) for observer in eyes}


def is_judged(match: Match) -> bool:
    """Whether a judgement by what all players knew is kept whole."""
    with KeptJudgements(judgements_file(store_place())) as kept:
        return kept.most_thorough_plan(match, JUDGE) is not None


def judged_as(match: Match, observer: Observer) -> tuple[JudgedMatch, JudgePlan]:
    """The judgement that an observer may read, the judge that of all players, and how it was made. Raises `Failure`.

    The most thorough one that is kept whole, as the service shows it; one by default where there is none.
    """
    if observer == TABLE:
        raise Failure("Marks tell of hands, which the table does not see: --judged goes with --as PLAYER or judge.")
    with KeptJudgements(judgements_file(store_place())) as kept:
        plan = kept.most_thorough_plan(match, observer) or JudgePlan(judged_eyes(observer))
    return judged_with_bar(match, plan), plan
