"""`render`: a page that holds what its observer knows, pictures of a step, and what is refused."""

import json
import re

import pytest

from tests.cli.conftest import Ludograph


def test_a_page_is_written_and_said_so(ludograph: Ludograph, recorded: str) -> None:
    path = ludograph.folder / "match.html"
    result = ludograph.run("render", recorded, "--as", "Ann", "-o", path)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"Wrote {path}.\n")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    found = re.search(r'id="record">(.*?)</script>', text, re.S)
    assert found
    about = json.loads(found[1])["about"]
    assert about["eyes"] == "Ann knows it"
    assert about["where"] == [["event", "Autumn Open"], ["round", "2"], ["table", "5"]]


def test_a_page_or_a_drawing_can_go_to_standard_output(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph("render", recorded, "-o", "-").startswith("<!DOCTYPE html>")
    assert ludograph("render", recorded, "-o", "-", "--step", "1").startswith("<svg ")


def test_a_sealed_bid_is_in_the_page_of_who_made_it_and_of_nobody_else(ludograph: Ludograph, sealed: str) -> None:
    pages = {name: ludograph("render", sealed, "--as", name, "-o", "-") for name in ("Ann", "Bob", "table", "judge")}
    assert {name for name, text in pages.items() if "seal 7" in text} == {"Ann", "judge"}
    assert "seals a bid" in pages["Bob"]


@pytest.mark.parametrize(
    ("name", "begins"), [("table.svg", b"<svg "), ("table.png", b"\x89PNG"), ("T.PNG", b"\x89PNG")]
)
def test_a_picture_of_a_step(ludograph: Ludograph, recorded: str, name: str, begins: bytes) -> None:
    path = ludograph.folder / name
    ludograph("render", recorded, "--step", "1", "-o", path)
    light = path.read_bytes()
    assert light.startswith(begins)
    ludograph("render", recorded, "--step", "1", "--dark", "-o", path)
    assert path.read_bytes() != light


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-o", "x.png"], "x.png would be a picture: say of which step with --step"),
        (
            ["-o", "x.txt"],
            "A page is an .html: x.txt is not. With --step a picture is written, an .svg or a .png; with",
        ),
        (["-o", "x.pdf"], "x.pdf would be a handout: add --handout, or name a file that ends in .html."),
        (["-o", "x.gif"], "x.gif would be a film: say where it begins with --from, or name a file"),
        (["-o", "x.html", "--from", "1"], "A film is a .gif, a .webp or an .mp4: x.html is not."),
        (["-o", "x.html", "--handout"], "A handout is a .pdf: x.html is not."),
        (["-o", "x.gif", "--from", "1", "--to", "3"], "--from and --to take steps from 0 to 2, the first one first"),
        (["-o", "x.gif", "--from", "2", "--to", "1"], "not 2 and 1."),
        (["-o", "-", "--from", "1"], "A film is a .gif, a .webp or an .mp4: - is not."),
        (["-o", "x"], "A page is an .html: x is not."),
        (["-o", "x.html", "--step", "1"], "A picture of a step is an .svg or a .png: x.html is not."),
        (["-o", "x.svg", "--step", "3"], "There is no step 3: --step takes 0 to 2."),
        (["-o", "x.svg", "--step", "-1"], "There is no step -1: --step takes 0 to 2."),
        (["-o", "."], ". is a folder: name a file in it, such as match.html."),
        (["-o", "x.html", "--as", "Eve"], "No player of this match is called Eve"),
        (["-o", "/dev/null/x.html"], "cannot be"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    ludograph: Ludograph, recorded: str, args: list[str], said: str
) -> None:
    assert said in ludograph.refused("render", recorded, *args)
    assert not list(ludograph.folder.glob("x.*"))


@pytest.mark.parametrize(
    ("name", "args", "begins"),
    [
        ("x.gif", ["--from", "1", "--to", "2"], b"GIF89a"),
        ("x.webp", ["--from", "0"], b"RIFF"),
        ("x.pdf", ["--handout"], b"%PDF"),
    ],
)
def test_a_film_and_a_handout_are_written_and_the_same_again(
    ludograph: Ludograph, recorded: str, name: str, args: list[str], begins: bytes
) -> None:
    path = ludograph.folder / name
    result = ludograph.run("render", recorded, *args, "-o", path)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"Wrote {path}.\n")
    written = path.read_bytes()
    assert written.startswith(begins)
    ludograph("render", recorded, *args, "-o", path)
    assert path.read_bytes() == written


def test_the_store_itself_is_not_written_over(ludograph: Ludograph, recorded: str) -> None:
    link = ludograph.folder / "link.html"
    link.symlink_to(ludograph.store)
    before = ludograph.store.read_bytes()
    assert "is the store itself" in ludograph.refused("render", recorded, "-o", link)
    assert ludograph.store.read_bytes() == before


