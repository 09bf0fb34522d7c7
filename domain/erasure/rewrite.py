"""Events in which a pseudonym stands for a name, sealed again: driven by the types of their fields."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.erasure.mentions import Mentions
from ludograph.domain.kernel.cards import CardMark
from ludograph.domain.kernel.marks import CodeMark, NameMark
from ludograph.domain.match import commitment as deal_commitment
from ludograph.domain.match import events
from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.tournaments import events as decisions
from ludograph.domain.verify.verification import MATCHES, StreamKind

Mode = Literal["name", "text"]
"""What a text is: somebody's name and nothing else, or words among which names may stand."""
S = TypeVar("S", bound=Struct)
FORGETTING_EVENTS: Final = (events.NameForgotten, decisions.NameForgotten)


class EventText(NamedTuple):
    """A text of an event, as it may be read by people."""

    mode: Mode
    text: str


class Change(NamedTuple):
    """What is put in the place of a name."""

    mentions: Mentions
    pseudonym: str
    seeds: dict[str, str]
    """What every seed is from now on that said the name: where two matches had the same, they have the same again."""

    def of(self, mode: Mode, text: str) -> str:
        """A text without the name."""
        if mode == "name":
            return self.pseudonym if self.mentions.is_name(text) else text
        return self.mentions.replaced(text, self.pseudonym)

    def start(self, was: Any, now: Any, stamp: Callable[[], Stamp]) -> Any:
        """A first event without what nobody may choose by a pseudonym, or finds anything by."""
        if getattr(was, "source", "") != getattr(now, "source", ""):
            now = replace(now, source="")
        if isinstance(was, events.MatchStarted) and was.seed is not None and was.seed != now.seed:
            now = replace(now, seed=self.seeds.setdefault(was.seed, stamp().salt))
        return now


class ErasureReason(NamedTuple):
    """For what reason a name is forgotten, and who says so."""

    reason: str
    by: str


class RewrittenRecord(NamedTuple):
    """A record without a name: its events from the first that changed on, the last of which tells of it."""

    history: list[Any]
    """All of its events."""
    first: int
    """The version of the first that is another."""
    changed: int
    """How many events say something else."""


def event_texts(value: Any, mode: Mode = "text") -> Iterator[EventText]:
    """All that people may read in an event."""
    if isinstance(value, str):
        yield EventText(mode, value)
    elif isinstance(value, tuple):
        for one in value:
            yield from event_texts(one, mode)
    elif isinstance(value, Struct):
        for name, within in _text_fields(type(value)):
            yield from event_texts(getattr(value, name), within)


def pseudonymised(struct: S, change: Change) -> S:
    """An event with a pseudonym for a name; the same object where nothing in it says that."""
    changed: S = _renamed(struct, "text", change)
    return changed


def _renamed(value: Any, mode: Mode, change: Change) -> Any:
    if isinstance(value, str):
        return change.of(mode, value)
    if isinstance(value, tuple):
        others = tuple(_renamed(one, mode, change) for one in value)
        return value if all(one is other for one, other in zip(value, others, strict=True)) else others
    if isinstance(value, Struct):
        fields = {name: _renamed(getattr(value, name), within, change) for name, within in _text_fields(type(value))}
        fields = {name: other for name, other in fields.items() if other is not getattr(value, name)}
        return replace(value, **fields) if fields else value
    return value


def rewritten_record(
    kind: StreamKind, history: Sequence[Any], change: Change, why: ErasureReason, stamp: Callable[[], Stamp]
) -> RewrittenRecord:
    """A record in which a name is forgotten; without any other event where it does not stand there."""
    fresh: list[Any] = []
    first = changed = 0
    commitment = ""
    for event in history:
        now = pseudonymised(event, change)
        if now is not event:
            changed += 1
            first = first or event.originator_version
            # Digests of before stay known (slips, anchors): with the old salt the name could be found by trying.
            now = replace(change.start(event, now, stamp), salt=stamp().salt)
            if isinstance(event, events.MatchStarted) and event.commitment:
                now = _with_commitment(event, now, stamp)
                commitment = event.commitment if now.commitment != event.commitment else ""
        fresh.append(_with_digest(kind, now, fresh) if first else event)
    if changed:
        fresh.append(_forgetting_event(kind, history, fresh, change, ErasureReason(*why), stamp(), changed, commitment))
    return RewrittenRecord(fresh, first, changed)


def _with_digest(kind: StreamKind, event: Any, before: Sequence[Any]) -> Any:
    event = replace(event, previous=before[-1].digest if before else "", digest="")
    return replace(event, digest=events.digest_of(kind.topic_of(event), events.encoded(event)))


def _forgetting_event(
    kind: StreamKind,
    history: Sequence[Any],
    fresh: Sequence[Any],
    change: Change,
    why: ErasureReason,
    stamp: Stamp,
    changed: int,
    commitment: str,
) -> Any:
    """The event that says that something was forgotten; a match that is full takes it, too."""
    last = history[-1]
    about = {
        "pseudonym": change.pseudonym,
        "events": changed,
        "other": last.digest,
        "recorded_at": stamp.after(last.recorded_at),
        "originator_id": last.originator_id,
        "originator_version": last.originator_version + 1,
        "salt": stamp.salt,
        "previous": "",
        **why._asdict(),
    }
    if kind is MATCHES:
        return _with_digest(kind, events.NameForgotten(game=last.game, commitment=commitment, **about), fresh)
    return _with_digest(kind, decisions.NameForgotten(**about), fresh)


def _with_commitment(start: Any, now: Any, stamp: Callable[[], Stamp]) -> Any:
    """A start whose orders are sealed again, where they are told by the names of players, or the seed says one."""
    if deal_commitment.commitment_holds(now):
        return now
    now = replace(now, nonce=stamp().salt + stamp().salt)
    orders = deal_commitment.written_deal(now.players, now.deal)
    return replace(now, commitment=deal_commitment.commitment(now.nonce, now.seed or "", orders))


@cache
def _text_fields(struct: type[Struct]) -> tuple[tuple[str, Mode], ...]:
    """The fields of a Struct in which people may be told of."""
    hints = get_type_hints(struct, include_extras=True)
    modes = ((name, mode_of(hints[name])) for name in struct.__struct_fields__)
    return tuple((name, mode) for name, mode in modes if mode is not None)


@cache
def mode_of(hint: Any) -> Mode | None:
    """What is said in a field of this type; None where nothing is that a person has written."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        if any(isinstance(mark, NameMark) for mark in marks):
            return "name"
        return None if any(isinstance(mark, CodeMark | CardMark) for mark in marks) else mode_of(inner)
    if hint is str or isinstance(hint, TypeVar):
        return "text"
    whole = get_origin(hint) or hint
    if isinstance(whole, type) and issubclass(whole, Struct):
        return "text"
    if whole in (tuple, Union, UnionType):
        return next((mode for one in get_args(hint) if (mode := mode_of(one)) is not None), None)
    return None
