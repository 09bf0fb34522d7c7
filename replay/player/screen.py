"""What stands on the screen: each part of it as lines, made of a session; nothing is drawn here."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from domain.notation.visible import on_one_line
from replay.player.session import PAGE, Session
from replay.player.tabletop import tabletop
from replay.telling import wrapped
from replay.widths import wide

MARK: Final = "»"
"""What a drawn table puts before what moved."""
HELP: Final = f"""Keys

  ← →           one step back, one step on
  PgUp PgDn     to the beginning of a round; {PAGE} steps in a game without rounds
  Home End      the start, the end
  g 12 Enter    to step 12
  [ ]           to the step before, the step after, of whoever acted in this one
  1 to 9        to the next step of that seat
  s ann Enter   to the next step of that player
  / text Enter  searches the steps told so far; n goes on, N goes back
  space         plays by itself, and stops again; + faster, - slower
  ↑ ↓           scrolls the table, where it is higher than the screen

  o O           the next observer, the one before: table, players, judge
  c             what could have been done in this step, and what is open after it
  f             all sentences of the step, and its facts as they are recorded
  m             the remarks on the steps told so far
  l             more steps under the table, none, a few again
  v             tells what is to come, or hides it again
  Escape        back to the table
  q             quits

With the mouse: a click on a step goes there, the wheel scrolls.
{MARK}9MS« has moved in this step. ▒9MS▒ lies face down. You see what the observer named
at the top knows, and no more; steps that you have not come to are not told."""
HINTS: Final = ("←→ step", "PgUp PgDn round", "space play", "/ search", "o observer", "c choices", "? help", "q quit")


def head(session: Session, state: str, width: int) -> Text:
    """Where we are, whose eyes these are, and what goes on by itself; the game's name gives way first."""
    step = f"step {session.at} of {session.last}"
    right = on_one_line(" · ".join(filter(None, [f"as {session.observer_name}", state])))
    title = session.reel.scene(session.at).title
    for parts in ((session.match.game.title, step, title), (step, title), (step,)):
        left = on_one_line(" · ".join(parts))
        if wide(left) + wide(right) + 3 <= width:
            break
    return Text(left, style="bold").append(" " * max(width - wide(left) - wide(right), 1)).append(right)


def foot(width: int) -> Text:
    """The keys, as many as fit."""
    hints = list(HINTS)
    while len(hints) > 2 and wide("  ".join(hints)) > width:
        del hints[-3]
    return Text("  ".join(hints), style="dim")


def table(session: Session, width: int, height: int) -> list[Text]:
    """The table, what moved marked."""
    reel, at = session.reel, session.at
    return tabletop(reel.scene(at), reel.speaker, reel.moved(at), width, height)


def told_title(session: Session) -> str:
    """The number of the step, and who acted."""
    actor = session.reel.actor(session.at)
    return on_one_line(f"Step {session.at}: {'Setup' if actor is None else session.reel.speaker.seat(actor)}")


def told(session: Session, width: int, choices: bool) -> list[Text]:
    """How the match ended, the sentences of the step and the remarks on it, and what could have been done if wanted."""
    reel, at = session.reel, session.at
    lines = [Text(line, style="bold") for line in _wrapped(reel.ending(at), width)]
    lines += _paragraphs(reel.told(at), width)
    lines += [Text(line, style="italic") for line in _wrapped(reel.notes.get(at, ()), width)]
    if choices:
        lines += [Text(line, style="dim") for line in _wrapped(reel.could_have(at), width)]
    return lines


def step_line(session: Session, step: int) -> Text:
    """A step in the list: its number, the round that begins with it, and what happened."""
    reel = session.reel
    here = step == session.at
    text = Text(f"{'▸' if here else ' '}{step:>{len(str(session.last))}} ", style="reverse" if here else "")
    begun = reel.begins(step)
    if begun and not reel.line(step).startswith(begun):
        text.append(f"[{begun}] ", style="bold")
    if step in reel.notes:
        text.append("✎ ")
    return text.append(reel.line(step))


def facts(session: Session, width: int) -> list[Text]:
    """All sentences of the step, and the step as it is recorded."""
    reel, at = session.reel, session.at
    lines = [Text(f"Step {at}", style="bold"), *_paragraphs(reel.told(at), width), Text()]
    lines += [Text("As it is recorded", style="bold"), *_paragraphs(reel.recorded(at), width), Text()]
    lines += [Text("What is possible", style="bold"), *_paragraphs(reel.could_have(at), width)]
    return lines


def notes(session: Session, width: int) -> list[Text]:
    """The remarks on all steps told so far."""
    found = [note for step, notes in sorted(session.reel.notes.items()) if step <= session.told for note in notes]
    none = ["No remarks on these steps, or none that this observer may read."]
    return [Text("Remarks", style="bold"), *_paragraphs(found or none, width)]


def help_lines() -> list[Text]:
    """The keys and what they do."""
    return [Text(line) for line in HELP.split("\n")]


def _paragraphs(texts: Iterable[str], width: int) -> list[Text]:
    return [Text(line) for line in _wrapped(texts, width)]


def _wrapped(texts: Iterable[str], width: int) -> Iterator[str]:
    """Each text as lines, the second and further ones indented."""
    for text in texts:
        indent = " " * (len(text) - len(text.lstrip()))
        yield from wrapped(text.strip(), width=width, first=indent, rest=f"{indent}  ")
