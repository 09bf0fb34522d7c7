"""What somebody should know before they read an answer: what is left out of it, and why."""

from collections.abc import Iterator
from typing import Final

from ludograph.analytics.archive.archive import Archive

NEWEST: Final = "SELECT strftime(max(recorded_at), '%Y-%m-%d %H:%M:%S') FROM matches"
"""Up to when the archive goes; as a text, for a time with a zone needs another library in Python."""


def notices(archive: Archive, observer: str) -> Iterator[str]:
    """What is left out of an archive for an observer, in sentences."""
    if archive.behind:
        ((newest,),) = archive.connection.execute(NEWEST).fetchall()
        when = f" up to {newest} UTC" if newest else ""
        yield f"Another program is taking in what is new: this answers from what was recorded{when}. --fresh waits."
    if archive.replaced:
        yield (
            "The store has another history than before, as after an older copy was restored: everything was taken in "
            "anew."
        )
    if archive.newer:
        what = "recorded by a newer Ludograph, or a game that is not installed"
        yield f"Left out: {_events(archive.newer)} of matches {what}. Update this program to read them."
    if damaged := archive.unread - archive.newer:
        yield f"{_events(damaged)} of the store cannot be read and are left out: `ludograph verify --all` names them."
    if archive.altered:
        one = archive.altered == 1
        what = f"{archive.altered} match{' does' if one else 'es do'} not hang together and {'is' if one else 'are'}"
        yield f"{what} left out: `ludograph verify --all` says where."
    for tournament in archive.missed:
        yield f"Left out: tournament {tournament}, which cannot be read. `ludograph verify {tournament}` says why."
    name = observer.strip()
    if name.casefold() in ("judge", "table") or name.isdecimal():
        return
    sql = "SELECT 1 FROM seats WHERE lower(player) = lower(?) LIMIT 1"
    if not archive.connection.execute(sql, [name]).fetchall():
        yield f"No recorded player is called {name}: this is what everybody at the table knows."


def _events(count: int) -> str:
    return f"{count} event{'' if count == 1 else 's'}"
