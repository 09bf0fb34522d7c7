"""What a store says of somebody: the records in which a name stands, and what only nearly says it."""

from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import count
from typing import Any, Final, NamedTuple
from uuid import UUID

from msgspec import Struct

from ludograph.domain.erasure.mentions import Mentions, parts_of
from ludograph.domain.erasure.rewrite import FORGETTING_EVENTS, Change, ErasureReason, event_texts, pseudonymised
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.events import Step, StepsAmended
from ludograph.domain.notation.names import folded, folded_text
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.exchange.tournament_merger import everything
from ludograph.domain.tournaments.verification import chain_kind
from ludograph.domain.verify.verification import MATCHES, Chain, StreamKind, read_chain

NO_REASON: Final = ErasureReason("", "")
MOST: Final = 5
"""No more names than this are told that may be meant."""
NEARLY: Final = 0.8
"""How alike two names are, from 0 to 1, of which one may be meant by the other."""
DEFAULT: Final = ("Player", "Somebody", "X")
"""What pseudonyms begin with, where nobody names one; the first in which the name itself does not stand."""


class ErasureRefused(StoreError):
    """The name cannot be forgotten like this, and nothing was changed; the message says why and what to do."""


class AffectedRecord(Struct, frozen=True):
    """A record in which the name stands."""

    id: UUID
    kind: StreamKind
    events: int
    """How many of its events say it."""
    found_by: str = ""
    """The id that its file had, where the name stands in that: it is found by its own id alone then."""


class SimilarName(Struct, frozen=True):
    """A name that is nearly the one that is forgotten, or has a part of it, and in how many records it stands."""

    name: str
    records: int


class Mention(Struct, frozen=True):
    """A text that says a part of the name, which may mean somebody else: a person has to look."""

    id: UUID
    noun: str
    event: int
    step: int | None
    part: str


class Survey(Struct, frozen=True):
    """What a store says of somebody, and the pseudonym that is free in it."""

    pseudonym: str
    touched: tuple[AffectedRecord, ...] = ()
    near: tuple[SimilarName, ...] = ()
    mentions: tuple[Mention, ...] = ()
    unreadable: tuple[UUID, ...] = ()
    """Records that are damaged, or of a newer program; the name does not stand in them."""
    known: frozenset[str] = frozenset()
    """Every name in the store."""
    tokens: int = 0
    """How many tokens are for whoever is called so."""

    @property
    def events(self) -> int:
        """How many events say the name."""
        return sum(one.events for one in self.touched)

    def count(self, noun: str) -> int:
        """How many matches or tournaments say the name."""
        return sum(one.kind.noun == noun for one in self.touched)


class _FirstPass(NamedTuple):
    """What a first look at all records has found."""

    names: Counter[str]
    """Every name, with the number of records in which it stands."""
    places: list[tuple[UUID, StreamKind]]
    """The records in which the name may stand."""
    partly: list[tuple[UUID, StreamKind]]
    """Those in which a part of it may."""
    unreadable: list[UUID]
    raw: list[str]
    """What stands in those, as names are compared."""
    forgettings: list[Any]
    """The events which say that a name was forgotten."""
    observers: list[str]
    """For whom tokens are."""

    @property
    def known(self) -> frozenset[str]:
        """Every whole name."""
        return frozenset((*self.names, *self.observers))

    def is_taken(self, name: str) -> bool:
        """Whether somebody is called so, or may be in what cannot be read."""
        look = folded(name)
        return look in set(map(folded, self.known)) or any(look in text for text in self.raw)


def survey_store(recorder: Recorder, name: str, wanted: str = "", why: ErasureReason = NO_REASON) -> Survey:
    """Looks through all records.

    Raises `ErasureRefused` where one cannot be read that says the name, where nobody has that name, and where somebody
    has the pseudonym. A run that forgot the name already, for the same reason, may be repeated.
    """
    look = _first_pass(recorder, name)
    if not any(map(Mentions(name).is_name, look.known)):
        return Survey(_earlier_pseudonym(look, name, wanted, why), near=tuple(_near(name, look.names)))
    mentions = Mentions(name, look.known)
    pseudonym = wanted or _free_pseudonym(look, mentions)
    _check_free_pseudonym(look, pseudonym)
    change = Change(mentions, pseudonym, {})
    found = (_touched(id, kind, read_chain(recorder, id, kind), change) for id, kind in look.places)
    return Survey(
        pseudonym,
        tuple(one for one in found if one is not None),
        tuple(_near(name, look.names)),
        tuple(_mentioned(recorder, name, look, change)),
        tuple(look.unreadable),
        look.known,
        sum(map(mentions.is_name, look.observers)),
    )


def token_observers(recorder: Recorder) -> list[tuple[str, str]]:
    """The id of each token, and the observer that it is for."""
    with recorder.store.cursor() as c:
        there = recorder.store.has_table(c, "tokens")
    return [(id, observer) for id, observer in recorder.store.fetch("SELECT id, observer FROM tokens")] if there else []


