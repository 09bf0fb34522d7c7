"""Names of players, tournaments and matches as one part of an address, whatever characters they have.

Browsers resolve `.` and `..` before they send a request, and proxies decode `%2F`. A name with such characters is
written with `~` instead of `%`, after `~~`: `AC/DC` is `~~AC~2FDC`. `pathName` in `pages/frame.js` does the same.
"""

import re
from typing import Any, Final
from urllib.parse import quote, unquote

from litestar.types import ASGIApp, Receive, Scope, Send

MARK: Final = "~~"
AWKWARD: Final = re.compile(r"[\x00-\x1f\x7f/\\?#%;]|^\.{1,2}$|^~~")
"""Names in which this is found are written so, all others as they are."""
ESCAPED: Final = re.compile(r"[\x00-\x1f\x7f/\\?#%;.~]")
WRITTEN: Final = re.compile(r"~([0-9A-F]{2})")


def path_name(name: str) -> str:
    """Return a name as one part of an address."""
    return quote(_written(name), safe="")


def name_in_path(part: str) -> str:
    """Return the name that a decoded part of an address stands for."""
    if not part.startswith(MARK):
        return part
    return WRITTEN.sub(lambda found: chr(int(found[1], 16)), part.removeprefix(MARK))


def routed_path(scope: Scope) -> str:
    """Return the path of a request with each name in one part, also if it has an encoded slash."""
    raw: bytes = scope.get("raw_path") or b""
    if b"%2f" not in raw.lower():
        return scope["path"]
    return "/".join(map(_routed, raw.decode("ascii").split("/")))


def named_paths(app: ASGIApp) -> ASGIApp:
    """Give routes the names that the parts of the address stand for."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        found: dict[str, Any] = scope.get("path_params") or {}
        # Another dict, because the router gives the same one for the next request of this address.
        whole: Any = scope
        whole["path_params"] = {key: name_in_path(one) if isinstance(one, str) else one for key, one in found.items()}
        await app(scope, receive, send)

    return middleware


def _written(name: str) -> str:
    if not AWKWARD.search(name):
        return name
    return MARK + ESCAPED.sub(lambda found: f"~{ord(found[0]):02X}", name)


def _routed(part: str) -> str:
    decoded = unquote(part)
    return _written(decoded) if "/" in decoded else decoded
