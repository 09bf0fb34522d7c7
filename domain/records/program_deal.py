"""What the program dealt at the start of a match: no correction changes it, for what nobody saw is nobody's slip."""

from collections.abc import Iterator
from typing import Any, Final

from domain.kernel.cards import UNKNOWN
from domain.kernel.chance import Drawing, Written
from domain.kernel.conceal import Observer, conceal, sees
from domain.kernel.game import JUDGE, TABLE, Deal, Game, Options, Refused
from domain.kernel.play import Played, begin, play
from domain.kernel.shapes import fields_of
from domain.notation.lines import Line
from domain.notation.matchfile import Header
from domain.notation.values import Reader
from domain.records.importing import read_options
from domain.records.match import AnyStarted, AnyStep, Match
from domain.records.sealing import deal_corrected

FIXED: Final = (
    "The program dealt this match, so that its deal is not put right: leave `deal` out, or write in it what you "
    "know of it and ?? for the rest. For other cards start another match."
)
UNFIT: Final = (
    "The program dealt this match, and for these players and options it would have dealt otherwise. What it dealt is "
    "not put right: start another match."
)
DRAWN: Final = (
    "The program drew this and not everybody saw it, so that it is not put right: leave that step as it is, or take it "
    "back with all that came after it."
)
EXAMPLES: Final = ("1", "2", "3")
"""Seeds that no match is dealt from: whether a deal fits is asked of theirs, which tell nothing of the real one."""


def is_dealt(match: Match) -> bool:
    """Whether the program dealt, and nobody wrote the deal."""
    return match.first.seed is not None


def kept_deal(match: Match, head: Header, eyes: Observer) -> tuple[Options, Deal]:
    """The options of a corrected header, and the deal of a match that the program dealt.

    Raises `Refused` where the header says something else of the deal than these eyes know of it, and where its players
    and options are none that the program would have dealt so for. No hidden card decides whether it does.
    """
    options = read_options(match.game, head.players, head.options)
    match.game.check(options, len(head.players))
    dealt = list(_agreeing(match, head, eyes))
    if not dealt:
        raise Refused(None, FIXED)
    start = next((one for one in dealt if _dealt_alike(match.game, one, options, len(head.players))), None)
    if start is None:
        raise Refused(_rule_against(match.game, dealt[0], options, len(head.players)), UNFIT)
    return options, start.deal


def _agreeing(match: Match, head: Header, eyes: Observer) -> Iterator[AnyStarted]:
    """The start that stands, and the first where that is another: those of which nothing else is written."""
    written = _read(match.game, head)
    starts = [match.start] if deal_corrected(match.history) is None else [match.start, match.first]
    for start in starts:
        known = _observers(start, eyes)
        views = [conceal(start.deal, observer) for observer in known]
        if all(any(_agrees(getattr(view, name), value) for view in views) for name, value in written.items()):
            yield start


def _observers(start: AnyStarted, eyes: Observer) -> list[Observer]:
    """With whose eyes the deal may be written: what a field of one view says another leaves out."""
    return [JUDGE, TABLE, *range(1, len(start.players) + 1)] if eyes == JUDGE else [eyes, TABLE]


def _read(game: Game, head: Header) -> dict[str, Any]:
    """What a header says of the deal, by its fields, without those of which it says nothing."""
    reader, fields = Reader(game.deck, head.players), {field.name: field for field in fields_of(game.deal)}
    found = {}
    for name, raw in (head.deal or {}).items():
        if (field := fields.get(name)) is None:
            known = ", ".join(fields)
            raise Refused(game.faults.deal, f"deal: `{name}` has no place here; known are: {known}.")
        if raw is not None and raw != UNKNOWN:
            try:
                found[name] = reader.value(field.shape, raw, hidden=True)
            except ValueError as wrong:
                raise Refused(field.cites or game.faults.deal, f"deal: `{name}`: {wrong}.") from wrong
    return found


def _agrees(known: Any, written: Any) -> bool:
    """Whether something written says nothing else than what is known; null and `??` say nothing."""
    if written is None or written == UNKNOWN:
        return True
    if isinstance(written, tuple) and (known is None or (isinstance(known, tuple) and len(known) == len(written))):
        return all(_agrees(*pair) for pair in zip(known or (None,) * len(written), written, strict=True))
    return bool(known == written)


def _dealt_alike(game: Game, start: AnyStarted, options: Options, seats: int) -> bool:
    """Whether the program deals the same with other options and another number of players, and the deal fits."""
    if (options, seats) == (start.options, len(start.players)):
        return True
    pairs = (_examples(game, start.options, len(start.players)), _examples(game, options, seats))
    try:
        return all(one == other for one, other in zip(*pairs, strict=True)) and _fits(game, start.deal, options, seats)
    except Refused:
        return False


def _fits(game: Game, deal: Deal, options: Options, seats: int) -> bool:
    begin(game, options, seats, deal, Written(game.deck))
    return True


def _rule_against(game: Game, start: AnyStarted, options: Options, seats: int) -> str | None:
    """The rule that a deal like this one breaks with other options and players; None where one may break none."""
    for deal in _examples(game, start.options, len(start.players)):
        try:
            _fits(game, deal, options, seats)
        except Refused as wrong:
            return wrong.rule
    return None


def _examples(game: Game, options: Options, seats: int) -> Iterator[Deal]:
    for seed in EXAMPLES:
        yield begin(game, options, seats, None, Drawing(seed, 0)).deal


def is_redrawn(match: Match, now: Match, line: Line, eyes: Observer) -> bool:
    """Whether the newest step of a corrected match has other hidden outcomes than the program drew, or draws there.

    `line` is how that step was entered. Where these eyes do not see a card, it is the same whether they wrote it right.
    """
    step, number = now.steps[-1], len(now.steps)
    hidden = [at for at, audience in enumerate(step.seen_by) if not sees(audience, TABLE)]
    if not is_dealt(match) or not (hidden or line.shuffled):
        return False
    written = line.drawn or ()
    if any(at < len(written) and written[at] != UNKNOWN and not sees(step.seen_by[at], eyes) for at in hidden):
        return True
    if not match.first.seed:
        return False
    if any(_outcomes(step) == _outcomes(one) for one in match.steps):
        return False
    before = match.steps[number - 1] if number <= len(match.steps) else None
    if before is not None and (before.actor, before.action) == (step.actor, step.action):
        return True
    drawn = _drawn(match, now, step)
    return drawn is not None and (
        any(step.drawn[at] not in (UNKNOWN, drawn.drawn[at]) for at in hidden)
        or step.shuffled not in (None, drawn.shuffled)
    )


def _outcomes(step: AnyStep) -> tuple[Any, ...]:
    return step.actor, step.action, step.drawn, step.shuffled


def _drawn(match: Match, now: Match, step: AnyStep) -> Played[Any] | None:
    """The newest step as the program draws it; None where it takes what no program can draw."""
    try:
        return play(match.game, now.states[-2], step.actor, step.action, Drawing(match.first.seed or "", step.number))
    except Refused:
        return None


def deals_otherwise(ours: Match, theirs: Match) -> bool:
    """Whether another record of a match that the program dealt here was not dealt so."""
    if not is_dealt(ours):
        return False
    same = theirs.start.deal in (ours.start.deal, ours.first.deal)
    return theirs.first.seed != ours.first.seed or not same
