"""`token`: printed once, listed without what it is, ended at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph
from tests.places import of_file


@of_file
def test_a_token_is_printed_once_and_the_store_does_not_know_it(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Bob").strip()
    made = ludograph.json("token", "new", "--role", "player", "--match", match, "--as", "bob", "--hours", "2")
    assert made["as"] == "Bob"
    assert made["link"].endswith(f":8000/enter#{made['token']}")
    assert made["token"].encode() not in ludograph.store.read_bytes()
    (listed,) = ludograph.lines("token", "list")
    assert (listed["id"], listed["role"], listed["match"], listed["holds"]) == (made["id"], "player", match, True)
    assert made["token"] not in ludograph("token", "list")


def test_the_token_alone_is_on_standard_output_with_its_link_beside_it(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Bob").strip()
    told = ludograph.run("token", "new", "--role", "scribe", "--match", match, "--url", "https://cup.example/play/")
    assert told.stdout.startswith("ludo_")
    assert f"https://cup.example/play/enter#{told.stdout.strip()}" in told.stderr


def test_a_link_is_for_the_network_of_this_machine_and_what_phones_cannot_use_is_said(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    monkeypatch.setattr("ludograph.cli.commands.token.new.network_addresses", lambda: ["192.168.1.20", "10.0.0.2"])
    told = ludograph.run("token", "new", "--role", "director").stderr
    assert "  http://192.168.1.20:8000/enter#ludo_" in told
    assert "Nobody answers at http://192.168.1.20:8000 now" in told
    assert "Only over https" in told
    monkeypatch.setattr("ludograph.cli.commands.token.new.network_addresses", list)
    told = ludograph.run("token", "new", "--role", "director").stderr
    assert "Phones do not find 127.0.0.1, which is this machine itself" in told
    told = ludograph.run("token", "new", "--role", "director", "--public-url", "http://vm:8000").stderr
    assert "Phones find vm only where the network knows that name" in told
    assert "Nobody answers" not in told


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("192.168.1.20:8000", "is no address of a service: write one such as"),
        ("ftp://cup.example", "is no address of a service"),
        ("http://cup.example:99999", "is no address of a service"),
        ("http://ann@cup.example", "is no address of a service"),
        ("http://cup.example/?a=b", "is no address of a service"),
        ("http://0.0.0.0:8000", "is where a service listens, and not where a phone finds it"),
    ],
)
def test_an_address_that_is_none_makes_no_token(ludograph: Ludograph, url: str, why: str) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    assert why in ludograph.refused("token", "new", "--role", "director", "--public-url", url, code=2)
    assert why in ludograph.refused("serve", "--public-url", url, code=2)
    assert ludograph.lines("token", "list") == []


def test_a_revoked_token_is_listed_as_that(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    made = ludograph.json("token", "new", "--role", "director")
    assert "opens nothing any more" in ludograph("token", "revoke", made["id"][:6])
    (listed,) = ludograph.lines("token", "list")
    assert (listed["revoked"], listed["holds"]) == (True, False)
    assert "revoked" in ludograph("token", "list")


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("new", "--role", "player"), 2, "--as is missing: whose cards does the player see?"),
        (("new", "--role", "player", "--as", "judge"), 2, "a player is meant, by their name."),
        (("new", "--role", "director", "--as", "Ann"), 2, "A director is the judge: leave --as out."),
        (("new", "--role", "scribe", "--as", "Ann"), 2, "A scribe has the eyes of the table or of the judge"),
        (("new", "--role", "scribe", "--match", "none"), 1, "There is no match none"),
        (("new", "--role", "scribe", "--tournament", "none"), 1, "There is no tournament none"),
        (("new", "--role", "director", "--match", "none"), 2, "leave --match out"),
        (("revoke", "abcdef"), 1, "`ludograph token list` tells their ids."),
    ],
)
def test_what_does_not_fit_is_refused_and_makes_none(
    ludograph: Ludograph, words: tuple[str, ...], code: int, why: str
) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    assert why in ludograph.refused("token", *words, code=code)
    assert ludograph.lines("token", "list") == []


def test_a_player_who_does_not_sit_there_gets_none(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Bob").strip()
    said = ludograph.refused("token", "new", "--role", "player", "--match", match, "--as", "Cleo")
    assert "No player of this match is called Cleo" in said


def test_tokens_stay_behind_where_matches_are_copied_and_come_along_in_a_backup(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    ludograph("token", "new", "--role", "director")
    ludograph("copy", ludograph.folder / "other.sqlite", "--all")
    ludograph("backup", ludograph.folder / "backup.sqlite")
    assert ludograph.lines("--store", ludograph.folder / "other.sqlite", "token", "list") == []
    assert len(ludograph.lines("--store", ludograph.folder / "backup.sqlite", "token", "list")) == 1
    assert ludograph("verify", "--all")


@of_file
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_token_that_could_not_be_printed_opens_nothing(ludograph: Ludograph, form: tuple[str, ...]) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    words = [
        sys.executable,
        "-m",
        "ludograph.cli.main",
        "--store",
        str(ludograph.store),
        "token",
        "new",
        "--role",
        "scribe",
        *form,
    ]
    with Path("/dev/full").open("w") as full:
        assert subprocess.run(words, stdout=full, stderr=subprocess.DEVNULL, check=False).returncode != 0
    read, write = os.pipe()
    os.close(read)
    subprocess.run(words, stdout=write, stderr=subprocess.DEVNULL, check=False)
    os.close(write)
    assert ludograph.lines("token", "list") == [], "it is kept after it was told"


def test_what_speaks_against_a_link_stands_in_json_too(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob")
    local = ludograph.json("token", "new", "--role", "director", "--public-url", "http://127.0.0.1:8000")
    assert any("this machine" in one for one in local["warnings"])
    assert ludograph.json("token", "new", "--role", "director", "--public-url", "https://cup.example")["warnings"] == []
