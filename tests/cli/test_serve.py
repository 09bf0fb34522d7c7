"""`serve`: a process of its own, which says where it listens and stops cleanly."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from ludograph.replay.service.http.addresses import network_addresses
from tests.cli.conftest import Ludograph
from tests.places import of_file

PROGRAM = (sys.executable, "-c", "from ludograph.cli.main import main; main()")


@contextmanager
def serving(ludograph: Ludograph, *words: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The service in a process, and what it said before it listened."""
    command = [*PROGRAM, "--store", str(ludograph.store), "serve", "--port", "0", *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "80"})
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line.rstrip("\n"))
        if "Ctrl-C stops" in line:
            break
    try:
        yield process, said
    finally:
        process.kill()
        process.communicate()


def address(said: list[str]) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+", "\n".join(said))
    assert found is not None
    return found[0]


def test_it_says_where_it_listens_and_which_tables_there_are(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Bob", "--event", "Cup", "--table", "2").strip()
    with serving(ludograph) as (process, said):
        url = address(said)
        assert f"  {url}/matches/{match}" in said
        assert "Cup, table 2: Ann, Bob" in said
        assert httpx.get(f"{url}/health", trust_env=False).json()["ok"] is True
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        rest = process.stderr.read().splitlines()
        assert process.wait(20) == 0
    assert rest[-1] == "Stopped. What was confirmed is recorded."
    assert [json.loads(line)["route"] for line in rest[:-1]] == ["/health"]


def test_what_was_confirmed_is_in_the_store_after_it_was_stopped(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1").strip()
    token = ludograph("token", "new", "--role", "scribe", "--match", match).strip()
    (seat, choices), *_ = ludograph.json("show", match)["choices"].items()
    with serving(ludograph) as (process, said):
        entered = httpx.post(
            f"{address(said)}/api/matches/{match}/actions",
            json={"line": f"{seat} {choices[0]['do']}"},
            headers={"Authorization": f"Bearer {token}"},
            trust_env=False,
        )
        assert entered.status_code == 201
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    assert ludograph.json("show", match)["steps"] == 1
    assert token not in ludograph("log", match)


def test_a_place_that_is_taken_is_told(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = ludograph.refused("serve", "--port", str(taken.getsockname()[1]))
    assert "Name another --port or --host." in said


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("--tls-cert", __file__), 2, "--tls-cert and --tls-key belong together."),
        (("--root", "play"), 2, "--root begins with a slash"),
        (("--root", "/a", "--public-url", "https://cup.example/b"), 2, "ends with /b, and --root is /a"),
        (("--tournament", "none"), 1, "There is no tournament none"),
    ],
)
def test_what_does_not_fit_is_refused(ludograph: Ludograph, words: tuple[str, ...], code: int, why: str) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    assert why in ludograph.refused("serve", "--port", "0", *words, code=code)


def test_figures_are_served_at_a_place_of_their_own_to_whoever_reaches_it(ludograph: Ludograph) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with serving(ludograph, "--metrics", str(port)) as (_, said):
        url = address(said)
        assert httpx.get(f"{url}/metrics", trust_env=False).status_code == 401
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
    assert 'ludograph_requests_total{route="/metrics",status="401"} 1.0' in figures


def test_a_place_for_figures_that_is_none_or_taken_is_told(ludograph: Ludograph) -> None:
    for wrong in ("here", "127.0.0.1:", "127.0.0.1:0", "99999"):
        assert "has no port: write one such as 9100" in ludograph.refused("serve", "--metrics", wrong, code=2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        assert f"cannot be served at {where}" in ludograph.refused("serve", "--port", "0", "--metrics", where)


@of_file
def test_links_begin_with_where_the_store_is_served(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Bob").strip()
    new = ("token", "new", "--role", "scribe", "--match", match)
    note = ludograph.store.with_name(f"{ludograph.store.name}.served.json")
    with serving(ludograph) as (process, said):
        assert any("Phones do not find 127.0.0.1" in line for line in said)
        told = ludograph.run(*new).stderr
        assert f"  {address(said)}/enter#ludo_" in told
        assert "Nobody answers" not in told
        process.send_signal(signal.SIGINT)
        process.wait(20)
    assert not note.exists()
    with serving(ludograph, "--public-url", "https://cup.example/play", "--root", "/play") as (process, said):
        assert f"  https://cup.example/play/matches/{match}" in said
        assert "  https://cup.example/play/enter#ludo_" in ludograph.run(*new).stderr
        process.kill()
        process.wait(20)
    assert "Nobody answers at https://cup.example/play now" in ludograph.run(*new).stderr


def test_who_listens_to_the_whole_network_is_told_its_address_and_what_works_over_plain_http(
    ludograph: Ludograph,
) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    with serving(ludograph, "--host", "0.0.0.0") as (_, said):
        hosts = [urlsplit(line.strip()).hostname for line in said if line.startswith("  http://")]
        assert hosts[0] in [*network_addresses(), "127.0.0.1"]
        assert (hosts[0] == "127.0.0.1") == (network_addresses() == [])
        assert ("Only over https" in " ".join(said)) == (network_addresses() != [])
