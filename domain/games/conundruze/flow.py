"""The course of a match: who may act, what is open to them, and what follows by itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ludograph.domain.games.conundruze import endings, face_cards
from ludograph.domain.games.conundruze import state as table
from ludograph.domain.games.conundruze.actions import Deal, Discard, Draw, Flip, Gate, Peek, Place, Steal, Take
from ludograph.domain.games.conundruze.bets import BettingClosed, BettingOpened, PotCarried, PotShared
from ludograph.domain.games.conundruze.castle import partners, replaceable, up_places
from ludograph.domain.games.conundruze.facts import TurnStarted
from ludograph.domain.games.conundruze.outcomes import faces, revealed
from ludograph.domain.games.conundruze.rules import DECK, GATE, POSITIONS
from ludograph.domain.games.conundruze.scoring import game_winners, match_winners, places, sheet, showing
from ludograph.domain.games.conundruze.state import State
from ludograph.domain.games.conundruze.wagering import Bump, Duck, Match, Wager, Wink
from ludograph.domain.kernel.betting import asked
from ludograph.domain.kernel.cards import UNKNOWN, Cards, unplaced
from ludograph.domain.kernel.course import Course, Phase, sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import TABLE, Chance, Choice, Fact, FreeText, Opening, Refused, Seat, Who
from ludograph.domain.kernel.hidden import Among

OUT_OF_TURN: Final = ("flip", "peek", "tip", "react")
"""What is free of turns (CZ-1.3)."""


def turn(state: State, seat: Seat, verb: str) -> None:
    """Refuses whoever may not act, and a verb that is not for now or not of these options (CZ-1.2 to CZ-1.5)."""
    COURSE.check_over(state)
    if state.phase == "deal":
        if seat != TABLE or verb != "deal":
            raise Refused("CZ-1.4", "The table deals the next game first.")
        return
    if seat == TABLE:
        why = "The game under way is played first." if verb == "deal" else "The table only deals."
        raise Refused("CZ-1.4" if verb == "deal" else "CZ-1.2", why)
    if not table.side_of(state, seat).in_game:
        raise Refused("CZ-1.2", "{seat} is not in the game.", seat=Who(seat))
    if verb not in OUT_OF_TURN:
        COURSE.check_seat(state, seat)
    if verb != "peek":
        COURSE.check_verb(state, verb)
    _check_option(state, verb)


def _check_option(state: State, verb: str) -> None:
    options = state.options
    if verb == "gate" and not options.gatehouse:
        raise Refused("CZ-1.5", "There are no gatehouses: the option `gatehouse` is off.")
    if verb in ("duck", "pilfer", "tip") and not table.has_betting(options):
        raise Refused("CZ-1.5", "There are no chips: the option `betting` is `none`.")
    if verb == "peek" and options.betting != "peek":
        raise Refused("CZ-1.5", "Nobody peeks: the option `betting` is not `peek`.")


def switched_off(options: table.ConundruzeOptions) -> Iterator[str]:
    """The verbs of variants that are not played."""
    if not options.gatehouse:
        yield "gate"
    if not options.powers:
        yield from POWER_VERBS
    if not table.has_betting(options):
        yield from ("wager", "wink", "match", "bump", "duck", "pilfer", "tip")
    if options.betting != "peek":
        yield "peek"


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat now; what may be done out of turn as well."""
    if state.phase in ("deal", "match_over"):
        return COURSE.choices(state, seat)
    if seat == TABLE or not (side := table.side_of(state, seat)).in_game:
        return ()
    mocked = state.phase == "reactions" and seat != state.turn
    peek = (Choice(Peek, idle=True),) if table.may_peek(state, side) else ()
    return (*(_reactions(state, seat) if mocked else COURSE.choices(state, seat)), *peek)


def openings(state: State) -> Sequence[Opening]:
    """What is open to anybody; out of turn only where somebody was mocked, or bottom cards may be looked at."""
    if state.phase not in ("flip", "reactions") and state.options.betting != "peek":
        return COURSE.openings(state)
    seats = range(TABLE, table.seats_in(state) + 1)
    return [(seat, choice) for seat in seats for choice in choices(state, seat)]


def _deals(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Deal)


def _flips(state: State, seat: Seat) -> Iterator[Choice]:
    if table.side_of(state, seat).flipped:
        return
    yield from FLIPS


FLIPS: Final = tuple(
    Choice(Flip, {"first": (first,), "second": tuple(place for place in POSITIONS if place != first)})
    for first in POSITIONS
)
"""What a seat can flip: two cards of its castle, whichever (CZ-2.4)."""


def _bets(state: State, seat: Seat) -> Iterator[Choice]:
    if wagers := table.wagers(state, seat):
        yield Choice(Wager, {"amount": wagers})
    if not table.level_of(state) and table.may_wink(state, seat):
        yield Choice(Wink)
    if table.may_match(state, seat):
        yield Choice(Match)
    if bumps := table.bumps(state, seat):
        yield Choice(Bump, {"amount": bumps})
    if not table.must_wager(state, seat):
        yield Choice(Duck, waives=not table.level_of(state))


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Draw)
    if state.discards:
        yield Choice(Take)
    if table.has_betting(state.options):
        yield Choice(Duck, waives=True)


