"""The climax of a step: its beat in which something is decided, which is shown of it before the table is cleared."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.decisive import SHOWN, Decisive, Shown
from ludograph.domain.kernel.game import Fact, Game
from ludograph.domain.kernel.mentions import cards_in
from ludograph.domain.kernel.scene import Grid, Pile, Row, Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.views import fold
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import Beat, beats_of
from ludograph.replay.timeline.timeline import Timeline


class StageEntry(NamedTuple):
    """What one shows side by side with others: whose it is, and by how much the step changed what they have."""

    shown: Shown
    gain: str


class Stage(NamedTuple):
    """What is shown large at a decisive beat: what it is called, what is told of it, and what everybody shows."""

    title: str
    told: str
    entries: tuple[StageEntry, ...]
    terse: str = ""
    """What is told without reasons, where that is another."""

    @property
    def winners(self) -> frozenset[int]:
        """The seats in whose favour it is decided."""
        return frozenset(one.shown.seat for one in self.entries if one.shown.won and one.shown.seat)


def climax_of(timeline: Timeline, number: int, beats: Sequence[Beat] | None = None) -> int:
    """The number of the beat that is shown of a step; 0 where that is the end of it, with all that is told."""
    laid = beats_of(timeline, number) if beats is None else beats
    if number == 0 or len(laid) < 2:
        return 0
    decisive = [(_weight(timeline, number, laid[: beat.number]), beat.number) for beat in laid]
    weight, found = max(decisive)
    return found if weight >= 0 and found < len(laid) else 0


def moment_shown(timeline: Timeline, step: int, beat: int) -> int:
    """The beat that is meant by one, where 0 means the step as it is shown."""
    return beat or climax_of(timeline, step)


def stage_of(timeline: Timeline, number: int, beat: int, beats: Sequence[Beat] | None = None) -> Stage | None:
    """What is shown large at a beat of a step, or at the end of it where the beat is 0; None where nothing is decided.

    Of concealed facts it says no more than they do.
    """
    laid = beats_of(timeline, number) if beats is None else beats
    at = beat or len(laid)
    if number == 0 or _weight(timeline, number, laid[:at]) < 0:
        return None
    game, here = timeline.match.game, laid[at - 1]
    kind = max((type(fact) for fact in here.facts if type(fact) in game.decisive), key=_kinds(game).index, default=None)
    decisive = SHOWN if kind is None else game.decisive[kind]
    so_far = [fact for one in laid[:at] for fact in one.facts]
    facts = [fact for fact in so_far if kind is None or type(fact) is kind]
    state = _state_after(timeline, number, so_far, facts[-1])
    shown = tuple(_shows(decisive, facts, here, state))
    speaker = Speaker(game.deck, timeline.match.players)
    told = decisive.told(facts, state, speaker) if decisive.told else ""
    given = decisive.gains(facts) if decisive.gains else None
    gains = _gains(timeline, number, here) if given is None else {seat: f"{by:+}" for seat, by in given.items() if by}
    title = decisive.title if isinstance(decisive.title, str) else decisive.title(facts, state)
    return Stage(
        title,
        visible(told or " ".join(here.told)),
        tuple(StageEntry(one, gains.pop(one.seat or 0, "")) for one in shown),
        "" if told or here.terse in ((), here.told) else visible(" ".join(here.terse)),
    )


def _kinds(game: Game) -> list[type]:
    return list(game.decisive)


def _weight(timeline: Timeline, number: int, beats: Sequence[Beat]) -> int:
    """How much the last of these beats decides, which begin a step; -1 where it decides nothing."""
    game, (*earlier, beat) = timeline.match.game, beats
    if game.decisive:
        kinds = _kinds(game)
        return max((kinds.index(type(fact)) for fact in beat.facts if type(fact) in game.decisive), default=-1)
    before, turned = (
        {card for one in some for fact in one.facts for card in _open_cards(fact)} for some in (earlier, [beat])
    )
    return 0 if turned - before - _seen(game.scene(timeline[number - 1].state)) else -1


def _open_cards(fact: Fact) -> Iterator[Card]:
    """The cards that a fact shows to everybody."""
    for field in fields_of(type(fact)):
        if field.secret and "*" in field.secret.seen_by and field.shape.holds_cards:
            yield from cards_in(getattr(fact, field.name), field.shape)


def _seen(scene: Scene) -> frozenset[Card]:
    """The faces on a table, face up or not."""
    cards: list[Card] = []
    for part in (part for zone in scene.zones for part in zone.parts):
        if isinstance(part, Row):
            cards += part.cards
        elif isinstance(part, Grid):
            cards += [cell.card for cell in part.cells]
        elif isinstance(part, Pile) and part.top:
            cards.append(part.top)
    return frozenset(cards) | {UNKNOWN}


def _state_after(timeline: Timeline, number: int, facts: Sequence[Fact], last: Fact) -> Any:
    """The state as the last of the decisive facts left it: what follows in the same breath may clear it away."""
    upto = next(at for at in range(len(facts), 0, -1) if facts[at - 1] is last)
    return fold(timeline[number - 1].state, facts[:upto])


def _shows(decisive: Decisive, facts: Sequence[Fact], beat: Beat, state: Any) -> Iterator[Shown]:
    """What a decisive fact shows, and then the cards that are told of besides."""
    shown = list(decisive.shows(facts, state)) if decisive.shows else [_named(facts[-1])]
    yield from (one for one in shown if one.seat or one.cards or one.said)
    there = {card for one in shown for card in one.cards}
    more = tuple(sorted({card for _, card in beat.about} - there))
    if more:
        yield Shown(None, more)


def _named(fact: Fact) -> Shown:
    """The cards that a fact shows to everybody, as those of the seat that it names."""
    return Shown(getattr(fact, "seat", None), tuple(_open_cards(fact)))


def _gains(timeline: Timeline, number: int, beat: Beat) -> dict[int, str]:
    """By seat, by how much a step changed what lies before it: chips, gold, points; a beat where others count later."""
    states = (timeline[number - 1].state, timeline[number].state, beat.state)
    before, after, here = (_standings(timeline.match.game.scene(state)) for state in states)
    gains = {}
    for seat, (label, had) in before.items():
        now = next((one[seat][1] for one in (after, here) if seat in one and one[seat][0] == label), had)
        if now != had:
            gains[seat] = f"{now - had:+}"
    return gains


def _standings(scene: Scene) -> dict[int, tuple[str, int]]:
    """By seat, what stands before it and how much of it, where that is a number."""
    found = ((zone.owner, zone.standing) for zone in scene.zones)
    return {seat: (has[0], int(has[1])) for seat, has in found if seat and has and has[1].lstrip("+-").isdecimal()}


__all__ = ["Stage", "StageEntry", "climax_of", "moment_shown", "stage_of"]
