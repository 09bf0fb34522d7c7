"""The one change to what was recorded: a name goes out of all records of a store, whole or not at all."""

from collections.abc import Iterator
from secrets import token_hex
from typing import Any, Final, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.erasure.mentions import Mentions
from domain.erasure.rewriting import Change, Rewritten, Why, rewritten
from domain.erasure.survey import Survey, Touched, Unforgettable, observers, surveyed
from domain.notation.names import Misnamed, check_players, folded
from domain.records.events import encoded
from domain.records.heads import Head
from domain.records.holding import Cursor, telling
from domain.records.match import rebuilt
from domain.records.recorder import UNFOLDABLE, Recorder, head_of
from domain.records.verify import MATCHES, Chain, chain
from domain.tournaments.checking import judged
from domain.tournaments.office import tournament_head
from domain.tournaments.tournament import rebuilt as organised

NOTHING: Final = "Nothing was changed."


class Wanted(NamedTuple):
    """Who is to be forgotten, under which pseudonym if one is wished, and why."""

    name: str
    why: Why = Why("", "")
    pseudonym: str = ""


def checked(wanted: Wanted) -> Wanted:
    """The same with names as they can be. Raises `Unforgettable` where what is kept would say the name."""
    try:
        name, *_ = check_players([wanted.name])
        pseudonym = check_players([wanted.pseudonym])[0] if wanted.pseudonym else ""
    except Misnamed as wrong:
        raise Unforgettable(f"{str(wrong).rstrip('.')}. {NOTHING}") from wrong
    mentions = Mentions(name)
    for what, text in (("pseudonym", pseudonym), ("reason", wanted.why.reason), ("name in --by", wanted.why.by)):
        if mentions.stands_in(text):
            raise Unforgettable(f"The {what} says the name that is to be forgotten: write another. {NOTHING}")
    return Wanted(name, wanted.why, pseudonym)


def preview(recorder: Recorder, wanted: Wanted) -> Survey:
    """What would be changed. Raises `Unforgettable` where it could not be."""
    with telling(recorder.place), recorder.heads.at_once():
        found = surveyed(recorder, wanted.name, wanted.pseudonym)
        for one in found.touched:
            _rewritten(recorder, one, _change(wanted, found), wanted.why)
        return found


def erase(recorder: Recorder, wanted: Wanted) -> Survey:
    """Puts the pseudonym in the place of the name everywhere, all of it or nothing; returns what was changed.

    What rows said before is overwritten, also where the name stood nowhere any more: a run that was cut short between
    the two is completed by the same again. Raises `StoreError` where others have the store open.
    """
    with telling(recorder.place), recorder.heads.alone() as c:
        found = surveyed(recorder, wanted.name, wanted.pseudonym)
        change = _change(wanted, found)
        for one in found.touched:
            _write(recorder, c, one, _rewritten(recorder, one, change, wanted.why))
        for id, observer in observers(recorder):
            if change.mentions.is_name(observer):
                c.execute("UPDATE tokens SET observer = ? WHERE id = ?", (found.pseudonym, id))
        return found


def _change(wanted: Wanted, found: Survey) -> Change:
    return Change(Mentions(wanted.name, found.known), found.pseudonym)


def _rewritten(recorder: Recorder, one: Touched, change: Change, why: Why) -> Rewritten:
    """A record without the name. Raises `Unforgettable` where it would not be as sound as it was."""
    found = chain(recorder, one.id, one.kind)
    _check_free(one, found, change)
    now = rewritten(one.kind, found.events, change, why, recorder.stamp)
    after = judged(one.id, Chain([], now.history, None, None), one.kind).finding
    before = after and judged(one.id, found, one.kind).finding
    if after is not None and (before is None or before.version != after.version):
        raise Unforgettable(
            f"The {one.kind.noun} {one.id} would not be sound without the name (event {after.version}: "
            f"{after.message}). {NOTHING}"
        )
    return now


def _check_free(one: Touched, found: Chain, change: Change) -> None:
    """Raises `Unforgettable` where somebody else goes by the pseudonym beside whoever has the name."""
    for players in _together(one, found):
        looks = {folded(name) for name in players}
        if folded(change.pseudonym) in looks and change.mentions.name in looks:
            raise Unforgettable(
                f"{change.pseudonym} plays in {one.kind.noun} {one.id} already, as somebody else: choose another "
                f"pseudonym. {NOTHING}"
            )


def _together(one: Touched, found: Chain) -> Iterator[tuple[str, ...]]:
    """Names of players that have to differ: those of a start, and all of a tournament."""
    entered: tuple[str, ...] = ()
    for event in found.events:
        players: tuple[str, ...] = getattr(event, "players", ()) or getattr(
            getattr(event, "start", None), "players", ()
        )
        entered = (*entered, *players)
        if one.kind is MATCHES:
            yield players
    yield from [entered] if one.kind is not MATCHES else []


def _write(recorder: Recorder, c: Cursor, one: Touched, now: Rewritten) -> None:
    rows = [
        StoredEvent(one.id, event.originator_version, one.kind.topic_of(event), encoded(event))
        for event in now.history[now.first - 1 :]
    ]
    recorder.heads.rewrite(c, rows, _head(one, now.history))
    if recorder.heads.has(c, "requests"):
        _detach(c, one.id)


def _detach(c: Cursor, id: UUID) -> None:
    """Requests stay answered, but nobody can find out from a digest what they said; sent again, they are refused."""
    c.execute("SELECT key FROM requests WHERE match = ?", (id.hex,))
    keys = [key for (key,) in c.fetchall()]
    c.executemany(
        "UPDATE requests SET asked = ? WHERE match = ? AND key = ?", [(token_hex(16), id.hex, key) for key in keys]
    )


def _head(one: Touched, history: list[Any]) -> Head:
    """Where a record stands, for the table of heads."""
    try:
        if one.kind is MATCHES:
            match = rebuilt(None, history)
            assert match is not None
            return head_of(match)
        tournament = organised(history)
        assert tournament is not None
        return tournament_head(tournament)
    except UNFOLDABLE as wrong:
        raise Unforgettable(f"The {one.kind.noun} {one.id} cannot be played. {NOTHING}") from wrong
