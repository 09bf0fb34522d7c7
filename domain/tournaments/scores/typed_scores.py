"""Scores as people type them: `12`, `20+` for who won a tie, `??` for what nobody knows, `f` for a forfeit."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.limits import DIGITS, cut
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.scores.scoring import TableResult, Unscorable

SCORE: Final = re.compile(rf"([+-]?[0-9]{{1,{DIGITS}}})(\+{{0,12}})")
FORFEIT: Final = frozenset(("f", "forfeit", "forfeits", "forfeited"))
NOT_KNOWN: Final = frozenset(("?", UNKNOWN))


def is_score(text: str) -> bool:
    """Whether this can be read as a score."""
    return SCORE.fullmatch(text) is not None or text.casefold() in FORFEIT | NOT_KNOWN


def read_score(player: str, text: str) -> Scored:
    """What a player came to, from a text. Raises `Unscorable`."""
    text = text.strip()
    if text.casefold() in FORFEIT:
        return Scored(player, None, forfeit=True)
    if text in NOT_KNOWN:
        return Scored(player, UNKNOWN)
    found = SCORE.fullmatch(text)
    if found is None:
        raise Unscorable(
            f"{cut(text) or 'Nothing'} is no score of {cut(player)}: write a whole number (20+ for who won a tie), ?? "
            "where nobody knows it, or forfeit."
        )
    return Scored(player, int(found[1]), tie=len(found[2]) or UNSET)


def wrong_tie(scores: Sequence[Scored], *, fewest: bool) -> str:
    """Why a `+` among the scores of a table cannot be right, in a sentence; empty where all can."""
    often = Counter(one.score for one in scores)
    for one in scores:
        if not one.ahead:
            continue
        if not isinstance(one.score, int):
            return f"{one.player} has no score that could be tied: + goes behind a number."
        if often[one.score] < 2:
            first = "lowest" if fewest else "highest"
            return (
                f"{one.player} is tied with nobody at {one.score}: + says who is ahead among equal scores, and in this "
                f"game the {first} score is ahead without it."
            )
    return ""


def tie_marks(result: TableResult) -> tuple[int, ...]:
    """For each seat of a table that is over, how many `+` say its place among those with the same score."""
    seats = list(zip(result.scores, result.places, strict=True))
    return tuple(
        len({other for same, other in seats if same == score and isinstance(other, int) and other > place})
        if isinstance(score, int) and isinstance(place, int)
        else 0
        for score, place in seats
    )


def written_scores(result: TableResult) -> list[str]:
    """The scores of a table that is over, as they are typed: `20+`, `??`, `forfeit`; `-` for who has none."""
    return [
        "forfeit" if result.forfeited(seat) else "-" if score is None else f"{score}{'+' * marks}"
        for seat, (score, marks) in enumerate(zip(result.scores, tie_marks(result), strict=True), start=1)
    ]


def told_scores(result: TableResult) -> str:
    """What everybody came to at a table that is over: `Ann 20+, Ben 20, Cleo forfeited`."""
    told = (f"{score}ed" if score == "forfeit" else score for score in written_scores(result))
    return ", ".join(f"{name} {score}" for name, score in zip(result.players, told, strict=True))


def told_winners(result: TableResult, game: Game) -> str:
    """Who has won at a table that is over, in a sentence."""
    if isinstance(result.winners, str):
        return "Who has won is open (??)."
    names = [result.players[seat - 1] for seat in result.winners]
    if all(result.forfeited(seat) for seat in range(1, len(result.players) + 1)):
        return "Nobody wins: all forfeited, and share all places."
    if not names:
        needed = game.order.needed
        return f"Nobody wins{'' if needed is None else f': {game.ending.needed.format(needed=needed)}'}."
    return f"{names[0]} wins." if len(names) == 1 else f"{listed(names)} share the win."


def tie_hint(result: TableResult, game: Game) -> str:
    """How it is said who won, where several share a win that the rules may break; empty where they do not."""
    if game.ending.tie is None or isinstance(result.winners, str) or len(result.winners) < 2:
        return ""
    score = result.scores[result.winners[0] - 1]
    return f"If {game.ending.tie.words} decided between them, write a + behind the score of who won: {score}+."
