"""How records were kept: how long steps took, what was taken back and put right, and by whom."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, chosen, grouped, mean, median, percent, quantile, same
from tests.recount.entries import Entry, Told, told
from tests.recount.records import Record


class Timed(NamedTuple):
    """A step that stands, and how long it took."""

    game: str
    entry: Entry
    seconds: float


def timed(records: Sequence[Record], given: Given) -> Iterator[Timed]:
    """The steps that are asked for."""
    for record in chosen(records, given):
        for entry, seconds in told(record).seconds():
            if seconds >= float(given.get("at_least", 0)) and same(entry.player, given.get("player")):
                yield Timed(record.game, entry, seconds)


def step_times(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and player."""
    longest = 60 * float(given.get("break_minutes", 10))
    by_player = [one for one in timed(records, given) if one.entry.player]
    for (game, player), own in grouped(by_player, lambda one: (one.game, one.entry.player)).items():
        took = [one.seconds for one in own if one.seconds <= longest]
        if len(own) >= int(given.get("fewest", 1)):
            yield {
                "game": game,
                "player": player,
                "steps": len(took),
                **_taken(took),
                "minutes_in_all": sum(took) / 60 if took else None,
                "breaks": len(own) - len(took),
            }


def step_times_by_action(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and verb."""
    longest = 60 * float(given.get("break_minutes", 10))
    quick = [one for one in timed(records, given) if one.seconds <= longest]
    for (game, verb), own in grouped(quick, lambda one: (one.game, one.entry.verb)).items():
        if len(own) >= int(given.get("fewest", 1)):
            yield {"game": game, "verb": verb, "steps": len(own), **_taken([one.seconds for one in own])}


def _taken(seconds: list[float]) -> Row:
    return {
        "average_seconds": mean(seconds),
        "median_seconds": median(seconds),
        "slow_tenth_from_seconds": quantile(seconds, 0.9),
        "longest_seconds": max(seconds, default=None),
    }


def takebacks(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and player."""
    done = [(record.game, *one) for record in chosen(records, given) for one in fates(told(record))]
    whose = [one for one in done if one[1].player and same(one[1].player, given.get("player"))]
    for (game, player), own in grouped(whose, lambda one: (one[0], one[1].player)).items():
        if len(own) >= int(given.get("fewest", 1)):
            fell = sum(one[2] for one in own)
            yield {
                "game": game,
                "player": player,
                "entered": len(own),
                "taken_back": fell,
                "taken_back_percent": percent(fell, len(own)),
                "corrected": sum(one[3] for one in own),
            }


def fates(story: Told) -> list[tuple[Entry, bool, bool]]:
    """The steps that somebody entered: whether they fell later, and whether a takeback was about them."""
    fell = {id(entry.first) for entry in story.entries if entry.taken_back_by}
    takebacks = [event.out for event in story.events if event.how == "takeback"]
    first = {id(min(out, key=lambda one: one.number).first) for out in takebacks}
    return [(entry, id(entry) in fell, id(entry) in first) for entry in story.entries if entry.was is None]


def scribes(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per person who entered steps, or took some back."""
    kept = [(record, told(record)) for record in chosen(records, given)]
    entered = [(entry.by, record.id, fell) for record, story in kept for entry, fell, _ in fates(story)]
    taken = [(event.by, record.id) for record, story in kept for event in story.events if event.how == "takeback"]
    for person in {by for by, *_ in (*entered, *taken)}:
        own = [one for one in entered if one[0] == person]
        fell = sum(one[2] for one in own)
        yield {
            "entered_by": person or "(not said)",
            "matches": len({one[1] for one in (*entered, *taken) if one[0] == person}),
            "steps": len(own),
            "taken_back_later": fell,
            "taken_back_percent": percent(fell, len(own)),
            "takebacks_made": sum(by == person for by, _ in taken),
        }


def corrections(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per correction and takeback; the texts of what was and is are those of match files, and not made again."""
    for record in chosen(records, given):
        for event in told(record).events:
            first = min([*event.out, *event.put_in], key=lambda one: (one.number, one not in event.out), default=None)
            if not same(first.player if first else None, given.get("player")):
                continue
            entered = min(event.out, key=lambda one: one.number).recorded_at if event.out else None
            yield {
                "match": record.id,
                "game": record.game,
                "version": event.version,
                "first_step": event.step,
                "how": event.how,
                "steps": len(event.out),
                "player": first and first.player,
                "verb": first and first.verb,
                "corrected_by": event.by,
                "reason": event.reason,
                "corrected_at": event.recorded_at,
                "seconds_after_entry": entered and (event.recorded_at - entered).total_seconds(),
            }


RECOUNTS = {
    "step-times": Recount(step_times, "game player", digits={"minutes_in_all": 1}),
    "step-times-by-action": Recount(step_times_by_action, "game verb"),
    "takebacks": Recount(takebacks, "game player"),
    "scribes": Recount(scribes, "entered_by"),
    "corrections": Recount(corrections, "match version", digits={"seconds_after_entry": 1}, apart=("was", "now")),
}
