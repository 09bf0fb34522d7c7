"""What stands on the screen: each part of it as lines, made of a session; nothing is drawn here."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from rich.text import Text

from ludograph.domain.kernel.terms import Explained
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.drawing.text_stage import draw_stage
from ludograph.replay.drawing.text_table import SIGNS
from ludograph.replay.player.board import TO_ACT, WINNER
from ludograph.replay.player.learning import AskedDecision
from ludograph.replay.player.session import PAGE, ReplaySession
from ludograph.replay.player.table_layout import tabletop
from ludograph.replay.sentences.step_sentences import wrapped
from ludograph.replay.sentences.terminal_widths import cut_to_width, wide

MARK: Final = SIGNS["moved"][0]
"""What a drawn table puts before what moved."""
HELP: Final = f"""Keys

  ← →           one step back, one step on: first what is decided, then what came of it
  , .           one beat back, one beat on: the table as each sentence leaves it
  PgUp PgDn     to the beginning of a round; {PAGE} steps in a game without rounds
  Home End      the start, the end
  g 12 Enter    to step 12, or with g 12.3 to its third beat
  [ ]           to the step before, the step after, of whoever acted in this one
  1 to 9        to the next step of that seat
  < >           to the mark before, the next one: a remark, a takeback, a long think ...
  h H           to the next of the moments that decided the match, the one before
  p ann Enter   to the next step of that player
  / text Enter  searches the steps told so far; n goes on, N goes back
  space         plays by itself, beat by beat, and stops again; + faster, - slower
  ↑ ↓           scrolls the table, where it is higher than the screen;
                PgUp PgDn and space scroll what is shown instead of it

  i             what if: a variation on the table as it is, of a match that is over or as the judge;
                the legal moves are listed, and i lists those that come after, Backspace takes one back,
                k prints, when you quit, the command that records it, Escape goes back to the match
  o O           the next observer, the one before: table, players, judge
  c             what could have been done in this step, and what is open after it
  f             all sentences of the step, and its facts as they are recorded
  r             the remarks on the steps told so far
  w             the words of the game in what is told, with their rules
  m a           who is ahead: lines up to here, moments, marks and times
  l             more steps under the table, none, a few again
  v             tells what is to come, or hides it again
  e             asks decisions that were judged again before they are shown:
                Enter and a number decide; with --judged alone
  t             leaves out why something came out so, or tells it again
  Escape        back to the table
  q             quits

With the mouse: a click on a step goes there, the wheel scrolls.
In the scoreboard {TO_ACT} is to act, {WINNER} has won, and (+5) is what changed.
{MARK}9MS« has moved, {"9MS".join(SIGNS["named"])} is told of where it lies, → is before what it left,
{MARK}target« is whom a step is aimed at;
"Deck → Ann: Hand" below what is told says the same in words.
▒9MS▒ lies face down. You see what the observer named
at the top knows, and no more; steps that you have not come to are not told."""
EXPLAINED: Final = 16
"""The column in which it is said what a key does."""
WAY: Final = "magenta"
"""The style of what went where: that of the marks on the table."""
VARIED: Final = "   └"
"""Stands before a step of a variation in the list."""
LEAST_TITLE: Final = 12
"""Where the round has no more columns than this, it is left out."""
SILENT: Final = "The table after that."
"""Told where a beat has no sentence."""
HINTS: Final = (
    "←→ step",
    ",. beat",
    "h moment",
    "m ahead",
    "space play",
    "c choices",
    "/ search",
    "o observer",
    "PgUp PgDn round",
    "? help",
    "q quit",
)


def head(session: ReplaySession, state: str, width: int) -> Text:
    """Where we are, as whom one looks, and what goes on by itself; the round gives way first."""
    step = f"step {step_place(session)} of {session.last}"
    right = on_one_line(" · ".join(filter(None, [f"as {session.observer_name}", state])))
    title = session.recording.scene(session.at, session.beat).title
    game, room = session.match.game.title, width - wide(right) - 3
    whole = on_one_line(" · ".join((game, step, title)))
    shorter = on_one_line(" · ".join((game, step)))
    left = whole if wide(whole) <= room else shorter if wide(shorter) <= room else step
    if left == shorter and room - wide(shorter) > LEAST_TITLE:
        left = cut_to_width(whole, room)
    return Text(left, style="bold").append(" " * max(width - wide(left) - wide(right), 1)).append(right)


def foot(width: int, keys: Sequence[str] = HINTS) -> Text:
    """The keys, as many as fit; the last two always."""
    hints = list(keys)
    while len(hints) > 2 and wide("  ".join(hints)) > width:
        del hints[-3]
    return Text("  ".join(hints), style="dim")


def table(session: ReplaySession, width: int, height: int) -> list[Text]:
    """The table, what moved marked."""
    recording, at, beat = session.recording, session.at, session.beat
    return tabletop(recording.scene(at, beat), recording.speaker, recording.marks(at, beat), width, height)


def stage(session: ReplaySession, width: int) -> list[Text]:
    """What is decided, in a frame over the table; what is told below already is not told in it."""
    recording, at, beat = session.recording, session.at, session.beat
    found = recording.stage(at, beat)
    if found is None:
        return []
    told = found.told not in " ".join(recording.told_here(at, beat))
    return [Text.from_ansi(line) for line in draw_stage(found, recording.speaker, width=width, told=told, color=True)]


MOST_TOLD: Final = 6
"""Where all that led to a beat takes more lines than this, the beat's own sentences stand alone."""


def step_place(session: ReplaySession) -> str:
    """The number of the step, with that of the beat behind it where it is not all of the step."""
    return f"{session.at}.{session.beat}" if session.beat else str(session.at)


