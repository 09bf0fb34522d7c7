"""Two matches with one deal as one HTML page: both tables beside each other, one above the other on a phone."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any, Final
from urllib.parse import quote

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.scene import Scene, Zone
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.changes import changes
from ludograph.replay.design import design_asset
from ludograph.replay.design.emblems import emblem_inline
from ludograph.replay.drawing.card_faces import HEIGHT, WIDTH, back, gap, veil
from ludograph.replay.page import ICON, embedded, filled_template, one_script, page_asset, policy_of
from ludograph.replay.page.contents import Entries, Json, PageRecorder, PageTables
from ludograph.replay.page.page_record import about
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.timeline.alignment import aligned, table_name

SCRIPTS: Final = ("cards.js", "table.js", "board.js", "beside.js")
STYLES: Final = ("page.css", "beside.css")
SHOWN: Final = ("who", "told", "title", "round", "board", "zones", "moved", "named", "aimed", "open", "notes")
"""What is shown of a step."""


def page_of_two(one: Match, other: Match, observer: Observer, tick: Callable[[int], object] = lambda done: None) -> str:
    """The page on which two matches go on together, as an observer knows both; it needs no other file.

    As a player one sees at each table what whoever has that seat there knows. `tick` is told how many steps are done.
    """
    style = "\n".join([design_asset("tokens.css"), *map(page_asset, STYLES)])
    script = one_script(SCRIPTS)
    names = [visible(table_name(match)) for match in (one, other)]
    pieces = {
        "title": escape(f"{one.game.title}: {' beside '.join(names)}"),
        "icon": quote(ICON),
        "emblem": emblem_inline(one.game.id),
        "game": escape(one.game.title),
        "policy": policy_of(style, script, live=False),
        "style": style,
        "data": embedded(record_of_two(one, other, observer, tick)),
        "script": script,
    }
    return filled_template(page_asset("beside.html"), pieces)


def record_of_two(
    one: Match, other: Match, observer: Observer, tick: Callable[[int], object] = lambda done: None
) -> Json:
    """What the page holds: for each side what it shows, and in rows which steps stand beside each other."""
    recorders = [PageRecorder(match, observer, PageTables()) for match in (one, other)]
    sides = [_side(recorder, at * len(one.states), tick) for at, recorder in enumerate(recorders)]
    alignment = aligned(*(recorder.timeline for recorder in recorders))
    for at, side in enumerate(sides):
        differences = Entries()
        pairs = ((recorders[at].scenes[row[at]], recorders[1 - at].scenes[row[1 - at]]) for row in alignment.rows)
        side["differs"] = [list(_differences(own, beside, differences)) for own, beside in pairs]
        side["differences"] = differences.items
    return {
        "sides": sides,
        "rows": alignment.rows,
        "parted": alignment.parted,
        "cards": list({card[0]: card for side in sides for card in side.pop("cards")}.values()),
        "card": {"width": WIDTH, "height": HEIGHT, "back": back(), "veil": veil(), "gap": gap()},
    }


def _side(recorder: PageRecorder, done: int, tick: Callable[[int], object]) -> Json:
    """A match as its side of the page shows it; `done` steps of the other were told before."""
    steps = []
    for step in recorder.steps():
        steps.append({key: step[key] for key in SHOWN if key in step})
        tick(done + len(steps))
    tables, ending = recorder.tables, ending_of(recorder.timeline)
    return {
        "name": visible(table_name(recorder.match)),
        "about": about(recorder.match, recorder.observer),
        "steps": steps,
        "ending": None if ending is None else {"why": ending.why(), "from": ending.since},
        "zones": tables.zones.items,
        "parts": tables.parts.items,
        "boards": tables.boards.items,
        "cards": tables.cards.items,
        # Of what is open it is shown who is to act alone.
        "choices": [[seat, name, [], awaited] for seat, name, _, awaited, *_ in tables.choices.items],
    }


def _differences(own: Scene, beside: Scene, found: Entries) -> Iterator[int]:
    """For each zone the place of what is not so in that of the other table: numbers of parts and items."""
    there = {(zone.owner, zone.label): zone for zone in beside.zones}
    for zone in own.zones:
        other = there.get((zone.owner, zone.label))
        yield found.place(None if zone == other else (zone, other), partial(_unlike, zone, other))


def _unlike(zone: Zone, other: Zone | None) -> Sequence[Any]:
    scenes = (Scene("", (one,) if one else ()) for one in (other, zone))
    return [number for place in sorted(changes(*scenes)) for number in (place.part, place.item)]


__all__ = ["page_of_two", "record_of_two"]
