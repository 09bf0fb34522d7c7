"""What no rule of a game should do, and one that is tried out may: it fails at a step, or never comes to an end."""

from typing import Final

from ludograph.domain.kernel.objections import Objection

MOST_CONSEQUENCES: Final = 10_000
"""More never follows from one action by itself: in matches between bots it was 31 facts at most."""


class Endless(RuntimeError):
    """What follows from an action by itself does not come to an end."""


def endless(last: object) -> Endless:
    """The error that says so; `last` is the fact, or the facts that came together, that followed last."""
    what = type(last[-1] if isinstance(last, tuple) and last else last).__name__
    return Endless(f"What follows by itself does not come to an end: {what} comes again and again.")


def note_step(wrong: Exception, step: int) -> None:
    """Has an error say at which step it came; an objection of a game, and one from before the first, is left as it is.

    Of several steps the first that is noted counts, for it is the innermost.
    """
    if step and not isinstance(wrong, Objection):
        wrong.add_note(f"step {step}")


def failed_step(wrong: Exception) -> str:
    """At which step an error came, as `step 12`; nothing where it carries none."""
    notes: list[str] = getattr(wrong, "__notes__", [])
    return notes[0] if notes else ""


__all__ = ["MOST_CONSEQUENCES", "Endless", "endless", "failed_step", "note_step"]
