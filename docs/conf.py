"""How the documentation site is made of the pages in this folder: `sphinx-build -W docs docs/_site`.

The pages are Markdown, and their links lead somewhere both on the site and in the repository. The three that stand in
the repository's root are included here, where their links begin elsewhere.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

project = "Ludograph"
author = "The Ludograph authors"
project_copyright = f"2026 {author}"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_site"]
myst_enable_extensions = ["html_image"]  # The README says how broad its pictures are.
myst_heading_anchors = 3
highlight_language = "none"
smartquotes = False  # Quotes stand in SQL and JSON too, which readers copy.

html_theme = "furo"
html_title = project
html_static_path = ["static", "../replay/design/tokens.css"]
html_css_files = ["tokens.css", "site.css"]
html_copy_source = False
html_show_sphinx = False

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "licence.md",
}
"""The page on the site for each file in the repository's root."""


def setup(app: Sphinx) -> None:
    """Has the links of included files led on."""
    app.connect("include-read", lead_links_on)


def lead_links_on(app: Sphinx, included: Path, page: str, content: list[str]) -> None:
    """Rewrites links that begin in the repository's root to begin in this folder."""
    content[0] = re.sub(
        r"(?<=\]\()[^)#:]+(?=[)#])|(?<=<img src=\")[^\":]+", lambda link: _on_the_site(link[0]), content[0]
    )


def _on_the_site(link: str) -> str:
    return PAGES.get(link) or link.removeprefix("docs/")
