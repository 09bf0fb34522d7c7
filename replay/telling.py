"""What happened, in sentences: the steps of a match as lines of a log."""

from collections.abc import Iterable
from textwrap import wrap

from domain.conceal import Observer
from domain.events import NoteAdded, Step, StepsTakenBack
from domain.game import JUDGE, Fact, Game
from domain.match import AnyStep
from domain.sentences import Speaker, tell
from domain.views import sees_note
from replay.timeline import Frame


def tell_step(match_game: Game, speaker: Speaker, frame: Frame) -> list[str]:
    """What a step brought about, a sentence for each fact that needs telling; for step 0 the setup."""
    if frame.step is None:
        return tell_facts(match_game, speaker, frame.facts)
    return tell_action(match_game, speaker, frame.step)


def tell_action(game: Game, speaker: Speaker, step: AnyStep) -> list[str]:
    """The facts of a concealed step as sentences; the action itself where none of its facts needs telling."""
    told = tell_facts(game, speaker, step.facts)
    return told or [f"{speaker.seat(step.actor)}: {tell(game, step.action, speaker)}"]


def tell_facts(game: Game, speaker: Speaker, facts: Iterable[Fact]) -> list[str]:
    """Concealed facts as sentences."""
    return [sentence for fact in facts if (sentence := tell(game, fact, speaker))]


def tell_takeback(event: StepsTakenBack, observer: Observer) -> str:
    """That steps were taken back; why and by whom is for the judge."""
    what = f"Taken back: the match stands again as after step {event.to}."
    if observer != JUDGE:
        return what
    return f"{what} Reason: {event.reason}{_entered(event.by)}."


def tell_note(event: NoteAdded, observer: Observer) -> str | None:
    """A remark, for those who may read it."""
    if not sees_note(event, observer):
        return None
    return f"Note on step {event.step}: {event.text}{_entered(event.by) if observer == JUDGE else ''}"


def tell_entry(step: Step, observer: Observer) -> str | None:  # type: ignore[type-arg]
    """The remark that came with an action, for the judge."""
    if observer != JUDGE or not step.note:
        return None
    return f"Note on step {step.number}: {step.note}{_entered(step.by)}"


def wrapped(text: str, *, width: int = 80, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines, with `first` before the first of them and `rest` (as many blanks) before the others."""
    hanging = " " * len(first) if rest is None else rest
    room = max(width, len(hanging) + 20)
    lines = [wrap(part, room, initial_indent=hanging, subsequent_indent=hanging) for part in shown(text).splitlines()]
    flat = [line for part in lines for line in part] or [hanging]
    return [first + flat[0][len(hanging) :], *flat[1:]]


def shown(text: str) -> str:
    """A text without what would control a terminal."""
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _entered(by: str) -> str:
    return f" (entered by {by})" if by else ""


__all__ = [
    "shown",
    "tell_action",
    "tell_entry",
    "tell_facts",
    "tell_note",
    "tell_step",
    "tell_takeback",
    "wrapped",
]
