"""A robot that records on a phone whatever happens to its service, and what its page has kept meanwhile."""

import json
from contextlib import suppress
from random import Random
from typing import Any, Final
from uuid import UUID

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.service.recording.vocabulary import vocabulary_json
from tests.service.possible_entries import UNKNOWN, possible_entry
from tests.service.robots import Robot, as_offered
from tests.service.running import Service

Json = dict[str, Any]


KEPT: Final = """key => new Promise((done) => {
  indexedDB.open('ludograph', 1).onsuccess = ({ target }) => {
    const asked = target.result.transaction('kept').objectStore('kept').get(key);
    asked.onsuccess = () => done(asked.result || null);
  };
})"""
"""Reads what a browser has kept under a key."""
AGAIN: Final = """async ([match, { key, kind, body, version }]) => {
  const answer = await fetch(`/api/matches/${match}/${kind}`, {
    method: 'POST', body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, 'If-Match': `"${version}"` },
  });
  return [answer.status, (await answer.json()).version];
}"""
"""Sends an entry once more: what was recorded under its key is answered as it was then."""


class Ledger:
    """What a page has kept of its queue, as it was written: what was noted, and what became of it."""

    def __init__(self) -> None:
        self.bodies: dict[str, Json] = {}
        self.confirmed: dict[str, int] = {}
        self.now: list[Json] = []

    def take(self, kept: Json) -> None:
        """The queue as it was written."""
        self.now = kept["items"]
        self.bodies |= {one["key"]: one for one in self.now}
        if kept["latest"] and kept["latest"]["after"]:
            self.confirmed[kept["latest"]["after"]] = kept["latest"]["version"]

    @property
    def gone(self) -> set[str]:
        """What was noted and is, as far as the page told, neither confirmed nor waits."""
        return {*self.bodies} - {*self.confirmed} - {one["key"] for one in self.now}


