"""The course of a match: setup, who may do what, and what follows by itself."""

from collections.abc import Iterable
from functools import cache, partial
from itertools import chain
from operator import itemgetter
from typing import Final

from ludograph.domain.games.last_years_magic import actions, facts
from ludograph.domain.games.last_years_magic import state as table
from ludograph.domain.games.last_years_magic.rules import PACK
from ludograph.domain.games.last_years_magic.scoring import judge, points
from ludograph.domain.games.last_years_magic.state import MagicDeal, MagicOptions, Play, State
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.course import Course, Phase
from ludograph.domain.kernel.game import (
    TABLE,
    Chance,
    Choice,
    Faces,
    Fact,
    FreeText,
    Impossible,
    Opening,
    Refused,
    Seat,
    Wanted,
)
from ludograph.domain.kernel.hidden import Among

ANY_TEXT: Final = FreeText(optional=True)


def setup(
    options: MagicOptions, seats: int, deal: MagicDeal | None, chance: Chance
) -> tuple[MagicDeal, Iterable[Fact]]:
    """The deck shuffled; its order is recorded where a program did it."""
    if deal is None:
        deal = MagicDeal(chance.shuffle(PACK))
    order = (UNKNOWN,) * len(PACK) if deal.shuffled is None else deal.shuffled
    if len(order) != len(PACK):
        raise Refused("LM-1.3", f"`shuffled` has {len(PACK)} cards, ?? for one that is not known, not {len(order)}.")
    return deal, (facts.GameBegan(seats), facts.DeckShuffled("start", len(order), order))


def turn(state: State, seat: Seat, verb: str) -> None:
    """LM-8.1; what else an action needs comes after its fields, and it asks that itself."""
    if verb != "say":
        COURSE.check_over(state)
    if seat == TABLE:
        raise Refused("LM-1.2", "Only players act in this game: name one.")


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat now; talk always is, and nobody waits for it."""
    if seat == TABLE:
        return ()
    return (*COURSE.choices(state, seat), TALK)


def openings(state: State) -> list[Opening]:
    """What is open to anybody: to each what is asked of them, and talk."""
    asked, talk = COURSE.openings(state), _talk(table.seats_in(state))
    if not asked:
        return talk
    first, last = asked[0][0], asked[-1][0]
    if first == last:  # as nearly always
        return [*talk[: first - 1], *asked, *talk[first - 1 :]]
    return sorted(asked + talk, key=itemgetter(0))  # what is open to one seat keeps its order: talk is the last


@cache
def _talk(seats: int) -> list[Opening]:
    return [(seat, TALK) for seat in range(1, seats + 1)]


TALK: Final = Choice(actions.Say, {"text": ANY_TEXT}, idle=True)
CAST: Final = Choice(actions.CastFortune)
DEAL: Final = Choice(actions.Deal)
INTRODUCE: Final = Choice(actions.Introduce, {"text": ANY_TEXT})
INTRODUCE_LATE: Final = Choice(actions.Introduce, {"text": ANY_TEXT}, idle=True)
FORETELL: Final = Choice(actions.Foretell, {"text": ANY_TEXT})


def _gather(state: State, seat: Seat) -> tuple[Choice, ...]:
    fortune = () if state.cast[seat - 1] else (CAST,)
    return (*fortune, *_introduction(state, seat), DEAL)


def _give(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Who has given is not waited for any more."""
    if state.given[seat - 1]:
        return () if state.introduced[seat - 1] else (INTRODUCE_LATE,)
    return (Choice(actions.PutIn, {"card": table.put_forward(state, seat)}), *_introduction(state, seat))


def _wait_for_premonition(state: State, seat: Seat) -> tuple[Choice, ...]:
    if not all(state.introduced):
        return _introduction(state, seat)
    return (Choice(actions.Premonition, {"count": table.counts_open(state), "text": ANY_TEXT}),)


def _introduction(state: State, seat: Seat) -> tuple[Choice, ...]:
    return () if state.introduced[seat - 1] else (INTRODUCE,)


