"""Decisions that were marked as errors or good moves, to be made again: what is asked before such a step is shown."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ludograph.domain.kernel.game import Choice
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.player.recording import Recording
from ludograph.replay.sentences.choices import choice_told
from ludograph.replay.sentences.graded_moves import Grade
from ludograph.replay.sentences.guesses import guessable_options

SHOW: Final = "0"
"""The answer that shows what was done, without a choice."""
NUMBERS: Final = re.compile(r"-?\d+-\d+")
"""The least and the most of a number that is named, as a choice tells them."""


class Option(NamedTuple):
    """Something that could be done: a block of choices, which of them, or a number between two."""

    block: int
    text: str
    which: int | None = None
    numbers: tuple[int, int] | None = None


class AskedDecision(NamedTuple):
    """What whoever decides in a step could do."""

    step: int
    who: str
    options: tuple[Option, ...]

    @property
    def asked(self) -> str:
        """The question in a sentence, and how it is answered."""
        return f"What does {self.who} do now? Press Enter, then type the number; {SHOW} shows it."

    @property
    def listed(self) -> str:
        """The options with the numbers that answer them: `1 pass · 2 raise 4-10 (such as 2 7)`."""
        return " · ".join(
            f"{number} {visible(one.text)}" + (f" (such as {number} {one.numbers[0]})" if one.numbers else "")
            for number, one in enumerate(self.options, start=1)
        )

    def refusal(self, text: str) -> str:
        """What to say of an answer that is none."""
        for number, one in enumerate(self.options, start=1):
            if one.numbers and text.partition(" ")[0] == str(number):
                least, most = one.numbers
                return f"Choice {number} takes a number from {least} to {most}, such as {number} {least}."
        return f"{text} is no choice: the numbers go from 1 to {len(self.options)}, and {SHOW} shows it."


class ChosenOption(NamedTuple):
    """An answer: which option, and the number where it takes one."""

    option: Option
    number: int | None = None

    @property
    def text(self) -> str:
        """What was chosen, as it goes on after `may`."""
        return self.option.text if self.number is None else NUMBERS.sub(str(self.number), self.option.text, count=1)


def question_at(recording: Recording, step: int) -> AskedDecision | None:
    """What is asked before a step is shown: None where it was not marked, or can only be told as a whole."""
    note = recording.judged.notes.get(step)
    frame = recording[step] if note is not None and note.graded is not None else None
    if frame is None or frame.step is None:
        return None
    found = tuple(_options(recording, _choices(recording, step)))
    several = len(found) > 1 or any(one.numbers for one in found)
    return AskedDecision(step, visible(recording.speaker.seat(frame.step.actor)), found) if several else None


def _choices(recording: Recording, step: int) -> tuple[Choice, ...]:
    """What was open to whoever acted in a step, as the observer knew it."""
    actor = recording.actor(step)
    assert actor is not None
    return tuple(recording.match.game.choices(recording[step - 1].state, actor))


def _options(recording: Recording, choices: tuple[Choice, ...]) -> Iterator[Option]:
    game, speaker = recording.match.game, recording.speaker
    for block, choice in enumerate(choices):
        single = guessable_options(choice, game, speaker)
        if not single:
            yield Option(block, choice_told(choice, game, speaker))
        elif isinstance(single[0], int):
            yield Option(block, choice_told(choice, game, speaker), numbers=(single[0], int(single[-1])))
        else:
            yield from (Option(block, str(text), which) for which, text in enumerate(single))


def chosen(question: AskedDecision, text: str) -> ChosenOption | None:
    """The option that an answer names; None where it names none."""
    words = text.split()
    if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words) or len(words) not in (1, 2):
        return None
    place, *more = map(int, words)
    if not 1 <= place <= len(question.options):
        return None
    option = question.options[place - 1]
    if option.numbers is None:
        return None if more else ChosenOption(option)
    least, most = option.numbers
    return ChosenOption(option, more[0]) if more and least <= more[0] <= most else None


def grade_of(recording: Recording, question: AskedDecision, answer: ChosenOption) -> Grade:
    """What is said of an answer, by what the judgement found best."""
    graded = recording.judged.notes[question.step].graded
    assert graded is not None
    which = answer.option.which if answer.number is None else answer.number
    return graded.of(_choices(recording, question.step), answer.option.block, which)
