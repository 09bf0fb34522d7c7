"""Names with characters that addresses use: every link to them works as browsers and proxies pass it on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

import httpx
import pytest

from ludograph.domain.store.recorder import match_id_of
from ludograph.replay.service.http.path_names import name_in_path, path_name
from ludograph.replay.service.pages import assets_version
from tests.service.running import Follower, Service, running

NAMES: Final = (
    *("AC/DC", "..", ".", "a/../b", "/", "50%", "50%2F", "Who?", "C#", "a;b", "~~x", "~2F", "~~a~2Fb", "x."),
    *("Ann & Bob", "Jörg", "a+b", "a\\b", "日本", "%2e%2e", "Ann", "~Ann"),
)
PLAIN: Final = ("Ann & Bob", "Jörg", "a+b", "日本", "Ann", "~Ann", "x.", "~2F")


def got(client: httpx.Client, address: str) -> httpx.Response:
    """The answer to a link as a browser sends it: without parts that mean a folder; its redirects are followed."""
    path, _, query = address.partition("?")
    parts: list[str] = []
    for part in path.split("/")[1:]:
        if unquote(part) == "..":
            parts = parts[:-1]
        elif unquote(part) != ".":
            parts.append(part)
    return client.get(f"/{'/'.join(parts)}" + (f"?{query}" if query else ""), follow_redirects=True)


def through_a_proxy(address: str) -> str:
    """An address as a proxy passes it on that decodes it and encodes anew what has to be."""
    path, _, query = address.partition("?")
    return quote(unquote(path), safe="/~!$&'()*+,;=:@") + (f"?{query}" if query else "")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_back_from_its_address(name: str) -> None:
    """Also if what is between decodes the address once; usual names look as they always did."""
    address = path_name(name)
    assert not set("/\\?#") & set(unquote(address))
    assert unquote(address) not in (".", "..")
    assert name_in_path(unquote(address)) == name
    assert name_in_path(unquote(unquote(address))) == name
    assert (address == quote(name, safe="")) == (name in PLAIN)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A store in which players, tournaments and imported matches have all these names."""
    folder = tmp_path_factory.mktemp("names")
    with running(folder / "store.sqlite") as service:
        fill(service, folder)
        yield service


def fill(service: Service, folder: Path) -> None:
    """Records a match and a tournament of each name, and imports a match whose id it is."""
    ids = []
    for name in NAMES:
        ids.append(service.new("sun-bid", name, "Zoe"))
        service.run("tournament", "new", name)
    lines = service.run("export", ids[0]).splitlines()
    for name in NAMES:
        file = folder / "match.jsonl"
        file.write_text("\n".join([json.dumps(json.loads(lines[0]) | {"id": name}), *lines[1:], ""]))
        service.run("import", file)


def test_every_link_to_an_awkward_name_works(named: Service) -> None:
    """Over every route that has a name in its path."""
    client = named.client()
    director = named.client(named.token("director"))
    for name in NAMES:
        part = path_name(name)
        expected = {"players": name, "tournaments": name, "matches": str(match_id_of(name))}
        for address in (f"/api/players/{part}", f"/api/tournaments/{part}", f"/api/matches/{part}"):
            for sent in (address, through_a_proxy(address)):
                found: Any = got(client, sent)
                assert found.status_code == 200, (name, sent, found.text)
                assert expected[address.split("/")[2]] in (told := found.json()).values(), (name, told)
        pages = [f"/players/{part}", *(f"/tournaments/{part}{page}" for page in ("", "/wall", "/tables"))]
        pages += [f"/matches/{part}{page}" for page in ("", "/overlay", "/commentary", "/preview.png")]
        pages += [f"/api/tournaments/{part}/{one}" for one in ("standings", "course", "latest")]
        pages += [f"/api/matches/{part}/{one}" for one in ("log", "result", "overlay", "grown?first=1")]
        for page in pages:
            for sent in (page, through_a_proxy(page)):
                assert got(client, sent).status_code == 200, (name, sent)
        for page in ("desk", "sheets", "print"):
            assert got(director, f"/tournaments/{part}/{page}").status_code == 200, (name, page)


def test_an_encoded_slash_belongs_to_the_name(named: Service) -> None:
    """As programs write it: they need not know of another form."""
    client = named.client()
    for name in ("AC/DC", "/", "a/../b"):
        assert client.get(f"/api/players/{quote(name, safe='')}").json()["player"] == name
        assert client.get(f"/api/matches/{quote(name, safe='')}").status_code == 200


def test_pages_name_their_api_so_that_it_is_found(named: Service) -> None:
    """Links in pages to the pages of the same tournament or match, and topics."""
    client = named.client()
    for name in NAMES:
        part = path_name(name)
        assert f'href="/tournaments/{part}/wall"' in client.get(f"/tournaments/{part}").text
        assert f"/api/matches/{part}/overlay" in client.get(f"/matches/{part}/overlay").text
        topics = [f"tournament/{unquote(part)}", f"match/{unquote(part)}/table/0"]
        with client.stream("GET", "/api/follow", params={"on": topics}) as stream:
            assert all("topic" in one for one in Follower(stream).next()["topics"]), name


def test_scripts_write_the_same_addresses(named: Service, chromium: Any) -> None:
    """And a link that is clicked leads to the player."""
    tab = chromium.new_page()
    tab.goto(f"{named.url}/tournaments/AC~DC")
    script = f"/static/{assets_version()}/frame.js"
    found = tab.evaluate(f"async (names) => names.map((await import('{script}')).pathName)", list(NAMES))
    assert [unquote(one) for one in found] == [unquote(path_name(name)) for name in NAMES]
    named.run("tournament", "enter", "AC/DC", "..")
    tab.goto(f"{named.url}/tournaments/{path_name('AC/DC')}")
    tab.get_by_role("link", name="..", exact=True).click()
    tab.get_by_role("heading", name="..", exact=True).wait_for()
    tab.locator("#matches a").first.wait_for()
    tab.close()
