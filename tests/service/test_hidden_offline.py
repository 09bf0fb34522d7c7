"""A phone with the judge's eyes: what it stores tells nobody a hidden card, however its session ends."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Error

from tests.browser.conftest import PHONE
from tests.service.offline_robot import KEPT
from tests.service.robots import COUNT, Robot, on_a_phone, started
from tests.service.running import Service, wait_until
from tests.service.test_offline import says, taps

GAME: Final = "hand-of-the-hanataz"
DUMP: Final = """async () => {
  const text = (bytes) => [...new Uint8Array(bytes)].map((one) => String.fromCharCode(one)).join('');
  const plain = async (value) => {
    if (value instanceof ArrayBuffer) return text(value);
    if (ArrayBuffer.isView(value)) return text(value.buffer);
    if (value instanceof CryptoKey) return value.extractable ? crypto.subtle.exportKey('jwk', value) : value.type;
    if (!value || typeof value !== 'object') return value;
    const made = Array.isArray(value) ? [] : {};
    for (const [name, inside] of Object.entries(value)) made[name] = await plain(inside);
    return made;
  };
  const found = { address: location.href, title: document.title, state: history.state, caches: {}, bases: {} };
  Object.assign(found, { local: { ...localStorage }, session: { ...sessionStorage } });
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.caches[request.url] = await (await cache.match(request)).text();
  }
  for (const { name } of await indexedDB.databases()) {
    const base = await new Promise((done) => { indexedDB.open(name).onsuccess = ({ target }) => done(target.result); });
    for (const store of base.objectStoreNames) {
      const kept = await new Promise((done) => {
        const all = [];
        base.transaction(store).objectStore(store).openCursor().onsuccess = ({ target: { result } }) => {
          if (!result) return done(all);
          all.push([result.key, result.value]);
          return result.continue();
        };
      });
      for (const [key, value] of kept) found.bases[key] = await plain(value);
    }
  }
  return found;
}"""
"""Everything that a browser stores for this place, in plain text; no key that could be exported stays out."""
SHOWN: Final = "document.querySelector('header').outerHTML + document.querySelector('main').outerHTML + document.title"
PLAIN: Final = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });"
"""What a browser has by plain http."""
LATER: Final = "const now = Date.now.bind(Date); Date.now = () => now() + 48 * 3600 * 1000;"


class Phone(NamedTuple):
    """The page of a scribe with the judge's eyes, and what it may tell nobody."""

    tab: Any
    robot: Robot
    service: Service
    match: str
    token: str
    secrets: tuple[str, ...]
    """Hidden cards, by their codes as JSON has them and by their names."""
    held: tuple[str, str]
    """The names of two of them in the hand of whoever is to act."""
    table: Any
    """The desk as everybody at the table knows it."""

    def opened_anew(self) -> Any:
        """The scribe's page in another tab of the same browser; it may be that nothing opens."""
        tab = self.tab.context.new_page()
        with suppress(Error):
            tab.goto(f"{self.service.url}/matches/{self.match}/scribe")
        # Its own page, or one of the browser that says that there is none.
        tab.wait_for_selector("#pending > *, #main-frame-error, body:not([data-match])", state="attached")
        return tab

    def kept(self) -> Any:
        return self.tab.evaluate(KEPT, f"desk {self.match}")


@pytest.fixture
def phone(chromium: Any, service: Service) -> Iterator[Callable[..., Phone]]:
    contexts, wrong = [], []

    def open_(script: str = "", clock: bool = False) -> Phone:
        match = started(service, GAME, cards=False)
        token = service.token("scribe", match=match, observer="judge")
        judge = service.client(service.token("scribe", match=match, observer="judge"))
        table = service.client(service.token("scribe", match=match)).get(f"/api/matches/{match}/desk").json()
        context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        contexts.append(context)
        context.add_init_script(COUNT + script)
        if clock:
            context.clock.install()
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        tab = context.new_page()
        tab.goto(f"{service.url}/enter#{token}")
        tab.wait_for_selector("body.home")
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        found = Phone(tab, Robot(tab, Random(1)), service, match, token, *secrets(judge, match, table), table)
        wait_until(found.kept)
        return found

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


def secrets(judge: Any, match: str, table: Any) -> tuple[tuple[str, ...], tuple[str, str]]:
    """The cards that the judge sees and the table does not, and the names of two that may be exchanged now."""

    def lying(desk: Any, owner: int | None = None) -> str:
        zones = [at for _, seat, at, *_ in desk["zones"] if owner in (None, seat)]
        return json.dumps([desk["parts"][one] for at in zones for one in at])

    desk = judge.get(f"/api/matches/{match}/desk").json()
    seat = next(one["seat"] for one in desk["open"] if one["awaited"])
    deck = [one[:2] for one in judge.get(f"/api/games/{GAME}/cards").json()["cards"]]
    hidden = [(code, name) for code, name in deck if f'"{code}"' in lying(desk) and f'"{code}"' not in lying(table)]
    first, second, *_ = [name for code, name in hidden if f'"{code}"' in lying(desk, seat)]
    return tuple(text for code, name in hidden for text in (f'"{code}"', name)), (first, second)


