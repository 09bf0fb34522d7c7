"""What one sends to friends from a page: a link, the table as a picture, a film where a service draws it."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from tests.browser.conftest import PHONE
from tests.large import some
from tests.playthrough import golden_match

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", some([*GAMES], 2))
def test_a_page_gives_its_table_as_a_picture(shown: Any, tmp_path: Path, game: str) -> None:
    opened = shown(golden_match(game), TABLE, 12, viewport=PHONE)
    tab = opened.tab
    told = "".join(opened.text("#told").split())
    cards = tab.locator("#table svg.card").count()
    tab.keyboard.press("s")
    saved = {}
    for kind in ("png", "svg"):
        with tab.expect_download() as waiting:
            tab.click(f"#share-{kind}")
        saved[kind] = tmp_path / f"saved.{kind}"
        waiting.value.save_as(saved[kind])
        assert waiting.value.suggested_filename.endswith(f"-12.{kind}")
    root = ElementTree.parse(saved["svg"]).getroot()
    assert told in "".join(element.text or "" for element in root.iter(f"{SPACE}text"))
    assert len([one for one in root.iter(f"{SPACE}svg") if one.get("role") == "img"]) >= cards
    assert "use" not in {one.tag.removeprefix(SPACE) for one in root.iter()}
    with Image.open(saved["png"]) as image:
        assert abs(image.width - 2 * float(root.attrib["width"])) <= 2
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 20


def test_a_file_offers_no_film_and_says_how_one_is_made(shown: Any) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 12)
    opened.tab.click("#share-open")
    assert opened.tab.is_hidden("#film")
    assert "ludograph render MATCH --from" in opened.text("#no-film")
    opened.tab.click("#share-link")
    opened.tab.wait_for_function("() => /copied|Copy this/.test(document.getElementById('shared').textContent)")
    opened.tab.keyboard.press("s")
    assert opened.tab.is_hidden("#sharing")
