"""Who begins a match: what each game says of it, in every game and whatever the players do."""

from collections.abc import Callable
from random import Random

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match
from tests.worlds import STAMP, all_games, random_start

SEVERAL = [game for game in all_games() if GAMES[game].seats[-1] > 1]
CHOSEN = {"last-years-magic"}
"""Games in which the players themselves settle who begins: LM-4.1, whoever first touches the deck."""
FIRST_TURN = {"conundruze": "draw", "last-years-magic": "suggest", "sorcerous-futures": "offer"}
"""What is done first in turn, where other things are done before."""
LONGEST = 80
"""Long before so many steps somebody has begun."""


def begins(match: Match) -> Seat | None:
    """Who begins, as the game says it, or else whoever acts first."""
    said = match.game.starting_player
    if said is None:
        return next((step.actor for step in match.steps if step.actor), None)
    facts = [*match.start.facts, *(fact for step in match.steps for fact in step.facts)]
    return said.seat(facts, len(match.players))


def first_turn(match: Match) -> Seat | None:
    """Who does the first thing that is done in turn."""
    wanted = FIRST_TURN.get(match.game.id, "")
    turns = (step.actor for step in match.steps if step.actor and type(step.action).__name__.lower().startswith(wanted))
    return next(turns, None)


def played(match: Match, luck: int, known: Callable[[Match], Seat | None]) -> Match:
    """The match as far as something is known, by chance."""
    bots = Bots(match.game, len(match.players), Random(luck), limit=LONGEST)
    while known(match) is None and (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(move.seat, move.action, STAMP)
    return match


@pytest.mark.parametrize("game", SEVERAL)
def test_who_begins_hangs_on_the_deal_and_not_on_who_was_entered_first(game: str) -> None:
    for seed in range(6):
        match = random_start(GAMES[game], Random(seed))
        found = {begins(played(match, luck, begins)) for luck in range(3)}
        assert found <= {*range(1, len(match.players) + 1)}, "in every match somebody begins"
        assert game in CHOSEN or len(found) == 1


@pytest.mark.parametrize("game", [game for game in SEVERAL if game != "fools-down"])
def test_who_begins_has_the_first_turn(game: str) -> None:
    """Where nobody bets before: the caster's left may be out by then. In Fool's Down a hand begins with bets."""
    for seed in range(6):
        match = random_start(GAMES[game], Random(seed))
        if getattr(match.start.options, "betting", "none") == "none":
            match = played(match, seed, first_turn)
            assert begins(match) == first_turn(match)


def test_in_fools_down_who_begins_is_asked_first() -> None:
    for seed in range(6):
        match = played(random_start(GAMES["fools-down"], Random(seed)), seed, begins)
        (asked,) = {seat for seat, choice in match.game.all_choices(match.state, len(match.players)) if not choice.idle}
        assert begins(match) == asked


def test_wins_by_order_of_play_are_those_of_the_seats_told_from_who_begins() -> None:
    own = GameVariant(GAMES["conundruze"].options(play_to=0), 3, ("random",) * 3)
    for deal in range(3):
        found = measured(ExperimentPlan("conundruze", (own,), "order"), 0, deal)
        by_seat, by_order = ([found[f"win-{kind}-{at}"] for at in (1, 2, 3)] for kind in ("seat", "order"))
        assert by_order in [by_seat[at:] + by_seat[:at] for at in range(3)]