def picked(phone: Phone, name: str) -> None:
    """Enters that a card is exchanged, which is not seen by the table."""
    seen = phone.robot.look()
    phone.robot.tap(seen, next(at for at, one in enumerate(seen["buttons"]) if one["told"].startswith(name)))
    taps(phone.robot, "These 1", "Note it")
    assert name in phone.tab.inner_text("#pending")


def noted(phone: Phone) -> None:
    """Notes an entry with a hidden card while the service is away."""
    phone.service.stop()
    says(phone.tab, "#link", "no connection")
    taps(phone.robot, "Exchange 1 to 5 cards")
    picked(phone, phone.held[0])


def tells(phone: Phone, tab: Any) -> list[str]:
    """Which hidden cards can be found in what the browser stores, apart from what is the same for everybody."""
    dump = tab.evaluate(DUMP)
    bases = {key: value for key, value in dump["bases"].items() if not key.startswith(("cards ", "vocabulary "))}
    desk = bases.pop(f"desk {phone.match}", None)
    if desk is not None:
        # Among what is open at it stands every card that it could be: so it is compared with what the table is told.
        same = set(phone.table) - {"judge", "entries_key"}
        assert {name: desk[name] for name in same} == {name: phone.table[name] for name in same}
        assert not desk.get("entries_key")
    pages = [text for url, text in dump.pop("caches").items() if "/static/" not in url]
    text = json.dumps([dump | {"bases": bases}, pages], ensure_ascii=False)
    # As a text within a text, and as bytes.
    return [one for one in phone.secrets if one in text or one in text.replace('\\"', '"')]


def shows(phone: Phone, tab: Any) -> list[str]:
    """Which hidden cards stand on a page."""
    page, text = tab.evaluate(SHOWN), tab.inner_text("body")
    return [one for one in phone.secrets if one in page or re.search(rf"\b{one.strip(chr(34))}\b", text)]


def goes_on(phone: Phone, tab: Any) -> None:
    """A new link brings back what was noted, and sends it without a tap."""
    token = phone.service.token("scribe", match=phone.match, observer="judge")
    tab.goto(f"{phone.service.url}/enter#{token}")
    tab.wait_for_selector("body.home")
    tab.wait_for_selector("#pending:empty", state="attached")
    assert [one["action"]["do"] for one in phone.service.lines("log", phone.match)] == ["exchange"]


def count_noted(phone: Phone, tab: Any) -> int:
    return len(tab.evaluate(KEPT, f"queue {phone.match}")["items"])


def test_without_the_service_a_page_opened_anew_shows_what_the_table_knows_and_sends_what_was_noted(
    phone: Callable[..., Phone],
) -> None:
    """Nobody can tell a phone without network that its session has ended, or who holds it."""
    found = phone()
    noted(found)
    assert tells(found, found.tab) == []
    found.tab.reload()
    says(found.tab, "#pending", "An entry noted at")
    says(found.tab, "#stage-title", "What happened next?")
    assert (shows(found, found.tab), tells(found, found.tab)) == ([], [])
    found.service.start()
    found.tab.wait_for_selector("#pending:empty", state="attached")
    assert [one["action"]["do"] for one in found.service.lines("log", found.match)] == ["exchange"]
    says(found.tab, "#link", "connected")
    # With its session it sees all again.
    wait_until(lambda: shows(found, found.tab))


def test_what_is_noted_on_a_page_that_was_opened_without_the_service_is_sealed_too(
    phone: Callable[..., Phone],
) -> None:
    found = phone()
    noted(found)
    found.tab.reload()
    says(found.tab, "#pending", "An entry noted at")
    found.robot.taps = found.tab.evaluate("window.taps || 0")
    taps(found.robot, "Cat", "discard these cards and draw as many")
    picked(found, found.held[1])
    assert count_noted(found, found.tab) == 2
    assert tells(found, found.tab) == []


