"""What somebody may ask, by what the model says of their tokens."""

from ludograph.domain.match.final_result import status_of
from tests.service.random_requests.model import JUDGE, TABLE, Device, Grant, Rights
from tests.service.random_requests.routes import Ask, stored
from tests.service.random_requests.world import Visitor, World


class Hidden(AssertionError):
    """A service of one tournament shows other matches than its own, or not all of them."""


class Allowance:
    """Tells of requests whether they are to be taken."""

    def __init__(self, world: World) -> None:
        self.world, self.model = world, world.model
        self.shown: set[str] = set()
        """The matches that there are at all for those who ask, where one tournament alone is shown."""

    async def look(self) -> None:
        """Where one tournament alone is shown: those of its name, and of others no more than it ever had at a table."""
        only, model = self.world.only, self.model
        self.shown = set(model.games)
        if only:
            listed = await self.world.ask(self.world.store, "GET", "/api/matches")
            assert listed.status == 200, listed
            self.shown = {one["match"] for one in listed.json}
            named = {one.id for one in model.games.values() if model.named(one.event) == only}
            cup = model.cups[only]
            if not named <= self.shown <= named | cup.started | cup.placed:
                raise Hidden(f"other matches are shown: {self.shown}, and {named} name the tournament")

    def may(self, who: Visitor, ask: Ask) -> bool:
        """Whether somebody may ask this."""
        if ask.need == "blind":
            return ask.kind != "session" or self._may_enter(who, ask)
        if (self.world.only and ask.cup not in ("", self.world.only)) or not self.shown.issuperset({ask.match} - {""}):
            return False
        if who.tokens and not who.browser and not self.model.holds(who.tokens):
            return False
        if ask.need in ("free", "store"):
            return ask.need == "free" or self.model.directs(who.tokens, None)
        if ask.need in ("see", "direct", "end", "close", "place"):
            return self._may_in_cup(who, ask)
        return self._may_in_match(who, ask)

    def _may_in_cup(self, who: Visitor, ask: Ask) -> bool:
        model = self.model
        if ask.need == "see":
            return not self.world.settings.delay or model.attends(who.tokens, ask.cup)
        directs = model.directs(who.tokens, ask.cup)
        if ask.need == "place":
            return directs and "rule" in model.rights(who.tokens, ask.match).powers
        if ask.need == "end":
            one, name = ask.about
            return directs and name == one.id and one in self.ended_by(ask.cup)
        if ask.need == "close":
            return directs and ask.about.grant in self.reached_by(ask.cup)
        if ask.kind == "invite" and ask.match:
            return directs and model.owner(ask.match) == ask.cup
        return directs

    def _may_enter(self, who: Visitor, ask: Ask) -> bool:
        """Whether a link opens: on the first browser, on that again, and on others with its code."""
        grant, model = ask.about, self.model
        if grant is None or grant.ended:
            return False
        same = who.browser and any(one.grant is grant and not one.ended for one in self._devices(who))
        right = bool(grant.code) and ask.body.get("code") == grant.code
        return same or right or not model.is_opened(grant)

    def _devices(self, who: Visitor) -> list[Device]:
        return [self.model.devices[one] for one in who.tokens if one in self.model.devices]

    def reached_by(self, cup: str) -> list[Grant]:
        """The tokens of a tournament and its matches, whose devices its director may end."""
        every = [one for one in self.model.grants.values() if not one.ended]
        return [one for one in every if one.tournament == cup or (one.match and self.model.owner(one.match) == cup)]

    def ended_by(self, cup: str) -> list[Grant]:
        """The tokens that a tournament's director may end."""
        return [one for one in self.reached_by(cup) if one.role != "director"]

    def _may_in_match(self, who: Visitor, ask: Ask) -> bool:
        rights = self.model.rights(who.tokens, ask.match)
        if ask.need in ("read", "air"):
            return self._may_see(ask, rights)
        if ask.need == "confirm":
            return self._may_confirm(who, ask, rights)
        if ask.need == "play":
            return bool(self._seats(who, ask.match))
        if ask.need == "object":
            own = self._seats(who, ask.match)
            return "record" in rights.powers or (bool(own) and ask.about in (None, 0, JUDGE, *own))
        if ask.need == "header":
            return "record" in rights.powers and self._may_say(who, ask, rights)
        return ask.need in rights.powers

    def _may_see(self, ask: Ask, rights: Rights) -> bool:
        if ask.need == "read":
            seen = not self.world.settings.delay or "attend" in rights.powers
            return seen and (ask.eyes is None or ask.eyes in rights.eyes)
        # On air: behind for everybody; what is not everybody's only where it is behind, or when all is over.
        over = status_of(stored(self.world, ask.match)) == "over"
        known = ask.eyes in (None, TABLE) or (ask.eyes in rights.eyes and over)
        return not self.world.settings.delay and known

    def _may_confirm(self, who: Visitor, ask: Ask, rights: Rights) -> bool:
        if ask.about == JUDGE:
            return "rule" in rights.powers
        own = self._seats(who, ask.match)
        if ask.about is None and not own and JUDGE in rights.eyes:  # they are asked as the judge
            return "rule" in rights.powers
        return "record" in rights.powers or (bool(own) and (ask.about in (None, 0) or ask.about in own))

    def _seats(self, who: Visitor, match: str) -> set[int]:
        """Where they play in a match."""
        players = [one for one in self.model.held(who.tokens) if one.role == "player"]
        return {seat for one in players for seat in self.model.of(one, match).eyes}

    def _may_say(self, who: Visitor, ask: Ask, rights: Rights) -> bool:
        """Whether a header may be made to say this."""
        start, model = stored(self.world, ask.match).start, self.model
        said = {key: ask.about[key] for key in ("event", "round", "table", "players") if key in ask.about}
        now = {"event": start.event, "round": start.round, "table": start.table, "players": list(start.players)}
        changed = {key for key, value in said.items() if value != now[key]}
        owner = model.owner(ask.match)
        if ("event" in changed or (owner and changed)) and "rule" not in rights.powers:
            return False
        if "event" not in changed or not said["event"]:
            return True
        named = model.named(said["event"])
        return (named is not None and named == owner) or model.directs(who.tokens, named)
