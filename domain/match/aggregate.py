"""The aggregate: a match as its events make it, and the simple decisions, each of which adds one event to it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.chance import Chance, Drawing, RawOutcomes, Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import EVERYBODY, JUDGE, TABLE, Action, Audience, Choice, Deal, Game, Options, Seat
from ludograph.domain.kernel.play import PartOfDeal, Played, UnreadAction, begin, check_start
from ludograph.domain.match.commitment import commitment, written_deal
from ludograph.domain.match.decisions import DecisionContext, decided
from ludograph.domain.match.events import (
    AnyStarted,
    AnyStep,
    DealEntered,
    Event,
    MatchForked,
    MatchStarted,
    NoteAdded,
    Step,
    StepsTakenBack,
    sealed,
)
from ludograph.domain.match.events import begun as as_begun
from ludograph.domain.match.persistent_list import PersistentList
from ludograph.domain.match.state import MatchState
from ludograph.domain.match.undealt import game_of
from ludograph.domain.match.view_cache import cached_view
from ludograph.domain.match.views import fold, known_state
from ludograph.domain.notation import limits
from ludograph.domain.notation.lines import ForkOrigin
from ludograph.domain.notation.values import TABLE_NAME

NAMELESS: Final = UUID(int=0)
"""The id of a match whose own is worked out from what is played: until then nothing of it is sealed."""


class NoSuchStep(ValueError):
    """A takeback or a note names a step that does not stand; the message says which there are."""


class MatchClosed(ValueError):
    """Nothing of this kind can be recorded in the match as it stands; the message says what to do."""


class DealAwaited(MatchClosed):
    """The match began without its deal, so that nothing else is entered before it; the message says how it is."""


class DealStands(MatchClosed):
    """A deal is entered for a match that has one; the message says what puts it right."""


class EntryDetails(Struct, frozen=True):
    """What comes with an action but is not part of the game: who entered it, when it happened, a note."""

    by: str = ""
    happened_at: datetime | None = None
    note: str = ""


NO_ENTRY = EntryDetails()


class Stamp(NamedTuple):
    """What makes an event this event: the clock's time, 16 random bytes as hex, and by which token it was entered."""

    now: datetime
    salt: str
    token: str = ""
    """Such as `scribe 1a2b3c4d5e6f`; empty where it came by no token."""
    exact: bool = False
    """Whether it is that of a recorded event which is decided again: its time stays as it is."""

    def signed(self, by: str) -> str:
        """Who entered something: the name that was given, which anybody can type, never without the token."""
        return f"{by} ({self.token})" if by and self.token else by or self.token

    def after(self, last: datetime) -> datetime:
        """When an event was recorded that follows one of that time: within a record time never goes back."""
        return self.now if self.exact else max(self.now, last)


class About(NamedTuple):
    """What is known of a match besides the game: the tournament it belongs to, and the file it came from."""

    event: str = ""
    round: str = ""
    table: str = ""
    played_on: str = ""
    source: str = ""