def _suggest(state: State, seat: Seat) -> tuple[Choice, ...]:
    prophecy = (FORETELL,) if state.untold else ()
    return (*prophecy, Choice(actions.Suggest, {"card": table.put_forward(state, seat), "text": FreeText()}))


def _comment(state: State, seat: Seat) -> tuple[Choice, ...]:
    return (Choice(actions.Comment, {"card": table.put_forward(state, seat), "text": ANY_TEXT}),)


def _tell(state: State, seat: Seat) -> tuple[Choice, ...]:
    return (Choice(actions.Escalate if state.kind == "null" else actions.Implement, {"text": ANY_TEXT}),)


def _reveal(state: State, chance: Chance) -> Fact | None:
    """When all have commented the cards are turned up (LM-6.1, LM-6.2)."""
    if len(state.table) < table.seats_in(state):
        return None
    known, among = tuple(play.card for play in state.table), partial(_can_be_shown, state)
    shown = tuple(
        Faces("the card {seat} put forward", (play.card,), among, seat=play.seat, elsewhere=known)
        for play in state.table
    )
    try:
        faces = chance.ask(Wanted(shown))
    except Impossible as wrong:
        rule, why = _unlike(wrong, len(shown))
        raise Impossible(wrong.kind, why, rule) from wrong
    plays = tuple(Play(play.seat, card) for play, card in zip(state.table, faces, strict=True))
    return facts.CardsRevealed(state.round, plays)


def _can_be_shown(state: State, before: Cards) -> Cards:
    """What a card that is not known may be turned up as after those `before`."""
    return tuple(card for card in table.can_be_held(state) if card not in before)


def _unlike(wrong: Impossible, count: int) -> tuple[str, str]:
    """What is wrong with a reveal: its rule and a sentence."""
    if wrong.kind in ("count", "unknown"):
        return "LM-6.1", f"Write after > all {count} cards of the round, the leader's first, and none as ??."
    return "LM-6.2", wrong.why


def _judge(state: State, chance: Chance) -> Fact:
    verdict = judge(state.table)
    return facts.RoundJudged(state.round, verdict.counts, verdict.kind, verdict.prime, verdict.winner)


def _clear(state: State, chance: Chance) -> Fact:
    """The cards go to the winner, or back into the deck."""
    cards = tuple(play.card for play in state.table)
    if state.kind is None or state.prime is None or state.winner is None:
        return facts.CardsReturned(cards)
    won = points(cards, state.prime)
    score = state.scores[state.winner - 1] + won
    return facts.TrickTaken(state.winner, state.round, cards, state.kind, state.prime, won, score)


def _shuffle(state: State, chance: Chance) -> Fact:
    return facts.DeckShuffled("null", len(state.deck), chance.shuffle(state.deck))


COURSE: Final = Course(
    {
        "gathering": Phase(open=_gather, anybody=True),
        "giving": Phase(open=_give, anybody=True),
        "pub": Phase(open=_wait_for_premonition, anybody=True),
        "suggesting": Phase(open=_suggest),
        "commenting": Phase(open=_comment, follow=_reveal),
        "revealed": Phase(follow=_judge),
        "judged": Phase(follow=_clear),
        "returned": Phase(follow=_shuffle),
        "telling": Phase(open=_tell),
    },
    asked=table.to_act,
    everybody=table.everybody,
    over="LM-8.1",
    end="final_scene",
    ended="The match is over: only talk is left.",
)


def lying(view: State) -> Iterable[Among]:
    """What went back is in the deck, or was drawn from it unseen."""
    if returned := table.unseen_returned(view):
        yield Among(returned, (*view.deck, *view.spent))


def cards(state: State) -> tuple[Cards, Cards, int]:
    """The deck, and every card of it where it lies, as far as that is known."""
    hidden = [*state.deck, *state.spent]
    for card in table.unseen_returned(state):
        if UNKNOWN in hidden:
            hidden.remove(UNKNOWN)
        hidden.append(card)
    placed = [*hidden, *[play.card for play in state.table], *chain(*state.hands, *state.cast)]
    for tricks in state.tricks:
        for trick in tricks:
            placed += trick.cards
    return PACK, tuple(placed), 0