@pytest.mark.parametrize("how", ["forgotten", "revoked", "expired"])
def test_a_session_that_ended_leaves_no_hidden_card_and_loses_no_entry(phone: Callable[..., Phone], how: str) -> None:
    found = phone()
    lobby = found.tab.context.new_page()
    lobby.goto(f"{found.service.url}/")
    lobby.wait_for_selector("#leave:visible")
    noted(found)
    if how == "forgotten":
        lobby.click("#leave")
        says(lobby, "#link", "your links still open here")
        says(found.tab, "#stage-title", "were forgotten")
    elif how == "revoked":
        found.service.revoke(found.token)
        found.service.start()
        says(found.tab, "#stage-title", "scribe")
        found.service.stop()
    else:
        found.tab.context.add_init_script(LATER)
        found.tab.reload()
        says(found.tab, "#pending", "not sent")
    says(found.tab, "#pending", "An entry noted at")
    assert (shows(found, found.tab), tells(found, found.tab)) == ([], [])
    assert found.tab.inner_text("#zones") == found.tab.inner_text("#last") == ""
    again = found.opened_anew()
    page = again.evaluate("document.documentElement.outerHTML")
    assert [one for one in found.secrets if one in page] == []
    assert f"desk {found.match}" not in found.tab.evaluate(DUMP)["bases"]
    assert count_noted(found, found.tab) == 1
    again.close()
    found.service.start()
    if how == "forgotten":
        says(lobby, "#link", "live")
        lobby.click("#leave")
        lobby.wait_for_selector("#mine", state="hidden")
    goes_on(found, found.tab)


def test_a_page_that_is_open_when_its_link_ends_shows_nothing_more_also_without_the_service(
    phone: Callable[..., Phone],
) -> None:
    found = phone(clock=True)
    assert shows(found, found.tab)
    noted(found)
    found.tab.clock.fast_forward("25:00:00")
    says(found.tab, "#stage-title", "This link has ended")
    assert (shows(found, found.tab), tells(found, found.tab), count_noted(found, found.tab)) == ([], [], 1)


def test_a_page_of_the_judge_is_left_as_soon_as_its_link_is_revoked(phone: Callable[..., Phone]) -> None:
    found = phone()
    follower = found.tab.context.new_page()
    follower.goto(f"{found.service.url}/matches/{found.match}?as=judge")
    follower.wait_for_selector("#lost:text-is('live')")
    assert shows(found, found.tab)
    found.service.revoke(found.token)
    says(found.tab, "#stage-title", "scribe")
    assert shows(found, found.tab) == []
    says(follower, "body", "This view is not yours")


def test_with_the_eyes_of_the_table_an_entry_of_the_judge_waits_for_theirs(phone: Callable[..., Phone]) -> None:
    found = phone()
    noted(found)
    found.service.revoke(found.token)
    found.service.start()
    says(found.tab, "#stage-title", "scribe")
    found.tab.goto(f"{found.service.url}/enter#{found.service.token('scribe', match=found.match)}")
    says(found.tab, "#pending", "open a link with those eyes here")
    assert (shows(found, found.tab), tells(found, found.tab)) == ([], [])
    goes_on(found, found.tab)


def test_where_nothing_can_be_sealed_an_entry_is_on_its_page_alone_and_it_says_so(
    phone: Callable[..., Phone],
) -> None:
    found = phone(script=PLAIN)
    noted(found)
    says(found.tab, "#stage-body", "Do not close this page")
    assert (tells(found, found.tab), count_noted(found, found.tab)) == ([], 1)
    asked: list[str] = []

    def leave(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.accept()

    found.tab.on("dialog", leave)
    found.tab.reload()
    says(found.tab, "#pending", "An entry noted at")
    found.service.start()
    says(found.tab, "#pending", "enter it again if it is missing")
    assert (shows(found, found.tab) != [], tells(found, found.tab), asked) == (True, [], ["beforeunload"])
    found.robot.taps = found.tab.evaluate("window.taps || 0")
    taps(found.robot, "Leave it out")
    found.tab.wait_for_selector("#pending:empty", state="attached")


def test_a_browser_that_was_left_opens_the_page_offline_again_after_the_next_link(phone: Callable[..., Phone]) -> None:
    """Forgetting deletes the files of the page too."""
    found = phone()
    lobby = found.tab.context.new_page()
    lobby.goto(f"{found.service.url}/")
    lobby.click("#leave")
    lobby.wait_for_selector("#mine", state="hidden")
    found.tab.goto(f"{found.service.url}/enter#{found.service.token('scribe', match=found.match)}")
    found.tab.wait_for_selector("body.home")
    wait_until(found.kept)
    found.service.stop()
    found.tab.reload()
    says(found.tab, "#stage-title", "to act")


def test_a_hand_is_cleared_from_the_page_of_a_player_as_soon_as_their_link_is_revoked(
    chromium: Any, service: Service
) -> None:
    service.run("new", "conundruze", "Ann", "Bot 2", "-o", "play_to=20", "--seed", "1", "--id", "home")
    service.run("play", "home", "--against", "random")
    token = service.token("player", match=service.recorder.find("home"), observer="Ann")
    tab = on_a_phone(chromium, f"{service.url}/enter?to=play#{token}")
    says(tab, "#link", "connected")
    tab.wait_for_selector("#zones > *")
    service.revoke(token)
    tab.wait_for_selector("#zones:empty", state="attached")
    says(tab, "#stage-title", "Only whoever sits at a seat")
    assert tab.inner_text("#last") == tab.inner_text("#stage-body") == tab.inner_text("#board") == ""
    tab.context.close()
