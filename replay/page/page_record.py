"""What a page is given: the steps of a match, what stands around its table, and how it ended; for several observers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from ludograph.domain.exchange.exporter import looker
from ludograph.domain.judging.judged_match import Loss
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.terms import Glossary, forms
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.highlights import highlights
from ludograph.replay.drawing.card_faces import HEIGHT, WIDTH, back, gap, veil
from ludograph.replay.page.contents import Json, PageRecorder, PageTables
from ludograph.replay.page.judged_course import judged_course_json
from ludograph.replay.page.packing import packed
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.sentences.judgement_sentences import fall_text
from ludograph.replay.sentences.judgement_units import Unit
from ludograph.replay.sentences.notes import NOT_JUDGED, UNJUDGED, Judged
from ludograph.replay.sentences.officials import abandoned_after
from ludograph.replay.sentences.overview import duration, marks_of, thought_in_all
from ludograph.replay.sentences.score_parts import PartRow
from ludograph.replay.sentences.step_sentences import BLINK, LINE
from ludograph.replay.timeline.scoreboard import NONE
from ludograph.replay.timeline.timeline import Timeline

COSTLIEST: Final = 3
"""So many of a player's own errors are listed at the end of their match."""


def page_record(
    match: Match,
    observer: Observer,
    tick: Callable[[int], object] = lambda done: None,
    others: Sequence[Observer] = (),
    judged: Mapping[Observer, Judged] = UNJUDGED,
    *,
    knows: bool = False,
) -> Json:
    """All that a page shows of a match to an observer, and to `others` to whom it can switch.

    `tick` is told how many steps are done; `judged` has by observer what is shown of a judgement. With `knows` it says
    what each card can be that an observer does not see.
    """
    tables = PageTables()
    recorders = (
        PageRecorder(match, one, tables, judged=judged.get(one, NOT_JUDGED), knows=knows) for one in (observer, *others)
    )
    first, *more = (_told(one, at, tick) for at, one in enumerate(recorders))
    words = _words(match, tables)
    card = {"width": WIDTH, "height": HEIGHT, "back": back(), "veil": veil(), "gap": gap()}
    whole = {**first, **tables.json(), "terms": words, "card": card, "reading": [BLINK, LINE]}
    if more:
        whole["others"] = [packed(first, one) for one in more]
        whole["holds"] = visible(held_by(match, (observer, *others)))
    return whole


def grown(match: Match, observer: Observer, first: int) -> Json:
    """What a page that has the steps before the `first` needs to go on."""
    return GrowingPage(observer).take(match, first)


class GrowingPage:
    """A match that goes on, as a page takes it in: what a step brings is worked out without all that was before.

    A face that was given once is not given again.
    """

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._last: PageRecorder | None = None
        self._faces: set[str] = set()

    def take(self, match: Match, first: int) -> Json:
        """What a page that has the steps before the `first` needs to go on: in the shape of `record`, without words.

        Places are places in its own tables.
        """
        recording = self._last = PageRecorder(match, self._observer, PageTables(), self._last)
        content = {**_seen(recording, list(recording.steps(first))), **recording.tables.json()}
        content["cards"] = [card for card in content["cards"] if card[0] not in self._faces]
        self._faces |= {code for code, *_ in content["cards"]}
        return content | {"version": match.version}


def _words(match: Match, tables: PageTables) -> list[list[Any]]:
    """The terms of the game: each with the pattern of its forms, and with the place of the rule that explains it."""
    glossary = Glossary(match.game)
    explained = [(term, glossary.explained(term)) for term in glossary.terms]
    return [
        [term, forms(term), None if rule is None else tables.rules.place(rule, partial(list, rule))]
        for term, rule in explained
    ]


def _seen(recording: PageRecorder, steps: list[Json]) -> Json:
    """The match as one observer of a page sees it, with these of its steps."""
    match, observer = recording.match, recording.observer
    return {
        "about": about(match, observer),
        "steps": steps,
        "ending": _ending(recording.timeline),
        "glance": _glance(recording),
    }


