"""The player itself: keys, mouse and time move a session, and the screen is painted from it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer

from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.domain.store.errors import StoreError
from ludograph.replay.player import screen
from ludograph.replay.player.asking_app import AskingApp
from ludograph.replay.player.board import board
from ludograph.replay.player.keys import IN_PANEL, KEYS
from ludograph.replay.player.layout import WIDE, layout
from ludograph.replay.player.line_weights import line_weights
from ludograph.replay.player.overview import overview
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.player.variation import Untried, Variation, VariationTools
from ludograph.replay.player.widgets import Body, Lines, StepList
from ludograph.replay.sentences.step_sentences import reading_time

PACES: Final = (8.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds for a line of text when the match plays by itself, from slow to fast."""
MOVE: Final = "Which move, by its number or as it is typed"
"""The question that a variation asks."""
CHOICE: Final = "Number of the choice"
"""The question that a decision asked again asks."""
POLL: Final = 1.0
"""Seconds between two looks for what was recorded."""


class PlayerApp(AskingApp):
    """A match on the whole screen. `refreshed` brings it up to date where it is still being recorded."""

    def __init__(
        self,
        session: ReplaySession,
        refreshed: Callable[[Match], Match] | None = None,
        variations: VariationTools | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self.variation: Variation | None = None
        """What is tried instead of what was played; `session` is at it then."""
        self.kept: list[str] = []
        """The commands that record variations, which are told when it is left."""
        self.upper = ""
        """`facts`, `notes`, `words`, `glance`, `help` or `moves` where that is shown instead of the table."""
        self.choosing = False
        """Whether it is shown what could have been done."""
        self.listing = 1
        """How much room the list of steps takes under the table: none, a little or half."""
        self.pace = PACES.index(1.0)
        self._refreshed = refreshed
        self._variations = variations
        self._clock: Timer | None = None
        self._wanted = ""

    def compose(self) -> ComposeResult:
        """State and scoreboard, the table beside or above the steps, one line of keys or of a question."""
        yield Lines("head")
        yield Lines("board")
        with Body(id="body"):
            yield Lines("table", more="")
            with Vertical(id="side"):
                yield StepList("steps")
                yield Lines("told", more=": f shows them")
        yield Lines("foot")

    def on_mount(self) -> None:
        """Begins to follow the match, if it is followed."""
        self._part("steps").border_title = " Steps "
        if self._refreshed is not None:
            self.set_interval(POLL, self.poll)
        self.paint()

    # The screen

    def paint(self) -> None:
        """Everything anew, from the session."""
        session, (width, height) = self.session, self.size
        self.screen.set_class(width >= WIDE, "-wide")
        told = screen.told_lines(session, layout(width, height).side, self.choosing)
        strip = board(session, width, height)
        plan = layout(
            width,
            height,
            board=len(strip),
            told=len(told),
            choosing=self.choosing or session.question is not None,
            listing=self._listed(),
        )
        self._part("side").styles.width = plan.side
        self._part("steps").display = plan.steps > 0
        self._lines("head", 1).show([screen.head(session, self._state(), width)])
        self._part("board").display = bool(strip)
        self._lines("board", len(strip)).show(strip)
        self._paint_upper(plan.table, plan.rows)
        self._paint_steps(plan.steps)
        self._part("told").border_title = Text(f" {screen.told_title(session)} ")
        self._lines("told", plan.told).show(told, top=0)
        self.paint_foot()

    def _listed(self) -> int:
        """How much room the list of steps has: a few give way to what is decided, and all to what hides the table."""
        decided = self.listing == 1 and self.session.recording.stage(self.session.at, self.session.beat)
        return 0 if self.upper or decided else self.listing

    def _paint_upper(self, width: int, rows: int) -> None:
        """The table, or what is shown instead of it; what is marked is brought into sight."""
        stage = [] if self.upper else screen.stage(self.session, width)[: max(rows - 1, 0)]
        shown = {
            "": lambda: screen.table(self.session, width, rows - len(stage)),
            "facts": lambda: screen.facts(self.session, width),
            "notes": lambda: screen.notes(self.session, width),
            "words": lambda: screen.words(self.session, width, self.choosing),
            "glance": lambda: overview(self.session, width),
            "help": lambda: screen.help_lines(width),
            "moves": lambda: self.variation.move_lines(width) if self.variation else [],
        }[self.upper]()
        table = self._lines("table", rows)
        table.show(shown, head=stage)
        if not self.upper:
            table.bring_most(line_weights(self.session, shown))

    def _paint_steps(self, rows: int) -> None:
        session, steps = self.session, self._lines("steps", rows)
        steps.show_lazily(session.told + 1, partial(screen.step_line, session))
        steps.bring(max(session.at - 1, 0), min(session.at + 1, session.told))

    def paint_foot(self) -> None:
        """The keys, a message, or what is asked and typed."""
        line = Text(on_one_line(self._message), style="bold") if self._message else screen.foot(self.size.width)
        self._lines("foot", 1).show([self.question_line or line])

    def _state(self) -> str:
        """What goes on by itself, and whether it is a variation."""
        varied = f"variation after step {self.variation.base}" if self.variation else ""
        following = "following" if self._refreshed is not None else ""
        playing = "" if self._clock is None else f"plays, {PACES[self.pace]:g} s a line"
        return " · ".join(filter(None, [varied, following, playing]))

    # Keys

    def keys(self) -> Mapping[str, tuple[Any, ...]]:
        """Those of the panel where one hides the table."""
        return IN_PANEL if self.upper else KEYS

    def move(self, how: str, *given: int) -> None:
        """Somewhere else in the match, as the session calls the way there."""
        getattr(self.session, how)(*given)
        self.went()

    def went(self, found: bool = True, otherwise: str = "") -> None:
        """The screen after somebody went somewhere by hand: it no longer plays by itself."""
        self.stop()
        self.say("" if found else otherwise)

    def same_seat(self, direction: int) -> None:
        """To another step of whoever acted in this one."""
        self.went(
            self.session.same_seat(direction), f"There is no {'later' if direction > 0 else 'earlier'} step of theirs."
        )

    def mark(self, direction: int) -> None:
        """To another mark on the way."""
        self.went(self.session.mark(direction), f"There is no {'later' if direction > 0 else 'earlier'} mark.")

    def moment(self, direction: int) -> None:
        """To another of the moments that decided the match."""
        self.went(self.session.moment(direction), f"There is no {'later' if direction > 0 else 'earlier'} moment.")

    def seat(self, seat: int) -> None:
        """To the next step of a seat."""
        players = self.session.match.players
        if seat <= len(players):
            self.went(self.session.seat_acts(seat), f"{players[seat - 1]} has no later step.")

    def scroll_table(self, lines: int) -> None:
        """The table up or down."""
        self.query_one("#table", Lines).scroll_by(lines)

    def scroll_page(self, direction: int) -> None:
        """What is shown instead of the table by almost a screen up or down."""
        lines = self.query_one("#table", Lines)
        lines.scroll_by(direction * max(lines.rows - 3, 1))

    def watch_as(self, direction: int) -> None:
        """As another observer."""
        if self.variation:
            self.say("A variation has the eyes with which it was begun: Escape goes back to the match.")
            return
        self.session.watch(direction)
        self.say()

    def toggle_choices(self) -> None:
        """Shows what could have been done, or no longer."""
        self.choosing = not self.choosing
        self.say()

    def toggle_list(self) -> None:
        """More steps under the table, none, a few again."""
        self.listing = (self.listing + 1) % 3
        self.say()

    def toggle_future(self) -> None:
        """Tells what is to come, or no longer."""
        if self.session.learning:
            self.say("Steps to come are hidden while decisions are asked again; e ends that.")
            return
        self.session.reveals = not self.session.reveals
        self.say("Steps to come are told; v hides them." if self.session.reveals else "Steps to come are hidden.")

    def learn(self) -> None:
        """Asks marked decisions again before they are shown, or no longer."""
        self.stop()
        there = self.session.learn()
        if not self.session.learning:
            self.say("Decisions are shown as they were made.")
        elif there:
            self.say("From here on marked decisions are asked again before they are shown; e ends that.")
        else:
            self.session.learn()
            self.say("No marked decision comes after this: Home goes to the start, --judged marks them.")

    def ask_choice(self) -> None:
        """Asks what one would do, where that is to be said first."""
        if self.session.question:
            self.ask(CHOICE)

    def decide(self, text: str) -> None:
        """Shows what was done after one has chosen."""
        self.stop()
        self.say(self.session.decide(text))

    def toggle_reasons(self) -> None:
        """Leaves out why something came out so, or tells it again."""
        self.session.terse = not self.session.terse
        self.say("Sentences are short; t adds the reasons." if self.session.terse else "Sentences give their reasons.")

    def panel(self, name: str) -> None:
        """Shows something instead of the table; the same key again goes back, and Escape also from a variation."""
        if not name and not self.upper and self.variation:
            self.session, self.variation = self.variation.main, None
        self.upper = "" if self.upper == name else name
        self.query_one("#table", Lines).top = 0
        self.say("Escape goes back to the table." if self.upper else "")

    # Variations

    def vary(self) -> None:
        """Lists the legal moves after the step that is shown, for a variation."""
        self.stop()
        if self._variations is None:
            self.say("Variations are for a match as it stands, without --follow and --as-of.")
            return
        try:
            self.variation = self.variation or Variation(self._variations, self.session)
        except Untried as wrong:
            self.say(str(wrong))
            return
        self.session = self.variation.session
        self.upper = "moves"
        self.query_one("#table", Lines).top = 0
        self.ask(MOVE)
        self.paint()

    def try_move(self, text: str) -> None:
        """Does a move of the variation, by its number or as it is typed; what is wrong stands above the list."""
        assert self.variation is not None
        if self.variation.do(text):
            self.session = self.variation.session
            self.say("i next move  Backspace takes it back  k keeps it  Escape back to the match")
        else:
            self.vary()

    def vary_back(self) -> None:
        """Takes back the last move of the variation."""
        if self.variation:
            told = self.variation.take_back()
            self.session = self.variation.session
            self.say("" if told else "No move of the variation is left: Escape goes back to the match.")

    def keep(self) -> None:
        """Says how the variation is recorded as a fork, here and again when the player is left."""
        if self.variation:
            self.kept = [*dict.fromkeys([*self.kept, self.variation.command])]
            self.say("The command that records it as a fork is printed when you quit.")

    # What is typed

    def answered(self, question: str, text: str) -> None:
        """Does what was asked for; without an answer nothing."""
        self.upper = "" if question == MOVE else self.upper
        self.say()
        if text:
            QUESTIONS[question](self, text)

    def go_to(self, text: str) -> None:
        """To the step of that number, or to a beat of it."""
        if self.session.go_written(text):
            self.went()
        else:
            self.say(f"{text} is no step or beat: steps go from 0 to {self.session.last}.")

    def search(self, text: str) -> None:
        """To the next step with a text."""
        self._wanted = text
        self.search_on(1)

    def search_on(self, direction: int) -> None:
        """To the next step with the text that was searched for."""
        if not self._wanted:
            self.ask("Search")
            return
        self.stop()
        if self.session.search(self._wanted, direction):
            self.say(f"{self._wanted}: n goes on, N goes back")
        else:
            all_told = self.session.told == self.session.last
            self.say(f"{self._wanted}: in no step{'' if all_told else ' told so far; v tells those to come'}.")

    def player(self, text: str) -> None:
        """To the next step of the player whose name begins so."""
        names = [name.casefold() for name in self.session.match.players]
        fitting = [seat for seat, name in enumerate(names, 1) if name.startswith(text.casefold()) or text == str(seat)]
        if fitting:
            self.seat(fitting[0])
        else:
            self.say(f"No player of this match is called {text}.")

    # Time

    def play(self) -> None:
        """Plays by itself, or stops."""
        if self._clock is not None:
            self.stop()
        elif not self.session.ended or self._refreshed is not None:
            self._wind()
        self.say()

    def _wind(self) -> None:
        """Waits as long as it takes to read what is told, then goes on."""
        self.stop()
        told = " ".join(self.session.recording.told(self.session.at, self.session.beat))
        self._clock = self.set_timer(PACES[self.pace] * reading_time(told), self._tick)

    def change_pace(self, faster: int) -> None:
        """Plays faster or slower."""
        self.pace = max(0, min(self.pace + faster, len(PACES) - 1))
        if self._clock is not None:
            self._wind()
        self.say(f"{PACES[self.pace]:g} seconds a line." if self._clock is None else "")

    def stop(self) -> None:
        """No longer plays by itself."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _tick(self) -> None:
        self.session.step_beat(1)
        if self.session.question or (self.session.ended and self._refreshed is None):
            self.stop()
        else:
            self._wind()
        self.paint()

    def poll(self) -> None:
        """Takes in what was recorded meanwhile."""
        assert self._refreshed is not None
        try:
            match = self._refreshed(self.session.match)
        except (StoreError, OSError) as wrong:
            self.say(f"The match cannot be followed now: {wrong}")
            return
        if match.version != self.session.match.version:
            fell = self.session.carry_on(match)
            self.say(f"Steps were taken back: the match went on after step {self.session.at}." if fell else "")

    # Mouse

    def on_step_list_chosen(self, event: StepList.Chosen) -> None:
        """To the step that was clicked on."""
        self.move("go", event.step)


QUESTIONS: Final[dict[str, Callable[[PlayerApp, str], None]]] = {
    "Go to step": PlayerApp.go_to,
    "Search": PlayerApp.search,
    "Next step of player": PlayerApp.player,
    MOVE: PlayerApp.try_move,
    CHOICE: PlayerApp.decide,
}
