"""A match for streaming programs: a page without a background, to be laid over a video."""

from collections.abc import Callable
from html import escape
from itertools import islice
from typing import Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.allowances import allowances
from ludograph.replay.drawing.card_faces import HEIGHT, WIDTH, back, gap, veil
from ludograph.replay.page import embedded, filled_template, one_script, page_asset, policy_of
from ludograph.replay.page.compaction import compacted
from ludograph.replay.page.contents import Json, PageRecorder, PageTables
from ludograph.replay.page.page_record import about, page_record
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.sentences.step_sentences import BLINK, LINE

SHARED: Final = ("cards.js", "beats.js", "table.js", "board.js", "overlay.js")
RECORDED: Final = (*SHARED, "overlay-steps.js")
FOLLOWED: Final = (*SHARED, "shares.js", "overlay-live.js")
NOTHING: Final[Json] = {"cards": [], "steps": []}


def overlay(match: Match, observer: Observer, tick: Callable[[int], object] = lambda done: None) -> str:
    """A recorded match as one observer knows it, over a video: one file that needs no other."""
    data = page_record(match, observer, tick)
    about = data["about"]
    kept = {name: content for name, content in data.items() if name not in ("terms", "rules", "glance")}
    return _page(f"{about['game']}: {', '.join(about['players'])}", compacted(kept), RECORDED)


def live_overlay(source: str) -> str:
    """The page that asks `source` for a match again and again; it holds nothing of it, and is alike for all."""
    return _page("Ludograph", NOTHING, FOLLOWED, f' data-source="{escape(source)}"')


def live_policy() -> str:
    """What the page lets in that asks a service."""
    return policy_of(page_asset("overlay.css"), one_script(FOLLOWED), live=True)


class OverlayRecorder:
    """What is laid over a video of a match as it stands, worked out from how it stood when it was asked for last."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._last: PageRecorder | None = None

    def take(self, match: Match) -> Json:
        """The newest step beside the one before it, in the shape of a page's record."""
        recorder = self._last = PageRecorder(match, self._observer, PageTables(), self._last)
        last = len(match.steps)
        first = max(0, last - 1)
        ending = ending_of(recorder.timeline)
        return {
            "step": last,
            "about": about(match, self._observer),
            "steps": list(islice(recorder.steps(first), last + 1 - first)),
            "shares": "shares" in allowances(match),
            "ending": None if ending is None else {"why": ending.why()},
            "card": {"width": WIDTH, "height": HEIGHT, "back": back(), "veil": veil(), "gap": gap()},
            "reading": [BLINK, LINE],
            **recorder.tables.json(),
        }


def _page(title: str, data: Json, scripts: tuple[str, ...], kind: str = "") -> str:
    style, script = page_asset("overlay.css"), one_script(scripts)
    pieces = {
        "title": escape(title),
        "kind": kind,
        "policy": policy_of(style, script, live=scripts is FOLLOWED),
        "style": style,
        "data": embedded(data),
        "script": script,
    }
    return filled_template(page_asset("overlay.html"), pieces)


__all__ = ["OverlayRecorder", "live_overlay", "live_policy", "overlay"]