def _held(state: State, seat: Seat) -> Iterator[Choice]:
    side = table.side_of(state, seat)
    if free := replaceable(side):
        yield Choice(Place, {"pos": free})
    if state.options.gatehouse and side.gate is None:
        yield Choice(Gate)
    if state.held == FOOL:
        yield from _thefts(state, seat)
    if state.drawn:
        yield Choice(Discard)


def _thefts(state: State, seat: Seat) -> Iterator[Choice]:
    own = up_places(table.side_of(state, seat))
    for victim in table.others_in_game(state, seat):
        yield Choice(Steal, {"target": (victim,), "there": up_places(table.side_of(state, victim)), "own": own})
    for there in own:
        rest = tuple(place for place in own if place != there)
        yield Choice(Steal, {"target": (seat,), "there": (there,), "own": rest})


def _powers(state: State, seat: Seat) -> Iterator[Choice]:
    yield from _USES[table.rank(state.power)](state, seat)
    yield Choice(face_cards.Pass)


def _rogue(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(face_cards.Backstab, {"target": table.others_in_game(state, seat)})
    if table.has_betting(state.options) and table.chips_to_pilfer(state, seat):
        yield Choice(face_cards.Pilfer, {"value": table.chips_to_pilfer(state, seat)})


def _wizard(state: State, seat: Seat) -> Iterator[Choice]:
    if state.discards:
        yield Choice(face_cards.Arcane)


Open = Callable[[State, Seat], Iterable[Choice]]

_USES: Final[Mapping[str, Open]] = {
    "R": _rogue,
    "K": lambda state, seat: (Choice(face_cards.Riposte),),
    "W": _wizard,
    "C": lambda state, seat: (Choice(face_cards.Influence),),
    "J": lambda state, seat: (Choice(face_cards.Mock, {"text": FreeText(optional=True)}),),
    "F": lambda state, seat: (Choice(face_cards.Mock, {"text": FreeText(optional=True)}),),
    "D": lambda state, seat: (Choice(face_cards.Gloat, {"text": FreeText(optional=True)}),),
}


def _swaps(state: State, seat: Seat) -> Iterator[Choice]:
    side = table.side_of(state, sure(state.owner))
    for first in (*POSITIONS, *(() if side.gate is None else (GATE,))):
        yield Choice(face_cards.Swap, {"first": (first,), "second": partners(side, first)})
    yield Choice(face_cards.Pass)


def _ripostes(state: State, seat: Seat) -> Iterator[Choice]:
    yield from (Choice(Draw), Choice(face_cards.Pass))


def _recalls(state: State, seat: Seat) -> Iterator[Choice]:
    own = up_places(table.side_of(state, seat))
    yield Choice(face_cards.Recall, {"card": tuple(dict.fromkeys(state.discards)), "own": own})
    yield Choice(face_cards.Pass)


def _hearing(state: State, seat: Seat) -> Iterator[Choice]:
    """The mocker has heard enough."""
    yield Choice(face_cards.Pass)


def _reactions(state: State, seat: Seat) -> Iterator[Choice]:
    chips = table.chips_to_tip(state, seat) if table.has_betting(state.options) else ()
    if chips and table.may_tip(state, seat):
        yield Choice(face_cards.Tip, {"value": chips}, idle=True)
    if table.may_react(state, seat):
        yield Choice(face_cards.React, {"choice": ("applaud", "groan", "boo")}, idle=True)


def _begin_play(state: State, chance: Chance) -> Fact | None:
    """When all have flipped: the first bets, or the first turn."""
    if not all(table.side_of(state, seat).flipped for seat in table.in_game(state)):
        return None
    if not table.has_betting(state.options):
        return _next_turn(state)
    return BettingOpened("first", _lowest_top(state) if state.options.betting == "peek" else sure(state.caster))


def _lowest_top(state: State) -> Seat:
    """The lowest showing score; of those tied the first from the caster's left (CZ-7.1)."""
    playing = [seat for seat in table.from_casters_left(state) if table.side_of(state, seat).in_game]
    return min(playing, key=lambda seat: showing(table.side_of(state, seat)))


def _ask_on(state: State, chance: Chance) -> Fact | None:
    """A round closes when everybody has answered, when its opener lets it go, or with one seat left."""
    bet, playing = sure(state.bet), table.in_game(state)
    lapsed = table.may_lapse(state) and bet.last is not None and not bet.level
    if len(playing) > 1 and not lapsed and asked(bet, playing) is not None:
        return None
    return BettingClosed(sure(state.round), bet.order[0])


def _end_turn(state: State, chance: Chance) -> Fact | Iterable[Fact]:
    """What comes after a turn, or after the bets that it called for (CZ-8.1)."""
    if table.finishes(state):
        return endings.FinalRoundStarted(sure(state.turn))
    if due := table.round_due(state):
        return BettingOpened(due, sure(state.turn))
    return _reveal(state, chance) if table.game_over(state) else _next_turn(state)


def _next_turn(state: State) -> Fact:
    last = sure(state.turn or state.caster)
    return TurnStarted(table.others_in_game(state, last)[0], state.finisher is not None)


def _reveal(state: State, chance: Chance) -> Iterable[Fact]:
    """All that lies face down in castles that are scored is turned up."""
    hidden = table.to_reveal(state)
    if not hidden:
        return _end_game(state, chance)
    return revealed(hidden, faces(state, hidden, chance, omissible=True))


def _end_game(state: State, chance: Chance) -> Iterator[Fact]:
    """Scores, totals and shares; who is out, and whether that ends the match (CZ-9, CZ-10)."""
    for part in (_scores, _winners, _totals, _shares, _exits, _rest):
        for fact in part(state):
            yield fact
            state = fact.apply(state)


def _scores(state: State) -> Iterator[Fact]:
    for seat in table.to_score(state):
        has = sheet(state, seat)
        yield endings.CastleScored(seat, has.rows, has.full_court, has.score)


def _winners(state: State) -> Iterator[Fact]:
    yield endings.GameEnded(game_winners(state), "ducked" if len(table.in_game(state)) == 1 else "final_round")


def _totals(state: State) -> Iterator[Fact]:
    for seat, score in enumerate(state.scores, start=1):
        if score is not None:
            yield endings.TotalChanged(seat, table.side_of(state, seat).total + score)


def _shares(state: State) -> Iterator[Fact]:
    share = state.pot // len(state.won)
    if share:
        yield from (PotShared(seat, share) for seat in state.won)


def _exits(state: State) -> Iterator[Fact]:
    for seat, side in enumerate(state.sides, start=1):
        reason = table.is_going_out(state, side)
        if reason is not None:
            yield endings.SeatOut(seat, reason)


def _rest(state: State) -> Iterator[Fact]:
    """Odd chips stay for the next game, or go to the winners one by one; then the match is over."""
    winners = match_winners(state)
    if not winners:
        if state.pot:
            yield PotCarried(state.pot)
        return
    lucky = [seat for seat in table.from_casters_left(state) if seat in state.won][: state.pot]
    for seat in lucky:
        yield PotShared(seat, 1)
    stacks = tuple(side.stack + (seat in lucky) for seat, side in enumerate(state.sides, start=1))
    yield endings.MatchEnded(winners, places(state, winners), tuple(side.total for side in state.sides), stacks)


USES: Final = ("backstab", "pilfer", "riposte", "arcane", "influence", "mock", "gloat", "pass")
"""What can be done with a face card that was drawn and played (CZ-6.1)."""
POWER_VERBS: Final = (*USES, "swap", "recall", "tip", "react")
"""What is done with face cards alone, and in no game without powers (CZ-1.5)."""
COURSE: Final = Course(
    {
        "deal": Phase(open=_deals),
        "flip": Phase("Two cards of each castle are turned up first", ("flip",), _flips, _begin_play, anybody=True),
        "bet": Phase("This is a betting round", ("wager", "wink", "match", "bump", "duck"), _bets, _ask_on),
        "turn": Phase("A turn begins", ("draw", "take", "duck"), _turn),
        "held": Phase("A card is held", ("place", "gate", "steal", "discard"), _held),
        "power": Phase("A face card was played", USES, _powers),
        "swap": Phase("Two cards may be swapped", ("swap", "pass"), _swaps),
        "recall": Phase("A card may be recalled", ("recall", "pass"), _recalls),
        "riposte": Phase("Another card may be drawn", ("draw", "pass"), _ripostes),
        "reactions": Phase("Somebody was mocked", ("tip", "react", "pass"), _hearing),
        "turn_over": Phase(follow=_end_turn),
        "scoring": Phase(follow=_end_game),
    },
    asked=table.to_act,
    over="CZ-1.4",
    who="CZ-1.3",
    when="CZ-1.4",
    end="match_over",
)


def cards(state: State) -> tuple[Cards, Cards, int]:
    """Both decks, and every card of them where it lies; of a pile that nobody knows only how many."""
    return DECK, table.placed(state), 0 if state.recycled else state.pile


def lying(view: State) -> Iterable[Among]:
    """The discards that became the draw pile lie in it, in some order."""
    if UNKNOWN in view.order:
        yield Among(unplaced(view.recycled, view.order), view.order)


def game_under_way(state: State) -> int:
    """Which game is played; the next one as soon as it is to be dealt."""
    return state.game + (state.phase == "deal")


def last_game(state: State) -> int | None:
    """Which game is the last; None where the match goes on to a total (CZ-10.4)."""
    return None if state.options.play_to else 1


def coins(state: State) -> tuple[int, tuple[int, ...]]:
    """All chips there are, and where they are."""
    held = (*[side.stack for side in state.sides], state.pot)
    return state.chips, held
