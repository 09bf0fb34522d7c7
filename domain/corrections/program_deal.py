"""What the program dealt and drew: no correction changes it or brings its own, for that would be nobody's slip."""

from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from ludograph.domain.exchange.importer import read_options
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Drawing, Written
from ludograph.domain.kernel.conceal import Observer, conceal, sees
from ludograph.domain.kernel.game import JUDGE, TABLE, Action, Deal, Game, Options, Refused, Seat
from ludograph.domain.kernel.play import Played, UnreadAction, begin, play
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match, audiences, rebuilt
from ludograph.domain.match.commitment import deal_corrected
from ludograph.domain.match.events import AnyStarted, AnyStep, Event, NameForgotten, Step, StepsAmended
from ludograph.domain.match.views import is_seen
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.matchfile import Header
from ludograph.domain.notation.values import Reader

FIXED: Final = (
    "The program dealt this match, so that its deal is not put right: leave `deal` out, or write in it what you "
    "know of it and ?? for the rest. For other cards start another match."
)
UNFIT: Final = (
    "The program dealt this match, and for these players and options it would have dealt otherwise. What it dealt is "
    "not put right: start another match."
)
DRAWN: Final = (
    "What the program drew is not put right: every step at which it drew stays as it is, in its order, or is taken "
    "back with all that came after it."
)
EXAMPLES: Final = ("1", "2", "3")
"""Seeds that no match is dealt from: whether a deal fits is asked of theirs, which tell nothing of the real one."""


def is_program_dealt(match: Match) -> bool:
    """Whether the program dealt, and nobody wrote the deal."""
    return match.first.seed is not None


def kept_deal(match: Match, head: Header, observer: Observer) -> tuple[Options, Deal]:
    """The options of a corrected header, and the deal of a match that the program dealt.

    Raises `Refused` where the header says something else of the deal than the observer knows, and where its players
    and options are none that the program would have dealt so for. No hidden card decides whether it does.
    """
    options = read_options(match.game, head.players, head.options)
    match.game.check(options, len(head.players))
    dealt = list(_agreeing(match, head, observer))
    if not dealt:
        raise Refused(None, FIXED)
    start = next((one for one in dealt if _dealt_alike(match.game, one, options, len(head.players))), None)
    if start is None:
        raise Refused(_rule_against(match.game, dealt[0], options, len(head.players)), UNFIT)
    return options, start.deal


def _agreeing(match: Match, head: Header, observer: Observer) -> Iterator[AnyStarted]:
    """The start that stands, and the first where that is another: those of which nothing else is written."""
    written = _read(match.game, head)
    starts = [match.start] if deal_corrected(match.history) is None else [match.start, match.first]
    for start in starts:
        known = _observers(start, observer)
        views = [conceal(start.deal, one) for one in known]
        if all(any(_agrees(getattr(view, name), value) for view in views) for name, value in written.items()):
            yield start


def _observers(start: AnyStarted, observer: Observer) -> list[Observer]:
    """As which observers know it the deal may be written: what a field of one view says another leaves out."""
    return [JUDGE, TABLE, *range(1, len(start.players) + 1)] if observer == JUDGE else [observer, TABLE]


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


class ProgramDraws:
    """The steps from `first` on at which the program drew: a correction keeps them, or ends before one of them.

    None comes to them, none is left out, and they stay in their order, whatever is put right between them.
    """

    def __init__(self, match: Match, first: int) -> None:
        self._seed = match.first.seed
        self._left = deque(_drawn(match, first) if self._seed else ())

    def keep(self, now: Match, line: Line, observer: Observer, *, stood: bool) -> bool:
        """Whether the next entry of a corrected match is the next at which the program drew, or none where it draws.

        What the observer has not seen they cannot write down, so that they are told the same if it is right. An entry
        that `stood` and cannot stand any more is refused by whoever decides it.
        """
        if self._seed is None or line.actor > len(now.players):
            return True
        move = line.move(now.game, Reader(now.game.deck, now.players))
        if not self._seed:  # the match as somebody has it who does not know the seed: they write what they have seen
            return not _guesses_here(now, line, move, observer)
        chance = Drawing(self._seed, len(now.states))
        done = _decided(now.game, now.state, line.actor, move, chance)
        if not chance.has_drawn:
            return done is None or not _guesses(line, done, observer)
        if not self._left or not is_seen(self._left[0], observer):
            return False
        try:
            done = play(now.game, now.state, line.actor, move, now.chance(line.drawn, line.shuffled))
        except Refused:
            return stood
        return _is(self._left.popleft(), line.actor, done)


