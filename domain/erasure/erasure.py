"""The one change to what was recorded: a name goes out of all records of a store, whole or not at all."""

from secrets import token_hex
from typing import Any, Final, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from ludograph.domain.erasure.mentions import Mentions
from ludograph.domain.erasure.outcome import match_outcome, tournament_outcomes
from ludograph.domain.erasure.rewrite import Change, ErasureReason, RewrittenRecord, rewritten_record
from ludograph.domain.erasure.survey import AffectedRecord, ErasureRefused, Survey, survey_store, token_observers
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.match.events import encoded
from ludograph.domain.match.final_result import status_of
from ludograph.domain.notation.names import Misnamed, check_players
from ludograph.domain.store.base import Cursor, translated_store_errors
from ludograph.domain.store.recorder import UNFOLDABLE, Recorder, head_of
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.tournaments.aggregate import rebuilt as organised
from ludograph.domain.tournaments.service import tournament_head
from ludograph.domain.tournaments.verification import judged_either, verify_either
from ludograph.domain.verify.verification import MATCHES, Chain, read_chain

NOTHING: Final = "Nothing was changed."


class ErasureRequest(NamedTuple):
    """Who is to be forgotten, under which pseudonym if one is wished, and why."""

    name: str
    why: ErasureReason = ErasureReason("", "")
    pseudonym: str = ""


def validated_request(wanted: ErasureRequest) -> ErasureRequest:
    """A request with its names as players are called. Raises `ErasureRefused` where what is kept would say the name."""
    try:
        name, *_ = check_players([wanted.name])
        pseudonym = check_players([wanted.pseudonym])[0] if wanted.pseudonym else ""
    except Misnamed as wrong:
        raise ErasureRefused(f"{str(wrong).rstrip('.')}. {NOTHING}") from wrong
    mentions = Mentions(name)
    for what, text in (("pseudonym", pseudonym), ("reason", wanted.why.reason), ("name in --by", wanted.why.by)):
        if mentions.stands_in(text):
            raise ErasureRefused(f"The {what} says the name that is to be forgotten: write another. {NOTHING}")
    return ErasureRequest(name, wanted.why, pseudonym)


def preview(recorder: Recorder, wanted: ErasureRequest) -> Survey:
    """What would be changed. Raises `ErasureRefused` where it could not be."""
    with translated_store_errors(recorder.place), recorder.store.read_snapshot():
        found = survey_store(recorder, wanted.name, wanted.pseudonym, wanted.why)
        change = _change(wanted, found)
        for one in found.touched:
            _rewritten(recorder, one, change, wanted.why)
        return found


def erase(recorder: Recorder, wanted: ErasureRequest) -> Survey:
    """Puts the pseudonym in the place of the name everywhere, all of it or nothing; returns what was changed.

    What rows said before is overwritten, also where the name stood nowhere any more: a run that was cut short between
    the two is completed by the same again. Raises `StoreError` where others have the store open.
    """
    with translated_store_errors(recorder.place), recorder.store.exclusive_transaction() as c:
        found = survey_store(recorder, wanted.name, wanted.pseudonym, wanted.why)
        change = _change(wanted, found)
        before = tournament_outcomes(recorder, change) if found.touched else {}
        for one in found.touched:
            _write(recorder, c, one, _rewritten(recorder, one, change, wanted.why))
        after = tournament_outcomes(recorder, change) if found.touched else {}
        other = next((id for id in before.keys() | after.keys() if before.get(id) != after.get(id)), None)
        if other is not None:
            raise _unequal("tournament", other)
        for id, observer in token_observers(recorder):
            if change.mentions.is_name(observer):
                c.execute("UPDATE tokens SET observer = ? WHERE id = ?", (found.pseudonym, id))
        return found


def _change(wanted: ErasureRequest, found: Survey) -> Change:
    return Change(Mentions(wanted.name, found.known), found.pseudonym, {})


def _rewritten(recorder: Recorder, one: AffectedRecord, change: Change, why: ErasureReason) -> RewrittenRecord:
    """A record without the name. Raises `ErasureRefused` where it would not be as sound as it was."""
    _check_sound(recorder, one)
    found = read_chain(recorder, one.id, one.kind)
    if one.kind is MATCHES:
        _check_undrawn(one, found, change)
    now = rewritten_record(one.kind, found.events, change, why, recorder.stamp)
    after = judged_either(one.id, Chain([], now.history, None, None), one.kind).finding
    if after is not None:
        raise ErasureRefused(
            f"The {one.kind.noun} {one.id} would not be sound without the name (event {after.version}: "
            f"{after.message}). {NOTHING}"
        )
    if one.kind is MATCHES and match_outcome(found.events, change) != match_outcome(now.history, change):
        raise _unequal(one.kind.noun, one.id)
    return now


def _unequal(noun: str, id: UUID) -> ErasureRefused:
    return ErasureRefused(f"The {noun} {id} would come out otherwise without the name. {NOTHING}")


def _check_sound(recorder: Recorder, one: AffectedRecord) -> None:
    """Raises `ErasureRefused` where `verify` finds anything: what is written anew would pass for sound."""
    finding = verify_either(recorder, one.id).finding
    if finding is not None:
        raise ErasureRefused(
            f"The {one.kind.noun} {one.id} says the name, and to seal it again would hide what is wrong with it: "
            f"{finding.message} {NOTHING}"
        )


def _check_undrawn(one: AffectedRecord, found: Chain, change: Change) -> None:
    """Raises `ErasureRefused` where cards are still to come that are drawn from a seed which says the name."""
    match = rebuilt(None, found.events)
    if match and status_of(match) == "running" and change.mentions.stands_in(match.first.seed or ""):
        raise ErasureRefused(
            f"The match {one.id} is not over, and its seed says the name: with another seed other cards would come. "
            f"Finish it first, or end it with `ludograph abandon {one.id} --reason ...`. {NOTHING}"
        )


def _write(recorder: Recorder, c: Cursor, one: AffectedRecord, now: RewrittenRecord) -> None:
    rows = [
        StoredEvent(one.id, event.originator_version, one.kind.topic_of(event), encoded(event))
        for event in now.history[now.first - 1 :]
    ]
    recorder.store.rewrite_stream(c, rows, _head(one, now.history))
    if recorder.store.has_table(c, "requests"):
        _detach(c, one.id)


def _detach(c: Cursor, id: UUID) -> None:
    """Requests stay answered, but nobody can find out from a digest what they said; sent again, they are refused."""
    c.execute("SELECT key FROM requests WHERE match = ?", (id.hex,))
    keys = [key for (key,) in c.fetchall()]
    c.executemany(
        "UPDATE requests SET asked = ? WHERE match = ? AND key = ?", [(token_hex(16), id.hex, key) for key in keys]
    )


def _head(one: AffectedRecord, history: list[Any]) -> StreamHead:
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
        raise ErasureRefused(f"The {one.kind.noun} {one.id} cannot be played. {NOTHING}") from wrong
