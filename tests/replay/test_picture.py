"""Pictures of a table: every step of every game, well-formed, with the cards that its observer knows and no others."""

import re
from collections import Counter
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.drawing.card_faces import HEIGHT, SUIT_COLORS, face, suit_shape
from ludograph.replay.drawing.letter_widths import length
from ludograph.replay.drawing.picture import picture, png
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.timeline.timeline import Timeline
from tests.large import most_slow
from tests.playthrough import golden_match
from tests.replay.test_page import codes_told
from tests.worlds import observers

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", most_slow([*GAMES], 2))
def test_every_step_can_be_drawn_for_everybody(game: str) -> None:
    match = golden_match(game)
    for observer in observers(match):
        for step in range(0, len(match.states), 7):
            root = ElementTree.fromstring(picture(match, observer, step))
            assert root.tag == f"{SPACE}svg"
            assert float(root.attrib["height"]) < 4000


@pytest.mark.parametrize("game", most_slow([*GAMES], 2, 1))
def test_every_beat_has_a_picture_with_its_sentence(game: str) -> None:
    match = golden_match(game)
    timeline = Timeline(match, 1)
    sizes = Counter(len(beats_of(timeline, step)) for step in range(min(12, len(timeline))))
    assert max(sizes) > 1
    for step in range(0, len(match.states), 5):
        for beat in beats_of(timeline, step):
            root = ElementTree.fromstring(picture(match, 1, step, beat.number))
            words = " ".join(element.text or "" for element in root.iter(f"{SPACE}text")).split()
            assert set(visible(" ".join(beat.told)).split()) <= set(words)
            assert f"{step}.{beat.number}" in words


def test_an_arrow_leads_from_where_a_card_lay() -> None:
    """Cat's Rogue goes to the discard; before the first step nothing came from anywhere."""
    match = golden_match("hand-of-the-hanataz")
    arrows = [len(_arrows(picture(match, 2, *moment))) for moment in ((26, 2), (0, 0))]
    assert arrows == [1, 0]
    (sun_bid,) = _arrows(picture(golden_match("sun-bid"), 2, 18, 3))
    assert sun_bid.attrib["d"].count("Q") == 3


def test_an_arrow_of_a_grid_ends_at_the_card_that_is_new_there() -> None:
    """Where Ann places a card a row lower in her castle, the arrow there ends so much lower."""
    match = golden_match("conundruze")
    ends = []
    for step in (24, 15):
        (path,) = _arrows(picture(match, 0, step))
        ends.append(max(float(y) for y in re.findall(r"Q\S+ \S+ \S+ ([\d.]+)M", path.attrib["d"])))
    assert ends[1] - ends[0] > HEIGHT / 2


def _arrows(svg: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(svg).iter(f"{SPACE}path") if one.get("opacity") == ".75"]


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_named_that_the_observer_does_not_know(game: str) -> None:
    match = golden_match(game)
    for observer in observers(match):
        told = {match.game.deck.name(code).removeprefix("the ") for code in codes_told(match, observer)}
        names = {face.name.removeprefix("the ") for face in match.game.deck.faces}
        root = ElementTree.fromstring(picture(match, observer, len(match.steps) // 2))
        drawn = {element.text for element in root.iter(f"{SPACE}text")} & names
        assert drawn <= told


@pytest.mark.parametrize("game", GAMES)
def test_each_suit_has_a_shape_a_letter_and_a_colour_of_its_own(game: str) -> None:
    deck = GAMES[game].deck
    looks = [suit_shape(deck, suit) for suit in deck.suit_names]
    assert len(set(looks)) == len({shape for shape, _ in looks}) == len(looks)
    assert len({color for _, color in looks}) == len(looks)
    for code, known in deck.by_code.items():
        drawn = face(deck, code)
        letters = [text.text for text in ElementTree.fromstring(f"<g>{drawn}</g>").iter("text")]
        name = 1 + len(known.suits)
        assert letters[0] == known.rank
        assert tuple(letters[1:name]) == tuple(known.suits)
        assert " ".join(map(str, letters[name:])) == known.name.removeprefix("the ")


@pytest.mark.parametrize("game", GAMES)
def test_names_are_10_high_and_in_no_font_wider_than_the_card(game: str) -> None:
    deck = GAMES[game].deck
    for code, known in deck.by_code.items():
        drawn = ElementTree.fromstring(f"<g>{face(deck, code)}</g>")
        lines = [text for text in drawn.iter("text") if text.get("text-anchor") == "middle"]
        assert {line.get("font-size") for line in lines} == {"10"}, known.name
        assert len(lines) <= 2
        for line in lines:
            assert float(line.get("textLength", 0)) <= 54
            assert line.get("textLength") or length(str(line.text), 12.5) <= 54


@pytest.mark.parametrize("game", GAMES)
def test_words_in_a_picture_are_as_long_as_they_have_room_whatever_the_font(game: str) -> None:
    match = golden_match(game)
    drawn = ElementTree.fromstring(picture(match, TABLE, len(match.steps) // 2))
    words = [one for one in drawn.iter("{http://www.w3.org/2000/svg}text") if not one.get("text-anchor")]
    loose = [one.text for one in words if len(str(one.text)) > 2 and not one.get("textLength")]
    assert loose == []


def test_colours_of_suits_can_be_read_on_paper() -> None:
    def light(color: str) -> float:
        channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for suit, color in SUIT_COLORS.items():
        assert 1.05 / (light(color) + 0.05) > 4, suit


def test_a_png_has_its_letters_without_any_font_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import resvg_py

    drawing = picture(golden_match("sun-bid"), JUDGE, 5)
    usual = png(drawing)
    real = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **settings: real(**settings, skip_system_fonts=True))
    assert png(drawing) == usual
    assert png(drawing.replace("Scored", "")) != usual


def test_names_cannot_break_out_of_a_picture() -> None:
    from tests.replay.test_page import NASTY, nasty_match

    root = ElementTree.fromstring(picture(nasty_match(), JUDGE, 3))
    texts = [element.text for element in root.iter(f"{SPACE}text")]
    assert set(NASTY) <= set(texts)
    assert not any("\u202e" in (text or "") for text in texts)


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_in_the_documents_are_up_to_date(game: str) -> None:
    from tests.pictures import drawn, path_of

    assert path_of(game).read_text(encoding="utf-8") == drawn(game), "run `python -m tests.generate pictures`"


def test_the_picture_of_the_last_step_tells_the_ending() -> None:
    match = golden_match("sun-bid")
    last = len(match.steps)
    ending = ending_of(Timeline(match, TABLE))
    assert ending is not None
    end = len(beats_of(Timeline(match, TABLE), last))
    assert escape(ending.reason) in picture(match, TABLE, last, end)
    assert escape(ending.reason) not in picture(match, TABLE, last - 1)