def _guesses_here(now: Match, line: Line, move: Action | UnreadAction, observer: Observer) -> bool:
    """Whether an entry writes outcomes that the observer will not see, where nobody knows what the program draws."""
    try:
        done = play(now.game, now.state, line.actor, move, now.chance(line.drawn, line.shuffled))
    except Refused:
        return False
    return line.shuffled is not None or _guesses(line, done, observer)


def _guesses(line: Line, done: Played[Any], observer: Observer) -> bool:
    """Whether outcomes are written that the observer has not seen, where the record knows what they are."""
    hidden = [not sees(audience, observer) for audience in done.seen_by]
    written = line.drawn or ()
    if len(written) != len(hidden):
        return any(hidden) and any(one != UNKNOWN for one in written)
    return any(unseen and one != UNKNOWN for unseen, one in zip(hidden, written, strict=True))


def _drawn(match: Match, first: int) -> Iterator[AnyStep]:
    """The steps from one on at which the program drew: what they brought was not known from what it drew before."""
    for step in match.steps[first - 1 :]:
        chance = Drawing(match.first.seed or "", step.number)
        _decided(match.game, match.states[step.number - 1], step.actor, step.action, chance)
        if chance.has_drawn:
            yield step


def _decided(game: Game, state: Any, seat: Seat, move: Action | UnreadAction, chance: Drawing) -> Played[Any] | None:
    """An action as the program decides it; None where it cannot, as for a bid that nobody noted."""
    try:
        return play(game, state, seat, move, chance)
    except Refused:
        return None


def _is(step: AnyStep, actor: Seat, done: Played[Any]) -> bool:
    """Whether a step is this action of this actor, with the same outcomes, seen by the same."""
    said = (actor, done.action, done.drawn, done.shuffled, audiences(done))
    return (step.actor, step.action, step.drawn, step.shuffled, step.seen_by) == said


def deals_differ(ours: Match, theirs: Match) -> bool:
    """Whether another record of a match that the program dealt here was not dealt so, or has other draws in it."""
    if not is_program_dealt(ours):
        return False
    same = theirs.start.deal in (ours.start.deal, ours.first.deal)
    if theirs.first.seed != ours.first.seed:
        # Seeds that said a name are drawn anew where it was forgotten: what was drawn cannot be compared then.
        return not same or not (_is_forgotten_in(ours) and _is_forgotten_in(theirs))
    return not same or _draws_otherwise(ours, theirs)


def _is_forgotten_in(match: Match) -> bool:
    """Whether a name was forgotten in a match: its seed may be another since."""
    return any(isinstance(event, NameForgotten) for event in match.history)


def _draws_otherwise(ours: Match, theirs: Match) -> bool:
    """Whether anything recorded only there brings outcomes that the program did not draw, or puts its draws right."""
    shared = {event.digest for event in ours.history}
    before: Match | None = None
    for event in theirs.history:
        now = rebuilt(before, [event])
        assert now is not None
        if before is not None and event.digest not in shared and _is_other(before, event, now):
            return True
        before = now
    return False


def _is_other(before: Match, event: Event, now: Match) -> bool:
    """Whether an event brings other outcomes than the program drew."""
    if isinstance(event, Step):
        chance = Drawing(now.first.seed or "", event.number)
        done = _decided(now.game, before.state, event.actor, event.action, chance)
        return chance.has_drawn and done is not None and not _is(event, event.actor, done)
    if not isinstance(event, StepsAmended) or event.how == "redo":
        return False
    first = max(event.at, 1)
    kept, stood = list(_drawn(now, first)), list(_drawn(before, first))
    return len(kept) > len(stood) or any(not _is_same(*pair) for pair in zip(kept, stood, strict=False))


def _is_same(one: AnyStep, other: AnyStep) -> bool:
    names = ("actor", "action", "drawn", "shuffled", "seen_by")
    return all(getattr(one, name) == getattr(other, name) for name in names)
