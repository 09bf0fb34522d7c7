"""Studies in the page: comments, signs, arrows, the file that `import --notes` takes; and guessing what is done."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.exchange.studies import read_study, take_study
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.page import LiveLinks, page
from ludograph.replay.page.page_record import page_record
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import Objections, objections  # noqa: F401
from tests.browser.test_page import Show
from tests.large import ALL
from tests.playthrough import golden_match
from tests.worlds import STAMP


def saved(opened: Shown) -> Any:
    with opened.tab.expect_download() as download:
        opened.tab.get_by_role("button", name="Save as a file").click()
    return json.loads(Path(download.value.path()).read_text())


def comment_on(opened: Shown, text: str) -> None:
    opened.press("e")
    opened.tab.keyboard.type(text)


def test_a_comment_a_sign_and_an_arrow_by_keys_are_kept_and_saved(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 5)
    comment_on(opened, "Daring, c 9 ?\nand dear.")
    for _ in range(3):
        opened.press("Tab")
    opened.press("Space")
    opened.tab.get_by_label("Arrow from").select_option("7SK in Bob, Bidding cards")
    opened.tab.get_by_label("Arrow to").select_option("Table, Discards")
    opened.tab.get_by_role("button", name="Add the arrow").press("Enter")
    opened.tab.get_by_label("Your name").fill("Zoe")
    assert opened.at == 5
    assert opened.tab.locator("#drawn path").count() == 1
    arrow = {
        "from": {"zone": "Bob", "part": "Bidding cards", "card": "7SK"},
        "to": {"zone": "Table", "part": "Discards"},
    }
    note = {"step": 5, "text": "Daring, c 9 ?\nand dear.", "glyph": "!?", "arrows": [arrow]}
    own = {"match": str(golden_match("sun-bid").id), "game": "Sun Bid", "eyes": "table", "author": "Zoe"}
    assert saved(opened) == {"ludograph": "study", "version": 1} | own | {"notes": [note]}
    opened.tab.reload()
    assert opened.text("#mine .note") == "You: !? Daring, c 9 ?\nand dear."
    assert "Daring" in opened.tab.locator("#steps li:nth-child(6)").text_content()
    opened.press("ArrowRight")
    assert opened.tab.locator("#mine .note, #drawn path").count() == 0


def test_an_arrow_is_drawn_from_a_card_to_a_zone_and_removed(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 5)
    opened.press("e")
    opened.tab.get_by_role("button", name="Draw on the table").click()
    card = opened.tab.locator("#table [data-code='7SK']").bounding_box()
    pile = opened.tab.locator("#table .part.pile").first.bounding_box()
    opened.tab.mouse.move(card["x"] + 20, card["y"] + 20)
    opened.tab.mouse.down()
    opened.tab.mouse.move(pile["x"] + 30, pile["y"] + 60, steps=3)
    opened.tab.mouse.up()
    assert opened.text("#own-arrows li span") == "7SK in Bob, Bidding cards → Table, Deck"
    assert opened.tab.locator("#drawn path").count() == 1
    opened.tab.get_by_role("button", name="Remove the arrow").click()
    assert opened.tab.locator("#drawn path, #own-arrows li").count() == 0
    assert opened.tab.locator("#save").is_disabled()


def test_each_observer_has_a_study_of_their_own(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), JUDGE, 5, others=(1,))
    comment_on(opened, "What the judge thinks.")
    opened.press("Escape", "o")
    assert opened.tab.locator("#comment").input_value() == ""
    assert "judge thinks" not in opened.tab.locator("main").text_content()
    opened.press("o")
    assert opened.tab.locator("#comment").input_value() == "What the judge thinks."


def test_what_a_page_saved_is_taken_and_its_arrows_are_drawn_for_others(shown: Show, tmp_path: Path) -> None:
    match = golden_match("sun-bid")
    opened = shown(match, TABLE, 5)
    comment_on(opened, "One.\nTwo.")
    opened.tab.get_by_label("Arrow from").select_option("Ann")
    opened.tab.get_by_label("Arrow to").select_option("7SK in Bob, Bidding cards")
    opened.tab.get_by_role("button", name="Add the arrow").click()
    opened.tab.get_by_label("Your name").fill("Zoe")
    study = read_study(json.dumps(saved(opened)))
    with Recorder(tmp_path / "store.sqlite") as recorder:
        recorder.record(match)
        taken = take_study(recorder, study, public=True)
        assert taken.recorded == 1
        assert take_study(recorder, study, public=True).already == 1
        told = recorder.load(taken.match).annotate(5, "No.", STAMP, public=True, by="Yan")
    other = shown(told, 1, 5)
    assert other.tab.locator("#notes .note").all_inner_texts() == [
        "Note on step 5 by Zoe: One.\nTwo.\nArrow: Ann → 7SK in Bob, Bidding cards",
        "Note on step 5 by Yan: No.",
    ]
    assert other.tab.locator("#drawn path").count() == 1


def test_tab_comes_to_every_control_of_a_study(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 5)
    comment_on(opened, "Why?")
    seen = []
    for _ in range(14):
        seen.append(opened.tab.evaluate("document.activeElement.id || document.activeElement.value"))
        opened.press("Tab")
    glyphs = ["!!", "!", "!?", "?!", "?", "??"]
    rest = ["arrow-from", "arrow-to", "add-arrow", "draw", "author", "save"]
    assert seen[:13] == ["comment", *glyphs, *rest]


def guess(opened: Shown, who: str) -> None:
    opened.press("e")
    opened.tab.locator("#guess").select_option(who)


def test_a_step_is_hidden_until_one_has_chosen_and_then_one_is_told_whether_it_was_the_same(shown: Show) -> None:
    match = golden_match("sun-bid")
    opened = shown(match, TABLE)
    opened.press("End", "Home")
    guess(opened, "Bob")
    first = next(step.number for step in match.steps if step.actor == 2)
    for way in ("End", "ArrowRight", "PageDown", "2", "]", ".", ">"):
        opened.press(way)
        opened.tab.evaluate(f"location.hash = '#{first + 9}'")
        assert opened.tab.locator("#question").is_visible(), way
        assert opened.at < first, way
    opened.tab.evaluate(
        "document.getElementById('line').value = 40; document.getElementById('line').dispatchEvent(new Event('input'))"
    )
    assert opened.at == first - 1
    assert [opened.tab.evaluate(TOLD, one) for one in (first - 1, first)] == [True, False]
    assert opened.tab.locator("#moments-list li").count() == 0
    assert opened.tab.locator("#steps li").count() == first
    assert opened.tab.locator("#reveal").is_hidden()
    assert opened.tab.locator("#ticks span").count() <= 1
    assert (
        opened.tab.evaluate(
            "Math.max(...[...document.querySelectorAll('#lines path')].map(p => p.getBBox().x + p.getBBox().width))"
        )
        < first
    )
    opened.tab.locator(".answers button").first.press("Enter")
    assert opened.at == first
    assert opened.text("#guessed").endswith("of 1 guessed so far.")


@pytest.mark.parametrize("game", GAMES)
def test_who_always_chooses_what_was_done_has_guessed_all(shown: Show, game: str) -> None:
    """The page says which choice it was; every question in every game has it among its answers."""
    match = golden_match(game)
    opened = shown(match, JUDGE)
    guess(opened, "everybody")
    asked, result = opened.tab.evaluate(GUESSED, [None if ALL else 25, page_record(match, JUDGE)])
    assert asked
    assert f"{asked} of {asked} guessed so far." in result


TOLD = """step => {
  const { told } = JSON.parse(document.getElementById('record').textContent).steps[step];
  return document.body.innerText.includes(told.join(' '));
}"""
GUESSED = """([most, record]) => {
  const question = document.getElementById('question');
  const press = key => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
  let asked = 0;
  let said = null;
  for (let left = 4000; left && asked !== most; left -= 1) {
    if (question.hidden) {
      const before = document.getElementById('number').textContent;
      press('ArrowRight');
      if (question.hidden && document.getElementById('number').textContent === before) press('.');
      if (question.hidden && document.getElementById('on').disabled) break;
      continue;
    }
    const number = Number(document.getElementById('line').value) + 1;
    const { who, did: [[block, which]] } = record.steps[number];
    const open = record.steps[number - 1].open.map(one => record.choices[one]).find(one => one[1] === who);
    const single = (open[4] || [])[block] || [];
    const find = text => [...question.querySelectorAll('button')].find(one => one.textContent === text);
    if (typeof single[0] === 'number') {
      const field = [...question.querySelectorAll('input')].find(one => one.ariaLabel === open[2][block]);
      field.value = which;
      field.nextSibling.click();
    } else {
      const wanted = single.length ? single[which ?? 0] : open[2][block];
      if (!find(wanted)) find(`${open[2][block]} …`).click();
      find(wanted).click();
    }
    asked += 1;
    said = document.getElementById('guessed').textContent;
  }
  return [asked, said];
}"""


@pytest.mark.parametrize(("viewport", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=str)
def test_axe_finds_nothing_and_all_can_be_touched(
    shown: Show,
    objections: Objections,  # noqa: F811
    viewport: Any,
    scheme: str,
) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 2, viewport=viewport, color_scheme=scheme)
    comment_on(opened, "Why?")
    opened.tab.locator("#glyphs button").first.click()
    opened.tab.get_by_label("Arrow from").select_option("Ann")
    opened.tab.get_by_role("button", name="Add the arrow").click()
    assert objections(opened) == []
    assert opened.tab.evaluate(SMALL, "#study") == []
    opened.tab.locator("#guess").select_option("everybody")
    opened.press("ArrowRight")
    assert opened.tab.locator("#question").is_visible()
    assert objections(opened) == []
    assert opened.tab.evaluate(SMALL, "#question") == []


SMALL = """where => [...document.querySelectorAll(`${where} :is(button, select, input, textarea, a)`)].filter(one => {
  const { width, height } = one.getBoundingClientRect();
  return width && (width < 44 || height < 44);
}).map(one => one.outerHTML)"""


def test_a_table_page_of_the_service_has_a_study_and_questions_too(chromium: Any, tmp_path: Path) -> None:
    """No name in the script of a page hides one in the script that follows a match."""
    links = LiveLinks("/follow.js", "topic", "/grown", "/")
    path = tmp_path / "table.html"
    path.write_text(page(golden_match("sun-bid"), TABLE, live=links), encoding="utf-8")
    opened = Shown(chromium, path, 5)
    comment_on(opened, "Live.")
    assert opened.text("#mine .note") == "You: Live."
    opened.tab.locator("#guess").select_option("everybody")
    opened.press("End")
    assert opened.at == 5
    assert opened.tab.locator("#question").is_visible()
    opened.context.close()
    assert not [one for one in opened.wrong if one.startswith("error") and "follow.js" not in one]
