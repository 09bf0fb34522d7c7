"""Every entry of a match, also those that fell: who made it, what became of it, and where it came from."""

from collections.abc import Iterator
from datetime import datetime
from functools import cache

from tests.recount.records import Json, Record, at


class Entry:
    """A step as it was entered, or as a correction decided it again: then `was` is what it had been."""

    def __init__(self, event: int, step: Json, players: list[str], now: str = "", was: "Entry | None" = None) -> None:
        self.event = event
        self.number = int(step["number"])
        self.player = players[step["actor"] - 1] if step["actor"] else None
        self.verb = str(step["action"]["do"])
        self.by = str(step["by"])
        self.recorded_at = at(step["recorded_at"] or now)
        self.happened_at = at(step["happened_at"]) if step.get("happened_at") else None
        self.was = was
        self.taken_back_by: int | None = None
        self.amended_by: int | None = None

    @property
    def first(self) -> "Entry":
        """What was entered first, before any correction decided it again."""
        return self.was.first if self.was else self


class Event:
    """A correction or a takeback: what it took out, and what it put in."""

    def __init__(self, version: int, step: int, how: str, event: Json, out: list[Entry], into: list[Entry]) -> None:
        self.version = version
        self.step = step
        self.how = how
        self.by = str(event["by"])
        self.reason = str(event["reason"])
        self.recorded_at = at(event["recorded_at"])
        kept = {id(entry.was) for entry in into}
        self.out = [entry for entry in out if id(entry) not in kept]
        self.put_in = [entry for entry in into if entry.was is None or how == "redo"]


class Told:
    """The entries of a match in the order in which they came, those that stand, and what corrected them."""

    def __init__(self, record: Record) -> None:
        self.entries: list[Entry] = []
        self.stands: list[Entry] = []
        self.events: list[Event] = []
        self.moments: dict[int, tuple[datetime, datetime | None]] = {}
        """When each event that changed the match was recorded, and happened."""
        self._players = list(record.players)
        for version, (topic, event) in enumerate(record.stored, start=1):
            self._tell(version, topic.rpartition(".")[2], event)

    def _tell(self, version: int, kind: str, event: Json) -> None:
        if kind == "match-started":
            self._players = event["players"]
        elif kind == "steps-taken-back":
            self._take_back(version, event)
        elif kind == "steps-amended":
            self._amend(version, event)
        elif "action" in event:
            self._enter(Entry(version, event, self._players))
            self.moments[version] = self.stands[-1].recorded_at, self.stands[-1].happened_at

    def _enter(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.stands.append(entry)

    def _take_back(self, version: int, event: Json) -> None:
        out = self.stands[event["to"] :]
        for entry in out:
            entry.taken_back_by = version
        del self.stands[event["to"] :]
        self.events.append(Event(version, event["to"] + 1, "takeback", event, out, []))
        self.moments[version] = at(event["recorded_at"]), None

    def _amend(self, version: int, event: Json) -> None:
        if event["start"]:
            self._players = event["start"]["players"]
        kept = max(event["at"] - 1, 0)
        out = self.stands[kept:]
        del self.stands[kept:]
        for entry in out:
            entry.amended_by = version
        for step in event["steps"]:
            was = step["was"] and self._entry(step["was"]["event"], step["was"]["step"])
            self._enter(Entry(version, step, self._players, event["recorded_at"], was or None))
        self.events.append(Event(version, event["at"], event["how"], event, out, self.stands[kept:]))
        self.moments[version] = at(event["recorded_at"]), None

    def _entry(self, event: int, number: int) -> Entry:
        return next(one for one in self.entries if (one.event, one.number) == (event, number))

    def seconds(self) -> Iterator[tuple[Entry, float]]:
        """How long each step that stands took since what came before it, where that is known."""
        versions = sorted(self.moments)
        before = dict(zip(versions[1:], versions, strict=False))
        corrections = {event.version for event in self.events}
        for entry in self.stands:
            event = entry.first.event
            if event in corrections or event not in before:
                continue
            (recorded, happened), (recorded_before, happened_before) = self.moments[event], self.moments[before[event]]
            took = happened - happened_before if happened and happened_before else recorded - recorded_before
            yield entry, took.total_seconds()


@cache
def told(record: Record) -> Told:
    """What happened to a record, gone through once."""
    return Told(record)
