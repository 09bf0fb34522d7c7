"""A robot that records a match on the scribe's page: it taps whatever is there, with a finger, and knows no game."""

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Setting
from ludograph.domain.match.views import concealed_start
from tests.browser.conftest import PHONE
from tests.service.running import Service

Json = dict[str, Any]
NAMES: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
SHORT: Final[dict[str, tuple[str, ...]]] = {
    "conundruze": ("play_to=20",),
    "hand-of-the-hanataz": ("end=rounds", "rounds=1"),
    "fools-down": ("hands=2",),
}
"""Options with which matches of a game are short."""
WHOLE: Final = 24
"""So many cards are offered as a deck."""
COUNT: Final = """
  window.taps = window.heard = window.skipped = 0;
  addEventListener('click', ({ timeStamp }) => {
    window.taps += 1;
    [window.apart, window.tapped] = [timeStamp - window.tapped, timeStamp];
  }, true);
  const things = 'button, summary, label, a, input';
  addEventListener('click', ({ target }) => { window.heard += Boolean(target.closest(things)); });
  const now = performance.now.bind(performance);
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp').get;
  performance.now = () => now() + window.skipped;
  Object.defineProperty(Event.prototype, 'timeStamp', { get() { return stamp.call(this) + window.skipped; } });
"""
"""Counts taps, those that the page went on with, and lets its clock skip the time in which somebody only looks."""
DRAWN: Final = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"
SKIP: Final = f"async () => {{ await {DRAWN}; window.skipped += 1500; }}"
"""Somebody looks at what is new before they go on."""
LOOK: Final = """async () => {
  const settled = () => {
    const stage = document.getElementById('stage');
    const title = document.getElementById('stage-title').textContent;
    return stage && stage.getAttribute('aria-busy') !== 'true' && title !== 'One moment …';
  };
  for (let at = 0; at < 2000 && !settled(); at += 1) await new Promise((done) => setTimeout(done, 5));
  const seen = (one) => one.checkVisibility() && !one.disabled;
  const all = [...document.querySelectorAll('#pending button, #stage-body button, #foot button')].filter(seen);
  window.found = all;
  return {
    title: document.getElementById('stage-title').textContent,
    home: document.body.classList.contains('home'),
    settled: settled(),
    pending: document.getElementById('pending').textContent,
    buttons: all.map((one) => ({
      kind: one.className, told: one.getAttribute('aria-label') || one.textContent, in: one.closest('[id]').id,
    })),
  };
}"""
PLACE: Final = """(at) => {
  const one = window.found[at];
  if (!one.isConnected) return null;
  one.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


class Done(NamedTuple):
    """A match that was recorded: what was tapped in all, and for each action its taps and what was sent."""

    match: str
    taps: int
    actions: list[tuple[int, Json, list[str]]]
    """For each action how many taps it took, the entry as it was sent, and what stood on the buttons."""
    refused: list[str]


class Robot:
    """A finger on a phone."""

    def __init__(self, tab: Any, random: Random) -> None:
        self.tab = tab
        self.random = random
        self.taps = 0
        self.sent: list[Json] = []
        tab.on("request", self._requested)

    def _requested(self, request: Any) -> None:
        if request.method == "POST" and request.url.endswith("/actions"):
            self.sent.append(json.loads(request.post_data))

    def look(self) -> Json:
        """What is on the page, once nothing is on its way."""
        seen: Json = self.tab.evaluate(LOOK)
        assert seen["settled"], seen
        return seen

    def tap(self, seen: Json, told: str | int) -> str:
        """Taps a button by what stands on it, or by its place; returns what stands on it."""
        names = [one["told"] for one in seen["buttons"]]
        at = told if isinstance(told, int) else names.index(told)
        place = self.tab.evaluate(PLACE, at)
        if place is None:  # it was drawn anew meanwhile, as news came
            seen = self.look()
            return self.tap(seen, names[at]) if names[at] in [one["told"] for one in seen["buttons"]] else ""
        while place is not None:
            self.tab.evaluate(SKIP)
            # News that came meanwhile may have moved it.
            place = self.tab.evaluate(PLACE, at) or place
            heard = self.tab.evaluate("window.heard")
            self.finger(place)
            # What came to lie there only then is looked at before it is tapped, as somebody would who sees that
            # nothing happened.
            place = self.tab.evaluate(PLACE, at) if self.tab.evaluate("window.heard") == heard else None
        # What a place is called is said by what lies there, which is not what is entered.
        return "a place" if "cell" in seen["buttons"][at]["kind"].split() else str(names[at])

    def finger(self, place: tuple[float, float]) -> None:
        """Taps a place."""
        self.tab.touchscreen.tap(*place)
        self.taps += 1
        # As a function: a text that is not true at once would be evaluated again in the page, which forbids that.
        self.tab.wait_for_function("(most) => window.taps >= most", arg=self.taps, polling=5)

    def action(self, seen: Json) -> list[str]:
        """Taps an action together and records it; what stood on the buttons that were tapped."""
        tapped = [self.tap(seen, self.any_of(seen, "way", "cell", but="all"))]
        while not (seen := self.look())["home"]:
            if seen["title"] == "This did not work":
                self.tap(seen, "Back")
                return []
            tapped.append(self.tap(seen, self.next(seen)))
        return tapped

    def next(self, seen: Json) -> str | int:
        """What to tap next in an entry."""
        kinds = [one["kind"] for one in seen["buttons"]]
        if "key" in kinds:
            return self._key(seen)
        main = [at for at, kind in enumerate(kinds) if kind.startswith("main")]
        wanted = {"value", "unseen", "way"} if seen["title"] == "How?" else {"value", "unseen"}
        values = [at for at, kind in enumerate(kinds) if wanted & {*kind.split()}]
        rest = [at for at, kind in enumerate(kinds) if kind == "unseen"]
        if main and (not values or self.random.random() < 0.6):
            return main[0]
        return self.random.choice(rest if rest and self.random.random() < 0.6 else values)

    def _key(self, seen: Json) -> str | int:
        """The next key of a number: digits until it fits, or the least and the most at once."""
        names = [one["told"] for one in seen["buttons"]]
        if "OK" in names:
            return "OK"
        least, most = (name for name in names if re.match(r"the (least|most), \d+$", name))
        return self.random.choice((least, least, most)) if self.random.random() < 0.7 else self._typed(least, most)

    def _typed(self, least: str, most: str) -> str:
        low, high = int(least.rsplit(maxsplit=1)[-1]), int(most.rsplit(maxsplit=1)[-1])
        fits = [one for one in range(1, 10) if low <= one <= high]
        return str(self.random.choice(fits)) if fits else least

    def any_of(self, seen: Json, *wanted: str, but: str = "") -> int:
        """The place of any button of some kinds."""
        kinds = [{*one["kind"].split()} for one in seen["buttons"]]
        return self.random.choice([at for at, own in enumerate(kinds) if own & {*wanted} and but not in own])

    def record(self, most: int = 400) -> tuple[list[tuple[int, Json, list[str]]], list[str]]:
        """Records until the match is over, or so many actions."""
        done: list[tuple[int, Json, list[str]]] = []
        refused: list[str] = []
        while len(done) < most:
            seen = self.look()
            if seen["title"] == "The match is over":
                break
            if seen["pending"]:
                refused.append(seen["pending"])
                assert len(refused) < 40, refused
                self.tap(seen, "Leave it out")
                continue
            before, sent = self.taps, len(self.sent)
            tapped = self.action(seen)
            if tapped and len(self.sent) > sent and not self.look()["pending"]:
                done.append((self.taps - before, self.sent[-1], tapped))
        return done, refused


def as_offered(game: str, codes: Iterable[str]) -> list[str]:
    """Cards in the order in which a page offers them: a deck suit by suit, where no card has two, else as it is."""
    deck, among = GAMES[game].deck, {*codes}
    order = [code for code in deck.by_code if code in among]
    if len(order) < WHOLE or any(len(one.suits) > 1 for one in deck.faces):
        return order
    suits = list(dict.fromkeys(one.suits for one in deck.faces))
    return sorted(order, key=lambda code: suits.index(deck.by_code[code].suits))


def started(service: Service, game: str, *, cards: bool, seats: int | None = None) -> str:
    """A new short match, with real cards or dealt by the program."""
    count = seats or GAMES[game].seats[0] + (GAMES[game].seats[0] == 2)
    options = [word for option in SHORT.get(game, ()) for word in ("-o", option)]
    id = service.new(game, *NAMES[:count], more=tuple(options))
    if not cards:
        return id
    dealt = service.recorder.load(service.recorder.find(id)).start
    deal = concealed_start(dealt, TABLE).deal
    setting = Setting(dealt.players, dealt.options, deal, None)
    return str(service.recorder.start(GAMES[game], setting).id)


def opened(chromium: Any, service: Service, match: str, *, cards: bool, **settings: Any) -> Any:
    """The scribe's page in a browser of its own: with eyes of the table where cards are real, else the judge's."""
    token = service.token("scribe", match=match, observer="table" if cards else "judge")
    return on_a_phone(chromium, f"{service.url}/enter#{token}", **settings)


def on_a_phone(chromium: Any, address: str, *, waits: bool = True, **settings: Any) -> Any:
    """A page for a thumb in a browser of its own, once what is open is there."""
    phone = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    context = chromium.new_context(**(phone | settings))
    context.set_default_timeout(20_000)
    tab = context.new_page()
    tab.add_init_script(COUNT)
    tab.goto(address)
    if waits:
        tab.wait_for_selector("body.home")
    return tab


def recorded(
    chromium: Any, service: Service, game: str, *, cards: bool, seed: int = 1, most: int = 400, seats: int | None = None
) -> Done:
    """A match of a game that a robot recorded on a phone, and that everybody agreed to if it is over."""
    match = started(service, game, cards=cards, seats=seats)
    tab = opened(chromium, service, match, cards=cards)
    robot = Robot(tab, Random(seed))
    actions, refused = robot.record(most)
    taps = robot.taps
    seen = robot.look()
    while any(one["told"].endswith(" agrees") for one in seen["buttons"]):
        robot.tap(seen, next(one["told"] for one in seen["buttons"] if one["told"].endswith(" agrees")))
        seen = robot.look()
    tab.context.close()
    return Done(match, taps, actions, refused)
