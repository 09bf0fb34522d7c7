"""What is said of an answer to a decision that was judged: by what was found best, not by what was played."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludograph.domain.judging.judged_match import ToldError, ToldMove
from ludograph.domain.kernel.game import Action, Choice
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import Reader
from ludograph.replay.sentences.guesses import done_among
from ludograph.replay.sentences.judgement_units import Unit, move_text


class Grade(NamedTuple):
    """What is said of a move, and whether it is as good as the best one that was found; None where nobody knows."""

    said: str
    good: bool | None


class GradedMoves(NamedTuple):
    """The moves of a decision that were measured, the best first."""

    moves: tuple[tuple[Action, Grade], ...]
    others: Grade
    """What is said of all that were not measured."""
    cost: float
    """How much what was played cost, where that is sure; else 0."""

    def among(self, choices: Sequence[Choice]) -> Iterator[tuple[int, int | None, Grade]]:
        """Each move as a block of these choices and which of its single ones or numbers; None where it is the block."""
        for action, grade in self.moves:
            for block, *which in done_among(choices, action):
                yield block, which[0] if which else None, grade

    def of(self, choices: Sequence[Choice], block: int, which: int | None) -> Grade:
        """What is said of an answer; of a block as a whole what is said of its best move."""
        found = (
            grade for at, one, grade in self.among(choices) if at == block and (which in (None, one) or one is None)
        )
        return next(found, self.others)


def graded_moves(match: Match, step: int, error: ToldError) -> GradedMoves:
    """What is said of each move that was measured in the decision of a step, by whatever verb it may be chosen."""
    reader = Reader(match.game.deck, match.players)
    moves = {str(one.do): one for one in (error.played, *error.others)}
    best = moves.get(str(error.best), error.played)
    order = sorted(moves.values(), key=lambda one: (one is not best, -one.value))
    verbs = [choice.action for choice in match.game.choices(match.states[step - 1], match.steps[step - 1].actor)]
    graded = tuple(
        (action, _grade(match, error, one, best))
        for one in order
        for action in _verbs(match, step, _action(match, reader, one.do), verbs)
    )
    unknown = f"Nothing is known of that: it was not measured. {_best(match, best)}"
    return GradedMoves(graded, Grade(unknown, good=None), error.amount if error.sure else 0.0)


def _action(match: Match, reader: Reader, do: dict[str, Any]) -> Action:
    return reader.action(match.game, do["do"], {name: value for name, value in do.items() if name != "do"})


def _verbs(match: Match, step: int, told: Action, verbs: Sequence[type[Action]]) -> Iterator[Action]:
    """A move as it is told, and by the other verbs that do the same there (`Game.told_as`)."""
    yield told
    for verb in verbs:
        if verb is not type(told) and verb.__struct_fields__ == told.__struct_fields__:
            other = verb(*(getattr(told, name) for name in told.__struct_fields__))
            if match.game.told_as(match.states[step - 1], other) == told:
                yield other


def _grade(match: Match, error: ToldError, move: ToldMove, best: ToldMove) -> Grade:
    """Of the error that was played what it cost; of another whether it is as good as the best one.

    It is where it is not surely worse in the same worlds and with the same luck, just as errors are marked.
    """
    unit = Unit(len(match.players) == 1)
    if move is error.played and error.sure:
        cost = unit.lost(error.amount, error.se)
        return Grade(f"That is what was played, and it cost {cost}. {_best(match, best)}", good=False)
    told = _told(match, move)
    if not move.worse:
        as_played = ", and what was played" if move is error.played else ""
        more = "" if move is best else f" {_best(match, best)}"
        return Grade(f"As good as the best found{as_played}: {told}.{more}", good=True)
    less = unit.amount(move.behind, move.behind_se)
    return Grade(f"Not as good as the best found, by {less}: {told}. {_best(match, best)}", good=False)


def _best(match: Match, best: ToldMove) -> str:
    return f"Best found: {_told(match, best)}."


def _told(match: Match, move: ToldMove) -> str:
    """A move with what it is worth: `bid 9MS (42.0 ± 3.1 %)`."""
    unit = Unit(len(match.players) == 1)
    return f"{move_text(match, move.do)} ({unit.amount(move.value, move.se)})"
