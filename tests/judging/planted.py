"""Blunders planted in matches, and whether they are marked: `python -m tests.judging.planted --matches 50`.

Each is a blunder by the rules, whoever judges: another move was open that is better whatever the player has not seen.

- Sorcerous Futures: all of one's gold is paid in one of the first sealed auctions, for a card that is worth far less.
- Fool's Down: the last to show, whose hand wins a quarter of all chips or more, throws it away. What it wins is played
  out, for no chance is left in the hand.
- Conundruze: a card that was drawn takes the place of one that lies open, so that the castle is worse by eight points
  or more; to discard it costs nothing, and the next player could take only the worse card.
- Hand of the Hanataz: the only one who is still in the last hand nubs out with a number that takes control, and loses:
  the pot is the house's. Nobody could act before the challenge, which leaves at least half of it, and so the win.
- Aucteraden: the last card of the tableau is laid where it scores five points or more less than elsewhere.
- Sun Bid: for an empty pool the last bidder, who could pass, outbids another one by a Sun that ranks eight or more
  above that in the centre. To pass keeps the higher Sun, for later bids and for the points of Suns, and the other one
  has then exchanged a Sun for the one in the centre, which is worth less to them too or at most four more.
- Last Year's Magic: one of thirteen puts a King into the deck and keeps a card of its suit of at most four. In whatever
  round the one would be played, so would the other: the King wins each of that suit, the other one nearly none, and
  none can be bad, for a card of the suit lies in the deck. Where fewer play no card is a blunder by the rules alone:
  what it brings now it brings in another round, if the others' cards come in another order (docs/judging.md).

Beside each blunder two sound moves are played, which must not be marked: the move that another judgement found best
there, and the one that four times the playouts found best at any decision of the same match.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.games import GAMES
from ludograph.domain.games.aucteraden.scoring import score_so_far
from ludograph.domain.games.conundruze.scoring import row
from ludograph.domain.games.hand_of_the_hanataz.rules import COUNT_OF
from ludograph.domain.games.last_years_magic.rules import GIVING_SEATS, value
from ludograph.domain.games.sun_bid.rules import SUN_RANKS
from ludograph.domain.judging.decision_errors import DecisionError, decision_error
from ludograph.domain.judging.judgement import PLAYOUTS
from ludograph.domain.judging.seen_match import seen_match
from ludograph.domain.kernel.decks.french import SUIT_OF
from ludograph.domain.kernel.game import Action, Choice, Game, Refused, Seat
from ludograph.domain.match.aggregate import Match
from tests.judging.evidence import played
from tests.worlds import STAMP

EARLY: Final = 15
"""In Sorcerous Futures a blunder is planted within so many steps,"""
RICH: Final = 50
"""by somebody who has more gold than this."""
PART: Final = 4
"""In Fool's Down a hand that is thrown away wins one chip of so many, or more."""
WORSE: Final = 8
"""In Conundruze a castle becomes worse by so many points."""
LOWER: Final = 8
"""In Sun Bid a Sun is given for one that ranks lower by so much."""
KING: Final = 13
LOW: Final = 4
"""In Last Year's Magic a card of at most this value is kept in the place of a King."""
LESS: Final = 5
"""In Aucteraden a card is laid for so many points less."""
THOROUGH: Final = 4
"""A sound move is found by so many times the playouts by which it is judged."""


class Decision(NamedTuple):
    """A match before somebody decides, who that is, and a move that is open to them."""

    match: Match
    seat: Seat
    move: Action


def _choices(match: Match, seat: Seat, verb: str) -> Iterator[Choice]:
    found = match.game.choices(match.view(seat), seat) if seat > 0 else ()
    return (one for one in found if one.action.__name__ == verb)


def _before(match: Match, step: int) -> Match:
    return match.take_back(step - 1, "planted", STAMP)


def _everything(match: Match) -> Iterator[Decision]:
    """Everything one has is bid in a sealed auction of Sorcerous Futures."""
    for step in match.steps[:EARLY]:
        before = _before(match, step.number)
        for choice in _choices(before, step.actor, "Seal"):
            amounts = choice.values.get("amount", ())
            if len(amounts) > RICH:
                yield Decision(before, step.actor, choice.action(amount=amounts[-1]))


