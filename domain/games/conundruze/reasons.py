"""What a castle of Conundruze adds up row by row, and why a game or the match is won."""

from collections.abc import Iterator
from typing import Final

from ludograph.domain.games.conundruze import endings, powers
from ludograph.domain.games.conundruze.rules import SUCCESS
from ludograph.domain.games.conundruze.scoring import value
from ludograph.domain.games.conundruze.state import State, side_of
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF
from ludograph.domain.kernel.parts import Parts, Reasons, ScorePart
from ludograph.domain.kernel.sentences import Speaker


def _castle(fact: endings.CastleScored, state: State) -> Iterator[ScorePart]:
    """The rows from the top; where several games make a score they are added up under the game."""
    castle = side_of(state, fact.seat).castle
    for at, points in enumerate(fact.rows):
        cards = castle[2 * at : 2 * at + 2]
        row, why = f"row {at + 1}", _row(cards, court=fact.full_court)
        several = state.options.play_to > 0
        label, told = (f"game {state.game}", f"{row}, {why}") if several else (row, why)
        yield ScorePart(fact.seat, label, points, cards, told)


def _row(cards: Cards, *, court: bool) -> str:
    """How a row comes to what it counts."""
    if UNKNOWN in cards:
        return "not recorded"
    first, second = cards
    if first == second == FOOL:
        return "two Fools"
    if RANK_OF[first] == RANK_OF[second]:
        return "equal ranks count nothing"
    return f"{value(first, court)} and {value(second, court)}{' in a full court' if court else ''}"


def _game(fact: endings.GameEnded, state: State, speaker: Speaker) -> str:
    """The fewest points, against the next."""
    scores = {sheet.seat: sheet.score for sheet in state.sheets if sheet.game == state.game}
    if fact.reason == "ducked" or not scores:
        return ""
    others = [score for seat, score in scores.items() if seat not in fact.winners]
    best = scores[fact.winners[0]]
    against = f" against {min(others)}" if others else ""
    return f": {best} {'point' if best == 1 else 'points'}{against}, and the lowest score wins"


def _power(fact: powers.PowerTried, state: State, speaker: Speaker) -> str:
    return f": {SUCCESS} or more of 20 succeeds"


def _match(fact: endings.MatchEnded, state: State, speaker: Speaker) -> str:
    """What parts the winners from the others: nobody else is left, or all of the last went out at once (CZ-10.4)."""
    if state.options.play_to == 0 or any(side.in_match for side in state.sides):
        return ""
    return ", for of those who went out last the fewest points win"


PARTS: Final[Parts] = {endings.CastleScored: _castle}
REASONS: Final[Reasons] = {endings.GameEnded: _game, powers.PowerTried: _power, endings.MatchEnded: _match}