class Match(Struct, frozen=True):
    """A match as it stands. `steps` and `states` are what stands, `history` is everything that was ever recorded.

    `states[n]` is the state after step n, as the judge knows it. `pending` events are not stored yet.
    """

    start: AnyStarted
    game: Game
    steps: Sequence[AnyStep]
    states: Sequence[Any]
    history: Sequence[Event]
    pending: Sequence[Event] = ()
    abandoned: bool = False
    """Whether it will not be finished."""

    @property
    def id(self) -> UUID:
        """What the match is stored under."""
        return self.start.originator_id

    @property
    def first(self) -> AnyStarted:
        """The start as it was recorded first, whatever was put right since."""
        start = self.history[0]
        assert isinstance(start, MatchStarted)
        return start

    @property
    def version(self) -> int:
        """The number of events so far."""
        return len(self.history)

    @property
    def head(self) -> str:
        """The digest of the newest event."""
        return self.history[-1].digest

    @property
    def state(self) -> Any:
        """The state as it stands now."""
        return self.states[-1]

    @property
    def awaits_deal(self) -> bool:
        """Whether its deal, which only its table knows, is not entered yet: then its state is None."""
        return self.start.deal is None

    @property
    def deal_awaited(self) -> str:
        """That its deal is awaited, and how it is entered, as a sentence."""
        name = self.start.source or self.id
        return (
            f"The deal of this match is awaited, which only its table knows: `ludograph play {name}` asks for it, "
            f"`ludograph act {name} 'deal ...'` takes it."
        )

    def check_undealt(self) -> None:
        """Raises `DealStands` where it has its deal."""
        if not self.awaits_deal:
            told = f"`ludograph amend {self.start.source or self.id} 0 'deal: ...' --reason ...` puts it right."
            raise DealStands(f"This match has its deal already: {told}")

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, seat 1 first."""
        return self.start.players

    def play(
        self,
        seat: int,
        move: Action | UnreadAction,
        stamp: Stamp,
        *,
        chance: Chance | None = None,
        entry: EntryDetails = NO_ENTRY,
        observer: Observer | None = None,
    ) -> "Match":
        """The match after one more action, decided as `decisions.decided` says. Raises `Refused` or `MatchClosed`."""
        self.check_open()
        standing = DecisionContext(self.game, self.state, self.view, self.start.seed, len(self.states))
        done = decided(standing, seat, move, self.chance() if chance is None else chance, observer)
        step = Step(
            number=len(self.states),
            actor=seat,
            action=done.action,
            drawn=done.drawn,
            seen_by=audiences(done),
            shuffled=done.shuffled,
            facts=done.facts,
            happened_at=entry.happened_at,
            note=entry.note,
            **self._next(stamp, entry.by),
        )
        return self._with(step, done.state)

    def take_back(self, to: int, reason: str, stamp: Stamp, by: str = "") -> "Match":
        """The match as it stood after step `to`. Raises `NoSuchStep` where there is nothing to take back."""
        self.check_open()
        if not 0 <= to < len(self.steps):
            raise NoSuchStep(_where_to_go_back(len(self.steps)))
        limits.check_text("A reason", reason)
        event = StepsTakenBack(to=to, reason=reason, **self._next(stamp, by))
        return self._with(event)

    def enter_deal(self, deal: Deal | PartOfDeal, stamp: Stamp, by: str = "") -> "Match":
        """The match with the deal that it began without. Raises `Refused`, `DealStands` or `MatchClosed`."""
        self.check_undealt()
        self._check_not_abandoned()
        game = GAMES[self.start.game]
        entered = begin(game, self.start.options, len(self.players), deal, Written(game.deck))
        start = replace(as_begun(self.start), rules_version=game.version, deal=entered.deal, facts=entered.facts)
        return self._with(DealEntered(start=start, **self._next(stamp, by)))

    def check_open(self) -> None:
        """Raises `MatchClosed` where the match was abandoned, or awaits its deal."""
        self._check_not_abandoned()
        if self.awaits_deal:
            raise DealAwaited(self.deal_awaited)

    def _check_not_abandoned(self) -> None:
        if self.abandoned:
            raise MatchClosed(
                "This match was abandoned, so that nothing more is entered: `ludograph reopen` opens it again."
            )

    def add(self, kind: type[Event], stamp: Stamp, by: str = "", **fields: Any) -> "Match":
        """The match with one more event of a kind, with these fields; whether they may be entered is checked before."""
        return self._with(kind(**fields, **self._next(stamp, by)))

    def annotate(
        self, step: int, text: str, stamp: Stamp, *, public: bool = False, by: str = "", reserved: bool = False
    ) -> "Match":
        """Return the match with a note on a standing step. Raises `NoSuchStep`, or `TooLong` (`limits.RESERVED`)."""
        if not 0 <= step <= len(self.steps):
            raise NoSuchStep(f"There is no step {step}: the last is {len(self.steps)}.")
        limits.check_text("A remark", text)
        if self.version > limits.EVENTS - limits.RESERVED and not reserved and self.version <= limits.EVENTS:
            raise limits.TooLong(limits.NO_REMARKS)
        return self._with(NoteAdded(step=step, text=text, public=public, **self._next(stamp, by)))

    def chance(self, drawn: RawOutcomes | None = None, shuffled: Cards | None = None) -> Chance:
        """Where the outcomes of the next action come from: those written, else the program if it deals this match."""
        if drawn is None and shuffled is None and self.start.seed is not None:
            return Drawing(self.start.seed, len(self.states))
        return Written(self.game.deck, drawn, shuffled, len(self.states))

    def view(self, observer: Observer, at: int | None = None) -> Any:
        """The state as that observer knows it, after step `at` (by default the last)."""
        if observer == JUDGE:
            return self.states[-1 if at is None else at]
        if at in (None, len(self.steps)):
            return cached_view(self.start, self.steps, observer)
        return known_state(self.game, self.start, self.steps[:at], observer)

    def open_to(self, state: Any) -> dict[Seat, tuple[Choice, ...]]:
        """What is open to each seat in a state of this match, and to the table; only those who have any choice."""
        seats = (*range(1, len(self.players) + 1), TABLE)
        return {seat: choices for seat in seats if (choices := self.game.choices(state, seat))}

    def awaited(self, state: Any) -> list[Seat]:
        """The seats that somebody waits for in a state of this match."""
        return [seat for seat, choices in self.open_to(state).items() if waited_for(choices)]

    def name(self, seat: Seat) -> str:
        """What a seat is called: the player's name, or `table`."""
        return TABLE_NAME if seat == TABLE else self.players[seat - 1]

    def under(self, id: UUID) -> "Match":
        """A match that had no id while it was played, with this one, and sealed."""
        history: list[Event] = []
        for event in self.history:
            previous = history[-1].digest if history else ""
            history.append(sealed(replace(event, originator_id=id, previous=previous)))
        start = history[0]
        assert isinstance(start, MatchStarted)
        events = tuple(history)
        steps = tuple(events[step.originator_version - 1] for step in self.steps)
        return replace(self, start=start, steps=steps, history=events, pending=events)

    def collect_events(self) -> Sequence[Event]:
        """The events that are not stored yet, for eventsourcing's `Application.save`."""
        return self.pending

    def stored(self) -> "Match":
        """The match with nothing left to store."""
        return replace(self, pending=())

    def evolve(self, events: Iterable[Event]) -> "Match":
        """The match after events that the store held: no more is done for it than these events cost."""
        stands = MatchState(self.start, self.steps, self.states, self.history, abandoned=self.abandoned)
        if not stands.apply(events):
            return self.stored() if self.pending else self
        # A game of which only tests know stays what it is.
        game = self.game if stands.start.deal is self.start.deal else game_of(stands.start)
        return Match(stands.start, game, stands.steps, stands.states, stands.history, abandoned=stands.abandoned)

    def with_step(self, step: AnyStep, state: Any) -> "Match":
        """The match with a step that stands, and the state after it, of which no event of its own tells."""
        return replace(
            self, steps=PersistentList.of(self.steps).plus(step), states=PersistentList.of(self.states).plus(state)
        )

    def _with(self, event: Event, state: Any = None) -> "Match":
        event = event if self.id == NAMELESS else sealed(event)
        pending = PersistentList.of(self.pending).plus(event)
        if isinstance(event, Step):
            return replace(
                self.with_step(event, state), history=PersistentList.of(self.history).plus(event), pending=pending
            )
        return replace(self.evolve([event]), pending=pending)

    def _next(self, stamp: Stamp, by: str) -> dict[str, Any]:
        """What every event has that is added to this match."""
        if self.version > limits.EVENTS:
            raise limits.TooLong(limits.MATCH_FULL)
        return {
            "game": self.game.id,
            "by": stamp.signed(by),
            "originator_id": self.id,
            "originator_version": self.version + 1,
            "recorded_at": stamp.after(self.history[-1].recorded_at),
            "salt": stamp.salt,
            "previous": self.head,
        }