def _first_pass(recorder: Recorder, name: str) -> _FirstPass:
    mentions, parts = Mentions(name), parts_of(name)
    look = _FirstPass(Counter(), [], [], [], [], [], [observer for _, observer in token_observers(recorder)])
    for id in everything(recorder):
        kind = chain_kind(recorder, id)
        found = read_chain(recorder, id, kind)
        if found.finding is not None:
            look.raw.extend(_texts_of_unreadable(found, kind, id, name))
            look.unreadable.append(id)
            continue
        look.forgettings.extend(event for event in found.events if isinstance(event, FORGETTING_EVENTS))
        texts = [one for event in found.events for one in event_texts(event)]
        look.names.update({one.text for one in texts if one.mode == "name" and one.text})
        if any(mentions.stands_in(one.text) for one in texts):
            look.places.append((id, kind))
        if parts and any(part in folded_text(one.text) for one in texts if one.mode == "text" for part in parts):
            look.partly.append((id, kind))
    return look


def _texts_of_unreadable(found: Chain, kind: StreamKind, id: UUID, name: str) -> list[str]:
    """What cannot be read, as names are compared. Raises `ErasureRefused` where that says the name."""
    raw = (row.state if isinstance(row.state, bytes) else str(row.state).encode() for row in found.rows)
    texts = [folded(state.decode(errors="replace")) for state in raw]
    if any(folded(name) in text for text in texts):
        raise ErasureRefused(
            f"The {kind.noun} {id} says the name, but it is damaged, or of a newer Ludograph: to seal it again would "
            f"hide what is wrong with it. `ludograph verify {id}` says what that is. Nothing was changed."
        )
    return texts


def _touched(id: UUID, kind: StreamKind, found: Chain, change: Change) -> AffectedRecord | None:
    changed = [(event, now) for event in found.events if (now := pseudonymised(event, change)) is not event]
    if not changed:
        return None
    ids = (getattr(event, "source", "") for event, now in changed if getattr(now, "source", "") != _source(event))
    return AffectedRecord(id, kind, len(changed), next(ids, ""))


def _source(event: Any) -> str:
    return getattr(event, "source", "")


def _free_pseudonym(look: _FirstPass, mentions: Mentions) -> str:
    """A pseudonym that nobody is called by; it says nothing of the name."""
    stem = next(stem for stem in DEFAULT if not mentions.stands_in(stem))
    return next(one for number in count(1) if not look.is_taken(one := f"{stem} {number}"))


def _check_free_pseudonym(look: _FirstPass, pseudonym: str) -> None:
    """Raises `ErasureRefused` where somebody is called so, wherever: two people would become one."""
    if look.is_taken(pseudonym):
        raise ErasureRefused(
            f"{pseudonym} is somebody's name in this store already: choose a pseudonym that nobody has, or leave out "
            "--as. Nothing was changed."
        )


def _earlier_pseudonym(look: _FirstPass, name: str, wanted: str, why: ErasureReason) -> str:
    """The pseudonym of a run which forgot the name already. Raises `ErasureRefused` where there can have been none."""
    fits = [
        one for one in look.forgettings if wanted in ("", one.pseudonym) and ErasureReason(one.reason, one.by) == why
    ]
    if fits:
        return str(max(fits, key=lambda one: one.recorded_at).pseudonym)
    if wanted and wanted in {*look.observers, *(one.pseudonym for one in look.forgettings)}:
        return wanted
    near = list({folded(one.name): one.name for one in _near(name, look.names)}.values())[:MOST]
    meant = f" Did you mean {listed(near, last='or')}?" if near else ""
    raise ErasureRefused(
        f"Nobody in this store is called {name}: only a whole name can be forgotten, as it stands among players, in "
        f"--by, or in a token.{meant} Nothing was changed."
    )


def _near(name: str, names: Counter[str]) -> Iterator[SimilarName]:
    """Names that may be the same person's, or of which a part is, the likest first."""
    own, parts = folded(name), {folded(name), *parts_of(name)}
    likeness = {other: SequenceMatcher(None, own, folded(other)).ratio() for other in names if folded(other) != own}
    for other in sorted(likeness, key=lambda other: (-likeness[other], other)):
        if likeness[other] >= NEARLY or any(Mentions(part).stands_in(other) for part in parts):
            yield SimilarName(other, names[other])


def _mentioned(recorder: Recorder, name: str, look: _FirstPass, change: Change) -> Iterator[Mention]:
    """The texts in which a part of the name stands, and is no part of any name that is known."""
    parts = [(part, Mentions(part, look.names)) for part in parts_of(name)]
    for id, kind in look.partly:
        for event in read_chain(recorder, id, kind).events:
            if isinstance(event, FORGETTING_EVENTS):
                continue
            told = [one.text for one in event_texts(pseudonymised(event, change)) if one.mode == "text"]
            for part, mentions in parts:
                if any(mentions.stands_in(text) for text in told):
                    yield Mention(id, kind.noun, event.originator_version, _step(kind, event), part)


def _step(kind: StreamKind, event: Any) -> int | None:
    """The step that an event of a match is about."""
    if kind is not MATCHES:
        return None
    if isinstance(event, Step):
        return event.number
    return event.at if isinstance(event, StepsAmended) else getattr(event, "step", None)
