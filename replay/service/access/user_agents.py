"""What kind of browser somebody has, in two words: enough to find a phone in a list, and nothing more."""

from typing import Final

KINDS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
"""What stands in a User-Agent, and what it is called; of those that stand there the first counts."""
SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def browser_kind(user_agent: str) -> str:
    """A browser by what it says of itself, such as "Firefox on Android"."""
    browser, system = (next((name for mark, name in known if mark in user_agent), "") for known in (KINDS, SYSTEMS))
    return f"{browser or 'A browser'} on {system}" if system else browser or "Unknown"
