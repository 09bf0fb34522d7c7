"""A small run of corrections of sealed deals, which a larger one of `python -m tests.deals` continues."""

from collections import Counter
from random import Random

import pytest

from ludograph.domain.games import GAMES
from tests.deals import run
from tests.large import slow_but
from tests.service.running import Service


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden"))
def test_nobody_puts_right_what_the_program_dealt(game: str, service: Service) -> None:
    tally: Counter[str] = Counter()
    run(service, game, Random(f"{game}/1"), tally)
    assert tally["wrong refused"]
