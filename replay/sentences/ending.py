"""How a match ended: the ranking with all rulings, why somebody has won, and how the scores came about."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludograph.domain.kernel.ending import Sum
from ludograph.domain.kernel.ending_reasons import Ended, reason, set_apart, tied_apart
from ludograph.domain.kernel.game import TABLE, Seat
from ludograph.domain.kernel.result import Place, Score, final
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import RulingEffects, effects_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.score_parts import PartRow, StepPart, part_table, step_parts
from ludograph.replay.timeline.timeline import Timeline


class Rank(NamedTuple):
    """How a seat ended."""

    seat: Seat
    name: str
    place: Place
    score: Score
    won: bool
    forfeited: bool
    sum: Sum
    """What the score is made of, rulings too."""
    because: str
    """What put it into its place where its score beside those of others does not say so."""

    @property
    def mark(self) -> str:
        """What stands beside the score."""
        return "winner" if self.won else "forfeited" if self.forfeited else self.because

    @property
    def whole(self) -> str:
        """The name with all that: `Ann 130 (winner)`."""
        score = "" if self.score is None else f" {self.score}"
        return f"{self.name}{score}{f' ({self.mark})' if self.mark else ''}"

    @property
    def told(self) -> str:
        """How the score came about: `75 (gold) + 40 (cards) = 115`; empty where it is of one piece."""
        parts = [part for part in self.sum if part[1] != 0]
        return f"{_added(parts)} = {self.score}" if len(parts) > 1 else ""


class MatchEnding(NamedTuple):
    """A match that is over, as somebody knows it; who is first in the ranking comes first."""

    reason: str
    unruled: str
    """Why somebody would have won without the rulings, where that is another."""
    ranking: tuple[Rank, ...]
    ties: tuple[str, ...]
    """What decided between those with the same score who have not won."""
    since: int
    """The step that ended it; what is said after that comes when all is over."""
    parts: tuple[StepPart, ...]
    """What the scores are made of, with the cards of each part."""

    @property
    def part_table(self) -> list[PartRow]:
        """The parts added up under what they are for; who is first in the ranking comes first."""
        return part_table([one.part for one in self.parts], [rank.seat for rank in self.ranking])

    def told(self) -> list[str]:
        """All of it as lines: the ranking on one, why, and a line for each score that is not of one piece."""
        return [
            ", ".join(f"{rank.place}. {rank.whole}" for rank in self.ranking),
            *self.why(),
            *(f"{rank.name}: {rank.told}" for rank in self.ranking if rank.told),
        ]

    def why(self) -> list[str]:
        """Why somebody has won, what decided ties, and what it would be without the rulings."""
        return [self.reason, *self.ties, *([f"Without the rulings: {self.unruled}"] if self.unruled else [])]


def final_ranking(match: Match) -> str:
    """What somebody agrees to: places and scores with all rulings, `1. Ann 130 (winner), 2. Ben 75`; else empty."""
    ending = ending_of(Timeline(match, TABLE))
    return ending.told()[0] if ending else ""


def ending_of(timeline: Timeline) -> MatchEnding | None:
    """How the match ended as far as the observer of a timeline knows; None before its end."""
    match = timeline.match
    since = over_since(match)
    if since is None:
        return None
    result = match.game.result(timeline[len(timeline) - 1].state)
    words, effects = match.game.ending, effects_of(match)
    ruled, plain = final(result, *effects), final(result)
    speaker = Speaker(match.game.deck, [visible(name) for name in match.players])
    ended = Ended(words, result.order, ruled, effects.forfeit)
    unruled = "" if ruled == plain else reason(Ended(words, result.order, plain, ()), speaker)
    sums = words.sums(fact for frame in timeline for fact in frame.facts)
    ranking = sorted(_ranks(ended, effects, sums, speaker), key=_first)
    return MatchEnding(
        reason(ended, speaker),
        unruled,
        tuple(ranking),
        tuple(tied_apart(ended, speaker)),
        since,
        tuple(step_parts(timeline)),
    )


def over_since(match: Match) -> int | None:
    """The step from which on a match is over, which everybody can tell; None before its end."""
    running = (at for at in range(len(match.states) - 1, -1, -1) if not match.game.result(match.states[at]).over)
    since = next(running, -1) + 1
    return since if since < len(match.states) else None


def _ranks(ended: Ended, effects: RulingEffects, sums: Sequence[Sum], speaker: Speaker) -> Iterator[Rank]:
    ruled, apart = ended.final, set_apart(ended)
    for at, (score, place) in enumerate(zip(ruled.scores, ruled.places, strict=True)):
        seat = at + 1
        given = effects.adjust.get(seat, 0)
        whole = (*(sums[at] if sums else ()), *((("rulings", given),) if given else ()))
        won = isinstance(ruled.winners, tuple) and seat in ruled.winners
        yield Rank(seat, speaker.seat(seat), place, score, won, seat in effects.forfeit, whole, apart.get(seat, ""))


def _first(rank: Rank) -> tuple[bool, int]:
    """By place; places that are open come last."""
    return not isinstance(rank.place, int), rank.place if isinstance(rank.place, int) else 0


def _added(parts: Sequence[tuple[str, int | str]]) -> str:
    """Amounts with what they are for, as one would add them up."""
    (label, amount), *rest = parts
    return " ".join([f"{amount} ({label})", *(f"{_signed(amount)} ({label})" for label, amount in rest)])


def _signed(amount: int | str) -> str:
    return f"- {-amount}" if isinstance(amount, int) and amount < 0 else f"+ {amount}"
