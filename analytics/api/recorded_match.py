"""One match for programs: who played, how it ended, its steps, and the table at any of them as somebody knew it."""

from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ludograph.analytics.archive_paths import judgements_file
from ludograph.domain.judging.judged_match import JudgedMatch
from ludograph.domain.judging.judgement import PLAYOUTS, SEED, JudgePlan, judged_eyes
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Choice, Fact, verb_of
from ludograph.domain.kernel.result import FinalResult
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import at_time
from ludograph.domain.match.final_result import Status, final_of, status_of
from ludograph.domain.match.history import standing_steps
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.values import Reader, UnknownPlayer
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Place
from ludograph.replay.beats.match_story import MatchStory, story_of
from ludograph.replay.drawing.text_table import draw_table
from ludograph.replay.timeline.timeline import Timeline


class StepRecord(NamedTuple):
    """A step that stands, as somebody knows it.

    `seat` is 0 and `player` is `table` where the table acts. What is withheld is `??`.
    """

    number: int
    seat: int
    player: str
    verb: str
    action: Any
    drawn: tuple[Any, ...]
    facts: tuple[Fact, ...]
    recorded_at: datetime
    happened_at: datetime | None


class TableView(NamedTuple):
    """The table after a step, as somebody knows it. `str()` draws it as `ludograph show` does."""

    step: int
    state: Any
    """The game's own state, with `??` for what is not known."""
    scene: Scene | None
    """What lies where, zone by zone; None before the deal is entered."""
    choices: Mapping[str, tuple[Choice, ...]]
    """What is open to each player by name, as far as this view tells."""
    text: str

    def __str__(self) -> str:
        return self.text


def match_of_store(store: Place, name: str, eyes: str, then: datetime | None) -> "RecordedMatch":
    """The match of a store that goes by this name, or begins like it, for an observer.

    With `then` it is as it was believed at that time. Raises `NotFound`, or `NotYet` where it was not begun then.
    """
    with closing(Recorder(store, making=False)) as recorder:
        match = recorder.load(recorder.find(name))
    return RecordedMatch(match if then is None else at_time(match, then), eyes, judgements_file(store))


class RecordedMatch:
    """A match as it stands; with nobody named, as `eyes` know it.

    Whoever does not play in it knows what everybody at the table does.
    """

    def __init__(self, match: Match, eyes: str = "judge", judgements: Path | None = None) -> None:
        self._match = match
        self._eyes = eyes
        self._judgements = judgements

    @property
    def id(self) -> str:
        """What it is stored under, as in lists and in SQL."""
        return str(self._match.id)

    @property
    def game(self) -> str:
        """The id of its game."""
        return self._match.game.id

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of the seats."""
        return self._match.players

    @property
    def options(self) -> Any:
        """The options of the rules with which it is played."""
        return self._match.start.options

    @property
    def event(self) -> str:
        """The tournament that it belongs to; empty where it belongs to none."""
        return self._match.start.event

    @property
    def status(self) -> Status:
        """Whether it is `running`, `over` or `abandoned`."""
        return status_of(self._match)

    @property
    def result(self) -> FinalResult:
        """Scores, winners (by their seats) and places after all rulings; None each before the end."""
        return final_of(self._match)

    @property
    def winners(self) -> tuple[str, ...] | str:
        """The names of those who have won; `??` where the record cannot tell."""
        found = self.result.winners
        return found if isinstance(found, str) else tuple(self.players[seat - 1] for seat in found)

    @property
    def steps(self) -> tuple[StepRecord, ...]:
        """The steps that stand, as whoever the archive was opened for knows them, by default the judge."""
        return self.steps_as(None)

    def steps_as(self, as_: str | int | None) -> tuple[StepRecord, ...]:
        """The steps that stand as somebody knows them: a player's name, a seat number, `table` or `judge`."""
        observer, found = self._observer(as_), []
        for told in standing_steps(self._match)[1:]:
            known: Any = concealed(told.event, told.observer_then(self._match, observer))  # type: ignore[arg-type]
            name = self._match.name(known.actor)
            found.append(
                StepRecord(
                    *(known.number, known.actor, name, verb_of(type(known.action).__name__), known.action),
                    *(known.drawn, known.facts, known.recorded_at, known.happened_at),
                )
            )
        return tuple(found)

    def view(self, as_: str | int | None = None, at: int | None = None) -> TableView:
        """The table as somebody knew it after step `at`, by default the last; 0 is the setup.

        Raises `IndexError` where there is no such step, `LookupError` for somebody who does not play.
        """
        match, observer = self._match, self._observer(as_)
        step = len(match.steps) if at is None else at
        if not 0 <= step <= len(match.steps):
            raise IndexError(f"There is no step {step}: the last is {len(match.steps)}.")
        state = match.view(observer, step)
        if match.awaits_deal:
            return TableView(step, state, None, {}, match.deal_awaited)
        scene = match.game.scene(state)
        choices = {match.name(seat): open_ for seat, open_ in match.open_to(state).items()}
        return TableView(step, state, scene, choices, str(draw_table(scene, Speaker(match.game.deck, match.players))))

    def story(self, as_: str | int | None = None) -> MatchStory:
        """The match in sentences, as somebody knows it: how it went, what decided it, and why it ended so."""
        return story_of(Timeline(self._match, self._observer(as_)))

    def judge(self, as_: str | int | None = None, *, playouts: int = PLAYOUTS, seed: str = SEED) -> JudgedMatch:
        """What each step was worth to each player, luck apart from play, and the errors of players.

        From what `as_` knew, a player's name or a seat number; by default from what all of them knew together, which
        is for a match that is over. It is kept beside the store. Raises `NotJudged`, or `LookupError` for a stranger.
        """
        observer = self._observer(as_)
        plan = JudgePlan(judged_eyes(observer), playouts, seed)
        return judged_match(self._match, plan, self._judgements)

    def _observer(self, as_: str | int | None) -> Observer:
        name = (self._eyes if as_ is None else str(as_)).strip()
        if name.casefold() in ("judge", "table"):
            return JUDGE if name.casefold() == "judge" else TABLE
        try:
            return Reader(self._match.game.deck, self.players).seat(name)
        except UnknownPlayer:
            if as_ is None:
                return TABLE
            known = ", ".join(self.players)
            raise LookupError(
                f"Nobody in this match is called {name}: as_ takes {known}, a seat number, table or judge."
            ) from None

    def __repr__(self) -> str:
        return f"<{self._match.game.title} of {', '.join(self.players)}: {len(self._match.steps)} steps, {self.status}>"
