"""The questions of an entry: its outcomes one by one, from whoever sits at the table and sees them.

Each says which card or number it wants, in the words that the game has for it, and what an empty answer means. What
could be answered is what the observer holds possible: an answer that is missing would tell where it lies.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from ludograph.cli.printing.usage import codes_text
from ludograph.domain.entry.lookahead import OutcomesTold
from ludograph.domain.entry.questions import AskingChance, OutcomeQuestion
from ludograph.domain.entry.unseen_outcomes import sees_outcome
from ludograph.domain.kernel.cards import UNKNOWN, Deck
from ludograph.domain.kernel.chance import Outcome, Unseen
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Audience, Faces, Numbers, Refused
from ludograph.domain.kernel.sentences import Speaker, capital
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.name_matcher import is_whole_number
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.suggestions import did_you_mean

T = TypeVar("T")
PossibleAnswers = Callable[[], Sequence[str]]
"""The answers that a question would take, worked out only where somebody wants to see them."""
Ask = Callable[[str, PossibleAnswers], str]
"""Shows a question and returns the answer."""
FEW: Final = 24
"""No more possible answers than this are listed by `help`."""


class EntryCancelled(Exception):
    """Whoever was asked gave no answer: the entry is dropped."""


class PreviousQuestion(Exception):
    """Whoever is asked wants the question before this one again."""


class QuestionContext(NamedTuple):
    """Where the questions of an entry are asked."""

    parser: LineParser
    speaker: Speaker
    observer: Observer
    ask: Ask
    tell: Callable[[str], None]
    run_command: Callable[[str], bool]
    """Does what a line says if it is a command that changes nothing; whether it was."""
    possible_outcomes: Callable[[OutcomesTold], Sequence[str]]
    """What could follow what was told."""


def question_text(text: str, empty: str) -> str:
    """A question as it is shown, with what an empty answer means."""
    return f"{capital(text)}? ({empty}) " if empty else f"{capital(text)}? "


class Questions:
    """What was asked about one entry and answered so far."""

    def __init__(self, context: QuestionContext) -> None:
        self.context = context
        self.answers: list[Outcome] = []
        """One for each outcome asked for."""
        self.typed: list[str] = []
        """What was typed and not yet used: several answers may be given at once."""
        self._begins: list[int] = []
        """How many answers there were whenever a line was typed."""
        self._unseen: dict[Audience, int] = {}
        """From which answer on nothing is known here of what only these saw."""
        self._echo: list[str] = []

    def resolve(self, attempt: Callable[[Unseen], T], explain: Callable[[Refused], str]) -> T:
        """What is made of the entry with all that was answered. Raises `EntryCancelled` and what `attempt` does.

        An answer that the game refuses is asked for again.
        """
        while True:
            asking = TerminalChance(self)
            try:
                made = attempt(asking)
            except PreviousQuestion:
                self._take_back()
            except Refused as refused:
                if not refused.outcome or not self._begins:
                    raise
                self.context.tell(explain(refused))
                self._take_back()
            else:
                self._finish()
                return made

    def _take_back(self) -> None:
        """Forgets the last line that was typed; without any the entry is dropped."""
        self.typed, self._echo = [], []
        if not self._begins:
            raise EntryCancelled
        del self.answers[self._begins.pop() :]
        self._unseen = {seats: begin for seats, begin in self._unseen.items() if begin < len(self.answers)}

    def _finish(self) -> None:
        """Says so where more was answered than was asked for."""
        if self.typed:
            self.context.tell(f"Not needed, and left out: {' '.join(self.typed)}.")

    @property
    def at_first(self) -> bool:
        """Whether nothing was answered yet."""
        return not self._begins

    def is_unseen(self, seats: Audience) -> bool:
        """Whether nothing more is known here of what only these saw."""
        return seats in self._unseen

    def leave_unseen(self, seats: Audience) -> None:
        """Nobody here knows this, nor what else only these saw."""
        self._unseen[seats] = len(self.answers)
        self._begins.append(len(self.answers))

    def take(self, text: str) -> None:
        """Takes in a line of answers; words that mean nothing are kept together, as they may be a name with a slip."""
        self._begins.append(len(self.answers))
        self.typed = []
        understood = True
        parser = self.context.parser
        for word in parser.names.outcomes([token for token in parser.tokens(text).items if token.kind != "end"]):
            before, understood = understood, is_whole_number(word) or parser.game.deck.read(word) is not None
            if before or understood:
                self.typed.append(word)
            else:
                self.typed[-1] += f" {word}"

    def _say_echo(self) -> None:
        """Says how the answers before were understood."""
        if self._echo:
            self.context.tell(" ".join(self._echo))
            self._echo = []

    def reject(self, wrong: str) -> None:
        """Says what is wrong with what was typed last, and forgets it: it is asked for again."""
        self._say_echo()
        self.context.tell(wrong)
        self.typed = []
        while self._begins and self._begins[-1] == len(self.answers):
            self._begins.pop()

    def line(self, text: str, possible: PossibleAnswers) -> str:
        """What is typed as an answer; commands are done meanwhile."""
        self._say_echo()
        while True:
            line = self.context.ask(text, possible).strip()
            word = line.lstrip(":").casefold()
            if word in ("undo", "u"):
                raise PreviousQuestion
            if word in ("help", "?"):
                self.context.tell(_help(self.context.parser.game.deck, possible()))
            elif not line or not self.context.run_command(line):
                return line

    def echo(self, text: str) -> None:
        """Says with the next question how an answer was understood."""
        self._echo.append(f"{capital(text)}.")


def _help(deck: Deck, possible: Sequence[str]) -> str:
    cards = "" if all(map(is_whole_number, possible)) else f"{codes_text(deck)} "
    few = f"Possible here: {', '.join(possible)}. " if len(possible) <= FEW else ""
    return (
        f"{cards}{few}Several answers may be given at once. `undo` goes back to the question before, `look` shows the "
        "table, Ctrl-C drops the entry."
    )


class TerminalChance(AskingChance):
    """Chance that asks whoever sits at the screen."""

    def __init__(self, questions: Questions) -> None:
        super().__init__(questions.context.observer, questions.context.speaker.seat)
        self._questions = questions
        self._context = questions.context
        self._told: list[Outcome | None] = []
        self._next = 0

    def accept(self, answer: Any) -> None:
        """Keeps what was told, to work out what could follow it."""
        self._told.append(answer)

    def answer(self, question: OutcomeQuestion) -> Outcome:
        """What was answered already, else what is answered now."""
        given = self._questions.answers
        if self._next == len(given):
            given.append(self._asked(question))
        self._next += 1
        return given[self._next - 1]

    def _asked(self, question: OutcomeQuestion) -> Outcome:
        """The answer to a question, once it can be."""
        questions = self._questions
        while not (question.unseen and questions.is_unseen(question.entry.to)):
            if not questions.typed:
                self._ask_for(question)
                continue
            typed = questions.typed.pop(0)
            wrong = self._wrong(question, typed)
            if wrong is None:
                questions.echo(f"{question.label}: {self._echoed(question, typed)}")
                return typed if isinstance(question.entry, Faces) else int(typed)
            questions.reject(wrong)
        return UNKNOWN

    def _ask_for(self, question: OutcomeQuestion) -> None:
        """Takes in a line of answers, or an empty one."""
        line = self._questions.line(self._question(question), lambda: self._context.possible_outcomes(self._told))
        if line:
            self._questions.take(line)
        elif question.unseen:
            self._questions.leave_unseen(question.entry.to)
        else:
            raise PreviousQuestion

    def _question(self, question: OutcomeQuestion) -> str:
        """Which card or number is wanted, who sees it where that is not plain, and what an empty answer means."""
        entry, label = question.entry, question.label
        if isinstance(entry, Numbers):
            label = f"{label}, {question.among[0]} to {question.among[-1]}"
        whose = f"for {self._context.speaker.seats(question.alone)} alone; " if question.alone else ""
        back = "Enter: drops the entry" if self._questions.at_first else "Enter: back"
        if question.unseen:
            return question_text(
                label, f"{whose}{'Enter: not seen' if question.last else '??: not seen; Enter: nor the rest'}"
            )
        return question_text(label, f"?? if nobody noted it; {back}" if entry.hidden and not question.named else back)

    def _wrong(self, question: OutcomeQuestion, typed: str) -> str | None:
        """What is wrong with an answer."""
        if isinstance(question.entry, Numbers):
            belongs = f"a number from {question.among[0]} to {question.among[-1]} belongs here."
            return None if question.fits(typed) else f"{typed} cannot be: {belongs}"
        if typed == UNKNOWN:
            if question.named:
                return "What was seen of this is named card by card: `undo` goes back to the first."
            return None if question.entry.hidden else "Everybody sees this card: write its face, not ??."
        if self._context.parser.game.deck.read(typed) is None:
            return self._no_card(typed)
        if question.fits(typed):
            return None
        return f"{self._context.speaker.card(typed)} cannot come here: it lies elsewhere, or does not belong here."

    def _no_card(self, typed: str) -> str:
        """What to say to what names no card: it may be the next action."""
        parser = self._context.parser
        if parser.names.verb(parser.tokens(typed).items, 0).known:
            return f"A card is asked for: `undo` goes back, and then {cut(typed)} can be entered."
        deck = parser.game.deck
        return f"{cut(typed)} is no card of {deck.title}{did_you_mean(typed, deck.names)}."

    def _echoed(self, question: OutcomeQuestion, typed: str) -> str:
        """An answer in words, as far as the observer may know it."""
        if typed == UNKNOWN:
            return "not seen"
        if not sees_outcome(self._context.observer, question.entry):
            return "noted"
        return self._context.speaker.card(typed) if isinstance(question.entry, Faces) else typed
