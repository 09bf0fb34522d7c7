"""What if: a page says by which command its match goes on otherwise from a step, as its eyes know it."""

import shlex
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ludograph.domain.kernel.game import TABLE
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import objections
from tests.playthrough import golden_match

__all__ = ["objections"]


@pytest.mark.parametrize(("eyes", "named"), [(TABLE, []), (1, ["--as", "Ann O'Hara"])])
def test_the_command_is_as_a_shell_takes_it(shown: Any, eyes: int, named: list[str]) -> None:
    match = golden_match("sun-bid")
    match = replace(match, start=replace(match.start, players=("Ann O'Hara", *match.players[1:])))
    opened = shown(match, eyes, 7)
    opened.press("i")
    command = ["ludograph", "fork", str(match.id), "--at", "7", *named]
    assert shlex.split(opened.text("#variation-command")) == command
    opened.tab.fill("#variation-done", "Ann O'Hara bid 9MS; Bob pass")
    assert shlex.split(opened.text("#variation-command")) == [*command, "--do", "Ann O'Hara bid 9MS; Bob pass"]
    opened.tab.click("#variation-copy")
    opened.tab.wait_for_function("() => document.getElementById('variation-told').textContent")
    assert opened.tab.is_visible("#variation-drawn") == bool(named)
    opened.press("Escape")
    assert opened.tab.is_hidden("#variation")


@pytest.mark.parametrize(("viewport", "scheme"), [(DESK, "dark"), (PHONE, "light")])
def test_everybody_can_use_it(shown: Any, objections: Callable[[Shown], list[str]], viewport: Any, scheme: str) -> None:
    opened = shown(golden_match("aucteraden"), 1, 7, viewport=viewport, color_scheme=scheme)
    opened.press("c")
    opened.tab.click("#variation-open")
    assert objections(opened) == []
    assert opened.tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