def _thrown_away(match: Match) -> Iterator[Decision]:
    """The winning hand is not shown in Fool's Down, by the last who could."""
    for step in match.steps:
        state: Any = match.states[step.number - 1]
        if state.phase != "showdown" or state.hand.waiting != (step.actor,):
            continue
        before = _before(match, step.number)
        ways = [choice.action() for verb in ("Show", "Duck") for choice in _choices(before, step.actor, verb)]
        if len(ways) < 2:
            continue  # nobody has shown yet: they must
        shown, ducked = (_stack(before.play(step.actor, way, STAMP), step.actor) for way in ways)
        if (shown - ducked) * PART >= sum(state.buy_ins):
            yield Decision(before, step.actor, ways[1])


def _stack(match: Match, seat: Seat) -> int:
    state: Any = match.state
    return int(state.stacks[seat - 1])


def _spoilt(match: Match) -> Iterator[Decision]:
    """An open card of one's castle in Conundruze is exchanged for a far worse one that could be discarded."""
    for step in match.steps:
        state: Any = match.states[step.number - 1]
        if state.phase != "held" or not state.drawn:
            continue
        side, before = state.sides[step.actor - 1], _before(match, step.number)
        for choice in _choices(before, step.actor, "Place"):
            for at, pos in enumerate(("r1c1", "r1c2")):
                after = [state.held if at == place else side.castle[place] for place in (0, 1)]
                if pos in choice.values["pos"] and row(*after) - row(*side.castle[:2]) >= WORSE:
                    yield Decision(before, step.actor, choice.action(pos=pos))


def _given_up(match: Match) -> Iterator[Decision]:
    """The only one left in Hand of the Hanataz leaves the pot to the house, and had won by challenging for it."""
    for step in match.steps:
        state: Any = match.states[step.number - 1]
        active = [seat for seat, player in enumerate(state.players, start=1) if player.status == "active"]
        if state.phase != "turn" or active != [step.actor] or state.hand != state.options.rounds:
            continue
        silvs = [player.silvs if player.status != "out" else 0 for player in state.players]  # who is out does not win
        own, most = silvs.pop(step.actor - 1), max(silvs)
        if state.bards or not own < most < own + state.pot // 2:
            continue
        before = _before(match, step.number)
        ways = [(choice, card) for choice in _choices(before, step.actor, "Play") for card in choice.values["card"]]
        if any(COUNT_OF[card] for _, card in ways):
            for choice in _choices(before, step.actor, "Nub"):
                yield Decision(before, step.actor, choice.action())


def _badly_laid(match: Match) -> Iterator[Decision]:
    """The last card of the tableau of Aucteraden is laid where it scores least."""
    step, state = match.steps[-1], match.state
    before = _before(match, step.number)
    cells: list[tuple[int, int, int]] = []
    for choice in _choices(before, step.actor, "Place"):
        for x in choice.values["x"]:
            for y in choice.values["y"]:
                try:
                    state = before.play(step.actor, choice.action(x=x, y=y), STAMP).state
                except Refused:
                    continue
                cells.append((score_so_far(state), x, y))
                place = choice.action
    if cells and max(cells)[0] - min(cells)[0] >= LESS:
        _, x, y = min(cells)
        yield Decision(before, step.actor, place(x=x, y=y))


def _paid_for_nothing(match: Match) -> Iterator[Decision]:
    """The last bidder of Sun Bid outbids another one by a high Sun, for a far lower one and an empty pool."""
    for step in match.steps:
        state: Any = match.states[step.number - 1]
        if state.auction is None or state.pool or state.auction.waiting != (step.actor,) or not state.auction.bids:
            continue
        before = _before(match, step.number)
        for choice in _choices(before, step.actor, "Bid"):
            card = max(choice.values["card"], key=lambda card: SUN_RANKS[card])
            if SUN_RANKS[card] - SUN_RANKS[state.centre] >= LOWER:
                yield Decision(before, step.actor, choice.action(card=card))