class OfflineRobot(Robot):
    """A finger that goes on whatever happens to the service."""

    def __init__(self, tab: Any, random: Random, ledger: Ledger, service: Service, match: str) -> None:
        super().__init__(tab, random)
        self.ledger, self.service, self.match = ledger, service, match
        self.left: set[str] = set()
        self.noted = 0

    def begins_anew(self, tab: Any) -> None:
        """The page is another one, or loaded again."""
        self.tab = tab
        tab.wait_for_selector("body.home")
        self.taps = tab.evaluate("window.taps || 0")
        # What the page before wrote in its last moment was kept, and may never have been told to the test.
        self._reads_what_is_kept()

    def _reads_what_is_kept(self) -> None:
        kept = self.tab.evaluate(KEPT, f"queue {self.match}")
        if kept:
            self.ledger.take(kept)

    def enter(self) -> None:
        """One entry, or an answer to what stops the queue."""
        seen = self.look()
        names = [one["told"] for one in seen["buttons"]]
        # The service may come or go meanwhile: then there are other buttons, and it is begun anew.
        with suppress(IndexError, ValueError):
            if "Leave it out" in names or "Go on" in names:
                self.resolve(seen, names)
            elif "The table" in names:
                self.compose()
            elif any({"way", "cell"} & {*one["kind"].split()} for one in seen["buttons"]):
                self.through(seen)
            else:
                self.tab.wait_for_timeout(30)

    def through(self, seen: Json) -> None:
        """An entry by the buttons of what is open."""
        for _ in range(60):
            self.tap(seen, self._any(seen) if seen["home"] or seen["title"].startswith("What was") else self.next(seen))
            seen = self.look()
            if seen["home"]:
                return
            if seen["title"] == "This did not work":
                self.tap(seen, "Back")
                return

    def next(self, seen: Json) -> str | int:
        """What to tap next in an entry, whatever waits above it."""
        buttons = [one if one["in"] != "pending" else one | {"kind": ""} for one in seen["buttons"]]
        return super().next(seen | {"buttons": buttons})

    def _any(self, seen: Json) -> int:
        kinds = [(one["kind"].split(), one["in"]) for one in seen["buttons"]]
        ways = [at for at, (kind, where) in enumerate(kinds) if {"way", "cell"} & {*kind} and where != "pending"]
        return self.random.choice(ways)

    def resolve(self, seen: Json, names: list[str]) -> None:
        """An answer to what was not recorded."""
        # What the page told of its queue may come after what it shows: the button means what is kept by now.
        self._reads_what_is_kept()
        (first, *_) = self.ledger.now
        if "Go on" in names:
            self.left.add(first["key"])
            self.tap(seen, "Go on")
            return
        ways = [one for one in seen["buttons"] if {"way", "cell"} & {*one["kind"].split()} and one["in"] != "pending"]
        choices = ["Leave it out"] * 4 + (["Enter it again"] * 3 if "Enter it again" in names else ["Send it again"])
        if ways:
            choices += ["Enter another instead", "before"] if "Enter another instead" in names else ["before"]
        how = self.random.choice(choices)
        if how == "before":
            self.through(seen)
            return
        # Before the tap: the page may be another one when it comes to say what came of it.
        if how in ("Leave it out", "Enter another instead"):
            self.left.add(first["key"])
        self.tap(seen, how)
        if how == "Enter another instead" and (again := self.look())["title"].startswith("What was"):
            self.through(again)

    def compose(self) -> None:
        """An entry of the whole vocabulary, such as could be recorded if nothing else came; else any."""
        match = self._as_noted()
        entry = None if match is None else possible_entry(match, self.random)
        if match is None or entry is None:
            self._anything()
            return
        self._put_together(match, entry)

    def _as_noted(self) -> Match | None:
        """The match as it would stand with all that is noted; None where that cannot be."""
        recorder = self.service.recorder
        match = recorder.load(UUID(self.match))
        waiting = [one for one in self.ledger.now if one["kind"] == "actions"]
        try:
            for one in waiting:
                body = one["body"]
                match = decide_entries(recorder, match, body.get("line") or json.dumps(body), TABLE)
        except Exception:
            return None
        return match

    def _anything(self) -> None:
        seen = self.look()
        for kind in ("player", "verb"):
            self.tap(seen, self.any_of(seen, kind))
            seen = self.look()
        for _ in range(30):
            if seen["home"]:
                self.noted += 1
                return
            self.tap(seen, self._any_next(seen))
            seen = self.look()

    def _any_next(self, seen: Json) -> str | int:
        names = [one["told"] for one in seen["buttons"]]
        if "key" not in [one["kind"] for one in seen["buttons"]]:
            return self.next(seen)
        return self.random.choice(("3", "7", "OK")) if "OK" in names else "5"

    def _put_together(self, match: Match, entry: Json) -> None:
        """Taps an entry: who, what, each value, what came up."""
        off = {*match.game.switched_off(match.start.options)}
        vocabulary = [one for one in vocabulary_json(match.game.id)["actions"] if one["do"] not in off]
        names, codes = list(match.players), as_offered(match.game.id, match.game.deck.by_code)
        verb = next(at for at, one in enumerate(vocabulary) if one["do"] == entry["do"])
        self._tap_kind("player", entry["seat"] - 1 if entry["seat"] else len(names))
        self._tap_kind("verb", verb)
        for field in vocabulary[verb]["fields"]:
            value = entry["fields"].get(field["name"])
            if field["kind"] == "text" or field["kept"]:
                continue
            if field["kind"] == "number":
                self._type(value)
            elif field["kind"] == "list":
                for one in value or ():
                    self._tap_kind("value", codes.index(one))
                self._tap_kind("main", 0)
            else:
                cards = list(match.game.deck.by_code) if field["optional"] else codes
                among = {"card": cards, "seat": names, "word": field.get("words", [])}[field["kind"]]
                self._tap_kind("value", len(among) if value is None else among.index(value))
        for one in entry["drawn"]:
            # A card that is turned up where it lies is asked for by itself.
            if self._is_whole():
                self._tap_kind("came", 0)
            self._outcome(one, codes)
        if not self._is_whole():
            seen = self.look()
            names = [one["told"] for one in seen["buttons"]]
            self.tap(seen, "That is all" if "That is all" in names else "No card came up")
        self._tap_kind("confirm", 0)
        self.noted += 1

    def _is_whole(self) -> bool:
        return any("confirm" in one["kind"].split() for one in self.look()["buttons"])

    def _outcome(self, one: str | int, codes: list[str]) -> None:
        if one == UNKNOWN:
            self._tap_kind("unseen", 0)
        elif isinstance(one, int):
            self._tap_kind("number", 0)
            self._type(one)
        else:
            self._tap_kind("value", codes.index(one))

    def _tap_kind(self, kind: str, at: int) -> None:
        seen = self.look()
        kinds = [(one["kind"].split(), one["in"]) for one in seen["buttons"]]
        found = [place for place, (own, where) in enumerate(kinds) if kind in own and where != "pending"]
        self.tap(seen, found[at])

    def _type(self, value: int) -> None:
        for digit in str(abs(value)):
            self.tap(self.look(), digit)
        if value < 0:
            self.tap(self.look(), "below nought, or above")
        self.tap(self.look(), "OK")
