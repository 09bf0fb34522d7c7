"""What people say is kept exactly as they said it, however it is typed, and shown so that it can be read."""

import json
from unicodedata import east_asian_width

import pytest

from tests.cli.conftest import Ludograph

STORY = (
    "“Be mindful, friends!”\n\nThen the door slams open:\n\t— demons, 魔物, 👩\u200d🚀, "
    "süß\u00a0& naïve\u2028as ever. \\n {x} > 9h"
)
TEXTS = [
    STORY,
    "?? 9h",
    "17",
    ' two  blanks, "quotes" and \\ ',
    "x" * 3000,
    "\x00\x1b[31m\r\n\x7f\x85",
    "\u202eturned",
    "null",
    "",
]


@pytest.fixture
def pub(ludograph: Ludograph) -> str:
    """A match of two whose wizards have not spoken yet."""
    ludograph("new", "last-years-magic", "Ann", "Bob", "--seed", "5", "--id", "P")
    return "P"


def said(ludograph: Ludograph, match: str = "P") -> list[str]:
    return [line["action"]["text"] for line in ludograph.lines("log", match) if line["action"]["do"] == "say"]


def spoken(ludograph: Ludograph, text: str) -> None:
    ludograph("act", "P", f"Ann say {json.dumps(text)}")


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_any_text_goes_through_the_store_and_both_forms_of_a_file(ludograph: Ludograph, pub: str, text: str) -> None:
    spoken(ludograph, text)
    assert said(ludograph) == [text]
    for form in ("jsonl", "text"):
        exported = ludograph("export", pub, "--as", "Bob", "--format", form)
        other = Ludograph(ludograph.folder / form)
        other.folder.mkdir()
        file = other.folder / f"match.{form}"
        file.write_bytes(exported.encode())
        (line,) = other.lines("import", file)
        assert line["status"] == "recorded", line
        assert said(other, line["match"]) == [text]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("say Pfah. Demons!", "Pfah. Demons!"),
        ('say "Be mindful, friends." Just then the door slams.', '"Be mindful, friends." Just then the door slams.'),
        ('say "all of it in quotes"', "all of it in quotes"),
        (r'say "two\nlines"', "two\nlines"),
        (r"say one \n line", r"one \n line"),
        ('say "There', '"There'),
        ('say 9h > 3h  {or so}, "he" said', '9h > 3h  {or so}, "he" said'),
        ("say {sighs} I do", "{sighs} I do"),
        ('say {"note": "nobody listens"}', ""),
        ('say "Hm." {"note": "long"}', "Hm."),
        ("say", ""),
        ("say 魔物 👩\u200d🚀", "魔物 👩\u200d🚀"),
    ],
)
def test_in_play_a_text_needs_no_quotes(ludograph: Ludograph, pub: str, typed: str, text: str) -> None:
    ludograph("play", pub, input=f"Ann {typed}\n")
    assert said(ludograph) == [text]


def test_in_play_a_text_follows_a_card_by_its_name(ludograph: Ludograph, pub: str) -> None:
    lines = ["Ann introduce", "Bob introduce The Great Bob, of course.", "Ann deal", "Bob premonition 0 The void!"]
    ludograph("play", pub, input="\n".join(lines) + "\n")
    card = ludograph.json("show", pub, "--as", "Bob")["state"]["hands"]["Bob"][0]
    told = ludograph("play", pub, input=f"suggest {card} Use the Wail > it works.\n")
    assert "Use the Wail > it works." in told
    assert ludograph.lines("log", pub, "--as", "Bob")[-1]["action"] == {
        "do": "suggest",
        "card": card,
        "text": "Use the Wail > it works.",
    }


def test_in_play_outcomes_may_stand_where_a_text_is_left_out(ludograph: Ludograph) -> None:
    ludograph("new", "last-years-magic", "Ann", "Bob", "--written", "--id", "P")
    lines = ["Ann introduce", "Bob introduce", f"Ann deal > {'?? ' * 14}", "Bob premonition 2 > 4h 7d"]
    lines += ["suggest ?? A great wail.", "comment ?? > 9h Jh"]
    told = ludograph("play", "P", "--as", "judge", input="\n".join(lines) + "\n")
    assert "agents of the cosmic powers" in told
    assert "Ann takes a bad trick of 2 for -2" in told


@pytest.mark.parametrize("command", ["log", "replay"])
def test_lines_stay_lines_and_fit_the_screen(ludograph: Ludograph, pub: str, command: str) -> None:
    spoken(ludograph, f"First.\r\n\r\n{'long word ' * 30}\n{'魔' * 100}")
    told = ludograph(command, pub)
    assert "\\r" not in told
    lines = [line.strip() for line in told.splitlines()]
    first = next(at for at, line in enumerate(lines) if line.endswith("First."))
    assert lines[first + 1] == ""
    assert lines[first + 2].startswith("long word long word")
    for line in told.splitlines():
        assert sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line) <= 80


@pytest.mark.parametrize("command", ["log", "replay"])
def test_words_are_shown_as_they_are_and_cannot_write_to_the_terminal(
    ludograph: Ludograph, pub: str, command: str
) -> None:
    spoken(ludograph, "👩\u200d🚀 süß\u00a0! \x1b[31m \u202eturned")
    assert "👩\u200d🚀 süß\u00a0! \\x1b[31m \\u202eturned" in ludograph(command, pub)


def test_when_the_match_is_over_play_goes_on_for_the_final_scene(ludograph: Ludograph) -> None:
    (line,) = ludograph.lines("simulate", "last-years-magic", "-n", "1", "--seats", "2", "--seed", "1")
    name = line["match"]
    before = len(said(ludograph, name))
    done = ludograph.run("play", name, input="Bot 1 say Good night.\nBot 2 implement\n")
    assert done.exit_code == 1
    told = done.stdout
    assert "Bot 1 and Bot 2: say [TEXT]" in told
    assert told.count("is over") == 1 or told.count("wins") <= 1
    assert "LM-8.1" in told
    assert said(ludograph, name)[before:] == ["Good night."]