def test_a_file_that_was_there_stays_whole_if_the_new_one_cannot_be_written(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = ludograph.folder / "match.html"
    path.write_text("old")

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert ludograph.refused("render", recorded, "-o", path) == f"{path} cannot be written: No space left on device.\n"
    assert (path.read_text(), list(ludograph.folder.glob(".*"))) == ("old", [])


def test_dark_is_for_a_picture(ludograph: Ludograph, recorded: str) -> None:
    assert "--dark is for a picture" in ludograph.refused("render", recorded, "-o", "x.html", "--dark", code=2)


def test_a_page_of_several_observers_says_whose_knowledge_it_holds(ludograph: Ludograph, sealed: str) -> None:
    path = ludograph.folder / "match.html"
    result = ludograph.run(
        "render", sealed, "--as", "Bob", "--with", "1", "--with", "table", "--with", "bob", "-o", path
    )
    holds = "The page holds what Bob, Ann and everybody at the table know: whoever has it can see all of that.\n"
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"Wrote {path}.\n{holds}")
    text = path.read_text(encoding="utf-8")
    assert "what Bob, Ann and everybody at the table know" in text
    assert "seal 7" in text
    piped = ludograph.run("render", sealed, "--as", "Bob", "--with", "1", "--with", "table", "-o", "-")
    assert (piped.stdout, piped.stderr) == (text, holds)


def test_all_are_all_observers(ludograph: Ludograph, sealed: str) -> None:
    result = ludograph.run("render", sealed, "--as", "judge", "--with", "all", "-o", "-")
    players = ", ".join(ludograph.json("show", sealed)["players"])
    assert f"what the judge, everybody at the table, {players}"[:-5] in result.stderr


def test_one_observer_is_the_default_and_nothing_is_said(ludograph: Ludograph, sealed: str) -> None:
    alone = ludograph.run("render", sealed, "--as", "Bob", "-o", "-")
    assert alone.stderr == ""
    assert ludograph.run("render", sealed, "--as", "Bob", "--with", "2", "-o", "-").stdout == alone.stdout


def test_a_player_called_all_is_that_player(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "All", "--seed", "1").strip()
    told = ludograph.run("render", match, "--with", "all", "-o", "-").stderr
    assert told.startswith("The page holds what everybody at the table and All know:")


def test_a_picture_has_one_pair_of_eyes(ludograph: Ludograph, sealed: str) -> None:
    told = ludograph.refused("render", sealed, "--with", "Ann", "--step", "1", "-o", "x.svg", code=2)
    assert "--with is for a page" in told
    assert "--with takes" in ludograph.refused("render", sealed, "--with", "Eve", "-o", "x.html")


def test_a_picture_of_a_beat_has_its_sentence_and_where_it_happened(ludograph: Ludograph, recorded: str) -> None:
    first, second = (ludograph("render", recorded, "--step", beat, "-o", "-") for beat in ("0.1", "0.2"))
    assert "A match of Sun Bid for 2 players." in first
    assert "A match of Sun Bid" not in second
    assert "step 0.2 of 2, " in second
    assert "knows it · Autumn Open · round 2 · table 5" in second


@pytest.mark.parametrize(
    ("step", "code", "said"),
    [
        ("1.2", 1, "There is no beat 1.2: step 1 has 1 beat."),
        ("9.1", 1, "There is no step 9: --step takes 0 to 2."),
        ("1.0", 2, "1.0 is neither a step, such as 32, nor a beat of one, such as 32.4."),
        ("one", 2, "one is neither a step, such as 32, nor a beat of one, such as 32.4."),
    ],
)
def test_a_beat_that_there_is_not(ludograph: Ludograph, recorded: str, step: str, code: int, said: str) -> None:
    result = ludograph.run("render", recorded, "--step", step, "-o", "-")
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_a_page_for_a_frame_says_how_to_put_it_there(ludograph: Ludograph, recorded: str) -> None:
    path = ludograph.folder / "our match.html"
    said = ludograph.run("render", recorded, "--embed", "-o", path).stderr
    assert said.splitlines() == [
        f"Wrote {path}.",
        'A page that shows it: <iframe src="our%20match.html" width="720" height="480"></iframe>',
    ]
    assert '<html lang="en" data-embed>' in path.read_text(encoding="utf-8")
    refused = ludograph.refused("render", recorded, "--embed", "--step", "1", "-o", "x.svg", code=2)
    assert "--embed is for a page" in refused


def test_a_sealed_bid_that_was_taken_back_is_opened_by_whoever_knew_it(ludograph: Ludograph, sealed: str) -> None:
    steps = ludograph.json("result", sealed)["steps"]
    ludograph("undo", sealed, "--to", str(steps - 1), "--reason", "a slip")
    pages = {name: ludograph("render", sealed, "--as", name, "-o", "-") for name in ("Ann", "Bob", "table", "judge")}
    assert all("What stood there: 1 step" in text for text in pages.values())
    assert {name for name, text in pages.items() if "seals a bid of 7" in text} == {"Ann", "judge"}
