"""A match being recorded at a table: each line is an action or a command, and what it did is told."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from ludograph.cli.arguments import observer_named
from ludograph.cli.errors import Failure, explain
from ludograph.cli.printing.result_text import print_result, scores_text
from ludograph.cli.printing.terminal import colored, width
from ludograph.cli.printing.usage import codes_text, usage
from ludograph.cli.table.commands import COMMANDS, MID_ENTRY_COMMANDS, OTHER_NAMES, command_named
from ludograph.cli.table.corrections import TableCorrections
from ludograph.cli.table.questions import EntryCancelled, QuestionContext, Questions
from ludograph.domain.entry.draft import may_stay_unknown
from ludograph.domain.entry.interpretation import AmbiguousEntry, choice_line, only_choice
from ludograph.domain.entry.lookahead import OutcomesTold, possible_outcomes
from ludograph.domain.entry.observed_match import ObservedMatch, verb_in
from ludograph.domain.entry.recording import NotTogether, PartRefused, TypedLine, decide_line
from ludograph.domain.entry.unseen_outcomes import with_unseen_outcomes
from ludograph.domain.kernel.chance import Chance
from ludograph.domain.kernel.game import JUDGE, TABLE, Choice, Refused, Seat
from ludograph.domain.kernel.play import play
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import EntryDetails, Match, MatchClosed, NoSuchStep
from ludograph.domain.match.official_decisions import confirmed
from ludograph.domain.notation.limits import TooLong
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.suggestions import did_you_mean
from ludograph.domain.notation.values import action_named, verb_meant, verbs
from ludograph.domain.store.errors import StoreError
from ludograph.replay.drawing.text_table import draw_table
from ludograph.replay.sentences.choices import choice_text
from ludograph.replay.sentences.step_sentences import wrapped

SHORT_FORMS: Final = (
    "Short is enough: the beginning of a verb, a name or a word, small letters, a seat's number for its player;",
    "of a place its digits, 41 for r4c1. What can be one thing only need not be said.",
    "Values alone will do where only one action takes them; so will Enter where one thing is open.",
    "A card that is turned up may follow at once; `;` goes before another action.",
    "Where several do the same, as in sealed bids: a value for each, in the order of seats.",
)
"""What need not be typed."""
FEW_VALUES: Final = 8
"""More values than this are not listed in the line that says what is open."""


class LiveTable(TableCorrections):
    """One match, one line at a time."""

    has_left = False
    """Whether somebody asked to leave."""

    refused = False
    """Whether any line was refused or not understood."""

    _hinted: frozenset[str] = frozenset()
    """The actions of which it was said what need not be known."""

    interactive = False
    """Whether Enter alone does what alone is open: where people type, not where lines come from a file."""

    @property
    def over(self) -> bool:
        """Whether the match is over; in some games one may talk on."""
        return self.match.game.result(self.match.state).over

    @property
    def done(self) -> bool:
        """Whether there is nothing more to record."""
        return self.over and not self.match.open_to(self.match.state)

    def prompt(self) -> str:
        """Who is to act: `Ann> `."""
        return f"{listed([self.match.name(seat) for seat in self.match.awaited(self.match.state)], 'nobody')}> "

    def status(self) -> str:
        """Where the match stands and what is open, as the table may know it."""
        view = self.match.view(self.observer)
        title = self.match.game.scene(view).title
        lines = [f"Step {len(self.match.steps)}. {title}{'' if title.endswith('?') else '.'}"]
        for text, names in self._grouped(view).items():
            lines += wrapped(f"{listed(names)}: {text}", width=width(), rest="  ")
        if self.interactive and (alone := self._only_choice()):
            lines.append(f"Enter alone does it: {alone.partition(' ')[2]}.")
        hints = [*self._of_the_table(view), *(self._unseen_here(view) if self.interactive else ())]
        return "\n".join([*lines, *(line for hint in hints for line in wrapped(hint, width=width(), rest="  "))])

    def recap(self) -> None:
        """Tells whoever comes back what was recorded last, and how it stands."""
        if self.match.steps:
            self._tell("The last steps:")
            self._log("3")
            self._say(self.scores())

    def scores(self) -> str:
        """What each player has, as this observer may know it: `Chips: Ann 12, Bob 9.`; empty where that is not told."""
        return scores_text(self.match, self.observer)

    def agree(self, seat: Seat) -> bool:
        """Records that a player agrees to the result; whether nobody had changed the match meanwhile."""
        return self._record(lambda match: confirmed(match, seat, self.recorder.stamp(), self.by))

    def say(self, text: str) -> None:
        """Tells lines of any length, each wrapped to the screen."""
        self._say(text)

    def enter(self, line: str) -> None:
        """Takes in a line; whatever is wrong with it is told and changes nothing.

        Nothing but Enter does what alone is open, where that was said.
        """
        line = line.strip() or (self._only_choice() if self.interactive else "")
        try:
            line.encode()
            if line:
                self._run(line)
        except UnicodeEncodeError:
            self._refuse("This line is not UTF-8: nothing was recorded.")
        except Refused as refused:
            self._refuse(explain(refused, self.match.game, self.match.players))
        except PartRefused as part:
            why, game = part.wrong, self.match.game
            told = explain(why, game, self.match.players, "there") if isinstance(why, Refused) else str(why)
            self._refuse(f"{part.where}\n{told}")
        except Unreadable as wrong:
            first = line.split(maxsplit=1)[0]
            hint = "" if command_named(first.lstrip(":")) else did_you_mean(first, COMMANDS)
            self._refuse(f"{wrong.why}{hint}\nNothing was recorded; `help` says what can be entered.")
        except EntryCancelled:
            self._tell("The entry is dropped: nothing was recorded.")
        except (StoreError, Failure, AmbiguousEntry, NotTogether, NoSuchStep, TooLong, MatchClosed) as wrong:
            self._refuse(str(wrong))

    def _refuse(self, why: str) -> None:
        """Says why a line is refused, of which nothing is recorded."""
        self.refused = True
        self._say(why)

    def _only_choice(self) -> str:
        """The one action that is open, as a line; empty where there are more, or none."""
        observed = ObservedMatch(self.match, self.observer)
        alone = only_choice(observed)
        return choice_line(observed, *alone) if alone else ""

    def _run(self, text: str) -> None:
        """Records all actions of a line or none, or does what a command says, which stands alone in its line."""
        text = text.lstrip(" ;")
        command = self._command(text) if text else None
        if command is not None:
            command()
        elif text and not self._act(TypedLine(self.parser, text, self.observer, self._check_no_command)):
            self.refused = True

    def _check_no_command(self, rest: str) -> bool:
        """Raises `Failure` where the rest of a line with an action is a command: it may be refused, or ask."""
        if self._command(rest) is not None:
            typed = rest.lstrip(":").split(maxsplit=1)[0]
            raise Failure(
                f"Nothing of this line is recorded: the command `{typed}` stands alone in a line, after the actions "
                "were entered."
            )
        return False

    def _command(self, text: str) -> Callable[[], None] | None:
        """What a line tells the program to do; None where it tells of the match. Verbs of the game go first."""
        first, _, rest = text.lstrip(":").partition(" ")
        name, in_full = command_named(first), first.casefold() in (*COMMANDS, *OTHER_NAMES)
        if not name or (not text.startswith(":") and self._is_verb(text, in_full)):
            return None
        return partial(getattr(self, f"_{name}"), rest.strip())

    def _is_verb(self, text: str, in_full: bool) -> bool:
        """Whether a line begins with a verb of the game; `in_full` if its beginning is not enough."""
        tokens = self.parser.tokens(text)
        return self.parser.names.verb(tokens.items, 0).known or (not in_full and bool(self.parser.head(tokens).verbs))

    def _act(self, typed: TypedLine) -> bool:
        """Records the actions of a line, and tells them."""
        # Where cards are real nothing is learned by a refusal that those at the table do not see; where the program
        # deals, only a judge may be told what would come of an action that is not recorded.
        tells = self.match.start.seed is None or self.observer == JUDGE
        before = len(self.match.steps)
        recorded = self._record(lambda match: decide_line(match, typed, self._decided, tells=tells))
        for step in self.match.steps[before:] if recorded else ():
            self._tell_step(step, self.observer)
        return recorded

    def _decided(self, match: Match, line: Line) -> Match:
        """The match with an action; what was seen and is not told with it is asked for where cards are real."""
        game, players = match.game, match.players
        stamp, entry = self.recorder.stamp(), EntryDetails(line.by or self.by, line.at, line.note)

        def attempt(chance: Chance) -> Match:
            move = line.move(game, self.parser.reader)
            return match.play(line.actor, move, stamp, chance=chance, entry=entry, observer=self.observer)

        def asked(told: str = "") -> Match:
            questions = self._questions(line.actor, line, match.view(self.observer))
            if told:
                questions.take(told)
            return questions.resolve(attempt, lambda refused: explain(refused, game, players))

        if match.start.seed is None and line.drawn is None and line.shuffled is None:
            return asked()
        try:
            return attempt(match.chance(line.drawn, line.shuffled))
        except Refused as refused:
            completed = with_unseen_outcomes(match, line, self.observer)
            if refused.outcome and completed.line is not None:
                return attempt(match.chance(completed.line.drawn, completed.line.shuffled))
            if refused.outcome and completed.missing and self.interactive:
                return asked(" ".join(map(str, line.drawn or ())))
            raise

    def _with_outcomes(self, now: Match, line: Line) -> Line:
        game = now.game
        if not self.interactive or self.match.start.seed is not None or line.drawn is not None:
            return line

        def attempt(chance: Chance) -> Line:
            done = play(game, now.state, line.actor, line.move(game, self.parser.reader), chance)
            return replace(line, drawn=tuple(done.drawn) or None)

        try:
            return self._questions(line.actor, line, now.state).resolve(
                attempt, lambda refused: explain(refused, game, now.players)
            )
        except Refused:
            return line  # whoever decides the correction says why

    def _questions(self, seat: Seat, line: Line, view: Any) -> Questions:
        """What an entry without outcomes is asked for, where the match is known to stand like this."""
        possible = partial(self._possible_outcomes, seat, line, view)
        return Questions(
            QuestionContext(self.parser, self.speaker, self.observer, self._ask, self._say, self._mid_entry, possible)
        )

    def _mid_entry(self, line: str) -> bool:
        """Does what a line says in the middle of an entry, if it is a command that changes nothing."""
        first, _, rest = line.lstrip(":").partition(" ")
        name = OTHER_NAMES.get(first.casefold(), first.casefold())
        if name in MID_ENTRY_COMMANDS:
            try:
                getattr(self, f"_{name}")(rest.strip())
            except Failure as wrong:
                self._say(str(wrong))
        return name in MID_ENTRY_COMMANDS

    def _possible_outcomes(self, seat: Seat, line: Line, view: Any, told: OutcomesTold) -> Sequence[str]:
        """What could come next in an entry, as the observer sees it."""
        return possible_outcomes(self.match.game, view, seat, line.move(self.match.game, self.parser.reader), told)

    # What is told

    def _of_the_table(self, view: Any) -> Iterator[str]:
        """What the table does, as it is typed: whoever acts there is no player."""
        own = [one for one in self.match.open_to(view).get(TABLE, ()) if not one.idle]
        if own:
            ways = listed([f"`table {verb_in(one)}`" for one in own], last="or")
            yield f"Nobody's turn alone; what the table does is entered as {ways}."

    def _unseen_here(self, view: Any) -> Iterator[str]:
        """What need not be known here, once for each action."""
        found = [
            f"the {field.name.replace('_', ' ')} of `{verb_in(block)}`"
            for seat, blocks in self.match.open_to(view).items()
            for block in blocks
            if not block.idle and verb_in(block) not in self._hinted and self.match.start.seed is None
            for field in fields_of(block.action)
            if may_stay_unknown(field, seat, block, self.observer)
        ]
        self._hinted |= {verb_in(one) for blocks in self.match.open_to(view).values() for one in blocks}
        if found:
            yield f"Leave out, or write `??` for, what nobody here saw: {listed(list(dict.fromkeys(found)))}."

    def _known(self) -> str:
        return f"Actions: {', '.join(verbs(self.match.game))}. Commands: {', '.join(COMMANDS)}."

    def _grouped(self, view: Any) -> dict[str, list[str]]:
        """What is open in short, each with all who can do just that.

        What nobody waits for is left to `help`, unless there is nothing else.
        """
        groups: dict[str, list[str]] = {}
        waiting = bool(self.match.awaited(view))
        for seat, choices in self.match.open_to(view).items():
            text = ", ".join(self._short(choice for choice in choices if not (waiting and choice.idle)))
            if text:
                groups.setdefault(text, []).append(self.match.name(seat))
        return groups

    def _short(self, choices: Iterator[Choice]) -> Iterator[str]:
        """Each verb once, with its values where they are few."""
        by_verb: dict[str, list[Choice]] = {}
        for choice in choices:
            by_verb.setdefault(verb_in(choice), []).append(choice)
        for verb, blocks in by_verb.items():
            few = all(isinstance(values, range) or len(values) <= FEW_VALUES for values in blocks[0].values.values())
            if len(blocks) == 1 and few:
                yield choice_text(blocks[0], self.match.game, self.match.players)
            else:
                yield " ".join([verb, *(f"<{field.name}>" for field in fields_of(blocks[0].action))])

    # Commands

    def _look(self, rest: str) -> None:
        words = self.parser.tokens(rest).items
        begun = next(self.parser.names.seats_begun(words[0]), None) if len(words) == 1 else None
        exact = not rest or any(self.parser.names.seats(words)) or begun is None
        observer = (
            observer_named(self.match, rest, "look") if rest and exact else begun.value if begun else self.observer
        )
        scene = self.match.game.scene(self.match.view(observer))
        self._tell(draw_table(scene, self.speaker, width=width(), color=colored()))

    def _log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Failure(f"{rest} is no number of steps: `log 5` tells the last five.")
        count = int(rest[:9]) if rest else 10
        for step in self.match.steps[max(len(self.match.steps) - count, 0) :]:
            self._tell_step(step, self.observer)
        if not self.match.steps:
            self._tell("No step is recorded yet.")

    def _note(self, rest: str) -> None:
        if not rest:
            self._tell("Write the remark after it: note a long think")
            return
        step, stamp = len(self.match.steps), self.recorder.stamp()
        if self._record(lambda match: match.annotate(step, rest, stamp, by=self.by)):
            self._tell(f"Noted on step {step}; the judge can read it.")

    def _help(self, rest: str) -> None:
        self._say("\n".join(self._help_verb(rest) if rest else self._help_all()))

    def _help_all(self) -> Iterator[str]:
        yield "Enter an action: [PLAYER] verb values, with names or codes of cards."
        yield from (f"  {line}" for line in (*SHORT_FORMS, codes_text(self.match.game.deck)))
        for action in self.match.game.actions:
            yield f"  {usage(action)}"
        yield "Open now:"
        for seat, choices in self.match.open_to(self.match.view(self.observer)).items():
            for choice in choices:
                yield f"  {self.match.name(seat)}: {choice_text(choice, self.match.game, self.match.players)}"
        yield "Commands:"
        yield from (f"  {line}" for line in COMMANDS.values())
        for word in verbs(self.match.game):
            if word in (*COMMANDS, *OTHER_NAMES):
                yield f"  :{word}: the command; {word} alone is an action of this game"

    def _help_verb(self, word: str) -> Iterator[str]:
        verb = str(verb_meant(self.match.game, word))
        if verb not in verbs(self.match.game):
            yield COMMANDS.get(OTHER_NAMES.get(verb, verb), f"There is no action {verb}. {self._known()}")
            return
        action = action_named(self.match.game, verb)
        yield f"{usage(action)}: {(action.__doc__ or '').partition(chr(10))[0]}"
        blocks = [
            f"  {self.match.name(seat)}: {choice_text(choice, self.match.game, self.match.players)}"
            for seat, choices in self.match.open_to(self.match.view(self.observer)).items()
            for choice in choices
            if verb_in(choice) == verb
        ]
        yield from blocks or ["Nobody can do this now."]

    def _rules(self, rest: str) -> None:
        rules = self.match.game.rules
        sought = rest.upper()
        wanted = [number for number in rules if number == sought or number.endswith(f"-{sought}")]
        wanted = wanted or [number for number in rules if number.startswith(sought)]
        for number in wanted:
            self._tell("\n".join(wrapped(rules[number], width=width(), first=f"{number}  ")))
        if not wanted:
            self._tell(f"There is no rule {rest}; `rules` prints all.")

    def _result(self, rest: str) -> None:
        print_result(self.match, self.observer)

    def _quit(self, rest: str) -> None:
        self.has_left = True
