"""What decisions lost, and what luck did, out of the lines of `judge --json` alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from ludograph.analytics.archive_paths import judgements_file
from ludograph.domain.judging.judgement import JudgePlan
from ludograph.domain.judging.judging_work import judged_match
from ludograph.replay.shapes.judged_lines import judged_step_json
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, chosen, finished, grouped, mean, percent, same
from tests.recount.deciding import interval
from tests.recount.records import Json, Record

OF_A_GAME = 2
MOST_STEPS = 60
PLAN = JudgePlan(playouts=8)


def judge_some(store: Path, records: Sequence[Record]) -> None:
    """Judges the shortest matches of each game that are over, as `judge` does, and puts what it prints to them."""
    ended = [one for one in records if one.over and 0 < len(one.steps) <= MOST_STEPS]
    for own in grouped(ended, lambda one: one.game).values():
        for record in sorted(own, key=lambda one: len(one.steps))[:OF_A_GAME]:
            assert record.match is not None
            found = judged_match(record.match, PLAN, judgements_file(store))
            record.judged = [to_builtins(judged_step_json(one)) for one in (found.first, *found.steps)]


def play(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and player."""
    errors = [
        (record, line)
        for record in chosen(records, given)
        for line in record.judged
        if line["error"] is not None and same(line["actor"], given.get("player"))
    ]
    for (game, player), own in grouped(errors, lambda one: (one[0].game, one[1]["actor"])).items():
        amounts = [line["error"]["amount"] for _, line in own]
        sure = sum(line["error"]["sure"] for _, line in own)
        low, high = interval(amounts)
        if len(own) >= int(given.get("fewest", 1)):
            yield {
                "game": game,
                "player": player,
                "matches": len({record.id for record, _ in own}),
                "decisions": len(own),
                "lost": sum(amounts),
                "lost_per_decision": mean(amounts),
                "lost_per_decision_from": low,
                "lost_per_decision_to": high,
                "sure": sure,
                "sure_percent": percent(sure, len(own)),
            }


def luck(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and player."""
    judged = [record for record in finished(records, given) if record.judged]
    for game, matches in grouped(judged, lambda one: one.game).items():
        sums = [
            (name, _luck(record.judged, name), record.judged[-1]["value"][name])
            for record in matches
            for name in record.players
        ]
        raw = _variance([result for _, _, result in sums])
        adjusted = _variance([result - by_luck for _, by_luck, result in sums])
        less = len(matches) > 1 and adjusted < raw
        for player, own in grouped(sums, lambda one: one[0]).items():
            if len(own) < int(given.get("fewest", 1)) or not same(player, given.get("player")):
                continue
            lucks = [by_luck for _, by_luck, _ in own]
            low, high = interval(lucks)
            yield {
                "game": game,
                "player": player,
                "matches": len(own),
                "luck": sum(lucks),
                "luck_per_match": mean(lucks),
                "luck_per_match_from": low,
                "luck_per_match_to": high,
                "result": mean(result for _, _, result in own),
                "result_without_luck": mean(result - by_luck for _, by_luck, result in own) if less else None,
                "variance": raw,
                "variance_without_luck": adjusted if less else None,
                "varies_less": less,
            }


def _luck(lines: Sequence[Json], name: str) -> float:
    return sum(float(line["luck"][name]) for line in lines)


def _variance(values: Sequence[Any]) -> float:
    """That of all of them, rounded as the report tells it."""
    middle = sum(values) / len(values)
    return round(float(sum((value - middle) ** 2 for value in values) / len(values)), 6)


ROUNDED = dict.fromkeys(
    (
        "lost", "lost_per_decision", "lost_per_decision_from", "lost_per_decision_to", "luck", "luck_per_match",
        "luck_per_match_from", "luck_per_match_to", "result", "result_without_luck",
    ),
    4,
)  # fmt: skip
SIX = {"variance": 6, "variance_without_luck": 6}
RECOUNTS = {
    "play": Recount(play, "game player", ROUNDED),
    "luck": Recount(luck, "game player", ROUNDED | SIX),
}
