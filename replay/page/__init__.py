"""A match as one HTML page that needs nothing else: no network, no other file."""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from json import dumps
from typing import Final, NamedTuple
from urllib.parse import quote

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.design import ENTRY, design_asset
from ludograph.replay.design.emblems import emblem_inline
from ludograph.replay.page.compaction import compacted
from ludograph.replay.page.contents import Json
from ludograph.replay.page.page_record import GrowingPage, grown, held_by, page_record
from ludograph.replay.sentences.notes import UNJUDGED, Judged

SCRIPTS: Final = (
    "cards.js",
    "beats.js",
    "mentions.js",
    "unseen.js",
    "terms.js",
    "table.js",
    "board.js",
    "room.js",
    "trails.js",
    "stage.js",
    "parts.js",
    "ending.js",
    "steps.js",
    "studies.js",
    "guesses.js",
    "glance.js",
    "worth.js",
    "memory.js",
    "reasons.js",
    "heading.js",
    "stepping.js",
    "player.js",
    "eyes.js",
    "print.js",
    "capture.js",
    "share.js",
    "variation.js",
)
"""In the order in which they run, as one script."""
CONNECT: Final = "connect-src 'self'; "
SELF: Final = "'self' "
"""The module that follows comes from the service, and the worker that it shares with other pages."""
STYLES: Final = ("page.css", "sizes.css", "glance.css", "stage.css", "studies.css", "share.css", "print.css")
"""In the order in which they count, as one style, after the design's tokens."""
LIVE_SCRIPTS: Final = ("varied.js", "shares.js", "live.js")
LIVE_STYLES: Final = ("live.css", "varied.css")
"""What a page of the service has besides, after the others: it grows, and shows variations of a match that is over."""


ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="5" y="1" width="22" height="30" rx="4" '
    'fill="#34507a"/><path d="M9 6l14 20M23 6L9 26" stroke="#9db7de" stroke-width="3"/></svg>'
)
"""The back of a card."""


class LiveLinks(NamedTuple):
    """Where a page finds what comes after it: the module that follows, what it follows, further steps, the way back."""

    following: str
    topic: str
    grown: str
    lobby: str
    film: str = ""
    """Where a film of some steps is drawn, as whoever looks knows them."""
    preview: str = ""
    """The picture for whom the link is sent to: the table at the start, as everybody there knows it."""
    views: Sequence[tuple[str, str]] = ()
    """The views that whoever looks may change to: what each is called, and its address; theirs first."""
    seat: str = ""
    """The page of their seat, for whoever holds one."""
    trying: str = ""
    """The module by which a variation of a match that is over is tried."""
    api: str = ""
    """Where it is asked for, and with whose `eyes`."""
    eyes: str = ""
    entered: str = ""
    """The result that was entered in the place of the match, in a sentence; empty where none was."""
    shares: str = ""
    """Where the shares of the win are told while it runs; empty where they are not shown."""

    def kind(self, match: Match) -> str:
        """These links as attributes of the page, with the cursor of what it shows, and how that stands."""
        views = dumps([list(one) for one in self.views])
        named = {"following": self.following, "topic": self.topic, "grown": self.grown, "lobby": self.lobby}
        named |= {"film": self.film, "seat": self.seat, "views": views, "entered": self.entered}
        named |= {"trying": self.trying, "api": self.api, "eyes": self.eyes}
        named |= {"shares": self.shares, "cursor": f"{match.version}-{match.head[:8]}", "status": status_of(match)}
        return "".join(f' data-{name}="{escape(value)}"' for name, value in named.items())


def page(
    match: Match,
    observer: Observer,
    tick: Callable[[int], object] = lambda done: None,
    others: Sequence[Observer] = (),
    *,
    embed: bool = False,
    live: LiveLinks | None = None,
    judged: Mapping[Observer, Judged] = UNJUDGED,
    knows: bool = False,
) -> str:
    """The page that shows a match as an observer knows it, or `others` do; `tick` is told how many steps are done.

    `judged` has by observer what it shows of a judgement; with `knows` it says what cards can be that are not seen.
    One to `embed` in a frame is without the list of the steps; a `live` one grows as steps come.
    """
    data = page_record(match, observer, tick, others, judged, knows=knows)
    style, script = _style(live=live is not None), _script(live=live is not None)
    title = f"{data['about']['game']}: {', '.join(data['about']['players'])}"
    pieces = {
        "title": escape(title),
        "description": escape(description(match)),
        "preview": _preview(live.preview) if live else "",
        "icon": quote(ICON),
        "emblem": emblem_inline(match.game.id),
        "kind": live.kind(match) if live else " data-embed" if embed else "",
        "policy": policy(live=live is not None),
        "style": style,
        "data": embedded(compacted(data)),
        "script": script,
    }
    return filled_template(page_asset("page.html"), pieces)


def description(match: Match) -> str:
    """What a page is of, for whoever is sent a link to it: nothing of how the match goes."""
    start = match.start
    numbers = [f"{name} {text}" for name, text in (("round", start.round), ("table", start.table)) if text]
    where = ", ".join(map(visible, [*([start.event] if start.event else []), *numbers]))
    players = listed([visible(name) for name in match.players])
    return f"{match.game.title} between {players}{f' ({where})' if where else ''}: step through it, card by card."


def _preview(address: str) -> str:
    """The picture of a link card."""
    card = '<meta name="twitter:card" content="summary_large_image">'
    return f'\n<meta property="og:image" content="{escape(address)}">\n{card}'


def policy(*, live: bool) -> str:
    """What a page lets in: its own style and script, and where it is live what the service sends."""
    return policy_of(_style(live=live), _script(live=live), live=live)


def policy_of(own_style: str, own_script: str, *, live: bool) -> str:
    """What a page with this style and this script lets in, and where it is live what the service sends."""
    style, script = content_digest(own_style), content_digest(own_script)
    return (
        f"default-src 'none'; img-src data:; style-src '{style}'; script-src {SELF if live else ''}'{script}'; "
        f"{CONNECT if live else ''}base-uri 'none'; form-action 'none'"
    )


def _style(*, live: bool) -> str:
    more = [design_asset(ENTRY), *map(page_asset, LIVE_STYLES)] if live else []
    return "\n".join([design_asset("tokens.css"), *map(page_asset, STYLES), *more])


def _script(*, live: bool) -> str:
    return one_script([*SCRIPTS, *LIVE_SCRIPTS] if live else SCRIPTS)


def one_script(names: Sequence[str]) -> str:
    """Scripts of this package as one, in which nothing is seen from outside."""
    return "'use strict';\n(() => {\n" + "\n".join(page_asset(name) for name in names) + "\n})();"


def embedded(data: Json) -> str:
    """Data as JSON in which nothing can end the element that it stands in, whatever players are called."""
    text = dumps(data, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def content_digest(text: str) -> str:
    """What a page's policy calls a style or a script that it lets in; nothing else may run."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def filled_template(template: str, pieces: dict[str, str]) -> str:
    """The template with each `{{name}}` replaced; what is put in is not looked at again."""
    first, *rest = template.split("{{")
    filled = [first]
    for part in rest:
        name, _, after = part.partition("}}")
        filled += [pieces[name], after]
    return "".join(filled)


def page_asset(name: str) -> str:
    """The text of a style, a script or a template of this package."""
    return (files(__name__) / name).read_text(encoding="utf-8")


__all__ = ["GrowingPage", "LiveLinks", "grown", "held_by", "page", "policy"]
