"""What is read, beside what a second reader of the same store works out for the eyes that the model allows."""

from typing import Any, Final

from ludograph.domain.judging.win_shares import PLAYOUTS
from ludograph.domain.notation.values import json_text
from ludograph.replay.page import grown
from ludograph.replay.page.overlay import OverlayRecorder
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.routes.live_tables import BoardRecorder
from ludograph.replay.shapes.log import log_json
from ludograph.replay.shapes.matches import result_json, show_json
from ludograph.replay.shapes.moments import moment_json
from tests.service.random_requests.allowance import Allowance
from tests.service.random_requests.asgi import Answered
from tests.service.random_requests.model import JUDGE, TABLE
from tests.service.random_requests.routes import Ask, name_of, stored
from tests.service.random_requests.world import Visitor, World

READ: Final = ("log", "result", "grown", "overlay", "commentary", "moment", "shares")
"""What is read of a match, besides its table."""


class Unlike(AssertionError):
    """Somebody reads something else than what their eyes may know."""


class Contents:
    """Compares answers, until something is recorded with what was worked out once."""

    def __init__(self, world: World, allowance: Allowance) -> None:
        self._world, self._allowance = world, allowance
        self._known: dict[tuple[str, str, int], bytes] = {}
        self.compared = 0

    def forget(self) -> None:
        """Something was recorded."""
        self._known.clear()

    def check(self, who: Visitor, ask: Ask, answered: Answered, told: str) -> None:
        """What was read is, to the letter, what the eyes that they have may know."""
        if ask.need in ("read", "air") and ask.path.startswith("/api/") and not ask.path.endswith("/follow"):
            rights = self._world.model.rights(who.tokens, ask.match)
            best = JUDGE if JUDGE in rights.eyes else max(0, *(sorted(rights.eyes - {0}, reverse=True) or [0])[-1:])
            usual = best if ask.need == "read" else TABLE
            eyes = usual if ask.eyes is None else ask.eyes
            what = ask.path.rpartition("/")[2]
            body = answered.body if what != "commentary" else json_text(answered.json["eyes"][0]["board"]).encode()
            if body != self._reads(what, ask.match, eyes):
                raise Unlike(f"not what {eyes} may know: {told}")
            self.compared += 1
        if ask.path.endswith("/desk") and ask.need == "record":
            judges = JUDGE in self._world.model.rights(who.tokens, ask.match).eyes
            if answered.json["judge"] != judges:
                raise Unlike(f"other eyes at the desk: {told}")
        if ask.path.endswith("/tokens") and not ask.kind:
            listed = {one["id"] for one in answered.json}
            if listed != {one.id for one in self._allowance.ended_by(ask.cup)}:
                raise Unlike(f"other tokens are listed: {told}")
        if ask.path.endswith("/devices"):
            listed = {one["id"] for one in answered.json if not one["refused"]}
            mine, devices = self._allowance.reached_by(ask.cup), self._world.model.devices.values()
            if listed != {name_of(one) for one in devices if one.grant in mine}:
                raise Unlike(f"other devices are listed: {told}")
        if ask.kind == "who":
            held = dict.fromkeys(one.id for one in self._world.model.held(who.tokens))
            if [one["id"] for one in answered.json] != [*held]:
                raise Unlike(f"other tokens are held: {told}")

    def _reads(self, what: str, match: str, eyes: int) -> bytes:
        """What a second reader of the store works out for these eyes."""
        key = (what if what in READ else "show", match, eyes)
        if key not in self._known:
            found: Any
            now = stored(self._world, match)
            if key[0] == "log":
                found = list(log_json(now, eyes, lambda number: number >= 1))
            elif key[0] == "result":
                found = result_json(now, eyes)
            elif key[0] == "grown":
                found = grown(now, eyes, 0)
            elif key[0] == "overlay":
                found = OverlayRecorder(eyes).take(now)
            elif key[0] == "moment":
                found = moment_json(now)
            elif key[0] == "shares":  # nothing is allowed there
                found = {"step": len(now.steps), "shares": None, "se": None, "playouts": PLAYOUTS}
            elif key[0] == "commentary":
                found = BoardRecorder(eyes).take(now)
            else:
                found = show_json(now, eyes, len(now.steps)) | cursor_json(now)
            self._known[key] = json_text(found).encode()
        return self._known[key]