def audiences(done: Played) -> tuple[Audience, ...]:
    """Who saw each outcome, as a step has it: nothing where everybody saw all of them."""
    return () if all(audience == EVERYBODY for audience in done.seen_by) else done.seen_by


def waited_for(choices: Iterable[Choice]) -> bool:
    """Whether somebody waits for a seat to which these choices are open."""
    return not all(choice.idle for choice in choices)


class Setting(NamedTuple):
    """What a match begins with, besides its game and chance."""

    players: tuple[str, ...]
    options: Options
    deal: Deal | PartOfDeal | None
    seed: str | None
    about: About = About()
    nonce: str = ""
    """32 random bytes as hex, where the orders are to be sealed."""
    awaits_deal: bool = False
    """Whether the deal, which only the table knows, is entered later."""
    origin: ForkOrigin | None = None
    """Of which match it is a fork."""


def _where_to_go_back(steps: int) -> str:
    if steps < 2:
        return "There is 1 step: name 0 to go back to." if steps else "There is no step that could be taken back."
    return f"There are {steps} steps: name one from 0 to {steps - 1} to go back to."


def start_match(game: Game, id: UUID, setting: Setting, stamp: Stamp, by: str = "") -> Match:
    """A new match, set up; with a seed and no deal the program deals. Raises `Refused`."""
    chance: Chance = Written(game.deck) if setting.seed is None else Drawing(setting.seed, 0)
    seats, nonce = len(setting.players), setting.nonce
    if setting.awaits_deal:
        check_start(game, setting.options, seats)
    begun = None if setting.awaits_deal else begin(game, setting.options, seats, setting.deal, chance)
    seal = commitment(nonce, setting.seed or "", written_deal(setting.players, begun.deal)) if nonce and begun else ""
    origin: dict[str, Any] = {"origin": setting.origin} if setting.origin else {}
    start: AnyStarted = (MatchForked if origin else MatchStarted)(
        game=game.id,
        rules_version=game.version,
        players=setting.players,
        options=setting.options,
        deal=begun and begun.deal,
        facts=begun.facts if begun else (),
        seed=setting.seed,
        nonce=nonce,
        commitment=seal,
        **setting.about._asdict(),
        **origin,
        by=stamp.signed(by),
        originator_id=id,
        originator_version=1,
        recorded_at=stamp.now,
        salt=stamp.salt,
        previous="",
    )
    start = start if id == NAMELESS else sealed(start)
    return Match(start, game_of(start, game), (), (begun and begun.state,), (start,), (start,))


def rebuilt(match: Match | None, events: Iterable[Event]) -> Match | None:
    """A match from its stored events, or one carried on by newer ones; None where there are none."""
    left = iter(events)
    if match is None:
        start = next(left, None)
        if start is None:
            return None
        assert isinstance(start, MatchStarted)
        match = Match(start, game_of(start), (), (fold(None, start.facts),), (start,))
    return match.evolve(left)
