"""What a ruling, or one withdrawn, comes to: scores, places, winners, and agreements that become void."""

from collections.abc import Iterator
from typing import Final

from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import JUDGE_NAME, RulingEffects, effects_of, final_of, in_force, status_of
from ludograph.domain.notation.visible_text import visible


def ruling_effects(before: Match, after: Match) -> list[str]:
    """How the result becomes another, in sentences: `Cleo 19 -> 33, place 3 -> 1.`"""
    if status_of(after) != "over":
        return _told_before_end(effects_of(before), effects_of(after))
    changed = [*_seats(before, after)]
    was, now = final_of(before).winners, final_of(after).winners
    if was != now:
        changed.append(f"Won by {_winners(after, now)}, was won by {_winners(before, was)}.")
    agree = {one.seat for one in in_force(after)}
    void = [
        "the judge" if one.name == JUDGE_NAME else visible(one.name)
        for one in in_force(before)
        if one.seat not in agree
    ]
    if void:
        changed.append(f"What {listed(void)} agreed to is void then.")
    return changed or ["The result stays as it is."]


AT_END: Final = "What rulings do to the result counts once the match has been played to its end."
NO_END: Final = (
    "If it will not be, `ludograph abandon` ends it, and at a table of a tournament `ludograph tournament result` "
    "enters who forfeits."
)


def _told_before_end(before: RulingEffects, after: RulingEffects) -> list[str]:
    if before == after:
        return []
    return [AT_END, *([NO_END] if set(after.forfeit) - set(before.forfeit) else [])]


def _seats(before: Match, after: Match) -> Iterator[str]:
    was, now = final_of(before), final_of(after)
    for at, name in enumerate(after.players):
        score = change(was.scores[at], now.scores[at])
        place = f", place {change(was.places[at], now.places[at])}" if was.places[at] != now.places[at] else ""
        if place or was.scores[at] != now.scores[at]:
            yield f"{visible(name)} {score}{place}."


def change(was: object, now: object) -> str:
    """`19 -> 33`, or what stays as it is; nothing is a dash."""
    sides = ["-" if one is None else str(one) for one in (was, now)]
    return sides[0] if was == now else " -> ".join(sides)


def _winners(match: Match, winners: tuple[int, ...] | str) -> str:
    if isinstance(winners, str):
        return "somebody whom the record does not tell"
    return listed([visible(match.name(seat)) for seat in winners], "nobody")
