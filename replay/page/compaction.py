"""A record of a page in which each text stands once, to be read back by `cards.js`: most of a match says the same."""

from typing import Any, Final

Json = dict[str, Any]
STEP_TEXTS: Final = ("who", "title", "round")


class TextTables:
    """The texts, the labels and the lists of single choices of a record, each once, in the order they first come."""

    def __init__(self) -> None:
        self._places: dict[str, dict[Any, int]] = {"texts": {}, "labels": {}, "singles": {}}

    def json(self) -> Json:
        """All of them."""
        return {name: list(places) for name, places in self._places.items()}

    def step(self, step: Json) -> Json:
        """A step or a beat with the places of its texts."""
        texts: Json = {key: self._place("texts", step[key]) for key in STEP_TEXTS if key in step}
        beats: Json = {"beats": [self.step(beat) for beat in step["beats"]]} if "beats" in step else {}
        return {**step, **texts, **beats}

    def part(self, part: list[Any]) -> list[Any]:
        """A part of a zone; one of lines with the place of what they are called, and what they say."""
        kind, label, *content = part
        if kind != "ledger":
            return part
        (lines,) = content
        return [kind, self._place("labels", (label, *(name for name, _ in lines))), [value for _, value in lines]]

    def zone(self, zone: list[Any]) -> list[Any]:
        """A zone with the place of its name; without markers where there are none."""
        name, owner, parts, markers = zone
        return [self._place("texts", name), owner, parts, *([markers] if markers else [])]

    def choice(self, choice: list[Any]) -> list[Any]:
        """What is open to a seat, with the places of its texts."""
        seat, name, shown, awaited, *single = choice
        texts = [self._place("texts", one) for one in shown]
        places = [[self._place("singles", tuple(one)) for one in told] for told in single]
        return [seat, self._place("texts", name), texts, awaited, *places]

    def _place(self, kind: str, key: Any) -> int:
        places = self._places[kind]
        return places.setdefault(key, len(places))


def compacted(whole: Json) -> Json:
    """The record of a page (`page_record`) with its texts apart; what others see differently stays as it is."""
    tables = TextTables()
    changed = {
        "steps": [tables.step(step) for step in whole["steps"]],
        "parts": [tables.part(part) for part in whole["parts"]],
        "zones": [tables.zone(zone) for zone in whole["zones"]],
        "choices": [tables.choice(choice) for choice in whole["choices"]],
    }
    return {**whole, **changed, **tables.json()}


__all__ = ["compacted"]
