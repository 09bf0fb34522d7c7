"""The pages of the service: templates, styles and scripts, which stand beside this file and are served as they are.

The styles of the design and the emblems of the games are served with them.
"""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from ludograph.replay import design
from ludograph.replay.design.emblems import accents, emblem_sprite
from ludograph.replay.service.http.path_names import path_name
from ludograph.replay.service.http.responses import AnyRequest

KINDS: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
IMPORT: Final = re.compile(r"^import [^;]*?from '\./([\w-]+\.js)';", re.MULTILINE)
EMBLEMS: Final = "emblems.svg"
"""The emblems of all games in one file: each by itself would cost a phone a request and a document."""
SHARED: Final = "service.css"
"""The style that all pages have: the design's, the colour of each game, and then what stands in the file itself."""
ENTERING: Final = "scribe.css"
"""The style of pages on which actions are entered: what is asked there, and then what stands in the file itself."""
# Never asked for again: another version of a file has another address.
FOR_LONG: Final = "public, max-age=31536000, immutable"


def render_page(request: AnyRequest, template: str, **values: Any) -> Response[bytes]:
    """A page from its template, which knows `root`, under which a proxy has the service, `asset` and `module`."""
    root = str(request.scope.get("root_path", ""))

    def asset(name: str) -> str:
        return f"{root}/static/{assets_version()}/{name}"

    def module(name: str) -> Markup:
        # What a script imports is asked for with it, and not only once it has been read.
        preloads = (f'<link rel="modulepreload" href="{asset(one)}">' for one in imported_scripts(name))
        return Markup(f'{"".join(preloads)}<script type="module" src="{asset(name)}"></script>')

    text = _templates().get_template(template).render(root=root, asset=asset, module=module, **values)
    return Response(text.encode(), media_type=MediaType.HTML)


@get("/static/{stamp:str}/{name:str}")
async def static(stamp: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A style or a script; where any has changed all have other addresses, so that they may be kept for long."""
    kind = KINDS.get(name.rpartition(".")[2])
    # Only names that the folder has: no path leads out of it, and templates are of no kind that is served.
    if kind is None or name not in _names() or stamp != assets_version():
        raise NotFoundException
    return Response(_asset(name), media_type=kind, headers={"Cache-Control": FOR_LONG})


@cache
def assets_version() -> str:
    """What tells one version of the files from another: one for all, so that scripts find each other beside them."""
    return sha256(b"".join(name.encode() + _asset(name) for name in sorted(_names()))).hexdigest()[:12]


@cache
def imported_scripts(name: str) -> tuple[str, ...]:
    """The scripts that a script needs before it begins, all of them, in the order in which they are found."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for one in IMPORT.findall(asset_text(waiting.pop(0))):
            if one not in found:
                found[one] = None
                waiting.append(one)
    return tuple(found)


def asset_text(name: str) -> str:
    """The text of a style or a script."""
    return _asset(name).decode()


@cache
def _asset(name: str) -> bytes:
    if name == EMBLEMS:
        return emblem_sprite().encode()
    own = (files(__name__) / name).read_bytes()
    if name == SHARED:
        return "".join([*map(design.design_asset, design.STYLES), accents()]).encode() + own
    if name == ENTERING:
        return design.design_asset(design.ENTRY).encode() + own
    return own


@cache
def _names() -> frozenset[str]:
    own = (file.name for file in files(__name__).iterdir() if file.name.rpartition(".")[2] in KINDS)
    return frozenset([*own, EMBLEMS])


@cache
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("ludograph.replay.service", "pages"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["path_name"] = path_name
    return found
