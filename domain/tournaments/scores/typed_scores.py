"""Scores as people type them: `12`, `20+` for who won a tie, `48#1` with a place, `??`, `f` for a forfeit."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.result import Place, Score
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.limits import DIGITS, cut
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.scores.scoring import TableResult, Unscorable, ordinal

TYPED: Final = rf"[+-]?[0-9]{{1,{DIGITS}}}(?:\+{{1,12}}|#[0-9]{{1,2}})?|\?\??(?:#[0-9]{{1,2}})?"
"""A score that is no forfeit, as a pattern: a number or `??`, then who is ahead in a tie, or a place."""
_SCORE: Final = re.compile(TYPED)
_PARTS: Final = re.compile(r"([+-]?\d+|\?+)(\+*)#?(\d*)")
FORFEIT: Final = frozenset(("f", "forfeit", "forfeits", "forfeited"))
NOT_KNOWN: Final = frozenset(("?", UNKNOWN))


def is_score(text: str) -> bool:
    """Whether this can be read as a score."""
    return _SCORE.fullmatch(text) is not None or text.casefold() in FORFEIT


def read_score(player: str, text: str) -> Scored:
    """What a player came to, from a text. Raises `Unscorable`."""
    text = text.strip()
    if text.casefold() in FORFEIT:
        return Scored(player, None, forfeit=True)
    parts = _PARTS.fullmatch(text) if _SCORE.fullmatch(text) else None
    if parts is None:
        raise Unscorable(
            f"{cut(text) or 'Nothing'} is no score of {cut(player)}: write a whole number (20+ for who won a tie), ?? "
            "where nobody knows it, or forfeit."
        )
    number, ahead, place = parts.groups()
    score = UNKNOWN if number in NOT_KNOWN else int(number)
    return Scored(player, score, tie=len(ahead) or UNSET, place=int(place) if place else UNSET)


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
                f"{one.player} is tied with nobody at {one.score}: who won a tie is said among equal scores, and in "
                f"this game the {first} score is ahead without it."
            )
    return ""


def place_marks(result: TableResult) -> tuple[str, ...]:
    """For each seat of a table that is over, what says its place besides the score: `+`, `#2`, or nothing.

    A `+` for each place behind among equal scores; places where scores and ties do not say them all.
    """
    seats = list(zip(result.scores, result.places, strict=True))
    if not _follow(seats, fewest=result.fewest):
        return tuple("" if score is None else f"#{place}" for score, place in seats)
    return tuple(
        "+" * len({other for same, other in seats if same == score and isinstance(other, int) and other > place})
        if isinstance(score, int) and isinstance(place, int)
        else ""
        for score, place in seats
    )


def _follow(seats: Sequence[tuple[Score, Place]], *, fewest: bool) -> bool:
    """Whether the better score always has the better place, and nobody has a place without a number."""
    scored = [(-score if fewest else score, place) for score, place in seats if isinstance(score, int)]
    known = [(score, place) for score, place in scored if isinstance(place, int)]
    guessed = any(score == UNKNOWN and isinstance(place, int) for score, place in seats)
    return not guessed and all(place < other for score, place in known for less, other in known if score > less)


def written_scores(result: TableResult) -> list[str]:
    """The scores of a table that is over, as they are typed: `20+`, `48#1`, `??`, `forfeit`; `-` for who has none."""
    return [
        "forfeit" if result.forfeited(seat) else "-" if score is None else f"{score}{mark}"
        for seat, (score, mark) in enumerate(zip(result.scores, place_marks(result), strict=True), start=1)
    ]


def told_scores(result: TableResult) -> str:
    """What everybody came to at a table that is over: `Ann 20+, Ben 20, Cleo forfeited`, or `Ann 48 (1st)`."""
    return ", ".join(
        f"{name} {_told(score)}" for name, score in zip(result.players, written_scores(result), strict=True)
    )


def _told(written: str) -> str:
    score, _, place = written.partition("#")
    return f"{score} ({ordinal(int(place))})" if place else "forfeited" if score == "forfeit" else score


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


def placing_hint(result: TableResult, game: Game) -> str:
    """How it is said who is ahead, where scores alone may not say it; empty where they do."""
    before = game.ending.before_scores
    said = any(mark.startswith("#") for mark in place_marks(result))
    if before and len(result.players) > 1 and not said and UNKNOWN not in result.places:
        seats = zip(result.scores, result.places, strict=True)
        told = " ".join(f"{score}#{place}" for score, place in seats if score is not None)
        return f"In {game.title} {before}. Where that decided, say all places behind the scores, now {told}."
    if game.ending.tie is None or isinstance(result.winners, str) or len(result.winners) < 2:
        return ""
    score = result.scores[result.winners[0] - 1]
    return f"If {game.ending.tie.words} decided between them, write a + behind the score of who won: {score}+."
