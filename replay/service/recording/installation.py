"""The scribe's page as an app of a phone: what it is called there, and the worker that opens it without the service."""

import re
from functools import cache
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from ludograph.domain.notation.values import json_text
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.pages import KINDS, asset_text, assets_version
from ludograph.replay.service.recording.entry_bodies import id_in

FIRST: Final = (
    "service.css",
    "scribe.css",
    "scribe.js",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
)
"""What the page names; the scripts among them name the others."""
IMPORTED: Final = re.compile(r"from '\./([\w-]+\.js)'")
MANIFEST: Final = "application/manifest+json"


@get("/worker.js")
async def worker(request: AnyRequest) -> Response[bytes]:
    """The worker that keeps the scribe's page in a browser; another one whenever a file of the page is another."""
    # Not among the other files: a worker has a say only over what lies below its own address.
    root, stamp = str(request.scope.get("root_path", "")), assets_version()
    files = [f"{root}/static/{stamp}/{name}" for name in page_files()]
    text = f"const STAMP = '{stamp}';\nconst FILES = {json_text(files)};\n\n{asset_text('worker.js')}"
    return Response(text.encode(), media_type=KINDS["js"])


@get("/matches/{id:str}/scribe.webmanifest")
async def manifest(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """What a phone needs to know of the scribe's page of a match to show it among its apps."""
    root, match = str(request.scope.get("root_path", "")), id_in(id)
    place = f"{root}/static/{assets_version()}"
    content: dict[str, Any] = {
        "id": f"{root}/matches/{match}/scribe",
        "start_url": f"{root}/matches/{match}/scribe",
        "scope": f"{root}/matches/",
        "name": "Ludograph: recording a match",
        "short_name": "Recording",
        "display": "standalone",
        "background_color": "#fbfaf7",
        "theme_color": "#205e3b",
        "icons": [
            {"src": f"{place}/icon.svg", "type": "image/svg+xml", "sizes": "any"},
            *(
                {"src": f"{place}/icon-{size}.png", "type": "image/png", "sizes": f"{size}x{size}"}
                for size in (192, 512)
            ),
        ],
    }
    return Response(json_text(content).encode(), media_type=MANIFEST)


@cache
def page_files() -> tuple[str, ...]:
    """The files that the scribe's page is made of: those that it names, and what its scripts import."""
    found = dict.fromkeys(FIRST)
    waiting = [name for name in FIRST if name.endswith(".js")]
    while waiting:
        more = [name for name in IMPORTED.findall(asset_text(waiting.pop())) if name not in found]
        found |= dict.fromkeys(more)
        waiting += more
    return tuple(found)
