"""A scribe with the eyes of the table tries to learn what nobody showed them, and leaves no trace: all is alike."""

import json
from typing import Any

import pytest

from ludograph.domain.entry.recording import NOT_TOGETHER
from ludograph.domain.kernel.game import JUDGE, TABLE
from tests.service.running import Service
from tests.twins import hidden_from

Json = dict[str, Any]


class Tried:
    """A match that the program dealt, and a scribe with the eyes of the table."""

    def __init__(self, service: Service, game: str, *players: str) -> None:
        self.match = service.new(game, *players)
        self.path = f"/api/matches/{self.match}"
        self.scribe = service.client(service.token("scribe", match=self.match))
        loaded = service.recorder.load(service.recorder.find(self.match))
        self.actor = loaded.name(loaded.awaited(loaded.state)[0])
        choices = loaded.open_to(loaded.view(JUDGE))[loaded.awaited(loaded.state)[0]]
        values = [one for choice in choices for one in choice.values.get("cards", ())]
        self.hand = {card for cards in values for card in cards}
        self.deck = sorted({*hidden_from(loaded, TABLE)} & {*loaded.game.cards(loaded.state)[0]})

    def answers(self, what: str, bodies: list[Json]) -> set[tuple[int, str]]:
        """The different answers to requests, of which none is recorded."""
        version = self.scribe.get(self.path).json()["version"]
        found = [self.scribe.post(f"{self.path}/{what}", json=body) for body in bodies]
        assert self.scribe.get(self.path).json()["version"] == version
        return {(one.status_code, one.text) for one in found}


@pytest.fixture
def hand(service: Service) -> Tried:
    tried = Tried(service, "hand-of-the-hanataz", "Ann", "Ben", "Cat")
    assert set(tried.deck) > tried.hand > set()
    return tried


def some(tried: Tried) -> list[str]:
    """Cards of the hand, and others."""
    return [*sorted(tried.hand)[:4], *[card for card in tried.deck if card not in tried.hand][:8]]


def test_a_line_of_several_actions_tells_no_card_of_a_hand(hand: Tried) -> None:
    lines = [f"{hand.actor} exchange {card}; {hand.actor} exchange {card}" for card in some(hand)]
    ((status, text),) = hand.answers("actions", [{"line": line} for line in lines])
    assert (status, json.loads(text)["message"]) == (422, NOT_TOGETHER)


def test_a_line_of_several_actions_tells_nothing_that_would_be_drawn(service: Service) -> None:
    tried = Tried(service, "aucteraden", "Ann")
    draws = [{"line": "; ".join(["Ann discard"] * count + ["Ann place 0 0"])} for count in range(1, 5)]
    draws += [{"line": f"Ann discard; Ann buy {card}"} for card in tried.deck]
    ((status, text),) = tried.answers("actions", draws)
    assert (status, json.loads(text)["message"]) == (422, NOT_TOGETHER)


@pytest.mark.parametrize("outcome", ["", " > ??"])
@pytest.mark.parametrize("cut", [False, True])
def test_a_preview_tells_no_card_of_a_hand(hand: Tried, outcome: str, cut: bool) -> None:
    assert hand.scribe.post(f"{hand.path}/actions", json={"line": f"{hand.actor} keep"}).status_code == 201
    for more in ({"step": 1}, {"step": 1, "how": "insert"}):
        bodies = [
            {"lines": [f"{hand.actor} exchange {card}{outcome}"], "reason": "x", "preview": True, "cut": cut} | more
            for card in some(hand)
        ]
        answers = {(status, _without(text)) for status, text in hand.answers("amend", bodies)}
        assert len(answers) == 1, answers


def test_a_correction_that_is_not_recorded_tells_no_card_of_a_hand(hand: Tried) -> None:
    assert hand.scribe.post(f"{hand.path}/actions", json={"line": f"{hand.actor} keep"}).status_code == 201
    for last in (f"{hand.actor} nothing", f"{hand.actor} keep"):
        bodies = [
            {"step": 1, "lines": [f"{hand.actor} exchange {card} > ??", last], "reason": "x"} for card in some(hand)
        ]
        answers = {(status, _without(text)) for status, text in hand.answers("amend", bodies)}
        assert [status for status, _ in answers] == [422], answers


def _without(text: str) -> str:
    """An answer without the words in which it says the card again that was asked about."""
    told = json.loads(text)
    kept = {name: told.get(name) for name in ("message", "step", "rule", "instead", "at", "untold", "steps", "result")}
    return json.dumps(kept | {"changed": [one["step"] for one in told.get("changed", ())]})