def told_title(session: ReplaySession) -> str:
    """The number of the step, and who acted; of a beat, how many there are."""
    actor = session.recording.actor(session.at)
    who = "Setup" if actor is None else session.recording.speaker.seat(actor)
    of = f" · beat {session.beat} of {len(session.recording.beats(session.at))}" if session.beat else ""
    return on_one_line(f"Step {step_place(session)}: {who}{of}")


def told_lines(session: ReplaySession, width: int, choices: bool) -> list[Text]:
    """What is asked, what an answer was worth, how the match ended, what the step did, remarks, ways, and choices."""
    recording, at, beat = session.recording, session.at, session.beat
    ends = recording.ends(at, beat)
    said = ends or beat == recording.climax(at)
    lines = question_lines(session.question, width) if session.question else []
    said_first = [session.graded] if session.graded else []
    said_first += recording.ending(at) if ends else ()
    lines += [Text(line, style="bold") for line in _wrapped(said_first, width)]
    story = _paragraphs(recording.told_here(at, beat) or [SILENT], width)
    lines += story if len(story) <= MOST_TOLD else _paragraphs(recording.told(at, beat) or [SILENT], width)
    lines += [Text(line, style="italic") for line in _wrapped(recording.notes.get(at, ()) if said else (), width)]
    lines += [Text(line, style=WAY) for line in _wrapped(filter(None, [recording.movement_line(at, beat)]), width)]
    if choices:
        lines += [Text(line, style="dim") for line in _wrapped(recording.could_have(at, beat), width)]
    return lines


def question_lines(question: AskedDecision, width: int) -> list[Text]:
    """What is asked before the next step is shown, and what could be answered."""
    asked = [Text(line, style="bold") for line in _wrapped([question.asked], width)]
    return [*asked, *_paragraphs([question.listed], width)]


def step_line(session: ReplaySession, step: int) -> Text:
    """A step in the list: its number, the round that begins with it, and what happened."""
    recording, beats = session.recording, session.beats_told(step)
    here = step == session.at
    text = Text(f"{'▸' if here else ' '}{step:>{len(str(session.last))}} ", style="reverse" if here else "")
    if session.varied_after is not None and step > session.varied_after:
        text.append(f"{VARIED} ", style="bold")
    begun = None if beats else recording.begins(step)
    if begun and not recording.line(step).startswith(begun):
        text.append(f"[{begun}] ", style="bold")
    if step in recording.notes and not beats:
        judged = recording.judged.notes.get(step)
        text.append(f"{judged.text.partition(' ')[0] if judged else '✎'} ")
    return text.append(recording.line(step, beats))


def facts(session: ReplaySession, width: int) -> list[Text]:
    """All sentences of the step, and the step as it is recorded."""
    recording, at, beat = session.recording, session.at, session.beat
    sentences = [sentence for one in range(1, beat + 1) for sentence in recording.told(at, one)] or recording.told(at)
    lines = [Text(f"Step {step_place(session)}", style="bold"), *_paragraphs(sentences, width), Text()]
    if (said := recording.notes.get(at)) and recording.ends(at, beat):
        lines += [Text("Remarks", style="bold"), *_paragraphs(said, width), Text()]
    for details in recording.details(at) if recording.ends(at, beat) else ():
        lines += [Text(details.title, style="bold"), *_paragraphs(details.lines, width), Text()]
    if session.question:
        known = [line for details in recording.details(session.question.step) for line in details.lines]
        lines += [*question_lines(session.question, width), *_paragraphs(known, width), Text()]
    lines += [Text("As it is recorded", style="bold"), *_paragraphs(recording.recorded(at, beat), width), Text()]
    lines += [Text("What is possible", style="bold"), *_paragraphs(recording.could_have(at, beat), width)]
    return lines


def notes(session: ReplaySession, width: int) -> list[Text]:
    """The remarks on all steps told so far."""
    told = session.told - session.unfinished
    found = [note for step, notes in sorted(session.recording.notes.items()) if step <= told for note in notes]
    none = ["No remarks on these steps, or none that this observer may read."]
    return [Text("Remarks", style="bold"), *_paragraphs(found or none, width)]


def words(session: ReplaySession, width: int, choices: bool) -> list[Text]:
    """The words of the game in what is told, with their rules; with `choices` also in what could have been done."""
    recording, at, beat = session.recording, session.at, session.beat
    ending = recording.ending(at) if recording.ends(at, beat) else ()
    texts = [recording.scene(at, beat).title, *ending, *recording.told_here(at, beat)]
    texts += recording.could_have(at, beat) if choices else []
    found: dict[Explained, dict[str, str]] = {}
    for word, explained in (one for text in texts for one in recording.glossary.found(text)):
        found.setdefault(explained, {}).setdefault(word.lower(), word)
    lines = [Text("Words of the game", style="bold")]
    for explained, forms in found.items():
        lines.append(Text(f"{', '.join(forms.values())}: {explained.label}", style="bold"))
        lines += _paragraphs([f"  {explained.text}"], width)
    return lines if found else [*lines, Text("None stands here.")]


def help_lines(width: int) -> list[Text]:
    """The keys and what they do, what is too long for a line below its beginning."""
    lines = ((line, " " * EXPLAINED if line.startswith("  ") else "") for line in HELP.split("\n"))
    return [Text(part) for line, rest in lines for part in wrap(line, max(width, 40), subsequent_indent=rest) or [""]]


def _paragraphs(texts: Iterable[str], width: int) -> list[Text]:
    return [Text(line) for line in _wrapped(texts, width)]


def _wrapped(texts: Iterable[str], width: int) -> Iterator[str]:
    """Each text as lines, the second and further ones indented."""
    for text in texts:
        indent = " " * (len(text) - len(text.lstrip()))
        yield from wrapped(text.strip(), width=width, first=indent, rest=f"{indent}  ")
