"""A seat that a deal names is one that somebody has."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.games.fools_down.state import FoolsDownDeal
from ludograph.domain.kernel.chance import Written
from ludograph.domain.kernel.game import Refused
from ludograph.domain.kernel.play import begin


def test_a_deal_names_no_seat_that_nobody_has() -> None:
    game = GAMES["fools-down"]
    begin(game, game.options(), 3, FoolsDownDeal(3), Written(game.deck))
    with pytest.raises(Refused, match="`first_dealer` of the deal is seat 3, and there are 2"):
        begin(game, game.options(), 2, FoolsDownDeal(3), Written(game.deck))