def _told(recording: PageRecorder, at: int, tick: Callable[[int], object]) -> Json:
    """The whole match as an observer sees it; `at` others came before."""
    steps = []
    for step in recording.steps():
        steps.append(step)
        tick(at * len(recording.match.states) + len(steps))
    return _seen(recording, steps)


def _glance(recording: PageRecorder) -> Json:
    """What the scoreboard counts, the marks with their number among the notes, and how long everybody thought."""
    match, took = recording.match, recording.took
    thought = [[seat, duration(seconds)] for seat, seconds in thought_in_all(match, took).items()]
    marks = [[mark.step, mark.kind, mark.place] for mark in marks_of(match, recording.said, took)]
    counted = match.game.worth.told if match.game.worth else ""
    found = highlights(recording.timeline, recording.courses)
    moments = [[one.step, " ".join(one.why), one.told, one.beat, " ".join(one.why_so_far)] for one in found]
    fewest = int(match.game.fewest)
    shown = {"counted": counted, "fewest": fewest, "marks": marks, "moments": moments, "thought": thought}
    if recording.observer > TABLE:
        shown["lost"] = [_lost(recording, one) for one in recording.judged.losses]
    if recording.judged.told:
        shown["judged"] = visible(recording.judged.told)
    worths = recording.judged.worths
    return {**shown, "worth": judged_course_json(match, worths, recording.observer)} if worths else shown


def _lost(recording: PageRecorder, loss: Loss) -> Json:
    """What is said of where whoever looks lost much, and of each step of it its number and what is said of it."""
    unit = Unit(len(recording.match.players) == 1)
    if loss.cause != "error":
        return {"title": f"Here your {unit.worth} fell most", "steps": [[loss.step, f"{fall_text(loss, unit)}."]]}
    found = recording.judged.costliest(COSTLIEST)
    title = f"Your {len(found)} costliest decisions" if len(found) > 1 else "Your costliest decision"
    return {"title": title, "steps": [[step, visible(one.text)] for step, one in found]}


def held_by(match: Match, observers: Sequence[Observer]) -> str:
    """Whose knowledge a page of several observers holds, in a clause: `what Ann and the judge know`."""
    return f"what {listed([looker(match, observer) for observer in observers])} know"


def _ending(timeline: Timeline) -> Json | None:
    """How the match ended: why, and for each rank its place, the seat, the score, a mark, and how it came about."""
    ending = ending_of(timeline)
    if ending is None:
        return None
    ranking = [
        [str(one.place), one.seat, NONE if one.score is None else str(one.score), one.mark, one.told]
        for one in ending.ranking
    ]
    parts = [[row.label, row.why, list(_cells(row))] for row in ending.part_table]
    return {"why": ending.why(), "ranking": ranking, "from": ending.since, "parts": parts}


def _cells(row: PartRow) -> Iterator[list[Any]]:
    """What each seat has of a part of the scores, and its cards; nothing where it has none of it."""
    for amount, several in zip(row.amounts, row.cells, strict=True):
        yield [] if amount is None else [amount, [card for part in several for card in part.cards]]


def about(match: Match, observer: Observer) -> Json:
    """What stands above the table: the game, who plays it, where, as whom one looks, and whether it was abandoned."""
    start = match.start
    where = {"event": start.event, "round": start.round, "table": start.table, "played on": start.played_on}
    return {
        "game": match.game.title,
        "players": [visible(name) for name in match.players],
        "match": str(match.id),
        "seat": max(observer, 0),
        "eyes": visible(f"{looker(match, observer)} knows it"),
        "where": [[name, visible(text)] for name, text in where.items() if text],
        "abandoned": abandoned_after(match) if match.abandoned else "",
    }


__all__ = ["GrowingPage", "about", "grown", "held_by", "page_record"]