def _given_away(match: Match) -> Iterator[Decision]:
    """A King of Last Year's Magic goes into the deck, and a low card of its suit stays in the hand."""
    for step in match.steps:
        state: Any = match.states[step.number - 1]
        if state.phase != "giving" or state.given[step.actor - 1]:
            continue
        hand = state.hands[step.actor - 1]
        low = {SUIT_OF[card] for card in hand if value(card) <= LOW}
        before = _before(match, step.number)
        for king in (card for card in hand if value(card) == KING and SUIT_OF[card] in low):
            yield from (
                Decision(before, step.actor, choice.action(card=king))
                for choice in _choices(before, step.actor, "PutIn")
            )


BLUNDERS: Final[Mapping[str, Callable[[Match], Iterator[Decision]]]] = {
    "sorcerous-futures": _everything,
    "fools-down": _thrown_away,
    "conundruze": _spoilt,
    "hand-of-the-hanataz": _given_up,
    "aucteraden": _badly_laid,
    "sun-bid": _paid_for_nothing,
    "last-years-magic": _given_away,
}
"""By game, where a match has room for a blunder."""
SITTING: Final[Mapping[str, int]] = {"last-years-magic": GIVING_SEATS}
"""So many play where it is not three, or one alone."""


class Found(NamedTuple):
    """Of each move that was planted, whether it was marked."""

    blunders: list[bool]
    sound: list[bool]


def blunders(game: Game, count: int) -> Iterator[tuple[Match, Decision]]:
    """So many matches of random bots, each with the first blunder for which there is room in it."""
    number = 0
    while count:
        match = played(game, ["random"] * SITTING.get(game.id, min(3, game.seats[-1])), f"planted {number}")
        number += 1
        if (found := next(BLUNDERS[game.id](match), None)) is not None:
            count -= 1
            yield match, found


def error_of(decision: Decision, move: Action, playouts: int, seed: str) -> DecisionError | None:
    """How a move is judged from the view of whoever makes it."""
    match = decision.match.play(decision.seat, move, STAMP)
    seen = seen_match(match, decision.seat)
    return decision_error(seen, seen.steps[-1], playouts, seed)


def _any_decision(match: Match, random: Random) -> Iterator[Decision]:
    """The decisions of a match in any order."""
    for step in random.sample(list(match.steps), len(match.steps)):
        if step.actor > 0:
            yield Decision(_before(match, step.number), step.actor, step.action)


def _sound_elsewhere(match: Match, playouts: int) -> DecisionError | None:
    """How the best move at any decision is judged, as many more playouts found it."""
    for decision in _any_decision(match, Random(f"{match.id}")):
        best = error_of(decision, decision.move, playouts * THOROUGH, "thorough")
        if best is not None:
            return error_of(decision, best.best, playouts, "sound")
    return None


def planted(game: Game, count: int, playouts: int) -> Found:
    """Whether blunders were marked in so many matches of a game, and whether sound moves were."""
    found = Found([], [])
    for match, decision in blunders(game, count):
        error = error_of(decision, decision.move, playouts, "planted")
        assert error is not None
        found.blunders.append(error.sure)
        others = (error_of(decision, error.best, playouts, "sound"), _sound_elsewhere(match, playouts))
        found.sound.extend(other.sure for other in others if other is not None)
    return found


def main(arguments: list[str] | None = None) -> None:
    """Prints how many were marked, game by game."""
    parser = ArgumentParser()
    parser.add_argument("--game", choices=list(BLUNDERS), action="append")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    chosen = parser.parse_args(arguments)
    for id in chosen.game or BLUNDERS:
        bad, sound = planted(GAMES[id], chosen.matches, chosen.playouts)
        told = f"of {len(bad)} blunders {sum(bad)} are marked, of {len(sound)} sound moves {sum(sound)}."
        print(f"{id}: {told}", flush=True)


if __name__ == "__main__":
    main()
